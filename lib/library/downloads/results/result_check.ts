import { basename, sep } from "node:path";

/** Whether a manager has what was encoded. Pure. */

/** A file of a title, as its manager has it; the path is this machine's. */
export interface HeldFile {
  path: string;
  sizeBytes: number;
  quality: string;
  isRemux: boolean;
}

/** The output of an encode as the job has it; paths of this machine, the size in bytes. */
export interface EncodedFile {
  path: string;
  sizeBytes: number;
  /** What it was made from; `kept` when that is still in its place. */
  source: { path: string; kept: boolean };
}

/** `has`: it took the file; `remux`: but under a wrong quality; `beside`: it keeps the original instead. */
export type ResultVerdict =
  | { kind: "has"; message: string }
  | { kind: "beside"; message: string }
  | { kind: "remux"; warning: string }
  | { kind: "missing"; warning: string }
  /** The output does not lie where the manager looks: there is nothing to say. */
  | { kind: "elsewhere" };

/**
 * What a manager holds of a title, compared with the encode. It may have renamed the file, so that the size tells as
 * well; with the same path the size has to be the new one. `titleFolder`: where the manager looks.
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
      ? { kind: "remux", warning: `${app} has the new file but still calls it ${found.quality}; correct it in ${app}.` }
      : { kind: "has", message: `${app} has the new file` };
  }
  if (titleFolder !== undefined && !output.path.startsWith(titleFolder.replace(/[\\/]+$/, "") + sep)) {
    return { kind: "elsewhere" };
  }
  if (output.source.kept && held.some(({ path }) => path === output.source.path)) {
    return { kind: "beside", message: `${app} keeps the original; the encode lies beside it` };
  }
  return { kind: "missing", warning: `${app} has not taken the new file: ${insteadOf(held)}.` };
}

/** Whether a manager has an original that was put back. */
export function checkRestored(
  original: Pick<EncodedFile, "path" | "sizeBytes">,
  held: HeldFile[],
  app: string,
): Extract<ResultVerdict, { kind: "has" | "missing" }> {
  const found = held.some(({ path, sizeBytes }) => path === original.path && sizeBytes === original.sizeBytes);
  return found
    ? { kind: "has", message: `${app} has the original again` }
    : { kind: "missing", warning: `${app} has not taken the original back: ${insteadOf(held)}.` };
}

function insteadOf([other]: HeldFile[]): string {
  return other === undefined ? "it has no file of it now" : `it has ${basename(other.path)}`;
}
