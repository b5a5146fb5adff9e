import { DiscFault } from "./model.ts";

/** Little-endian numbers of one structure, each at its place; a place outside throws `DiscFault` `malformed`. */
export interface Fields {
  readonly length: number;
  u8(at: number): number;
  u16(at: number): number;
  u32(at: number): number;
  /** Throws as well for what is no safe integer: no disc is that large. */
  u64(at: number): number;
  /** A view, not a copy. */
  bytes(at: number, length: number): Uint8Array<ArrayBuffer>;
}

/** Looks at bytes as fields; `what` is named in errors. */
export function fieldsOf(bytes: Uint8Array<ArrayBuffer>, what: string): Fields {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const inside = (at: number, length: number): number => {
    if (at >= 0 && length >= 0 && at + length <= bytes.length) return at;
    throw new DiscFault("malformed", `${what} is damaged: it should go on after its end at byte ${bytes.length}.`);
  };
  return {
    length: bytes.length,
    u8: (at) => view.getUint8(inside(at, 1)),
    u16: (at) => view.getUint16(inside(at, 2), true),
    u32: (at) => view.getUint32(inside(at, 4), true),
    u64(at) {
      const value = Number(view.getBigUint64(inside(at, 8), true));
      if (Number.isSafeInteger(value)) return value;
      throw new DiscFault("malformed", `${what} is damaged: it states a size of ${value} bytes.`);
    },
    bytes: (at, length) => bytes.subarray(inside(at, length), at + length),
  };
}
