import { deepStrictEqual as same, match, ok, strictEqual as is, throws } from "node:assert/strict";
import { checkRecipe } from "../validate.ts";
import { ProfileInput } from "../schema.ts";
import { allPresets } from "../presets.ts";
import { profileOfHandBrake } from "./handbrake_preset.ts";
import { exported, readProfiles } from "./read_profiles.ts";

/** Returns a preset in HandBrake's format, with changes for a test. */
const preset = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  PresetName: "Mine",
  PresetDescription: "For the shelf",
  Type: 1,
  Folder: false,
  FileFormat: "av_mkv",
  VideoEncoder: "x265_10bit",
  VideoQualityType: 2,
  VideoQualitySlider: 21,
  VideoPreset: "slow",
  VideoTune: "",
  VideoOptionExtra: "",
  PictureWidth: 1920,
  PictureHeight: 1080,
  PictureCropMode: 0,
  PictureDeinterlaceFilter: "decomb",
  PictureDeinterlacePreset: "default",
  PictureDetelecine: "off",
  PictureDenoiseFilter: "off",
  AudioLanguageList: ["any"],
  AudioTrackSelectionBehavior: "all",
  AudioList: [{ AudioEncoder: "copy", AudioMixdown: "none" }],
  SubtitleTrackSelectionBehavior: "all",
  SubtitleLanguageList: [],
  SubtitleBurnBehavior: "none",
  ...changes,
});

const SHAPES: [what: string, changes: Record<string, unknown>, expected: Record<string, unknown>][] = [
  ["x265 in 10 bits", {}, { encoder: "libx265", quality: 21, preset: "slow", pixelFormat: "yuv420p10le" }],
  ["x264 with a tune", { VideoEncoder: "x264", VideoTune: "film" }, {
    encoder: "libx264",
    tune: "film",
    pixelFormat: "yuv420p",
  }],
  ["a bit rate in two passes", { VideoQualityType: 1, VideoAvgBitrate: 6000, VideoMultiPass: true }, { bitrate: 6000 }],
  ["SVT-AV1", { VideoEncoder: "svt_av1_10bit", VideoPreset: "4", VideoQualitySlider: 30 }, {
    encoder: "libsvtav1",
    preset: "4",
  }],
  ["NVENC by its speeds", { VideoEncoder: "nvenc_h265", VideoPreset: "slowest" }, {
    encoder: "hevc_nvenc",
    preset: "p7",
  }],
  ["Quick Sync by its speeds", { VideoEncoder: "qsv_h265_10bit", VideoPreset: "balanced" }, {
    encoder: "hevc_qsv",
    preset: "medium",
  }],
  ["AMD", { VideoEncoder: "vce_h264", VideoPreset: "quality" }, { encoder: "h264_amf", preset: "quality" }],
  ["VideoToolbox, where more is better", { VideoEncoder: "vt_h265", VideoQualitySlider: 65 }, {
    encoder: "hevc_videotoolbox",
    quality: 65,
  }],
  ["VP9 by its speeds", {
    VideoEncoder: "VP9",
    VideoPreset: "medium",
    FileFormat: "av_webm",
    AudioList: [{ AudioEncoder: "opus" }],
  }, { encoder: "libvpx-vp9", preset: "3" }],
  ["options of x265", { VideoOptionExtra: "aq-mode=1:rd=4" }, { extraArgs: "-x265-params aq-mode=1:rd=4" }],
  ["one picture per field", { PictureDeinterlacePreset: "bob" }, { deinterlace: "field-rate" }],
  ["no filter, no crop", { PictureDeinterlaceFilter: "off", PictureCropMode: 2 }, { deinterlace: "off", crop: "off" }],
];

for (const [what, changes, expected] of SHAPES) {
  Deno.test(`a HandBrake preset keeps ${what}`, () => {
    const { profile, problem } = profileOfHandBrake(preset(changes));
    ok(profile, problem ?? "");
    same(Object.fromEntries(Object.keys(expected).map((key) => [key, Reflect.get(profile.video, key)])), expected);
    same(checkRecipe(profile), []);
  });
}

Deno.test("audio and subtitles of a HandBrake preset are kept as far as a profile supports them", () => {
  const { profile, notes } = profileOfHandBrake(preset({
    FileFormat: "av_mp4",
    AudioList: [{ AudioEncoder: "eac3", AudioMixdown: "5point1", AudioBitrate: 640 }, {
      AudioEncoder: "av_aac",
      AudioMixdown: "stereo",
    }],
    AudioLanguageList: ["eng", "deu", "any"],
    SubtitleBurnBehavior: "foreign",
  }));
  same([profile?.container, profile?.audio.encoder, profile?.audio.bitrate, profile?.audio.channels], [
    "mp4",
    "eac3",
    640,
    6,
  ]);
  same([profile?.audio.languages, profile?.audio.addStereo], [["eng", "deu"], true]);
  same([profile?.subtitles.mode, profile?.subtitles.burnForcedOnly], ["burn", true]);
  ok(notes.some((note) => /stereo AAC track/.test(note)));
});

Deno.test("omitted parts of a HandBrake preset are listed", () => {
  const { notes } = profileOfHandBrake(
    preset({ PictureDenoiseFilter: "nlmeans", VideoFramerate: "30", VideoTune: "psnr" }),
  );
  for (const word of [/noise/, /frame rate/, /tune psnr/, /decomb/]) {
    ok(notes.some((note) => word.test(note)), String(word));
  }
});

Deno.test("presets in folders are found, and an unsupported encoder is reported, not replaced", () => {
  const { from, profiles } = readProfiles({
    PresetList: [{
      PresetName: "Folder",
      Folder: true,
      ChildrenArray: [preset(), { Folder: true, ChildrenArray: [preset({ VideoEncoder: "theora" })] }],
    }],
    VersionMajor: 54,
  });
  same([from, profiles.length], ["handbrake", 2]);
  ok(profiles[0]?.profile);
  match(profiles[1]?.problem ?? "", /theora/);
});

Deno.test("an exported profile is the same after its import", () => {
  for (const recipe of allPresets()) {
    const { id: _, ...input } = recipe;
    const { profiles } = readProfiles(JSON.stringify(exported(input)));
    same(profiles[0]?.profile, ProfileInput.parse(input));
  }
});

Deno.test("files of other formats are refused in a sentence", () => {
  const odd: [unknown, RegExp][] = [
    ["", /Choose a file/],
    ["{", /not JSON/],
    [null, /neither/],
    [[], /neither/],
    [{ PresetList: "x" }, /neither/],
    [{ format: "lathe-profiles", profiles: {} }, /no presets/],
    [{ PresetList: Array.from({ length: 1000 }, () => preset()) }, /more than 200/],
    [{ PresetList: [{ PresetName: "Empty", Folder: true, ChildrenArray: [] }] }, /no presets/],
  ];
  for (const [source, sentence] of odd) throws(() => readProfiles(source), { code: "invalid", message: sentence });
});

/** Yields the same numbers for the same seed. */
function* random(seed: number): Generator<number> {
  for (let state = seed;;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}

Deno.test("a preset makes a working profile or a reason, whatever its fields contain", () => {
  const keys = [...Object.keys(preset()), "VideoAvgBitrate", "VideoMultiPass", "MetadataPassthrough", "__proto__"];
  const values = [
    ...[null, true, -1, 0, 1, 2, 1e308, -1e308, NaN, "", "x".repeat(100_000), "any", [], {}, [[]], [{}], [null]],
    ...["x264", "svt_av1", "VP9_10bit", "vce_av1", "av_webm", "av_mp4", "__proto__", "constructor", "film,grain"],
    ...[[{ AudioEncoder: "constructor", AudioMixdown: "toString", AudioBitrate: 1e9 }], ["eng", 5, "../x"]],
  ];
  const numbers = random(7);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor((numbers.next().value ?? 0) * list.length)];
  for (let round = 0; round < 2000; round++) {
    const fields = preset();
    for (let i = 0; i < 4; i++) {
      Object.defineProperty(fields, pick(keys) ?? "", {
        value: pick(values),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    const { profile, problem, name } = profileOfHandBrake(fields);
    ok(name.length > 0 && name.length <= 120);
    is(profile === undefined, problem !== undefined);
    if (profile) same(checkRecipe(profile), []);
  }
});
