import * as z from "zod";
import { secret } from "./fields.ts";

/** Folder names without titles: recycle bins, game libraries, extras. Matched case-insensitively at any depth. */
const EXCLUDED = [
  "@eaDir",
  "#recycle",
  "$RECYCLE.BIN",
  "System Volume Information",
  "lost+found",
  "SteamLibrary",
  "steamapps",
  "node_modules",
  ".lathe-split",
  "Sample",
  "Samples",
  "Extras",
  "Featurettes",
  "Trailers",
  "Behind The Scenes",
  "Deleted Scenes",
  "Interviews",
];

/** Index of media files that no manager application manages. */
export const LocalMediaSettings = z.object({
  enabled: z.boolean().default(true),
  usePathMappings: z.boolean().default(true),
  hideArrManaged: z.boolean().default(true),
  metadata: z.boolean().default(true),
  folders: z.array(z.object({
    path: z.string().min(1).max(4096),
    kind: z.enum(["auto", "movie", "series", "anime", "music"]).default("auto"),
  })).max(200).default([]),
  exclude: z.array(z.string().min(1).max(255)).max(500).default(EXCLUDED),
  rescanHours: z.int().min(0).max(8760).default(12).describe("0 = only manually"),
  tmdbApiKey: secret(),
  metadataLanguage: z.string().regex(/^[a-z]{2}(-[A-Z]{2})?$/, "Use a language such as en-US or de.").default("en-US"),
});
