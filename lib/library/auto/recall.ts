import type { Recallable, Remembered } from "./candidate.ts";
import { titleKeyOf } from "./identity.ts";

/** The record of a candidate. `unsure`: the file may be one of Lathe's encodes, but cannot be read now. */
export type Recalled = { row: Remembered; unsure?: boolean } | undefined;

/**
 * Recognises files by their path, or by the manager's file ID and the size. A renamed file with a new ID is recognised
 * by its size and its content, if a fingerprint was stored, or otherwise by its size and its title or file name. This
 * always applies to Lathe's encodes, and to other files only if the remembered path no longer exists. Pure.
 */
export function recaller(candidates: Recallable[], memory: Remembered[]): (one: Recallable) => Recalled {
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

/** Returns the candidates whose content must be read to match them against previously processed files. Pure. */
export function undecided<T extends Recallable>(candidates: T[], memory: Remembered[]): T[] {
  const index = indexOf(candidates, memory);
  return candidates.filter((one) =>
    one.visible && !index.byPath.has(one.localPath) && !index.byNumber.has(numberOf(one)) &&
    [...index.outputs.get(one.sizeBytes) ?? [], ...index.gone.get(sizeOf(one)) ?? []]
      .some(({ fingerprint }) => fingerprint !== null)
  );
}

function indexOf(candidates: Recallable[], memory: Remembered[]) {
  const present = new Set(candidates.map(({ localPath }) => localPath));
  return {
    byPath: new Map(memory.map((one) => [one.localPath, one])),
    byNumber: new Map(memory.filter(({ fileId }) => fileId > 0).map((one) => [numberOf(one), one])),
    outputs: Map.groupBy(memory.filter(({ reason }) => reason === "output"), ({ sizeBytes }) => sizeBytes),
    gone: Map.groupBy(memory.filter(({ localPath }) => !present.has(localPath)), sizeOf),
    /** A row matches only one file, even if two files have its size. */
    taken: new Set<Remembered>(),
  };
}

/** True if a row and a candidate of the same size are the same file. Undefined if this depends on the content. */
function isSame(row: Remembered, one: Recallable): boolean | undefined {
  if (row.fingerprint !== null) {
    return one.fingerprint === undefined ? undefined : one.fingerprint === row.fingerprint;
  }
  // Rows of older versions have no title key, so only the size is compared.
  return row.titleKey === null || row.titleKey === titleKeyOf(one) || nameOf(row.localPath) === nameOf(one.localPath);
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
const numberOf = ({ arr, fileId, sizeBytes }: Pick<Remembered, "arr" | "fileId" | "sizeBytes">): string =>
  `${arr} ${fileId} ${sizeBytes}`;
const sizeOf = ({ arr, sizeBytes }: Pick<Remembered, "arr" | "sizeBytes">): string => `${arr} ${sizeBytes}`;
