import { DiscFault } from "../files/model.ts";

/** Reads big-endian numbers and text at byte offsets. Throws `DiscFault` `malformed` if a read goes past the end. */
export interface BigEndian {
  readonly length: number;
  u8(at: number): number;
  u16(at: number): number;
  u32(at: number): number;
  ascii(at: number, length: number): string;
}

/** Wraps `bytes` in a big-endian reader. `what` is the file name used in faults, such as `00800.mpls`. */
export function bigEndian(bytes: Uint8Array, what: string): BigEndian {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const check = (at: number, length: number) => {
    if (at < 0 || at + length > bytes.length) throw malformed(what, `it refers to byte ${at} of ${bytes.length}`);
    return at;
  };
  return {
    length: bytes.length,
    u8: (at) => view.getUint8(check(at, 1)),
    u16: (at) => view.getUint16(check(at, 2)),
    u32: (at) => view.getUint32(check(at, 4)),
    ascii: (at, length) => String.fromCharCode(...bytes.subarray(check(at, length), at + length)),
  };
}

/** Creates a fault with the name of the damaged file on the disc and a description of the damage. */
export const malformed = (what: string, how: string): DiscFault =>
  new DiscFault("malformed", `${what} is damaged: ${how}.`);
