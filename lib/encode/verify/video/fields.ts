import type { Probe, VideoStream } from "../../../media/probe/model.ts";
import { isRgb } from "../../../media/probe/pixel_format.ts";
import { type FieldSamples, measureFields } from "../../plan/video/analyse.ts";
import { type FieldCounts, judgeFields } from "../../plan/video/field_measure.ts";
import type { Evidence, Findings } from "../model.ts";
import { SEEK_SLACK } from "../packets/places.ts";

/** Checks whether the lines of the result are combed. This is not visible in downscaled frames. */
export async function checkFields(evidence: Evidence): Promise<Findings> {
  const { plan, probe, result, ffmpegPath, signal } = evidence;
  const made = result.streams.find((stream): stream is VideoStream => stream.kind === "video");
  const source = probe.streams.find((s): s is VideoStream => s.kind === "video" && s.index === plan.video?.index);
  if (!plan.video || !made || !source || isRgb(made.pixelFormat)) return { problems: [] };
  const undone = plan.video.fieldHandling !== "none";
  const keys = evidence.packets?.result.tracks.get(made.index)?.keys.map((key) => key - result.startSeconds) ?? [];
  const measure = (file: Probe, video: VideoStream, samples?: FieldSamples) =>
    measureFields({ ffmpegPath, probe: file, signal }, video, samples);
  if (!undone && !areCombed(await measure(result, made, quickSamples(result.durationSeconds, keys)), undone)) {
    return { problems: [], text: "no combing" };
  }
  const places = await measure(result, made);
  if (!areCombed(places, undone)) return { problems: [], text: "no combing" };
  // If the profile keeps fields, combing is permitted at the positions where the source has it. Some motion also looks
  // like combing.
  if (!undone && (source.interlaced || !isMoreCombed(places, await measure(probe, source)))) {
    return { problems: [], text: "same as the source" };
  }
  return { problems: ["The frames are combed, which was not planned."] };
}

/** Length in seconds of the sample of a short video. A video of at most twice this length has only one sample. */
const ONE_SAMPLE_SECONDS = 3;

/** Positions of the samples of a longer video, as fractions of its duration. */
const PLACES = [0.1, 0.3, 0.5, 0.7, 0.9];
/** Minimum number of samples at keyframes. A single sample may be in a still scene. */
const MIN_PLACES = 3;

/**
 * Returns short samples. For a short video, decoding more frames would take as long as comparing all of them, and
 * starting a process takes as long as decoding a sample. Samples start at keyframes, because the decoder would
 * otherwise decode up to ten seconds before each of them. `keys` are the keyframes in seconds from the start. Pure.
 */
export function quickSamples(durationSeconds: number, keys: number[]): Required<FieldSamples> {
  if (durationSeconds <= 2 * ONE_SAMPLE_SECONDS) return { places: [0.5], seconds: ONE_SAMPLE_SECONDS };
  const seconds = Math.min(2, Math.max(0.6, durationSeconds / 60));
  // The first keyframe is often black.
  const starts = keys.map((key) => key + SEEK_SLACK).filter((start) =>
    start > 2 * SEEK_SLACK && start < durationSeconds - 2 * seconds
  );
  const nearest = (place: number): number =>
    starts.reduce((best, one) => Math.abs(one - place) < Math.abs(best - place) ? one : best, -Infinity);
  const chosen = [...new Set(PLACES.map((place) => nearest(place * durationSeconds)))];
  if (starts.length === 0 || chosen.length < MIN_PLACES) return { places: PLACES, seconds };
  // Fewer samples are longer, so that the number of frames stays the same.
  const longer = seconds * PLACES.length / chosen.length;
  return { places: chosen.map((start) => start / durationSeconds), seconds: longer };
}

/**
 * Minimum share of one field order, and minimum ratio to the other order, for which deinterlacing is considered to have
 * failed.
 */
const LEFT_SHARE = 0.4;
const LEFT_TIMES = 3;
const MIN_FRAMES = 20;
/** Minimum difference from the source in the share of one field order, which occurs if lines were woven together. */
const MORE_THAN_SOURCE = 0.25;
/**
 * Minimum share of frames whose field matches an adjacent frame, which indicates weaving, and minimum difference to the
 * share in the source.
 */
const SHIFTED_SHARE = 0.35;

/** True if the result has clearly more combed frames than the source, at positions with motion. Pure. */
export function isMoreCombed(result: FieldCounts[], source: FieldCounts[]): boolean {
  const [made, own] = [sumOf(result), sumOf(source)];
  if (own.all < MIN_FRAMES) return false;
  return made.more / made.all >= own.more / own.all + MORE_THAN_SOURCE ||
    made.shifted / made.all >= own.shifted / own.all + SHIFTED_SHARE;
}

function sumOf(places: FieldCounts[]): { more: number; less: number; shifted: number; all: number } {
  const of = (name: "whole" | "tff" | "bff" | "shifted") => places.reduce((sum, place) => sum + place[name], 0);
  const [more, less] = [Math.max(of("tff"), of("bff")), Math.min(of("tff"), of("bff"))];
  const shifted = of("shifted");
  return { more, less, shifted, all: of("whole") + shifted + more + less };
}

/**
 * True if frames consist of two fields from different times. `undone` is true if they should have been deinterlaced.
 * Pure.
 */
export function areCombed(places: FieldCounts[], undone: boolean): boolean {
  const { more, less, shifted, all } = sumOf(places);
  if (all < MIN_FRAMES) return false;
  const kind = judgeFields(places, false)?.kind;
  if (kind === "interlaced" || kind === "telecined") return true;
  if (!undone && shifted >= SHIFTED_SHARE * all) return true;
  return undone && more >= LEFT_SHARE * all && more >= LEFT_TIMES * less;
}
