import type { DiskReads } from "../../kit/disk/disk_reads.ts";
import type { FindingRepository } from "../../../db/library/findings.ts";
import type { JobRepository } from "../../../db/jobs/jobs.ts";
import { type MarkRepository, markRepository } from "../../../db/library/library_marks.ts";
import { qualityReportRepository } from "../../../db/jobs/quality_reports.ts";
import { savingsRepository } from "../../../db/jobs/savings.ts";
import type { Store } from "../../../db/store.ts";
import type { Plan } from "../../encode/plan/model.ts";
import type { SourceFile } from "../intake/source_file.ts";
import type { Clock } from "../../kit/clock.ts";
import { Fault } from "../../kit/fault.ts";
import type { Probe } from "../../media/probe/model.ts";
import { createPool, mapConcurrent } from "../../kit/async.ts";
import type { Media } from "../../media/service.ts";
import { createFileChecks, type FileChecks } from "./checks.ts";
import { type ComparedFiles, createQualityReports, type QualityReports } from "./quality.ts";
import { createSavings, type Savings } from "./savings.ts";

/** Reports about finished jobs and files. */
export interface Reports {
  readonly quality: QualityReports;
  readonly checks: FileChecks;
  savings(): Promise<Savings>;
  /**
   * Returns the files that Lathe created, in their current state. Files on a disk that does not respond are omitted.
   */
  encodedHere(paths: readonly string[]): Promise<string[]>;
  /** Same as `encodedHere`, for files whose size is known. */
  encodedAmong(files: { path: string; size: number }[]): Promise<ReadonlySet<string>>;
  /**
   * Returns the video that the source (or kept original) and the result of a finished job have in common, or undefined
   * if either is missing or there is no video. Uses the job's records without starting a tool.
   */
  comparison(jobId: string): Promise<ComparedVideo | undefined>;
}

/** Video that two files have in common. Times are in seconds, sizes in pixels of the result. */
export interface ComparedVideo {
  durationSeconds: number;
  frameRate: number;
  width: number;
  height: number;
}

/** Services and options of the reports. */
export interface ReportsDeps {
  store: Store;
  findings: FindingRepository;
  jobs: Pick<JobRepository, "get" | "details">;
  media: Pick<Media, "capabilities" | "probe">;
  clock: Clock;
  disks: Pick<DiskReads, "visible" | "read">;
  source(path: string): Promise<SourceFile>;
}

/**
 * Maximum time in milliseconds that the page of a job waits for disks. Files that are not available by then are not
 * compared.
 */
const PATIENCE_MS = 2_000;

/** Creates the reports. */
export function createReports({ store, findings, jobs, media, clock, disks, source }: ReportsDeps): Reports {
  const marks = markRepository(store);
  return {
    quality: createQualityReports({
      repository: qualityReportRepository(store),
      media,
      clock,
      pool: createPool({ running: 1, waiting: 8 }),
      comparable: (id) => comparable(id, { jobs, disks }),
    }),
    checks: createFileChecks({ findings, media, clock, source }),
    savings: createSavings(savingsRepository(store)),
    encodedAmong: marks.encoded,
    encodedHere: (paths) => encodedHere(paths, { marks, disks }),
    async comparison(id) {
      const { plan } = await comparable(id, { jobs, disks }) ?? {};
      const { video, durationSeconds = 0 } = plan ?? {};
      if (!video) return undefined;
      const [numerator, denominator] = video.frameRate;
      return {
        durationSeconds,
        frameRate: numerator / Math.max(1, denominator),
        width: video.width,
        height: video.height,
      };
    },
  };
}

/** Returns the source (or the original in the recycle bin) and the result of a finished job, if both exist. */
export async function comparable(
  id: string,
  { jobs, disks }: Pick<ReportsDeps, "jobs" | "disks">,
): Promise<ComparedFiles | undefined> {
  const row = await jobs.get(id);
  if (!row) throw new Fault("not_found", `There is no job ${id}.`);
  const details = await jobs.details(id);
  const replaced = row.outputPath === row.sourcePath;
  const sourcePath = row.originalKeptAt ?? (replaced ? undefined : row.sourcePath);
  const { outputPath } = row;
  if (row.status !== "done" || !details?.plan || !details.probe || !sourcePath || !outputPath) return undefined;
  const there = await disks.visible([sourcePath, outputPath], {
    patienceMs: PATIENCE_MS,
    fresh: true,
    otherwise: false,
  });
  if (!there.every(Boolean)) return undefined;
  return { probe: details.probe as Probe, plan: details.plan as Plan, sourcePath, outputPath };
}

const CONCURRENT_READS = 8;

async function encodedHere(
  paths: readonly string[],
  { marks, disks }: { marks: MarkRepository; disks: Pick<DiskReads, "read"> },
): Promise<string[]> {
  const files = await mapConcurrent(paths, CONCURRENT_READS, async (path) => {
    const size = await disks.read(path, () => Deno.stat(path).then(({ size }) => size, () => undefined), PATIENCE_MS);
    return size === undefined ? [] : [{ path, size }];
  });
  const encoded = await marks.encoded(files.flat());
  return paths.filter((path) => encoded.has(path));
}
