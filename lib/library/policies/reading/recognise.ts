import type { Recallable, Remembered } from "../../auto/candidate.ts";
import { withFingerprints } from "../../auto/candidates.ts";
import { type Recalled, recaller } from "../../auto/recall.ts";
import { yieldToEventLoop } from "../../../kit/async.ts";
import type { DiskReads } from "../../../kit/disk/disk_reads.ts";
import type { FileFacts } from "../file_facts.ts";

/** Recognises files that were processed before, with the memory of auto transcode. */

/** A file in the form in which the memory compares it. Local media have no IDs of a manager. */
export interface RecalledFile extends Recallable {
  file: FileFacts;
}

/** Returns a file in the form in which the memory compares it. */
export const recallable = (file: FileFacts): RecalledFile => ({
  file,
  arr: file.source === "series" ? "series" : "movie",
  ...(file.arrId === undefined ? {} : { arrId: file.arrId }),
  fileId: file.fileId ?? 0,
  ...(file.episodeIds === undefined ? {} : { episodeIds: file.episodeIds }),
  localPath: file.localPath,
  sizeBytes: file.sizeBytes,
  visible: file.visible !== false,
});

/** Remembered files by key, and the form in which each file is remembered. */
export interface Recognised {
  candidate(file: FileFacts): RecalledFile;
  rows: ReadonlyMap<string, NonNullable<Recalled>>;
}

/** Files per batch, so that the event loop is never blocked for long. */
const BATCH_SIZE = 4_000;

/**
 * Recognises all files. Only files that might be mistaken for another one are read. If their disk does not respond, they
 * are not visible.
 */
export async function recognise(
  files: readonly FileFacts[],
  memory: Remembered[],
  disks: Pick<DiskReads, "read">,
): Promise<Recognised> {
  const candidates = await withFingerprints(rememberable(files, memory).map(recallable), memory, disks);
  const recall = recaller(candidates, memory);
  const rows = new Map<string, NonNullable<Recalled>>();
  await yieldToEventLoop();
  for (const [i, one] of candidates.entries()) {
    if (i % BATCH_SIZE === BATCH_SIZE - 1) await yieldToEventLoop();
    const found = recall(one);
    if (found !== undefined) rows.set(one.file.key, found);
    if (!one.visible) one.file.visible = false;
  }
  const byKey = new Map(candidates.map((one) => [one.file.key, one]));
  return { candidate: (file) => byKey.get(file.key) ?? recallable(file), rows };
}

/** Returns the files with the path or the size of a remembered file. No other file can be recognised. */
function rememberable(files: readonly FileFacts[], memory: readonly Remembered[]): FileFacts[] {
  const paths = new Set(memory.map(({ localPath }) => localPath));
  const sizes = new Set(memory.map(({ sizeBytes }) => sizeBytes));
  return files.filter(({ localPath, sizeBytes }) => sizes.has(sizeBytes) || paths.has(localPath));
}
