import { dirname } from "node:path";
import { lstat } from "node:fs/promises";
import { identityOf, isUnchanged } from "../../jobs/delivery/file_moves.ts";
import { syncFile, syncFolder } from "../../kit/atomic_file.ts";
import type { PlacedTitle, RippedFile } from "../rip_schema.ts";
import { RipProblem, type TitleCopy } from "../rippers/model.ts";
import { changeRip } from "./announce.ts";
import type { RipsState } from "./deps.ts";

/** Gives verified copies their places, so that one is found again when the power fails between its move and its note. */

/** A title and where its copy goes. */
export interface TitlePlace {
  id: string;
  copy: TitleCopy;
  target: string;
}

/**
 * Moves a verified copy to its place and stores it. Which file is about to be there, with which tracks, is noted before
 * the move.
 */
export async function placeTitle(
  state: RipsState,
  { id, copy, target }: TitlePlace,
  { path, sizeBytes }: { path: string; sizeBytes: number },
): Promise<void> {
  await syncFile(path);
  const file = await identityOf(path);
  if (file === undefined) throw new RipProblem("failed", "The copy is gone from the cache folder.");
  await changeRip(state, id, {
    record: (record) => ({ ...record, placed: { ...tracksOf(copy), path: target, file } }),
  });
  await Deno.rename(path, target);
  await syncFolder(dirname(target));
  await storeFile(state, id, { titleId: copy.title.id, path: target, sizeBytes, verified: true });
}

/**
 * Stores a copy that an earlier start moved to its place and could not store any more. It counts when it is the very file
 * that was noted, has the tracks that are wanted now, and passes the verification once more; answers whether it did.
 */
export async function takePlaced(
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

/** Puts the file of a title in place of an earlier one. */
const storeFile = (state: RipsState, id: string, file: RippedFile) =>
  changeRip(state, id, {
    record: ({ placed: _, ...record }) => ({
      ...record,
      files: [...record.files.filter(({ titleId }) => titleId !== file.titleId), file],
    }),
  });
