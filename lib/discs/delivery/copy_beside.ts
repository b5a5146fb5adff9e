import { basename, dirname, join } from "node:path";
import { stat } from "node:fs/promises";
import { copyVerified } from "../../jobs/delivery/file_moves.ts";
import { bytes as formatBytes } from "../../kit/format.ts";
import type { SourceIdentity } from "../../media/probe/source.ts";
import type { Space } from "../../platform/storage/space.ts";
import { RipProblem } from "../rippers/model.ts";

/** Files that are being written here; the sweep leaves them alone. */
const PARTIAL = ".lathe-part";

/** Whether a name is one of ours that is still being written. */
export const isPartial = (name: string): boolean => name.endsWith(PARTIAL);

/** Where a file of a rip is written before it gets its name. It belongs to that rip, whatever the name will be. */
export const partialOf = (folder: string, ripId: string, title: number | string): string =>
  join(folder, `${ripId}-${title}${PARTIAL}`);

/**
 * Copies a file of a rip to `partial` where there is room for it, and reads it again; everybody may read the copy. A copy
 * that fails is removed. Throws `RipProblem` without room, and `JobFailure`.
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
      `There is no room for ${basename(from)}: ${needed} are needed in ${folder}, ${free} are free.`,
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

/** Managers and players are other users. Shares without permissions have it their way. */
export const allowReading = (path: string): Promise<void> => Deno.chmod(path, 0o644).catch(() => {});
