import { join } from "node:path";
import type { JoinedVideo } from "../../encode/args/args.ts";
import type { LivePreview } from "../../encode/args/preview_args.ts";
import { reasonForOneProcess } from "../../encode/plan/segment_choice.ts";
import { CUT_LENGTHS, NO_CUTS } from "../../encode/segments/cuts.ts";
import { joinList, segmentArgs, startSecondsOf } from "../../encode/segments/segment_args.ts";
import type { SourceErrors } from "../../encode/run/source_errors.ts";
import { videoEncoder } from "../../encode/profiles/encoders.ts";
import type { OutputRecipe } from "../../encode/profiles/schema.ts";
import type { SourceIdentity } from "../../media/probe/source.ts";
import type { Probe } from "../../media/probe/model.ts";
import type { Capabilities } from "../../media/tools/capabilities.ts";
import type { Plan, VideoPlan } from "../../encode/plan/model.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { isOnePart } from "./one_part.ts";
import type { MadePart, Part, PartResults } from "./segmented_encode.ts";
import { segmentWork } from "./segment_work.ts";
import type { Method } from "../../encode/profiles/encoders/methods.ts";
import { type Card, cardsOf } from "../capacity/cards.ts";
import { type EncodeLoad, localCapacity } from "../capacity/local_capacity.ts";
import { keysFor } from "./part_keys.ts";
import { type FarmLink, PART_TIMES, type PartClock } from "../capacity/schedule_model.ts";
import { HERE } from "./schedule/part_schedule.ts";
import { runParts } from "./schedule/run_parts.ts";
import { encodedPath, segmentFolder, segmentKey, unverifiedSegments, usableSegments } from "./segment_files.ts";
import { createSegmentProgress, type SegmentProgress } from "./segment_progress.ts";

/** Video that may be encoded in segments. */
export interface SegmentsInput {
  probe: Probe;
  plan: Plan;
  identity: SourceIdentity;
  capabilities: Capabilities;
  segments: OutputRecipe["segments"];
  /** Folder that only this job uses. */
  work: string;
  livePreview: LivePreview;
}

/** Encoded video, the duration of the encode, and errors in the source. */
export interface SegmentsResult {
  joined: JoinedVideo;
  seconds: number;
  sourceErrors: SourceErrors;
}

/**
 * Encodes a video in segments, using those of earlier attempts. Returns the reason as text if the video should be
 * encoded by a single process. Throws the errors of an encode.
 */
export async function encodeSegments(input: SegmentsInput, attempt: Attempt): Promise<SegmentsResult | string> {
  const { probe, plan, segments: wanted } = input;
  const { video } = plan;
  const started = attempt.deps.clock.monotonicMs();
  const reason = reasonForOneProcess(probe, plan, wanted);
  if (video === undefined) return reason ?? "no video is encoded";
  const parts = await cutIntoParts(input, video, reason, attempt);
  if (typeof parts === "string") return parts;
  const { results, before } = await encodeParts(parts, { ...input, video }, attempt);
  if (new Set(results.map(({ header }) => header)).size > 1) return "its segments cannot be joined";
  const list = join(input.work, "parts.txt");
  await Deno.writeTextFile(list, joinList(parts.map(({ segment }) => segment), parts.map(({ path }) => path)));
  const [first] = parts;
  return {
    joined: { list, startSeconds: first ? startSecondsOf(first.segment) : 0 },
    seconds: (attempt.deps.clock.monotonicMs() - started) / 1000 + before,
    sourceErrors: {
      count: results.reduce((sum, { sourceErrors }) => sum + sourceErrors.count, 0),
      first: results.flatMap(({ sourceErrors }) => sourceErrors.first).slice(0, 5),
    },
  };
}

/**
 * Splits the video and names all segments. `reason` is set if it must not be split. Returns the reason as text if the
 * video is not encoded in segments.
 */
async function cutIntoParts(
  { probe, plan, identity, capabilities }: SegmentsInput,
  video: VideoPlan,
  reason: string | undefined,
  attempt: Attempt,
): Promise<Part[] | string> {
  const { record, handle, deps, log, run } = attempt;
  if (reason !== undefined && !await isOnePart(plan, probe, attempt)) return reason;
  const { ffprobePath, version } = capabilities;
  const lengths = reason === undefined ? deps.cutLengths ?? CUT_LENGTHS : NO_CUTS;
  await record.patch({ message: "Finding split points in the video." });
  const cut = await handle.worker().call("cut", {
    ...{ ffprobePath, path: probe.path, plan: { video, container: plan.container }, lengths },
    stallMs: deps.settings.current().stallTimeoutMinutes * 60_000,
  }, handle.signal);
  await record.patch({ message: null });
  if ("unfit" in cut) return cut.unfit;
  if (cut.parts.length < 2) {
    const why = reason ?? "it has no suitable split point";
    if (cut.parts.length < 1 || reason === undefined && !await isOnePart(plan, probe, attempt)) return why;
    log("info", "A video is encoded as one segment.", { job: run.id, reason: why });
  }
  const folder = segmentFolder(deps.storage.folders.transcodes);
  const shared = cut.parts.map(({ segment }) =>
    segmentKey({ identity, version, args: segmentArgs(probe, video, segment, { output: "part" }) })
  );
  const keys = await keysFor(shared, attempt);
  return cut.parts.map(({ segment, steps }, i) => {
    // There is one key per segment.
    const key = keys[i] as string;
    return { segment, pictures: segment.pictures, steps, key, path: join(folder, `${key}.mp4`) };
  });
}

/**
 * Returns the results of all segments in order. `before` is the approximate number of seconds that earlier attempts
 * took.
 */
async function encodeParts(
  parts: readonly Part[],
  input: SegmentsInput & { video: VideoPlan },
  attempt: Attempt,
): Promise<{ results: Result[]; before: number }> {
  const { deps, run, handle, log } = attempt;
  const folder = segmentFolder(deps.storage.folders.transcodes);
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const results: PartResults = new Map();
  let keptBytes = 0;
  const progress = createSegmentProgress({
    segments: parts.map(({ segment }) => segment),
    seconds: input.plan.durationSeconds,
    // The reserved space does not include segments of earlier attempts.
    onReport: (report, bytes) => handle.reportProgress(report, { folder, bytes: Math.max(0, bytes - keptBytes) }),
    nowMs: deps.clock.monotonicMs,
  });
  const reused = await useStoredSegments(parts, { progress, results }, attempt);
  keptBytes = [...results.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const capacity = deps.slotRules ?? localCapacity(encodeLoad(input.video, attempt));
  await attachProduced(parts, folder, attempt);
  const work = segmentWork({ input, attempt, progress, results });
  run.parts = progress.parts;
  try {
    await runParts<Part, MadePart>({
      ...{ parts, work, signal: handle.signal, clock: PART_CLOCK },
      slotRules: {
        ...capacity,
        async first(signal) {
          const slots = await capacity.first?.(signal) ?? 1;
          log("info", "A video is encoded in segments.", { job: run.id, parts: parts.length, slots });
          return slots;
        },
        hasCapacity: async () => await capacity.hasCapacity() && !handle.isFrozen(),
        onGrow(slots) {
          log("info", "One more segment of a video can be encoded concurrently.", { job: run.id, slots });
          capacity.onGrow?.(slots);
        },
      },
      ...farmOf(input.video, attempt),
    });
  } finally {
    await work.clean();
  }
  // Segments were encoded concurrently. The current concurrency is the best estimate for that of earlier attempts.
  return { results: parts.flatMap(({ key }) => results.get(key) ?? []), before: reused / progress.maxConcurrent() };
}

type Result = PartResults extends Map<string, infer R> ? R : never;

/** Uses segments of earlier attempts. Returns the total number of seconds that they took. */
async function useStoredSegments(
  parts: readonly Part[],
  { progress, results }: { progress: SegmentProgress; results: PartResults },
  { jobStore, deps, run }: Pick<Attempt, "jobStore" | "deps" | "run">,
): Promise<number> {
  const known = await usableSegments(await jobStore.segments.many(parts.map(({ key }) => key)));
  let seconds = 0;
  for (const part of parts) {
    const row = known.get(part.key);
    if (row === undefined) continue;
    await jobStore.segments.save({ ...row, jobId: run.id, usedAt: deps.clock.now().getTime() });
    results.set(part.key, { ...row, sourceErrors: row.sourceErrors as SourceErrors });
    // The segment folder may have changed since then.
    part.path = row.path;
    part.madeBy = row.machine ?? HERE;
    if (row.machine !== null) {
      run.notes.push(`Segment ${part.segment.number + 1} was already encoded by ${row.machineName ?? row.machine}.`);
    }
    const machine = row.machine === null ? null : { id: row.machine, name: row.machineName ?? row.machine };
    progress.done(part.segment.number, { sizeBytes: row.sizeBytes, machine });
    seconds += row.seconds;
  }
  return seconds;
}

/**
 * Finds segments that other machines delivered before the program ended. Those of machines that are no longer accepted
 * are removed.
 */
async function attachProduced(
  parts: readonly Part[],
  folder: string,
  { deps, run }: Pick<Attempt, "deps" | "run">,
): Promise<void> {
  const found = await unverifiedSegments(folder, run.id);
  for (const part of parts) {
    const id = found.get(part.key);
    if (id === undefined) continue;
    const name = part.madeBy === undefined ? await deps.machineName?.(id) : undefined;
    if (name === undefined) await Deno.remove(encodedPath(part.path, run.id, id)).catch(() => {});
    else part.producedBy = { id, name };
  }
}

/** Returns the connection to other machines. Empty if the queue was created without support for other machines. */
function farmOf(
  { encoder }: VideoPlan,
  { deps, slots, handle }: Pick<Attempt, "deps" | "slots" | "handle">,
): { farm?: FarmLink } {
  const { remoteMachines, settings, partTimes: times = PART_TIMES } = deps;
  if (!remoteMachines) return {};
  const agents = () => settings.current().agents;
  return {
    farm: {
      available: async () => agents().enabled ? await remoteMachines.available({ encoder }) : [],
      onChange(listener) {
        const stops = [
          remoteMachines.onChange(listener),
          settings.onChange((keys) => keys.some((key) => key.startsWith("agents.")) && listener()),
        ];
        return () => stops.forEach((stop) => stop());
      },
      isPaused: handle.isFrozenElsewhere,
      // If only agents have the required GPU, no segments are encoded here unless all agents are disconnected.
      keepLocal: () => hasMethod(videoEncoder(encoder).method, settings.current()) ? agents().keepLocal : 0,
      slots,
      times,
    },
  };
}

/** True for the CPU, and for a hardware method that this machine has according to its settings. */
function hasMethod(method: Method, { transcoding }: { transcoding: { hardwareAcceleration: Method; cards: Card[] } }) {
  return method === "none" || transcoding.hardwareAcceleration === method ||
    cardsOf(method, transcoding.cards).some(({ enabled }) => enabled);
}

const PART_CLOCK: PartClock = {
  nowMs: () => performance.now(),
  every(ms, work) {
    const timer = setInterval(work, ms);
    return () => clearInterval(timer);
  },
};

/** Encodes with the same encoder, preset and size are of the same kind. */
function encodeLoad(video: VideoPlan, { slotsByKind }: Pick<Attempt, "slotsByKind">): EncodeLoad {
  const { encoder, preset, width, height, bitDepth } = video;
  return {
    kind: JSON.stringify([encoder, preset, width, height, bitDepth]),
    bytesPerSlot: memoryOf(video),
    sameByThreads: videoEncoder(encoder).sameByThreads ?? false,
    slotsByKind,
  };
}

/**
 * Number of frames that an encoder keeps in memory: lookahead, references, and frames that its threads are processing.
 */
const HELD_PICTURES = 120;

/** Returns the approximate memory use of an encoder for this frame size, in bytes. */
const memoryOf = ({ width, height, bitDepth }: VideoPlan): number =>
  width * height * 1.5 * (bitDepth > 8 ? 2 : 1) * HELD_PICTURES;
