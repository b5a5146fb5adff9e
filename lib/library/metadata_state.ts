import * as z from "zod";
import type { KeyValueRepository } from "../../db/platform/key_values.ts";
import type { Clock } from "../kit/clock.ts";
import type { SettingsService } from "../platform/settings/service.ts";
import { AnimeStatus } from "./anime/model.ts";
import { LookupLimits } from "./barcodes/model.ts";
import { lookupLimits } from "./barcodes/product_database.ts";
import { omdbPausedUntil } from "./metadata/omdb.ts";

/** State of the metadata services that store data or have a request limit. */
export const MetadataState = z.object({
  anime: AnimeStatus.optional(),
  omdb: z.object({
    pausedUntil: z.iso.datetime().optional().describe("End of the pause after the daily request limit was reached"),
  }).optional(),
  products: LookupLimits.optional().describe("Limits of the database used for barcode lookups"),
}).meta({ id: "MetadataState" });
/** Each field is absent while its service is disabled. */
export type MetadataState = z.infer<typeof MetadataState>;

/** Reads the state of the metadata services without querying them. */
export async function readMetadataState({ settings, anime, ...facts }: {
  settings: Pick<SettingsService, "current">;
  anime: { status(): Promise<AnimeStatus> };
  keyValues: KeyValueRepository;
  clock: Clock;
}): Promise<MetadataState> {
  const { animedb, omdb, experiments } = settings.current();
  const pausedUntil = await omdbPausedUntil(facts);
  return {
    ...(animedb.enabled ? { anime: await anime.status() } : {}),
    ...(omdb.enabled && omdb.apiKey !== ""
      ? { omdb: pausedUntil === undefined ? {} : { pausedUntil: pausedUntil.toISOString() } }
      : {}),
    ...(experiments.barcode ? { products: await lookupLimits(facts) } : {}),
  };
}
