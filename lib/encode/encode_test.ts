/** Real encodes with the real ffmpeg: every software preset, every container, hostile names, audio in every layout. */
import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { join } from "node:path";
import { encodeFile, encodeVerified as encode, read, recipe, X264_FAST } from "../../tests/fixtures/encode.ts";
import { inFolder } from "../../tests/fixtures/folder.ts";
import { ALL_ROWS } from "../../tests/kit/all_rows.ts";
import { run } from "../../tests/kit/run.ts";
import { makeClip, makeRichRemux, ODD, ODD_NAMES, X264 } from "../../tests/fixtures/media.ts";
import type { Probe } from "../media/probe/model.ts";
import { mainVideo } from "../media/probe/probe.ts";
import { videoEncoder } from "./profiles/encoders.ts";
import { allPresets } from "./profiles/presets.ts";
import type { Recipe } from "./profiles/schema.ts";
import { outputName } from "./naming/output_name.ts";

/** Returns the recipe with its encoder's fastest preset, because only the integration is tested. */
const hurried = (chosen: Recipe): Recipe => {
  const fastest = videoEncoder(chosen.video.encoder).presets[0] ?? "";
  return { ...chosen, video: { ...chosen.video, preset: chosen.video.encoder === "libsvtav1" ? "12" : fastest } };
};
/** Creates a remux with streams of all kinds, and video small enough for repeated encodes. */
const remux = (dir: string) => makeRichRemux(dir, undefined, { width: 256, height: 144 });
const shape = (result: Probe) => result.streams.map((s) => [s.kind, s.codec, s.language ?? ""].join(" "));
const software = allPresets().filter((p) => p.mediaType !== "music" && !videoEncoder(p.video.encoder).hardware);
/** A regular run encodes with every fifth preset, because `tests/table` encodes with all of them. */
const tested = software.filter((_, i) => ALL_ROWS || i % 5 === 0);

for (const preset of tested) {
  inFolder(`slow: ${preset.id} turns a UHD remux into a verified file`, async (dir) => {
    const { decided, result } = await encode(dir, await remux(dir), hurried(preset));
    const picture = mainVideo(result);
    equal(picture?.codec, decided.video?.codec);
    equal(picture?.hdr, preset.video.hdrPassthrough ? "hdr10" : "sdr");
    equal(result.title, "The Long Night (2011)");
    equal(result.chapters.length, 3);
    deepEqual(result.chapters.map((c) => c.title), ["Part 1", "Part 2", "Part 3"]);
    equal(result.streams.filter((s) => s.kind === "audio").length, decided.audio.length);
    ok(!JSON.stringify(result.tags).includes("STATISTICS"));
    if (preset.container === "mkv") {
      equal(result.streams.filter((s) => s.kind === "attachment").length, 2);
      deepEqual(result.streams.filter((s) => s.kind === "video" || s.kind === "audio").map((s) => s.title), [
        `144p ${picture?.codec === "av1" ? "AV1" : "HEVC"} 10-bit HDR10`,
        ...decided.audio.map((a) => a.title),
      ]);
    }
  });
}

inFolder("slow: bitrate mode is obeyed", async (dir) => {
  const source = await makeClip(dir, "c.mkv", { seconds: 4, width: 640, height: 360 });
  const { result } = await encode(
    dir,
    source,
    recipe({ video: { ...X264_FAST, bitrate: 600 }, audio: { encoder: "aac" } }),
  );
  const kbps = (result.sizeBytes * 8) / result.durationSeconds / 1000 - 192;
  ok(kbps > 300 && kbps < 1100, String(kbps));
});

inFolder("slow: audio only copies the video bit for bit", async (dir) => {
  const source = await remux(dir);
  const { result, output } = await encode(dir, source, recipe({ audio: { encoder: "libopus" } }), { audioOnly: true });
  deepEqual(result.streams.filter((s) => s.kind === "audio").map((s) => s.codec), ["opus", "opus", "opus"]);
  const digest = async (path: string) => {
    const args = ["-v", "error", "-i", path, "-map", "0:V", "-c", "copy", "-f", "md5", "-"];
    return new TextDecoder().decode((await new Deno.Command("ffmpeg", { args }).output()).stdout);
  };
  equal(await digest(output), await digest(source));
});

inFolder("slow: MP4 contains text, tags HEVC and starts with its index", async (dir) => {
  const chosen = recipe({ container: "mp4", video: { preset: "ultrafast" }, audio: { encoder: "copy" } });
  const { result, output, decided } = await encode(dir, await remux(dir), chosen);
  deepEqual(shape(result).slice(0, 6), [
    "video hevc eng",
    "audio flac eng",
    "audio aac deu",
    "audio ac3 eng",
    "subtitle mov_text deu",
    "subtitle mov_text eng",
  ]);
  match(decided.warnings.join(), /does not support bitmap subtitles/);
  match(decided.warnings.join(), /mp4 does not support DTS/);
  const head = new TextDecoder("latin1").decode((await Deno.readFile(output)).subarray(0, 4000));
  ok(head.indexOf("moov") > 0 && head.indexOf("moov") < 100 && head.includes("hvc1"));
});

inFolder("slow: S-PROC-1: sources with hostile names are encoded, and stay as they were", async (dir) => {
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

inFolder("slow: audio without video, and layouts that encoders refuse, are encoded", async (dir) => {
  const lone = await encode(dir, await ODD.audioOnly(dir), recipe({ audio: { encoder: "libopus" } }));
  deepEqual(shape(lone.result), ["audio opus "]);
  const layouts = ["mono", "3.0", "4.0", "5.0(side)", "5.1(side)", "6.1", "7.1"];
  const audio = layouts.map((layout) => ({ layout, args: ["flac"] }));
  const source = await makeClip(dir, "many.mkv", { seconds: 1, audio });
  for (
    const [encoder, wanted] of [
      ["libopus", "mono 3.0 6.1 5.0 5.1 6.1 7.1"],
      ["aac", "mono 3.0 4.0 5.0 5.1 7.1 7.1"],
      ["eac3", "mono 3.0 4.0 5.0(side) 5.1(side) 5.1(side) 5.1(side)"],
      ["libvorbis", "mono 3.0 6.1 5.0 5.1 6.1 7.1"],
    ] as const
  ) {
    const { result } = await encode(dir, source, recipe({ video: X264_FAST, audio: { encoder } }), { known: true });
    equal(result.streams.flatMap((s) => s.kind === "audio" ? [s.layout] : []).join(" "), wanted, encoder);
  }
});

inFolder("slow: every music preset that ffmpeg supports creates its file and keeps the tags", async (dir) => {
  const tags = ["-metadata", "artist=The Band", "-metadata", "album=First", "-metadata", "title=Song"];
  const audio = [{ args: ["flac", "-sample_fmt", "s32"] }];
  const source = await makeClip(dir, "song.flac", { video: [], audio, extra: ["-ar", "96000", ...tags] });
  for (const preset of allPresets().filter((p) => p.mediaType === "music")) {
    const { result, output } = await encode(dir, source, preset);
    const [stream] = result.streams;
    ok(stream?.kind === "audio");
    const limit = preset.audio.maxSampleRate || (preset.audio.encoder === "libopus" ? 48_000 : 96_000);
    ok(stream.sampleRate <= limit, `${preset.id} ${stream.sampleRate}`);
    if (preset.audio.bitDepth === 16) equal(stream.bitDepth, 16, preset.id);
    match(JSON.stringify(await allTags(output)), /The Band/, preset.id);
  }
});

async function allTags(path: string): Promise<unknown> {
  const args = ["-v", "error", "-show_entries", "format_tags:stream_tags", "-of", "json", path];
  return JSON.parse(new TextDecoder().decode((await new Deno.Command("ffprobe", { args }).output()).stdout));
}

inFolder(
  "slow: QuickTime and WebM keep languages and text, and an encoder that mixes two channels into one gets an option",
  async (dir) => {
    const source = await remux(dir);
    const languages = (result: Probe) => result.streams.flatMap((s) => s.kind === "audio" ? [s.language] : []);
    const mov = recipe({ container: "mov", video: { preset: "ultrafast" } });
    deepEqual(languages((await encode(dir, source, mov)).result), ["eng", "deu", "eng"]);
    const svt = { encoder: "libsvtav1", preset: "12", quality: 50 };
    const webm =
      (await encode(dir, source, recipe({ container: "webm", video: svt, audio: { encoder: "libopus" } }))).result;
    deepEqual([languages(webm), webm.streams.at(-1)?.codec], [["eng", "deu", "eng"], "webvtt"]);
    const mono = await makeClip(dir, "mono.mkv", { seconds: 1, audio: [{ layout: "mono", args: ["flac"] }] });
    const { result } = await encode(dir, mono, recipe({ video: X264_FAST, audio: { encoder: "truehd" } }));
    deepEqual(shape(result), ["video h264 ", "audio truehd "]);
  },
);

inFolder("a preview frame appears while the movie is encoded", async (dir) => {
  const source = await makeClip(dir, "c.mkv", { seconds: 4, video: [...X264, "-g", "24"] });
  const live = join(dir, "live.jpg");
  const { output } = await encodeFile(dir, source, recipe({ video: X264_FAST }), {
    livePreview: { path: live, everySeconds: 1 },
  });
  const jpeg = await Deno.readFile(live);
  deepEqual([jpeg[0], jpeg[1], jpeg.at(-2), jpeg.at(-1)], [0xff, 0xd8, 0xff, 0xd9]);
  deepEqual([...Deno.readDirSync(dir)].map((e) => e.name).filter((n) => n.includes("live")), ["live.jpg"]);
  deepEqual(shape(await read(output)), ["video h264 ", "audio aac "]);
});

inFolder("slow: extra arguments reach the encoder, and wrong ones fail with its message", async (dir) => {
  const source = await makeClip(dir, "c.mkv");
  const good = recipe({ video: { ...X264_FAST, extraArgs: "-g 12 -x264-params scenecut=0" } });
  await encode(dir, source, good);
  const bad = recipe({ video: { ...X264_FAST, extraArgs: "-profile:v nonsense" } });
  await rejects(encode(dir, source, bad), /profile/i);
});

inFolder("slow: a music file starts with its first sample, however late the audio starts in the movie", async (dir) => {
  const clip = await makeClip(dir, "clip.mkv", { video: X264, audio: [{ args: ["flac"] }] });
  const source = join(dir, "late.mkv");
  // The audio starts half an ALAC frame late, which is common for audio that was encoded before muxing.
  const late = ["-itsoffset", "0.021", "-i", clip, "-i", clip, "-map", "1:v", "-map", "0:a", "-c", "copy", source];
  equal((await run("ffmpeg", ["-v", "error", ...late])).code, 0);
  const alac = recipe({ container: "m4a", mediaType: "music", audio: { encoder: "alac" } });
  const { output } = await encode(dir, source, alac);
  equal(await firstTime(output), 0);
  // Repeats the test with a stream copy. The edit list of a late start would hide the last samples from ffmpeg 9.
  const stored = join(dir, "alac.mov");
  const lossless = ["-i", source, "-map", "0", "-c:v", "copy", "-c:a", "alac", stored];
  equal((await run("ffmpeg", ["-v", "error", ...lossless])).code, 0);
  const copied = await encode(
    dir,
    stored,
    recipe({ container: "m4a", mediaType: "music", audio: { encoder: "copy" } }),
  );
  equal(await firstTime(copied.output), 0);
});

async function firstTime(path: string): Promise<number> {
  const { stdout } = await run("ffprobe", [
    "-v",
    "error",
    "-show_entries",
    "stream=start_time",
    "-of",
    "csv=p=0",
    path,
  ]);
  return Number(stdout);
}

inFolder("slow: a source that states the transfer of BT.470 is encoded and keeps it", async (dir) => {
  for (const [option, transfer] of [["gamma22", "bt470m"], ["gamma28", "bt470bg"]] as const) {
    // Newer versions of ffmpeg take the transfer characteristic from the frames instead of the encoder option.
    const filters = `setparams=color_trc=${transfer}`;
    const video = [...X264, "-color_trc", option];
    const source = await makeClip(dir, `${transfer}.mkv`, { seconds: 1, filters, video });
    equal(mainVideo(await read(source))?.colorTransfer, transfer);
    const { result } = await encode(dir, source, recipe({ video: X264_FAST }));
    equal(mainVideo(result)?.colorTransfer, transfer);
  }
});
