import type { Probe, VideoStream } from "../../../media/probe/model.ts";
import { byProgram, LASTING_SHARE, mainVideo } from "../../../media/probe/probe.ts";
import type { Plan } from "../../plan/model.ts";
import { median } from "../median.ts";
import { isBroadcast, unmatched } from "../video/alignment.ts";
import type { Evidence, Findings } from "../model.ts";
import type { StreamPair } from "./stream_pairs.ts";
import { type Hole, type PacketTrack, pausesOf } from "./packets.ts";

/** Compares the timing of source and result. Pure. */

/** Number of frames that filters and containers may drop or add at the ends. */
const SPARE_FRAMES = 2;
/** Maximum offset in seconds between audio and video. */
const START_SECONDS = 0.04;
/**
 * Maximum offset in seconds for broadcasts, whose audio may start before the first complete frame. The content is
 * compared separately.
 */
const BROADCAST_START_SECONDS = 0.5;
const END_SECONDS = 0.1;

/** Checks the number of frames. If timestamps can be paired, also checks each frame. */
export function checkFrameCount(evidence: Evidence): Findings {
  const { alignment, probe, plan } = evidence;
  if (!alignment || !plan.video) return { problems: [] };
  const { source, result, ratio, countable } = alignment;
  const counted = `${result.length} frames`;
  if (result.length === 0) return { problems: ["The video is empty."] };
  if (!countable) {
    return {
      problems: [],
      text: `${counted}; the source's packets are not frames, so only their times were compared`,
    };
  }
  if (ratio !== 1) {
    const wanted = source.length * ratio;
    const spare = Math.max(SPARE_FRAMES, 1 / Math.abs(1 - ratio)) +
      (isBroadcast(probe.format) ? 3 * ratio / alignment.step : 0);
    return Math.abs(wanted - result.length) <= spare + wanted * (plan.video.variableFrameRate ? 0.02 : 0.001)
      ? { problems: [], text: `${counted}, expected about ${Math.round(wanted)}` }
      : { problems: [`The output has ${result.length} frames instead of ${Math.round(wanted)}.`] };
  }
  const { missing, extra } = unmatched(alignment, probe.format);
  const base = source[0] ?? 0;
  const problems: string[] = [];
  // Frames may be missing only at the ends. In between, a constant rate drops none.
  const within = missing.filter((time) => time > (source[SPARE_FRAMES] ?? 0) && time < (source.at(-3) ?? 0));
  const even = !plan.video.variableFrameRate && !isBroadcast(probe.format);
  if (missing.length > SPARE_FRAMES || (even && within.length > 0)) {
    problems.push(
      `${missing.length} of ${source.length} frames are missing, the first at ${clock((missing[0] ?? 0) - base)}.`,
    );
  }
  if (extra.length > SPARE_FRAMES) {
    problems.push(`${extra.length} frames are not in the source, the first at ${clock((extra[0] ?? 0) - base)}.`);
  }
  return { problems, text: `${counted}, as in the source` };
}

/** Tolerance in seconds between the duration in the header and the content. */
const STATED_SECONDS = 1.5;
const STATED_SHARE = 0.005;

/** Checks the duration in the header of the container, which players display and use for seeking. */
export function checkStatedLength(evidence: Evidence): Findings {
  const { result, packets } = evidence;
  const tracks = [...packets?.result.tracks ?? []];
  if (tracks.length === 0) return { problems: [] };
  const isText = (index: number) => result.streams.find((stream) => stream.index === index)?.kind === "subtitle";
  const lengthOf = (ends: (number | undefined)[]): number =>
    Math.max(...ends.filter((end) => end !== undefined)) - result.startSeconds;
  const held = lengthOf(tracks.map(([, { end }]) => end));
  const lengths = [
    held,
    // Subtitles after the video may or may not be included: FFMPEG_CHANGES.subtitleLengths.
    lengthOf(tracks.map(([index, { end }]) => isText(index) ? undefined : end)),
    // Matroska does not store the duration of a last frame that is held, but includes it in the total duration.
    lengthOf([heldUntil(evidence)]),
  ];
  const fits = (length: number): boolean =>
    Math.abs(result.durationSeconds - length) <= Math.max(STATED_SECONDS, length * STATED_SHARE);
  return !lengths.some(fits)
    ? { problems: [`The file declares a duration of ${clock(result.durationSeconds)} but contains ${clock(held)}.`] }
    : { problems: [], text: clock(result.durationSeconds) };
}

/** Returns when a last frame held in the source must end, on the clock of the result. Undefined if no frame is held. */
function heldUntil(evidence: Evidence): number | undefined {
  const held = sourceVideo(evidence)?.heldFrame;
  return held && held.endSeconds + clockShift(evidence);
}

const sourceVideo = ({ probe, plan }: Evidence): VideoStream | undefined =>
  probe.streams.find((s): s is VideoStream => s.kind === "video" && s.index === plan.video?.index);

/** Tolerance in seconds for the end of a frame that is held. */
const HELD_SECONDS = 0.25;

/** Checks the end of a last frame that is held. Matroska stores it in headers, but not in packets. */
function heldProblem(evidence: Evidence): string[] {
  const wanted = heldUntil(evidence);
  if (wanted === undefined) return [];
  const { result } = evidence;
  const video = mainVideo(result);
  // In Matroska, the duration of a track is counted from the start of the file.
  const from = /matroska/.test(result.format) ? 0 : video?.startSeconds ?? 0;
  const shown = from + (video?.durationSeconds ?? 0);
  if (shown >= wanted - HELD_SECONDS) return [];
  return [`The last frame is shown until ${clock(shown)}; in the source it is held until ${clock(wanted)}.`];
}

/** Checks the video duration and gaps in the video. */
export function checkFrameTimes(evidence: Evidence): Findings {
  const { alignment, packets, probe, plan } = evidence;
  if (!alignment || !packets || !plan.video) return { problems: [] };
  const { source, result, shift, step } = alignment;
  const problems = heldProblem(evidence);
  const span = (times: number[]) => (times.at(-1) ?? 0) - (times[0] ?? 0);
  const off = (result.at(-1) ?? 0) - shift - (source.at(-1) ?? 0);
  const allowed = 2 * Math.max(step, span(source) / Math.max(1, source.length - 1)) + 0.002;
  if (Math.abs(off) > allowed) {
    problems.push(
      `The video ends ${Math.abs(off).toFixed(2)} s ${off < 0 ? "earlier" : "later"} than in the source.`,
    );
  }
  const headOff = (result[0] ?? 0) - shift - (source[0] ?? 0);
  const head = isBroadcast(probe.format) ? 3 : allowed;
  if (Math.abs(headOff) > head) {
    problems.push(
      `The video starts ${Math.abs(headOff).toFixed(2)} s ${headOff > 0 ? "later" : "earlier"} than in the source.`,
    );
  }
  const longest = longestVideo(probe, packets.source.tracks, plan);
  if (longest !== undefined && span(result) + allowed < LASTING_SHARE * longest.seconds) {
    problems.push(
      `The video lasts ${clock(span(result))}, but stream ${longest.index} of the source lasts ${
        clock(longest.seconds)
      }.`,
    );
  }
  for (const hole of holesOf(result, Math.max(2.5 * step, 0.12))) {
    const at = hole.at - shift;
    if (largestGap(source, at - 0.5, at + hole.seconds + 0.5) >= hole.seconds - 2 * step) continue;
    problems.push(`There are no frames for ${hole.seconds.toFixed(1)} s at ${clock(at - (source[0] ?? 0))}.`);
    break;
  }
  return { problems, text: `${span(result).toFixed(2)} s from first to last frame` };
}

/** Returns the video stream of the source with the longest time range, in the programme of the planned stream. */
function longestVideo(
  probe: Probe,
  tracks: Map<number, PacketTrack>,
  { video }: Plan,
): { index: number; seconds: number } | undefined {
  const planned = probe.streams.find((stream) => stream.kind === "video" && stream.index === video?.index);
  const { own } = byProgram(probe, planned?.kind === "video" ? planned : undefined);
  const spans = own.flatMap(({ kind, index }) => {
    const track = kind === "video" ? tracks.get(index) : undefined;
    if (!track || track.times.length < 2) return [];
    // Frames before the first keyframe of a broadcast cannot be decoded.
    const [key = track.start] = isBroadcast(probe.format) ? track.keys : [];
    const last = track.times.reduce((latest, time) => Math.max(latest, time), track.start);
    return [{ index, seconds: last - key }];
  });
  return spans.sort((a, b) => b.seconds - a.seconds)[0];
}

function holesOf(times: number[], least: number): Hole[] {
  const holes: Hole[] = [];
  for (let i = 1; i < times.length; i++) {
    const seconds = (times[i] ?? 0) - (times[i - 1] ?? 0);
    if (seconds > least) holes.push({ at: times[i - 1] ?? 0, seconds });
  }
  return holes;
}

function largestGap(times: number[], from: number, to: number): number {
  let largest = 0;
  for (let i = 1; i < times.length; i++) {
    const [before, time] = [times[i - 1] ?? 0, times[i] ?? 0];
    if (time >= from && before <= to) largest = Math.max(largest, time - before);
  }
  return largest;
}

/** Checks the start, end and gaps of every audio track against the source. */
export function checkAudioTimes(evidence: Evidence): Findings {
  const { pairs, packets, probe } = evidence;
  if (!packets) return { problems: [] };
  const shift = clockShift(evidence);
  const problems: string[] = [];
  for (const pair of pairs.filter(({ kind }) => kind === "sound")) {
    const [source, result] = [packets.source.tracks.get(pair.source), packets.result.tracks.get(pair.result)];
    if (!result || result.count === 0) problems.push(`The ${pair.name} is empty.`);
    else if (source) problems.push(...compareAudioTimes(pair, source, result, shift, isBroadcast(probe.format)));
  }
  return { problems, text: "start, end and gaps match the source" };
}

/**
 * Returns the time in the result minus the time in the source, based on the video, or, if there is none, on the start
 * of the files. A single track is always considered in sync, because many audio containers cannot store a later start.
 */
export function clockShift({ alignment, result, probe, pairs, packets }: Evidence): number {
  if (alignment) return alignment.shift;
  const [only, ...others] = pairs;
  const source = others.length === 0 && only ? packets?.source.tracks.get(only.source) : undefined;
  const own = only && packets?.result.tracks.get(only.result);
  if (source && own && own.count > 0) return own.start - source.start;
  return result.startSeconds - probe.startSeconds;
}

function compareAudioTimes(
  { name }: StreamPair,
  source: PacketTrack,
  result: PacketTrack,
  shift: number,
  broadcast: boolean,
): string[] {
  const problems: string[] = [];
  const start = result.start - shift - source.start;
  // For some codecs, decoders output nothing for the first packet.
  const packet = Math.max(result.longest, median(source.durations) ?? 0);
  if (Math.abs(start) > (broadcast ? BROADCAST_START_SECONDS : START_SECONDS) + packet) {
    problems.push(
      `The ${name} starts ${Math.abs(start * 1000).toFixed(0)} ms ${
        start > 0 ? "later" : "earlier"
      } than in the source.`,
    );
  }
  const end = result.end - shift - source.end;
  const allowed = END_SECONDS + source.longest + result.longest + (broadcast ? BROADCAST_START_SECONDS : 0);
  if (Math.abs(end) > allowed) {
    problems.push(
      `The ${name} ends ${Math.abs(end).toFixed(2)} s ${end < 0 ? "earlier" : "later"} than in the source.`,
    );
  }
  const pauses = pausesOf(source);
  for (const hole of result.holes) {
    const own = pauses.some(({ at, seconds }) => Math.abs(at - (hole.at - shift)) < 1 && seconds > hole.seconds - 0.15);
    if (own) continue;
    problems.push(
      `The ${name} has a gap of ${hole.seconds.toFixed(1)} s at ${clock(hole.at - shift - source.start)}.`,
    );
    break;
  }
  return problems;
}

/**
 * Returns the permitted difference in seconds between the content of a file and the duration in its header: 1 s, or 0.5
 * % for long files.
 */
export const tolerance = (seconds: number): number => Math.max(1, seconds * 0.005);

/** Rejects a source that ends before the duration in its header. It was truncated, so the result is incomplete too. */
export function checkSourceComplete(evidence: Evidence): Findings {
  const { packets, probe, pairs } = evidence;
  if (!packets || !/matroska|mp4/.test(probe.format)) return { problems: [] };
  const ends = pairs.flatMap(({ kind, source }) =>
    kind === "subtitle" ? [] : packets.source.tracks.get(source)?.end ?? []
  );
  const held = sourceVideo(evidence)?.heldFrame?.endSeconds ?? 0;
  const last = Math.max(0, held, ...[...packets.source.tracks.values()].map((track) => track.end), ...ends);
  const end = last - probe.startSeconds;
  // Some programs count the duration from zero even if the content starts later. This occurs in Matroska and in parts
  // of fragmented MP4 files.
  const reached = /matroska/.test(probe.format) || probe.fragmented ? Math.max(end, last) : end;
  if (reached >= probe.durationSeconds - tolerance(probe.durationSeconds)) {
    return { problems: [], text: "it reaches the end declared in its header" };
  }
  const promised = `${end.toFixed(1)} s of the declared ${probe.durationSeconds.toFixed(1)} s`;
  return { problems: [`The source itself is truncated: it contains only ${promised}.`] };
}

/** Returns a warning if the video of the source has gaps, because the result has them too. */
export function sourceHoles(evidence: Evidence): string[] {
  const { alignment, plan } = evidence;
  if (!alignment || !plan.video) return [];
  const video = sourceVideo(evidence);
  if (!video || video.variableFrameRate) return [];
  const [hole] = holesOf(alignment.source, 1);
  return hole
    ? [
      `The source itself has no frames for ${hole.seconds.toFixed(1)} s at ${
        clock(hole.at - (alignment.source[0] ?? 0))
      }.`,
    ]
    : [];
}

/** Formats a time as `1:02:03` or `4:05.3`. */
export function clock(seconds: number): string {
  // The time is rounded before it is split, so that no part is sixty seconds.
  const tenths = Math.max(0, Math.round(seconds * 10) / 10);
  const whole = tenths < 600 ? tenths : Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const rest = (whole % 60).toFixed(whole < 600 ? 1 : 0);
  return hours > 0
    ? `${hours}:${String(minutes).padStart(2, "0")}:${rest.padStart(2, "0")}`
    : `${minutes}:${rest.padStart(whole < 600 ? 4 : 2, "0")}`;
}
