/**
 * The word list in a tesseract language file (https://tesseract-ocr.github.io/tessdoc/tess5/TrainingTesseract-5.html):
 * a `.traineddata` file is a list of components, one of which is a directed graph of letters. The graph is traversed
 * without being unpacked.
 */

export interface WordList {
  /** True if the list contains the word exactly as written. */
  has(word: string): boolean;
}

/** Component numbers, as printed by `combine_tessdata -d`. */
const WORDS_PART = 19;
const LETTERS_PART = 21;
/** Magic number at the start of a graph. */
const GRAPH_MAGIC = 42;
const HEADER_BYTES = 10;
const EDGE_BYTES = 8;
/** Number of flag bits between a letter and the next node: last edge of the node, direction, end of a word. */
const MARK_BITS = 3;

/** Reads the word list in a language file. Undefined if it has none or its format is unknown. Pure. */
export function readWordList(trainedData: Uint8Array): WordList | undefined {
  const [words, letters] = [partOf(trainedData, WORDS_PART), partOf(trainedData, LETTERS_PART)];
  if (!words || !letters || words.length < HEADER_BYTES) return undefined;
  const view = new DataView(words.buffer, words.byteOffset, words.byteLength);
  const edges = view.getInt32(6, true);
  if (view.getInt16(0, true) !== GRAPH_MAGIC || edges < 0 || HEADER_BYTES + edges * EDGE_BYTES > words.length) {
    return undefined;
  }
  const ids = letterIds(new TextDecoder().decode(letters));
  const letterBits = Math.ceil(Math.log2(view.getInt32(2, true) + 1));
  return {
    has: (word) => word !== "" && contains(view, edges, letterBits, [...word].map((letter) => ids.get(letter))),
  };
}

function partOf(bytes: Uint8Array, part: number): Uint8Array | undefined {
  if (bytes.length < 4) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getInt32(0, true);
  if (count <= part || count > 100 || 4 + count * 8 > bytes.length) return undefined;
  const offsets = Array.from({ length: count }, (_, i) => Number(view.getBigInt64(4 + i * 8, true)));
  const from = offsets[part] ?? -1;
  if (from < 0 || from > bytes.length) return undefined;
  const end = Math.min(bytes.length, ...offsets.filter((offset) => offset > from));
  return bytes.subarray(from, end);
}

/**
 * Reads the letters. The first line is their count, followed by one letter per line. The line number is the ID of the
 * letter.
 */
function letterIds(table: string): Map<string, number> {
  const lines = table.split("\n").slice(1);
  return new Map(lines.flatMap((line, id) => line === "" ? [] : [[line.split(" ", 1)[0] ?? "", id] as const]));
}

function contains(view: DataView, edges: number, letterBits: number, word: (number | undefined)[]): boolean {
  let node = 0;
  for (const [i, letter] of word.entries()) {
    if (letter === undefined) return false;
    const edge = edgeOf(view, edges, letterBits, node, letter);
    if (!edge) return false;
    if (i === word.length - 1) return edge.wordEnd;
    if (edge.next === 0) return false;
    node = edge.next;
  }
  return false;
}

function edgeOf(view: DataView, edges: number, letterBits: number, node: number, letter: number) {
  for (let at = node; at < edges; at++) {
    const low = view.getUint32(HEADER_BYTES + at * EDGE_BYTES, true);
    const marks = low >>> letterBits;
    if ((low & ((1 << letterBits) - 1)) === letter) {
      const high = view.getUint32(HEADER_BYTES + at * EDGE_BYTES + 4, true);
      const next = Math.floor((high * 2 ** 32 + low) / 2 ** (letterBits + MARK_BITS));
      return { next, wordEnd: (marks & 4) !== 0 };
    }
    if ((marks & 1) !== 0) return undefined;
  }
  return undefined;
}
