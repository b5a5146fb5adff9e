import type { BoxSet, BoxSetSlot, StoredBoxSet } from "../box_set_schema.ts";
import type { StoredRip } from "../rip_schema.ts";

/** Determines the slots of a box set and the rips in them. Pure. */

/** The fields of a rip that its box set needs. */
export type SetRip = Pick<
  StoredRip,
  "id" | "status" | "media" | "slot" | "episodeMap" | "selectedTitleIds" | "files" | "createdAt" | "finishedAt"
>;

/** Time in milliseconds without a change after which a box set is shown as paused. */
const PAUSED_MS = 24 * 3_600_000;

/**
 * Builds the displayed box set from its stored fields and its rips. `waitedFor` lists the disc numbers that drives are
 * waiting for.
 */
export function boxSetOf(
  set: StoredBoxSet,
  rips: readonly SetRip[],
  { waitedFor, now }: { waitedFor: readonly number[]; now: Date },
): BoxSet {
  const placed = new Map(rips.filter(isPlaced).map((rip) => [rip.slot?.disc ?? 0, rip]));
  const last = Math.max(set.discCount ?? 0, ...placed.keys(), ...waitedFor, 1);
  const slots = Array.from({ length: last }, (_, at) => slotOf(at + 1, placed.get(at + 1), waitedFor.includes(at + 1)));
  const isComplete = set.discCount !== null && slots.every(({ state }) => state === "done");
  const active = Math.max(...[set.createdAt, ...rips.flatMap(({ createdAt, finishedAt }) => finishedAt ?? createdAt)]
    .map((time) => Date.parse(time)));
  return {
    ...set,
    slots,
    nextDisc: nextDisc(slots),
    state: isComplete ? "complete" : set.finishedAt === undefined ? "open" : "closed",
    paused: !isComplete && now.getTime() - active > PAUSED_MS,
  };
}

/** True if a rip has a slot, which means that it was not rejected and does not need a decision. */
const isPlaced = ({ slot }: SetRip): boolean => slot?.state === "expected" || slot?.state === "filed";

function slotOf(disc: number, rip: SetRip | undefined, waitedFor: boolean): BoxSetSlot {
  if (rip === undefined) return { disc, state: waitedFor ? "expected" : "missing" };
  const numbers = Object.values(rip.episodeMap).flat();
  const episodes = numbers.length === 0 ? {} : { episodes: { from: Math.min(...numbers), to: Math.max(...numbers) } };
  return { disc, ripId: rip.id, state: stateOf(rip), ...episodes };
}

function stateOf({ status, selectedTitleIds, files }: SetRip): BoxSetSlot["state"] {
  if (status === "done") return "done";
  const copied = new Set(files.filter(({ verified }) => verified === true).map(({ titleId }) => titleId));
  if (selectedTitleIds.length > 0 && selectedTitleIds.every((id) => copied.has(id))) return "copied";
  if (status === "ready") return "ready";
  return STOPPED.some((one) => one === status) ? "stopped" : "reading";
}

const STOPPED = ["failed", "cancelled", "interrupted"] as const;

/** True if a slot has a disc that has not been copied yet. */
export const isUncopied = ({ state }: BoxSetSlot): boolean =>
  state === "reading" || state === "ready" || state === "stopped";

/** Returns the lowest number without a disc. If all discs are present, returns the next number. */
export const nextDisc = (slots: readonly BoxSetSlot[]): number =>
  slots.find(({ ripId }) => ripId === undefined)?.disc ?? slots.length + 1;

/** Determines the slot of a disc, and whether the box set was waiting for it. */
export function placeFor(
  set: BoxSet,
  rip: Pick<StoredRip, "id" | "media">,
  awaited: number | undefined,
): NonNullable<StoredRip["slot"]> {
  const expectedDisc = awaited ?? set.nextDisc;
  const disc = rip.media.discNumber ?? expectedDisc;
  const taken = set.slots.find((slot) => slot.disc === disc && slot.ripId !== undefined && slot.ripId !== rip.id);
  if (taken !== undefined) {
    return { disc, state: "unexpected", expectedDisc, reason: `Disc ${disc} of ${set.name} already exists.` };
  }
  if (disc !== expectedDisc) {
    return { disc, state: "unexpected", expectedDisc, reason: `${set.name} is waiting for disc ${expectedDisc}.` };
  }
  return { disc, state: "expected" };
}
