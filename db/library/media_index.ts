import { eq, inArray, notInArray } from "drizzle-orm";
import { selectAllAsJson } from "../json_rows.ts";
import { putRows } from "../put_rows.ts";
import { type MediaEvaluationRow, mediaEvaluations, type MediaProbeRow, mediaProbes } from "../schema/media_index.ts";
import type { Store } from "../store.ts";

const EVALUATION_COLUMNS = [
  ...["path", "sizeBytes", "outcome", "reason", "lowBytes", "typicalBytes", "highBytes"] as const,
  ...["encodeSeconds", "model", "correction"] as const,
];

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

  evaluations: (recipeKey: string): Promise<Omit<MediaEvaluationRow, "recipeKey">[]> =>
    selectAllAsJson(store.db, mediaEvaluations, EVALUATION_COLUMNS, eq(mediaEvaluations.recipeKey, recipeKey)),

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
