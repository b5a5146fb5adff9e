import { deepStrictEqual as same } from "node:assert/strict";
import fc from "fast-check";
import { cleanText } from "./clean.ts";
import { chooseLanguages, parseLanguages } from "./languages.ts";
import type { TextCue } from "./model.ts";
import { joinedCues, toSrt } from "./srt.ts";
import { reasonToKeepBitmaps } from "./service.ts";

const cue = fc.record({
  startSeconds: fc.integer({ min: 0, max: 400 }).map((tenth) => tenth / 10),
  length: fc.integer({ min: 0, max: 60 }).map((tenth) => tenth / 10),
  text: fc.constantFrom("", " ", "Yes.", "No.", "Two\nlines"),
  top: fc.boolean(),
  forced: fc.boolean(),
}, { noNullPrototype: true }).map(({ length, ...one }): TextCue => ({ ...one, endSeconds: one.startSeconds + length }));

Deno.test("cues are in order, none is empty, and each is long enough or ends at the next", () => {
  fc.assert(fc.property(fc.array(cue, { maxLength: 12 }), (cues) => {
    const kept = joinedCues(cues);
    same(kept.every(({ text }) => text.trim() !== ""), true);
    for (const [i, one] of kept.entries()) {
      const next = kept[i + 1];
      same(next === undefined || next.startSeconds >= one.startSeconds, true);
      const shown = one.endSeconds - one.startSeconds;
      same(shown >= 0.5 - 1e-9 || (next !== undefined && one.endSeconds >= next.startSeconds - 1e-9), true);
    }
    const said = (all: TextCue[]) =>
      new Set(all.filter(({ text }) => text.trim() !== "").map(({ text, top }) => `${text}${top}`));
    same(said(kept), said(cues), "nothing that was said is lost");
    same(joinedCues(kept).length <= kept.length, true);
  }));
});

Deno.test("equal cues in close succession are one, those of another place or kind are not", () => {
  const of = (startSeconds: number, endSeconds: number, more: Partial<TextCue> = {}): TextCue => ({
    ...{ startSeconds, endSeconds, text: "Yes.", top: false, forced: false },
    ...more,
  });
  same(joinedCues([of(1, 2), of(2.05, 3)]).map(({ endSeconds }) => endSeconds), [3]);
  same(joinedCues([of(1, 5), of(2, 3)]).map(({ endSeconds }) => endSeconds), [5]);
  for (
    const other of [of(2.05, 3, { top: true }), of(2.05, 3, { forced: true }), of(2.05, 3, { text: "No." }), of(2.2, 3)]
  ) {
    same(joinedCues([of(1, 2), other]).length, 2);
  }
});

Deno.test("SubRip is read back with the same numbers, times, positions and lines", () => {
  fc.assert(fc.property(fc.array(cue, { maxLength: 8 }), (cues) => {
    const blocks = toSrt(cues).split("\n\n").map((block) => block.replace(/\n$/, "")).filter((block) => block !== "");
    const kept = joinedCues(cues);
    same(blocks.length, kept.length);
    for (const [i, block] of blocks.entries()) {
      const [number, times = "", ...lines] = block.split("\n");
      const [start = NaN, end = NaN] = times.split(" --> ").map((time) => {
        const [h = 0, m = 0, s = 0, ms = 0] = time.split(/[:,]/).map(Number);
        return h * 3600 + m * 60 + s + ms / 1000;
      });
      same([number, Math.round(start * 1000), Math.round(end * 1000)], [
        String(i + 1),
        Math.round((kept[i]?.startSeconds ?? NaN) * 1000),
        Math.round((kept[i]?.endSeconds ?? NaN) * 1000),
      ]);
      same(lines.join("\n"), `${kept[i]?.top ? "{\\an8}" : ""}${kept[i]?.text}`);
    }
  }));
});

Deno.test("a time is spelled with all of its digits, over minutes, hours and rounding", () => {
  const at = (startSeconds: number) =>
    toSrt([{ startSeconds, endSeconds: startSeconds + 1, text: "x", top: false, forced: false }]).split("\n")[1]?.slice(
      0,
      12,
    );
  same([at(0), at(59.9996), at(3599.9996), at(36_000.001), at(-1)], [
    ...["00:00:00,000", "00:01:00,000", "01:00:00,000"],
    ...["10:00:00,001", "00:00:00,000"],
  ]);
});

const CLEANED: [text: string, language: string | undefined, clean: string][] = [
  ["  Hello ,  world !  ", "eng", "Hello, world!"],
  ["Bonjour , le monde !", "fra", "Bonjour , le monde !"],
  ["l'm here. lt is.", "eng", "I'm here. It is."],
  ["lch bin hier.", "deu", "Ich bin hier."],
  ["l'm", "fra", "l'm"],
  ["„Hallo“", "deu", '"Hallo"'],
  ["-Yes.\n-No.", "eng", "- Yes.\n- No."],
  ["\n \nOne\n\n", "eng", "One"],
  ["wiII aIso", "eng", "will also"],
  ["McIntyre", "eng", "McIntyre"],
  ["Wait…", undefined, "Wait..."],
  ["♫ La la ♫", "eng", "♪ La la ♪"],
  ["Uber alles, Uberall", "deu", "Über alles, Überall"],
  ["a|b |", "eng", "alb I"],
  ["", "eng", ""],
];

Deno.test("text from bitmaps is repaired by the rules of its language", () => {
  for (const [text, language, clean] of CLEANED) same(cleanText(text, language), clean, text);
});

Deno.test("repairing twice equals repairing once, and leaves no line empty", () => {
  const letters = fc.string({
    unit: fc.constantFrom("l", "I", "|", "t", "a", " ", "\n", ",", "-", "'", "♫", "…", "„"),
    maxLength: 20,
  });
  fc.assert(fc.property(letters, fc.constantFrom("eng", "deu", "fra", undefined), (text, language) => {
    const once = cleanText(text, language);
    same(once.split("\n").every((line) => line.trim() === line && (line !== "" || once === "")), true);
  }));
});

const LISTED: [output: string, codes: string[], folder: string | undefined][] = [
  [
    'List of available languages in "/usr/share/tessdata/" (3):\ndeu\neng\nosd\n',
    ["deu", "eng", "osd"],
    "/usr/share/tessdata/",
  ],
  ["List of available languages (1):\r\neng\r\n", ["eng"], undefined],
  ["", [], undefined],
];

Deno.test("the languages of an installation are read off its list", () => {
  for (const [output, codes, folder] of LISTED) {
    same(parseLanguages(output), { codes, ...(folder === undefined ? {} : { folder }) });
  }
});

const CHOSEN: [
  wanted: string[],
  stream: string | undefined,
  installed: string[],
  codes: string[],
  missing: RegExp | undefined,
][] = [
  [[], "ger", ["deu", "eng"], ["deu"], undefined],
  [["en", "de"], "fra", ["deu", "eng"], ["eng", "deu"], undefined],
  [[], undefined, ["eng"], ["eng"], undefined],
  [[], "chi", ["chi_tra"], ["chi_tra"], undefined],
  [[], "zho", ["chi_sim", "chi_tra"], ["chi_sim"], undefined],
  [["nob", "nno"], undefined, ["nor"], ["nor"], undefined],
  [["deu", "fra"], undefined, ["fra"], ["fra"], undefined],
  [[], "jpn", ["eng"], [], /Japanese \(tesseract-ocr-jpn\)/],
  [["xx"], undefined, [], [], /tesseract-ocr-xx/],
];

Deno.test("a stream is read in the requested languages, else in its own; missing language data is named", () => {
  for (const [wanted, stream, installed, codes, missing] of CHOSEN) {
    const chosen = chooseLanguages(wanted, stream, installed);
    same(chosen.codes, codes);
    same(
      missing === undefined ? chosen.missing === undefined : missing.test(chosen.missing ?? ""),
      true,
      chosen.missing ?? "",
    );
  }
});

const TRUST: [counts: [packets: number, damaged: number, bitmaps: number, empty: number], why: RegExp | undefined][] = [
  [[100, 10, 90, 0], undefined],
  [[100, 11, 89, 0], /11 of its 100 packets/],
  [[0, 0, 0, 0], /contains no images/],
  [[10, 0, 10, 2], undefined],
  [[10, 0, 10, 3], /no text was found in 3 of its 10/],
  [[10, 5, 0, 0], /5 of its 10 packets/],
];

Deno.test("bitmaps stay if too much of them is damaged or unreadable", () => {
  for (const [[packets, damaged, bitmaps, empty], why] of TRUST) {
    const reason = reasonToKeepBitmaps({ packets, damaged, bitmaps, empty });
    same(why === undefined ? reason === undefined : why.test(reason ?? ""), true, reason ?? "");
  }
});
