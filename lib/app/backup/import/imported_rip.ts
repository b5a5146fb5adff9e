import { type RipRow, rips } from "../../../../db/schema/discs.ts";
import { Rip, type RipMedia, type StoredRip } from "../../../discs/rip_schema.ts";
import { ID_PATTERN } from "../../../kit/id.ts";
import * as z from "zod";
import { mayBeMedia, type PathRules, POSTER } from "./imported_job.ts";
import { type ReadRow, rowReader } from "./row_schema.ts";

/** A rip from a backup, as a row for this machine. */
export interface ImportedRip {
  row: RipRow;
  /** True if it was unfinished when the backup was made. It is not restarted. */
  interrupted: boolean;
}

const id = z.string().regex(ID_PATTERN, "not an ID");
const Stored = Rip.omit({ log: true, counts: true, safeToEject: true, profileName: true });

const readRip: ReadRow<typeof rips> = rowReader(rips, {
  id,
  source: z.string().max(4200),
  batchId: id.nullable().catch(null),
  record: Stored,
  readTitles: z.array(z.unknown()).max(10_000),
});

/**
 * Converts a rip from a backup to a history entry: none of its files is changed, delivered or removed, and its disc is
 * not read until the user scans it again. Pure.
 */
export function importedRip(
  raw: Parameters<typeof readRip>[0],
  { paths }: { paths: PathRules },
): ImportedRip | { problem: string } {
  const read = readRip(raw);
  if ("problem" in read) return read;
  const given = read.row;
  if (given.record.id !== given.id) return { problem: "record: belongs to another rip" };
  const { outputDir: _, deliveryDir: __, progress: ___, jobId: ____, arrQueue: _____, ...facts } = given.record;
  const interrupted = given.status !== "done" && given.status !== "failed" && given.status !== "cancelled";
  const status = given.status === "done" ? "done" : "cancelled";
  const source = mayBeDisc(given.source, paths) ? given.source : "";
  const record: StoredRip = { ...facts, status, source, files: [], autoStart: false };
  record.media = withPlainPoster(facts.media);
  record.candidates = facts.candidates.map(withPlainPoster);
  return { row: { ...given, status, source, record, readTitles: [] }, interrupted };
}

const withPlainPoster = ({ poster, ...media }: RipMedia): RipMedia =>
  poster === undefined || !POSTER.test(poster) ? media : { ...media, poster };

const DRIVE = /^dev:\/dev\/(?:sr|r?disk)\d+$/;

/** True if a scan may read the source. An archive may contain any path on this machine. */
function mayBeDisc(source: string, paths: PathRules): boolean {
  if (DRIVE.test(source)) return true;
  const path = /^(?:iso|file):(.+)$/s.exec(source)?.[1];
  return path !== undefined && mayBeMedia(path, paths);
}
