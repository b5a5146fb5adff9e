import type { Probe, VideoStream } from "../../media/model.ts";
import { isRgb } from "../../media/pixel_format.ts";
import { measureFields } from "../analyse.ts";
import { type FieldCounts, judgeFields } from "../field_measure.ts";
import type { Evidence, Findings } from "./model.ts";

/** Looks whether the lines of the result are combed, which small pictures do not show. */
export async function checkFields(evidence: Evidence): Promise<Findings> {
  const { plan, probe, result, ffmpegPath, signal } = evidence;
  const made = result.streams.find((stream): stream is VideoStream => stream.kind === "video");
  const source = probe.streams.find((s): s is VideoStream => s.kind === "video" && s.index === plan.video?.index);
  if (!plan.video || !made || !source || isRgb(made.pixelFormat)) return { problems: [] };
  const undone = plan.video.fieldHandling !== "none";
  const isCombed = async (file: Probe, video: VideoStream) =>
    areCombed(await measureFields({ ffmpegPath, probe: file, signal }, video), undone);
  if (!await isCombed(result, made)) return { problems: [], text: "no combed lines" };
  // What the profile leaves as it is may be combed, when the source is.
  if (!undone && (source.interlaced || await isCombed(probe, source))) {
    return { problems: [], text: "combed as the source" };
  }
  return { problems: ["The pictures have combed lines, the planned ones are whole."] };
}

/** Where fields were to be undone, this share of one order, and so many times more than of the other, are left in. */
const LEFT_SHARE = 0.4;
const LEFT_TIMES = 3;
const MIN_PICTURES = 20;

/** Whether pictures are made of two fields of different times. `undone`: they were, and should not be any more. Pure. */
export function areCombed(places: FieldCounts[], undone: boolean): boolean {
  const kind = judgeFields(places, false)?.kind;
  if (kind === "interlaced" || kind === "telecined") return true;
  if (!undone) return false;
  const of = (name: "whole" | "tff" | "bff" | "shifted") => places.reduce((sum, place) => sum + place[name], 0);
  const [more, less] = [Math.max(of("tff"), of("bff")), Math.min(of("tff"), of("bff"))];
  const all = of("whole") + of("shifted") + more + less;
  return all >= MIN_PICTURES && more >= LEFT_SHARE * all && more >= LEFT_TIMES * less;
}
