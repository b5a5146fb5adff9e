import { DiscFault } from "../files/model.ts";

/** Reads numbers and text at places in bytes, most significant byte first. Throws `DiscFault` `malformed` beyond the end. */
export interface BigEndian {
  readonly length: number;
  u8(at: number): number;
  u16(at: number): number;
  u32(at: number): number;
  ascii(at: number, length: number): string;
}

/** `what` names the file in the fault: `00800.mpls`. */
export function bigEndian(bytes: Uint8Array, what: string): BigEndian {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const check = (at: number, length: number) => {
    if (at < 0 || at + length > bytes.length) throw malformed(what, `it names byte ${at} of ${bytes.length}`);
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

/** A fault that says which file of the disc is damaged, and how. */
export const malformed = (what: string, how: string): DiscFault =>
  new DiscFault("malformed", `${what} is damaged: ${how}.`);
