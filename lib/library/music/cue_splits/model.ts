import * as z from "zod";

/** `found`: waits for its turn. `importing`: the tracks are whole and Lidarr takes them. */
export const CUE_SPLIT_STATES = ["found", "splitting", "importing", "done", "failed"] as const;

/** One folder whose images are cut into tracks; times are ISO 8601. */
export const CueSplit = z.object({
  id: z.string(),
  queueItemId: z.int().describe("Of Lidarr's queue; 0 for a folder that is in no queue"),
  album: z.string(),
  folder: z.string().describe("As this machine sees it"),
  state: z.enum(CUE_SPLIT_STATES),
  progress: z.int().min(0).max(100).describe("Percent of the cutting"),
  tracks: z.int(),
  encoding: z.string().describe("Character set of the cue sheet"),
  message: z.string().optional(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().optional(),
}).meta({ id: "CueSplit" });
/** A split as it is answered and stored. */
export type CueSplit = z.infer<typeof CueSplit>;

/** A place in Lidarr's history by its own clock: what follows is newer. */
export interface HistoryPlace {
  afterId: number;
  since: string;
}

/** What is said of splits on the bus. */
export interface CueSplitBusEvents {
  "cue-split": { cueSplit: CueSplit };
}

/** Folder of the tracks below the one that was split; no library takes it for an album. */
export const SPLIT_FOLDER = ".lathe-split";

/** Beside it, for what lies before the first tracks: Lidarr refuses a whole release for one file that it cannot match. */
export const HIDDEN_FOLDER = ".lathe-split-hidden";

/** Where tracks are written until all of them are proven. */
export const partialFolder = (id: string, folder = SPLIT_FOLDER): string => `${folder}.${id}.partial`;

/** Whether a split may still change. */
export const isOpen = ({ state }: Pick<CueSplit, "state">): boolean => state !== "done" && state !== "failed";
