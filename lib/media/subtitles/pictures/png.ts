import { crc32, deflateSync } from "node:zlib";
import { concat } from "../../../kit/bytes.ts";
import type { GreyPicture } from "../model.ts";

/** Pixels per metre for 300 dpi, which OCR programs use to estimate sizes. */
const DENSITY = 11_811;

/** Encodes an 8-bit greyscale PNG (ISO/IEC 15948). Pure. */
export function greyPng({ width, height, pixels }: GreyPicture): Uint8Array<ArrayBuffer> {
  const lines = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y++) lines.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return concat([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk("IHDR", Uint8Array.of(...u32(width), ...u32(height), 8, 0, 0, 0, 0)),
    chunk("pHYs", Uint8Array.of(...u32(DENSITY), ...u32(DENSITY), 1)),
    chunk("IDAT", deflateSync(lines, { level: 1 })),
    chunk("IEND", new Uint8Array()),
  ]);
}

function chunk(name: string, body: Uint8Array): Uint8Array {
  const named = concat([new TextEncoder().encode(name), body]);
  return concat([Uint8Array.of(...u32(body.length)), named, Uint8Array.of(...u32(crc32(named)))]);
}

const u32 = (value: number): number[] => [value >>> 24, value >>> 16 & 255, value >>> 8 & 255, value & 255];
