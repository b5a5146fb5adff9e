import { deepStrictEqual as same, equal, match } from "node:assert/strict";
import fc from "fast-check";
import { film, preset } from "../../../../tests/fixtures/plans.ts";
import type { Probe, VideoStream } from "../../../media/probe/model.ts";
import { sampleProbe, sampleSdrProbe, sampleTrackProbe } from "../../sampling/sample.ts";
import { allPresets } from "../presets.ts";
import { applyRule } from "./apply_rule.ts";
import { resolveRecipe } from "./decide.ts";
import { asksForGrain } from "./grain.ts";
import { allSmartPresets, smartRecipe } from "./presets.ts";
import { SmartProfileInput, type SmartRecipe, SmartRule } from "./schema.ts";
import { checkSmart } from "./validate.ts";

const BASE = preset("builtin-movie-1080p");
const smart = (parts: Record<string, unknown> = {}, base = BASE): SmartRecipe =>
  smartRecipe("smart-x", SmartProfileInput.parse({ name: "Rules", baseProfileId: base.id, ...parts }), base);
const rule = (name: string, set: Record<string, unknown>, when: unknown[] = []) => ({ name, when, set });
const tall = { fact: "height", op: "gte", value: 2160 };

Deno.test("a simple profile applies unchanged to any file", () => {
  for (const probe of [sampleProbe(), sampleSdrProbe(), sampleTrackProbe()]) {
    const { recipe, audio, subtitles, reasons, warnings, skip } = resolveRecipe(probe, BASE);
    same([recipe, audio.size, subtitles.size, reasons, warnings, skip], [BASE, 0, 0, [], [], undefined]);
  }
});

Deno.test("every matching rule applies, a later one over an earlier one, and each states its reason", () => {
  const { recipe, reasons } = resolveRecipe(
    sampleProbe(),
    smart({
      rules: [
        rule("All of it", { video: { quality: 18, preset: "fast" } }),
        rule("Tall", { video: { quality: 24 }, container: "mp4" }, [tall]),
        rule("Small", { video: { quality: 30 } }, [{ fact: "height", op: "lt", value: 720 }]),
        rule("Unknown", { video: { quality: 31 } }, [{ fact: "year", op: "lt", value: 1900 }]),
      ],
    }),
  );
  same([recipe.video.quality, recipe.video.preset, recipe.container], [24, "fast", "mp4"]);
  same(reasons, ["All of it.", "Tall (height at least 2160)."]);
  same([recipe.name, recipe.id], ["Rules", "smart-x"]);
});

Deno.test("fields that a rule does not set stay, part by part", () => {
  const changed = applyRule(
    BASE,
    SmartRule.parse(rule("x", { audio: { channels: 2 }, output: { suffix: "-small" }, subtitles: {} })),
  );
  same(changed.audio, { ...BASE.audio, channels: 2 });
  same(changed.output, { ...BASE.output, suffix: "-small" });
  same([changed.video, changed.subtitles, changed.container], [BASE.video, BASE.subtitles, BASE.container]);
});

const hevc = { skip: { keepCodecs: ["hevc"], maxVideoKbpsPerMegapixel: 10_000 } };
/** Returns a sample with 8.3 megapixels at 24 fps. `kbps` is kbit/s per megapixel. */
const uhd = (kbps: number, more: Partial<VideoStream> = {}): Probe =>
  film({ frameRate: [24, 1], bitrateKbps: Math.round(kbps * 3840 * 2160 / 1e6), ...more });

const KEPT: [name: string, probe: Probe, parts: Record<string, unknown>, encoder: string][] = [
  ["small enough in a codec that is kept", uhd(9_000), hevc, "copy"],
  ["exactly at the limit", uhd(10_000), hevc, "libx265"],
  ["larger than the limit", uhd(12_000), hevc, "libx265"],
  ["in another codec", uhd(1_000, { codec: "h264" }), hevc, "libx265"],
  ["of any size without a limit", uhd(90_000), { skip: { keepCodecs: ["hevc"] } }, "copy"],
  ["small, but interlaced", uhd(9_000, { interlaced: true }), hevc, "libx265"],
  ["interlaced, where nobody deinterlaces", uhd(9_000, { interlaced: true }), {
    ...hevc,
    rules: [rule("No", { video: { deinterlace: "off" } })],
  }, "copy"],
  ["what a rule copies", uhd(90_000), { rules: [rule("Copy", { video: { encoder: "copy" } })] }, "copy"],
  ["what a rule copies, but interlaced", uhd(90_000, { interlaced: true }), {
    rules: [rule("Copy", { video: { encoder: "copy" } })],
  }, "libx265"],
  [
    "of a size that nobody knows",
    { ...uhd(0, { bitrateKbps: undefined }), bitrateKbps: 0, durationSeconds: 0 },
    hevc,
    "libx265",
  ],
];

for (const [name, probe, parts, encoder] of KEPT) {
  Deno.test(`a video ${name} is ${encoder === "copy" ? "skipped" : "encoded"}`, () => {
    const { recipe, reasons } = resolveRecipe(probe, smart(parts));
    equal(recipe.video.encoder, encoder);
    if (name.includes("small enough")) {
      match(reasons.at(-1) ?? "", /copied: it is already HEVC, \d+ kb\/s .*below 10000/);
    }
    if (name.includes("interlaced") && encoder !== "copy") {
      match(reasons.at(-1) ?? "", /interlaced, so it is not copied/);
    }
  });
}

Deno.test("Dolby Vision without a compatible base layer is skipped whatever the rules, with a warning", () => {
  const probe = film({
    dolbyVision: { profile: 5, baseCompatible: 0 } as VideoStream["dolbyVision"],
    interlaced: true,
  });
  const { recipe, warnings } = resolveRecipe(probe, smart({ rules: [rule("x", { video: { encoder: "libsvtav1" } })] }));
  equal(recipe.video.encoder, "copy");
  match(warnings[0] ?? "", /Dolby Vision without an HDR10 base layer/);
});

Deno.test("a file without video has none to skip", () => {
  const { recipe, reasons } = resolveRecipe(sampleTrackProbe(), smart({ skip: { keepCodecs: ["flac"] } }));
  same([recipe.video.encoder, reasons], ["libx265", []]);
});

Deno.test("the first of several matching rules for a stream counts; other streams follow the profile", () => {
  const { audio, subtitles } = resolveRecipe(
    sampleProbe(),
    smart({
      audioRules: [
        { when: [{ fact: "commentary", op: "is", value: true }], action: "drop" },
        {
          when: [{ fact: "language", op: "is", value: "English" }, { fact: "lossless", op: "is", value: true }],
          action: "copy",
        },
        {
          when: [{ fact: "language", op: "in", value: ["en"] }],
          action: "encode",
          encoder: "libopus",
          bitrate: 320,
          channels: 6,
        },
      ],
      subtitleRules: [
        { when: [{ fact: "forced", op: "is", value: true }], action: "burn" },
        { when: [{ fact: "kind", op: "is", value: "picture" }], action: "ocr" },
      ],
    }),
  );
  same([...audio].map(([index, { action }]) => [index, action]), [[1, "copy"], [2, "encode"], [4, "drop"]]);
  same(audio.get(2), {
    ...{ action: "encode", encoder: "libopus", bitrate: 320, channels: 6 },
    why: "by rule: language is en",
  });
  same([...subtitles].map(([index, { action }]) => [index, action]), [[5, "ocr"], [6, "burn"]]);
  const all = resolveRecipe(sampleProbe(), smart({ audioRules: [{ action: "copy" }] }));
  same([all.audio.size, all.audio.get(1)?.why], [4, "by rule"]);
});

Deno.test("a smart profile of one media type evaluates its rules with that type, one of any type with the known facts", () => {
  const rules = [rule("Anime", { video: { tune: "animation" } }, [{ fact: "mediaType", op: "is", value: "anime" }])];
  const tuneOf = (mediaType: string, known?: string) =>
    resolveRecipe(
      sampleProbe(),
      smart({ rules, mediaType }),
      known === undefined ? {} : { mediaType: known as "anime" },
    )
      .recipe.video.tune;
  same([tuneOf("anime"), tuneOf("any"), tuneOf("any", "anime"), tuneOf("movie", "tv")], [
    "animation",
    "none",
    "animation",
    "none",
  ]);
});

Deno.test("unmeasured grain is announced as measured later, unless no rule requires it", () => {
  const rules = [rule("Grainy", { video: { tune: "grain" } }, [{ fact: "grain", op: "gte", value: 2 }])];
  const asking = smart({ rules });
  same([asksForGrain(asking), asksForGrain(smart()), asksForGrain(BASE)], [true, false, false]);
  match(resolveRecipe(sampleProbe(), asking).reasons[0] ?? "", /measured when the job starts/);
  same(resolveRecipe(sampleProbe(), asking, { grain: 1 }).reasons, []);
  equal(resolveRecipe(sampleProbe(), asking, { grain: 2 }).recipe.video.tune, "grain");
  same(resolveRecipe(sampleTrackProbe(), asking).reasons, [], "what has no picture has no grain");
});

Deno.test("the profile determines the minimum saving, and the treatment of other files", () => {
  same(resolveRecipe(sampleProbe(), smart()).skip, { minSavingPercent: 15, onNothing: "skip" });
  same(resolveRecipe(sampleProbe(), smart({ skip: { minSavingPercent: 0 }, onNothing: "rename-only" })).skip, {
    ...{ minSavingPercent: 0, onNothing: "rename-only" },
  });
});

Deno.test("every built-in smart profile is valid, and decides the same for the same file", () => {
  const bases = new Map(allPresets().map((one) => [one.id, one]));
  const pictures = fc.record({
    codec: fc.constantFrom("hevc", "h264", "mpeg2video", "av1"),
    height: fc.constantFrom(480, 1080, 2160),
    interlaced: fc.boolean(),
    hdr: fc.constantFrom<VideoStream["hdr"]>("sdr", "hdr10", "hlg"),
    bitrateKbps: fc.option(fc.integer({ min: 0, max: 100_000 }), { nil: undefined }),
  });
  for (const { id, ...input } of allSmartPresets()) {
    const base = bases.get(input.baseProfileId);
    if (base === undefined) throw new Error(`${id} builds on nothing.`);
    same(checkSmart(input, base), [], id);
    const profile = smartRecipe(id, input, base);
    fc.assert(
      fc.property(
        pictures,
        fc.option(fc.double({ min: 0, max: 10, noNaN: true }), { nil: undefined }),
        (picture, grain) => {
          const once = resolveRecipe(film(picture), profile, { grain });
          same(resolveRecipe(film(picture), profile, { grain }), once);
          if (picture.interlaced && once.recipe.video.deinterlace !== "off") {
            equal(once.recipe.video.encoder === "copy", false);
          }
        },
      ),
    );
  }
});

const WRONG: [name: string, parts: Record<string, unknown>, path: string, message: RegExp][] = [
  [
    "an operator that a fact does not take",
    { rules: [rule("x", {}, [{ fact: "anime", op: "lt", value: 1 }])] },
    "rules.0.when.0",
    /anime supports is, not/,
  ],
  [
    "a list where one value is meant",
    { rules: [rule("x", {}, [{ fact: "height", op: "gt", value: [1] }])] },
    "rules.0.when.0",
    /one value/,
  ],
  [
    "a quality that the encoder has not",
    { rules: [rule("ok", {}), rule("x", { video: { quality: 99 } })] },
    "rules.1.set.video.quality",
    /must be between/,
  ],
  [
    "a container that holds no such sound",
    { rules: [rule("x", { container: "webm" })] },
    "rules.0.set.video.encoder",
    /webm supports/,
  ],
  [
    "a folder of the system",
    { rules: [rule("x", { output: { directory: "/proc" } })] },
    "rules.0.set.output.directory",
    /system/,
  ],
  [
    "a copy by an encoder",
    { audioRules: [{ action: "encode", encoder: "copy" }] },
    "audioRules.0.encoder",
    /copy action/,
  ],
  [
    "a flag compared with a word",
    {
      subtitleRules: [{ when: [{ fact: "sdh", op: "is", value: "yes" }], action: "drop" }],
    },
    "subtitleRules.0.when.0",
    /boolean/,
  ],
];

for (const [name, parts, path, message] of WRONG) {
  Deno.test(`a smart profile with ${name} is refused at ${path}`, () => {
    const [first] = checkSmart(SmartProfileInput.parse({ name: "x", baseProfileId: BASE.id, ...parts }), BASE);
    equal(first?.path, path);
    match(first?.message ?? "", message);
  });
}

Deno.test("a rule that changes the encoder may ignore the preset that another rule sets", () => {
  const rules = [rule("AV1", { video: { encoder: "libsvtav1" } })];
  same(checkSmart(SmartProfileInput.parse({ name: "x", baseProfileId: BASE.id, rules }), BASE), []);
});
