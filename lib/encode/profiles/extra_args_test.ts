import { deepEqual, equal, match } from "node:assert/strict";
import fc from "fast-check";
import { parseExtraArgs, tokenize } from "./extra_args.ts";

for (
  const [text, tokens] of [
    ["", []],
    ["  \t\n ", []],
    ["-g 240", ["-g", "240"]],
    [`a "b c" d`, ["a", "b c", "d"]],
    [`'a "b' c`, ['a "b', "c"]],
    [String.raw`a\ b "c\"d" 'e\f'`, ["a b", 'c"d', "e\\f"]],
    [`"" ''`, ["", ""]],
    [`a"b"'c'`, ["abc"]],
  ] as const
) {
  Deno.test(`${JSON.stringify(text)} is ${tokens.length} words`, () => deepEqual(tokenize(text), tokens));
}

for (const text of [`"open`, `'open`, "end\\"]) {
  Deno.test(`${text} is refused`, () => equal(typeof tokenize(text), "string"));
}

Deno.test("any words survive our quoting unchanged", () => {
  const quote = (word: string) => `"${word.replaceAll(/["\\]/g, (c) => `\\${c}`)}"`;
  fc.assert(fc.property(fc.array(fc.string({ maxLength: 20 }), { maxLength: 10 }), (words) => {
    deepEqual(tokenize(words.map(quote).join(" ")), words);
  }));
});

for (
  const text of [
    "-g 240 -bf 4",
    "-svtav1-params tune=0:film-grain=0",
    "-x265-params aq-mode=3:psy-rd=2.0:no-sao=1",
    "-x264-params deblock=-1,-1",
    "-maxrate 20M -bufsize 40M",
    "-profile:v high -level 4.1",
    "-spatial-aq 1",
  ]
) {
  Deno.test(`${text} is permitted`, () => deepEqual(parseExtraArgs(text), { args: text.split(" ") }));
}

for (
  const [text, reason] of [
    ["-i /etc/passwd", /The option "-i" is not allowed/],
    ["-f matroska", /"-f" is not/],
    ["-protocol_whitelist http", /option .* is not allowed/],
    ["-filter_complex_script /tmp/x", /option .* is not allowed/],
    ["-vf movie=/etc/passwd", /option .* is not allowed/],
    ["-/vf /tmp/x", /option .* is not allowed/],
    ["-dump_attachment:t x", /option .* is not allowed/],
    ["-report 1", /option .* is not allowed/],
    ["-passlogfile /tmp/x", /option .* is not allowed/],
    ["-x265-params csv=/tmp/x", /characters that are not allowed/],
    ["-x265-params csv=x.csv", /"csv" cannot be set/],
    ["-x265-params aq-mode=1:stats=a", /"stats" cannot be set/],
    ["-x265-params qpfile=a", /"qpfile"/],
    ["-x264opts stats=a", /"stats"/],
    ["-svtav1-params stat-file=a", /"stat-file"/],
    ["-g", /needs a value/],
    ["-g /tmp/x", /is not a valid value for -g/],
    ["-g -i", /is not a valid value for -g/],
    ["/tmp/other.mkv", /option .* is not allowed/],
    ["240 -g", /"240" is not/],
    ["__proto__ 1", /option .* is not allowed/],
    ["constructor x", /option .* is not allowed/],
    ["-x265-params aq-mode=1:__proto__=1", /cannot be set/],
    [`-g "240`, /is not closed/],
  ] as const
) {
  Deno.test(`${text} is refused`, () => match(parseExtraArgs(text).error ?? "", reason));
}

/** True if the output contains nothing that must never occur for any input. Independent of the parser. */
function harmless(args: string[]): boolean {
  return args.length % 2 === 0 &&
    args.every((arg, i) =>
      i % 2 === 0
        ? /^-[a-z]/.test(arg) &&
          !/^-(i|f|y|vf|af|map|filter|report|attach|dump|pass|protocol|format|metadata|init)/.test(arg)
        : !/[\/\\@;$`'"|<>\s\0]|^-[a-z]|file|http|pipe|stats|csv|recon|zone|lambda|qpfile|log|dump/i.test(arg)
    );
}

Deno.test("the result names no file, input or output, whatever is entered", () => {
  const word = fc.oneof(
    fc.constantFrom("-g", "-bf", "-x265-params", "-svtav1-params", "-i", "-f", "-level", "-rc", "-tiles", "-x264opts"),
    fc.constantFrom("240", "a=b", "aq-mode=1", "csv=x", "file:/x", "4x4", "../x", "-1", "vbr", "tune=0:film-grain=0"),
    fc.string({ maxLength: 12 }),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), (words) => {
      const { args } = parseExtraArgs(words.join(" "));
      equal(args === undefined || harmless(args), true, JSON.stringify(args));
    }),
    { numRuns: 2000 },
  );
});

Deno.test("spellings that ffmpeg 9 has dropped become those that every ffmpeg has", () => {
  deepEqual(parseExtraArgs("-spatial_aq 1 -temporal_aq 1 -aq-strength 8"), {
    args: ["-spatial-aq", "1", "-temporal-aq", "1", "-aq-strength", "8"],
  });
});
