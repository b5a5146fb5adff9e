import * as z from "zod";
import type { KeyValueRepository } from "../../../db/platform/key_values.ts";
import type { Clock } from "../../kit/clock.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import { AnimeStatus } from "../anime/model.ts";
import { LookupLimits } from "../barcodes/model.ts";
import { lookupLimits } from "../barcodes/product_database.ts";
import { omdbPausedUntil } from "./omdb.ts";

/** How the services stand that hold data or count requests. */
export const MetadataState = z.object({
  anime: AnimeStatus.optional(),
  omdb: z.object({
    pausedUntil: z.iso.datetime().optional().describe("The requests of the day are used up until then"),
  }).optional(),
  products: LookupLimits.optional().describe("Of the database that barcodes are looked up in"),
}).meta({ id: "MetadataState" });
/** Each is absent while it is switched off. */
export type MetadataState = z.infer<typeof MetadataState>;

/** Asks none of the services. */
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
