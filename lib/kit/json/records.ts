import { concat } from "../bytes.ts";
import { boundForeignText, MAX_FOREIGN_DEPTH } from "./json.ts";

/** An element of a JSON array: its value, or the reason why it cannot be used. */
export type JsonRecord = { value: unknown } | { broken: "no JSON" | "too large" | "too deep" };

/** Maximum size of an element in bytes. Larger elements are skipped without storing them. */
const MAX_RECORD_BYTES = 8 << 20;
const [QUOTE, BACKSLASH, COMMA, OPEN, CLOSE] = [0x22, 0x5c, 0x2c, 0x5b, 0x5d];
const [OPEN_OBJECT, CLOSE_OBJECT] = [0x7b, 0x7d];
const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/**
 * Parses a JSON array as a stream, and yields the elements completed in each chunk, sanitised as by
 * `parseUntrustedJson`. Only these elements and one incomplete element are kept in memory. Finding element boundaries
 * and parsing each element with `JSON.parse` is six times faster than a JavaScript tokenizer. Throws `SyntaxError` if
 * the input is not an array or ends too early.
 */
export async function* jsonRecords(
  chunks: AsyncIterable<Uint8Array>,
  maxRecordBytes = MAX_RECORD_BYTES,
): AsyncGenerator<JsonRecord[]> {
  const splitter = newSplitter(maxRecordBytes);
  for await (const chunk of chunks) yield split(splitter, chunk);
  if (splitter.place !== "after") throw new SyntaxError("The list is truncated.");
}

/** State of the parser. */
interface Splitter {
  readonly maxRecordBytes: number;
  /** True if nothing has been read yet. The input may start with a byte order mark. */
  first: boolean;
  /** Position relative to the array. */
  place: "before" | "inside" | "after";
  /** True within an element. */
  open: boolean;
  /** Number of unclosed objects and arrays in the element, and its maximum so far. */
  depth: number;
  deepest: number;
  inText: boolean;
  escaped: boolean;
  /** Data of the element from earlier chunks, unless it is too large, and its size. */
  parts: Uint8Array[];
  size: number;
}

const newSplitter = (maxRecordBytes: number): Splitter => ({
  maxRecordBytes,
  first: true,
  place: "before",
  open: false,
  depth: 0,
  deepest: 0,
  inText: false,
  escaped: false,
  parts: [],
  size: 0,
});

/** Returns the elements that a chunk completes. */
function split(state: Splitter, chunk: Uint8Array): JsonRecord[] {
  const found: JsonRecord[] = [];
  let at = afterMark(state, chunk);
  /** Start of the element in this chunk. */
  let from = at;
  for (; at < chunk.length; at++) {
    const byte = chunk[at] ?? 0;
    if (state.inText) {
      if (state.escaped) state.escaped = false;
      else if (byte === BACKSLASH) state.escaped = true;
      else if (byte === QUOTE) state.inText = false;
      continue;
    }
    if (state.place !== "inside") {
      if (isSpace(byte)) continue;
      if (state.place === "after" || byte !== OPEN) throw new SyntaxError("The data is not a list.");
      state.place = "inside";
      continue;
    }
    if (state.depth === 0 && (byte === COMMA || byte === CLOSE)) {
      if (state.open) found.push(finished(state, chunk.subarray(from, at)));
      if (byte === CLOSE) state.place = "after";
      continue;
    }
    if (!state.open) {
      if (isSpace(byte)) continue;
      [state.open, from] = [true, at];
    }
    if (byte === QUOTE) state.inText = true;
    else if (byte === OPEN_OBJECT || byte === OPEN) state.deepest = Math.max(state.deepest, ++state.depth);
    else if (byte === CLOSE_OBJECT || byte === CLOSE) {
      if (--state.depth < 0) throw new SyntaxError("The data is not a list.");
    }
  }
  if (state.open) keep(state, chunk.subarray(from));
  return found;
}

/** Returns the offset of the text in a chunk: 3 after a byte order mark, otherwise 0. */
function afterMark(state: Splitter, chunk: Uint8Array): number {
  if (!state.first || chunk.length === 0) return 0;
  state.first = false;
  return chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? 3 : 0;
}

function keep(state: Splitter, part: Uint8Array): void {
  state.size += part.length;
  // The part is copied so that the larger chunk can be freed.
  if (state.size <= state.maxRecordBytes) state.parts.push(part.slice());
  else state.parts = [];
}

/** Returns a completed element. `end` is its last part. */
function finished(state: Splitter, end: Uint8Array): JsonRecord {
  const { deepest, maxRecordBytes, parts, size } = state;
  const bytes = parts.length === 0 ? end : concat([...parts, end]);
  const [tooLarge, tooDeep] = [size + end.length > maxRecordBytes, deepest > MAX_FOREIGN_DEPTH];
  [state.open, state.deepest, state.parts, state.size] = [false, 0, [], 0];
  if (tooLarge) return { broken: "too large" };
  if (tooDeep) return { broken: "too deep" };
  try {
    return { value: boundForeignText(new TextDecoder().decode(bytes)) };
  } catch {
    return { broken: "no JSON" };
  }
}
