import { deflateSync } from "node:zlib";
import { hash } from "./random.ts";

const encoder = new TextEncoder();

type Color = readonly [number, number, number];

/** Returns a small single-colour PNG. The colour depends on the name. */
export function cover(name: string, width = 20, height = 30): Uint8Array<ArrayBuffer> {
  const tint = hash(name);
  return png(width, height, () => [tint & 255, (tint >> 8) & 255, (tint >> 16) & 255]);
}

/** Returns a PNG of a landscape at dusk. Colours, sun and hills depend on the name. */
export function drawnCover(name: string, width: number, height: number): Uint8Array<ArrayBuffer> {
  const seed = hash(name);
  const tone = (shift: number): Color => [
    90 + 80 * Math.sin(seed + shift),
    90 + 80 * Math.sin(seed + shift + 2),
    90 + 80 * Math.sin(seed + shift + 4),
  ];
  const [sky, horizon, sun, hills] = [tone(0), tone(0.9), tone(1.6), tone(0.3)] as [Color, Color, Color, Color];
  const [sunX, sunY, radius] = [width * (0.2 + (seed >> 4) % 60 / 100), height * 0.4, width / 6];
  const ridge = (x: number) =>
    height * (0.72 + 0.08 * Math.sin(seed + x * 5 / width) + 0.03 * Math.sin(seed * 2 + x * 17 / width));
  const mix = (a: Color, b: Color, share: number): Color => [
    a[0] + (b[0] - a[0]) * share,
    a[1] + (b[1] - a[1]) * share,
    a[2] + (b[2] - a[2]) * share,
  ];
  return png(width, height, (x, y) => {
    if (y > ridge(x)) return mix(hills, [10, 10, 16], 0.7);
    if ((x - sunX) ** 2 + (y - sunY) ** 2 < radius ** 2) return mix(sun, [255, 250, 235], 0.6);
    return mix(mix(sky, [12, 14, 30], 0.4), mix(horizon, [255, 220, 190], 0.3), y / height);
  });
}

/** Encodes 8-bit RGB pixels as PNG. */
function png(width: number, height: number, color: (x: number, y: number) => Color): Uint8Array<ArrayBuffer> {
  const pixels = new Uint8Array(height * (1 + width * 3));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) pixels.set(color(x, y), y * (1 + width * 3) + 1 + x * 3);
  }
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
