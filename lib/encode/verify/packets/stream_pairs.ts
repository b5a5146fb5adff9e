import type { Probe } from "../../../media/probe/model.ts";
import type { Plan } from "../../plan/model.ts";

/** One planned stream, and its position in the source and in the result. */
export interface StreamPair {
  kind: "picture" | "sound" | "subtitle";
  /** Display name, such as `picture` or `audio track 2`. */
  name: string;
  /** Position among the planned streams of its type. */
  position: number;
  source: number;
  result: number;
  copied: boolean;
}

/** Pairs planned streams with those of the result, in output order. */
export function pairsOf(plan: Plan, result: Probe): StreamPair[] {
  const of = (kind: string) => result.streams.filter((stream) => stream.kind === kind);
  const [picture, sound, subtitles] = [of("video"), of("audio"), of("subtitle")];
  const pairs: StreamPair[] = [];
  const add = (kind: StreamPair["kind"], name: string, position: number, source: number, copied: boolean) => {
    const stream = { picture, sound, subtitle: subtitles }[kind][position];
    if (stream) pairs.push({ kind, name, position, source, result: stream.index, copied });
  };
  if (plan.video) add("picture", "video", 0, plan.video.index, plan.video.encoder === "copy");
  plan.audio.forEach((audio, i) => add("sound", `audio track ${i + 1}`, i, audio.index, audio.encoder === "copy"));
  plan.subtitles.forEach((subtitle, i) =>
    add("subtitle", `subtitle track ${i + 1}`, i, subtitle.index, subtitle.encoder === "copy" && !subtitle.ocr)
  );
  return pairs;
}
