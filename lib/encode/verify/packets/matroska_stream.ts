/**
 * Reads the blocks of a Matroska file that is written to a pipe (RFC 9559). They contain raw frames and samples with
 * timestamps. Supports only the features that ffmpeg's muxer uses: no lacing, no encryption.
 */

export interface Block {
  /** Track number, starting at 1. */
  track: number;
  /** Timestamp in milliseconds, the default scale of the muxer. */
  timeMs: number;
  data: Uint8Array<ArrayBuffer>;
}

const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const BLOCK_GROUP = 0xa0;
const TIMESTAMP = 0xe7;
const SIMPLE_BLOCK = 0xa3;
const BLOCK = 0xa1;
/**
 * Size of a block header: track number (one byte), timestamp (two bytes), flags (one byte). Shorter blocks are empty.
 */
const BLOCK_HEADER_BYTES = 4;
/** Elements whose children are parsed. */
const MASTERS = new Set([SEGMENT, CLUSTER, BLOCK_GROUP]);
/** Maximum size of an element in bytes. A raw frame is far smaller. */
const MAX_ELEMENT_BYTES = 64 * 1024 * 1024;

/** Yields the blocks of `stream` in file order. Stops at the end of the stream, even within an element. */
export async function* readBlocks(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Block> {
  const source = byteSource(stream);
  let clusterMs = 0;
  try {
    while (true) {
      const id = await readNumber(source, true);
      const size = await readNumber(source, false);
      if (id === undefined || size === undefined) return;
      if (MASTERS.has(id.value)) continue;
      if (size.unknown || size.value > MAX_ELEMENT_BYTES) return;
      const body = await source.take(size.value);
      if (body === undefined) return;
      if (id.value === TIMESTAMP) clusterMs = body.reduce((value, byte) => value * 256 + byte, 0);
      if ((id.value === SIMPLE_BLOCK || id.value === BLOCK) && body.length >= BLOCK_HEADER_BYTES) {
        const track = (body[0] ?? 0) & 0x7f;
        const offset = new DataView(body.buffer, body.byteOffset).getInt16(1);
        yield { track, timeMs: clusterMs + offset, data: body.subarray(BLOCK_HEADER_BYTES) };
      }
    }
  } finally {
    await source.close();
  }
}

interface ByteSource {
  /** Returns exactly `count` bytes. Undefined if the stream ends before. */
  take(count: number): Promise<Uint8Array<ArrayBuffer> | undefined>;
  close(): Promise<void>;
}

function byteSource(stream: ReadableStream<Uint8Array<ArrayBuffer>>): ByteSource {
  const reader = stream.getReader();
  let chunk = new Uint8Array();
  let at = 0;
  return {
    async take(count) {
      if (chunk.length - at >= count) {
        const part = chunk.subarray(at, at + count);
        at += count;
        return part;
      }
      const all = new Uint8Array(count);
      let filled = 0;
      while (filled < count) {
        if (at >= chunk.length) {
          const next = await reader.read();
          if (next.done) return undefined;
          [chunk, at] = [next.value, 0];
          continue;
        }
        const part = chunk.subarray(at, at + count - filled);
        all.set(part, filled);
        filled += part.length;
        at += part.length;
      }
      return all;
    },
    async close() {
      await reader.cancel().catch(() => {});
      reader.releaseLock();
    },
  };
}

/**
 * Reads a variable-length number. In an element ID, the marker bit is kept. In a size, it is removed, and the size may
 * be "unknown" (all ones).
 */
async function readNumber(source: ByteSource, isId: boolean): Promise<{ value: number; unknown: boolean } | undefined> {
  const first = (await source.take(1))?.[0];
  if (first === undefined || first === 0) return undefined;
  const length = Math.clz32(first) - 23;
  const rest = length > 1 ? await source.take(length - 1) : new Uint8Array();
  if (rest === undefined) return undefined;
  const mask = (1 << (8 - length)) - 1;
  let value = isId ? first : first & mask;
  let unknown = !isId && (first & mask) === mask;
  for (const byte of rest) {
    value = value * 256 + byte;
    unknown &&= byte === 0xff;
  }
  return { value, unknown };
}
