import { deepEqual, equal, match, ok } from "node:assert/strict";
import fc from "fast-check";
import { decide, fails, film, type Parts } from "../../../tests/fixtures/plans.ts";
import { JobFailure } from "../../kit/fault.ts";
import { Overrides } from "../profiles/overrides.ts";
import { sampleProbe, sampleSdrProbe } from "../sampling/sample.ts";
import type { Plan } from "./model.ts";

const planned = (overrides: unknown, parts: Parts = {}, probe = sampleProbe()): Plan =>
  decide(parts, probe, { overrides: Overrides.parse(overrides) });
const actionOf = ({ streams }: Plan, index: number) => streams.find((one) => one.index === index)?.action;
const sounds = ({ audio }: Plan) => audio.map(({ index }) => index);
const texts = ({ subtitles }: Plan) => subtitles.map(({ index }) => index);

Deno.test("overrides: a kept stream stays despite language, commentary and one per language", () => {
  const parts: Parts = { audio: { languages: ["eng"], keepOriginalLanguage: false, firstMatchOnly: true } };
  deepEqual(sounds(planned({}, parts)), [1]);
  const own = planned({ streams: [{ index: 3, action: "keep" }, { index: 4, action: "keep" }] }, parts);
  deepEqual([sounds(own), own.warnings.filter((line) => /audio/i.test(line))], [[1, 3, 4], []]);
});

Deno.test("overrides: a dropped stream goes, and the profile chooses among the others", () => {
  const own = planned({ streams: [{ index: 1, action: "drop" }] }, { audio: { firstMatchOnly: true } });
  deepEqual(sounds(own), [2, 3]);
  equal(own.streams.find(({ index }) => index === 1)?.why, "as chosen for this file");
  deepEqual(own.warnings.filter((line) => /default audio/.test(line)), [], "nobody is warned of a choice of their own");
  equal(own.audio[0]?.default, true);
});

Deno.test("overrides: all audio of a movie may be dropped, but not all streams of music", () => {
  const none = { streams: [1, 2, 3, 4].map((index) => ({ index, action: "drop" })) };
  deepEqual(sounds(planned(none)), []);
  fails(
    "invalid_plan",
    /Neither video nor audio/,
    () => planned(none, { container: "flac", audio: { encoder: "flac" } }),
  );
});

Deno.test("overrides: a music file keeps the chosen stream instead of the first", () => {
  const parts: Parts = { container: "flac", audio: { encoder: "flac", dropCommentary: false } };
  deepEqual([sounds(planned({}, parts)), sounds(planned({ streams: [{ index: 2, action: "keep" }] }, parts))], [[1], [
    2,
  ]]);
});

Deno.test("overrides: subtitles are kept by a profile without any, without bitmaps and with another one burned in", () => {
  const keep = { streams: [{ index: 5, action: "keep" }] };
  deepEqual(texts(planned(keep, { subtitles: { mode: "none" } })), [5]);
  deepEqual(texts(planned(keep, { subtitles: { mode: "copy-text" } })), [5, 7]);
  deepEqual(texts(planned(keep, { subtitles: { pictureSubtitles: "drop" } })), [5, 7]);
  const burned = planned(keep, { subtitles: { mode: "burn", burnLanguage: "deu" } });
  deepEqual([texts(burned), burned.video?.burn?.index], [[5], 6]);
});

Deno.test("overrides: the chosen subtitle is burned in, whatever the profile would burn in", () => {
  const burn = { streams: [{ index: 5, action: "burn" }] };
  const [plain, other] = [planned(burn), planned(burn, { subtitles: { mode: "burn", burnLanguage: "deu" } })];
  deepEqual([plain.video?.burn, other.video?.burn?.index], [{ index: 5, form: "picture", ordinal: 0 }, 5]);
  deepEqual([texts(plain), texts(other), actionOf(plain, 5)], [[6, 7], [], "burn"]);
  equal(
    planned({ streams: [{ index: 6, action: "drop" }] }, { subtitles: { mode: "burn", burnLanguage: "deu" } }).video
      ?.burn,
    undefined,
  );
});

Deno.test("overrides: languages, titles and flags are written, also with clean titles", () => {
  const own = planned({
    streams: [
      { index: 3, language: "jpn", title: "Fandub", default: true },
      { index: 2, title: "" },
      { index: 7, forced: true, hearingImpaired: false },
    ],
  }, { output: { cleanMetadata: true } });
  const track = own.audio.find(({ index }) => index === 3);
  deepEqual([track?.language, track?.title], ["jpn", "Fandub"]);
  deepEqual(own.audio.map((one) => one.default), [false, false, true], "a new default replaces the old one");
  equal(own.audio.find(({ index }) => index === 2)?.title, undefined);
  const text = own.subtitles.find(({ index }) => index === 7);
  deepEqual([text?.forced, text?.hearingImpaired], [true, false]);
});

Deno.test("overrides: a corrected language counts for the profile's languages", () => {
  const probe = sampleProbe();
  probe.streams = probe.streams.map((one) => one.index === 3 ? { ...one, language: undefined } : one);
  const parts: Parts = { audio: { languages: ["deu"], keepOriginalLanguage: false } };
  deepEqual(sounds(planned({ streams: [{ index: 3, language: "ger" }] }, parts, probe)), [3]);
});

Deno.test("overrides: a change of labels alone is something to do", () => {
  const parts: Parts = {
    video: { encoder: "copy" },
    audio: { dropCommentary: false },
    output: { cleanMetadata: false },
  };
  equal(planned({}, parts).nothingToDo, true);
  equal(planned({ streams: [{ index: 3, language: "jpn" }] }, parts).nothingToDo, false);
});

Deno.test("overrides: the crop counts from the edges of the upright frame, and 0 switches the profile's off", () => {
  const found = { crop: { width: 3840, height: 1600, x: 0, y: 280 } };
  const crop = (overrides: unknown, probe = sampleProbe()) =>
    decide({ video: { crop: "auto" } }, probe, { ...found, overrides: Overrides.parse(overrides) }).video;
  deepEqual(crop({ crop: { top: 20, right: 0, bottom: 40, left: 8 } })?.crop, {
    width: 3832,
    height: 2100,
    x: 8,
    y: 20,
  });
  ok(planned({ crop: { top: 40 } }).summary.some((line) => /^Video: .*cropped/.test(line) && !/black bars/.test(line)));
  equal(crop({ crop: { top: 0, right: 0, bottom: 0, left: 0 } })?.crop, undefined);
  const turned = crop({ crop: { top: 40, right: 0, bottom: 0, left: 0 } }, film({ rotation: 90 }));
  deepEqual(turned?.crop, { width: 2160, height: 3800, x: 0, y: 40 });
});

Deno.test("overrides: the height replaces the profile's", () => {
  equal(planned({ maxHeight: 720 }).video?.height, 720);
  equal(planned({ maxHeight: 0 }, { video: { maxHeight: 720 } }).video?.height, 2160);
});

for (
  const [name, overrides, parts, text] of [
    ["a stream that is not there", { streams: [{ index: 99, action: "keep" }] }, {}, /has no stream 99/],
    ["the video", { streams: [{ index: 0, action: "drop" }] }, {}, /video cannot be dropped/],
    ["an attachment", { streams: [{ index: 8, action: "drop" }] }, {}, /only audio and subtitles/],
    ["an audio stream burned in", { streams: [{ index: 1, action: "burn" }] }, {}, /cannot be burned/],
    ["two burned in", { streams: [5, 6].map((index) => ({ index, action: "burn" })) }, {}, /Only one/],
    [
      "burned into a copy",
      { streams: [{ index: 5, action: "burn" }] },
      { video: { encoder: "copy" } },
      /copies the video/,
    ],
    [
      "a copy cropped",
      { crop: { top: 2, right: 0, bottom: 0, left: 0 } },
      { video: { encoder: "copy" } },
      /copies the video/,
    ],
    ["a copy scaled", { maxHeight: 720 }, { video: { encoder: "copy" } }, /copies the video/],
    ["nothing left of the frame", { crop: { top: 2000, right: 0, bottom: 150, left: 0 } }, {}, /leaves 3840x10 of/],
    ["more than the frame", { crop: { top: 9000, right: 9000, bottom: 0, left: 0 } }, {}, /leaves 0x0 of/],
    ["an audio for the deaf", { streams: [{ index: 1, hearingImpaired: true }] }, {}, /not a subtitle/],
    ["a subtitle for the blind", { streams: [{ index: 5, visualImpaired: true }] }, {}, /not audio/],
  ] as [string, unknown, Parts, RegExp][]
) {
  Deno.test(`overrides that do not fit are refused: ${name}`, () =>
    fails("invalid_plan", text, () => planned(overrides, parts)));
}

for (
  const [name, value] of [
    ["a stream twice", { streams: [{ index: 1 }, { index: 1 }] }],
    ["an unknown field", { streams: [{ index: 1, codec: "aac" }] }],
    ["a language that is none", { streams: [{ index: 1, language: "de-AT; rm" }] }],
    ["a negative edge", { crop: { top: -1, right: 0, bottom: 0, left: 0 } }],
  ] as [string, unknown][]
) {
  Deno.test(`Overrides refuses ${name}`, () => equal(Overrides.safeParse(value).success, false));
}

Deno.test("overrides: every combination is refused, or each stream has what was chosen for it", () => {
  const flag = fc.option(fc.boolean(), { nil: undefined });
  const stream = fc.record({
    index: fc.integer({ min: 0, max: 9 }),
    action: fc.option(fc.constantFrom("keep", "drop", "burn"), { nil: undefined }),
    language: fc.option(fc.constantFrom("", "eng", "ger", "jpn"), { nil: undefined }),
    default: flag,
    forced: flag,
  });
  const streams = fc.uniqueArray(stream, { selector: ({ index }) => index, maxLength: 6 });
  fc.assert(fc.property(streams, fc.boolean(), (streams, own) => {
    const parts: Parts = own ? { audio: { languages: ["eng"] }, subtitles: { mode: "burn" } } : {};
    let made: Plan;
    try {
      made = planned({ streams }, parts, sampleSdrProbe());
    } catch (error) {
      ok(error instanceof JobFailure, String(error));
      return match(error.message, /\.$/);
    }
    deepEqual(made.streams.map(({ index }) => index), sampleSdrProbe().streams.map(({ index }) => index));
    for (const { index, action, forced } of streams) {
      const fate = actionOf(made, index);
      if (action === "drop") equal(fate, "drop");
      if (action === "keep") ok(fate === "copy" || fate === "encode", `${index}: ${fate}`);
      if (action === "burn") deepEqual([fate, made.video?.burn?.index], ["burn", index]);
      const track = [...made.audio, ...made.subtitles].find((one) => one.index === index);
      if (track && forced !== undefined) equal(track.forced, forced);
    }
  }));
});
