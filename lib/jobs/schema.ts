import * as z from "zod";
import { METRICS } from "../encode/metric.ts";
import { Overrides } from "../encode/profiles/overrides.ts";
import { KindWord } from "../platform/managers/kind_word.ts";
import { REVIEW_STATES } from "./review.ts";
import { JOB_STATES } from "./states.ts";

/** Schemas of jobs and the queue in the API. */

const bytes = z.int().min(0);
const time = z.iso.datetime();
const shortText = z.string().max(1000);

/** Source of a job: a file by its path, or by its ID in a manager. */
export const JobSource = z.object({
  kind: z.enum(["movie", "episode", "file", "album", "track"]).default("file"),
  localPath: z.string().min(1).max(4096).optional(),
  namedPath: z.string().max(4096).optional().describe(
    "The requested path, if a symbolic link in it makes it differ from `localPath`",
  ),
  arr: KindWord.optional(),
  fileId: z.int().positive().optional(),
  arrId: z.int().positive().optional(),
  episodeIds: z.array(z.int().positive()).max(1000).optional(),
  seasonNumber: z.int().min(0).optional(),
  albumId: z.int().positive().optional(),
  trackIds: z.array(z.int().positive()).max(1000).optional(),
  arrPath: z.string().max(4096).optional(),
  releaseGuid: shortText.optional(),
  releaseTitle: shortText.optional(),
  disc: z.object({
    format: z.enum(["uhd", "bluray", "dvd"]).optional(),
    ripIds: z.array(z.string().max(64)).max(1000),
    status: shortText.optional(),
  }).optional().describe("A release that is a full disc"),
  soulseek: z.object({
    username: shortText,
    directory: z.string().max(4096),
    files: z.array(z.object({ filename: z.string().min(1).max(4096), size: bytes })).max(1000),
    status: shortText.optional(),
  }).optional(),
}).meta({ id: "JobSource" });
/** Without `localPath` the file is identified by the manager in `arr` and its IDs. */
export type JobSource = z.infer<typeof JobSource>;

/** Progress of an encode, as reported by ffmpeg. */
export const JobProgress = z.object({
  percent: z.number().min(0).max(100),
  fps: z.number(),
  speed: z.string(),
  speedFactor: z.number(),
  bitrate: z.string(),
  bitrateKbps: z.number(),
  outTimeSeconds: z.number(),
  etaSeconds: z.number().nullable(),
  frame: z.int(),
  sizeBytes: bytes,
  projectedBytes: bytes,
}).meta({ id: "JobProgress" });
/**
 * Times are in seconds. `etaSeconds` is null while the speed is unknown. `projectedBytes` is the expected final size.
 */
export type JobProgress = z.infer<typeof JobProgress>;

/** Speed and bitrate in one section of a running encode. */
export const ProgressSample = z.object({
  atSeconds: z.number().describe("End of the section in the output, in seconds"),
  fps: z.number(),
  kbps: z.number(),
}).meta({ id: "ProgressSample" });
/** A job has at most 120 samples, ordered by position in the output. */
export type ProgressSample = z.infer<typeof ProgressSample>;

/** Segment of an encode, or adjacent segments with the same state on the same machine. */
export const JobPart = z.object({
  number: z.int().describe("Number of the first segment, from 0"),
  count: z.int().min(1).describe("Number of segments"),
  fromSeconds: z.number(),
  untilSeconds: z.number(),
  state: z.enum(["waiting", "encoding", "verifying", "done"]),
  machine: z.object({ id: z.string(), name: z.string() }).nullable().optional().describe(
    "Machine that encodes or encoded it; null for this server, absent while it waits",
  ),
  fps: z.number().optional().describe("Encoding speed, only while it is being encoded"),
  share: z.number().min(0).max(1).optional().describe(
    "Encoded share of a single segment, only while it is being encoded",
  ),
}).meta({ id: "JobPart" });
/** A job has at most 400 entries, in video order. */
export type JobPart = z.infer<typeof JobPart>;

/** Decision for one source stream, with the reason as text. The profile preview also returns it. */
export const StreamDecision = z.object({
  index: z.int(),
  type: z.enum(["video", "audio", "subtitle", "attachment", "data"]),
  codec: z.string(),
  language: z.string().optional(),
  title: z.string().optional(),
  channels: z.int().optional(),
  width: z.int().optional(),
  height: z.int().optional(),
  action: z.enum(["copy", "encode", "drop", "burn", "ocr"]),
  why: z.string(),
}).meta({ id: "StreamDecision" });

/** Search for a quality target, and score of the result. */
export const JobQuality = z.object({
  metric: z.enum(METRICS),
  vmafModel: z.string().optional().describe("Scores of different models are not comparable"),
  target: z.number().optional(),
  percentile: z.number().optional()
    .describe("Percentage of the frames that may score lower than the scores here; absent if these are means"),
  quality: z.number().optional().describe("The encoder's quality value that the search ended with"),
  score: z.number().optional().describe("Score of the samples in the search at this quality value"),
  mean: z.number().optional().describe("Mean score of the samples in the search"),
  trials: z.array(z.object({ quality: z.number(), score: z.number(), mean: z.number().optional() })),
  seconds: z.number().describe("Duration of the search in seconds"),
  measured: z.number().optional().describe("Score of samples from the finished file"),
  measuredMean: z.number().optional().describe("Mean score of samples from the finished file"),
}).meta({ id: "JobQuality" });
/** Scores are in the unit of `metric`. Values that were neither searched for nor measured are absent. */
export type JobQuality = z.infer<typeof JobQuality>;

/** Confidence of the OCR of one bitmap subtitle. */
export const OcrOutcome = z.object({
  index: z.int(),
  language: z.string().optional(),
  cues: z.int(),
  empty: z.int().describe("Bitmaps on which no text was found"),
  forcedCues: z.int(),
  topCues: z.int().optional().describe("Subtitles at the top of the frame"),
  damaged: z.int().optional().describe("Packets that could not be decoded completely"),
  confidence: z.number().describe("Mean confidence of all words, 0 to 100"),
}).meta({ id: "OcrOutcome" });
/** One entry per subtitle stream that was converted. `index` is the source stream. */
export type OcrOutcome = z.infer<typeof OcrOutcome>;

/** Check of a result, and its finding as text. */
export const JobCheck = z.object({
  id: z.string(),
  title: z.string(),
  state: z.enum(["passed", "failed", "unmade", "skipped"]).describe(
    "`unmade`: the check applies but could not be run; `skipped`: an earlier check failed",
  ),
  text: z.string(),
  places: z.array(z.object({ startSeconds: z.number(), seconds: z.number() })).optional().describe(
    "Sections of the output that were compared, if not all of it was",
  ),
}).meta({ id: "JobCheck" });

/** Verification of a result. */
export const JobVerification = z.object({
  mode: z.enum(["off", "windows", "full"]).optional(),
  seconds: z.number().optional(),
  checks: z.array(JobCheck).optional(),
  sourceErrors: z.object({
    count: z.int(),
    first: z.array(z.object({ atSeconds: z.number(), text: z.string() })),
  }).optional().describe("Decoder errors while the source was read"),
  originalKept: z.string().optional().describe(
    "Reason that an original was kept although it should have been replaced",
  ),
}).meta({ id: "JobVerification" });
/** `checks` are in the order of `verify`. Values that were not recorded are absent. `seconds` is wall time. */
export type JobVerification = z.infer<typeof JobVerification>;

/** Activity of a running job. */
export const JOB_PHASES = ["search", "ocr", "encode", "verify", "publish", "rescan"] as const;

/** Job as returned by the API. */
export const Job = z.object({
  id: z.string(),
  title: z.string(),
  subtitle: z.string().optional(),
  poster: z.string().optional(),
  status: z.enum(JOB_STATES),
  phase: z.enum(JOB_PHASES).optional(),
  message: z.string().optional(),
  labels: z.array(z.string()),
  trigger: z.enum(["manual", "grab", "auto", "disc"]),
  priority: z.int(),
  position: z.int().optional().describe("Position among the queued jobs, from 1"),
  profileId: z.string(),
  profileName: z.string(),
  resolvedProfile: z.object({
    summary: z.array(z.string()),
    reasons: z.array(z.string()).optional().describe("Rules of a smart profile that matched, and the reasons"),
    profile: z.unknown().optional().describe("The recipe that a smart profile resolved to"),
  }).optional(),
  streams: z.array(StreamDecision).optional().describe("Decision for every source stream; not in lists"),
  audioOnly: z.boolean(),
  overrides: Overrides.optional().describe("The user's changes for this file"),
  source: JobSource,
  outputPath: z.string().optional(),
  originalKeptAt: z.string().optional(),
  originalKeptUntil: time.optional(),
  progress: JobProgress.optional(),
  samples: z.array(ProgressSample).optional().describe("Speed and bit rate so far; only while it is being encoded"),
  parts: z.array(JobPart).optional().describe("Segments of a video that is encoded in segments; not in lists"),
  mediaSeconds: z.number().optional().describe("Duration of the output; only while it is being encoded"),
  endsAt: time.optional().describe("Expected end of the encode at its current speed; only while it runs"),
  heldBy: z.string().optional().describe("Why the running encode is suspended, such as the playback of a movie"),
  preview: z.boolean(),
  estimatedBytes: bytes.optional(),
  expectedBytes: bytes.optional().describe(
    "Expected size of a waiting job in lists: the estimate, or a value based on the latest jobs of the profile",
  ),
  expectedSeconds: z.number().optional().describe("Expected encoding time, based on the latest jobs of the profile"),
  inputSizeBytes: bytes.optional(),
  outputSizeBytes: bytes.optional(),
  review: z.enum(REVIEW_STATES).optional().describe(
    "Decision about a finished encode and the original beside it; absent if only one of them exists",
  ),
  command: z.string().optional(),
  warnings: z.array(z.string()),
  error: z.string().optional(),
  errorCode: z.string().optional(),
  attempt: z.int().min(1),
  software: z.boolean(),
  device: z.string().optional().describe("GPU that encodes or encoded the video: its index or render node"),
  waitsFor: z.string().optional().describe(
    "Why a queued job does not start although the queue runs, such as a busy GPU",
  ),
  parentId: z.string().optional(),
  ripId: z.string().optional(),
  batchId: z.string().optional(),
  bulkId: z.string().optional().describe("Bulk request that created the job"),
  agentId: z.string().optional(),
  createdAt: time,
  startedAt: time.optional(),
  finishedAt: time.optional(),
  durationSeconds: z.number().optional(),
  quality: JobQuality.optional(),
  ocr: z.array(OcrOutcome).optional(),
  verification: JobVerification.optional().describe("Verification of the result; not in lists"),
}).meta({ id: "Job" });
/**
 * Row of the jobs table with its details. Lists omit the fields that are documented as available only for a single job.
 */
export type Job = z.infer<typeof Job>;

/** Log of a job. `truncated` is true if lines in the middle are missing. */
export const JobLog = z.object({
  command: z.string(),
  args: z.array(z.string()),
  lines: z.array(z.string()),
  truncated: z.boolean(),
}).meta({ id: "JobLog" });
/** `args` are the arguments of `command`. `lines` are the output of the tools, oldest first. */
export type JobLog = z.infer<typeof JobLog>;

/** Queue statistics. */
export const QueueState = z.object({
  paused: z.boolean(),
  heldBy: z.string().optional().describe(
    "Why encodes wait although the queue is not paused; absent if encodes may run",
  ),
  heldUntil: z.string().optional().describe(
    "Condition that ends the wait, such as `the processor is below 75 °C (now 88 °C)`; absent if it is unknown",
  ),
  limit: z.int(),
  running: z.int(),
  queued: z.int(),
  waiting: z.int(),
  waitingForSpace: z.int(),
  done: z.int(),
  failed: z.int(),
  etaSeconds: z.number().nullable(),
  queuedBytes: z.int().describe("Total size of all queued sources"),
  expectedBytes: z.int().nullable().describe("Expected total size of the outputs; null if unknown"),
  savedBytes: z.int().describe("Bytes freed by replacing originals"),
  wouldFreeBytes: z.int().describe("Bytes that would be freed if finished encodes replaced their originals"),
  undecided: z.int().describe("Finished encodes beside their originals that wait for a decision"),
  runningIds: z.array(z.string()),
  sleepInhibited: z.boolean(),
  outsideSchedule: z.boolean().describe("True outside the encoding hours, when no encode starts"),
  scheduleOpensAt: time.optional().describe(
    "Start of the encoding hours; absent during them, or if they never start",
  ),
}).meta({ id: "QueueState" });
/** `limit` is the maximum number of concurrent jobs. `etaSeconds` is null if unknown. */
export type QueueState = z.infer<typeof QueueState>;

/** Expected times of the waiting jobs in queue order. */
export const QueuePlan = z.object({
  endsAt: time.optional().describe("Expected end of the whole queue; absent if unknown"),
  jobs: z.array(z.object({ id: z.string(), startsAt: time, endsAt: time })).describe(
    "Waiting jobs in the order in which they start; jobs of unknown duration are omitted",
  ),
}).meta({ id: "QueuePlan" });
/** Basis of the times: the pace of recent encodes with the same profile, the limit and the schedule. */
export type QueuePlan = z.infer<typeof QueuePlan>;
