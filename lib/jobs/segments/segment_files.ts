import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import type { SegmentRow } from "../../../db/schema/jobs.ts";
import type { SegmentRepository } from "../../../db/jobs/segments.ts";
import { DAY_MS } from "../../kit/clock.ts";
import type { SourceIdentity } from "../../media/probe/source.ts";
import { identityOf } from "../delivery/file_moves.ts";

/** Determines the location and lifetime of segment files. */

/** Returns the folder of all segments, inside the transcodes folder. */
export const segmentFolder = (transcodes: string): string => join(transcodes, "segments");

/** Data that determines the content of a segment. Segments for which it is equal are identical. */
export interface SegmentOrigin {
  identity: SourceIdentity;
  /** ffmpeg version. */
  version: string;
  /** Arguments of ffmpeg, with a fixed output name. */
  args: readonly string[];
}

/**
 * Returns the key of a segment, which is also its file name. Excludes the device number, which may change when a disk
 * is mounted again.
 */
export function segmentKey({ identity: { sizeBytes, mtimeNs, inode }, version, args }: SegmentOrigin): string {
  return createHash("sha256").update(JSON.stringify([{ sizeBytes, mtimeNs, inode }, version, args])).digest("hex");
}

/**
 * Matches the file names of segments: the key and, until the segment is accepted, the job and the machine that
 * delivered it.
 */
const OWN_NAME =
  /^(?<key>[0-9a-f]{64})\.mp4(?:\.[A-Za-z0-9_-]{1,64}\.partial|\.(?<job>[A-Za-z0-9_-]{1,64})(?:\.(?<machine>[A-Za-z0-9_-]{1,64}))?(?<encoded>\.encoded))?$/;

/**
 * Returns the path of a segment that was encoded for a job but is not verified. `machine` is the ID of the machine that
 * delivered it.
 */
export const encodedPath = (path: string, job: string, machine?: string): string =>
  [path, job, ...(machine === undefined ? [] : [machine]), "encoded"].join(".");

/** Parsed name of a file in the segment folder. */
export interface SegmentName {
  key: string;
  /**
   * Job for which the segment was encoded, and the machine that encoded it. Set only if the segment is not verified.
   */
  encoded?: { job: string; machine?: string };
}

/** Parses the name of a file in the segment folder. Returns undefined for other files. */
export function readSegmentName(name: string): SegmentName | undefined {
  const { key, job, machine, encoded } = OWN_NAME.exec(name)?.groups ?? {};
  if (key === undefined) return undefined;
  if (encoded === undefined || job === undefined) return { key };
  return { key, encoded: { job, ...(machine === undefined ? {} : { machine }) } };
}

/** Returns unverified segments that other machines delivered for a job: machine IDs by key. */
export async function unverifiedSegments(folder: string, job: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { name, isFile } of await Array.fromAsync(Deno.readDir(folder)).catch(() => [])) {
    const { key, encoded } = readSegmentName(name) ?? {};
    if (!isFile || key === undefined || encoded?.job !== job || encoded.machine === undefined) continue;
    // Two machines may have delivered the same segment. One is sufficient.
    if (found.has(key)) await Deno.remove(join(folder, name)).catch(() => {});
    else found.set(key, encoded.machine);
  }
  return found;
}

/** Returns the stored segments whose files are unchanged. */
export async function usableSegments(rows: readonly SegmentRow[]): Promise<Map<string, SegmentRow>> {
  const usable = new Map<string, SegmentRow>();
  for (const row of rows) {
    if ((await identityOf(row.path))?.sizeBytes === row.sizeBytes) usable.set(row.key, row);
  }
  return usable;
}

/** Maximum age of unused segments, and their maximum total size in bytes. */
export const SEGMENT_AGE_MS = 7 * DAY_MS;
export const SEGMENT_BUDGET_BYTES = 50_000_000_000;

/** Removes segments. Rows are removed last, so that no unknown file remains. Returns the number of removed segments. */
export async function removeSegments(rows: readonly SegmentRow[], segments: SegmentRepository): Promise<number> {
  const gone: string[] = [];
  for (const { key, path } of rows) {
    // Only files with the name of a segment are removed, even if a row contains another path.
    const isOwn = /^[0-9a-f]{64}$/.test(key) && basename(path) === `${key}.mp4`;
    const removed = !isOwn ||
      await Deno.remove(path).then(() => true, (error) => error instanceof Deno.errors.NotFound);
    if (removed) gone.push(key);
  }
  await segments.remove(gone);
  return gone.length;
}

/**
 * Returns segments that are too old, and the oldest ones above the size limit, except those of `busy` jobs. `rows` must
 * be sorted by age, oldest first.
 */
export function expiredSegments(rows: readonly SegmentRow[], busy: ReadonlySet<string>, now: number): SegmentRow[] {
  const free = rows.filter(({ jobId }) => !busy.has(jobId));
  let total = rows.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return free.filter(({ usedAt, sizeBytes }) => {
    if (now - usedAt < SEGMENT_AGE_MS && total <= SEGMENT_BUDGET_BYTES) return false;
    total -= sizeBytes;
    return true;
  });
}
