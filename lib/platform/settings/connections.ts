import * as z from "zod";
import { address, secret } from "./fields.ts";

const manager = (url: string) => z.object({ enabled: z.boolean().default(false), url: address(url), apiKey: secret() });

/** External applications: Radarr, Sonarr, Prowlarr, Lidarr and slskd, under their neutral names. */
export const ConnectionSettings = z.object({
  movie: manager("http://localhost:7878").prefault({}),
  series: manager("http://localhost:8989").prefault({}),
  indexer: manager("http://localhost:9696").prefault({}),
  music: manager("http://localhost:8686").extend({ splitCueImages: z.boolean().default(true) }).prefault({}),
  soulseek: manager("http://localhost:5030").extend({
    downloadsPath: z.string().max(4096).default(""),
    maxQueueLength: z.int().min(0).max(10_000).default(50),
    searchTimeoutSeconds: z.int().min(1).max(120).default(15),
  }).prefault({}),
});
