import { JobFailure } from "../kit/fault.ts";
import { probeFile } from "../media/ffprobe.ts";
import type { Probe } from "../media/model.ts";
import { decode } from "./decode.ts";
import type { Plan } from "./model.ts";
import { readTimeline, type StreamSpan, type Timeline } from "./timeline.ts";
import { checkSound } from "./verify_sound.ts";
import { compareStreams } from "./verify_streams.ts";
import { compareTimes, missingShare, pairsOf, type StreamPair, tolerance } from "./verify_times.ts";

/** How thorough: `off` opens the file and compares streams, `windows` also times and five places, `full` decodes it all. */
export type VerifyMode = "off" | "windows" | "full";

export interface VerifyOptions {
  ffmpegPath: string;
  ffprobePath: string;
  /** The result to judge. */
  path: string;
  /** The source as it was when the plan was made. */
  probe: Probe;
  plan: Plan;
  mode: VerifyMode;
  signal?: AbortSignal;
  /** Share done, 0 to 1; only full decoding takes long enough to say. */
  onProgress?(share: number): void;
}

export interface Verdict {
  ok: boolean;
  /** Why the result must not be published, in words. */
  problems: string[];
  warnings: string[];
  /** Wall time the check took. */
  seconds: number;
}

/** Judges a result before anybody may rely on it (safety.md, S-FILE-3). Throws only when it was aborted. */
export async function verifyOutput(options: VerifyOptions): Promise<Verdict> {
  const started = performance.now();
  const problems: string[] = [];
  const warnings: string[] = [];
  const verdict = (): Verdict => ({
    ok: problems.length === 0,
    problems,
    warnings,
    seconds: (performance.now() - started) / 1000,
  });
  const { mode, signal } = options;
  // Opening, packet times of the result and of the source's end do not wait for each other.
  const reading = mode === "off" ? undefined : together(resultTimes(options), sourceTimes(options));
  // Whether it fails matters only if it is needed.
  reading?.catch(() => {});
  let result: Probe;
  try {
    result = await open(options);
  } catch (error) {
    await reading?.catch(() => {});
    signal?.throwIfAborted();
    problems.push(error instanceof JobFailure ? `The result cannot be read back. ${error.message}` : String(error));
    return verdict();
  }
  const streams = compareStreams(result, options.plan);
  problems.push(...streams.problems);
  warnings.push(...streams.warnings);
  const times = await reading;
  // With streams missing or mixed up there is nothing to compare times with.
  if (!times || problems.length > 0) return verdict();
  const [timeline, sourceSpans] = times;
  const looked: Looked = { ...options, result, pairs: pairsOf(options.plan, result), timeline, warnings };
  problems.push(...checkTimes(looked, sourceSpans));
  if (problems.length === 0) problems.push(...await holes(looked));
  if (problems.length === 0) problems.push(...await checkPictures(looked));
  if (problems.length === 0) problems.push(...await checkSound(looked));
  return verdict();
}

/** What is known of the result while it is looked at more closely. */
interface Looked extends VerifyOptions {
  result: Probe;
  pairs: StreamPair[];
  timeline: Timeline;
  warnings: string[];
}

/** Both answers, or the first failure after both have ended: no process outlives the call. */
async function together<A, B>(a: Promise<A>, b: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([a, b]);
  return [await a, await b];
}

/** HDR facts may live in the pictures only; an SDR result is judged by its headers. */
function open({ path, plan, ffprobePath, signal }: VerifyOptions): Promise<Probe> {
  const depth = plan.video && plan.video.hdr !== "sdr" ? "pictures" : "headers";
  return probeFile(path, { ffprobePath, signal, depth });
}

const sourcesOf = ({ video, audio }: Plan): number[] => [...(video ? [video.index] : []), ...audio.map((a) => a.index)];

async function resultTimes({ path, ffprobePath, signal }: VerifyOptions): Promise<Timeline> {
  try {
    return await readTimeline({ path, ffprobePath, signal });
  } catch (error) {
    signal?.throwIfAborted();
    return { spans: new Map(), complaints: [error instanceof Error ? error.message : String(error)] };
  }
}

function checkTimes({ probe, result, pairs, timeline }: Looked, sourceSpans: Map<number, StreamSpan>): string[] {
  const problems = timeline.complaints.slice(0, 3).map((line) => `Reading the result: ${line.replace(/ @ 0x\w+/, "")}`);
  const contentEnd = Math.max(0, ...[...sourceSpans.values()].map((span) => span.end)) - probe.startSeconds;
  if (/matroska|mp4/.test(probe.format) && contentEnd < probe.durationSeconds - tolerance(probe.durationSeconds)) {
    const promised = `${contentEnd.toFixed(1)} s of the ${probe.durationSeconds.toFixed(1)} s it promises`;
    problems.push(`The source itself is cut off: it holds only ${promised}.`);
  }
  return [...problems, ...compareTimes({ pairs, source: probe, result, sourceSpans, resultTimeline: timeline })];
}

/** How much of the source's end is read, in seconds; everything when not even that shows each stream. */
const TAILS_SECONDS = [10, 120, Infinity];

/** Starts as ffprobe tells them, ends by the last packets: a header's duration is only a promise. */
async function sourceTimes({ probe, plan, ffprobePath, signal }: VerifyOptions): Promise<Map<number, StreamSpan>> {
  const ask = { path: probe.path, ffprobePath, signal };
  let seen = new Map<number, StreamSpan>();
  for (const tail of TAILS_SECONDS) {
    const from = probe.durationSeconds - tail;
    const interval = from > 0 ? `${(probe.startSeconds + from).toFixed(3)}%` : undefined;
    seen = (await readTimeline({ ...ask, interval })).spans;
    if (interval === undefined || sourcesOf(plan).every((index) => seen.has(index))) break;
  }
  const starts = new Map(probe.streams.map((stream) => [stream.index, stream.startSeconds]));
  return new Map([...seen].map(([index, span]) => [index, { ...span, start: starts.get(index) ?? span.start }]));
}

/** Pictures missing inside: only a source that lacks them too excuses it. */
async function holes({ plan, probe, ffprobePath, signal, pairs, timeline, warnings }: Looked): Promise<string[]> {
  const picture = pairs.find((pair) => pair.name === "picture");
  const span = picture && timeline.spans.get(picture.result);
  if (!picture || !span || !plan.video || plan.video.variableFrameRate) return [];
  const [numerator, denominator] = plan.video.frameRate;
  const share = missingShare(span, numerator / denominator);
  if (share <= 0.01) return [];
  const source = (await readTimeline({ path: probe.path, ffprobePath, signal })).spans.get(picture.source);
  const own = source ? missingShare(source, numerator / denominator) : 0;
  if (share > own + 0.01) return [`${(share * 100).toFixed(0)} % of the pictures are missing.`];
  warnings.push("The source itself lacks pictures; its rate is not constant.");
  return [];
}

async function checkPictures(looked: Looked): Promise<string[]> {
  const { ffmpegPath, path, mode, signal, onProgress, result, pairs, timeline } = looked;
  const streams = pairs.map((pair) => pair.result);
  const length = result.durationSeconds;
  if (mode === "full") {
    const { errors } = await decode({
      ffmpegPath,
      path,
      streams,
      signal,
      onProgress: (report) => onProgress?.(Math.min(1, report.outTimeSeconds / Math.max(0.1, length))),
    });
    return await judge(errors, undefined, looked);
  }
  const picture = pairs.find((pair) => pair.name === "picture");
  const keys = (picture && timeline.spans.get(picture.result)?.keys) ?? [];
  const look = async (window: Window): Promise<string[]> => {
    const { errors, frames } = await decode({ ffmpegPath, path, streams, window, signal });
    const problems = await judge(errors, window, looked);
    const withPicture = picture && window.startSeconds < pictureEnd(result) - 0.5;
    if (withPicture && frames === 0) problems.push(`No picture can be decoded at ${window.startSeconds.toFixed(0)} s.`);
    return problems;
  };
  // The end is as long as the others together: two lanes keep two cores busy.
  const windows = windowsOf(length, keys);
  const lane = async (some: Window[]): Promise<string[]> => {
    const problems: string[] = [];
    for (const window of some) problems.push(...await look(window));
    return problems;
  };
  return (await together(lane(windows.slice(0, -1)), lane(windows.slice(-1)))).flat();
}

const pictureEnd = (result: Probe): number =>
  Math.min(
    ...result.streams.map((s) => s.kind === "video" ? s.durationSeconds ?? Infinity : Infinity),
    result.durationSeconds,
  );

interface Window {
  startSeconds: number;
  seconds: number;
}

/** ffmpeg seeks 3/23 s too early where pictures are reordered, and would land one key picture further back. */
const SEEK_SLACK = 0.15;

/**
 * Start, three places inside, the last ten seconds; one window when the file is short. Each begins at a key picture, since
 * a decoder has to begin there anyway.
 */
export function windowsOf(length: number, keys: number[]): Window[] {
  if (length <= 20) return [{ startSeconds: 0, seconds: length + 1 }];
  const at = (seconds: number): number => {
    const key = keys.findLast((key) => key + SEEK_SLACK <= seconds);
    return key === undefined ? seconds : key + SEEK_SLACK;
  };
  const inside = [0, 0.25, 0.5, 0.75].map((part) => ({ startSeconds: at(part * length), seconds: 1 }));
  const last = at(length - 10);
  return [...inside, { startSeconds: last, seconds: length - last + 1 }];
}

/** Damage that was copied along is the source's own: it is told, and does not fail the job. */
async function judge(errors: string[], window: Window | undefined, looked: Looked): Promise<string[]> {
  const { ffmpegPath, probe, plan, signal, pairs, warnings } = looked;
  if (errors.length === 0) return [];
  const place = window ? `at ${window.startSeconds.toFixed(0)} s` : "in full";
  const problems = errors.slice(0, 3).map((line) => `Decoding ${place}: ${line}`);
  const copied = new Set([
    ...(plan.video?.encoder === "copy" ? [plan.video.index] : []),
    ...plan.audio.filter((a) => a.encoder === "copy").map((a) => a.index),
  ]);
  const streams = pairs.map((pair) => pair.source).filter((index) => copied.has(index));
  if (streams.length === 0) return problems;
  const at = window && { ...window, startSeconds: window.startSeconds + probe.startSeconds };
  const own = await decode({ ffmpegPath, path: probe.path, streams, window: at, signal });
  if (own.errors.length < errors.length) return problems;
  warnings.push(`The source is damaged ${place}; the damage was copied.`);
  return [];
}
