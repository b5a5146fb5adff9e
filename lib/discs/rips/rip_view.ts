import type { RipRow } from "../../../db/schema/discs.ts";
import type { Rip, RippedFile, RipProgress, StoredRip } from "../rip_schema.ts";

/** Number of log lines in lists. */
export const LISTED_LINES = 400;

/** Fields that are added to a stored rip for display. */
export interface RipExtras {
  log: string[];
  progress?: RipProgress;
  profileName?: string;
}

/** Converts a rip to its API response. */
export const toRip = (
  { record: { placed: _, ...record } }: Pick<RipRow, "record">,
  { log, progress, profileName }: RipExtras,
): Rip => ({
  ...record,
  ...(progress === undefined ? {} : { progress }),
  ...(profileName === undefined ? {} : { profileName }),
  counts: countsOf(record),
  safeToEject: isCopied(record),
  log,
});

/** Counts the selected titles by progress. */
export function countsOf({ selectedTitleIds, files }: StoredRip): Rip["counts"] {
  const selected = files.filter(({ titleId }) => selectedTitleIds.includes(titleId));
  return {
    selected: selectedTitleIds.length,
    ripped: selected.length,
    verified: selected.filter(({ verified }) => verified === true).length,
    delivered: selected.filter((file) => file.import?.state === "imported").length,
  };
}

/** True if all selected titles have been copied and verified. After that, the disc is no longer needed. */
export const isCopied = (record: StoredRip): boolean =>
  record.selectedTitleIds.length > 0 && missingTitles(record).length === 0;

/** Returns the selected titles without a verified copy, in disc order. */
export const missingTitles = ({ selectedTitleIds, files, titles }: StoredRip): number[] => {
  const copied = new Set(files.filter(({ verified }) => verified === true).map(({ titleId }) => titleId));
  return titles.map(({ id }) => id).filter((id) => selectedTitleIds.includes(id) && !copied.has(id));
};

/** Returns the files of selected titles, and files that a manager has already imported. */
export const wantedFiles = ({ selectedTitleIds, files }: StoredRip): RippedFile[] =>
  files.filter(({ titleId, import: taken }) => selectedTitleIds.includes(titleId) || taken?.state === "imported");
