import { DiscFault } from "../../files/model.ts";

/** Reads big-endian numbers of an IFO file. Throws `DiscFault` `malformed` for reads outside the file. */
export interface IfoBytes {
  /** File name for messages, such as `VTS_01_0.IFO`. */
  readonly name: string;
  readonly size: number;
  u8(at: number): number;
  u16(at: number): number;
  u32(at: number): number;
  /** Reads ASCII text. Other bytes are decoded as Latin-1. */
  text(at: number, length: number): string;
}

/** Bytes per sector of a DVD. */
export const SECTOR_BYTES = 2048;

/** Wraps the bytes of one IFO file. */
export function ifoBytes(bytes: Uint8Array, name: string): IfoBytes {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const inside = (at: number, length: number): number => {
    if (at + length <= bytes.length) return at;
    throw new DiscFault("malformed", `${name} refers to data outside of the file (byte ${at} of ${bytes.length}).`);
  };
  return {
    name,
    size: bytes.length,
    u8: (at) => view.getUint8(inside(at, 1)),
    u16: (at) => view.getUint16(inside(at, 2)),
    u32: (at) => view.getUint32(inside(at, 4)),
    text: (at, length) => String.fromCharCode(...bytes.subarray(inside(at, length), at + length)),
  };
}

/** Returns the byte offset of the table whose sector number is at `at`. Undefined if the number is 0 (no table). */
export function tableAt(ifo: IfoBytes, at: number): number | undefined {
  const sector = ifo.u32(at);
  return sector === 0 ? undefined : sector * SECTOR_BYTES;
}

/** Returns messages about an IFO file that is shorter than the size at byte 0x1C. */
export function cutOff(ifo: IfoBytes): string[] {
  const bytes = (ifo.u32(0x1c) + 1) * SECTOR_BYTES;
  return ifo.size < bytes ? [`${ifo.name} is truncated: it has ${ifo.size} of ${bytes} bytes.`] : [];
}

/**
 * Returns the result of `read`, or undefined if that part of the file is malformed. The problem is added to `faults`.
 */
export function attempt<T>(faults: string[], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DiscFault)) throw error;
    faults.push(error.message);
    return undefined;
  }
}
