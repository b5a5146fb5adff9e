import * as z from "zod";

/**
 * States of a split. `found`: waiting to be split. `importing`: the tracks are complete and Lidarr is importing them.
 */
export const CUE_SPLIT_STATES = ["found", "splitting", "importing", "done", "failed"] as const;

/** A folder whose CD images are split into tracks. Times are ISO 8601. */
export const CueSplit = z.object({
  id: z.string(),
  queueItemId: z.int().describe("ID in Lidarr's queue; 0 for a folder that is not in the queue"),
  album: z.string(),
  folder: z.string().describe("Path on this server"),
  state: z.enum(CUE_SPLIT_STATES),
  progress: z.int().min(0).max(100).describe("Split progress in percent"),
  tracks: z.int(),
  encoding: z.string().describe("Character set of the cue sheet"),
  message: z.string().optional(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().optional(),
}).meta({ id: "CueSplit" });
/** A split as returned by the API and stored. */
export type CueSplit = z.infer<typeof CueSplit>;

/** A position in Lidarr's history, according to Lidarr's clock. Later entries are newer. */
export interface HistoryPlace {
  afterId: number;
  since: string;
}

/** Bus events of splits. */
export interface CueSplitBusEvents {
  "cue-split": { cueSplit: CueSplit };
}

/** Folder for the tracks, in the folder that was split. The leading dot hides it from media libraries. */
export const SPLIT_FOLDER = ".lathe-split";

/**
 * Folder next to the track folder, for the audio before the first tracks, because Lidarr rejects a whole release if it
 * cannot match a file.
 */
export const HIDDEN_FOLDER = ".lathe-split-hidden";

/** Returns the folder to which tracks are written until all of them have been verified. */
export const partialFolder = (id: string, folder = SPLIT_FOLDER): string => `${folder}.${id}.partial`;

/** True if a split may still change. */
export const isOpen = ({ state }: Pick<CueSplit, "state">): boolean => state !== "done" && state !== "failed";
