import { deepStrictEqual as same, equal, match, ok } from "node:assert/strict";
import fc from "fast-check";
import { film } from "../../../tests/fixtures/plans.ts";
import type { AudioStream, Probe, SubtitleStream, VideoStream } from "../../media/probe/model.ts";
import { conditionError, matches } from "../profiles/smart/conditions.ts";
import { smartPresetRecipe, smartRecipe } from "../profiles/smart/presets.ts";
import { AUDIO_FACTS, FILE_FACTS, OPERATORS, SmartProfileInput, type SmartRecipe } from "../profiles/smart/schema.ts";
import { findPreset } from "../profiles/presets.ts";
import { checkSmart } from "../profiles/smart/validate.ts";
import { decide, type Decided, type DecideOptions, resolveFor } from "../decision/decide.ts";
import { sampleCapabilities } from "../sampling/sample.ts";

const run = (recipe: SmartRecipe, probe: Probe, options: DecideOptions = {}): Decided =>
  decide(probe, resolveFor(probe, recipe, sampleCapabilities(), options), sampleCapabilities(), options);

function builtin(id: string): SmartRecipe {
  const found = smartPresetRecipe(id);
  if (!found) throw new Error(id);
  return found;
}
const remux = builtin("builtin-smart-remux");
const anime = builtin("builtin-smart-anime");

const SDR = { hdr: "sdr", masteringDisplay: undefined, contentLight: undefined } as const;
const bluray: Partial<VideoStream> = {
  ...SDR,
  codec: "h264",
  width: 1920,
  height: 1080,
  bitDepth: 8,
  pixelFormat: "yuv420p",
  bitrateKbps: 28_000,
};

/** Returns the sample under another name, with different video and audio. */
function file(name: string, video: Partial<VideoStream>, audio?: Partial<AudioStream>[]): Probe {
  const probe = film(video);
  const first = probe.streams.find((stream): stream is AudioStream => stream.kind === "audio");
  const rest = probe.streams.filter((stream) => !audio || stream.kind !== "audio");
  const sound = first && audio ? audio.map((more) => ({ ...first, atmos: false, ...more })) : [];
  const [picture, ...others] = rest;
  if (!picture) throw new Error("no picture");
  const streams = [picture, ...sound, ...others].map((stream, index) => ({ ...stream, index }));
  const kbps = streams.reduce((sum, stream) => sum + (stream.bitrateKbps ?? 0), 0);
  return { ...probe, path: `/media/${name}`, streams, sizeBytes: (kbps * 1000 * probe.durationSeconds) / 8 };
}

const action = ({ plan }: Decided, index: number) => plan.streams.find((stream) => stream.index === index)?.action;

Deno.test("Smart remux re-encodes a Blu-ray remux and keeps its surround lossless", () => {
  const probe = file("Heat (1995)/Heat (1995) Remux-1080p.mkv", bluray, [
    { codec: "truehd", channels: 8, lossless: true },
    { codec: "flac", channels: 2, lossless: true, default: false },
    { codec: "pcm_s24le", channels: 2, lossless: true, default: false },
    { codec: "ac3", channels: 6, lossless: false, bitDepth: undefined, default: false },
    { codec: "ac3", channels: 2, lossless: false, commentary: true, default: false },
    { codec: "ac3", channels: 6, lossless: false, language: "fra", original: false, default: false },
  ]);
  const { plan } = run(remux, probe, { known: { grain: 3 } });
  same([plan.video?.encoder, plan.video?.quality, plan.video?.preset, plan.video?.tune], [
    "libx265",
    20,
    "slow",
    "grain",
  ]);
  same(plan.audio.map((audio) => audio.encoder), ["copy", "copy", "flac", "copy"]);
  match(plan.smart?.reasons.join(" ") ?? "", /The movie is grainy: its grain is kept \(grain at least 2, not anime\)/);
  match(plan.streams.find((s) => s.index === 3)?.why ?? "", /becomes FLAC 2.0, by rule: codec has pcm_/);
  equal(plan.nothingToDo, false);
});

Deno.test("a movie without grain gets no grain tune, a large SDR video more quality", () => {
  const clean = run(remux, file("Psycho (1960) Remux-1080p.mkv", bluray), { known: { grain: 0.4 } });
  equal(clean.plan.video?.tune, "none");
  const large = run(remux, file("Dune (2021) Remux-2160p.mkv", { ...SDR, codec: "h264", bitDepth: 8 }));
  equal(large.plan.video?.quality, 19);
});

Deno.test("efficient HEVC is skipped, HDR from a disc is not, and a file without potential savings is skipped", () => {
  for (const recipe of [remux, anime]) {
    const disc = run(recipe, file("Dune (2021) Remux-2160p.mkv", { bitrateKbps: 62_000 }));
    same([disc.plan.video?.encoder, disc.plan.video?.hdr], ["libx265", "hdr10"], recipe.id);
    const web = run(recipe, file("Dune (2021) WEBDL-2160p.mkv", { bitrateKbps: 18_000 }));
    equal(web.plan.video?.encoder, "copy", recipe.id);
  }
  const frugal = file("Dune (2021) Bluray-1080p.mkv", { ...bluray, codec: "hevc", bitDepth: 10, bitrateKbps: 6000 }, [
    { codec: "opus", channels: 6, lossless: false, bitDepth: undefined },
  ]);
  const left = run(remux, frugal);
  equal(left.plan.nothingToDo, true);
  match(
    left.plan.smart?.reasons.join(" ") ?? "",
    /Video copied: it is already HEVC, \d+ kb\/s per megapixel \(below 6000\)/,
  );
  const wasteful = run(remux, file("A (2021) Remux-1080p.mkv", { ...bluray, codec: "hevc", bitDepth: 10 }));
  equal(wasteful.plan.video?.encoder, "libx265");
});

Deno.test("interlaced video is never skipped", () => {
  const probe = file("A (2021) Bluray-1080p.mkv", {
    ...bluray,
    codec: "hevc",
    bitDepth: 10,
    bitrateKbps: 6000,
    interlaced: true,
  });
  const { plan } = run(remux, probe);
  same([plan.video?.encoder, plan.video?.fieldHandling, plan.nothingToDo], ["libx265", "frame-rate", false]);
});

Deno.test("Dolby Vision without a base layer is skipped with a warning", () => {
  const probe = file("A (2021) Remux-2160p.mkv", {
    dolbyVision: { profile: 5, level: 6, baseCompatible: 0, hasEnhancementLayer: false },
  });
  const { plan } = run(remux, probe);
  equal(plan.video?.encoder, "copy");
  match(plan.warnings.join(" "), /Dolby Vision without an HDR10 base layer is always copied/);
});

Deno.test("Smart anime keeps small 10-bit HEVC and AV1 and encodes the rest for animation", () => {
  for (const codec of ["hevc", "av1"]) {
    const encoderAt = (bitrateKbps: number) =>
      run(anime, file("Anime/Show - 01.mkv", { ...bluray, codec, bitDepth: 10, bitrateKbps })).plan.video?.encoder;
    same([encoderAt(9000), encoderAt(28_000)], ["copy", "libx265"], codec);
  }
  const { plan } = run(
    anime,
    file("Anime/Show - 01.mkv", bluray, [
      { codec: "flac", channels: 2, lossless: true, language: "jpn" },
      { codec: "truehd", channels: 6, lossless: true, language: "eng", default: false },
      { codec: "dts", profile: "DTS-HD MA", channels: 2, lossless: true, language: "jpn", default: false },
      { codec: "aac", channels: 2, lossless: false, bitDepth: undefined, language: "jpn", default: false },
    ]),
  );
  same([plan.video?.encoder, plan.video?.quality, plan.video?.tune], ["libx265", 18, "animation"]);
  same(plan.audio.map((audio) => audio.encoder), ["copy", "copy", "flac", "copy"]);
});

Deno.test("bitmap subtitles are converted to text beside them if possible, else kept", () => {
  const probe = file("A (2021) Remux-1080p.mkv", bluray);
  const subtitle = probe.streams.find((s): s is SubtitleStream => s.kind === "subtitle" && s.form === "picture");
  ok(subtitle);
  equal(action(run(remux, probe, { ocr: "ready" }), subtitle.index), "ocr");
  const both = run(remux, probe, { ocr: "ready" }).plan.subtitles.filter((s) => s.index === subtitle.index);
  same(both.map((s) => [s.codec, s.ocr ?? false]), [["subrip", true], ["hdmv_pgs_subtitle", false]]);
  equal(action(run(remux, probe), subtitle.index), "copy");
});

const CUSTOM = {
  name: "Mine",
  baseProfileId: "builtin-movie-1080p",
  rules: [{ name: "Small", when: [{ fact: "height", op: "lte", value: 720 }], set: { video: { encoder: "copy" } } }],
};
function custom(more: Record<string, unknown> = {}): SmartRecipe {
  const input = SmartProfileInput.parse({ ...CUSTOM, ...more });
  const base = findPreset(input.baseProfileId);
  if (!base) throw new Error(input.baseProfileId);
  return smartRecipe("smart-x", input, base);
}

Deno.test("later rules override earlier ones on the same property only", () => {
  const { plan } = run(
    custom({
      rules: [
        { name: "a", set: { video: { quality: 25, tune: "grain" } } },
        { name: "b", set: { video: { quality: 17 } } },
      ],
    }),
    file("A.mkv", bluray),
  );
  same([plan.video?.quality, plan.video?.tune], [17, "grain"]);
});

Deno.test("rules that would remove all audio keep the first track", () => {
  const { plan } = run(custom({ audioRules: [{ when: [], action: "drop" }] }), file("A.mkv", bluray));
  equal(plan.audio.length, 1);
  match(plan.warnings.join(" "), /would remove every audio stream/);
});

Deno.test("too small a saving is nothing to do, unless the least saving is zero", () => {
  const probe = file("A.mkv", { ...bluray, bitrateKbps: 2000 }, [{ codec: "aac", lossless: false }]);
  const small = { ...probe, sizeBytes: 2_000_000_000, durationSeconds: 7200 };
  const least = (minSavingPercent: number) => run(custom({ skip: { minSavingPercent } }), small).plan.nothingToDo;
  same([least(80), least(0)], [true, false]);
});

Deno.test("rename-only copies to the new name", () => {
  const frugal = file("Heat.1995.1080p.BluRay.REMUX.HEVC.mkv", {
    ...bluray,
    codec: "hevc",
    bitDepth: 10,
    bitrateKbps: 3000,
  }, [
    { codec: "ac3", lossless: false, bitDepth: undefined },
  ]);
  const keepAll = {
    baseProfileId: "builtin-movie-4k-hdr",
    rules: [{ name: "all", set: { audio: { dropCommentary: false }, output: { suffix: ".kept" } } }],
    skip: { keepCodecs: ["hevc"], minSavingPercent: 0 },
  };
  equal(run(custom(keepAll), frugal).plan.nothingToDo, true);
  const renamed = run(custom({ ...keepAll, onNothing: "rename-only" }), frugal);
  same([renamed.plan.nothingToDo, renamed.outputName], [false, "Heat.1995.1080p.BluRay.REMUX.HEVC.kept.mkv"]);
  match(renamed.plan.summary.join(" "), /Only renamed/);
});

Deno.test("an unknown fact matches nothing, not even a negative condition", () => {
  for (const op of OPERATORS) equal(matches([{ fact: "year", op, value: 2000 }], {}), false, op);
  equal(matches([{ fact: "year", op: "not", value: 2000 }], { year: 2001 }), true);
});

Deno.test("languages match in every form", () => {
  equal(matches([{ fact: "language", op: "in", value: ["ger"] }], { language: "deu" }), true);
  equal(matches([{ fact: "audioLanguages", op: "has", value: "ja" }], { audioLanguages: ["eng", "jpn"] }), true);
  equal(matches([{ fact: "audioLanguages", op: "notIn", value: ["fre"] }], { audioLanguages: ["fra"] }), false);
});

Deno.test("impossible conditions are refused with a sentence", () => {
  const wrong = [
    [{ fact: "channels", op: "has", value: 2 }, AUDIO_FACTS],
    [{ fact: "lossless", op: "is", value: "yes" }, AUDIO_FACTS],
    [{ fact: "height", op: "lt", value: "720" }, FILE_FACTS],
    [{ fact: "genre", op: "is", value: "drama" }, FILE_FACTS],
    [{ fact: "height", op: "in", value: 720 }, FILE_FACTS],
    [{ fact: "height", op: "is", value: [720] }, FILE_FACTS],
  ] as const;
  for (const [condition, facts] of wrong) {
    ok(conditionError(condition as Parameters<typeof conditionError>[0], facts), JSON.stringify(condition));
  }
  const base = findPreset("builtin-movie-1080p");
  ok(base);
  for (const preset of [remux, anime]) {
    same(checkSmart({ ...SmartProfileInput.parse(CUSTOM), ...preset.smart }, preset.base), []);
  }
  const bad = SmartProfileInput.parse({ ...CUSTOM, rules: [{ name: "x", set: { container: "webm" } }] });
  same(checkSmart(bad, base).map(({ path }) => path), ["rules.0.set.video.encoder", "rules.0.set.audio.encoder"]);
});

Deno.test("any conditions on any facts are decided without throwing, and all must hold", () => {
  const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string(), { maxLength: 3 }));
  const condition = fc.record({
    fact: fc.constantFrom(...Object.keys(FILE_FACTS)),
    op: fc.constantFrom(...OPERATORS),
    value,
  });
  const facts = fc.dictionary(fc.constantFrom(...Object.keys(FILE_FACTS)), value);
  fc.assert(fc.property(fc.array(condition, { maxLength: 4 }), facts, (when, known) => {
    equal(matches(when, known), when.every((one) => matches([one], known)));
  }));
});
