import type { Probe, VideoStream } from "../../media/probe/model.ts";
import { isCoarse, referenceFilters, smallSize } from "../verify/compared_streams.ts";
import { compareContent } from "../verify/content.ts";
import type { Window } from "../verify/packets/places.ts";
import { createVideoJudge } from "../verify/video/video_judge.ts";
import { COARSE_VIDEO_LIMITS, VIDEO_LIMITS } from "../verify/video/video_fault.ts";
import { JobFailure } from "../../kit/fault.ts";
import { runProcess } from "../../kit/process/process.ts";
import { syncFile } from "../../kit/atomic_file.ts";
import { fileOperand, INPUT_GUARDS } from "../../media/probe/input_args.ts";
import type { VideoPlan } from "../plan/model.ts";
import { checkSegment, type SegmentHeader } from "./check.ts";
import { startSecondsOf } from "./segment_args.ts";
import type { Segment } from "./model.ts";

/** Verifies segments that another machine has encoded. */

/** A segment and its expected properties. */
export interface PartAcceptance {
  ffmpegPath: string;
  ffprobePath: string;
  path: string;
  times: readonly number[];
  probe: Probe;
  video: VideoPlan;
  segment: Segment;
  /**
   * Header of a segment encoded by this machine. Absent for the encoders of GPUs, whose output differs between models.
   */
  header?: SegmentHeader;
  signal?: AbortSignal;
  /**
   * Random number generator for the compared positions, 0 to 1. A machine that knew the positions could send correct
   * frames only for these.
   */
  random?: () => number;
}

/** Segment that may be used. `doubt` is set if its frames do not look like those of the source. */
export interface AcceptedPart {
  header: SegmentHeader;
  doubt?: string;
}

/** Verifies a segment and syncs it to disk. Throws `JobFailure` `verification_failed` if it is certainly wrong. */
export async function acceptPart(part: PartAcceptance): Promise<AcceptedPart> {
  const header = await checkSegment({ ...part, decoded: "all" });
  if (part.header === undefined) requirePlannedVideo(header, part.video);
  else if (header !== part.header) {
    throw new JobFailure("verification_failed", "A segment of the video was encoded with the wrong options.");
  }
  const doubt = await compareFrames(part);
  await syncFile(part.path);
  return { header, ...(doubt === undefined ? {} : { doubt }) };
}

/** Throws `verification_failed` if the codec, the size or the bit depth differ from the plan. */
function requirePlannedVideo(header: SegmentHeader, { codec, width, height, bitDepth }: VideoPlan): void {
  const { codec_name, width: w, height: h, pix_fmt } = JSON.parse(header) as Record<string, unknown>;
  const found = `${codec_name} ${w}x${h}, ${/p10|p010/.test(String(pix_fmt)) ? 10 : 8} bit`;
  const planned = `${codec} ${width}x${height}, ${bitDepth} bit`;
  if (found !== planned) throw new JobFailure("verification_failed", `The video is ${found} instead of ${planned}.`);
}

/** Minimum number of compared positions, seconds of video per position, and length of each position in seconds. */
const PLACES = 3;
const PLACE_EVERY_SECONDS = 30;
const PLACE_SECONDS = 1.5;

async function compareFrames(part: PartAcceptance): Promise<string | undefined> {
  const { ffmpegPath, path, probe, video, segment, times, signal, random = Math.random } = part;
  const source = probe.streams.find((s): s is VideoStream => s.kind === "video" && s.index === video.index);
  if (!source) return undefined;
  const size = smallSize(video, source);
  const step = video.frameRate[1] / Math.max(1, video.frameRate[0]);
  const seconds = (times.at(-1) ?? 0) / segment.unitsPerSecond + step;
  const options = {
    size,
    drawnOver: video.burn !== undefined,
    limits: isCoarse(video) ? COARSE_VIDEO_LIMITS : VIDEO_LIMITS,
  };
  let pairs = 0;
  for (const window of windowsOf(seconds, random)) {
    const judge = createVideoJudge(options);
    await compareContent({
      ffmpegPath,
      source: probe,
      result: { path, startSeconds: 0 },
      shift: -probe.startSeconds - startSecondsOf(segment),
      video: { source: video.index, result: 0, filters: referenceFilters(video, source), size, step, judge },
      audio: [],
      window,
      nice: 10,
      ...(signal ? { signal } : {}),
    });
    pairs += judge.pairs();
    const [fault] = judge.faults();
    if (fault) return `Its frames do not match the source (${fault.kind}: ${fault.detail}).`;
  }
  return pairs === 0 ? "None of its frames has the timestamp of a source frame." : undefined;
}

/** Returns a random position in each of several equal sections. A short segment is compared completely. */
function windowsOf(seconds: number, random: () => number): Window[] {
  if (seconds <= PLACES * PLACE_SECONDS) return [{ startSeconds: 0, seconds }];
  const places = Math.max(PLACES, Math.round(seconds / PLACE_EVERY_SECONDS) + 1);
  const length = seconds / places;
  return Array.from({ length: places }, (_, place) => ({
    startSeconds: place * length + random() * (length - PLACE_SECONDS),
    seconds: PLACE_SECONDS,
  }));
}

/**
 * Minimum similarity of two encodes of the same frames with the same options. Different numbers of threads change a few
 * bits.
 */
const SAME_SSIM = 0.98;
const SAME_SIZE = 0.1;

/** True if two encodes of a segment look the same and have about the same size. */
export async function samePart(
  { ffmpegPath, paths: [one, other], signal }: {
    ffmpegPath: string;
    paths: readonly [string, string];
    signal?: AbortSignal;
  },
): Promise<boolean> {
  const [a, b] = [(await Deno.stat(one)).size, (await Deno.stat(other)).size];
  if (Math.abs(a - b) > SAME_SIZE * Math.max(a, b)) return false;
  const { code, stderr } = await runProcess({
    path: ffmpegPath,
    args: [
      ...["-hide_banner", "-nostdin", "-nostats", ...INPUT_GUARDS, "-i", fileOperand(one)],
      ...[...INPUT_GUARDS, "-i", fileOperand(other), "-lavfi", "[0:v][1:v]ssim", "-f", "null", "-"],
    ],
    timeoutMs: 3_600_000,
    ...(signal ? { signal } : {}),
  });
  const [, score] = /SSIM .*All:([\d.]+)/.exec(stderr) ?? [];
  return code === 0 && Number(score) >= SAME_SSIM;
}
