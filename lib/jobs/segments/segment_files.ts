import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import type { SegmentRow } from "../../../db/schema/jobs.ts";
import type { SegmentRepository } from "../../../db/jobs/segments.ts";
import { DAY_MS } from "../../kit/clock.ts";
import type { SourceIdentity } from "../../media/probe/source.ts";
import { identityOf } from "../delivery/file_moves.ts";

/** Where parts of encodes lie, and how long they stay. */

/** The folder of all parts, inside the transcodes folder. */
export const segmentFolder = (transcodes: string): string => join(transcodes, "segments");

/** What a part is made of: two that agree in all of it are the same part. */
export interface SegmentOrigin {
  identity: SourceIdentity;
  /** Version of ffmpeg. */
  version: string;
  /** ffmpeg's arguments, with the same name for every output. */
  args: readonly string[];
}

/** The key of a part; also the name of its file. */
export function segmentKey({ identity, version, args }: SegmentOrigin): string {
  return createHash("sha256").update(JSON.stringify([identity, version, args])).digest("hex");
}

/** Those of the stored parts whose files are still what was written down. */
export async function usableSegments(rows: readonly SegmentRow[]): Promise<Map<string, SegmentRow>> {
  const usable = new Map<string, SegmentRow>();
  for (const row of rows) {
    if ((await identityOf(row.path))?.sizeBytes === row.sizeBytes) usable.set(row.key, row);
  }
  return usable;
}

/** How long unused parts stay, and how many bytes of them. */
export const SEGMENT_AGE_MS = 7 * DAY_MS;
export const SEGMENT_BUDGET_BYTES = 50_000_000_000;

/** Removes parts: rows last, so that no file is left that nobody knows. Answers how many went. */
export async function removeSegments(rows: readonly SegmentRow[], segments: SegmentRepository): Promise<number> {
  const gone: string[] = [];
  for (const { key, path } of rows) {
    // Only what is called as this program calls its parts is removed, whatever a row says.
    const isOwn = /^[0-9a-f]{64}$/.test(key) && basename(path) === `${key}.mp4`;
    const removed = !isOwn ||
      await Deno.remove(path).then(() => true, (error) => error instanceof Deno.errors.NotFound);
    if (removed) gone.push(key);
  }
  await segments.remove(gone);
  return gone.length;
}

/** Parts that are too old, and the oldest beyond the budget; those of `busy` jobs stay. `rows` begin with the oldest. */
export function expiredSegments(rows: readonly SegmentRow[], busy: ReadonlySet<string>, now: number): SegmentRow[] {
  const free = rows.filter(({ jobId }) => !busy.has(jobId));
  let total = rows.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return free.filter(({ usedAt, sizeBytes }) => {
    if (now - usedAt < SEGMENT_AGE_MS && total <= SEGMENT_BUDGET_BYTES) return false;
    total -= sizeBytes;
    return true;
  });
}
