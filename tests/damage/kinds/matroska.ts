/** Locates the elements of a Matroska file, as far as needed to damage them (RFC 8794, RFC 9559). */

/** An element: the offset of its header, and the start and end of its content. */
export interface Element {
  id: number;
  start: number;
  content: number;
  end: number;
}

export const ID = {
  segment: 0x18538067,
  info: 0x1549a966,
  duration: 0x4489,
  cluster: 0x1f43b675,
  cues: 0x1c53bb6b,
} as const;

/** Returns the length of a variable-size integer, determined by its first byte. */
const widthOf = (first: number): number => Math.clz32(first) - 23;

function elementAt(bytes: Uint8Array, start: number): Element {
  const idWidth = widthOf(bytes[start] ?? 0);
  let id = 0;
  for (let i = 0; i < idWidth; i++) id = id * 256 + (bytes[start + i] ?? 0);
  const at = start + idWidth;
  const sizeWidth = widthOf(bytes[at] ?? 0);
  let size = (bytes[at] ?? 0) & (0xff >> sizeWidth);
  for (let i = 1; i < sizeWidth; i++) size = size * 256 + (bytes[at + i] ?? 0);
  const content = at + sizeWidth;
  return { id, start, content, end: content + size };
}

/** Returns the elements between `from` and `to`. */
export function elements(bytes: Uint8Array, from = 0, to = bytes.length): Element[] {
  const found: Element[] = [];
  for (let at = from; at < to;) {
    const element = elementAt(bytes, at);
    found.push(element);
    at = element.end;
  }
  return found;
}

/** Returns the elements of the file's segment: headers, clusters, index. */
export function segmentParts(bytes: Uint8Array): Element[] {
  const segment = elements(bytes).find(({ id }) => id === ID.segment);
  if (!segment) throw new Error("No segment: not a Matroska file.");
  return elements(bytes, segment.content, Math.min(segment.end, bytes.length));
}

export const clusters = (bytes: Uint8Array): Element[] => segmentParts(bytes).filter(({ id }) => id === ID.cluster);
