import { deepEqual, equal, match } from "node:assert/strict";
import { compareCues, cuesOf } from "./subtitles.ts";

const FILM = Array.from({ length: 40 }, (_, i) => ({ start: 10 + i * 3, end: 12 + i * 3, text: `Line number ${i}` }));

Deno.test("cues: SubRip is read without markup", () => {
  const text =
    "1\n00:00:01,500 --> 00:00:02,000\n<i>Hello</i>\n{\\an8}there\n\n2\n00:01:00,000 --> 00:01:01,000\n- Yes &amp; no\n";
  deepEqual(cuesOf(text), [
    { start: 1.5, end: 2, text: "Hello there" },
    { start: 60, end: 61, text: "- Yes & no" },
  ]);
  deepEqual(cuesOf("no cues at all"), []);
});

Deno.test("cues: equal text at equal times is accepted, with another layout too", () => {
  deepEqual(compareCues("subtitle track 1", FILM, FILM, 0), []);
  const other = FILM.map((cue) => ({
    ...cue,
    start: cue.start + 5,
    end: cue.end + 5,
    text: cue.text.replace(" ", "  "),
  }));
  deepEqual(compareCues("subtitle track 1", FILM, other, 5), []);
});

Deno.test("cues: lost, emptied, shifted, foreign and unreadably short ones are refused", () => {
  const refused = (made: typeof FILM) => compareCues("subtitle track 1", FILM, made, 0).length;
  equal(refused([]), 1);
  equal(refused(FILM.filter((_, i) => i % 2 === 0)), 1);
  equal(refused(FILM.slice(0, 26)), 1);
  equal(refused(FILM.map((cue) => ({ ...cue, start: cue.start + 5, end: cue.end + 5 }))), 1);
  equal(refused(FILM.map((cue) => ({ ...cue, text: "Zeile" }))), 1);
  equal(refused(FILM.map((cue) => ({ ...cue, end: cue.start }))), 1);
  match(compareCues("subtitle track 1", FILM, FILM.slice(0, 26), 0)[0] ?? "", /14 of 40 cues .* the first at 1:28/);
});

Deno.test("cues: a single moved or missing cue is refused, an unreadable one is not", () => {
  const long = Array.from({ length: 400 }, (_, i) => ({ start: 10 + i * 3, end: 12 + i * 3, text: `Line ${i} of it` }));
  const changed = (at: number, change: Partial<typeof long[number]>) =>
    long.map((cue, i) => i === at ? { ...cue, ...change } : cue);
  match(compareCues("subtitle track 1", long, changed(200, { start: 610.6 }), 0)[0] ?? "", /at 10:10.* is 0.60 s late/);
  match(compareCues("subtitle track 1", long, changed(200, { start: 609.5 }), 0)[0] ?? "", /is 0.50 s early/);
  match(compareCues("subtitle track 1", long, long.filter((_, i) => i !== 200), 0)[0] ?? "", /at 10:10.* is missing/);
  deepEqual(compareCues("subtitle track 1", changed(200, { end: 610.1 }), long.filter((_, i) => i !== 200), 0), []);
  deepEqual(compareCues("subtitle track 1", changed(200, { text: "♪ ♪" }), long.filter((_, i) => i !== 200), 0), []);
});
