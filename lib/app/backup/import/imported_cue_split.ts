import * as z from "zod";
import { type CueSplitRow, cueSplits } from "../../../../db/schema/library.ts";
import { ID_PATTERN } from "../../../kit/id.ts";
import { CueSplit, isOpen } from "../../../library/music/cue_splits/model.ts";
import { mayBeMedia, type PathRules } from "./imported_job.ts";
import { type ReadRow, rowReader } from "./row_schema.ts";

/** A split from a backup, as a row for this machine. */
export interface ImportedCueSplit {
  row: CueSplitRow;
  /** True if it was unfinished when the backup was made. It is not restarted. */
  interrupted: boolean;
}

const id = z.string().regex(ID_PATTERN, "not an ID");
const text = z.string().max(1000);
const Stored = CueSplit.extend({
  id,
  queueItemId: z.int().min(0),
  album: text,
  folder: z.string().max(4096),
  tracks: z.int().min(0).max(10_000),
  encoding: text,
  message: z.string().max(10_000).optional(),
});

const readSplit: ReadRow<typeof cueSplits> = rowReader(cueSplits, {
  id,
  downloadId: text.nullable(),
  record: Stored,
  // The position in Lidarr's history is not imported. It is read again.
  mark: z.unknown().transform(() => null),
});

/** Converts a split from a backup to a history entry: nothing is cut, imported or removed because of it. Pure. */
export function importedCueSplit(
  raw: Parameters<typeof readSplit>[0],
  { paths, now }: { paths: PathRules; now: Date },
): ImportedCueSplit | { problem: string } {
  const read = readSplit(raw);
  if ("problem" in read) return read;
  const { record: given, ...row } = read.row;
  if (given.id !== row.id) return { problem: "record: belongs to another split" };
  const interrupted = isOpen(given);
  const record: CueSplit = {
    ...given,
    queueItemId: 0,
    // An archive may contain any path on this machine.
    folder: mayBeMedia(given.folder, paths) ? given.folder : "",
    ...(interrupted
      ? {
        state: "failed",
        message: "The split was not finished when the backup was taken. Split the folder manually.",
        finishedAt: now.toISOString(),
      }
      : {}),
  };
  return { row: { ...row, record, mark: null }, interrupted };
}
