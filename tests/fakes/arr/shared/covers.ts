import { deflateSync } from "node:zlib";
import { hash } from "./random.ts";

const encoder = new TextEncoder();

/** Returns a small single-colour PNG. The colour depends on the name. */
export function cover(name: string, width = 20, height = 30): Uint8Array<ArrayBuffer> {
  const tint = hash(name);
  const row = [0, ...Array.from({ length: width }, () => [tint & 255, (tint >> 8) & 255, (tint >> 16) & 255]).flat()];
  const pixels = new Uint8Array(Array.from({ length: height }, () => row).flat());
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, 2], 8);
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  return joined([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(pixels)),
    chunk("IEND", new Uint8Array()),
  ]);
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const named = joined([encoder.encode(type), data]);
  return joined([bytes32(data.length), named, bytes32(crc32(named))]);
}

function bytes32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value >>> 0);
  return bytes;
}

function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc;
}

function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
