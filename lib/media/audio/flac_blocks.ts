/** Reads the metadata blocks at the start of a FLAC file (RFC 9639, section 8.1). */

const ID3_BYTES = 10;
/** Size of the marker and the first block (STREAMINFO) with its header. */
const HEAD_BYTES = 42;
const BLOCK_HEAD_BYTES = 4;
const MARKER_BYTES = 4;
/** Maximum number of blocks. Files have about a dozen. Without a limit, reading an invalid file might never end. */
const MAX_BLOCKS = 200;
/** Maximum size of a block in bytes. A table of 99 tracks with 100 index points each is 120 kB long. */
const MAX_BODY_BYTES = 1 << 20;

/** Reads the first 42 bytes after any ID3 tag, fewer if the file is shorter. Throws errors of the operating system. */
export async function readFlacHead(path: string): Promise<Uint8Array<ArrayBuffer>> {
  using file = await Deno.open(path, { read: true });
  return await readAt(file, id3Length(await readAt(file, 0, ID3_BYTES)), HEAD_BYTES);
}

/**
 * Reads the body of the first block of a type. Undefined if there is none or it is truncated. Throws errors of the
 * operating system.
 */
export async function readFlacBlock(path: string, type: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  using file = await Deno.open(path, { read: true });
  const start = id3Length(await readAt(file, 0, ID3_BYTES));
  if (new TextDecoder().decode(await readAt(file, start, MARKER_BYTES)) !== "fLaC") return undefined;
  let at = start + MARKER_BYTES;
  for (let block = 0; block < MAX_BLOCKS; block++) {
    const [kind, a = 0, b = 0, c = 0] = await readAt(file, at, BLOCK_HEAD_BYTES);
    if (kind === undefined) return undefined;
    const length = (a << 16) | (b << 8) | c;
    if ((kind & 0x7f) === type) {
      if (length > MAX_BODY_BYTES) return undefined;
      const body = await readAt(file, at + BLOCK_HEAD_BYTES, length);
      return body.length === length ? body : undefined;
    }
    // The highest bit of a block header marks the last block.
    if ((kind & 0x80) !== 0) return undefined;
    at += BLOCK_HEAD_BYTES + length;
  }
  return undefined;
}

/**
 * Returns the size of an ID3 tag, which some programs put before the FLAC marker. Its header contains the length in
 * four groups of seven bits.
 */
function id3Length(head: Uint8Array): number {
  if (head.length < ID3_BYTES || head[0] !== 0x49 || head[1] !== 0x44 || head[2] !== 0x33) return 0;
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6);
  return ID3_BYTES + (((a & 0x7f) << 21) | ((b & 0x7f) << 14) | ((c & 0x7f) << 7) | (d & 0x7f));
}

async function readAt(file: Deno.FsFile, offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  await file.seek(offset, Deno.SeekMode.Start);
  const buffer = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const count = await file.read(buffer.subarray(filled));
    if (count === null) break;
    filled += count;
  }
  return buffer.subarray(0, filled);
}
