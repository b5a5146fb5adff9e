import type { RipRow } from "../../../db/schema/discs.ts";
import type { Rip, RippedFile, RipProgress, StoredRip } from "../rip_schema.ts";

/** Number of log lines shown in lists. */
export const LISTED_LINES = 400;

/** Fields added to a stored rip for display. */
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

/** True if every selected title is copied and verified. The disc is no longer needed after that. */
export const isCopied = (record: StoredRip): boolean =>
  record.selectedTitleIds.length > 0 && missingTitles(record).length === 0;

/** Selected titles without a verified copy, in disc order. */
export const missingTitles = ({ selectedTitleIds, files, titles }: StoredRip): number[] => {
  const copied = new Set(files.filter(({ verified }) => verified === true).map(({ titleId }) => titleId));
  return titles.map(({ id }) => id).filter((id) => selectedTitleIds.includes(id) && !copied.has(id));
};

/** Files of selected titles, and those already imported by a manager. */
export const wantedFiles = ({ selectedTitleIds, files }: StoredRip): RippedFile[] =>
  files.filter(({ titleId, import: taken }) => selectedTitleIds.includes(titleId) || taken?.state === "imported");
