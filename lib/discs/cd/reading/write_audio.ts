import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { createChecksums, type TrackChecksums, type TrackSpan } from "../accuraterip/checksums.ts";
import type { Cut } from "./cut.ts";
import { SAMPLE_BYTES } from "./model.ts";

/** Values computed from a track's samples. */
export interface AudioFacts {
  /** MD5 of the samples, in lowercase hexadecimal digits. */
  md5: string;
  /** CRC32 of the samples, eight uppercase hexadecimal digits. */
  crc32: string;
  /** Peak sample value, 0 to 1. */
  peak: number;
  checksums: TrackChecksums;
}

const BLOCK_BYTES = 1 << 20;

/**
 * Writes the samples of a cut, padded with zeros. The samples are read from the file `raw`, unless the cut contains
 * only zeros.
 */
export async function writeAudio(
  { raw, output, cut, span, signal }: { raw: string; output: string; cut: Cut; span: TrackSpan; signal: AbortSignal },
): Promise<AudioFacts> {
  const md5 = createHash("md5");
  const sums = createChecksums(span);
  let [crc, peak] = [0, 0];
  using target = await Deno.open(output, { write: true, create: true, truncate: true });
  for await (const block of samplesOf(raw, cut)) {
    signal.throwIfAborted();
    md5.update(block);
    crc = crc32(block, crc);
    sums.push(block);
    peak = Math.max(peak, loudest(block));
    for (let written = 0; written < block.length;) written += await target.write(block.subarray(written));
  }
  const digits = crc.toString(16).toUpperCase().padStart(8, "0");
  return { md5: md5.digest("hex"), crc32: digits, peak: peak / 2 ** 15, checksums: sums.end() };
}

/** Yields blocks of complete samples, each in a separate buffer. */
async function* samplesOf(
  raw: string,
  { skip, taken, zerosBefore, zerosAfter }: Cut,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  yield* zeros(zerosBefore);
  if (taken > 0) {
    using file = await Deno.open(raw, { read: true });
    await file.seek(skip * SAMPLE_BYTES, Deno.SeekMode.Start);
    for (let left = taken * SAMPLE_BYTES; left > 0;) {
      const block = new Uint8Array(Math.min(BLOCK_BYTES, left));
      for (let filled = 0; filled < block.length;) {
        const read = await file.read(block.subarray(filled));
        if (read === null) throw new Error(`${raw} was truncated while it was being read.`);
        filled += read;
      }
      left -= block.length;
      yield block;
    }
  }
  yield* zeros(zerosAfter);
}

function* zeros(samples: number): Generator<Uint8Array<ArrayBuffer>> {
  for (let left = samples * SAMPLE_BYTES; left > 0; left -= BLOCK_BYTES) {
    yield new Uint8Array(Math.min(BLOCK_BYTES, left));
  }
}

function loudest(block: Uint8Array<ArrayBuffer>): number {
  let [low, high] = [0, 0];
  for (const sample of new Int16Array(block.buffer)) {
    if (sample > high) high = sample;
    else if (sample < low) low = sample;
  }
  return Math.max(high, -low);
}
