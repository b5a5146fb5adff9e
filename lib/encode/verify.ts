import { JobFailure } from "../kit/fault.ts";
import { probeFile, rawProbe } from "../media/ffprobe.ts";
import type { Probe } from "../media/model.ts";
import { decode } from "./decode.ts";
import type { Plan } from "./model.ts";
import { readTimeline, type StreamSpan, type Timeline } from "./timeline.ts";
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
  const { path, ffprobePath, plan, mode, signal } = options;
  let result: Probe;
  try {
    result = await probeFile(path, { ffprobePath, signal, spacing: false });
  } catch (error) {
    signal?.throwIfAborted();
    problems.push(error instanceof JobFailure ? `The result cannot be read back. ${error.message}` : String(error));
    return verdict();
  }
  const streams = compareStreams(result, plan);
  problems.push(...streams.problems);
  warnings.push(...streams.warnings);
  // With streams missing or mixed up there is nothing to compare times with.
  if (mode === "off" || problems.length > 0) return verdict();
  const pairs = pairsOf(plan, result);
  problems.push(...await checkTimes(options, result, pairs, warnings));
  if (problems.length === 0) problems.push(...await checkPictures(options, result, pairs, warnings));
  return verdict();
}

async function checkTimes(
  options: VerifyOptions,
  result: Probe,
  pairs: StreamPair[],
  warnings: string[],
): Promise<string[]> {
  const { path, probe, ffprobePath, signal } = options;
  const [resultTimeline, sourceSpans] = await Promise.all([
    readTimeline({ path, ffprobePath, signal }).catch((error): Timeline => {
      signal?.throwIfAborted();
      return { spans: new Map(), complaints: [error instanceof Error ? error.message : String(error)] };
    }),
    sourceTimes(probe, pairs, options),
  ]);
  const problems = resultTimeline.complaints.slice(0, 3).map((line) =>
    `Reading the result: ${line.replace(/ @ 0x\w+/, "")}`
  );
  const contentEnd = Math.max(0, ...[...sourceSpans.values()].map((span) => span.end)) - probe.startSeconds;
  if (/matroska|mp4/.test(probe.format) && contentEnd < probe.durationSeconds - tolerance(probe.durationSeconds)) {
    const promised = `${contentEnd.toFixed(1)} s of the ${probe.durationSeconds.toFixed(1)} s it promises`;
    problems.push(`The source itself is cut off: it holds only ${promised}.`);
  }
  problems.push(...compareTimes({ pairs, source: probe, result, sourceSpans, resultTimeline }));
  if (problems.length > 0) return problems;
  return await holes(options, result, pairs, resultTimeline, warnings);
}

/** Starts as ffprobe tells them, ends by the last packets, the whole stream where its end is not near the file's. */
async function sourceTimes(
  probe: Probe,
  pairs: StreamPair[],
  { ffprobePath, signal }: VerifyOptions,
): Promise<Map<number, StreamSpan>> {
  const spans = new Map<number, StreamSpan>();
  const ask = { path: probe.path, ffprobePath, signal };
  const tailFrom = probe.startSeconds + Math.max(0, probe.durationSeconds - 30);
  const [head, tail] = await Promise.all([
    startTimes(ask),
    readTimeline({ ...ask, interval: `${tailFrom.toFixed(3)}%` }),
  ]);
  let { spans: seen } = tail;
  if (pairs.some((pair) => !seen.has(pair.source))) seen = (await readTimeline(ask)).spans;
  for (const [index, span] of seen) {
    spans.set(index, { ...span, start: head.get(index) ?? span.start });
  }
  return spans;
}

async function startTimes(
  ask: { path: string; ffprobePath: string; signal?: AbortSignal },
): Promise<Map<number, number>> {
  const json = await rawProbe(ask.path, ask) as { streams?: { index: number; start_time?: string }[] };
  const times = (json.streams ?? []).map(({ index, start_time }) => [index, Number(start_time)] as const);
  return new Map(times.filter(([, time]) => Number.isFinite(time)));
}

/** Pictures missing inside: only a source that lacks them too excuses it. */
async function holes(
  options: VerifyOptions,
  result: Probe,
  pairs: StreamPair[],
  timeline: Timeline,
  warnings: string[],
): Promise<string[]> {
  const { plan, probe, ffprobePath, signal } = options;
  const picture = pairs.find((pair) => pair.name === "picture");
  const span = picture && timeline.spans.get(picture.result);
  if (!picture || !span || !plan.video || plan.video.variableFrameRate) return [];
  const [numerator, denominator] = plan.video.frameRate;
  const share = missingShare(span, numerator / denominator);
  if (share <= 0.01) return [];
  const source = (await readTimeline({ path: probe.path, ffprobePath, signal })).spans.get(picture.source);
  const own = source ? missingShare(source, numerator / denominator) : 0;
  if (share > own + 0.01) return [`${(share * 100).toFixed(0)} % of the pictures are missing (${result.path}).`];
  warnings.push("The source itself lacks pictures; its rate is not constant.");
  return [];
}

async function checkPictures(
  options: VerifyOptions,
  result: Probe,
  pairs: StreamPair[],
  warnings: string[],
): Promise<string[]> {
  const { ffmpegPath, path, mode, signal, onProgress } = options;
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
    return await judge(errors, undefined, options, pairs, warnings);
  }
  const problems: string[] = [];
  for (const window of windowsOf(length)) {
    const { errors, frames } = await decode({ ffmpegPath, path, streams, window, signal });
    problems.push(...await judge(errors, window, options, pairs, warnings));
    const withPicture = options.plan.video && window.startSeconds < pictureEnd(result) - 0.5;
    if (withPicture && frames === 0) problems.push(`No picture can be decoded at ${window.startSeconds.toFixed(0)} s.`);
  }
  return problems;
}

const pictureEnd = (result: Probe): number =>
  Math.min(
    ...result.streams.map((s) => s.kind === "video" ? s.durationSeconds ?? Infinity : Infinity),
    result.durationSeconds,
  );

/** Start, three places inside, the last ten seconds; one window when the file is short. */
export function windowsOf(seconds: number): { startSeconds: number; seconds: number }[] {
  if (seconds <= 20) return [{ startSeconds: 0, seconds: seconds + 1 }];
  const inside = [0, 0.25, 0.5, 0.75].map((part) => ({ startSeconds: part * seconds, seconds: 1 }));
  return [...inside, { startSeconds: seconds - 10, seconds: 11 }];
}

/** Damage that was copied along is the source's own: it is told, and does not fail the job. */
async function judge(
  errors: string[],
  window: { startSeconds: number; seconds: number } | undefined,
  { ffmpegPath, probe, plan, signal }: VerifyOptions,
  pairs: StreamPair[],
  warnings: string[],
): Promise<string[]> {
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
