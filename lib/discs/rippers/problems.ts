import { join } from "node:path";
import { isDiskFull } from "../../kit/disk/disk_full.ts";
import { DiscFault } from "../files/model.ts";
import { RipProblem } from "./model.ts";

const CODES = {
  no_disc: "no_disc",
  unreadable: "read_error",
  protected: "protected",
  malformed: "failed",
  missing_file: "failed",
} as const satisfies Record<DiscFault["code"], RipProblem["code"]>;

/** What a failure of reading or writing means to people; what is neither stays as it is. */
export function ripProblem(error: unknown): unknown {
  if (error instanceof DiscFault) return new RipProblem(CODES[error.code], error.message, { cause: error });
  if (isDiskFull(error)) return diskFull(error);
  return error;
}

/** The disk that titles are copied to has no room left. */
export const diskFull = (cause?: unknown): RipProblem =>
  new RipProblem("disk_full", "The disk of the rip folder is full.", {
    cause,
    remedy: "Make room, or select fewer titles, and start again.",
  });

/** More than what file systems keep beside the content of a small file. */
const PROBE_BYTES = 256 * 1024;

/** Whether nothing more can be written to a folder: programs that fail for it do not always say so. */
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
