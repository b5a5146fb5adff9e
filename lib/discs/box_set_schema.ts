import * as z from "zod";
import { KindWord } from "../platform/managers/kind_word.ts";

/** Wire shapes of box sets: the discs of one series and season. */

const disc = z.int().min(1).max(1000);
const text = z.string().max(1000);

/** The place of one disc in its set. */
export const BoxSetSlot = z.object({
  disc,
  ripId: z.string().optional(),
  state: z.enum(["missing", "expected", "reading", "ready", "stopped", "copied", "done", "rejected"]),
  episodes: z.object({ from: z.int(), to: z.int() }).optional(),
}).meta({ id: "BoxSetSlot" });
/**
 * `ready` waits for its start; `stopped` failed, was cancelled or interrupted. `episodes` is what its titles were
 * numbered as.
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
  nextDisc: z.int().describe("The lowest disc that is missing"),
  state: z.enum(["open", "complete", "closed"]),
  paused: z.boolean().describe("It has waited for its next disc for more than a day"),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().optional(),
}).meta({ id: "BoxSet" });
/** `discCount` is null while nobody knows it. */
export type BoxSet = z.infer<typeof BoxSet>;

/** What is kept of a set; its slots come from the rips that belong to it. */
export const StoredBoxSet = BoxSet.omit({ slots: true, nextDisc: true, state: true, paused: true });
/** As `BoxSet`. */
export type StoredBoxSet = z.infer<typeof StoredBoxSet>;

/** What people may change of a set. */
export const BoxSetPatch = z.object({
  name: z.string().trim().min(1).max(200),
  discCount: disc.nullable(),
}).partial().strict().meta({ id: "BoxSetPatch" });
/** Only what is named changes. */
export type BoxSetPatch = z.infer<typeof BoxSetPatch>;
