import * as z from "zod";
import { KindWord } from "../platform/managers/kind_word.ts";

/** Wire schemas of box sets: the discs of one series and season. */

const disc = z.int().min(1).max(1000);
const text = z.string().max(1000);

/** The slot of one disc in its set. */
export const BoxSetSlot = z.object({
  disc,
  ripId: z.string().optional(),
  state: z.enum(["missing", "expected", "reading", "ready", "stopped", "copied", "done", "rejected"]),
  episodes: z.object({ from: z.int(), to: z.int() }).optional(),
}).meta({ id: "BoxSetSlot" });
/**
 * `ready` means waiting to be started. `stopped` means failed, cancelled or interrupted. `episodes` is the episode
 * range assigned to its titles.
 */
export type BoxSetSlot = z.infer<typeof BoxSetSlot>;

/** One box set with its discs. */
export const BoxSet = z.object({
  id: z.string(),
  name: text,
  arr: KindWord,
  arrId: z.int().optional(),
  externalId: z.int().optional(),
  title: text,
  seasonNumber: z.int(),
  discCount: disc.nullable(),
  slots: z.array(BoxSetSlot),
  nextDisc: z.int().describe("The lowest missing disc number"),
  state: z.enum(["open", "complete", "closed"]),
  paused: z.boolean().describe("The set has been waiting for its next disc for more than a day"),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().optional(),
}).meta({ id: "BoxSet" });
/** `discCount` is null while the number of discs is unknown. */
export type BoxSet = z.infer<typeof BoxSet>;

/** Stored fields of a box set. The slots are derived from its rips. */
export const StoredBoxSet = BoxSet.omit({ slots: true, nextDisc: true, state: true, paused: true });
/** See `BoxSet`. */
export type StoredBoxSet = z.infer<typeof StoredBoxSet>;

/** The editable fields of a box set. */
export const BoxSetPatch = z.object({
  name: z.string().trim().min(1).max(200),
  discCount: disc.nullable(),
}).partial().strict().meta({ id: "BoxSetPatch" });
/** Only the given fields are changed. */
export type BoxSetPatch = z.infer<typeof BoxSetPatch>;
