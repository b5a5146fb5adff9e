import { join } from "node:path";
import type { JoinedPicture } from "../../encode/args/args.ts";
import type { LivePreview } from "../../encode/args/preview_args.ts";
import { reasonForOneProcess } from "../../encode/segments/choice.ts";
import type { Segment } from "../../encode/segments/model.ts";
import { joinList, segmentArgs, startSecondsOf } from "../../encode/segments/segment_args.ts";
import type { SegmentHeader } from "../../encode/segments/check.ts";
import type { SourceErrors } from "../../encode/run/source_errors.ts";
import type { OutputRecipe } from "../../encode/profiles/schema.ts";
import { JobFailure } from "../../kit/fault.ts";
import type { SourceIdentity } from "../../media/probe/source.ts";
import type { Capabilities, Probe } from "../../media/probe/model.ts";
import type { Plan, VideoPlan } from "../../encode/plan/model.ts";
import { jobLogPath } from "../workers/job_log.ts";
import type { RunContext } from "../run/run_context.ts";
import { requireSameSource } from "../run/same_source.ts";
import { runInLanes } from "./lanes.ts";
import { machineRoom } from "./machine_room.ts";
import { segmentFolder, segmentKey, usableSegments } from "./segment_files.ts";
import { createSegmentProgress, type SegmentProgress } from "./segment_progress.ts";

/** A film whose picture may be encoded in parts. */
export interface SegmentsInput {
  probe: Probe;
  plan: Plan;
  identity: SourceIdentity;
  capabilities: Capabilities;
  segments: OutputRecipe["segments"];
  /** A folder of the job's own. */
  work: string;
  livePreview: LivePreview;
}

/** The encoded picture, and what encoding it came to. */
export interface SegmentsResult {
  joined: JoinedPicture;
  seconds: number;
  sourceErrors: SourceErrors;
}

/** One part with all that its encode needs. */
interface Part {
  segment: Segment;
  times: number[];
  key: string;
  path: string;
}

/** What a part came to, now or before. */
interface PartResult {
  sizeBytes: number;
  header: SegmentHeader;
  sourceErrors: SourceErrors;
  /** Seconds that an earlier attempt needed for it; 0 when it was made now. */
  before: number;
}

/**
 * Encodes the picture of a film in parts, those that an earlier attempt made left out. Answers the reason in words when
 * the film is better encoded by one process. Throws as an encode does.
 */
export async function encodeSegments(input: SegmentsInput, context: RunContext): Promise<SegmentsResult | string> {
  const { probe, plan, segments: wanted } = input;
  const { video } = plan;
  const started = context.deps.clock.monotonicMs();
  const reason = reasonForOneProcess(probe, plan, wanted);
  if (reason !== undefined || video === undefined) return reason ?? "no picture is encoded";
  const parts = await cutIntoParts(input, video, context);
  if (typeof parts === "string") return parts;
  const results = await encodeParts(parts, { ...input, video }, context);
  if (new Set(results.map(({ header }) => header)).size > 1) return "its parts do not fit together";
  const list = join(input.work, "parts.txt");
  await Deno.writeTextFile(list, joinList(parts.map(({ segment }) => segment), parts.map(({ path }) => path)));
  const [first] = parts;
  return {
    joined: { list, startSeconds: first ? startSecondsOf(first.segment) : 0 },
    seconds: (context.deps.clock.monotonicMs() - started) / 1000 + results.reduce((sum, { before }) => sum + before, 0),
    sourceErrors: {
      count: results.reduce((sum, { sourceErrors }) => sum + sourceErrors.count, 0),
      first: results.flatMap(({ sourceErrors }) => sourceErrors.first).slice(0, 5),
    },
  };
}

/** Where the film is cut and what every part is called; in words why it is not. */
async function cutIntoParts(
  { probe, identity, capabilities }: SegmentsInput,
  video: VideoPlan,
  { worker, signal, deps }: RunContext,
): Promise<Part[] | string> {
  const { ffprobePath, version } = capabilities;
  const cut = await worker().call("cut", { ffprobePath, path: probe.path, video }, signal);
  if ("unfit" in cut) return cut.unfit;
  if (cut.segments.length < 2) return "it has no place for a cut";
  const folder = segmentFolder(deps.storage.folders.transcodes);
  return cut.segments.map((segment, i) => {
    const args = segmentArgs(probe, video, segment, { output: "part" });
    const key = segmentKey({ identity, version, args });
    return { segment, times: cut.times[i] ?? [], key, path: join(folder, `${key}.mp4`) };
  });
}

async function encodeParts(
  parts: readonly Part[],
  input: SegmentsInput & { video: VideoPlan },
  context: RunContext,
): Promise<PartResult[]> {
  const { jobStore, deps, run, signal } = context;
  await Deno.mkdir(segmentFolder(deps.storage.folders.transcodes), { recursive: true, mode: 0o700 });
  const known = await usableSegments(await jobStore.segments.many(parts.map(({ key }) => key)));
  const results = new Map<string, PartResult>();
  const { durationSeconds } = input.plan;
  const pictures = parts.reduce((sum, { segment }) => sum + segment.pictures, 0);
  const progress = createSegmentProgress(pictures / durationSeconds, context.tellProgress);
  for (const { key, segment } of parts) {
    const row = known.get(key);
    if (row === undefined) continue;
    await jobStore.segments.save({ ...row, jobId: run.id, usedAt: deps.clock.now().getTime() });
    results.set(key, { ...row, before: row.seconds, sourceErrors: row.sourceErrors as SourceErrors });
    progress.add({ pictures: segment.pictures, sizeBytes: row.sizeBytes });
  }
  const missing = parts.filter(({ key }) => !results.has(key));
  const room = deps.laneRules ?? machineRoom({ bytesPerLane: memoryOf(input.video) });
  const hasRoom = async () => await room.hasRoom() && !context.isFrozen();
  await runInLanes(
    missing,
    async (part, lane, stop) => {
      const result = await encodePart(part, lane, { input, context, progress, stop });
      results.set(part.key, result);
    },
    { ...room, hasRoom },
    signal,
  );
  return parts.flatMap(({ key }) => results.get(key) ?? []);
}

interface PartWork {
  input: SegmentsInput & { video: VideoPlan };
  context: RunContext;
  progress: SegmentProgress;
  stop: AbortSignal;
}

async function encodePart(
  { segment, times, key, path }: Part,
  lane: number,
  { input: { probe, video, capabilities, identity, livePreview }, context, progress, stop }: PartWork,
): Promise<PartResult> {
  const { deps, jobStore, run } = context;
  const { ffmpegPath, ffprobePath } = capabilities;
  // A file of the lane's own: another job may be making the same part.
  const partial = `${path}.${run.id}.partial`;
  const forget = context.watchLane(lane, (report) => progress.see(lane, report));
  try {
    const result = await context.worker(lane).call("segment", {
      ...{ ffmpegPath, ffprobePath, partial, path, times },
      // One lane shows what it reads and what ffmpeg says; joining the parts begins the log anew.
      args: segmentArgs(probe, video, segment, { output: partial, ...(lane === 0 ? { livePreview } : {}) }),
      ...(lane === 0 ? { logPath: jobLogPath(deps.storage.jobLogs, run.id) } : {}),
      stallMs: deps.settings.current().stallTimeoutMinutes * 60_000,
      nice: NICE,
      sourceFormat: probe.format,
    }, stop);
    // A part of another file must never be taken for one of this.
    await requireSameSource(probe.path, identity);
    const usedAt = deps.clock.now().getTime();
    await jobStore.segments.save({ key, jobId: run.id, path, ...result, usedAt });
    progress.finish(lane, { pictures: segment.pictures, sizeBytes: result.sizeBytes });
    return { ...result, before: 0 };
  } catch (error) {
    if (error instanceof JobFailure && error.code === "verification_failed") throw new UnfitParts(error.message);
    throw error;
  } finally {
    forget();
  }
}

/** The parts came out wrong although nothing failed: the film is encoded by one process. */
export class UnfitParts extends Error {
  override name = "UnfitParts";
}

/** Unix niceness: other programs come first. */
const NICE = 10;
/** Pictures that an encoder holds: its look-ahead, its references and what waits between its threads. */
const HELD_PICTURES = 120;

/** About what an encoder of these pictures takes, in bytes. */
const memoryOf = ({ width, height, bitDepth }: VideoPlan): number =>
  width * height * 1.5 * (bitDepth > 8 ? 2 : 1) * HELD_PICTURES;
