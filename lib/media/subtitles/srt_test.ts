import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import type { TextCue } from "./model.ts";
import { joinedCues, toSrt } from "./srt.ts";

const cue = (startSeconds: number, endSeconds: number, text: string, more: Partial<TextCue> = {}): TextCue => ({
  startSeconds,
  endSeconds,
  text,
  forced: false,
  top: false,
  ...more,
});
/** Formats start, end and text of each cue for comparison. */
const short = (cues: TextCue[]) =>
  cues.map(({ startSeconds, endSeconds, text }) => `${startSeconds}-${Number(endSeconds.toFixed(3))} ${text}`);

for (
  const [name, cues, wanted] of [
    ["cues come in the order of their starts", [cue(5, 6, "b"), cue(1, 2, "a")], ["1-2 a", "5-6 b"]],
    ["equal neighbours are one", [cue(1, 2, "a"), cue(2, 3, "a"), cue(3.05, 4, "a")], ["1-4 a"]],
    ["an equal text after a pause is another", [cue(1, 2, "a"), cue(2.1, 3, "a")], ["1-2 a", "2.1-3 a"]],
    ["the one that ends last decides where the joined one ends", [cue(1, 9, "a"), cue(2, 3, "a")], ["1-9 a"]],
    ["an empty one between equal ones does not part them", [cue(1, 2, "a"), cue(2, 2.05, " "), cue(2.05, 3, "a")], [
      "1-3 a",
    ]],
    ["too short a cue gets half a second", [cue(1, 1.1, "a")], ["1-1.5 a"]],
    ["but ends where the next begins", [cue(1, 1.1, "a"), cue(1.3, 3, "b")], ["1-1.3 a", "1.3-3 b"]],
    ["one that overlaps the next keeps its end", [cue(1, 4, "a"), cue(3, 5, "b")], ["1-4 a", "3-5 b"]],
    ["one that ends before it begins gets half a second", [cue(5, 2, "a")], ["5-5.5 a"]],
    ["nothing but blanks is nothing", [cue(1, 2, ""), cue(3, 4, " \n\t\u00a0")], []],
  ] as const
) Deno.test(`joinedCues(): ${name}`, () => deepEqual(short(joinedCues([...cues])), wanted));

for (
  const [name, more] of [["forced", { forced: true }], ["at the top", { top: true }]] as const
) {
  Deno.test(`joinedCues(): the same text ${name} is another subtitle`, () => {
    equal(joinedCues([cue(1, 2, "a"), cue(2, 3, "a", more)]).length, 2);
  });
}

Deno.test("joinedCues() leaves the cues it is given as they are", () => {
  const cues = [cue(1, 2, "a"), cue(2, 3, "a"), cue(4, 4, "b")];
  const before = structuredClone(cues);
  joinedCues(cues);
  deepEqual(cues, before);
});

Deno.test("toSrt() numbers from one, and places upper cues at the top", () => {
  equal(
    toSrt([cue(0, 1, "one\ntwo"), cue(2, 3, "above", { top: true })]),
    "1\n00:00:00,000 --> 00:00:01,000\none\ntwo\n\n2\n00:00:02,000 --> 00:00:03,000\n{\\an8}above\n",
  );
});

Deno.test("toSrt() writes nothing for no cues", () => equal(toSrt([]), ""));

for (
  const [seconds, wanted] of [
    [0.9996, "00:00:01,000"],
    [59.9999, "00:01:00,000"],
    [3599.9995, "01:00:00,000"],
    [360_000, "100:00:00,000"],
    [-3, "00:00:00,000"],
  ] as const
) {
  Deno.test(`toSrt() writes ${seconds} seconds as ${wanted}`, () => {
    equal(toSrt([cue(seconds, seconds + 5, "a")]).split("\n")[1]?.split(" --> ")[0], wanted);
  });
}

Deno.test("joinedCues() is in order, holds no blanks and has no end before its start", () => {
  const time = fc.integer({ min: 0, max: 200 }).map((value) => value / 20);
  const cues = fc.array(fc.tuple(time, time, fc.constantFrom("a", "b", " ")).map(([a, b, text]) => cue(a, b, text)));
  fc.assert(fc.property(cues, (given) => {
    const joined = joinedCues(given);
    for (const [i, { startSeconds, endSeconds, text }] of joined.entries()) {
      ok(text.trim() !== "" && endSeconds >= startSeconds);
      ok(startSeconds >= (joined[i - 1]?.startSeconds ?? 0));
    }
  }));
});
