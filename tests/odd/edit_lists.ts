/** Writes edit lists that ffmpeg does not support into MP4 and QuickTime files whose index is at the end. */

const CONTAINERS = ["moov", "trak", "edts", "mdia"];
const word = (value: number): number[] => [value >>> 24, value >>> 16 & 255, value >>> 8 & 255, value & 255];
const box = (name: string, content: number[]): number[] => [
  ...word(content.length + 8),
  ...[...name].map((letter) => letter.charCodeAt(0)),
  ...content,
];
const concatenated = (parts: Uint8Array[]): Uint8Array => {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return all;
};

/**
 * Returns the file with this edit list in every track. An edit is the start of a range in the media and its duration,
 * in seconds. A start of -1 is an empty edit.
 */
export function editMiddle(bytes: Uint8Array, edits: [from: number, seconds: number][]): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const nameAt = (at: number): string => String.fromCharCode(...bytes.subarray(at + 4, at + 8));
  const each = (from: number, to: number, visit: (name: string, at: number, end: number) => void) => {
    for (let at = from; at + 8 <= to; at += view.getUint32(at)) visit(nameAt(at), at, at + view.getUint32(at));
  };
  const scaleOf = (name: string, at: number, end: number): number => {
    let scale = 0;
    each(at + 8, end, (child, from, to) => {
      if (child === name) scale = view.getUint32(from + (bytes[from + 8] === 1 ? 28 : 20));
      else if (CONTAINERS.includes(child) && child !== "trak") scale ||= scaleOf(name, from, to);
    });
    return scale;
  };
  const firstEdit = (at: number, end: number): number => {
    let media = 0;
    each(at + 8, end, (name, from, to) => {
      if (name === "elst") media = view.getInt32(from + 20);
      else if (name === "edts") media = firstEdit(from, to);
    });
    return Math.max(0, media);
  };
  const rebuilt = (at: number, end: number, movieScale: number): number[] => {
    const content: number[] = [];
    each(at + 8, end, (name, from, to) => {
      if (name === "trak") content.push(...rebuilt(from, to, movieScale));
      else if (name !== "edts") content.push(...bytes.subarray(from, to));
      if (name !== "tkhd") return;
      const scale = scaleOf("mdhd", at, end);
      // The edit that ffmpeg writes skips the encoder delay, so the new edits are relative to its start.
      const start = firstEdit(at, end);
      const rows = edits.flatMap(([media, seconds]) => [
        ...word(Math.round(seconds * movieScale)),
        ...word(media < 0 ? -1 : start + Math.round(media * scale)),
        ...word(0x10000),
      ]);
      content.push(...box("edts", box("elst", [0, 0, 0, 0, ...word(edits.length), ...rows])));
    });
    return box(nameAt(at), content);
  };
  const parts: Uint8Array[] = [];
  each(0, bytes.length, (name, at, end) => {
    const isIndex = name === "moov";
    parts.push(isIndex ? Uint8Array.from(rebuilt(at, end, scaleOf("mvhd", at, end))) : bytes.subarray(at, end));
  });
  return concatenated(parts);
}
