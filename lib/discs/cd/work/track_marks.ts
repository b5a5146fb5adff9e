import type { CdInfo, CdTrackRead } from "../../cd_schema.ts";
import type { StoredRip } from "../../rip_schema.ts";

/** Quality marks for the tracks of a CD. Pure. */

/** True if other users' rips match the track. Undefined if the database was not queried. */
export function isAccurate({ accurateRip: { confidenceV1, confidenceV2 } }: CdTrackRead): boolean | undefined {
  const best = Math.max(confidenceV1 ?? -1, confidenceV2 ?? -1);
  return best < 0 ? undefined : best > 0;
}

/** Updates the count of accurate tracks in the record. */
export function withAccurateRip(
  record: StoredRip,
  answer: Pick<NonNullable<CdInfo["accurateRip"]>, "state" | "message"> | undefined = record.cd?.accurateRip,
): StoredRip {
  const { cd } = record;
  if (cd === undefined || answer === undefined) return record;
  return { ...record, cd: { ...cd, accurateRip: { ...answer, accurate: cd.reads.filter(isAccurate).length } } };
}

/** Returns the selected tracks whose data may differ from the disc. */
export const doubtfulTracks = ({ cd, selectedTitleIds }: Pick<StoredRip, "cd" | "selectedTitleIds">): number[] =>
  (cd?.reads ?? []).filter(({ number, doubtful }) => doubtful && selectedTitleIds.includes(number))
    .map(({ number }) => number);
