import { deepStrictEqual as same } from "node:assert/strict";
import { readCueSheet } from "../../../../media/cue_sheet/read_cue_sheet.ts";
import { trackCuts } from "./track_cuts.ts";

const cutsOf = (first: string) => {
  const text =
    `FILE "a.wav" WAVE\nTRACK 01 AUDIO\nINDEX 00 00:00:00\nINDEX 01 ${first}\nTRACK 02 AUDIO\nINDEX 01 05:00:00\n`;
  const reading = readCueSheet(new TextEncoder().encode(text));
  if ("problem" in reading) throw new Error(reading.problem);
  const cuts = trackCuts(reading.sheet, 75);
  return "problem" in cuts ? cuts.problem : cuts.map(({ number, start, end }) => [number, start, end]);
};

Deno.test("trackCuts() adds a pause of less than two seconds to the first track, and a longer start becomes a file", () => {
  for (
    const [first, start] of [["00:00:00", 0], ["00:00:01", 1], ["00:00:32", 32], ["00:00:33", 33], [
      "00:01:74",
      149,
    ]] as const
  ) {
    same(cutsOf(first), [[1, 0, 22_500], [2, 22_500, undefined]], `${start}`);
  }
  for (const [first, start] of [["00:02:00", 150], ["03:00:00", 13_500]] as const) {
    same(cutsOf(first), [[0, 0, start], [1, start, 22_500], [2, 22_500, undefined]]);
  }
});
