import { deepStrictEqual as same, match, ok } from "node:assert/strict";
import fc from "fast-check";
import { decodeText } from "../../../media/cue_sheet/decode_text.ts";
import { readCueSheet } from "../../../media/cue_sheet/read_cue_sheet.ts";
import { piecesOf, wordsOf } from "./cdrdao_words.ts";

const SHEET_BYTES = 1 << 20;

/** Returns a 1 MiB sheet that consists of `head` and repetitions of `unit`. */
const filled = (unit: string, head = ""): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(head + unit.repeat(Math.ceil(SHEET_BYTES / unit.length))).slice(0, SHEET_BYTES);

/** Returns a sheet with nearly the maximum number of lines, each filled with repetitions of `form`. */
const atLimit = (form: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`${form.repeat(50).slice(0, 50)}\n`.repeat(19_999));

const bytesOf = (at: (i: number) => number) => Uint8Array.from({ length: SHEET_BYTES }, (_, i) => at(i));

Deno.test("property: no character of a line of a cdrdao sheet is read in vain", () => {
  const part = fc.constantFrom('"', "\\", '\\"', "a", "A", " ", "\t", ",", "{", "}", "//", "\\351", "\u2028");
  fc.assert(fc.property(fc.array(part, { maxLength: 40 }).map((parts) => parts.join("")), (line) => {
    let rest = line;
    for (const [whole] of piecesOf(line).toReversed()) {
      const at = rest.lastIndexOf(whole);
      rest = rest.slice(0, at) + " ".repeat(whole.length) + rest.slice(at + whole.length);
    }
    match(rest, /^[\s,]*$/);
  }));
});

Deno.test("an unterminated text extends to the end of its line, and the next line is parsed normally", () => {
  const texts = (sheet: string) => wordsOf(sheet)?.map(({ text, quoted }) => quoted ? `<${text}>` : text);
  same(texts('FILE "a.raw 0\nTRACK AUDIO'), ["FILE", "<a.raw 0>", "TRACK", "AUDIO"]);
  same(texts('FILE "a\\\nSTART'), ["FILE", "<a\\>", "START"]);
  same(texts('A "b" C "d" // "e\n{"f"}'), ["A", "<b>", "C", "<d>", "{", "<f>", "}"]);
});

for (
  const [name, bytes] of [
    ["one endless line", filled("a")],
    ["a name without an end", filled("a ", 'FILE "')],
    ["a line of quotes", filled('"')],
    ["a line of escaped quotes", filled('\\"', '"')],
    ["files", filled('FILE "a.bin" BINARY\n')],
    ["tracks", filled("TRACK 01 AUDIO\n")],
    ["indexes", filled("INDEX 01 00:00:00\n", 'FILE "a.bin" BINARY\nTRACK 01 AUDIO\n')],
    ["empty lines", filled("\n")],
    ["nested braces", filled("CD_TEXT { LANGUAGE 1 { ")],
    ["bytes of zero", bytesOf(() => 0)],
    ["UTF-16 of lone surrogates", bytesOf((i) => i < 2 ? 0xff - i : i % 2 === 0 ? 0 : 0xd8)],
  ] as const
) {
  Deno.test(`a sheet of 1 MiB of ${name} is refused by its limits`, () => {
    const cue = readCueSheet(bytes);
    ok("problem" in cue, "a cue sheet");
    ok((wordsOf(decodeText(bytes).text)?.length ?? 0) <= 2, "a cdrdao sheet");
  });
}

for (const form of ['"', 'A " ', '\\"', 'A "b" ', "{ ", "FLAGS A B ", 'TITLE "\\', "\xff\xfe\x80"]) {
  Deno.test(`a sheet with the maximum number of lines ${JSON.stringify(form)} yields no more words and warnings than allowed`, () => {
    const bytes = form.startsWith("\xff") ? bytesOf((i) => i % 51 === 50 ? 10 : 0x80 + i % 127) : atLimit(form);
    ok("problem" in readCueSheet(bytes));
    ok((wordsOf(decodeText(bytes).text) ?? []).length <= 50_000);
  });
}
