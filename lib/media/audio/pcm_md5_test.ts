import { deepEqual, equal, notEqual, ok, rejects } from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import fc from "fast-check";
import { FFMPEG as ffmpegPath } from "../../../tests/kit/ffmpeg.ts";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { runProcess } from "../../kit/process/process.ts";
import { decodedMd5, flacStoredMd5, flacStreamInfo, streamInfoOf } from "./pcm_md5.ts";

async function ffmpeg(...args: string[]): Promise<void> {
  const { code, stderr } = await runProcess({
    path: ffmpegPath,
    args: ["-v", "error", "-nostdin", "-y", ...args],
    timeoutMs: 60_000,
  });
  equal(code, 0, stderr);
}

async function makeWav(dir: string, bitDepth: number): Promise<string> {
  const path = join(dir, `source${bitDepth}.wav`);
  const noise = "anoisesrc=d=4:r=44100:c=pink:seed=11,aformat=channel_layouts=stereo";
  await ffmpeg("-f", "lavfi", "-i", noise, "-c:a", `pcm_s${bitDepth}le`, path);
  return path;
}

const flacArgs = (bitDepth: number) =>
  bitDepth === 16 ? ["-c:a", "flac", "-sample_fmt", "s16"] : ["-c:a", "flac", "-bits_per_raw_sample", "24"];

for (const bitDepth of [16, 24]) {
  inFolder(`a FLAC from a ${bitDepth} bit source is bit-identical, and its own checksum confirms it`, async (dir) => {
    const wav = await makeWav(dir, bitDepth);
    const path = join(dir, "a.flac");
    await ffmpeg("-i", wav, ...flacArgs(bitDepth), path);
    const sum = await decodedMd5({ ffmpegPath, path: wav, streamIndex: 0, bitDepth });
    // The samples of a plain WAV are its last bytes, so the hash is independent of ffmpeg.
    const bytes = await Deno.readFile(wav);
    const sound = bytes.subarray(bytes.length - 4 * 44_100 * 2 * (bitDepth / 8));
    equal(sum, createHash("md5").update(sound).digest("hex"));
    equal(await decodedMd5({ ffmpegPath, path, streamIndex: 0, bitDepth }), sum);
    equal(await flacStoredMd5(path), sum);
    deepEqual(await flacStreamInfo(path), { sampleRate: 44_100, channels: 2, bitDepth, samples: 176_400, md5: sum });
  });

  inFolder(`a damaged ${bitDepth} bit FLAC is found`, async (dir) => {
    const path = join(dir, "a.flac");
    await ffmpeg("-i", await makeWav(dir, bitDepth), ...flacArgs(bitDepth), path);
    const stored = await flacStoredMd5(path);
    const good = await Deno.readFile(path);
    for (const place of [0.2, 0.5, 0.9]) {
      const bad = good.slice();
      const at = Math.floor(bad.length * place);
      bad[at] = (bad[at] ?? 0) ^ 0x10;
      await Deno.writeFile(path, bad);
      notEqual(await decodedMd5({ ffmpegPath, path, streamIndex: 0, bitDepth }), stored, `byte ${at}`);
    }
    await Deno.writeFile(path, good.subarray(0, Math.floor(good.length * 0.7)));
    notEqual(await decodedMd5({ ffmpegPath, path, streamIndex: 0, bitDepth }), stored);
  });
}

inFolder("an ID3 tag before the FLAC marker is skipped", async (dir) => {
  const path = join(dir, "a.flac");
  await ffmpeg("-i", await makeWav(dir, 16), ...flacArgs(16), path);
  const stored = await flacStoredMd5(path);
  const tag = new Uint8Array(10 + 300);
  tag.set([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 2, 44]);
  await Deno.writeFile(path, new Uint8Array([...tag, ...await Deno.readFile(path)]));
  equal(await flacStoredMd5(path), stored);
});

inFolder("a file that is no FLAC has no checksum", async (dir) => {
  const wav = await makeWav(dir, 16);
  await rejects(flacStoredMd5(wav), { name: "JobFailure", code: "unreadable" });
  await rejects(flacStoredMd5(join(dir, "none.flac")), { code: "source_missing" });
  await rejects(flacStoredMd5(dir), { code: "unreadable" });
  await Deno.writeFile(join(dir, "empty.flac"), new Uint8Array());
  await rejects(flacStoredMd5(join(dir, "empty.flac")), { code: "unreadable" });
  await rejects(decodedMd5({ ffmpegPath, path: join(dir, "empty.flac"), streamIndex: 0, bitDepth: 16 }), {
    code: "unreadable",
  });
});

const head = fc.record({
  sampleRate: fc.integer({ min: 1, max: 655_350 }),
  channels: fc.integer({ min: 1, max: 8 }),
  bitDepth: fc.integer({ min: 4, max: 32 }),
  samples: fc.integer({ min: 1, max: 2 ** 36 - 1 }),
  md5: fc.uint8Array({ minLength: 16, maxLength: 16 }),
  last: fc.boolean(),
});

Deno.test("every field of STREAMINFO is read back", () => {
  fc.assert(fc.property(head, ({ sampleRate, channels, bitDepth, samples, md5, last }) => {
    const bytes = new Uint8Array(50);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, 0x664c6143);
    view.setUint32(4, (last ? 0x80000000 : 0) + 34);
    const packed = (BigInt(sampleRate) << 44n) | (BigInt(channels - 1) << 41n) | (BigInt(bitDepth - 1) << 36n);
    view.setBigUint64(18, packed | BigInt(samples));
    bytes.set(md5, 26);
    const hex = [...md5].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const noted = md5.some((byte) => byte !== 0);
    deepEqual(streamInfoOf(bytes), { sampleRate, channels, bitDepth, samples, md5: noted ? hex : undefined });
  }));
});

Deno.test("a FLAC without a checksum or a length is reported as such", () => {
  const bytes = new Uint8Array(42);
  bytes.set([0x66, 0x4c, 0x61, 0x43, 0x80, 0, 0, 34]);
  const info = streamInfoOf(bytes);
  deepEqual([info?.md5, info?.samples], [undefined, undefined]);
});

Deno.test("no bytes make the parser throw", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
    const info = streamInfoOf(bytes);
    ok(info === undefined || info.bitDepth <= 32);
  }));
});

inFolder("samples that an edit list hides count among the stored ones alone", async (dir) => {
  const wav = await makeWav(dir, 16);
  const path = join(dir, "a.m4a");
  // Seeking with a stream copy hides the samples between packet start and seek position.
  await ffmpeg("-i", wav, "-c:a", "alac", join(dir, "whole.m4a"));
  await ffmpeg("-ss", "1.01", "-i", join(dir, "whole.m4a"), "-c", "copy", path);
  const sum = (stored: boolean) => decodedMd5({ ffmpegPath, path, streamIndex: 0, bitDepth: 16, stored });
  notEqual(await sum(true), await sum(false));
  equal(
    await decodedMd5({ ffmpegPath, path: wav, streamIndex: 0, bitDepth: 16, stored: true }),
    await decodedMd5({ ffmpegPath, path: wav, streamIndex: 0, bitDepth: 16 }),
  );
});
