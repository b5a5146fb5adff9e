import { median } from "../median.ts";
import type { Probe, VideoStream } from "../../../media/probe/model.ts";
import type { VideoPlan } from "../../plan/model.ts";
import { type PacketList, type PacketTrack, sortedTimes } from "../packets/packets.ts";
import type { StreamPair } from "../packets/stream_pairs.ts";

/**
 * Relation between the clocks of source and result, calculated from the timestamps of their frames. Pure. Times are in
 * seconds.
 */
export interface Alignment {
  /** Time in the result minus time in the source. */
  shift: number;
  /** Source frames that are expected in the result, in presentation order, on the clock of the source. */
  source: number[];
  /** Frames of the result, on its clock. */
  result: number[];
  /**
   * Number of frames in the result per source frame: usually 1, 2 if each field becomes a frame, 0.8 after inverse
   * telecine.
   */
  ratio: number;
  /** True if each packet of the source is one frame, so that frames can be counted. */
  countable: boolean;
  /** Time between two frames of the result. */
  step: number;
}

/** Maximum length in seconds that may be lost at the start of a broadcast, because it starts in the middle of a GOP. */
const BROADCAST_HEAD_SECONDS = 3;

/** Codecs with one packet per frame, if the container is intact. */
const COUNTABLE = new Set([
  "h264",
  "hevc",
  "av1",
  "vp9",
  "mpeg2video",
  "mpeg1video",
  "vc1",
  "prores",
  "ffv1",
  "mjpeg",
  "dnxhd",
  "huffyuv",
  "theora",
]);

/** True if files with this container often start in the middle of a GOP, where undecodable frames are dropped. */
export const isBroadcast = (format: string): boolean => /mpeg/.test(format);

/** Aligns the clocks by video frames. Undefined if there are none. */
export function alignFrames(
  pair: StreamPair,
  source: { probe: Probe; packets: PacketList },
  result: { packets: PacketList; video: Pick<VideoPlan, "frameRate" | "fieldHandling"> },
): Alignment | undefined {
  const stream = source.probe.streams.find((s): s is VideoStream => s.index === pair.source && s.kind === "video");
  const [from, to] = [source.packets.tracks.get(pair.source), result.packets.tracks.get(pair.result)];
  if (!stream || !from || !to) return undefined;
  const made = sortedTimes(to);
  const shown = shownTimes(from, stream, made.length);
  const { frameRate, fieldHandling } = result.video;
  // Frames with telecine flags are progressive. Only their timestamps change.
  const ratio = fieldHandling === "soft-telecine" ? 1 : rateRatio(stream.frameRate, frameRate);
  const step = frameRate[1] / Math.max(1, frameRate[0]);
  const countable = COUNTABLE.has(stream.codec) && !/avi|asf/.test(source.probe.format);
  return { shift: bestShift(shown, made, step), source: shown, result: made, ratio, countable, step };
}

/** Returns 1 unless the plan intentionally changes the number of frames. */
function rateRatio(from: [number, number], to: [number, number]): number {
  const ratio = (to[0] / to[1]) / (from[0] / from[1]);
  return Math.abs(ratio - 1) < 0.01 ? 1 : ratio;
}

/**
 * Returns the source frames that a player shows. Frames before the first keyframe cannot be decoded. A separate field
 * is treated as half a frame.
 */
function shownTimes(track: PacketTrack, { interlaced }: VideoStream, made: number): number[] {
  const first = track.hiddenKey ? undefined : track.keys[0];
  const all = sortedTimes(track).filter((time) => first === undefined || time >= first - 0.0005);
  const fields = interlaced && all.length > 20 && Math.abs(all.length / 2 - made) < all.length * 0.02;
  return fields ? all.filter((_, i) => i % 2 === 0) : all;
}

/** Returns the shift at which most result frames match a source frame. */
function bestShift(source: number[], result: number[], step: number): number {
  const [a, b] = [source, result];
  const candidates = [(b[0] ?? 0) - (a[0] ?? 0), (b.at(-1) ?? 0) - (a.at(-1) ?? 0)];
  const middle = median(b.slice(0, a.length).map((time, i) => time - (a[i] ?? 0)));
  if (middle !== undefined) candidates.push(middle);
  const scored = candidates.map((shift) => ({ shift, met: meetings(a, b, shift, step * 0.3 + 0.001) }));
  const best = scored.reduce((one, other) => other.met.count > one.met.count ? other : one);
  // Rounding to a grid makes the differences vary, so their median is the best estimate.
  return best.shift + (median(best.met.differences) ?? 0);
}

function meetings(source: number[], result: number[], shift: number, near: number) {
  const differences: number[] = [];
  let i = 0;
  for (const time of result) {
    while (i < source.length && (source[i] ?? 0) + shift < time - near) i++;
    const difference = time - ((source[i] ?? Infinity) + shift);
    if (Math.abs(difference) <= near) differences.push(difference);
  }
  return { count: differences.length, differences };
}

/** Frames of one side without a match on the other. Times are on the clock of the source. */
export interface Unmatched {
  missing: number[];
  extra: number[];
}

/** Pairs each frame with at most one frame of the other side, by time. */
export function unmatched({ source, result, shift, step }: Alignment, format: string): Unmatched {
  const near = step * 0.75 + 0.002;
  const missing: number[] = [];
  const extra: number[] = [];
  let j = 0;
  for (const time of source) {
    while (j < result.length && (result[j] ?? 0) - shift < time - near) extra.push((result[j++] ?? 0) - shift);
    if (j < result.length && Math.abs((result[j] ?? 0) - shift - time) <= near) j++;
    else missing.push(time);
  }
  while (j < result.length) extra.push((result[j++] ?? 0) - shift);
  const head = (source[0] ?? 0) + (isBroadcast(format) ? BROADCAST_HEAD_SECONDS : 0);
  const firstMade = (result[0] ?? 0) - shift;
  return { missing: missing.filter((time) => time >= head || time > firstMade), extra };
}
