import { equal, ok } from "node:assert/strict";
import fc from "fast-check";
import type { AudioStream, Probe, VideoStream } from "../../media/probe/model.ts";
import { findPreset } from "../profiles/presets.ts";
import { ProfileInput, type Recipe } from "../profiles/schema.ts";
import { outputName } from "./output_name.ts";
import { plan } from "../plan/plan.ts";
import { sampleCapabilities, sampleProbe } from "../sampling/sample.ts";
import { resolutionName } from "../plan/words.ts";

const recipe = (parts: Record<string, unknown> = {}): Recipe => ({
  ...ProfileInput.parse({ name: "x", ...parts }),
  id: "x",
});
const OPUS = recipe({ audio: { encoder: "libopus" } });
const DOWN = recipe({ audio: { encoder: "libopus" }, video: { maxHeight: 1080 } });
const SDR = recipe({ video: { hdrToSdr: "hable" }, audio: { encoder: "aac", channels: 2 } });
const AV1 = recipe({ video: { encoder: "libsvtav1", preset: "6" } });
const WEB = findPreset("builtin-web-mp4") ?? recipe();

const named = (name: string, chosen: Recipe, probe: Probe = sampleProbe(), audioOnly = false) =>
  outputName(name, probe, plan(probe, chosen, sampleCapabilities(), { audioOnly }), chosen);
const hd = (more: Partial<VideoStream> = {}, audio: Partial<AudioStream> = {}): Probe => {
  const probe = sampleProbe();
  probe.streams = probe.streams.map((stream) => {
    if (stream.kind === "audio") return { ...stream, ...audio };
    if (stream.kind !== "video") return stream;
    return { ...stream, width: 1920, height: 1080, hdr: "sdr", bitDepth: 8, codec: "h264", ...more };
  });
  return probe;
};

for (
  const [source, chosen, wanted] of [
    ["Heat (1995) Remux-2160p.mkv", OPUS, "Heat (1995) Bluray-2160p.mkv"],
    ["Heat (1995) Remux-2160p.mkv", DOWN, "Heat (1995) Bluray-1080p.mkv"],
    [
      "Heat.1995.2160p.UHD.BluRay.REMUX.DV.HDR.HEVC.TrueHD.Atmos.7.1-GRP.mkv",
      OPUS,
      "Heat.1995.2160p.UHD.BluRay.HDR.10bit.x265.Opus.7.1-GRP.mkv",
    ],
    [
      "Heat.1995.2160p.UHD.BluRay.REMUX.DV.HDR.HEVC.TrueHD.Atmos.7.1-GRP.mkv",
      DOWN,
      "Heat.1995.1080p.BluRay.HDR.10bit.x265.Opus.7.1-GRP.mkv",
    ],
    [
      "Heat.1995.2160p.UHD.BluRay.REMUX.DV.HDR.HEVC.TrueHD.Atmos.7.1-GRP.mkv",
      SDR,
      "Heat.1995.2160p.UHD.BluRay.10bit.x265.AAC.2.0-GRP.mkv",
    ],
    [
      "Heat.1995.2160p.BluRay.REMUX.HEVC.TrueHD.Atmos.7.1-GRP.mkv",
      AV1,
      "Heat.1995.2160p.BluRay.10bit.AV1.TrueHD.Atmos.7.1-GRP.mkv",
    ],
    [
      "Film (2011) {tmdb-1} [Remux-2160p][DV HDR10][DTS-X 7.1][HEVC]-GRP.mkv",
      OPUS,
      "Film (2011) {tmdb-1} [Bluray-2160p][HDR10][Opus 7.1][x265]-GRP.mkv",
    ],
    [
      "Film (2011) [Bluray-2160p][DV][TrueHD Atmos 7.1][10bit][x265].mkv",
      OPUS,
      "Film (2011) [Bluray-2160p][HDR10][Opus 7.1][10bit][x265].mkv",
    ],
    ["Film (2011) [Bluray-2160p][HDR10+][HEVC].mkv", OPUS, "Film (2011) [Bluray-2160p][HDR10][x265].mkv"],
    ["Opus (2025) Remux-2160p.mkv", OPUS, "Opus (2025) Bluray-2160p.mkv"],
    ["HDR (2025) 2160p Remux HDR.mkv", SDR, "HDR (2025) 2160p Bluray.mkv"],
    ["Film.2160p.WEB-DL.DDP5.1.Atmos.DV.HEVC-FLUX.mkv", OPUS, "Film.2160p.WEB-DL.Opus7.1.HDR10.10bit.x265-FLUX.mkv"],
    ["Film 2011 4K BDRemux.mkv", DOWN, "Film 2011 1080p Bluray.mkv"],
    [
      "[Group] Title - 05 (BD 2160p HEVC FLAC) [ABCD1234].mkv",
      OPUS,
      "[Group] Title - 05 (BD 2160p x265 Opus) [ABCD1234].mkv",
    ],
    ["Film (2011) 2160p.mkv", OPUS, "Film (2011) 2160p (encode).mkv"],
    ["Plain name.mkv", OPUS, "Plain name (encode).mkv"],
    ["Plain name.avi", OPUS, "Plain name.mkv"],
    ["Heat (1995) Remux-2160p.mkv", WEB, "Heat (1995) Bluray-1080p.mp4"],
    ["Film 2011 2160p BluRay Atmos 5.1.mkv", OPUS, "Film 2011 2160p BluRay 7.1.mkv"],
    ["Vol. 2.5", OPUS, "Vol. 2.5.mkv"],
  ] as const
) {
  Deno.test(`${source} becomes ${wanted}`, () => equal(named(source, chosen), wanted));
}

for (
  const [source, probe, wanted] of [
    [
      "Mushishi - S01E03 - Tender Horns - Bluray-1080p Remux.mkv",
      hd(),
      "Mushishi - S01E03 - Tender Horns - Bluray-1080p.mkv",
    ],
    [
      "Show.Name.S01E05.The.DTS.Affair.1080p.BluRay.REMUX.AVC.DTS-HD.MA.5.1-EPSiLON.mkv",
      hd({}, { channels: 6 }),
      "Show.Name.S01E05.The.DTS.Affair.1080p.BluRay.10bit.x265.Opus.5.1-EPSiLON.mkv",
    ],
    [
      "Show - S01E01 - Name - Bluray-1080i Remux [VC-1].mkv",
      hd({ interlaced: true }),
      "Show - S01E01 - Name - Bluray-1080p [x265].mkv",
    ],
    [
      "Film 1999 1080p BluRay Hi10P FLAC 2.0 x264.mkv",
      hd({}, { channels: 2 }),
      "Film 1999 1080p BluRay 10bit Opus 2.0 x265.mkv",
    ],
    [
      "Film.1999.1080p.BluRay.DD5.1.FLAC.2.0.x264-X.mkv",
      hd({}, { channels: 6 }),
      "Film.1999.1080p.BluRay.Opus5.1.10bit.x265-X.mkv",
    ],
    [
      "Film_1999_1080p_BluRay_DTS_5 1_H_264-X.mkv",
      hd({}, { channels: 6 }),
      "Film_1999_1080p_BluRay_Opus_5 1_x265-X.mkv",
    ],
  ] as const
) {
  Deno.test(`${source} becomes ${wanted}`, () => equal(named(source, OPUS, probe), wanted));
}

for (
  const [source, wanted] of [
    ["raw.h264", "raw.mkv"],
    ["tape.m2v", "tape.mkv"],
    ["x.aiff", "x.mkv"],
    ["Clip 1440p.mov", "Clip 720p.mkv"],
  ] as const
) {
  Deno.test(`${source} becomes ${wanted}, without its old ending or class`, () => {
    equal(named(source, DOWN, hd({ width: 1440, height: 2560 })), wanted);
  });
}

Deno.test("a portrait video has the class of the same one in landscape", () => {
  equal(resolutionName(1080, 1920), "1080p");
  equal(resolutionName(810, 1440), resolutionName(1440, 810));
  equal(resolutionName(1440, 2560), "1440p");
});

Deno.test("copied video keeps its quality words, and only those of the audio change", () => {
  const name = "Heat.1995.2160p.UHD.BluRay.REMUX.DV.HDR.HEVC.TrueHD.Atmos.7.1-GRP.mkv";
  const wanted = "Heat.1995.2160p.UHD.BluRay.REMUX.DV.HDR.HEVC.Opus.7.1-GRP.mkv";
  equal(named(name, OPUS, sampleProbe(), true), wanted);
});

Deno.test("copied audio keeps its quality words, including Atmos", () => {
  const name = "Heat.1995.2160p.BluRay.REMUX.HEVC.TrueHD.Atmos.7.1-GRP.mkv";
  equal(named(name, recipe()), "Heat.1995.2160p.BluRay.10bit.x265.TrueHD.Atmos.7.1-GRP.mkv");
});

Deno.test("the suffix precedes the extension; without renaming, quality words stay", () => {
  equal(
    named("Heat (1995) Remux-2160p.mkv", recipe({ output: { suffix: " - small" } })),
    "Heat (1995) Bluray-2160p - small.mkv",
  );
  const keep = recipe({ output: { renameTokens: false } });
  equal(named("Heat (1995) Remux-2160p.mkv", keep), "Heat (1995) Remux-2160p (encode).mkv");
});

Deno.test("the source's own name is used only for its replacement or in another folder", () => {
  const replace = recipe({ output: { renameTokens: false, replaceOriginal: true } });
  equal(named("Plain.mkv", replace), "Plain.mkv");
  equal(named("Plain.mkv", recipe({ output: { directory: "/elsewhere" } })), "Plain.mkv");
});

Deno.test("hardware encoders are not named x265", () => {
  const chosen = recipe({ video: { encoder: "hevc_nvenc", preset: "p5" } });
  equal(named("Film.2011.2160p.BluRay.REMUX.AVC-X.mkv", chosen), "Film.2011.2160p.BluRay.10bit.HEVC-X.mkv");
});

const TOKENS = [
  "1080p",
  "2160p",
  "Remux",
  "REMUX",
  "BluRay",
  "Bluray-1080p",
  "WEB-DL",
  "HEVC",
  "x264",
  "DV",
  "HDR10",
  "TrueHD",
  "Atmos",
  "7.1",
  "DTS-HD MA",

  "10bit",
  "UHD",
  "4K",
  "FLAC",
  "PROPER",
];

Deno.test("title, year and group survive, whatever words and separators surround them", () => {
  const words = fc.uniqueArray(fc.constantFrom(...TOKENS), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(words, fc.constantFrom(".", " ", "_"), fc.constantFrom(OPUS, DOWN, SDR, AV1), (list, gap, chosen) => {
      const source = `Two${gap}Words${gap}(2011)${gap}${list.join(gap)}-GRP.mkv`;
      const result = named(source, chosen);
      ok(result.startsWith(`Two${gap}Words${gap}(2011)`), result);
      ok(result.endsWith("-GRP.mkv") || result.endsWith("-GRP (encode).mkv"), result);
      ok(!/remux/i.test(result), result);
      ok(!/\[\]|\(\)|\0|[ ._]{3}/.test(result.replaceAll(gap + gap, gap)), result);
      // Encoding the result again only adds the mark `(encode)` to its name.
      const again = named(result, chosen);
      equal(again.replaceAll(" (encode)", ""), result.replaceAll(" (encode)", ""));
    }),
    { numRuns: 1000 },
  );
});

Deno.test("S-PATH-5: any name yields a safe name that is not the source's", () => {
  fc.assert(fc.property(fc.string({ maxLength: 300, unit: "grapheme" }), (name) => {
    const result = named(`${name}.mkv`, OPUS);
    ok(result !== `${name}.mkv` && result.endsWith(".mkv") && !/[\/\\:*?"<>|\p{Cc}]/u.test(result), result);
  }));
});
