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

/** The key of a part; also the name of its file. A disk may have another device number at its next mount. */
export function segmentKey({ identity: { sizeBytes, mtimeNs, inode }, version, args }: SegmentOrigin): string {
  return createHash("sha256").update(JSON.stringify([{ sizeBytes, mtimeNs, inode }, version, args])).digest("hex");
}

/** Films that are encoded in parts now: the job, by the key of the first part. */
export type FilmsInParts = Map<string, string>;

/** How our own files are called: a key; until it counts, whose job it is for, and which machine brought it. */
const OWN_NAME =
  /^(?<key>[0-9a-f]{64})\.mp4(?:\.[A-Za-z0-9_-]{1,64}\.partial|\.(?<job>[A-Za-z0-9_-]{1,64})(?:\.(?<machine>[A-Za-z0-9_-]{1,64}))?(?<encoded>\.encoded))?$/;

/** Where a part lies that is encoded for a job and not verified; `machine` is the id of the one that brought it. */
export const encodedPath = (path: string, job: string, machine?: string): string =>
  [path, job, ...(machine === undefined ? [] : [machine]), "encoded"].join(".");

/** What a name in the folder of parts says; undefined for a file of somebody else. */
export interface SegmentName {
  key: string;
  /** It is encoded for this job, and not verified. */
  encoded?: { job: string; machine?: string };
}

/** Reads the name of a file in the folder of parts. */
export function readSegmentName(name: string): SegmentName | undefined {
  const { key, job, machine, encoded } = OWN_NAME.exec(name)?.groups ?? {};
  if (key === undefined) return undefined;
  if (encoded === undefined || job === undefined) return { key };
  return { key, encoded: { job, ...(machine === undefined ? {} : { machine }) } };
}

/** What other machines brought for a job, and nobody has verified: ids of machines by key. */
export async function broughtSegments(folder: string, job: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { name, isFile } of await Array.fromAsync(Deno.readDir(folder)).catch(() => [])) {
    const { key, encoded } = readSegmentName(name) ?? {};
    if (!isFile || key === undefined || encoded?.job !== job || encoded.machine === undefined) continue;
    // Two machines may have brought one part: one is enough.
    if (found.has(key)) await Deno.remove(join(folder, name)).catch(() => {});
    else found.set(key, encoded.machine);
  }
  return found;
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
