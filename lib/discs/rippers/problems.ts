import { join } from "node:path";
import { isDiskFull } from "../../kit/disk/disk_full.ts";
import { DiscFault } from "../files/model.ts";
import { RipProblem } from "../ripper_model.ts";

const CODES = {
  no_disc: "no_disc",
  unreadable: "read_error",
  protected: "protected",
  malformed: "failed",
  missing_file: "failed",
} as const satisfies Record<DiscFault["code"], RipProblem["code"]>;

/** Converts read and write errors to a problem that is shown to the user. Other errors are returned unchanged. */
export function ripProblem(error: unknown): unknown {
  if (error instanceof DiscFault) return new RipProblem(CODES[error.code], error.message, { cause: error });
  if (isDiskFull(error)) return diskFull(error);
  return error;
}

/** Creates the problem for a full disk. */
export const diskFull = (cause?: unknown): RipProblem =>
  new RipProblem("disk_full", "The disk that contains the rip folder is full.", {
    cause,
    remedy: "Free up space or select fewer titles, then start again.",
  });

/** Size of a test file in bytes. It must be larger than the files that file systems store inline. */
const PROBE_BYTES = 256 * 1024;

/** True if no more data can be written to a folder. Programs that fail for this reason do not always report it. */
export async function isFolderFull(folder: string): Promise<boolean> {
  const path = join(folder, ".room");
  try {
    await Deno.writeFile(path, new Uint8Array(PROBE_BYTES));
    return false;
  } catch (error) {
    return isDiskFull(error);
  } finally {
    await Deno.remove(path).catch(() => {});
  }
}
