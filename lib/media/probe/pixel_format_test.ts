import { equal } from "node:assert/strict";
import { bitDepthOf, chromaOf, hasAlpha, isFullRange, isRgb } from "./pixel_format.ts";

interface Facts {
  bits: number | undefined;
  chroma: "420" | "422" | "444";
  rgb?: true;
  alpha?: true;
}

/** Pixel formats with their properties, as listed by `ffmpeg -pix_fmts`. */
const FORMATS: Record<string, Facts> = {
  yuv420p: { bits: 8, chroma: "420" },
  yuvj420p: { bits: 8, chroma: "420" },
  yuva420p: { bits: 8, chroma: "420", alpha: true },
  nv12: { bits: 8, chroma: "420" },
  nv21: { bits: 8, chroma: "420" },
  yuv420p10le: { bits: 10, chroma: "420" },
  yuv420p12be: { bits: 12, chroma: "420" },
  p010le: { bits: 10, chroma: "420" },
  p016le: { bits: 16, chroma: "420" },
  gray: { bits: 8, chroma: "420" },
  gray10le: { bits: 10, chroma: "420" },
  ya8: { bits: 8, chroma: "420", alpha: true },
  ya16le: { bits: 16, chroma: "420", alpha: true },
  yuv422p: { bits: 8, chroma: "422" },
  yuvj422p: { bits: 8, chroma: "422" },
  yuva422p10le: { bits: 10, chroma: "422", alpha: true },
  yuyv422: { bits: 8, chroma: "422" },
  uyvy422: { bits: 8, chroma: "422" },
  p210le: { bits: 10, chroma: "422" },
  y210le: { bits: 10, chroma: "422" },
  nv16: { bits: 8, chroma: "422" },
  yuv444p: { bits: 8, chroma: "444" },
  yuv444p12le: { bits: 12, chroma: "444" },
  yuva444p16le: { bits: 16, chroma: "444", alpha: true },
  p416le: { bits: 16, chroma: "444" },
  ayuv64le: { bits: 16, chroma: "444", alpha: true },
  gbrp: { bits: 8, chroma: "444", rgb: true },
  gbrp14le: { bits: 14, chroma: "444", rgb: true },
  gbrap12le: { bits: 12, chroma: "444", rgb: true, alpha: true },
  rgb24: { bits: 8, chroma: "444", rgb: true },
  bgra: { bits: 8, chroma: "444", rgb: true, alpha: true },
  argb: { bits: 8, chroma: "444", rgb: true, alpha: true },
  "0rgb": { bits: 8, chroma: "444", rgb: true },
  rgb48be: { bits: 16, chroma: "444", rgb: true },
  rgba64le: { bits: 16, chroma: "444", rgb: true, alpha: true },
  x2rgb10le: { bits: 10, chroma: "444", rgb: true },
  xyz12le: { bits: 12, chroma: "444", rgb: true },
};

for (const [format, { bits, chroma, rgb = false, alpha = false }] of Object.entries(FORMATS)) {
  Deno.test(`${format} has ${bits} bits, ${chroma}${rgb ? ", RGB" : ""}${alpha ? ", alpha" : ""}`, () => {
    equal(bitDepthOf(format), bits);
    equal(chromaOf(format), chroma);
    equal(isRgb(format), rgb);
    equal(hasAlpha(format), alpha);
  });
}

Deno.test("a pixel format that ffmpeg does not know has no depth", () => equal(bitDepthOf("unknown"), undefined));

for (
  const [pixelFormat, colorRange, full] of [
    ["yuv420p", "pc", true],
    ["yuv420p", "tv", false],
    ["yuv420p", undefined, false],
    ["yuvj420p", undefined, true],
    ["yuvj422p", "tv", true],
  ] as const
) {
  Deno.test(`${pixelFormat} marked ${colorRange} is ${full ? "full" : "limited"} range`, () => {
    equal(isFullRange({ pixelFormat, colorRange }), full);
  });
}
