import type { CdInfo, CdTrackRead } from "../../cd_schema.ts";
import type { StoredRip } from "../../rip_schema.ts";

/** What speaks for and against the tracks of a CD. Pure. */

/** Whether other people's rips agree with a track; undefined when nobody was asked. */
export function isAccurate({ accurateRip: { confidenceV1, confidenceV2 } }: CdTrackRead): boolean | undefined {
  const best = Math.max(confidenceV1 ?? -1, confidenceV2 ?? -1);
  return best < 0 ? undefined : best > 0;
}

/** The record with its count of accurate tracks brought up to date. */
export function withAccurateRip(
  record: StoredRip,
  answer: Pick<NonNullable<CdInfo["accurateRip"]>, "state" | "message"> | undefined = record.cd?.accurateRip,
): StoredRip {
  const { cd } = record;
  if (cd === undefined || answer === undefined) return record;
  return { ...record, cd: { ...cd, accurateRip: { ...answer, accurate: cd.reads.filter(isAccurate).length } } };
}

/** Selected tracks that may differ from the disc. */
export const doubtfulTracks = ({ cd, selectedTitleIds }: Pick<StoredRip, "cd" | "selectedTitleIds">): number[] =>
  (cd?.reads ?? []).filter(({ number, doubtful }) => doubtful && selectedTitleIds.includes(number))
    .map(({ number }) => number);
