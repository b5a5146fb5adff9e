import type { Probe } from "../media/model.ts";
import type { StreamSpan, Timeline } from "./timeline.ts";
import type { Plan } from "./model.ts";

/** Compares when things happen in source and result. Pure. Times in seconds from the start of each file. */

/** One planned stream: where it is in the source and in the result. */
export interface StreamPair {
  name: string;
  source: number;
  result: number;
}

/** Pairs planned picture and sound with the result's streams, in output order. */
export function pairsOf(plan: Plan, result: Probe): StreamPair[] {
  const picture = result.streams.find((stream) => stream.kind === "video");
  const sound = result.streams.filter((stream) => stream.kind === "audio");
  const pairs: StreamPair[] = [];
  if (plan.video && picture) pairs.push({ name: "picture", source: plan.video.index, result: picture.index });
  plan.audio.forEach((audio, i) => {
    const stream = sound[i];
    if (stream) pairs.push({ name: `audio stream ${i + 1}`, source: audio.index, result: stream.index });
  });
  return pairs;
}

/** Allowed difference in length: 1 s, or 0.5 % of long films (safety.md, S-FILE-3). */
export const tolerance = (seconds: number): number => Math.max(1, seconds * 0.005);

export interface TimesInput {
  pairs: StreamPair[];
  source: Probe;
  result: Probe;
  /** Spans in the source's clock; a stream may be absent when nothing of it was seen. */
  sourceSpans: Map<number, StreamSpan>;
  resultTimeline: Timeline;
}

/** What is shorter, longer, shifted or full of holes. */
export function compareTimes({ pairs, source, result, sourceSpans, resultTimeline }: TimesInput): string[] {
  const problems: string[] = [];
  const picture = pairs.find((pair) => pair.name === "picture");
  // A broadcast begins in the middle of a group of pictures: its first pictures cannot be decoded.
  const slack = /mpeg/.test(source.format) ? 3 : 0.5;
  const shift = (pair: StreamPair, edge: "start" | "end"): number | undefined => {
    const is = resultTimeline.spans.get(pair.result)?.[edge];
    const should = sourceSpans.get(pair.source)?.[edge];
    return is === undefined || should === undefined
      ? undefined
      : is - result.startSeconds - (should - source.startSeconds);
  };
  for (const pair of pairs) {
    const span = resultTimeline.spans.get(pair.result);
    if (!span || span.packets === 0) {
      problems.push(`The ${pair.name} is empty.`);
      continue;
    }
    const atEnd = shift(pair, "end");
    const length = sourceSpans.get(pair.source)?.end ?? source.durationSeconds;
    if (atEnd !== undefined && Math.abs(atEnd) > tolerance(length)) {
      const words = atEnd < 0 ? "earlier than" : "later than";
      problems.push(`The ${pair.name} ends ${Math.abs(atEnd).toFixed(1)} s ${words} in the source.`);
    }
    if (!picture || pair === picture) continue;
    for (const [edge, allowed] of [["start", slack], ["end", 1.5]] as const) {
      const own = shift(pair, edge);
      const other = shift(picture, edge);
      if (own === undefined || other === undefined || Math.abs(own - other) <= allowed) continue;
      problems.push(`The ${pair.name} and the picture are ${Math.abs(own - other).toFixed(1)} s apart at the ${edge}.`);
    }
  }
  return problems;
}

/**
 * Packets missing in the middle: fewer pictures or less sound than the span needs. `expected` is packets per second;
 * answers the share that is missing.
 */
export function missingShare(span: StreamSpan, expected: number): number {
  const wanted = (span.end - span.start) * expected;
  return wanted < 10 ? 0 : Math.max(0, 1 - (span.packets + 2) / wanted);
}
