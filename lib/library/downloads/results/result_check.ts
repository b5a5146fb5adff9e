import { basename, sep } from "node:path";

/** Checks whether a manager has the encoded file. Pure. */

/** A file of a title in its manager, with its path on this machine. */
export interface HeldFile {
  path: string;
  sizeBytes: number;
  quality: string;
  isRemux: boolean;
}

/** The output of an encode, from its job, with local paths and the size in bytes. */
export interface EncodedFile {
  path: string;
  sizeBytes: number;
  /** The original file. `kept` is true if it still exists. */
  source: { path: string; kept: boolean };
}

/**
 * `has`: the manager imported the file. `remux`: the manager imported it with a wrong quality. `beside`: the manager
 * keeps the original.
 */
export type ResultVerdict =
  | { kind: "has"; message: string }
  | { kind: "beside"; message: string }
  | { kind: "remux"; warning: string }
  | { kind: "missing"; warning: string }
  /** The output is outside the manager's folder, so the manager need not import it. */
  | { kind: "elsewhere" };

/**
 * Compares a title's files in the manager with the encode. The manager may have renamed the file, so an equal size is
 * sufficient. If the path is equal, the size must be that of the encode. `titleFolder` is the manager's folder for the
 * title.
 */
export function checkResult(
  output: EncodedFile,
  held: HeldFile[],
  titleFolder: string | undefined,
  app: string,
): ResultVerdict {
  const found = held.find(({ path, sizeBytes }) => path === output.path && sizeBytes === output.sizeBytes) ??
    held.find(({ sizeBytes }) => sizeBytes === output.sizeBytes);
  if (found !== undefined) {
    const wrong = found.isRemux && !/\bremux\b/i.test(basename(output.path));
    return wrong
      ? {
        kind: "remux",
        warning: `${app} has the new file but still lists it as ${found.quality}; correct it in ${app}.`,
      }
      : { kind: "has", message: `${app} has the new file` };
  }
  if (titleFolder !== undefined && !output.path.startsWith(titleFolder.replace(/[\\/]+$/, "") + sep)) {
    return { kind: "elsewhere" };
  }
  if (output.source.kept && held.some(({ path }) => path === output.source.path)) {
    return { kind: "beside", message: `${app} keeps the original; the encode is next to it` };
  }
  return { kind: "missing", warning: `${app} has not imported the new file: ${insteadOf(held)}.` };
}

/** Checks whether a manager has an original that was restored. */
export function checkRestored(
  original: Pick<EncodedFile, "path" | "sizeBytes">,
  held: HeldFile[],
  app: string,
): Extract<ResultVerdict, { kind: "has" | "missing" }> {
  const found = held.some(({ path, sizeBytes }) => path === original.path && sizeBytes === original.sizeBytes);
  return found
    ? { kind: "has", message: `${app} has the original again` }
    : { kind: "missing", warning: `${app} has not imported the original again: ${insteadOf(held)}.` };
}

function insteadOf([other]: HeldFile[]): string {
  return other === undefined ? "it currently lists no file for this title" : `it lists ${basename(other.path)}`;
}
