/**
 * Reads and writes HEVC elementary streams as lists of NAL units (Recommendation ITU-T H.265, annex B), for fakes that
 * edit them.
 */

export const SEI_PREFIX = 39;
/** Dolby Vision metadata uses this unspecified type. */
export const UNSPEC62 = 62;

/** Returns the type of a NAL unit. */
export const nalType = (nal: Uint8Array): number => ((nal[0] ?? 0) >> 1) & 63;

/** True if a NAL unit is the first slice of a frame. */
export const startsPicture = (nal: Uint8Array): boolean => nalType(nal) < 32 && ((nal[2] ?? 0) & 0x80) !== 0;

/** Returns the units without their start codes. */
export function splitNals(stream: Uint8Array): Uint8Array[] {
  const starts: number[] = [];
  for (let i = 0; i + 2 < stream.length; i++) {
    if (stream[i] === 0 && stream[i + 1] === 0 && stream[i + 2] === 1) starts.push(i + 3);
  }
  return starts.map((start, i) => {
    let end = i + 1 < starts.length ? (starts[i + 1] ?? 0) - 3 : stream.length;
    while (end > start && stream[end - 1] === 0) end--;
    return stream.subarray(start, end);
  });
}

/** Joins the units with four-byte start codes. */
export function joinNals(nals: Uint8Array[]): Uint8Array {
  const stream = new Uint8Array(nals.reduce((sum, nal) => sum + nal.length + 4, 0));
  let at = 0;
  for (const nal of nals) {
    stream.set([0, 0, 0, 1], at);
    stream.set(nal, at + 4);
    at += nal.length + 4;
  }
  return stream;
}

/** Builds a unit around a payload, with emulation prevention and the trailing bit. */
export function makeNal(type: number, payload: number[]): Uint8Array {
  const bytes: number[] = [type << 1, 1];
  let zeros = 0;
  for (const byte of [...payload, 0x80]) {
    if (zeros === 2 && byte <= 3) {
      bytes.push(3);
      zeros = 0;
    }
    bytes.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Uint8Array.from(bytes);
}

/**
 * Groups units into whole frames, each with the preceding parameter sets and messages and the units after its slices.
 */
export function pictures(nals: Uint8Array[]): Uint8Array[][] {
  const found: Uint8Array[][] = [];
  let current: Uint8Array[] = [];
  let sliced = false;
  for (const nal of nals) {
    const type = nalType(nal);
    // Slices and suffix units belong to the previous frame. All other units start the next frame.
    const opens = sliced && (startsPicture(nal) || type >= 32 && type <= 39 && type !== 36 && type !== 37);
    if (opens) {
      found.push(current);
      current = [];
      sliced = false;
    }
    current.push(nal);
    sliced ||= type < 32;
  }
  return current.length > 0 ? [...found, current] : found;
}

/** Converts bits in text form to bytes, padding the last byte with ones. */
export const bytesOfBits = (bits: string): number[] =>
  bits.match(/.{1,8}/g)?.map((byte) => Number.parseInt(byte.padEnd(8, "1"), 2)) ?? [];
