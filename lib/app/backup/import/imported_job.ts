import { isAbsolute, normalize } from "node:path";
import * as z from "zod";
import { jobDetails, type JobDetailsRow, type JobRow, jobs, NO_LEASE } from "../../../../db/schema/jobs.ts";
import type { Plan } from "../../../encode/plan/model.ts";
import { ID_PATTERN } from "../../../kit/id.ts";
import { Job, JobQuality, JobSource, JobVerification, OcrOutcome, StreamDecision } from "../../../jobs/schema.ts";
import { identityKey } from "../../../media/probe/source.ts";
import { isInside } from "../../../platform/storage/own_places.ts";
import { isFinished } from "../../../jobs/states.ts";
import { toJob } from "../../../jobs/job_view.ts";
import { Overrides } from "../../../encode/profiles/overrides.ts";
import { ProfileInput } from "../../../encode/profiles/schema.ts";
import { type ReadRow, rowReader } from "./row_schema.ts";

/** Matches the paths of Lathe's own images and the URLs of images on the web. */
export const POSTER = /^(?:https?:\/)?\/|^api\//;

/** Folders on this machine in which job files are allowed. All paths are real paths. */
export interface PathRules {
  /** Media roots. If empty, files may be anywhere. */
  mediaRoots: string[];
  /** Folders of the service, which contain no media. */
  ownFolders: string[];
  /** Exception to `ownFolders`: the folder of finished rips. */
  rips: string;
}

/** A job from a backup, as a row for this machine, without leases, processes and running steps. */
export interface ImportedJob {
  row: JobRow;
  /** True if it was unfinished when the backup was made. It is not restarted. */
  interrupted: boolean;
  /** True if one of its paths is not allowed for jobs on this machine. */
  pathLeftOut: boolean;
}

const id = z.string().regex(ID_PATTERN, "not an ID");
const optionalId = id.nullable().catch(null);
const shortTexts = z.array(z.string().max(10_000)).max(1000);

const readJob: ReadRow<typeof jobs> = rowReader(jobs, {
  id,
  title: z.string().max(10_000),
  labels: shortTexts,
  source: JobSource,
  sourcePath: z.string().max(4096),
  outputPath: z.string().max(4096),
  sourceIdentity: z.object({
    sizeBytes: z.int().min(0),
    mtimeNs: z.string().regex(/^-?\d{1,20}$/),
    inode: z.string().regex(/^\d{1,20}$/),
    device: z.string().regex(/^\d{1,20}$/),
  }),
  warnings: shortTexts,
  overrides: Overrides.nullable(),
  device: z.string().max(200).nullable().catch(null),
  poster: z.string().max(1000).regex(POSTER).nullable().catch(null),
  attempt: z.int().min(1).max(1_000_000),
  lostLeases: z.int().min(0).max(1_000_000),
  parentId: optionalId,
  ripId: optionalId,
  batchId: optionalId,
  bulkId: optionalId,
  agentId: optionalId,
});

/**
 * Columns that refer to a file, process or lease on which the program could act. They are not part of the history, so
 * they are not imported.
 */
const MACHINE_FACTS = {
  tempPath: null,
  plannedOutput: null,
  originalKeptAt: null,
  originalKeptUntil: null,
  spaceNeeds: null,
  cardFaults: null,
  ...NO_LEASE,
} satisfies Partial<JobRow>;

/**
 * Converts a job from a backup to a history entry: it neither runs nor waits, and refers only to files that may be
 * media on this machine. Pure.
 */
export function importedJob(
  raw: Parameters<typeof readJob>[0],
  { paths, now }: { paths: PathRules; now: Date },
): ImportedJob | { problem: string } {
  const read = readJob(raw);
  if ("problem" in read) return read;
  const given = read.row;
  const sourcePath = mayBeMedia(given.sourcePath, paths) ? given.sourcePath : "";
  const outputPath = given.outputPath !== null && mayBeMedia(given.outputPath, paths) ? given.outputPath : null;
  const { localPath: _, ...source } = given.source;
  const interrupted = !isFinished(given.status) || given.status === "publish_failed";
  const row: JobRow = {
    ...given,
    ...MACHINE_FACTS,
    sourcePath,
    outputPath,
    source: sourcePath === "" ? source : { ...source, localPath: sourcePath },
    ...reviewOf(given, sourcePath !== "" && outputPath !== null),
    sourceKey: given.sourceIdentity ? identityKey(given.sourceIdentity) : sourcePath,
    ...(interrupted
      ? {
        status: "failed",
        message: null,
        error: `Restored from a backup that was taken while this job was ${given.status.replaceAll("_", " ")}. ` +
          "It was not restarted: check its file, then retry or remove it.",
        errorCode: "interrupted",
        finishedAt: now.getTime(),
      }
      : {}),
  };
  const shown = Job.safeParse(shownOf(row));
  if (!shown.success) {
    const [issue] = shown.error.issues;
    return { problem: `${issue?.path.join(".")}: ${issue?.message}` };
  }
  const pathLeftOut = sourcePath !== given.sourcePath || outputPath !== given.outputPath;
  return { row, interrupted, pathLeftOut };
}

/**
 * A replacement of the original that was in progress is not continued. The decision about the files is imported only if
 * both of them exist.
 */
function reviewOf({ review, wouldFreeBytes }: JobRow, hasBoth: boolean): Pick<JobRow, "review" | "wouldFreeBytes"> {
  if (review === null || !hasBoth) return { review: null, wouldFreeBytes: 0 };
  return { review: review === "kept" ? "kept" : "undecided", wouldFreeBytes };
}

function shownOf(row: JobRow): unknown {
  try {
    return toJob(row);
  } catch {
    return undefined;
  }
}

/** True if a job's file may have this path. An empty path belongs to a job whose file never arrived. */
export function mayBeMedia(path: string, { mediaRoots, ownFolders, rips }: PathRules): boolean {
  if (path === "") return true;
  if (!isAbsolute(path) || normalize(path) !== path || /[\0\ufffd]/.test(path)) return false;
  if (["/proc/", "/sys/", "/dev/"].some((folder) => path.startsWith(folder))) return false;
  if (!isInside(path, rips) && ownFolders.some((folder) => isInside(path, folder))) return false;
  return mediaRoots.length === 0 || mediaRoots.some((root) => isInside(path, root));
}

const ShownPlan = z.object({
  summary: shortTexts,
  streams: z.array(StreamDecision).max(1000).catch([]),
  smart: z.object({ reasons: shortTexts, profile: ProfileInput.optional().catch(undefined) }).optional()
    .catch(undefined),
});

const readDetails = rowReader(jobDetails, {
  jobId: id,
  plan: ShownPlan.nullable().catch(null),
  quality: JobQuality.nullable().catch(null),
  ocr: z.array(OcrOutcome).max(1000).nullable().catch(null),
  verification: JobVerification.nullable().catch(null),
});

/**
 * Reduces a job's details to those that its page shows. Probe and estimate were only needed for the attempt, and the
 * complete plan could start a tool.
 */
export function importedDetails(
  raw: Parameters<typeof readDetails>[0],
): { row: JobDetailsRow } | { problem: string } {
  const read = readDetails({ ...raw, probe: null, estimate: null });
  if ("problem" in read) return read;
  const plan = read.row.plan as Pick<Plan, "summary" | "streams"> | null;
  return { row: { ...read.row, plan } };
}
