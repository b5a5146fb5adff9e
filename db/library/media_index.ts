import { inArray, notInArray, sql } from "drizzle-orm";
import { yieldToEventLoop } from "../../lib/kit/async.ts";
import { selectAllAsJson } from "../json_rows.ts";
import { putRows } from "../put_rows.ts";
import { type MediaEvaluationRow, mediaEvaluations, type MediaProbeRow, mediaProbes } from "../schema/media_index.ts";
import type { Store } from "../store.ts";

/** An evaluation: path, size of the file, outcome, reason, expected size, time, size model and its correction. */
export type StoredEvaluation = [
  ...[path: string, sizeBytes: number, outcome: MediaEvaluationRow["outcome"], reason: string | null],
  ...[lowBytes: number | null, typicalBytes: number | null, highBytes: number | null],
  ...[encodeSeconds: number | null, model: string | null, correction: string | null],
];

/** Evaluations per statement. The statement blocks the thread, so it must be short. */
const EVALUATION_BATCH = 4_000;

/** Maximum number of paths in a statement. */
const BATCH_SIZE = 500;

/** Reads and writes stored probes and evaluations. */
export const mediaIndexRepository = (store: Store) => ({
  /** Returns the size and the error of all probes, without the probes. */
  probed: (): Promise<Pick<MediaProbeRow, "path" | "sizeBytes" | "error" | "readAt">[]> =>
    selectAllAsJson(store.db, mediaProbes, ["path", "sizeBytes", "error", "readAt"]),

  probes: (paths: string[]): Promise<MediaProbeRow[]> =>
    store.db.select().from(mediaProbes).where(inArray(mediaProbes.path, paths)),

  saveProbes: (rows: MediaProbeRow[]): Promise<void> => store.write((tx) => putRows(tx, mediaProbes, rows)),

  /** Calls `each` with all evaluations for a recipe in batches. */
  eachEvaluation: (recipeKey: string, each: (row: StoredEvaluation) => void): Promise<void> =>
    eachEvaluation(store, recipeKey, each),

  countEvaluations: (): Promise<number> => store.db.$count(mediaEvaluations),

  saveEvaluations: (rows: MediaEvaluationRow[]): Promise<void> =>
    store.write((tx) => putRows(tx, mediaEvaluations, rows)),

  /** Removes the evaluations of other recipes. */
  keepEvaluationsOf: (recipeKeys: string[]): Promise<void> =>
    store.write(async (tx) => {
      await tx.delete(mediaEvaluations).where(notInArray(mediaEvaluations.recipeKey, recipeKeys));
    }),

  /** Removes probes and evaluations of these files. */
  remove: async (paths: string[]): Promise<void> => {
    for (let at = 0; at < paths.length; at += BATCH_SIZE) {
      const batch = paths.slice(at, at + BATCH_SIZE);
      await store.write(async (tx) => {
        await tx.delete(mediaProbes).where(inArray(mediaProbes.path, batch));
        await tx.delete(mediaEvaluations).where(inArray(mediaEvaluations.path, batch));
      });
    }
  },
});
/** Repository of the media index. */
export type MediaIndexRepository = ReturnType<typeof mediaIndexRepository>;

/** Reads a batch as one JSON text, because the client fetches every value with a separate call. */
async function eachEvaluation({ db }: Store, recipeKey: string, each: (row: StoredEvaluation) => void): Promise<void> {
  for (let last = "";;) {
    const [batch] = await db.all<{ rows: string; last: string | null; size: number }>(sql`
      SELECT json_group_array(json_array(path, size_bytes, outcome, reason, low_bytes, typical_bytes, high_bytes,
        encode_seconds, model, correction)) AS rows, max(path) AS last, count(*) AS size
      FROM (SELECT * FROM ${mediaEvaluations} WHERE recipe_key = ${recipeKey} AND path > ${last}
        ORDER BY path LIMIT ${EVALUATION_BATCH})`);
    for (const row of JSON.parse(batch?.rows ?? "[]") as StoredEvaluation[]) each(row);
    if (batch === undefined || batch.last === null || batch.size < EVALUATION_BATCH) return;
    last = batch.last;
    await yieldToEventLoop();
  }
}
