import { strictEqual as is } from "node:assert/strict";
import { build, stop } from "esbuild";
import type * as frameReader from "./frame_reader.ts";

// Bundled in the same way as for browsers, because the reader's package is written for bundlers.
const { outputFiles: [bundled] } = await build({
  entryPoints: [new URL("frame_reader.ts", import.meta.url).pathname],
  ...{ bundle: true, write: false, format: "esm", target: "es2022" },
});
await stop();
const { readFrame }: typeof frameReader = await import(
  `data:text/javascript,${encodeURIComponent(bundled?.text ?? "")}`
);

/** Left-hand codes with odd parity, from which all other codes are derived (EAN-13 layout, ISO/IEC 15420). */
const ODD = "0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011".split(" ");
const PARITIES = "OOOOOO OOEOEE OOEEOE OOEEEO OEOOEE OEEOOE OEEEOO OEOEOE OEOEEO OEEOEO".split(" ");
const inverted = (bits: string) => bits.replace(/./g, (bit) => bit === "1" ? "0" : "1");
const reversed = (bits: string) => [...bits].reverse().join("");

/** Returns the 95 modules of an EAN-13, 1 = dark. */
function modules(code: string): string {
  const digits = [...code].map(Number);
  const parity = PARITIES[digits[0] ?? 0] ?? "";
  const odd = (digit = 0) => ODD[digit] ?? "";
  const left = digits.slice(1, 7).map((digit, at) => parity[at] === "O" ? odd(digit) : reversed(inverted(odd(digit))));
  const right = digits.slice(7).map((digit) => inverted(odd(digit)));
  return `101${left.join("")}01010${right.join("")}101`;
}

interface Look {
  /** Size of a module in pixels. */
  scale?: number;
  dark?: number;
  light?: number;
  turned?: boolean;
}

/** Returns a camera frame of a code, surrounded by white. */
function frame(code: string, { scale = 3, dark = 20, light = 235, turned = false }: Look = {}): ImageData {
  const line = `${"0".repeat(14)}${modules(code)}${"0".repeat(14)}`;
  const bits = turned ? reversed(line) : line;
  const [width, height] = [bits.length * scale, 120];
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isDark = y > 20 && y < 100 && bits[Math.floor(x / scale)] === "1";
      const at = (y * width + x) * 4;
      data.fill(isDark ? dark : light, at, at + 3);
      data[at + 3] = 255;
    }
  }
  return { data, width, height, colorSpace: "srgb" } as ImageData;
}

for (
  const [name, code, look] of [
    ["a clear one", "5016025911646", {}],
    ["one upside down", "5016025911646", { turned: true }],
    ["one in bad light", "5016025911646", { dark: 90, light: 150 }],
    ["one from afar", "4006381333931", { scale: 2 }],
    ["each way to write the first digit", "9780201379624", {}],
  ] as [string, string, Look][]
) Deno.test(`a barcode in a frame is read: ${name}`, () => is(readFrame(frame(code, look)), code));

Deno.test("an American number is read with or without its leading zero", () => {
  is(readFrame(frame("0883929671526"))?.replace(/^0/, ""), "883929671526");
});

Deno.test("a frame without a barcode, with a wrong check digit, or without pixels yields nothing", () => {
  const blank = new Uint8ClampedArray(200 * 100 * 4).fill(255);
  is(readFrame({ data: blank, width: 200, height: 100 } as ImageData), undefined);
  const noise = Uint8ClampedArray.from({ length: 200 * 100 * 4 }, (_, at) => (at * 2_654_435_761) >>> 24);
  is(readFrame({ data: noise, width: 200, height: 100 } as ImageData), undefined);
  is(readFrame(frame("5016025911647")), undefined);
  is(readFrame({ data: new Uint8ClampedArray(), width: 0, height: 0 } as ImageData), undefined);
});
