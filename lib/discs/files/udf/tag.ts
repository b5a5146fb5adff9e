import { type Fields, fieldsOf } from "../fields.ts";
import { DiscFault } from "../model.ts";

/** Identifiers of descriptors (ECMA-167, parts 3 and 4, 7.2). */
export const TAG = {
  primaryVolume: 1,
  anchor: 2,
  volumePointer: 3,
  partition: 5,
  logicalVolume: 6,
  terminating: 8,
  fileSet: 256,
  fileIdentifier: 257,
  allocationExtent: 258,
  file: 261,
  extendedFile: 266,
} as const;

const TAG_BYTES = 16;

export const damaged = (why: string): DiscFault =>
  new DiscFault("malformed", `The UDF file system of the disc is damaged: ${why}.`);

/** Returns the identifier of a descriptor after verifying its checksum and CRC. Undefined if they do not match. */
export function tagId(bytes: Uint8Array<ArrayBuffer>): number | undefined {
  if (bytes.length < TAG_BYTES) return undefined;
  const sum = bytes.subarray(0, TAG_BYTES).reduce((sum, byte, i) => i === 4 ? sum : sum + byte & 0xff, 0);
  const tag = fieldsOf(bytes, "A descriptor");
  const end = TAG_BYTES + tag.u16(10);
  if (sum !== tag.u8(4) || end > bytes.length) return undefined;
  return crc16(bytes.subarray(TAG_BYTES, end)) === tag.u16(8) ? tag.u16(0) : undefined;
}

/**
 * Returns the fields of a descriptor with one of these identifiers. Throws `malformed` if it has another identifier or
 * is damaged.
 */
export function descriptor(bytes: Uint8Array<ArrayBuffer>, what: string, ...ids: number[]): Fields {
  const id = tagId(bytes);
  if (id === undefined) throw damaged(`the checksum of ${what} is wrong`);
  if (!ids.includes(id)) throw damaged(`${what} was not found where expected`);
  return fieldsOf(bytes, `The UDF file system of the disc (${what})`);
}

/** Computes CRC-CCITT, polynomial 0x1021, from 0 (ECMA-167, part 3, 7.2.6). */
export function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) crc = (crc << 8 ^ (CRC_TABLE[crc >> 8 ^ byte] ?? 0)) & 0xffff;
  return crc;
}

const CRC_TABLE = Uint16Array.from({ length: 256 }, (_, index) => {
  let crc = index << 8;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1;
  return crc;
});
