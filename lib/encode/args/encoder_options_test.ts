/** Every option that a profile, a tune, a graphics card or a fall-back can write is one that its encoder has, in every ffmpeg. */
import { deepStrictEqual as same, ok } from "node:assert/strict";
import { findProgram } from "../../../build/needs.ts";
import { type EncoderOptions, readOptions } from "../../../tests/fixtures/encoder_options/read_options.ts";
import { film, recipe } from "../../../tests/fixtures/plans.ts";
import { sampleCapabilities } from "../sampling/sample.ts";
import { hardwareRecipe } from "../hardware/choose.ts";
import { METHODS } from "../hardware/methods.ts";
import { plan } from "../plan/plan.ts";
import { softwareRecipe } from "../plan/software_recipe.ts";
import { audioEncoder, videoEncoder } from "../profiles/encoders.ts";
import { allPresets } from "../profiles/presets.ts";
import { AUDIO_ENCODERS, type Recipe, VIDEO_ENCODERS } from "../profiles/schema.ts";
import { audioArgs } from "./audio_args.ts";
import { videoArgs } from "./video_args.ts";

/** Options of ffmpeg itself, not of its encoders. */
const OWN_OPTIONS = ["c", "filter", "fps_mode", "enc_time_base", "bsf", "r", "q", "sample_fmt"];

const TUNES = ["animation", "film", "grain", "fastdecode", "zerolatency"] as const;
const RECORDED = ["5.1", "7.1", "9.0"];

const recorded = async (version: string): Promise<EncoderOptions> =>
  JSON.parse(
    await Deno.readTextFile(new URL(`../../../tests/fixtures/encoder_options/${version}.json`, import.meta.url)),
  );

/** Every recipe that can come of a preset, of an encoder alone, or of a change of its encoder. */
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
  return [...all, ...onCards, ...onCpu];
}

const CAPABLE = { ...sampleCapabilities(), videoEncoders: [...VIDEO_ENCODERS], audioEncoders: [...AUDIO_ENCODERS] };
const SOURCES = [film({ hdr: "sdr", bitDepth: 8 }), film({})];

/** Options by encoder, as they are written for these recipes. */
function writtenOptions(version: string): Map<string, Set<string>> {
  const written = new Map<string, Set<string>>();
  const add = (encoder: string, args: string[]): void => {
    const names = written.get(encoder) ?? new Set();
    for (const arg of args) if (/^-[a-z]/i.test(arg)) names.add(arg.replace(/^-/, "").replace(/:.*/, ""));
    written.set(encoder, names);
  };
  const capabilities = { ...CAPABLE, version };
  for (const one of recipes()) {
    for (const source of SOURCES) {
      const made = planned(source, one, capabilities);
      if (!made) continue;
      const { container, video, audio } = made;
      if (video && video.encoder !== "copy") {
        add(video.encoder, videoArgs(video, { timing: { container }, threads: 2, isPart: true }));
      }
      audio.forEach((track, i) => {
        if (track.encoder !== "copy" && !track.tool) add(track.encoder, audioArgs(source, track, i));
      });
    }
  }
  return written;
}

/** A recipe that cannot be applied to a source writes nothing. */
function planned(...[source, one, capabilities]: Parameters<typeof plan>) {
  try {
    return plan(source, one, capabilities);
  } catch {
    return undefined;
  }
}

function unknownOptions({ shared, encoders }: EncoderOptions, version: string): string[] {
  return [...writtenOptions(version)].flatMap(([encoder, names]) => {
    const own = encoders[encoder];
    if (own === undefined) return [];
    return [...names].filter((name) => ![...OWN_OPTIONS, ...shared, ...own].includes(name))
      .map((name) => `${encoder}: -${name}`);
  });
}

for (const version of RECORDED) {
  Deno.test(`ffmpeg ${version} has every option that can be written for its encoders`, async () => {
    same(unknownOptions(await recorded(version), version), []);
  });
}

Deno.test("slow: the ffmpeg of this machine has every option that can be written for its encoders", async () => {
  same(unknownOptions(await readOptions(findProgram("ffmpeg") ?? ""), "5.1"), []);
});

Deno.test("an option that an encoder lacks is found, and every encoder is written for", async () => {
  const { encoders, shared } = await recorded("9.0");
  const nvenc = (encoders.hevc_nvenc ?? []).filter((name) => name !== "spatial-aq");
  same(unknownOptions({ shared, encoders: { ...encoders, hevc_nvenc: nvenc } }, "9.0"), ["hevc_nvenc: -spatial-aq"]);
  const written = writtenOptions("9.0");
  same(VIDEO_ENCODERS.filter((name) => name !== "copy" && !written.has(name)), []);
  const audible = AUDIO_ENCODERS.filter((name) => name !== "copy" && audioEncoder(name).codec !== "ape");
  ok(audible.filter((name) => written.has(name)).length >= 4, `${[...written.keys()]}`);
});
