import { join } from "node:path";
import { insertJobs } from "../../db/jobs/job_insert.ts";
import type { NewJobRow } from "../../db/schema/jobs.ts";
import { openStore } from "../../db/store.ts";
import type { Movie } from "../fakes/arr/movies_model.ts";
import { pathOf } from "../fakes/arr/movies_model.ts";
import { jobRow } from "../fixtures/job_rows.ts";

const DAY_MS = 86_400_000;
const GB = 1e9;
const QUEUED = 60;
const FINISHED = 150;

/** Writes movie jobs into the database of a stopped service, in states that would take days to occur. */
export async function writeHistory(configDir: string, movies: readonly Movie[]): Promise<void> {
  const store = await openStore({ path: join(configDir, "data", "lathe.db") });
  const held = movies.filter(({ file }) => file !== undefined);
  const rows = held.slice(0, QUEUED + FINISHED + 12).map((movie, i) => rowOf(movie, i, Date.now()));
  await store.write((tx) => insertJobs(tx, rows));
  await store.close();
}

function rowOf(movie: Movie, i: number, now: number): NewJobRow {
  const { title, year, id, file } = movie;
  const path = file ? pathOf(movie, file) : "";
  const inputSizeBytes = file?.size ?? 0;
  const row = jobRow({
    id: `looks${i}`,
    title: `${title} (${year})`,
    titleKey: title.toLowerCase(),
    subtitle: file?.quality.quality.name ?? "",
    poster: `https://image.tmdb.org/t/p/w500/poster-${id}.jpg`,
    position: (i + 10) * 1000,
    createdAt: now - i * DAY_MS / 4,
    inputSizeBytes,
    arr: "movie",
    source: { kind: "movie", localPath: path, arr: "movie", arrId: id, ...(file ? { fileId: file.id } : {}) },
    sourcePath: path,
    sourceKey: path,
  });
  if (i < QUEUED) return { ...row, estimatedBytes: Math.round(inputSizeBytes * 0.35) };
  if (i < QUEUED + FINISHED) return { ...row, ...finished(row, i, now) };
  return { ...row, ...WAITING[i % WAITING.length] };
}

/** Returns a job that ended some days ago. Most jobs were successful. */
function finished(row: NewJobRow, i: number, now: number): Partial<NewJobRow> {
  const finishedAt = now - (i - QUEUED) * DAY_MS / 5;
  const common = { startedAt: finishedAt - DAY_MS / 12, finishedAt, durationSeconds: 7200 };
  if (i % 13 === 0) {
    const error = "The disk of /media/movies became full while the result was copied. Free some space and retry.";
    return { ...common, status: "failed", error, errorCode: "disk_full" };
  }
  if (i % 17 === 0) return { ...common, status: "cancelled" };
  if (i % 19 === 0) return { ...common, status: "skipped", message: "The picture is HEVC already." };
  const outputSizeBytes = Math.round((row.inputSizeBytes ?? GB) * (0.25 + (i % 7) / 20));
  const outputPath = `${row.sourcePath.replace(/\.mkv$/, "")} - encoded.mkv`;
  const savedBytes = (row.inputSizeBytes ?? 0) - outputSizeBytes;
  return { ...common, status: "done", outputSizeBytes, outputPath, savedBytes };
}

const WAITING: Partial<NewJobRow>[] = [
  { status: "waiting", trigger: "grab", message: "Downloading, 42 %" },
  { status: "waiting", trigger: "grab", message: "Waiting for Radarr to import the download" },
  {
    status: "waiting_for_space",
    message: "Needs 48.2 GB on /media/movies; 12.1 GB are free.",
    spaceNeeds: [{ path: "/", bytes: 1e18 }],
  },
  {
    status: "publish_failed",
    error: "The folder /media/movies is read-only. Make it writable and retry.",
    errorCode: "publish_failed",
  },
];
