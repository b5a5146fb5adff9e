import type { RipRow } from "../../../db/schema/discs.ts";
import type { Rip, RippedFile, RipProgress, StoredRip } from "../rip_schema.ts";

/** Lines of the log that lists show. */
export const LISTED_LINES = 400;

/** What is added to a stored rip when it is shown. */
export interface RipExtras {
  log: string[];
  progress?: RipProgress;
  profileName?: string;
}

/** A rip as the API answers it. */
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

/** How far the selected titles are. */
export function countsOf({ selectedTitleIds, files }: StoredRip): Rip["counts"] {
  const selected = files.filter(({ titleId }) => selectedTitleIds.includes(titleId));
  return {
    selected: selectedTitleIds.length,
    ripped: selected.length,
    verified: selected.filter(({ verified }) => verified === true).length,
    delivered: selected.filter((file) => file.import?.state === "imported").length,
  };
}

/** Whether every selected title is copied and verified: from then on the disc is not needed. */
export const isCopied = (record: StoredRip): boolean =>
  record.selectedTitleIds.length > 0 && missingTitles(record).length === 0;

/** Selected titles without a verified copy, in the order of the disc. */
export const missingTitles = ({ selectedTitleIds, files, titles }: StoredRip): number[] => {
  const copied = new Set(files.filter(({ verified }) => verified === true).map(({ titleId }) => titleId));
  return titles.map(({ id }) => id).filter((id) => selectedTitleIds.includes(id) && !copied.has(id));
};

/** Files of selected titles, and those that a manager has already. */
export const wantedFiles = ({ selectedTitleIds, files }: StoredRip): RippedFile[] =>
  files.filter(({ titleId, import: taken }) => selectedTitleIds.includes(titleId) || taken?.state === "imported");
