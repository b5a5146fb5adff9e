import { deepStrictEqual as same } from "node:assert/strict";
import { decide } from "../../../../tests/fixtures/plans.ts";
import type { Probe } from "../../../media/probe/model.ts";
import { sampleProbe } from "../../sampling/sample.ts";
import type { Plan, SubtitlePlan } from "../../plan/model.ts";
import { pairsOf } from "./stream_pairs.ts";

/** Returns a plan with one encoded video, one encoded and one copied audio track, and three subtitle tracks. */
function planned(): Plan {
  const plan = decide({});
  const [video, audio, subtitle] = [plan.video, plan.audio[0], plan.subtitles[0]];
  if (video === undefined || audio === undefined || subtitle === undefined) throw new RangeError("Nothing is planned.");
  const text = (index: number, more: Partial<SubtitlePlan>): SubtitlePlan => ({ ...subtitle, index, ...more });
  return {
    ...plan,
    video: { ...video, index: 0, encoder: "libx265" },
    audio: [{ ...audio, index: 3, encoder: "libopus" }, { ...audio, index: 1, encoder: "copy" }],
    subtitles: [
      text(7, { encoder: "copy" }),
      text(8, { encoder: "srt" }),
      text(5, { encoder: "copy", ocr: true }),
    ],
  };
}

/** Returns a result with these numbers of streams of each kind, in order. */
const result = (counts: [kind: "subtitle" | "video" | "audio", count: number][]): Probe => ({
  ...sampleProbe(),
  streams: counts.flatMap(([kind, count]) => Array.from({ length: count }, () => kind))
    .map((kind, index) => ({ kind, index }) as Probe["streams"][number]),
});

const shown = (probe: Probe) =>
  pairsOf(planned(), probe).map(({ name, source, result, copied }) => [name, source, result, copied]);

Deno.test("planned streams are paired with those of the result by kind and order; OCR output is no copy", () => {
  same(shown(result([["subtitle", 3], ["video", 1], ["audio", 2]])), [
    ["video", 0, 3, false],
    ["audio track 1", 3, 4, false],
    ["audio track 2", 1, 5, true],
    ["subtitle track 1", 7, 0, true],
    ["subtitle track 2", 8, 1, false],
    ["subtitle track 3", 5, 2, false],
  ]);
});

Deno.test("a planned stream that the result lacks has no pair", () => {
  same(shown(result([["video", 1], ["audio", 1], ["subtitle", 1]])).map(([name]) => name), [
    ...["video", "audio track 1", "subtitle track 1"],
  ]);
});
