import { dvdFolder, openVobs } from "../dvd/vobs.ts";
import { DiscFault, type DiscFiles } from "../files/model.ts";
import type { BlurayItem, DvdCell, ReadTitle } from "../model.ts";

/** A few seconds of a title in the original format. `extension` indicates the format to ffmpeg. */
export interface TitlePiece {
  bytes: Uint8Array;
  extension: ".vob" | ".m2ts";
}

/** Number of sectors. DVDs have at most 10 Mbit/s, so this is two seconds, which contain a complete GOP. */
const DVD_SECTORS = 1_280;
/** Number of bytes: two seconds of an Ultra HD disc. */
const BLURAY_BYTES = 32 * 1024 * 1024;
/** Length of a piece for a clip, relative to a piece for an image. */
const CLIP_LENGTH = 4;
/** Size of an encryption unit in a Blu-ray stream in bytes: 32 packets. */
const ALIGNED_UNIT = 6_144;

/** Use of a piece: an image needs one GOP, a clip several seconds. */
export type PieceUse = "image" | "clip";

/** Reads the stream at a position in the title, given as a fraction from 0 to 1. Throws `DiscFault`. */
export async function readPiece(
  files: DiscFiles,
  { source }: ReadTitle,
  place: number,
  use: PieceUse = "image",
): Promise<TitlePiece> {
  return source.kind === "dvd"
    ? { bytes: await dvdPiece(files, source, place, use), extension: ".vob" }
    : { bytes: await blurayPiece(files, source.items, place), extension: ".m2ts" };
}

async function dvdPiece(
  files: DiscFiles,
  { titleSet, cells }: { titleSet: number; cells: readonly DvdCell[] },
  place: number,
  use: PieceUse,
): Promise<Uint8Array> {
  const vobs = await openVobs(files, await dvdFolder(files), titleSet);
  try {
    return await vobs.read(sectorAt(cells, place), use === "clip" ? CLIP_LENGTH * DVD_SECTORS : DVD_SECTORS);
  } finally {
    await vobs.close();
  }
}

/** Returns the sector at a fraction of the total length of the cells. Pure. */
export function sectorAt(cells: readonly DvdCell[], place: number): number {
  const sizes = cells.map(({ firstSector, lastSector }) => lastSector - firstSector + 1);
  let left = Math.floor(sizes.reduce((sum, size) => sum + size, 0) * Math.min(1, Math.max(0, place)));
  for (const [at, cell] of cells.entries()) {
    const size = sizes[at] ?? 0;
    if (left < size || at === cells.length - 1) return cell.firstSector + Math.min(left, Math.max(0, size - 1));
    left -= size;
  }
  throw new DiscFault("missing_file", "The title has no cells.");
}

async function blurayPiece(files: DiscFiles, items: readonly BlurayItem[], place: number): Promise<Uint8Array> {
  const { clip, share } = clipAt(items, place);
  const file = await files.open(`BDMV/STREAM/${clip}.m2ts`);
  if (file === undefined) throw new DiscFault("missing_file", `The clip ${clip}.m2ts is missing.`);
  try {
    const wanted = Math.min(Math.max(0, file.size - BLURAY_BYTES), Math.floor(file.size * share));
    return await file.read(wanted - wanted % ALIGNED_UNIT, Math.min(BLURAY_BYTES, file.size));
  } finally {
    await file.close();
  }
}

/** Returns the clip at a fraction of the title's length, and the position in it as a fraction of the clip. Pure. */
export function clipAt(items: readonly BlurayItem[], place: number): { clip: string; share: number } {
  const lengths = items.map(({ inTime, outTime }) => Math.max(0, outTime - inTime));
  let left = lengths.reduce((sum, length) => sum + length, 0) * Math.min(1, Math.max(0, place));
  for (const [at, { clip }] of items.entries()) {
    const length = lengths[at] ?? 0;
    if (left < length || at === items.length - 1) return { clip, share: length === 0 ? 0 : Math.min(1, left / length) };
    left -= length;
  }
  throw new DiscFault("missing_file", "The title has no clips.");
}
