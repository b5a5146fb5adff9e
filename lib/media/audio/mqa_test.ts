import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { FFMPEG as ffmpegPath } from "../../../tests/kit/ffmpeg.ts";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { runProcess } from "../../kit/process/process.ts";
import { createMqaDetector, detectMqa, type MqaFinding, rateOf } from "./mqa.ts";

/** The 4-bit codes that MQA uses for the original sample rate, with the rates in Hz. */
const RATES = [
  [0b0000, 44_100],
  [0b0001, 48_000],
  [0b1000, 88_200],
  [0b1001, 96_000],
  [0b0100, 176_400],
  [0b0101, 192_000],
  [0b1100, 352_800],
  [0b1101, 384_000],
] as const;

const SYNC = 0xbe0498c88n;

interface Mark {
  at: number;
  code: number;
  provenance: number;
}

/** Returns noise that is identical for the same seed. */
function noise(frames: number, bitDepth: number, seed: number): Int32Array {
  const samples = new Int32Array(frames * 2);
  let state = (seed * 2_654_435_761) | 1;
  for (let i = 0; i < samples.length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    samples[i] = state >> (32 - bitDepth);
  }
  return samples;
}

/** Writes the sync word and its fields into one bit of left XOR right. */
function mark(samples: Int32Array, position: number, { at, code, provenance }: Mark): void {
  const put = (frame: number, bit: number) => {
    const [left, right] = [samples[frame * 2] ?? 0, samples[frame * 2 + 1] ?? 0];
    const wrong = (((left ^ right) >> position) & 1) ^ bit;
    samples[frame * 2 + 1] = right ^ (wrong << position);
  };
  for (let i = 0; i < 36; i++) put(at + i, Number((SYNC >> BigInt(35 - i)) & 1n));
  const last = at + 35;
  for (let i = 0; i < 4; i++) put(last + 3 + i, (code >> (3 - i)) & 1);
  for (let i = 0; i < 5; i++) put(last + 29 + i, (provenance >> (4 - i)) & 1);
}

function hear(samples: Int32Array, bitDepth: 16 | 24): MqaFinding {
  const detector = createMqaDetector(bitDepth);
  detector.push(samples);
  return detector.result();
}

for (const bitDepth of [16, 24] as const) {
  for (const [code, rate] of RATES) {
    for (const [provenance, studio] of [[8, false], [9, true]] as const) {
      Deno.test(`${bitDepth} bit, code ${code}, provenance ${provenance} is ${rate} Hz${studio ? ", studio" : ""}`, () => {
        for (const lane of [0, 1, 2]) {
          const position = bitDepth - 16 + lane;
          const samples = noise(4000, bitDepth, code + 1);
          for (const at of [100, 1500, 2900]) mark(samples, position, { at, code, provenance });
          const found = hear(samples, bitDepth);
          deepEqual(found, { isMqa: true, studio, originalRate: rate, bitPosition: position });
        }
      });
    }
  }
}

Deno.test("one sync word, or two that disagree, are chance", () => {
  const once = noise(4000, 24, 7);
  mark(once, 8, { at: 50, code: 1, provenance: 9 });
  equal(hear(once, 24).isMqa, false);
  mark(once, 8, { at: 2000, code: 8, provenance: 9 });
  equal(hear(once, 24).isMqa, false);
  mark(once, 8, { at: 3000, code: 8, provenance: 9 });
  equal(hear(once, 24).originalRate, 88_200);
});

Deno.test("bits outside the three positions are ignored", () => {
  const samples = noise(4000, 24, 9);
  for (const at of [100, 1500, 2900]) mark(samples, 4, { at, code: 1, provenance: 9 });
  equal(hear(samples, 24).isMqa, false);
});

Deno.test("the result does not depend on how the samples are split", () => {
  const samples = noise(3000, 24, 3);
  for (const at of [10, 900, 2000]) mark(samples, 9, { at, code: 0b0101, provenance: 16 });
  const whole = hear(samples, 24);
  fc.assert(fc.property(fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1 }), (sizes) => {
    const detector = createMqaDetector(24);
    for (let frame = 0, n = 0; frame < 3000; n++) {
      const size = sizes[n % sizes.length] ?? 1;
      detector.push(samples.subarray(frame * 2, (frame + size) * 2));
      frame += size;
    }
    deepEqual(detector.result(), whole);
  }));
});

Deno.test("every code is a rate of one of the two families", () => {
  for (let code = 0; code < 16; code++) {
    const factor = rateOf(code) / (code & 1 ? 48_000 : 44_100);
    ok(Number.isInteger(Math.log2(factor)), `code ${code}: ${rateOf(code)}`);
  }
});

Deno.test("slow: 200 recordings of noise, ten seconds each, hold no sync word twice", () => {
  for (let seed = 1; seed <= 200; seed++) {
    const depth = seed % 2 ? 16 : 24;
    equal(hear(noise(441_000, depth, seed), depth).isMqa, false, `seed ${seed}`);
  }
});

/** Creates a file with the given samples. `codec` is an ffmpeg encoder. */
async function record(path: string, samples: Int32Array, bitDepth: 16 | 24, codec: string[]): Promise<string> {
  const raw = `${path}.raw`;
  const filled = samples.map((sample) => sample << (32 - bitDepth));
  await Deno.writeFile(raw, new Uint8Array(filled.buffer));
  const { code, stderr } = await runProcess({
    path: ffmpegPath,
    args: ["-v", "error", "-y", "-f", "s32le", "-ar", "44100", "-ac", "2", "-i", raw, ...codec, path],
    timeoutMs: 60_000,
  });
  equal(code, 0, stderr);
  return path;
}

const stream = { index: 0, channels: 2, lossless: true, sampleRate: 44_100 };

for (
  const [name, bitDepth, codec] of [
    ["a.flac", 16, ["-c:a", "flac", "-sample_fmt", "s16"]],
    ["a.flac", 24, ["-c:a", "flac", "-bits_per_raw_sample", "24"]],
    ["a.wav", 24, ["-c:a", "pcm_s24le"]],
    ["a.wv", 16, ["-c:a", "wavpack", "-sample_fmt", "s16p"]],
    ["a.m4a", 24, ["-c:a", "alac", "-bits_per_raw_sample", "24", "-sample_fmt", "s32p"]],
  ] as const
) {
  inFolder(`MQA is found in ${bitDepth} bit ${name}`, async (dir) => {
    const samples = noise(44_100 * 3, bitDepth, 5);
    for (const at of [20_000, 60_000, 100_000]) mark(samples, bitDepth - 16, { at, code: 0b1001, provenance: 9 });
    const path = await record(join(dir, name), samples, bitDepth, [...codec]);
    deepEqual(await detectMqa({ ffmpegPath, path, stream: { ...stream, bitDepth } }), {
      isMqa: true,
      studio: true,
      originalRate: 96_000,
      bitPosition: bitDepth - 16,
      scannedSeconds: 3,
    });
  });
}

inFolder("only the first ten seconds are checked, and a volume change destroys the signal", async (dir) => {
  const samples = noise(44_100 * 12, 24, 6);
  for (const at of [44_100 * 11, 44_100 * 11.5]) mark(samples, 8, { at, code: 1, provenance: 9 });
  const flac = ["-c:a", "flac", "-bits_per_raw_sample", "24"];
  const late = await record(join(dir, "late.flac"), samples, 24, flac);
  const found = await detectMqa({ ffmpegPath, path: late, stream: { ...stream, bitDepth: 24 } });
  deepEqual(found, { isMqa: false, studio: false, scannedSeconds: 10 });
  for (const at of [1000, 5000, 9000]) mark(samples, 8, { at, code: 1, provenance: 9 });
  const softer = await record(join(dir, "softer.flac"), samples, 24, ["-af", "volume=-1dB", ...flac]);
  equal((await detectMqa({ ffmpegPath, path: softer, stream: { ...stream, bitDepth: 24 } })).isMqa, false);
});

Deno.test("streams that cannot contain MQA are not opened", async () => {
  for (
    const other of [{ lossless: false }, { channels: 6 }, { channels: 1 }, { bitDepth: 32 }, { bitDepth: undefined }]
  ) {
    const asked = { ...stream, bitDepth: 24, ...other };
    const found = await detectMqa({ ffmpegPath, path: "/nowhere/at/all.flac", stream: asked });
    deepEqual(found, { isMqa: false, studio: false, scannedSeconds: 0 });
  }
});

inFolder("a file without audio is unreadable, and an abort is reported", async (dir) => {
  const path = join(dir, "text.flac");
  await Deno.writeTextFile(path, "no sound at all");
  const asked = { ffmpegPath, path, stream: { ...stream, bitDepth: 16 } };
  await rejects(detectMqa(asked), { code: "unreadable" });
  await rejects(detectMqa({ ...asked, path: join(dir, "none.flac") }), { code: "source_missing" });
  await rejects(detectMqa({ ...asked, ffmpegPath: "/nowhere/ffmpeg" }), { code: "tool_missing" });
  await rejects(detectMqa({ ...asked, signal: AbortSignal.abort(new Error("enough")) }), /enough/);
});
