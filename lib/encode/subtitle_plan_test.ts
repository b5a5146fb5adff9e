import { deepEqual, equal, match } from "node:assert/strict";
import type { Probe, SubtitleStream } from "../media/model.ts";
import { ProfileInput, type Recipe } from "../profiles/schema.ts";
import { sampleProbe } from "./sample.ts";
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
    ["MP4 takes text as mov_text", {}, "mp4", [[1, "mov_text"], [3, "mov_text"], [4, "mov_text"]]],
    ["WebM takes text as WebVTT", {}, "webm", [[1, "webvtt"], [3, "webvtt"], [4, "webvtt"]]],
  ] as const
) {
  Deno.test(name, () => deepEqual(kept(subtitles, container), wanted));
}

Deno.test("pictures that MP4 cannot hold are told about, pictures nobody asked for are not", () => {
  match(decide({}, "mp4").warnings.join(), /Subtitle 0 \(English PGS\) is left out: mp4 cannot hold pictures/);
  deepEqual(decide({ mode: "copy-text" }, "mp4").warnings, []);
});

Deno.test("text that Matroska has no name for becomes SRT", () => {
  const { subtitles } = decide({}, "mkv", withTexts({ codec: "mov_text" }, { codec: "webvtt" }, { codec: "ssa" }));
  deepEqual(subtitles.map((s) => s.encoder), ["srt", "srt", "copy"]);
});

Deno.test("OCR that cannot be done yet leaves pictures, with a word about it", () => {
  const decided = decide({ pictureSubtitles: "ocr" });
  equal(decided.subtitles.length, 5);
  match(decided.warnings.join(), /OCR is not available/);
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
  Deno.test(`burning in takes ${name}`, () => {
    const decided = decide({ mode: "burn", ...subtitles });
    deepEqual(decided.burn, wanted);
    deepEqual(decided.subtitles, []);
    equal(decided.warnings.length, wanted ? 0 : 1);
    equal(decided.decisions.filter((d) => d.action === "burn").length, wanted ? 1 : 0);
  });
}

Deno.test("a copied picture cannot be drawn on: subtitles are kept instead", () => {
  const decided = decide({ mode: "burn" }, "mkv", MIXED, false);
  equal(decided.subtitles.length, 5);
  match(decided.warnings.join(), /nothing is burned/);
});
