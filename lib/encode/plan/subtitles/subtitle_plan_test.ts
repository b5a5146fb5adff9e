import { deepEqual, equal, match } from "node:assert/strict";
import type { Probe, SubtitleStream } from "../../../media/probe/model.ts";
import { ProfileInput, type Recipe } from "../../profiles/schema.ts";
import { sampleProbe } from "../../sampling/sample.ts";
import { planSubtitles } from "./subtitle_plan.ts";

const text = (index: number, more: Partial<SubtitleStream>): SubtitleStream => ({
  kind: "subtitle",
  index,
  codec: "subrip",
  form: "text",
  default: false,
  forced: false,
  hearingImpaired: false,
  commentary: false,
  original: false,
  ...more,
});
const PGS = { codec: "hdmv_pgs_subtitle", form: "picture" } as const;
const withTexts = (...streams: Partial<SubtitleStream>[]): Probe => ({
  ...sampleProbe(),
  streams: streams.map((stream, i) => text(i, stream)),
});
const MIXED = withTexts(
  { ...PGS, language: "eng" },
  { language: "eng", hearingImpaired: true },
  { ...PGS, language: "deu", forced: true },
  { language: "deu", codec: "ass" },
  { language: "eng", commentary: true },
);
const recipe = (subtitles: Record<string, unknown>, container = "mkv"): Recipe => ({
  ...ProfileInput.parse({ name: "x", container, subtitles }),
  id: "x",
});
const decide = (subtitles: Record<string, unknown>, container = "mkv", probe = MIXED, canBurn = true) =>
  planSubtitles(probe, recipe(subtitles, container), { canBurn });
const kept = (subtitles: Record<string, unknown>, container = "mkv") =>
  decide(subtitles, container).subtitles.map((s) => [s.index, s.encoder]);

for (
  const [name, subtitles, container, wanted] of [
    ["Matroska takes all as they are", {}, "mkv", [[0, "copy"], [1, "copy"], [2, "copy"], [3, "copy"], [4, "copy"]]],
    ["languages choose", { languages: ["de"] }, "mkv", [[2, "copy"], [3, "copy"]]],
    ["commentary may go", { dropCommentary: true }, "mkv", [[0, "copy"], [1, "copy"], [2, "copy"], [3, "copy"]]],
    ["text only", { mode: "copy-text" }, "mkv", [[1, "copy"], [3, "copy"], [4, "copy"]]],
    ["pictures may be dropped", { pictureSubtitles: "drop" }, "mkv", [[1, "copy"], [3, "copy"], [4, "copy"]]],
    ["none", { mode: "none" }, "mkv", []],
    ["MP4 takes text as mov_text", {}, "mp4", [[3, "mov_text"], [1, "mov_text"], [4, "mov_text"]]],
    ["WebM takes text as WebVTT", {}, "webm", [[1, "webvtt"], [3, "webvtt"], [4, "webvtt"]]],
  ] as const
) {
  Deno.test(name, () => deepEqual(kept(subtitles, container), wanted));
}

Deno.test("images that MP4 cannot hold cause a note, unwanted images do not", () => {
  match(
    decide({}, "mp4").warnings.join(),
    /Subtitle 0 \(English PGS\) is removed: mp4 does not support bitmap subtitles/,
  );
  deepEqual(decide({ mode: "copy-text" }, "mp4").warnings, []);
});

Deno.test("streams that ffmpeg cannot decode are left out with a note, and the rest is encoded", () => {
  const odd = withTexts(
    { codec: "dvb_teletext", form: "picture" },
    { codec: "arib_caption" },
    { codec: "ttml" },
    { codec: "unknown" },
    { codec: "dvb_subtitle", form: "picture" },
    { codec: "hdmv_text_subtitle" },
    { codec: "mov_text" },
  );
  const { subtitles, warnings } = decide({}, "mkv", odd);
  deepEqual(subtitles.map((s) => [s.index, s.encoder]), [[4, "copy"], [5, "copy"], [6, "srt"]]);
  equal(warnings.filter((warning) => /is removed: cannot be decoded/.test(warning)).length, 4);
  deepEqual(decide({}, "mp4", odd).subtitles.map((s) => s.index), [6]);
  const burnt = decide({ mode: "burn", burnLanguage: "" }, "mkv", odd);
  equal(burnt.burn?.index, 4);
});

Deno.test("text that Matroska has no name for becomes SRT", () => {
  const { subtitles } = decide({}, "mkv", withTexts({ codec: "mov_text" }, { codec: "webvtt" }, { codec: "ssa" }));
  deepEqual(subtitles.map((s) => s.encoder), ["srt", "srt", "copy"]);
});

Deno.test("bitmap subtitles that cannot be converted yet are kept, with a note", () => {
  const decided = decide({ pictureSubtitles: "ocr" });
  equal(decided.subtitles.length, 5);
  match(decided.warnings.join(), /OCR is disabled in the settings/);
  const missing = planSubtitles(MIXED, recipe({ pictureSubtitles: "ocr" }), { canBurn: true, ocr: "missing" });
  match(missing.warnings.join(), /Tesseract, which OCR requires, was not found/);
});

for (
  const [name, subtitles, wanted] of [
    ["the first full one", {}, { index: 0, form: "picture", ordinal: 0 }],
    ["the full one of a language", { burnLanguage: "ger" }, { index: 3, form: "text", ordinal: 3 }],
    ["the forced one of a language", { burnLanguage: "deu", burnForcedOnly: true }, {
      index: 2,
      form: "picture",
      ordinal: 2,
    }],
    ["nothing when there is no forced one", { burnLanguage: "eng", burnForcedOnly: true }, undefined],
    ["nothing in a language that is not there", { burnLanguage: "fra" }, undefined],
  ] as const
) {
  Deno.test(`burning in requires ${name}`, () => {
    const decided = decide({ mode: "burn", ...subtitles });
    deepEqual(decided.burn, wanted);
    deepEqual(decided.subtitles, []);
    equal(decided.warnings.length, wanted ? 0 : 1);
    equal(decided.decisions.filter((d) => d.action === "burn").length, wanted ? 1 : 0);
  });
}

Deno.test("copied video cannot be drawn on: subtitles are kept instead", () => {
  const decided = decide({ mode: "burn" }, "mkv", MIXED, false);
  equal(decided.subtitles.length, 5);
  match(decided.warnings.join(), /nothing is burned/);
});

const forced = { language: "eng", forced: true } as const;
/** Plans the subtitles of a movie with English audio. */
const heard = (probe: Probe, subtitles: Record<string, unknown> = {}, container = "mkv", ocr = false) =>
  planSubtitles(probe, recipe(subtitles, container), { canBurn: true, ocr: ocr ? "ready" : "off", spoken: ["eng"] });

Deno.test("forced subtitles in the language of the audio pass every list of languages, others do not", () => {
  const probe = withTexts({ ...PGS, ...forced }, { language: "eng" }, { language: "fra", forced: true }, {
    language: "deu",
  }, { forced: true });
  const { subtitles, warnings } = heard(probe, { languages: ["deu"] });
  deepEqual(subtitles.map(({ index, forced }) => [index, forced]), [[0, true], [3, false], [4, true]]);
  deepEqual(warnings, []);
});

for (
  const [name, chosen, container, why] of [
    [
      "MP4 that does not support bitmap subtitles",
      {},
      "mp4",
      /mp4 does not support bitmap subtitles\..*burn it in, enable OCR, or choose mkv/,
    ],
    ["WebM that does not support bitmap subtitles", {}, "webm", /webm does not support bitmap subtitles/],
    ["a profile that keeps text only", { mode: "copy-text" }, "mp4", /bitmap, but the profile keeps text only/],
    [
      "a profile without picture subtitles",
      { pictureSubtitles: "drop" },
      "mkv",
      /the profile removes bitmap subtitles/,
    ],
    ["a profile without subtitles", { mode: "none" }, "mkv", /the profile keeps no subtitles/],
  ] as const
) {
  Deno.test(`forced image subtitles lost to ${name} cause one note, with a way to keep them`, () => {
    const { warnings, subtitles } = heard(withTexts({ ...PGS, ...forced }), chosen, container);
    equal(subtitles.length, 0);
    equal(warnings.length, 1);
    match(warnings[0] ?? "", /^Forced subtitle 0 \(English PGS forced\) is removed:/);
    match(warnings[0] ?? "", why);
  });
}

Deno.test("a text-only profile converts bitmap subtitles if it can, and keeps none beside them", () => {
  const { subtitles, warnings } = heard(
    withTexts({ ...PGS, ...forced }),
    { mode: "copy-text", pictureSubtitles: "ocr-keep" },
    "mp4",
    true,
  );
  deepEqual([subtitles.map((s) => [s.codec, s.ocr, s.forced]), warnings], [[["mov_text", true, true]], []]);
});

Deno.test("without a default flag MP4 enables its first subtitle, which is never one for the hard of hearing", () => {
  const sdh = { language: "eng", hearingImpaired: true };
  const order = (probe: Probe, container = "mp4") => heard(probe, {}, container).subtitles.map(({ index }) => index);
  const probe = withTexts({ language: "eng", commentary: true }, sdh, { language: "eng" }, forced);
  deepEqual(order(probe), [3, 2, 1, 0]);
  deepEqual(order(probe, "mkv"), [0, 1, 2, 3], "Matroska leaves all unmarked, in the source's order");
  deepEqual(order(withTexts(sdh, { language: "eng", default: true })), [0, 1], "a mark decides by itself");
});

Deno.test("a note states that a QuickTime file has no forced flag", () => {
  match(heard(withTexts(forced), {}, "mov").warnings.join(), /loses its forced flag: mov files do not support it/);
});
