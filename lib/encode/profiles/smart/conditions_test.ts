import { equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { type Condition, conditionError, conditionText, matches } from "./conditions.ts";
import { AUDIO_FACTS, FILE_FACTS, OPERATORS, SUBTITLE_FACTS } from "./schema.ts";

const FACTS = {
  videoCodec: "hevc",
  height: 1080,
  fps: 23.976,
  interlaced: false,
  genre: ["Drama", "Science Fiction"],
  tags: [],
  path: "/media/Anime/Film.mkv",
  originalLanguage: "jpn",
  audioLanguages: ["deu", "eng"],
};

for (
  const [fact, op, value, wanted] of [
    ["videoCodec", "is", "HEVC", true],
    ["videoCodec", "is", "hev", false],
    ["videoCodec", "not", "h264", true],
    ["videoCodec", "not", "Hevc", false],
    ["videoCodec", "in", ["av1", "hevc"], true],
    ["videoCodec", "in", [], false],
    ["videoCodec", "notIn", ["av1", "hevc"], false],
    ["videoCodec", "notIn", [], true],
    ["path", "has", "anime", true],
    ["path", "has", "", true],
    ["path", "has", ["films", "ANIME"], true],
    ["path", "has", "*", false],
    ["height", "is", 1080, true],
    ["height", "in", [720, 1080], true],
    ["height", "lt", 1080, false],
    ["height", "lte", 1080, true],
    ["height", "gt", 1080, false],
    ["height", "gte", 1080, true],
    ["height", "gt", 1079.5, true],
    ["height", "lt", NaN, false],
    ["height", "gte", NaN, false],
    ["fps", "lt", 24, true],
    ["interlaced", "is", false, true],
    ["interlaced", "not", true, true],
    ["interlaced", "is", true, false],
    ["genre", "has", "drama", true],
    ["genre", "has", "science", false],
    ["genre", "in", ["comedy", "drama"], true],
    ["genre", "notIn", ["comedy"], true],
    ["genre", "notIn", ["comedy", "drama"], false],
    ["tags", "has", "4k", false],
    ["tags", "notIn", ["4k"], true],
    ["originalLanguage", "is", "ja", true],
    ["originalLanguage", "is", "Japanese", true],
    ["originalLanguage", "not", "jpn", false],
    ["originalLanguage", "in", ["deu", "ja-JP"], true],
    ["audioLanguages", "has", "ger", true],
    ["audioLanguages", "notIn", ["fr", "es"], true],
    ["videoCodec", "is", "ger", false],
    ["year", "lt", 2000, false],
    ["year", "not", 2000, false],
    ["year", "notIn", [2000], false],
  ] as [string, Condition["op"], Condition["value"], boolean][]
) {
  Deno.test(`matches(): ${fact} ${op} ${JSON.stringify(value)} is ${wanted}`, () => {
    equal(matches([{ fact, op, value }], FACTS), wanted);
  });
}

Deno.test("matches(): no conditions always hold, of several each has to", () => {
  equal(matches([], {}), true);
  const yes: Condition = { fact: "height", op: "is", value: 1080 };
  const no: Condition = { fact: "height", op: "is", value: 720 };
  equal(matches([yes, yes], FACTS), true);
  equal(matches([yes, no], FACTS), false);
});

Deno.test("matches(): null is not known", () => {
  equal(matches([{ fact: "height", op: "not", value: 1 }], { height: null }), false);
});

Deno.test("matches(): of any two numbers one order holds, and the negative operators are the opposite", () => {
  const number = fc.double({ noNaN: true });
  fc.assert(fc.property(number, number, (known, value) => {
    const holds = (op: Condition["op"]) => matches([{ fact: "height", op, value }], { height: known });
    equal(holds("lt"), !holds("gte"));
    equal(holds("gt"), !holds("lte"));
    equal(holds("is"), !holds("not"));
  }));
});

for (
  const [condition, kinds, wanted] of [
    [{ fact: "height", op: "lt", value: 720 }, FILE_FACTS, undefined],
    [{ fact: "hdr", op: "in", value: ["hdr10", "hlg"] }, FILE_FACTS, undefined],
    [{ fact: "path", op: "has", value: ["a", "b"] }, FILE_FACTS, undefined],
    [{ fact: "tags", op: "has", value: "4k" }, FILE_FACTS, undefined],
    [{ fact: "anime", op: "not", value: true }, FILE_FACTS, undefined],
    [{ fact: "channels", op: "is", value: 2 }, FILE_FACTS, "The fact channels is not available here."],
    [{ fact: "sdh", op: "is", value: true }, AUDIO_FACTS, "The fact sdh is not available here."],
    [{ fact: "forced", op: "lt", value: 1 }, SUBTITLE_FACTS, "forced supports is, not, not lt."],
    [{ fact: "tags", op: "is", value: "4k" }, FILE_FACTS, "tags supports has, in, notIn, not is."],
    [{ fact: "height", op: "in", value: 720 }, FILE_FACTS, "in needs a list of values."],
    [{ fact: "height", op: "gt", value: [720] }, FILE_FACTS, "gt needs one value, not a list."],
    [{ fact: "height", op: "in", value: [720, "1080"] }, FILE_FACTS, "height must be compared with a number."],
    [{ fact: "anime", op: "is", value: "yes" }, FILE_FACTS, "anime must be compared with a boolean."],
    [{ fact: "language", op: "is", value: 1 }, AUDIO_FACTS, "language must be compared with a string."],
  ] as [Condition, Record<string, "text" | "number" | "flag" | "list">, string | undefined][]
) {
  Deno.test(`conditionError(${JSON.stringify(condition)}): ${wanted ?? "none"}`, () => {
    equal(conditionError(condition, kinds), wanted);
  });
}

for (
  const [condition, wanted] of [
    [{ fact: "height", op: "gte", value: 2160 }, "height at least 2160"],
    [{ fact: "height", op: "lt", value: 720 }, "height below 720"],
    [{ fact: "hdr", op: "in", value: ["hdr10", "hlg"] }, "hdr is hdr10 or hlg"],
    [{ fact: "hdr", op: "notIn", value: ["sdr"] }, "hdr is not sdr"],
    [{ fact: "tags", op: "has", value: "4k" }, "tags has 4k"],
    [{ fact: "anime", op: "is", value: true }, "anime"],
    [{ fact: "anime", op: "not", value: false }, "anime"],
    [{ fact: "anime", op: "is", value: false }, "not anime"],
    [{ fact: "anime", op: "not", value: true }, "not anime"],
  ] as [Condition, string][]
) Deno.test(`conditionText() returns "${wanted}"`, () => equal(conditionText(condition), wanted));

Deno.test("conditionText() has words for every operator, and only numbers of the condition", () => {
  for (const op of OPERATORS) {
    const text = conditionText({ fact: "height", op, value: 7 });
    ok(/^height [a-z ]+ 7$/.test(text), text);
  }
});
