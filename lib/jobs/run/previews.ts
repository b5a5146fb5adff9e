import type { JobRow } from "../../../db/schema/jobs.ts";
import type { Plan } from "../../encode/plan/model.ts";
import { Fault, JobFailure } from "../../kit/fault.ts";
import { joinFrames } from "../../media/frames/frame_pair.ts";
import { lastFrameOfGrowingMkv } from "../../media/frames/growing_mkv.ts";
import type { Probe } from "../../media/probe/model.ts";
import { mainVideo } from "../../media/probe/probe.ts";
import { livePreviewPath, partialSuffix } from "../delivery/file_names.ts";
import { cutOf } from "../previews/shown_side.ts";
import { existingJob, type JobStore } from "../job_store.ts";
import type { Jobs, ShownJobFile } from "../service.ts";
import type { RunnerDeps } from "../attempt/run.ts";

/** Provides frames of a job during and after its run. */

type Jpeg = Uint8Array<ArrayBuffer>;
type PreviewDeps = Pick<RunnerDeps, "deps" | "jobStore">;
/** Frames of files that are being written by path, with the time of the request (monotonic milliseconds). */
type PreviewCache = Map<string, { at: number; frame: Promise<Jpeg> }>;

/**
 * Time in milliseconds for which a frame of a file that is being written is cached, so that ten open pages need only
 * one decode.
 */
const CACHE_MS = 2000;
const PREVIEW_WIDTH = 960;
/** Width in pixels of each frame before both are joined in one image. */
const PAIR_WIDTH = 1920;

/** Creates the service with its own cache. */
export function createPreviews(
  runner: PreviewDeps,
): {
  live: Jobs["livePreview"];
  encoded: Jobs["encodedPreview"];
  frame: Jobs["frame"];
  framePair: Jobs["framePair"];
  shownFile: Jobs["shownFile"];
} {
  const cache: PreviewCache = new Map();
  return {
    live: (id) => livePreview(runner, id),
    encoded: (id) => encodedPreview(runner, cache, id),
    frame: (id, which, seconds, width) => jobFrame(runner, id, which, seconds, width),
    framePair: (id, seconds) => pairOfFrames(runner, id, seconds),
    shownFile: (id, which) => shownFile(runner, id, which),
  };
}

async function livePreview({ deps, jobStore }: PreviewDeps, id: string): Promise<Jpeg> {
  await existingJob(jobStore, id);
  try {
    return await Deno.readFile(livePreviewPath(deps.storage.folders.transcodes, id));
  } catch {
    throw noPreview("There is no live preview: the job is not encoding video right now.");
  }
}

async function encodedPreview({ deps, jobStore }: PreviewDeps, cache: PreviewCache, id: string): Promise<Jpeg> {
  const row = await existingJob(jobStore, id);
  const { plan } = await plannedFacts(jobStore, id);
  if (row.status !== "encoding" || row.tempPath === null || plan === undefined) {
    throw noPreview("Nothing is being written now.");
  }
  const part = await newestPart(id, jobStore);
  if (part !== undefined) {
    return await deps.media.frame({ path: part, atSeconds: 0, width: PREVIEW_WIDTH, hdr: plan.video?.hdr ?? "sdr" });
  }
  if (plan.container !== "mkv" && plan.container !== "webm") {
    throw noPreview(`A ${plan.container} file cannot be read before it is finished.`);
  }
  const path = row.tempPath;
  if (!path.endsWith(partialSuffix(id))) throw noPreview("Nothing is being written now.");
  const { ffmpegPath } = await deps.media.capabilities();
  return await cached(
    cache,
    path,
    deps.clock.monotonicMs(),
    () => lastFrameOfGrowingMkv({ ffmpegPath, path, width: PREVIEW_WIDTH, hdr: plan.video?.hdr }),
  );
}

/** Returns the segment that was finished last. */
async function newestPart(id: string, { segments }: JobStore): Promise<string | undefined> {
  const parts = await segments.ofJobs([id]);
  return parts.sort((a, b) => b.usedAt - a.usedAt)[0]?.path;
}

async function pairOfFrames(runner: PreviewDeps, id: string, seconds: number): Promise<Jpeg> {
  const { deps } = runner;
  const [left, right] = await Promise.all([
    jobFrame(runner, id, "source", seconds, PAIR_WIDTH),
    jobFrame(runner, id, "output", seconds, PAIR_WIDTH),
  ]);
  const { ffmpegPath } = await deps.media.capabilities();
  return await joinFrames({ ffmpegPath, left, right, folder: deps.storage.folders.transcodes });
}

async function jobFrame(
  runner: PreviewDeps,
  id: string,
  which: "source" | "output",
  seconds: number,
  width: number,
): Promise<Jpeg> {
  const { path, hdr, before, durationSeconds } = await shownFile(runner, id, which);
  const end = durationSeconds === undefined ? seconds : Math.max(0, durationSeconds - 0.1);
  try {
    return await runner.deps.media.frame({
      ...{ path, width, hdr, before },
      atSeconds: Math.min(Math.max(0, seconds), end),
    });
  } catch (error) {
    if (error instanceof JobFailure) throw noPreview(error.message);
    throw error;
  }
}

/**
 * Returns the file of one side and how it is displayed. The source is cropped like the encode. After a replacement the
 * original is shown from its bin while it is kept.
 */
async function shownFile(
  { jobStore }: PreviewDeps,
  id: string,
  which: "source" | "output",
): Promise<ShownJobFile> {
  const row = await existingJob(jobStore, id);
  const { probe, plan } = await plannedFacts(jobStore, id);
  const path = which === "output" ? row.outputPath : sourcePathNow(row);
  if (path === null || path === "") {
    throw noPreview(which === "output" ? "There is no output yet." : "The original is no longer kept.");
  }
  const source = probe && mainVideo(probe);
  const encoded = plan?.video && plan.video.encoder !== "copy" ? plan.video : undefined;
  const video = which === "output" ? encoded ?? source : source;
  return {
    path,
    hdr: video?.hdr ?? "sdr",
    before: which === "source" && encoded ? cutOf(encoded) : [],
    frameRate: video?.frameRate,
    durationSeconds: probe?.durationSeconds,
  };
}

/** Returns the current path of a job's source, or null if it was replaced and is no longer kept. */
const sourcePathNow = ({ originalKeptAt, outputPath, sourcePath }: JobRow): string | null =>
  originalKeptAt ?? (outputPath === sourcePath ? null : sourcePath);

/** Returns the probe and the plan of the last attempt. */
async function plannedFacts({ jobs }: JobStore, id: string): Promise<{ probe?: Probe; plan?: Plan }> {
  const details = await jobs.details(id);
  return { probe: details?.probe as Probe | undefined, plan: details?.plan as Plan | undefined };
}

/** Runs one decode at a time per file and caches the frame for `CACHE_MS`. Failures are not cached. */
function cached(cache: PreviewCache, path: string, now: number, decode: () => Promise<Jpeg>): Promise<Jpeg> {
  for (const [other, { at }] of cache) if (now - at > CACHE_MS) cache.delete(other);
  const known = cache.get(path);
  if (known) return known.frame;
  const frame = decode();
  cache.set(path, { at: now, frame });
  frame.catch(() => cache.delete(path));
  return frame;
}

const noPreview = (message: string) => new Fault("no_preview", message);
