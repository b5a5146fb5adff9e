import type { Candidate, Remembered } from "./candidate.ts";
import { titleKeyOf } from "./identity.ts";

/** What is remembered of a candidate. `unsure`: it may be an encode of ours, but its content cannot be read now. */
export type Recalled = { row: Remembered; unsure?: boolean } | undefined;

/**
 * A file is known by its path, and by its manager's number with its size. One that is called and numbered otherwise is known
 * by its size together with its content, where that was remembered, else with the title it belongs to or with its name:
 * an encode of ours always, another file when what was remembered is no longer where it was. Pure.
 */
export function recaller(candidates: Candidate[], memory: Remembered[]): (one: Candidate) => Recalled {
  const index = indexOf(candidates, memory);
  return (one) => {
    const row = index.byPath.get(one.localPath) ?? index.byNumber.get(numberOf(one));
    if (row !== undefined) return { row };
    for (const output of index.outputs.get(one.sizeBytes) ?? []) {
      const same = isSame(output, one);
      if (same !== false) return same === true ? { row: output } : { row: output, unsure: true };
    }
    const moved = index.gone.get(sizeOf(one))?.find((row) => !index.taken.has(row) && isSame(row, one) === true);
    if (moved !== undefined) index.taken.add(moved);
    return moved && { row: moved };
  };
}

/** The candidates whose content has to be known before they can be told from what is remembered. Pure. */
export function undecided(candidates: Candidate[], memory: Remembered[]): Candidate[] {
  const index = indexOf(candidates, memory);
  return candidates.filter((one) =>
    one.visible && !index.byPath.has(one.localPath) && !index.byNumber.has(numberOf(one)) &&
    [...index.outputs.get(one.sizeBytes) ?? [], ...index.gone.get(sizeOf(one)) ?? []]
      .some(({ fingerprint }) => fingerprint !== null)
  );
}

function indexOf(candidates: Candidate[], memory: Remembered[]) {
  const present = new Set(candidates.map(({ localPath }) => localPath));
  return {
    byPath: new Map(memory.map((one) => [one.localPath, one])),
    byNumber: new Map(memory.filter(({ fileId }) => fileId > 0).map((one) => [numberOf(one), one])),
    outputs: Map.groupBy(memory.filter(({ reason }) => reason === "output"), ({ sizeBytes }) => sizeBytes),
    gone: Map.groupBy(memory.filter(({ localPath }) => !present.has(localPath)), sizeOf),
    /** Each is one file: two of its size are not both it. */
    taken: new Set<Remembered>(),
  };
}

/** Whether they are one file, of those of one size; undefined when only its content could tell. */
function isSame(row: Remembered, one: Candidate): boolean | undefined {
  if (row.fingerprint !== null) {
    return one.fingerprint === undefined ? undefined : one.fingerprint === row.fingerprint;
  }
  // Rows of older versions say nothing of their title: nothing but the size is left.
  return row.titleKey === null || row.titleKey === titleKeyOf(one) || nameOf(row.localPath) === nameOf(one.localPath);
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
const numberOf = ({ arr, fileId, sizeBytes }: Pick<Remembered, "arr" | "fileId" | "sizeBytes">): string =>
  `${arr} ${fileId} ${sizeBytes}`;
const sizeOf = ({ arr, sizeBytes }: Pick<Remembered, "arr" | "sizeBytes">): string => `${arr} ${sizeBytes}`;
