import { DiscFault } from "./model.ts";

/** Reads little-endian numbers by offset. Throws `DiscFault` `malformed` for an offset outside the structure. */
export interface Fields {
  readonly length: number;
  u8(at: number): number;
  u16(at: number): number;
  u32(at: number): number;
  /** Reads a 64-bit number. Also throws for values above the safe integer range, which no disc has. */
  u64(at: number): number;
  /** Returns a view of `length` bytes, not a copy. */
  bytes(at: number, length: number): Uint8Array<ArrayBuffer>;
}

/** Creates fields for bytes. `what` is used in error messages. */
export function fieldsOf(bytes: Uint8Array<ArrayBuffer>, what: string): Fields {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const inside = (at: number, length: number): number => {
    if (at >= 0 && length >= 0 && at + length <= bytes.length) return at;
    throw new DiscFault("malformed", `${what} is damaged: it ends too early, at byte ${bytes.length}.`);
  };
  return {
    length: bytes.length,
    u8: (at) => view.getUint8(inside(at, 1)),
    u16: (at) => view.getUint16(inside(at, 2), true),
    u32: (at) => view.getUint32(inside(at, 4), true),
    u64(at) {
      const value = Number(view.getBigUint64(inside(at, 8), true));
      if (Number.isSafeInteger(value)) return value;
      throw new DiscFault("malformed", `${what} is damaged: it declares a size of ${value} bytes.`);
    },
    bytes: (at, length) => bytes.subarray(inside(at, length), at + length),
  };
}
