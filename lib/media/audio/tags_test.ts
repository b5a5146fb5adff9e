import { deepEqual, equal, ok } from "node:assert/strict";
import { join } from "node:path";
import { findProgram } from "../../../build/needs.ts";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { runProcess } from "../../kit/process/process.ts";
import { type MusicContainer, musicTags, tagArgs } from "./tags.ts";

const track = { gainDb: -7.89, peak: 0.988831 };
const album = { gainDb: -6.5, peak: 1 };
const mqa = { isMqa: true, studio: true, originalRate: 96_000 };
const REPLAY_GAIN = [
  ["REPLAYGAIN_TRACK_GAIN", "-7.89 dB"],
  ["REPLAYGAIN_TRACK_PEAK", "0.988831"],
  ["REPLAYGAIN_ALBUM_GAIN", "-6.50 dB"],
  ["REPLAYGAIN_ALBUM_PEAK", "1.000000"],
];
const R128 = [["R128_TRACK_GAIN", "-3300"], ["R128_ALBUM_GAIN", "-2944"]];

for (
  const [container, wanted] of [
    ["flac", REPLAY_GAIN],
    ["ogg", REPLAY_GAIN],
    ["wv", REPLAY_GAIN],
    ["ape", REPLAY_GAIN],
    ["mp3", REPLAY_GAIN],
    ["opus", R128],
  ] as const
) {
  Deno.test(`${container} gets ${wanted[0]?.[0]}`, () => {
    deepEqual(musicTags({ container, track, album }), wanted);
    deepEqual(musicTags({ container }), []);
  });
}

Deno.test("a lossless copy of an MQA file keeps its tags, a lossy one loses them", () => {
  const sourceTags = { mqaencoder: "MQAEncode v1.1, 2.3.3", ORIGINALSAMPLERATE: "352800", TITLE: "x" };
  deepEqual(musicTags({ container: "flac", mqa, sourceTags }), [
    ["MQA", "MQA Studio"],
    ["MQAENCODER", "MQAEncode v1.1, 2.3.3"],
    ["ORIGINALSAMPLERATE", "352800"],
  ]);
  deepEqual(musicTags({ container: "wv", mqa: { ...mqa, studio: false } }), [
    ["MQA", "MQA"],
    ["ORIGINALSAMPLERATE", "96000"],
  ]);
  for (const container of ["mp3", "opus", "ogg"] as const) {
    deepEqual(musicTags({ container, mqa, sourceTags }), [["MQAENCODER", ""], ["ORIGINALSAMPLERATE", ""]]);
    deepEqual(musicTags({ container, mqa }), []);
  }
});

Deno.test("tags whose signal is missing are removed, unchecked ones stay", () => {
  const sourceTags = { MQAENCODER: "x" };
  deepEqual(musicTags({ container: "flac", mqa: { isMqa: false, studio: false }, sourceTags }), [["MQAENCODER", ""]]);
  deepEqual(musicTags({ container: "flac", sourceTags }), []);
});

Deno.test("gains of the source are replaced by ours", () => {
  const sourceTags = { replaygain_track_gain: "-1 dB", REPLAYGAIN_ALBUM_GAIN: "-2 dB", R128_TRACK_GAIN: "5" };
  deepEqual(musicTags({ container: "opus", track, sourceTags }), [
    ["R128_TRACK_GAIN", "-3300"],
    ["REPLAYGAIN_TRACK_GAIN", ""],
    ["REPLAYGAIN_ALBUM_GAIN", ""],
  ]);
  deepEqual(musicTags({ container: "flac", sourceTags }), []);
});

const ENCODERS: Record<Exclude<MusicContainer, "ape" | "m4a">, string> = {
  flac: "flac",
  ogg: "libvorbis",
  wv: "wavpack",
  mp3: "libmp3lame",
  opus: "libopus",
};

for (const [container, encoder] of Object.entries(ENCODERS) as [MusicContainer, string][]) {
  inFolder(`ffmpeg writes and removes them in ${container}`, async (dir) => {
    const path = join(dir, `a.${container}`);
    const old = container === "opus" ? "REPLAYGAIN_TRACK_GAIN" : "R128_TRACK_GAIN";
    const source = join(dir, "source.ogg");
    const tone = ["-f", "lavfi", "-i", "sine=d=1:r=48000", "-c:a", "libvorbis"];
    await run("ffmpeg", "-v", "error", ...tone, "-metadata", `${old}=1`, "-metadata", "TITLE=kept", source);
    const tags = musicTags({ container, track, album, sourceTags: { [old]: "1" } });
    // In Ogg, tags belong to the stream, so they must be mapped for other containers.
    const map = ["ogg", "opus"].includes(container) ? [] : ["-map_metadata", "0:s:a:0"];
    await run("ffmpeg", "-v", "error", "-i", source, ...map, "-c:a", encoder, ...tagArgs(container, tags), path);
    const shown = await run("ffprobe", "-v", "error", "-of", "json", "-show_entries", "format_tags:stream_tags", path);
    const found = JSON.parse(shown);
    const all = upper({ ...found.format?.tags, ...found.streams?.[0]?.tags });
    for (const [key, value] of tags) equal(all[key] ?? "", value, key);
    ok(!(old in all), `${old} is still there`);
    equal(all.TITLE, "kept");
  });
}

const upper = (tags: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(tags).map(([key, value]) => [key.toUpperCase(), value]));

async function run(program: string, ...args: string[]): Promise<string> {
  const path = findProgram(program) ?? program;
  const { code, stdout, stderr } = await runProcess({ path, args, timeoutMs: 60_000 });
  equal(code, 0, stderr);
  return new TextDecoder().decode(stdout);
}
