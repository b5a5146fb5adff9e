import { basename, dirname, join } from "node:path";
import { stat } from "node:fs/promises";
import { copyVerified } from "../../jobs/delivery/file_moves.ts";
import { bytes as formatBytes } from "../../kit/format.ts";
import type { SourceIdentity } from "../../media/probe/source.ts";
import type { Space } from "../../platform/storage/space.ts";
import { RipProblem } from "../ripper_model.ts";

/** Suffix of files that are still being written. The sweep ignores them. */
const PARTIAL = ".lathe-part";

/** True for the name of a file that Lathe is still writing. */
export const isPartial = (name: string): boolean => name.endsWith(PARTIAL);

/** Returns the temporary path of a rip's file. It depends on the rip, not on the final name. */
export const partialOf = (folder: string, ripId: string, title: number | string): string =>
  join(folder, `${ripId}-${title}${PARTIAL}`);

/**
 * Copies a file of a rip to `partial` if there is enough free space, verifies the copy and makes it readable for all
 * users. A failed copy is removed. Throws `RipProblem` if there is not enough space, and `JobFailure`.
 */
export async function copyBeside(
  space: Pick<Space, "shortage">,
  from: string,
  partial: string,
): Promise<SourceIdentity> {
  const folder = dirname(partial);
  const shortage = await space.shortage([{ path: folder, bytes: (await stat(from)).size }]);
  if (shortage !== undefined) {
    const [needed, free] = [formatBytes(shortage.needed), formatBytes(shortage.free)];
    throw new RipProblem(
      "disk_full",
      `Not enough free space for ${basename(from)}: ${needed} are needed in ${folder}, ${free} are free.`,
    );
  }
  try {
    const identity = await copyVerified(from, partial);
    await allowReading(partial);
    return identity;
  } catch (error) {
    await Deno.remove(partial).catch(() => {});
    throw error;
  }
}

/** Managers and players run as other users. Failures on shares without permissions are ignored. */
export const allowReading = (path: string): Promise<void> => Deno.chmod(path, 0o644).catch(() => {});
