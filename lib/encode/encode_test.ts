/** Real encodes with the real ffmpeg: every software preset, every odd input, everything a plan may ask for. */
import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { join } from "node:path";
import { markDolbyVision } from "../../tests/fixtures/dolby_vision.ts";
import { makeClip, makeRichRemux, ODD, ODD_NAMES, X264, X265_HDR10 } from "../../tests/fixtures/media.ts";
import { createCapabilities } from "../media/capabilities.ts";
import { probeFile } from "../media/ffprobe.ts";
import type { Probe } from "../media/model.ts";
import { mainVideo } from "../media/probe.ts";
import { videoEncoder } from "../profiles/encoders.ts";
import { PRESETS } from "../profiles/presets.ts";
import { ProfileInput, type Recipe } from "../profiles/schema.ts";
import { analysePicture } from "./analyse.ts";
import { toArgs } from "./args.ts";
import type { Plan } from "./model.ts";
import { outputName } from "./output_name.ts";
import { plan, type PlanOptions } from "./plan.ts";
import { runFfmpeg } from "./run.ts";
import { makeSideFiles } from "./side_files.ts";
import { readTimeline } from "./timeline.ts";
import { verifyOutput } from "./verify.ts";

const tools = { ffmpegPath: "/usr/bin/ffmpeg", ffprobePath: "/usr/bin/ffprobe" };
const remembered = createCapabilities();
const capabilities = () => remembered(tools);
const read = (path: string) => probeFile(path, tools);
const recipe = (parts: Record<string, unknown>): Recipe => ({
  ...ProfileInput.parse({ name: "x", ...parts }),
  id: "x",
});
/** The preset with its encoder's fastest speed: the wiring is the subject, not the wait. */
const hurried = (chosen: Recipe): Recipe => {
  const fastest = videoEncoder(chosen.video.encoder).presets[0] ?? "";
  return { ...chosen, video: { ...chosen.video, preset: chosen.video.encoder === "libsvtav1" ? "12" : fastest } };
};
const X264_FAST = { encoder: "libx264", preset: "ultrafast", pixelFormat: "yuv420p", quality: 30 };

/** Plans, encodes and verifies; answers plan and result. Inputs that `verify_test.ts` has already are `known` to pass. */
async function encode(dir: string, source: string, chosen: Recipe, options: PlanOptions & { known?: boolean } = {}) {
  const probe = await read(source);
  const decided = plan(probe, chosen, await capabilities(), options);
  const side = await makeSideFiles({ ...tools, probe, plan: decided, folder: dir });
  const output = join(dir, "encode.partial");
  const args = toArgs(probe, decided, { output, side });
  await runFfmpeg({ ...tools, args, signal: new AbortController().signal, stallMs: 60_000 });
  const mode = options.known ? "off" : "full";
  const verdict = await verifyOutput({ ...tools, path: output, probe, plan: decided, mode });
  deepEqual([verdict.problems, verdict.warnings], [[], []]);
  return { decided, output, result: await read(output) };
}

const inFolder = (name: string, work: (dir: string) => Promise<void>) =>
  Deno.test(name, async () => {
    const dir = await Deno.makeTempDir({ prefix: "lathe_encode_" });
    try {
      await work(dir);
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  });
const shape = (result: Probe) => result.streams.map((s) => [s.kind, s.codec, s.language ?? ""].join(" "));

const software = PRESETS.filter((p) => p.mediaType !== "music" && !videoEncoder(p.video.encoder).hardware);
for (const preset of software) {
  inFolder(`${preset.id} turns a UHD remux into a verified file`, async (dir) => {
    const { decided, result } = await encode(dir, await makeRichRemux(dir), hurried(preset));
    const picture = mainVideo(result);
    equal(picture?.codec, decided.video?.codec);
    equal(picture?.hdr, preset.id === "builtin-web-mp4" ? "sdr" : "hdr10");
    equal(result.title, "The Long Night (2011)");
    equal(result.chapters.length, 3);
    deepEqual(result.chapters.map((c) => c.title), ["Part 1", "Part 2", "Part 3"]);
    equal(result.streams.filter((s) => s.kind === "audio").length, decided.audio.length);
    ok(!JSON.stringify(result.tags).includes("STATISTICS"));
    if (preset.container === "mkv") {
      equal(result.streams.filter((s) => s.kind === "attachment").length, 2);
      deepEqual(result.streams.filter((s) => s.kind === "video" || s.kind === "audio").map((s) => s.title), [
        `360p ${picture?.codec === "av1" ? "AV1" : "HEVC"} 10-bit HDR10`,
        ...decided.audio.map((a) => a.title),
      ]);
    }
  });
}

inFolder("HDR10 keeps its mastering data in picture and container, by x265 and by SVT-AV1", async (dir) => {
  const source = await makeRichRemux(dir);
  for (
    const video of [{ encoder: "libx265", preset: "ultrafast" }, { encoder: "libsvtav1", preset: "12", quality: 40 }]
  ) {
    const { result, output } = await encode(dir, source, recipe({ video }));
    const picture = mainVideo(result);
    deepEqual(picture?.contentLight, { maxCll: 1000, maxFall: 400 }, video.encoder);
    ok(Math.abs((picture?.masteringDisplay?.red[0] ?? 0) - 0.68) < 0.001);
    ok(Math.abs((picture?.masteringDisplay?.minLuminance ?? 0) - 0.005) < 0.0001);
    // The first picture alone must say so too: players that skip the container's facts read it there.
    const args = [
      "-v",
      "error",
      "-read_intervals",
      "%+#1",
      "-select_streams",
      "v:0",
      "-show_frames",
      "-of",
      "json",
      output,
    ];
    const json = new TextDecoder().decode((await new Deno.Command("ffprobe", { args }).output()).stdout);
    match(json, /Mastering display metadata[^]*Content light level metadata/);
  }
});

inFolder("a source without mastering data in its container still passes it on", async (dir) => {
  const source = await makeClip(dir, "bare.ts", { video: X265_HDR10, audio: [] });
  const { result } = await encode(dir, source, recipe({ video: { preset: "ultrafast" } }));
  deepEqual(mainVideo(result)?.contentLight, { maxCll: 1000, maxFall: 400 });
});

inFolder("HLG stays HLG", async (dir) => {
  const { result } = await encode(dir, await ODD.hlg(dir), recipe({ video: { preset: "ultrafast" } }));
  deepEqual([mainVideo(result)?.hdr, mainVideo(result)?.colorPrimaries], ["hlg", "bt2020"]);
});

inFolder("Dolby Vision leaves no trace in an encode, and stays in a copy", async (dir) => {
  const plain = await makeClip(dir, "plain.mp4", { video: X265_HDR10 });
  const source = join(dir, "dv.mp4");
  await markDolbyVision(plain, source, { profile: 8, baseCompatible: 1 });
  const { result, decided } = await encode(dir, source, recipe({ video: { preset: "ultrafast" } }));
  match(decided.warnings.join(), /Dolby Vision metadata is dropped; the HDR10 picture stays/);
  const picture = mainVideo(result);
  deepEqual([picture?.dolbyVision, picture?.hdr, picture?.contentLight?.maxCll], [undefined, "hdr10", 1000]);
  const copy = recipe({ video: { encoder: "copy" }, audio: { encoder: "libopus" } });
  equal(mainVideo((await encode(dir, source, copy)).result)?.dolbyVision?.profile, 8);
});

inFolder("tone mapping leaves no HDR word behind", async (dir) => {
  for (const hdrToSdr of ["hable", "bt2390"]) {
    const { result } = await encode(dir, await makeRichRemux(dir), recipe({ video: { ...X264_FAST, hdrToSdr } }));
    const picture = mainVideo(result);
    deepEqual([picture?.hdr, picture?.colorTransfer, picture?.masteringDisplay, picture?.contentLight], [
      "sdr",
      "bt709",
      undefined,
      undefined,
    ]);
  }
});

inFolder("VP9 and libaom work, 10 bits included", async (dir) => {
  const source = await makeClip(dir, "c.mkv", { seconds: 1 });
  for (const [encoder, preset] of [["libvpx-vp9", "5"], ["libaom-av1", "8"]]) {
    const webm = { container: "webm", audio: { encoder: "libopus" }, video: { encoder, preset, quality: 50 } };
    const { result } = await encode(dir, source, recipe(webm));
    deepEqual([mainVideo(result)?.bitDepth, result.streams[1]?.codec], [10, "opus"]);
  }
});

inFolder("bitrate mode is obeyed", async (dir) => {
  const source = await makeClip(dir, "c.mkv", { seconds: 4, width: 640, height: 360 });
  const { result } = await encode(
    dir,
    source,
    recipe({ video: { ...X264_FAST, bitrate: 600 }, audio: { encoder: "aac" } }),
  );
  const kbps = (result.sizeBytes * 8) / result.durationSeconds / 1000 - 192;
  ok(kbps > 300 && kbps < 1100, String(kbps));
});

inFolder("audio only copies the picture bit for bit", async (dir) => {
  const source = await makeRichRemux(dir);
  const { result, output } = await encode(dir, source, recipe({ audio: { encoder: "libopus" } }), { audioOnly: true });
  deepEqual(result.streams.filter((s) => s.kind === "audio").map((s) => s.codec), ["opus", "opus", "opus"]);
  const digest = async (path: string) => {
    const args = ["-v", "error", "-i", path, "-map", "0:V", "-c", "copy", "-f", "md5", "-"];
    return new TextDecoder().decode((await new Deno.Command("ffmpeg", { args }).output()).stdout);
  };
  equal(await digest(output), await digest(source));
});

inFolder("MP4 takes text, tags HEVC and starts with its index", async (dir) => {
  const chosen = recipe({ container: "mp4", video: { preset: "ultrafast" }, audio: { encoder: "copy" } });
  const { result, output, decided } = await encode(dir, await makeRichRemux(dir), chosen);
  deepEqual(shape(result).slice(0, 6), [
    "video hevc eng",
    "audio flac eng",
    "audio aac deu",
    "audio ac3 eng",
    "subtitle mov_text eng",
    "subtitle mov_text deu",
  ]);
  match(decided.warnings.join(), /cannot hold pictures/);
  match(decided.warnings.join(), /mp4 cannot hold DTS/);
  const head = new TextDecoder("latin1").decode((await Deno.readFile(output)).subarray(0, 4000));
  ok(head.indexOf("moov") > 0 && head.indexOf("moov") < 100 && head.includes("hvc1"));
});

inFolder("a variable rate keeps the time of every picture", async (dir) => {
  const source = await ODD.variableRate(dir);
  const times = async (path: string): Promise<number[]> => {
    const args = ["-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time", "-of", "csv=p=0", path];
    const text = new TextDecoder().decode((await new Deno.Command("ffprobe", { args }).output()).stdout);
    return text.trim().split("\n").map(Number).sort((a, b) => a - b);
  };
  const { output } = await encode(dir, source, recipe({ video: X264_FAST }));
  const [before, after] = [await times(source), await times(output)];
  equal(after.length, before.length);
  const shift = (after[0] ?? 0) - (before[0] ?? 0);
  ok(before.every((time, i) => Math.abs((after[i] ?? 0) - time - shift) < 0.002));
});

inFolder("interlaced pictures become whole ones of the same rate, black bars go", async (dir) => {
  const chosen = recipe({ video: { ...X264_FAST, crop: "auto" } });
  const fields = await ODD.interlaced(dir);
  const found = await analysePicture({ ...tools, probe: await read(fields), recipe: chosen });
  equal(found.interlaced, true);
  const { result } = await encode(dir, fields, chosen, found);
  deepEqual([mainVideo(result)?.interlaced, mainVideo(result)?.frameRate], [false, [25, 1]]);
  const bars = await ODD.letterbox(dir);
  const crop = await analysePicture({ ...tools, probe: await read(bars), recipe: chosen });
  const cropped = mainVideo((await encode(dir, bars, chosen, crop)).result);
  deepEqual([cropped?.width, cropped?.height], [640, 268]);
});

inFolder("odd sizes become even, pixel shape and rotation are right", async (dir) => {
  const size = async (source: string) => {
    const picture = mainVideo((await encode(dir, source, recipe({ video: X264_FAST }), { known: true })).result);
    return [picture?.width, picture?.height, picture?.sampleAspect.join(":"), picture?.rotation];
  };
  deepEqual((await size(await ODD.oddSize(dir))).slice(0, 2), [320, 180]);
  deepEqual(await size(await ODD.anamorphic(dir)), [352, 288, "64:45", 0]);
  const upright = await makeClip(dir, "upright.mp4");
  const turned = ["-v", "error", "-i", upright, "-c", "copy", "-metadata:s:v", "rotate=90", join(dir, "turned.mp4")];
  await new Deno.Command("ffmpeg", { args: turned }).output();
  deepEqual(await size(join(dir, "turned.mp4")), [180, 320, "1:1", 0]);
});

inFolder("scaling keeps square pixels square", async (dir) => {
  const source = await makeClip(dir, "c.mkv", { width: 638, height: 358, seconds: 1 });
  const picture = mainVideo(
    (await encode(dir, source, recipe({ video: { ...X264_FAST, maxHeight: 144 } }), { known: true })).result,
  );
  deepEqual([picture?.width, picture?.height, picture?.sampleAspect], [256, 144, [1, 1]]);
});

/** The brightest luma code in a part of one picture. */
async function brightness(path: string, at: number, crop: string): Promise<number> {
  const graph = `crop=${crop},signalstats,metadata=print:key=lavfi.signalstats.YMAX:file=-`;
  const args = ["-v", "error", "-ss", String(at), "-i", path, "-frames:v", "1", "-vf", graph, "-f", "null", "-"];
  const { stdout } = await new Deno.Command("ffmpeg", { args }).output();
  return Number(/YMAX=([\d.]+)/.exec(new TextDecoder().decode(stdout))?.[1]);
}

inFolder("text is burned in with the file's own styles, whatever the file is called", async (dir) => {
  const dark = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-vf", "lutyuv=y=20:u=128:v=128"];
  const film = await makeClip(dir, "dark.mkv", { width: 640, height: 360, seconds: 3, video: dark });
  const text = join(dir, "t.srt");
  await Deno.writeTextFile(text, "1\n00:00:01,000 --> 00:00:02,500\nLOUD WORDS HERE\n");
  const odd = join(dir, "it's [a], 'test':x;%d\\.mkv");
  const mux = ["-v", "error", "-i", `file:${film}`, "-i", text, "-map", "0", "-map", "1", "-c", "copy", "-c:s", "srt"];
  await new Deno.Command("ffmpeg", { args: [...mux, `file:${odd}`] }).output();
  const { output, decided } = await encode(dir, odd, recipe({ video: X264_FAST, subtitles: { mode: "burn" } }));
  equal(decided.streams.at(-1)?.action, "burn");
  ok(await brightness(output, 1.5, "640:120:0:240") > 180);
  ok(await brightness(output, 0.2, "640:120:0:240") < 60);
});

inFolder("text burned into an HDR picture is graphics white, not 10,000 nits", async (dir) => {
  const dark = [...X265_HDR10, "-vf", "lutyuv=y=80:u=512:v=512"];
  const film = await makeClip(dir, "dark.mkv", { width: 640, height: 360, seconds: 2, video: dark });
  await Deno.writeTextFile(join(dir, "t.srt"), "1\n00:00:00,100 --> 00:00:01,900\nLOUD WORDS HERE\n");
  const source = join(dir, "with.mkv");
  const mux = ["-v", "error", "-i", film, "-i", join(dir, "t.srt"), "-map", "0", "-map", "1", "-c", "copy", source];
  await new Deno.Command("ffmpeg", { args: mux }).output();
  const chosen = recipe({ video: { preset: "ultrafast", quality: 10 }, subtitles: { mode: "burn" } });
  const { output, decided } = await encode(dir, source, chosen);
  equal(decided.video?.hdr, "hdr10");
  // Ten bits: 64 is black, 940 is 10,000 nits, 573 is 203 nits.
  const brightest = await brightness(output, 1, "640:120:0:240");
  ok(brightest > 480 && brightest < 680, String(brightest));
});

inFolder("picture subtitles are burned in where they belong, also over a scaled picture", async (dir) => {
  const source = await makeRichRemux(dir);
  const burn = { mode: "burn", burnForcedOnly: true };
  const chosen = recipe({ video: { ...X264_FAST, hdrToSdr: "hable", maxHeight: 180 }, subtitles: burn });
  const plain = recipe({ video: { ...X264_FAST, hdrToSdr: "hable", maxHeight: 180 } });
  const kept = join(dir, "plain.mkv");
  await Deno.rename((await encode(dir, source, plain)).output, kept);
  const { output } = await encode(dir, source, chosen);
  // The bar lies 48 lines above the bottom of 360, in the middle half.
  const [with_, without] = [await brightness(output, 1, "120:4:100:154"), await brightness(kept, 1, "120:4:100:154")];
  ok(with_ !== without, `${with_} against ${without}`);
});

inFolder("sources with hostile names are encoded, and stay as they were", async (dir) => {
  const clip = await makeClip(dir, "plain-source.mkv", { seconds: 1 });
  const before = await Deno.readFile(clip);
  for (const name of ODD_NAMES) {
    const source = join(dir, name);
    await Deno.copyFile(clip, source);
    const { decided } = await encode(dir, source, recipe({ video: X264_FAST, audio: { encoder: "libopus" } }), {
      known: true,
    });
    deepEqual(await Deno.readFile(source), before, name);
    const result = outputName(name, await read(source), decided, recipe({ video: X264_FAST }));
    match(result, /^[^-.\/\\:*?"<>|\p{Cc}][^\/\\:*?"<>|\p{Cc}]*\.mkv$/u, name);
    ok(result !== name);
  }
});

inFolder("sound without a picture, and layouts encoders refuse, are encoded", async (dir) => {
  const lone = await encode(dir, await ODD.audioOnly(dir), recipe({ audio: { encoder: "libopus" } }));
  deepEqual(shape(lone.result), ["audio opus "]);
  const layouts = ["mono", "3.0", "4.0", "5.0(side)", "5.1(side)", "6.1", "7.1"];
  const audio = layouts.map((layout) => ({ layout, args: ["flac"] }));
  const source = await makeClip(dir, "many.mkv", { seconds: 1, audio });
  for (const encoder of ["libopus", "aac", "eac3", "libvorbis"]) {
    const { result } = await encode(dir, source, recipe({ video: X264_FAST, audio: { encoder } }), { known: true });
    const most = encoder === "eac3" || encoder === "ac3" ? 6 : 8;
    const channels = result.streams.flatMap((s) => s.kind === "audio" ? [s.channels] : []);
    deepEqual(channels, [1, 3, 4, 5, 6, 7, 8].map((n) => Math.min(n, most)), encoder);
  }
});

inFolder("every music preset that ffmpeg can serve makes its file and keeps the tags", async (dir) => {
  const tags = ["-metadata", "artist=The Band", "-metadata", "album=First", "-metadata", "title=Song"];
  const audio = [{ args: ["flac", "-sample_fmt", "s32"] }];
  const source = await makeClip(dir, "song.flac", { video: [], audio, extra: ["-ar", "96000", ...tags] });
  for (const preset of PRESETS.filter((p) => p.mediaType === "music")) {
    const { result } = await encode(dir, source, preset);
    const [stream] = result.streams;
    ok(stream?.kind === "audio");
    const limit = preset.audio.maxSampleRate || (preset.audio.encoder === "libopus" ? 48_000 : 96_000);
    ok(stream.sampleRate <= limit, `${preset.id} ${stream.sampleRate}`);
    if (preset.audio.bitDepth === 16) equal(stream.bitDepth, 16, preset.id);
    match(JSON.stringify(await allTags(join(dir, "encode.partial"))), /The Band/, preset.id);
  }
});

async function allTags(path: string): Promise<unknown> {
  const args = ["-v", "error", "-show_entries", "format_tags:stream_tags", "-of", "json", path];
  return JSON.parse(new TextDecoder().decode((await new Deno.Command("ffprobe", { args }).output()).stdout));
}

inFolder("a live picture appears while the film is encoded", async (dir) => {
  const source = await makeClip(dir, "c.mkv", { seconds: 4, video: [...X264, "-g", "24"] });
  const probe = await read(source);
  const decided = plan(probe, recipe({ video: X264_FAST }), await capabilities());
  const live = join(dir, "live.jpg");
  const output = join(dir, "o.partial");
  const args = toArgs(probe, decided, { output, livePreview: { path: live, everySeconds: 1 } });
  await runFfmpeg({ ...tools, args, signal: new AbortController().signal, stallMs: 60_000 });
  const jpeg = await Deno.readFile(live);
  deepEqual([jpeg[0], jpeg[1], jpeg.at(-2), jpeg.at(-1)], [0xff, 0xd8, 0xff, 0xd9]);
  deepEqual([...Deno.readDirSync(dir)].map((e) => e.name).filter((n) => n.includes("live")), ["live.jpg"]);
  equal((await readTimeline({ path: output, ...tools })).spans.size, 2);
});

inFolder("extra arguments reach the encoder, wrong ones fail with its words", async (dir) => {
  const source = await makeClip(dir, "c.mkv");
  const good = recipe({ video: { ...X264_FAST, extraArgs: "-g 12 -x264-params scenecut=0" } });
  await encode(dir, source, good);
  const bad = recipe({ video: { ...X264_FAST, extraArgs: "-profile:v nonsense" } });
  await rejects(encode(dir, source, bad), /profile/i);
});

/** Kept at the end: what a plan of the fixture decides must not change unnoticed. */
inFolder("the plan of the fixture names each stream", async (dir) => {
  const decided: Plan = plan(await read(await makeRichRemux(dir)), recipe({}), await capabilities());
  deepEqual(decided.streams.map((s) => `${s.type} ${s.action}`), [
    "video encode",
    "audio copy",
    "audio copy",
    "audio copy",
    "audio drop",
    "subtitle copy",
    "subtitle copy",
    "subtitle copy",
    "attachment copy",
    "attachment copy",
  ]);
});
