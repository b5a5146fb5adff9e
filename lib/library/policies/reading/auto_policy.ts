import type { Settings } from "../../../platform/settings/schema.ts";
import type { Remembered } from "../../auto/candidate.ts";
import { type Baselines, SOURCE_KINDS } from "../../auto/baselines.ts";
import { titleOf } from "../../auto/decide.ts";
import type { FileFacts } from "../file_facts.ts";
import { AUTO_POLICY_ID, type BuiltInPolicy } from "../model.ts";
import type { Recognised } from "./recognise.ts";

/** Auto transcode as the first policy. */

/** Returns auto transcode as a policy. It is changed in its settings. */
export const autoPolicy = ({ auto, connections }: Settings): BuiltInPolicy => ({
  id: AUTO_POLICY_ID,
  builtIn: true,
  name: "Auto transcode",
  enabled: auto.enabled,
  order: 0,
  sources: SOURCE_KINDS.filter((kind) => auto.sources[kind] && connections[kind].enabled),
  includeExisting: auto.includeExisting,
  settingsPage: "settings/auto",
});

/** Returns the profile that auto transcode uses for a file. */
export const autoProfile = ({ auto, defaultProfiles }: Settings, { mediaType }: FileFacts): string =>
  auto.profiles[mediaType] || defaultProfiles[mediaType];

/**
 * Returns a test for remuxes that auto transcode encodes or has encoded. The test is false for those that existed before
 * it was enabled, which other policies may encode.
 */
export async function newRemuxTest(
  { baselines, includeExisting }: { baselines: Pick<Baselines, "addresses" | "standing">; includeExisting: boolean },
  files: readonly FileFacts[],
  { rows }: Pick<Recognised, "rows">,
  memory: Remembered[],
): Promise<(file: FileFacts) => boolean> {
  if (includeExisting) return () => true;
  const remuxes = files.flatMap(({ isRemux, source, localPath }) =>
    isRemux && source !== "local" ? [{ arr: source, localPath }] : []
  );
  const { sources, notNew } = await baselines.standing(remuxes, memory, baselines.addresses());
  return ({ key, source, arrId }) => {
    const row = rows.get(key)?.row;
    if (row !== undefined) return row.reason !== "baseline";
    if (source === "local" || arrId === undefined) return false;
    return sources[source] !== "first" && !notNew.has(titleOf({ arr: source, arrId }));
  };
}
