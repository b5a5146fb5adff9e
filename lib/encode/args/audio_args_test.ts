import { deepEqual } from "node:assert/strict";
import { sampleProbe } from "../sampling/sample.ts";
import type { AudioPlan } from "../plan/model.ts";
import { audioArgs } from "./audio_args.ts";

/** Returns the plan of a stereo track that only changes its encoder. */
const planned = (more: Partial<AudioPlan>): AudioPlan => ({
  index: 1,
  encoder: "aac",
  codec: "aac",
  bitrate: 0,
  channels: 2,
  sampleRate: 48_000,
  default: false,
  forced: false,
  commentary: false,
  visualImpaired: false,
  ...more,
});

/** Returns the options with their values, except those of filters, which `filters_test.ts` covers. */
function options(more: Partial<AudioPlan>, i = 0): Record<string, string> {
  const args = audioArgs(sampleProbe(), planned(more), i);
  const pairs = Array.from({ length: args.length / 2 }, (_, at) => [args[2 * at] ?? "", args[2 * at + 1] ?? ""]);
  return Object.fromEntries(pairs.filter(([name]) => !name?.startsWith("-filter")));
}

for (
  const [name, more, wanted] of [
    ["a copy takes nothing else, whatever is planned", { encoder: "copy", bitrate: 640, bitDepth: 24 }, {
      "-c:a:0": "copy",
    }],
    ["no bit rate is the encoder's own", { encoder: "aac" }, { "-c:a:0": "aac" }],
    ["a bit rate is in thousands", { encoder: "eac3", bitrate: 640 }, { "-c:a:0": "eac3", "-b:a:0": "640k" }],
    ["a variable rate of 0 is a rate", { encoder: "libmp3lame", vbrQuality: 0 }, {
      "-c:a:0": "libmp3lame",
      "-q:a:0": "0",
    }],
    ["FLAC of 16 bits", { encoder: "flac", bitDepth: 16, compressionLevel: 8 }, {
      "-c:a:0": "flac",
      "-sample_fmt:a:0": "s16",
      "-compression_level:a:0": "8",
    }],
    ["FLAC of 24 bits counts as 32", { encoder: "flac", bitDepth: 24 }, {
      "-c:a:0": "flac",
      "-sample_fmt:a:0": "s32",
    }],
    ["ALAC wants its samples planar", { encoder: "alac", bitDepth: 24 }, {
      "-c:a:0": "alac",
      "-sample_fmt:a:0": "s32p",
    }],
    ["WavPack never goes above level 3", { encoder: "wavpack", bitDepth: 16, compressionLevel: 8 }, {
      "-c:a:0": "wavpack",
      "-sample_fmt:a:0": "s16p",
      "-compression_level:a:0": "3",
    }],
    ["WavPack keeps a lower level", { encoder: "wavpack", compressionLevel: 0 }, {
      "-c:a:0": "wavpack",
      "-compression_level:a:0": "0",
    }],
    ["WavPack of floating point stays so", { encoder: "wavpack", float: true, bitDepth: 24 }, {
      "-c:a:0": "wavpack",
      "-sample_fmt:a:0": "fltp",
    }],
    ["lossy encoders choose their own samples", { encoder: "aac", bitDepth: 24 }, { "-c:a:0": "aac" }],
    ["Opus has a complexity in place of a level", {
      encoder: "libopus",
      bitrate: 128,
      opusComplexity: 10,
      compressionLevel: 5,
    }, { "-c:a:0": "libopus", "-b:a:0": "128k", "-compression_level:a:0": "10" }],
    ["Opus without a complexity has none of a level", { encoder: "libopus", compressionLevel: 5 }, {
      "-c:a:0": "libopus",
    }],
  ] as [string, Partial<AudioPlan>, Record<string, string>][]
) Deno.test(`audioArgs(): ${name}`, () => deepEqual(options(more), wanted));

for (const channels of [1, 2, 3, 4, 5, 6, 7, 8]) {
  const mapped = channels === 5 || channels === 7;
  Deno.test(`audioArgs(): Opus of ${channels} channels ${mapped ? "is mapped by hand" : "takes its default"}`, () => {
    deepEqual(options({ encoder: "libopus", channels })["-mapping_family:a:0"], mapped ? "1" : undefined);
    deepEqual(options({ encoder: "aac", channels })["-mapping_family:a:0"], undefined);
  });
}

Deno.test("audioArgs() counts in the output, not in the source", () => {
  deepEqual(options({ index: 3, encoder: "aac", bitrate: 96 }, 2), { "-c:a:2": "aac", "-b:a:2": "96k" });
});

Deno.test("audioArgs() spells a stream that the source does not have", () => {
  deepEqual(options({ index: 99, encoder: "flac", bitDepth: 16 }), { "-c:a:0": "flac", "-sample_fmt:a:0": "s16" });
});

Deno.test("audioArgs() begins a music file at 0, whether its audio is encoded or copied", () => {
  deepEqual(audioArgs(sampleProbe(), planned({ encoder: "copy" }), 0, true).slice(2), [
    ...["-bsf:a:0", "setts=ts=TS-STARTPTS"],
  ]);
  const encoded = audioArgs(sampleProbe(), planned({ encoder: "alac" }), 0, true);
  deepEqual(encoded[encoded.indexOf("-filter:a:0") + 1], "asetpts=PTS-STARTPTS");
});
