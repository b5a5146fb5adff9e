import { Buffer } from "node:buffer";
import { readImage } from "../toc/read_image.ts";
import type { ImageExtent } from "../toc/disc_image.ts";
import { SECTOR_BYTES, type SectorReader, type SectorSpan } from "./model.ts";

/** Number of sectors copied per step. */
const BATCH = 512;

/** Creates a reader for the sectors of image files. Sectors that are not in any file are silence. */
export const createImageReader = (sheet: string): SectorReader => ({
  name: "image",
  isExact: true,
  readsSectors: true,
  async read({ span, output, onFraction, signal }) {
    const { extents } = await readImage(sheet);
    using target = await Deno.open(output, { write: true, createNew: true });
    for (let done = 0; done < span.sectors; done += BATCH) {
      signal.throwIfAborted();
      const part = { start: span.start + done, sectors: Math.min(BATCH, span.sectors - done) };
      await writeAll(target, await readPart(extents, part));
      onFraction((done + part.sectors) / span.sectors);
    }
    return { readErrors: 0, skips: 0 };
  },
});

async function readPart(extents: readonly ImageExtent[], part: SectorSpan): Promise<Uint8Array> {
  const audio = new Uint8Array(part.sectors * SECTOR_BYTES);
  for (const extent of extents) {
    const first = Math.max(extent.start, part.start);
    const last = Math.min(extent.start + extent.sectors, part.start + part.sectors);
    if (last <= first || !extent.isAudio) continue;
    const raw = await readSectors(extent, first - extent.start, last - first);
    for (let sector = 0; sector < last - first; sector++) {
      const at = sector * extent.sectorBytes;
      audio.set(raw.subarray(at, at + SECTOR_BYTES), (first - part.start + sector) * SECTOR_BYTES);
    }
  }
  return audio;
}

/** Reads sectors of an extent as little-endian samples. */
async function readSectors(extent: ImageExtent, sector: number, count: number): Promise<Uint8Array> {
  using file = await Deno.open(extent.path, { read: true });
  await file.seek(extent.offset + sector * extent.sectorBytes, Deno.SeekMode.Start);
  const raw = new Uint8Array(count * extent.sectorBytes);
  for (let filled = 0; filled < raw.length;) {
    const read = await file.read(raw.subarray(filled));
    if (read === null) throw new Error(`${extent.path} was truncated while it was being read.`);
    filled += read;
  }
  return extent.bigEndian ? Buffer.from(raw.buffer).swap16() : raw;
}

async function writeAll(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length;) written += await file.write(bytes.subarray(written));
}
