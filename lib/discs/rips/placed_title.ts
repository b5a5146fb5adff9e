import { dirname } from "node:path";
import { lstat } from "node:fs/promises";
import { identityOf, isUnchanged } from "../../jobs/delivery/file_moves.ts";
import { syncFile, syncFolder } from "../../kit/atomic_file.ts";
import type { PlacedTitle, RippedFile } from "../rip_schema.ts";
import { RipProblem, type TitleCopy } from "../ripper_model.ts";
import { changeRip } from "./announce.ts";
import type { RipsState } from "./deps.ts";

/**
 * Moves verified copies to their destination. If the power fails after the move and before it is recorded, the copy is
 * found again.
 */

/** A title and the destination of its copy. */
export interface TitlePlace {
  id: string;
  copy: TitleCopy;
  target: string;
}

/** Moves a verified copy to its destination. Its identity and tracks are recorded before the move. */
export async function placeTitle(
  state: RipsState,
  { id, copy, target }: TitlePlace,
  { path, sizeBytes }: { path: string; sizeBytes: number },
): Promise<void> {
  await syncFile(path);
  const file = await identityOf(path);
  if (file === undefined) throw new RipProblem("failed", "The copy no longer exists in the cache folder.");
  await changeRip(state, id, {
    record: (record) => ({ ...record, placed: { ...tracksOf(copy), path: target, file } }),
  });
  await Deno.rename(path, target);
  await syncFolder(dirname(target));
  await storeFile(state, id, { titleId: copy.title.id, path: target, sizeBytes, verified: true });
}

/**
 * Stores a copy that an interrupted run moved into place but could not record. It is accepted if it is the recorded
 * file, has the tracks that are selected now, and passes verification again. Returns true if it was accepted.
 */
export async function adoptPlaced(
  state: RipsState,
  { id, copy, target }: TitlePlace,
  { placed, signal }: { placed: PlacedTitle | undefined; signal: AbortSignal },
): Promise<boolean> {
  if (placed === undefined || placed.path !== target || !isOfTracks(placed, copy)) return false;
  const isFile = await lstat(target).then((found) => found.isFile(), () => false);
  if (!isFile || !isUnchanged(await identityOf(target), placed.file)) return false;
  try {
    await state.rippers.verify(target, copy, signal);
  } catch (error) {
    if (error instanceof RipProblem && error.code === "short") return false;
    throw error;
  }
  const { sizeBytes } = placed.file;
  await storeFile(state, id, { titleId: copy.title.id, path: target, sizeBytes, verified: true });
  return true;
}

const tracksOf = ({ title, audio, subtitles }: TitleCopy): Pick<PlacedTitle, "titleId" | "audio" | "subtitles"> => ({
  titleId: title.id,
  audio: [...audio],
  subtitles: [...subtitles],
});

const isOfTracks = ({ titleId, audio, subtitles }: PlacedTitle, copy: TitleCopy): boolean =>
  JSON.stringify({ titleId, audio, subtitles }) === JSON.stringify(tracksOf(copy));

/** Stores the file of a title, replacing an earlier one. */
const storeFile = (state: RipsState, id: string, file: RippedFile) =>
  changeRip(state, id, {
    record: ({ placed: _, ...record }) => ({
      ...record,
      files: [...record.files.filter(({ titleId }) => titleId !== file.titleId), file],
    }),
  });
