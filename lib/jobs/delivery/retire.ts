import { dirname, join } from "node:path";
import { syncFolder } from "../../kit/atomic_file.ts";
import type { SourceIdentity } from "../../media/probe/source.ts";
import { binEntry, type Delivery } from "./delivery.ts";
import { identityOf, isSameFile, isUnchanged, moveWithoutOverwriting, removeOwnFile } from "./file_moves.ts";
import { baseName, BIN_FOLDER, isBinPath, sidecarMoves } from "./file_names.ts";
import type { Journal } from "./journal.ts";
import { isLink, isSameLink } from "./linked_file.ts";

/** Moves the original to the recycle bin after its successor has been published with another name. */
export async function retireOriginal(
  delivery: Delivery,
  bin: string,
  published: SourceIdentity,
  journal: Journal,
  warnings: string[],
): Promise<string | undefined> {
  const { source, sourceIdentity, target } = delivery;
  const entry = binEntry(delivery, bin);
  const { kept } = await journal.step<{ from: string; to: string }, { kept: boolean; why?: string }>(
    "retired",
    { from: source, to: bin },
    async ({ from, to }) => {
      // A symbolic link is copied before its old name is removed, so a crash may leave both. A file is moved
      // atomically.
      if (!isUnchanged(await identityOf(to), sourceIdentity) || await isSameLink(from, to)) {
        const [original, successor] = [await identityOf(from), await identityOf(target)];
        if (!isUnchanged(original, sourceIdentity)) return { kept: false, why: "it changed during the encode" };
        if (
          !isSameFile(successor, published) || successor?.sizeBytes !== published.sizeBytes ||
          isSameFile(original, successor)
        ) {
          return { kept: false, why: "the encode is not in its expected place" };
        }
        try {
          await createBinFolder(to);
          if (await isLink(from)) await moveWithoutOverwriting(from, to, sourceIdentity);
          else await Deno.rename(from, to);
        } catch (error) {
          return { kept: false, why: error instanceof Error ? error.message : String(error) };
        }
      }
      await syncFolder(dirname(to));
      await syncFolder(dirname(from));
      return { kept: true };
    },
    (result) => result.kept ? entry : undefined,
  );
  if (kept) return bin;
  const why = journal.result<{ why?: string }>("retired")?.why ?? "";
  warnings.push(`The original stays in place: ${why}.`);
  return undefined;
}

/** Renames subtitles, metadata and images with the old name to match the new name. Existing files are not replaced. */
export async function moveSidecars({ source, target }: Delivery, journal: Journal, warnings: string[]): Promise<void> {
  const folder = dirname(source);
  if (folder !== dirname(target)) return;
  const names = [];
  for await (const entry of Deno.readDir(folder)) if (entry.isFile || entry.isSymlink) names.push(entry.name);
  const moves = sidecarMoves(names, baseName(source), baseName(target));
  if (moves.length === 0 && journal.intent("sidecars") === undefined) return;
  const { left } = await journal.step("sidecars", moves, async (meant) => {
    const left: string[] = [];
    for (const { from, to } of meant) {
      const identity = await identityOf(join(folder, from));
      if (identity === undefined) continue;
      await moveWithoutOverwriting(join(folder, from), join(folder, to), identity).catch(() => left.push(from));
    }
    return { left };
  });
  if (left.length > 0) warnings.push(`These files keep their old names: ${left.join(", ")}.`);
}

/** Deletes the original immediately if it is kept for zero days and its verified successor exists. */
export async function deleteRetiredNow(
  { target, sourceIdentity }: Delivery,
  bin: string,
  published: SourceIdentity,
  journal: Journal,
): Promise<boolean> {
  const { gone } = await journal.step("emptied", { path: bin }, async ({ path }) => {
    const [kept, successor] = [await identityOf(path), await identityOf(target)];
    if (kept === undefined) return { gone: true };
    if (!isBinPath(path)) return { gone: false };
    const safe = isUnchanged(kept, sourceIdentity) && isSameFile(successor, published) &&
      successor?.sizeBytes === published.sizeBytes && !isSameFile(kept, successor);
    if (!safe) return { gone: false };
    // At startup, the recycle bins are pruned while unfinished deliveries are resumed.
    await removeOwnFile(path);
    await removeEmptyBinFolder(path);
    return { gone: true };
  });
  return gone;
}

/** Removes the dated folder and the recycle bin folder if they are empty. */
export async function removeEmptyBinFolder(path: string): Promise<void> {
  const day = dirname(path);
  if (!day.includes(BIN_FOLDER)) return;
  // `remove` fails for folders that are not empty, so these are kept.
  await Deno.remove(day).then(() => Deno.remove(dirname(day))).catch(() => {});
}

/** Creates the dated folder of a recycle bin. Only the user who runs the service can read it. */
export async function createBinFolder(path: string): Promise<void> {
  await Deno.mkdir(dirname(path), { recursive: true, mode: 0o700 });
}
