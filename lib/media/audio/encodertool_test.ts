import { deepEqual, equal, ok, rejects, throws } from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { FFMPEG as ffmpegPath, FFPROBE } from "../../../tests/kit/ffmpeg.ts";
import { installFreaccmd } from "../../../tests/fakes/freaccmd.ts";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { runProcess } from "../../kit/process/process.ts";
import { readEncoderRanges, readEncodertool, runEncodertool } from "./encodertool.ts";
import { encodertoolArgs, type MusicTarget } from "./encodertool_args.ts";
import { encodertoolFailure, encodertoolOf, optionRanges } from "./encodertool_text.ts";
import { decodedMd5 } from "./pcm_md5.ts";

const EVERYTHING = ["flac", "lame", "opus", "vorbis", "wv", "mac"];

async function makeTone(path: string): Promise<string> {
  const tone = ["-f", "lavfi", "-i", "sine=f=440:d=3:r=44100,aformat=channel_layouts=stereo", "-c:a", "pcm_s16le"];
  const args = ["-v", "error", "-nostdin", ...tone, `file:${path}`];
  equal((await runProcess({ path: ffmpegPath, args, timeoutMs: 30_000 })).code, 0);
  return path;
}

async function probe(path: string): Promise<Record<string, string>> {
  const entries = ["-of", "json", "-show_entries", "stream=codec_name,bit_rate,sample_rate:format=bit_rate"];
  const args = ["-v", "error", ...entries, `file:${path}`];
  const { stdout } = await runProcess({ path: FFPROBE, args, timeoutMs: 30_000 });
  const { streams, format } = JSON.parse(new TextDecoder().decode(stdout));
  return { ...format, ...streams[0] };
}

/**
 * Creates a source file and a home folder for the encoder tool, and returns them with the output folder, as for a job.
 */
async function workshop(dir: string) {
  const home = join(dir, "home");
  await Deno.mkdir(home);
  const input = await makeTone(join(dir, "it's a tone.wav"));
  return { home, input, output: join(dir, "out"), signal: new AbortController().signal, timeoutMs: 30_000 };
}

inFolder("version and encoders are read despite the exit code", async (dir) => {
  const path = await installFreaccmd(dir);
  const { version, encoders } = await readEncodertool({ path });
  equal(version, "1.1.7");
  equal(encoders.length, 16);
  deepEqual([encoders[0], encoders[10], encoders[11], encoders.at(-1)], ["bladenc", "opus", "sndfile-aiff", "wave"]);
  deepEqual((await readEncodertool({ path: await installFreaccmd(dir, { encoders: ["flac"] }) })).encoders, ["flac"]);
});

inFolder("a program that is no encoder tool is refused", async (dir) => {
  const path = join(dir, "other");
  await Deno.writeTextFile(path, "#!/bin/sh\necho other 1.0\n", { mode: 0o755 });
  await rejects(readEncodertool({ path }), { name: "Fault", code: "tool_missing" });
  await rejects(readEncodertool({ path: join(dir, "none") }), { name: "Fault", code: "tool_missing" });
  await rejects(readEncodertool({ path, signal: AbortSignal.abort(new Error("enough")) }), /enough/);
});

inFolder("the scale of an encoder's options is read from the tool", async (dir) => {
  const path = await installFreaccmd(dir, { vorbisMax: 100 });
  deepEqual((await readEncoderRanges({ path, encoder: "vorbis" })).get("-q"), { min: 0, max: 100 });
  deepEqual((await readEncoderRanges({ path, encoder: "lame" })).get("-b"), { min: 8, max: 320 });
  equal((await readEncoderRanges({ path, encoder: "nothing" })).size, 0);
});

for (
  const [name, target, codec, check] of [
    ["FLAC", { encoder: "flac", level: 8 }, "flac", () => true],
    ["MP3 V0", { encoder: "lame", mode: "vbr", quality: 0 }, "mp3", () => true],
    ["MP3 320", { encoder: "lame", mode: "cbr", kbps: 320 }, "mp3", (rate: number) => rate === 320_000],
    ["Opus 160", { encoder: "opus", kbps: 160, mode: "cbr" }, "opus", (rate: number) => rate > 150_000],
    ["Vorbis q6", { encoder: "vorbis", mode: "vbr", quality: 6 }, "vorbis", () => true],
    ["Vorbis 192", { encoder: "vorbis", mode: "abr", kbps: 192 }, "vorbis", (rate: number) => rate === 192_000],
    ["WavPack", { encoder: "wv" }, "wavpack", () => true],
  ] as const satisfies [string, MusicTarget, string, (rate: number) => boolean][]
) {
  inFolder(`${name} is encoded, with temporary files only in the job's folder`, async (dir) => {
    const shop = await workshop(dir);
    const path = await installFreaccmd(dir, { encoders: EVERYTHING });
    const suffix = { flac: "flac", lame: "mp3", opus: "opus", vorbis: "ogg", wv: "wv" }[target.encoder];
    const output = `${shop.output}.${suffix}`;
    const args = encodertoolArgs({ target, input: shop.input, output });
    const { sizeBytes } = await runEncodertool({ ...shop, path, args, output });
    equal(sizeBytes, (await Deno.stat(output)).size);
    const found = await probe(output);
    equal(found.codec_name, codec);
    const rate = Number(found.bit_rate);
    ok(check(rate), `bit rate ${rate}`);
    ok((await Deno.stat(join(shop.home, ".config", "fre:ac", "freac.xml"))).isFile);
    if (codec !== "flac" && codec !== "wavpack") return;
    const sum = (file: string) => decodedMd5({ ffmpegPath, path: file, streamIndex: 0, bitDepth: 16 });
    equal(await sum(output), await sum(shop.input));
  });
}

inFolder("slow: the size of the output is reported while it grows", async (dir) => {
  const shop = await workshop(dir);
  const output = `${shop.output}.flac`;
  const path = await installFreaccmd(dir, { delayMs: 900 });
  const args = encodertoolArgs({ target: { encoder: "flac", level: 5 }, input: shop.input, output });
  const sizes: number[] = [];
  const { sizeBytes } = await runEncodertool({ ...shop, path, args, output, onSize: (size) => sizes.push(size) });
  equal(sizes.at(-1), sizeBytes);
  ok(sizes.length >= 2, `${sizes}`);
  await Deno.remove(output);
  const broken = {
    ...shop,
    path,
    args,
    output,
    onSize: () => {
      throw new Error("listener");
    },
  };
  await rejects(runEncodertool(broken), /listener/);
});

const flac: MusicTarget = { encoder: "flac", level: 8 };

inFolder("each failure has a message, and leaves nothing behind", async (dir) => {
  const shop = await workshop(dir);
  const output = `${shop.output}.flac`;
  const path = await installFreaccmd(dir, { encoders: ["flac", "wave", "mac"] });
  const text = join(dir, "text.wav");
  await Deno.writeTextFile(text, "no sound");
  const job = (target: MusicTarget, input = shop.input) => encodertoolArgs({ target, input, output });
  for (
    const [args, code, message] of [
      [job(flac, join(dir, "none.wav")), "source_missing", /did not find .*none\.wav/],
      [job({ encoder: "wv" }), "encoder_missing", /no working encoder "wv"/],
      [job({ encoder: "mac" }), "encoder_missing", /no working encoder "mac"/],
      [["--encoder=flac", "-o", output, "--", "-c", "12", shop.input], "invalid_plan", /rejected the options/],
      [["--encoder=flac", "-o", output], "invalid_plan", /did not understand/],
      [["--encoder=flac", "--list-drives"], "tool_failed", /cannot read discs/],
      [encodertoolArgs({ target: flac, input: shop.input, output, cover: "/no/cover.jpg" }), "tool_failed", /cover/],
      [job(flac, text), "tool_failed", /could not convert/],
    ] as const
  ) {
    const run = runEncodertool({ ...shop, path, args: [...args], output });
    await rejects(run, { name: "JobFailure", code, message }, message.source);
    await rejects(Deno.stat(output), Deno.errors.NotFound);
  }
  const silent = await installFreaccmd(dir, { silent: true });
  await rejects(runEncodertool({ ...shop, path: silent, args: job(flac), output }), /wrote nothing/);
  await rejects(runEncodertool({ ...shop, path: join(dir, "no"), args: job(flac), output }), { code: "tool_missing" });
});

inFolder("a file that is there is not overwritten", async (dir) => {
  const shop = await workshop(dir);
  const output = `${shop.output}.flac`;
  await Deno.writeTextFile(output, "precious");
  const args = encodertoolArgs({ target: flac, input: shop.input, output });
  const path = await installFreaccmd(dir);
  await rejects(runEncodertool({ ...shop, path, args, output }), { code: "output_exists" });
  equal(await Deno.readTextFile(output), "precious");
});

inFolder("slow: a tool that does not end is stopped, by the clock and by hand", async (dir) => {
  const shop = await workshop(dir);
  const output = `${shop.output}.flac`;
  const path = await installFreaccmd(dir, { delayMs: 60_000 });
  const args = encodertoolArgs({ target: flac, input: shop.input, output });
  await rejects(runEncodertool({ ...shop, path, args, output, timeoutMs: 700 }), { code: "stalled" });
  const stop = new AbortController();
  const run = runEncodertool({ ...shop, path, args, output, signal: stop.signal });
  setTimeout(() => stop.abort(new Error("enough")), 500);
  await rejects(run, /enough/);
  await rejects(Deno.stat(output), Deno.errors.NotFound);
});

Deno.test("options of the tool and of the encoder are on separate sides of --", () => {
  const place = { input: "/m/a.flac", output: "/w/a" };
  const spelled = (target: MusicTarget) => encodertoolArgs({ target, ...place }).slice(4, -1);
  deepEqual(encodertoolArgs({ target: flac, ...place, cover: "/w/c.jpg", withoutImages: true }), [
    ...["--encoder=flac", "--add-cover=/w/c.jpg", "--ignore-albumart", "-o", "/w/a", "--", "-c", "8", "/m/a.flac"],
  ]);
  deepEqual(spelled({ encoder: "lame", mode: "vbr", quality: 0 }), ["-m", "VBR", "-q", "0"]);
  deepEqual(spelled({ encoder: "lame", mode: "cbr", kbps: 320 }), ["-m", "CBR", "-b", "320"]);
  deepEqual(spelled({ encoder: "opus", kbps: 160 }), ["--bitrate", "160", "--comp", "10"]);
  deepEqual(spelled({ encoder: "vorbis", mode: "vbr", quality: 6 }), ["-q", "6"]);
  deepEqual(spelled({ encoder: "vorbis", mode: "vbr", quality: 6.5, qualityMax: 100 }), ["-q", "65"]);
  deepEqual(spelled({ encoder: "vorbis", mode: "vbr", quality: -1, qualityMax: 100 }), ["-q", "0"]);
  deepEqual(spelled({ encoder: "mac" }), ["-m", "high"]);
});

Deno.test("arguments that the tool would misread are refused before it starts", () => {
  const place = { target: flac, input: "/m/a.flac", output: "/w/a" };
  for (const path of ["-a.flac", "a.flac", "/m/what?.flac", "/m/*.flac", "device://cdda:0/1"]) {
    throws(() => encodertoolArgs({ ...place, input: path }), { name: "JobFailure", code: "invalid_plan" }, path);
  }
  throws(() => encodertoolArgs({ ...place, output: "/w/<artist>" }), { code: "invalid_plan" });
  for (const level of [-1, 9, NaN]) {
    throws(() => encodertoolArgs({ ...place, target: { encoder: "flac", level } }), /between 0 and 8/);
  }
});

Deno.test("a list of any length and wrapping is read", () => {
  const id = fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/);
  fc.assert(
    fc.property(fc.uniqueArray(id, { minLength: 1, maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (ids, n) => {
      const rows: string[] = [];
      for (let i = 0; i < ids.length; i += n) rows.push(`\t${ids.slice(i, i + n).join(", ")}`);
      const text = `fre:ac - free audio converter v1.2 (arm64)\nC\n\n  --encoder=<id> | -e <id>\tX\n\n` +
        `Encoder <id> can be one of:\n\n${rows.join(",\n")}\n\nDefault for <pat> is "<filename>".\n`;
      deepEqual(encodertoolOf(text), { version: "1.2", encoders: ids });
    }),
  );
});

Deno.test("no text makes the parsers throw", () => {
  fc.assert(fc.property(fc.string(), fc.integer({ min: 0, max: 255 }), (text, code) => {
    encodertoolOf(text);
    optionRanges(text);
    ok(encodertoolFailure(code, text.split("\n")).message.length > 0);
  }));
  equal(encodertoolOf("bash: freaccmd: command not found"), undefined);
});
