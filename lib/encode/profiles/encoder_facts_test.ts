import { deepStrictEqual as same } from "node:assert/strict";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { sourceFiles } from "../../../build/imports.ts";
import { sampleCapabilities } from "../sampling/sample.ts";
import { canEncodeAudio, isBetterByTool, toolEncoder } from "./audio_tools.ts";
import { containerFacts, isMusicContainer } from "./containers.ts";
import { audioEncoder, videoEncoder } from "./encoders.ts";
import { parseExtraArgs } from "./extra_args.ts";
import { outputFolderProblem } from "./output_folder.ts";
import { allPresets, findPreset } from "./presets.ts";
import { AUDIO_ENCODERS, CONTAINERS, ProfileInput, VIDEO_ENCODERS } from "./schema.ts";
import { checkRecipe, missingEncoders } from "./validate.ts";

const paths = (parts: unknown) =>
  checkRecipe(ProfileInput.parse({ name: "x", ...parts as object })).map(({ path }) => path);

Deno.test("every encoder has a quality, a speed and a depth that its profile can be saved with", () => {
  for (const encoder of VIDEO_ENCODERS) {
    if (encoder === "copy") continue;
    const facts = videoEncoder(encoder);
    const values = {
      ...{ encoder, preset: facts.presets[0] ?? "", pixelFormat: facts.pixelFormats[10] ? "yuv420p10le" : "auto" },
      ...(facts.quality ? { quality: facts.quality.max } : { bitrate: 4000 }),
    };
    same(paths({ video: values }), [], encoder);
    // 255 is the highest quality value of any encoder, and the schema rejects higher values with another error.
    if (facts.quality && facts.quality.max < 255) {
      same(paths({ video: { ...values, quality: facts.quality.max + 1 } }), ["video.quality"], encoder);
    }
    for (const tune of facts.tunes) same(paths({ video: { ...values, tune } }), [], `${encoder} ${tune}`);
    for (const preset of facts.presets) same(paths({ video: { ...values, preset } }), [], `${encoder} ${preset}`);
    same(facts.hardware, /_/.test(encoder) && !encoder.startsWith("lib"), encoder);
  }
});

Deno.test("a profile is refused exactly if its container does not support its encoder", () => {
  for (const container of CONTAINERS) {
    const holds = containerFacts(container);
    for (const encoder of AUDIO_ENCODERS) {
      const music = isMusicContainer(container);
      const parts = {
        ...{ container, mediaType: music ? "music" : "any", audio: { encoder, channels: 0 } },
        video: { encoder: music || container === "mkv" ? "libx265" : "copy", preset: "slow" },
      };
      const { codec } = audioEncoder(encoder);
      const fits = encoder === "copy" || holds.audio === undefined || holds.audio.includes(codec);
      same(paths(parts).includes("audio.encoder"), !fits, `${encoder} in ${container}`);
    }
    for (const encoder of VIDEO_ENCODERS) {
      if (encoder === "copy" || isMusicContainer(container)) continue;
      const fits = holds.video === undefined || holds.video.includes(videoEncoder(encoder).codec);
      const found = paths({ container, video: { encoder }, audio: { encoder: "copy" } });
      same(found.includes("video.encoder"), !fits, `${encoder} in ${container}`);
    }
    if (holds.fallbackAudio !== "none") {
      same(holds.audio?.includes(audioEncoder(holds.fallbackAudio).codec), true, container);
    }
  }
});

Deno.test("each container has its own extension and muxer", () => {
  const endings = CONTAINERS.map((container) => containerFacts(container).extension);
  same(new Set(endings).size, CONTAINERS.length);
  same(CONTAINERS.every((container) => containerFacts(container).extension === `.${container}`), true);
  for (const container of CONTAINERS) {
    const { video, text, cover, pictureSubtitles } = containerFacts(container);
    if (isMusicContainer(container)) same([video, text, pictureSubtitles], [[], "none", false], container);
    else same(cover, undefined, container);
  }
});

const RANGES: [metric: string, below: number, lowest: number, highest: number, above: number][] = [
  ["vmaf", 59, 60, 99.5, 99.6],
  ["auto", 59, 60, 99.5, 99.6],
  ["xpsnr", 27, 28, 55, 56],
  ["ssim", 0.8, 0.9, 0.999, 1],
];

Deno.test("a quality target is within the reach of an encode", () => {
  for (const [targetMetric, below, lowest, highest, above] of RANGES) {
    const at = (targetScore: number) => paths({ video: { targetMetric, targetScore } });
    same(
      [at(below), at(lowest), at(highest), at(above)],
      [["video.targetScore"], [], [], ["video.targetScore"]],
      targetMetric,
    );
    same(paths({ video: { targetMetric, targetScore: lowest, bitrate: 5000 } }), ["video.targetMetric"]);
  }
});

Deno.test("music files are written by ffmpeg, by the tool if that is better or required, or not at all", () => {
  const can = (audioEncoders: string[], encoders: string[] = []) =>
    ({
      ...sampleCapabilities(),
      audioEncoders,
      encodertool: { path: "/t", encoders },
    }) as ReturnType<typeof sampleCapabilities>;
  same(toolEncoder("flac", can(["flac"], ["flac"])), undefined);
  same(toolEncoder("flac", can([], ["flac"])), "flac");
  same(toolEncoder("wavpack", can(["wavpack"], ["wv"])), "wv");
  same(toolEncoder("ape", can([], [])), undefined);
  same([canEncodeAudio("ape", can([], ["mac"]), true), canEncodeAudio("ape", can([], ["mac"]), false)], [true, false]);
  same([canEncodeAudio("copy", can([]), false), canEncodeAudio("aac", can([]), true)], [true, false]);
  same([isBetterByTool("ape"), isBetterByTool("flac")], [true, false]);
});

Deno.test("requirements of a profile that this ffmpeg lacks are named, for music those of audio only", () => {
  const none = { ...sampleCapabilities(), videoEncoders: [], audioEncoders: [] };
  const missing = (parts: object) => missingEncoders(ProfileInput.parse({ name: "x", ...parts }), none);
  same(missing({ audio: { encoder: "aac" } }), ["libx265", "aac"]);
  same(missing({ video: { encoder: "copy" } }), []);
  same(missing({ container: "flac", mediaType: "music", audio: { encoder: "flac" } }), ["flac"]);
  for (const preset of allPresets()) {
    same(missingEncoders(preset, sampleCapabilities()).filter((one) => one !== "ape"), [], preset.id);
  }
});

Deno.test("every built-in profile is valid, and is found by its unique ID", () => {
  same(new Set(allPresets().map(({ id }) => id)).size, allPresets().length);
  for (const preset of allPresets()) {
    same([checkRecipe(preset), findPreset(preset.id)], [[], preset], preset.id);
    const { id: _, ...input } = preset;
    same(ProfileInput.parse(input), input, `${preset.id} says all of its values`);
  }
  same([findPreset("nobody"), findPreset("")], [undefined, undefined]);
});

Deno.test("no extra argument names a file, whatever a profile contains", () => {
  const word = fc.constantFrom(
    "-g",
    "240",
    "-x265-params",
    "aq-mode=3",
    "-i",
    "/etc/passwd",
    "stats=/tmp/x",
    "-x265-params stats=/x",
    "-vf",
    "movie=/x",
    "'",
    '"',
    "\\",
    "-map",
    "0",
    "-f",
    "tee",
    "|",
    ";",
    "$(x)",
    "--",
    "",
  );
  fc.assert(fc.property(fc.array(word, { maxLength: 6 }), (words) => {
    const { args } = parseExtraArgs(words.join(" "));
    if (args === undefined) return;
    same(args.length % 2, 0);
    same(args.some((arg) => /[/\\;|$]|passwd|^-(?:i|vf|map|f)$/.test(arg)), false, args.join(" "));
  }));
});

Deno.test("an output folder is absolute and not part of the system", () => {
  const ok = ["", "/media/out", "/procession", "/media/dev/x", "/media/.../x"];
  const wrong = ["out", "./x", "/a/../b", "/proc", "/proc/", "/sys/x", "/dev/shm", "//dev/x", "/a\nb", "/a/\u007f"];
  same(ok.map(outputFolderProblem), ok.map(() => undefined));
  same(wrong.filter((folder) => outputFolderProblem(folder) === undefined), []);
});

/** Matches comparisons with an encoder's name, or checks for its family. */
const COMPARES = new RegExp(
  [
    /(?:===|!==|case|startsWith\(|endsWith\(|includes\()\s*"(?:lib(?:x26|svt|aom|vpx|opus|mp3|vorbis)|wavpack")/,
    /(?:===|!==|case|startsWith\(|endsWith\(|includes\()\s*"[^"]*(?:nvenc|_qsv|_amf|vaapi|videotoolbox|rkmpp|v4l2)/,
    /videoEncoder\([\w.]+\)\.family/,
  ].map(({ source }) => source).join("|"),
);

Deno.test("facts of encoders come from their rows: no other file compares a name", async () => {
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  const found: string[] = [];
  for (const top of ["lib", "routes", "islands"]) {
    for await (const path of sourceFiles(join(root, top))) {
      if (COMPARES.test(await Deno.readTextFile(path))) found.push(relative(root, path));
    }
  }
  same(found, []);
  for (
    const line of ['encoder === "libx265"', 'name.includes("_vaapi")', "videoEncoder(encoder).family", 'case "nvenc"']
  ) {
    same(COMPARES.test(line), true, line);
  }
});
