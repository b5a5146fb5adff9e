import { dirname, join } from "node:path";
import { dynamicHdrStep } from "../../encode/run/dynamic_hdr_steps.ts";
import { type JoinedVideo, type SideFiles, toArgs } from "../../encode/args/args.ts";
import type { LivePreview } from "../../encode/args/preview_args.ts";
import { commandText } from "../../encode/args/command_text.ts";
import type { AudioPlan, Plan } from "../../encode/plan/model.ts";
import { toolTarget } from "../../encode/plan/audio/music_tool.ts";
import { JobFailure } from "../../kit/fault.ts";
import type { Probe } from "../../media/probe/model.ts";
import type { Capabilities } from "../../media/tools/capabilities.ts";
import type { SourceIdentity } from "../../media/probe/source.ts";
import { encodertoolArgs } from "../../media/audio/encodertool_args.ts";
import { containerFacts } from "../../encode/profiles/containers.ts";
import type { OutputRecipe } from "../../encode/profiles/schema.ts";
import { isDiskFull } from "../../kit/disk/disk_full.ts";
import { identityOf, removeOwnFile } from "../delivery/file_moves.ts";
import { livePreviewPath } from "../delivery/file_names.ts";
import { jobLogPath } from "../workers/job_log.ts";
import type { OutputPaths } from "../intake/output_paths.ts";
import { InsufficientSpace } from "./claim_output.ts";
import type { JobVerification } from "../schema.ts";
import type { EncodeRequest, EncodeResult } from "../workers/messages.ts";
import { requireSameSource } from "../attempt/same_source.ts";
import { encodeSegments, type SegmentsResult } from "../segments/encode_segments.ts";
import { segmentFolder } from "../segments/segment_files.ts";
import { UnfitParts } from "../segments/part_here.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { deviceFor } from "../attempt/card_slot.ts";

/** Input of one tool run. */
export interface EncodeInput {
  probe: Probe;
  plan: Plan;
  place: OutputPaths;
  identity: SourceIdentity;
  capabilities: Capabilities;
  side?: SideFiles;
  /** Folder that only this job uses. */
  work: string;
  /** Setting of the profile for encoding in segments. */
  segments: OutputRecipe["segments"];
}

/** Unix niceness. Other programs have priority. */
const NICE = 10;
const PREVIEW_EVERY_SECONDS = 4;

/**
 * Runs the tool for a job in the state `encoding`, records the finished file in the journal, and changes the state to
 * `finalizing`.
 */
export async function encodeFile(input: EncodeInput, attempt: Attempt): Promise<void> {
  const { plan, place, identity } = input;
  const { record, handle, run, token, crashPoint } = attempt;
  await requireSameSource(record.row.sourcePath, identity);
  const { command } = encodeRequest(input, attempt);
  await record.saveDetails({ command });
  // The intent is recorded first, so that a process that was started just before a crash can be found by its token.
  await record.patch({ childToken: token, ...NO_CHILD, tempPath: place.partial });
  crashPoint("child-intended");
  await removeOwnFile(place.partial);
  handle.durationSeconds = plan.durationSeconds;
  try {
    run.preview = hasLivePreview(plan);
    const parts = await encodeInParts(input, attempt);
    const request = encodeRequest(input, attempt, parts?.joined);
    const encode = () => handle.worker().call("encode", request, handle.signal);
    const whole = await (parts ? withoutProgress(encode, place, attempt) : encode());
    await handle.childRecorded();
    crashPoint("tool-exited");
    await requireSameSource(record.row.sourcePath, identity);
    await recordEncoded(input, parts ? together(parts, whole) : whole, attempt);
  } catch (error) {
    if (isDiskFull(error)) throw await noRoomFor(place, attempt);
    throw error;
  } finally {
    run.preview = false;
    await handle.childRecorded();
  }
}

/** Encodes the video in segments if possible. Returns undefined if a single process encodes the whole file. */
async function encodeInParts(input: EncodeInput, attempt: Attempt): Promise<SegmentsResult | undefined> {
  const livePreview = livePreviewOf(attempt);
  const result = await encodeSegments({ ...input, livePreview }, attempt).catch((error) => {
    if (error instanceof UnfitParts) return error.message;
    throw error;
  });
  if (typeof result !== "string") return result;
  attempt.log("info", "A video is encoded by a single process.", { job: attempt.run.id, reason: result });
  return undefined;
}

/** Joining segments does not encode, so the progress does not change. */
async function withoutProgress<T>(
  join: () => Promise<T>,
  place: OutputPaths,
  { deps, run, record, handle }: Pick<Attempt, "deps" | "run" | "record" | "handle">,
): Promise<T> {
  const folder = dirname(place.partial);
  const forget = handle.watchSlot(0, ({ sizeBytes }) => deps.storage.space.wrote(run.id, folder, sizeBytes));
  try {
    await record.patch({ message: "Joining the segments of the video." });
    const joined = await join();
    await record.patch({ message: null });
    return joined;
  } finally {
    forget();
  }
}

/** Combines the results of encoding and of joining the segments. Both may contain errors in the source. */
const together = (parts: SegmentsResult, whole: EncodeResult) => ({
  seconds: parts.seconds + whole.seconds,
  sourceErrors: parts.sourceErrors.count > 0 ? parts.sourceErrors : whole.sourceErrors,
});

/**
 * Returns the complete request for the worker: the arguments of ffmpeg, and the commands of other tools before and
 * after it.
 */
function encodeRequest(
  { probe, plan, place, capabilities, side, work }: EncodeInput,
  attempt: Pick<Attempt, "deps" | "run" | "encodeSlots">,
  joined?: JoinedVideo,
): EncodeRequest {
  const { ffmpegPath } = capabilities;
  const { deps, run } = attempt;
  const device = deviceFor(plan, attempt);
  const { stallTimeoutMinutes, transcoding: { hardwareDecoding } } = deps.settings.current();
  const tool = toolStep(plan, capabilities, work);
  const args = tool ? toArgs(probe, tool.plan, { output: tool.input, side }) : toArgs(probe, plan, {
    output: place.partial,
    ...(hasLivePreview(plan) && !joined ? { livePreview: livePreviewOf({ deps, run }) } : {}),
    ...(side ? { side } : {}),
    ...(device ? { device } : {}),
    hardwareDecoding,
    ...(joined ? { joined } : {}),
  });
  const dynamicHdr = dynamicHdrStep({ probe, plan, capabilities, encoded: place.partial, work });
  return {
    ffmpegPath,
    args,
    command: commandText(ffmpegPath, args),
    output: place.partial,
    logPath: jobLogPath(deps.storage.jobLogs, run.id),
    notes: run.notes,
    stallMs: stallTimeoutMinutes * 60_000,
    nice: NICE,
    sourceFormat: probe.format,
    ...(tool ? { tool: tool.run } : {}),
    ...(dynamicHdr ? { dynamicHdr } : {}),
  };
}

const livePreviewOf = ({ deps, run }: Pick<Attempt, "deps" | "run">): LivePreview => ({
  path: livePreviewPath(deps.storage.folders.transcodes, run.id),
  everySeconds: PREVIEW_EVERY_SECONDS,
});

/** True if there is a live preview. There is none for copied video. */
const hasLivePreview = ({ video }: Plan): boolean => video !== undefined && video.encoder !== "copy";

/** Records the finished file in the journal before the state of the job changes. */
async function recordEncoded(
  { place }: EncodeInput,
  { seconds, sourceErrors }: Pick<EncodeResult, "seconds" | "sourceErrors">,
  { record, run }: Pick<Attempt, "record" | "run">,
): Promise<void> {
  const encoded = await identityOf(place.partial);
  if (encoded === undefined || encoded.sizeBytes === 0) {
    throw new JobFailure("verification_failed", "The tool exited without an error but wrote no file.");
  }
  // The errors in the source are stored before the step from which a restart continues, so that they are not lost.
  await record.saveDetails({ verification: { sourceErrors } satisfies JobVerification });
  const journal = await record.openJournal();
  await journal.step("encoded", place, () => Promise.resolve(encoded));
  run.encoded = true;
  await record.advance("toolExited", {
    phase: "verify",
    outputSizeBytes: encoded.sizeBytes,
    durationSeconds: seconds,
    ...NO_CHILD,
  });
}

/** Returns the encoder tool's command and the lossless file created for it, or undefined if ffmpeg does it all. */
function toolStep(plan: Plan, { encodertool }: Capabilities, work: string) {
  const [audio] = plan.audio;
  const target = audio && toolTarget(audio);
  if (!audio || !target || !encodertool) return undefined;
  const { extension } = containerFacts(plan.container);
  const input = join(work, "for-tool.flac");
  const output = join(work, `from-tool${extension}`);
  const home = join(work, "home");
  const flac: AudioPlan = {
    ...audio,
    tool: undefined,
    encoder: "flac",
    codec: "flac",
    bitrate: 0,
    compressionLevel: 0,
  };
  return {
    plan: { ...plan, container: "flac" as const, audio: [flac], attachments: [] },
    input,
    run: { path: encodertool.path, args: encodertoolArgs({ target, input, output }), output, home },
  };
}

/** Clears the process ID of the tool. The token is kept, because it identifies the processes that verify the file. */
const NO_CHILD = { childPid: null, childStart: null } as const;

/**
 * Handles a full disk caused by an underestimated size. The next attempt requires free space of 150 % of the size
 * written so far, or of the expected size of the missing segments.
 */
async function noRoomFor(place: OutputPaths, { run, deps }: Pick<Attempt, "run" | "deps">): Promise<InsufficientSpace> {
  const whole = await identityOf(place.partial);
  const { sizeBytes = 0, projectedBytes = 0 } = run.progress ?? {};
  const inParts = whole === undefined && run.parts !== undefined;
  const path = inParts ? segmentFolder(deps.storage.folders.transcodes) : dirname(place.partial);
  const written = inParts ? Math.max(0, projectedBytes - sizeBytes) : whole?.sizeBytes ?? sizeBytes;
  await removeOwnFile(place.partial);
  deps.storage.space.release(run.id);
  const needs = [{ path, bytes: Math.ceil(written * 1.5) + 1_000_000 }];
  const shortage = await deps.storage.space.shortage(needs);
  return new InsufficientSpace(needs, shortage ?? { path, needed: needs[0]?.bytes ?? 0, free: 0 });
}
