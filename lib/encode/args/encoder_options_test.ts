/**
 * Checks that the encoder has every option, named value and pixel or sample format that a profile, tune, GPU, fallback,
 * movie segment or clip can write, in every ffmpeg.
 */
import { deepStrictEqual as same, ok } from "node:assert/strict";
import { FFMPEG } from "../../../tests/kit/ffmpeg.ts";
import { type EncoderOptions, readOptions } from "../../../tests/fixtures/encoder_options/read_options.ts";
import { film, recipe } from "../../../tests/fixtures/plans.ts";
import { sampleCapabilities } from "../sampling/sample.ts";
import { run } from "../../../tests/kit/run.ts";
import { CLIP_FORMATS } from "../../media/frames/playable_clip.ts";
import type { Probe } from "../../media/probe/model.ts";
import { versionOf } from "../../media/tools/capabilities.ts";
import { hardwareRecipe } from "../hardware/choose.ts";
import { METHOD_FACTS, METHODS } from "../profiles/encoders/methods.ts";
import { plan } from "../plan/plan.ts";
import { softwareRecipe } from "../hardware/software_recipe.ts";
import { videoEncoder, videoEncodersWith } from "../profiles/encoders.ts";
import { allPresets } from "../profiles/presets.ts";
import { AUDIO_ENCODERS, type Recipe, VIDEO_ENCODERS } from "../profiles/schema.ts";
import { audioArgs } from "./audio_args.ts";
import { previewArgs } from "./preview_args.ts";
import { videoArgs } from "./video_args.ts";

/** Options of ffmpeg itself, not of its encoders. */
const OWN_OPTIONS = [
  "c",
  "filter",
  "fps_mode",
  "enc_time_base",
  "bsf",
  "r",
  "q",
  "f",
  "sample_fmt",
  "profile",
  "level",
];

const TUNES = ["animation", "film", "grain", "fastdecode", "zerolatency"] as const;
const RECORDED = ["5.1", "7.1", "9.0"];

const recorded = async (version: string): Promise<EncoderOptions> =>
  JSON.parse(
    await Deno.readTextFile(new URL(`../../../tests/fixtures/encoder_options/${version}.json`, import.meta.url)),
  );

/** Returns every recipe that can result from a preset, from an encoder alone, or from changing its encoder. */
function recipes(): Recipe[] {
  const plain = VIDEO_ENCODERS.filter((encoder) => encoder !== "copy").flatMap((encoder): Recipe[] => {
    const { presets, quality } = videoEncoder(encoder);
    const tunes = TUNES.filter((tune) => videoEncoder(encoder).tunes.includes(tune));
    const video = { encoder, preset: presets[0] ?? "", ...(quality ? { quality: quality.min } : { bitrate: 4000 }) };
    return [
      recipe({ video }),
      recipe({ video: { ...video, bitrate: 4000 } }),
      ...tunes.map((tune) => recipe({ video: { ...video, tune } })),
      ...presets.map((preset) => recipe({ video: { ...video, preset } })),
    ];
  });
  const all = [...allPresets(), ...plain];
  const onCards = all.flatMap((one) => METHODS.map((method) => hardwareRecipe(one, method, CAPABLE).recipe));
  const onCpu = [...all, ...onCards].flatMap((one) => softwareRecipe(one) ?? []);
  const each = new Map([...all, ...onCards, ...onCpu].map((one) => [JSON.stringify([one.video, one.audio]), one]));
  return [...each.values()];
}

const CAPABLE = { ...sampleCapabilities(), videoEncoders: [...VIDEO_ENCODERS], audioEncoders: [...AUDIO_ENCODERS] };
const SDR = { hdr: "sdr", bitDepth: 8 } as const;
const SOURCES = [film(SDR), film({}), film({ ...SDR, softTelecine: true })];

/** ffprobe's names for H.273 colour values, without reserved and unknown ones. */
const COLOURS = {
  colorPrimaries: [
    ...["bt709", "bt470m", "bt470bg", "smpte170m", "smpte240m", "film", "bt2020", "smpte428", "smpte431", "smpte432"],
    "ebu3213",
  ],
  colorTransfer: [
    ...["bt709", "bt470m", "bt470bg", "smpte170m", "smpte240m", "linear", "log100", "log316", "iec61966-2-4"],
    ...["bt1361e", "iec61966-2-1", "bt2020-10", "bt2020-12", "smpte428"],
  ],
  colorSpace: [
    ...["bt709", "fcc", "bt470bg", "smpte170m", "smpte240m", "ycgco", "bt2020nc", "bt2020c", "smpte2085"],
    ...["chroma-derived-nc", "chroma-derived-c", "ictcp"],
  ],
  colorRange: ["tv", "pc"],
};
const COLOURED = Object.entries(COLOURS).flatMap(([field, names]) =>
  names.map((name) => film({ ...SDR, [field]: name }))
);

/** Arguments of an encoder: options with their values, and formats. */
interface Written {
  options: Map<string, Set<string>>;
  formats: Set<string>;
}

/** Returns all written arguments by encoder. */
function writtenFor(version: string): Map<string, Written> {
  const written = new Map<string, Written>();
  const add = (encoder: string, args: readonly string[], format = ""): void => {
    const all = written.get(encoder) ?? { options: new Map(), formats: new Set() };
    args.forEach((arg, i) => {
      if (!/^-[a-z]/i.test(arg)) return;
      const name = arg.replace(/^-/, "").replace(/:.*/, "");
      all.options.set(name, (all.options.get(name) ?? new Set()).add(args[i + 1] ?? ""));
      if (name === "sample_fmt") all.formats.add(args[i + 1] ?? "");
    });
    if (format !== "") all.formats.add(format);
    written.set(encoder, all);
  };
  const capabilities = { ...CAPABLE, version };
  const addPlan = (source: Probe, one: Recipe, isPart: boolean): void => {
    const made = planned(source, one, capabilities);
    if (!made) return;
    const { container, video, audio } = made;
    if (video && video.encoder !== "copy") {
      const { encoderArgs, uploadFilters } = METHOD_FACTS[videoEncoder(video.encoder).method];
      const args = videoArgs(video, { timing: { container }, threads: 2, isPart });
      add(video.encoder, [...args, ...encoderArgs?.("0") ?? []], uploadFilters ? "" : video.pixelFormat);
    }
    audio.forEach((track, i) => {
      if (track.encoder !== "copy" && !track.tool) add(track.encoder, audioArgs(source, track, i));
    });
  };
  for (const one of recipes()) for (const source of SOURCES) addPlan(source, one, true);
  for (const source of COLOURED) addPlan(source, recipe({ video: { preset: "medium" } }), false);
  for (const encoder of AUDIO_ENCODERS) {
    for (const bitDepth of [16, 24] as const) {
      addPlan(film({}), recipe({ audio: { encoder, bitDepth }, video: { preset: "medium" } }), false);
    }
  }
  for (const encoder of videoEncodersWith(({ parts }) => parts !== undefined)) {
    add(encoder, videoEncoder(encoder).parts?.mark ?? []);
  }
  for (const { encoder, args } of CLIP_FORMATS) add(encoder, [...args, "-g", "12"]);
  add("mjpeg", previewOptions());
  return written;
}

/** Returns the encoder options of the live frame, which is a second output. */
function previewOptions(): string[] {
  const decided = planned(film({}), recipe({ video: { preset: "medium" } }), CAPABLE);
  const args = decided?.video ? previewArgs(film({}), decided.video, { path: "/live.jpg", everySeconds: 4 }) : [];
  return args.slice(args.indexOf("-c:v:0"), args.indexOf("-an"));
}

/** Returns the plan. Undefined if the recipe cannot be applied to the source. */
function planned(...[source, one, capabilities]: Parameters<typeof plan>) {
  try {
    return plan(source, one, capabilities);
  } catch {
    return undefined;
  }
}

/** Returns the arguments that this ffmpeg lacks. A number is accepted for a named value. */
function unknownTo({ shared, encoders }: EncoderOptions, version: string): string[] {
  return [...writtenFor(version)].flatMap(([encoder, { options, formats }]) => {
    const own = encoders[encoder];
    if (own === undefined) return [];
    const found = [...options].flatMap(([name, values]) => {
      const named = own.options[name] ?? shared[name];
      if (named === undefined) return OWN_OPTIONS.includes(name) ? [] : [`${encoder}: -${name}`];
      const strange = named.length === 0 ? [] : [...values].filter((value) => !isKnown(value, named));
      return strange.map((value) => `${encoder}: -${name} ${value}`);
    });
    const missing = own.formats.length === 0 ? [] : [...formats].filter((format) => !own.formats.includes(format));
    return [...found, ...missing.map((format) => `${encoder}: ${format}`)];
  });
}

/** True if the encoder has a named value. Flags are joined by plus and minus signs. */
const isKnown = (value: string, named: string[]): boolean =>
  /^-?[\d.]+[kKM]?$/.test(value) || value.split(/[+-]/).every((part) => part === "" || named.includes(part)) ||
  named.includes(value);

for (const version of RECORDED) {
  Deno.test(`ffmpeg ${version} has every option, value and format that can be written for its encoders`, async () => {
    same(unknownTo(await recorded(version), version), []);
  });
}

Deno.test("slow: the ffmpeg of this machine has every option that can be written for its encoders", async () => {
  const version = versionOf((await run(FFMPEG, ["-hide_banner", "-version"])).stdout);
  same(unknownTo(await readOptions(FFMPEG), version), []);
});

Deno.test("an option, a value or a format that an encoder lacks is found, and every encoder is written for", async () => {
  const { encoders, shared } = await recorded("9.0");
  const { hevc_nvenc: nvenc, flac } = encoders;
  ok(nvenc && flac);
  const { "spatial-aq": _, ...options } = nvenc.options;
  const lacking = {
    ...encoders,
    hevc_nvenc: { options: { ...options, rc: ["constqp"] }, formats: nvenc.formats.filter((one) => one !== "p010le") },
    flac: { ...flac, formats: ["s16"] },
  };
  same(unknownTo({ shared, encoders: lacking }, "9.0").sort(), [
    "flac: s32",
    "hevc_nvenc: -rc vbr",
    "hevc_nvenc: -spatial-aq",
    "hevc_nvenc: p010le",
  ]);
  const written = writtenFor("9.0");
  same(VIDEO_ENCODERS.filter((name) => name !== "copy" && !written.has(name)), []);
  same(AUDIO_ENCODERS.filter((name) => name !== "copy" && name !== "ape" && !written.has(name)), []);
  same([...written.get("libx265")?.options.get("color_trc") ?? []].length, COLOURS.colorTransfer.length + 1);
  ok(written.get("libx265")?.options.get("color_trc")?.has("gamma28"));
});
