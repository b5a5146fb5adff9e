import type { DiscFiles } from "../../files/model.ts";
import type { ReadTitle } from "../../model.ts";
import { SECTOR_BYTES } from "../ifo/ifo_bytes.ts";
import { dvdFolder, openVobs } from "../vobs.ts";
import { type ByteSink, fileSink } from "./byte_sink.ts";
import { createCellReader, type SectorRun } from "./cell_reader.ts";
import { createPackSorter, type Learnt } from "./pack_sorter.ts";

/** Output of a copied title. */
export interface DvdOutput {
  /** Path of a file, or a sink for the bytes. Both are closed at the end. */
  vob: string | ByteSink;
  /** An existing folder for `<n>.sub` and `<n>.idx` of subtitle stream `0x20 + n`. */
  subtitles: string;
}

/** Result of a copy. */
export interface DvdCopy extends Learnt {
  bytes: number;
  /** Sectors of the title set that are unreadable or past its end, and therefore missing from the copy. */
  lost: SectorRun[];
}

/**
 * Copies the packs of a title's cells, unchanged and in order, and each of its subtitle streams, in one pass over the
 * disc. `onProgress` receives the bytes after each piece of up to 2 MiB. Throws `DiscFault`: `protected` at the first
 * scrambled pack, `malformed` if the pieces of an angle cannot be separated from others, `unreadable` if too much is
 * unreadable. On errors, partial files are left in place. Files are not synced.
 */
export async function copyDvdTitle(
  files: DiscFiles,
  title: ReadTitle,
  { vob, subtitles }: DvdOutput,
  onProgress: (doneBytes: number, totalBytes: number) => void = () => {},
  signal?: AbortSignal,
): Promise<DvdCopy> {
  const { source } = title;
  if (source.kind !== "dvd") throw new TypeError(`${title.sourceFile} is not a DVD title.`);
  const closing = new AsyncDisposableStack();
  await using _open = closing;
  const vobs = await openVobs(files, await dvdFolder(files), source.titleSet);
  closing.defer(() => vobs.close());
  const sink = typeof vob === "string" ? await fileSink(vob) : vob;
  closing.defer(() => sink.close());
  const sorter = createPackSorter(title, source.palette, subtitles);
  closing.defer(() => sorter.close());

  const reader = createCellReader(vobs);
  const total = source.cells.reduce((sum, cell) => sum + Math.min(cell.sectors, vobs.sectors), 0) * SECTOR_BYTES;
  let bytes = 0;
  // Each piece is written while the next one is read, so that the drive and the disk do not wait for each other.
  let writing = Promise.resolve();
  for (const cell of source.cells) {
    for await (const piece of reader.read(cell)) {
      signal?.throwIfAborted();
      // The packs are checked before writing, so that no scrambled data is written.
      await sorter.push(piece.bytes, piece.firstSector);
      await writing;
      writing = sink.write(piece.bytes);
      // The error is thrown at the next await, or ignored if reading fails first.
      writing.catch(() => {});
      bytes += piece.bytes.length;
      onProgress(bytes, Math.max(bytes, total));
    }
  }
  await writing;
  return { bytes, ...await sorter.finish(), lost: reader.lost };
}
