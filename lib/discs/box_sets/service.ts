import { Fault } from "../../kit/fault.ts";
import type { BoxSet, BoxSetPatch } from "../box_set_schema.ts";
import type { Drive } from "../drive_schema.ts";
import type { Rip } from "../rip_schema.ts";
import { isCopied } from "../rips/rip_view.ts";
import type { BoxSetsDeps } from "./deps.ts";
import { answerOffer, considerDisc, existing, fileDisc, removeFromSet } from "./membership.ts";
import type { BoxSets } from "./model.ts";
import { announceSets, readSet, readSets } from "./read_sets.ts";

/** Creates the box sets service. `consider` is called for every identified disc. */
export function createBoxSets(deps: BoxSetsDeps): BoxSets & { consider(id: string): Promise<void> } {
  const show = async (id: string): Promise<Rip> => await deps.rips.get(id);
  return {
    list: () => readSets(deps),
    consider: (id) => considerDisc(deps, id),
    change: (id, patch) => changeSet(deps, id, patch),
    async answer(id, accept) {
      await answerOffer(deps, id, accept);
      return await show(id);
    },
    async removeDisc(id) {
      await removeFromSet(deps, id);
      return await show(id);
    },
    async file(id, to) {
      if ("reject" in to) await rejectDisc(deps, id);
      else await fileDisc(deps, id, to);
      return await show(id);
    },
    swap: (index) => swapDisc(deps, index),
    swapAll: () => swapAll(deps),
  };
}

async function changeSet(deps: BoxSetsDeps, id: string, { name, discCount }: BoxSetPatch): Promise<BoxSet> {
  const set = await readSet(deps, id);
  const used = Math.max(0, ...set.slots.flatMap(({ disc, ripId }) => ripId === undefined ? [] : disc));
  if (typeof discCount === "number" && discCount < used) {
    throw new Fault("conflict", `Disc ${used} already exists: the set has at least ${used} discs.`, {
      fields: [{ path: "discCount", message: `at least ${used}` }],
    });
  }
  const stored = (await deps.sets.get(id))?.record;
  if (stored !== undefined) {
    await deps.sets.put({
      ...stored,
      ...(name === undefined ? {} : { name }),
      ...(discCount === undefined ? {} : { discCount }),
    });
  }
  await announceSets(deps);
  return await readSet(deps, id);
}

/** Ejects a rejected disc, removes it from its box set and deletes its files. */
async function rejectDisc(deps: BoxSetsDeps, id: string): Promise<void> {
  const { status, record } = await existing(deps, id);
  if (record.slot?.state !== "unexpected") {
    throw new Fault("bad_state", "Only an unexpected disc can be rejected.");
  }
  if (status !== "done" && status !== "failed" && status !== "cancelled") await deps.rips.cancel(id);
  await removeFromSet(deps, id, true);
  if (record.driveIndex !== undefined && record.origin === "drive") await deps.drives.eject(record.driveIndex);
}

/** Returns the reason why the disc in a drive cannot be swapped. Undefined if it can be swapped. */
async function obstacle(deps: BoxSetsDeps, { ripId, name }: Drive): Promise<string | undefined> {
  if (ripId === undefined) return `There is no disc of a box set in ${name}.`;
  const { record } = await existing(deps, ripId);
  if (record.batchId === undefined) return `The disc in ${name} does not belong to a box set.`;
  return isCopied(record) ? undefined : `The disc in ${name} is still needed: not all of its titles are copied.`;
}

async function swapDisc(deps: BoxSetsDeps, index: number): Promise<Drive> {
  const drive = deps.drives.list().find((one) => one.index === index);
  if (drive === undefined) throw new Fault("not_found", `There is no drive ${index}.`);
  const reason = await obstacle(deps, drive);
  if (reason !== undefined) throw new Fault("bad_state", reason);
  const { record } = await existing(deps, drive.ripId ?? "");
  const set = await readSet(deps, record.batchId ?? "");
  const disc = awaitedDisc(deps, set);
  // The awaited disc is set before the eject, because a linked image is no longer a drive once it is ejected. No disc
  // is expected after the last one.
  if (set.discCount === null || disc <= set.discCount) deps.drives.await(index, { batchId: set.id, disc });
  try {
    return await deps.drives.eject(index);
  } catch (error) {
    deps.drives.await(index, undefined);
    throw error;
  } finally {
    await announceSets(deps);
  }
}

/** Returns the lowest missing disc number that no other drive is waiting for. */
function awaitedDisc({ drives }: BoxSetsDeps, set: BoxSet): number {
  const awaited = new Set(
    drives.awaited().flatMap(({ batchId, disc }) => batchId === set.id ? disc : []),
  );
  let disc = set.nextDisc;
  while (awaited.has(disc) || set.slots.some((slot) => slot.disc === disc && slot.ripId !== undefined)) disc++;
  return disc;
}

async function swapAll(
  deps: BoxSetsDeps,
): Promise<{ swapped: number[]; skipped: { index: number; reason: string }[] }> {
  const swapped: number[] = [];
  const skipped: { index: number; reason: string }[] = [];
  for (const { index, ripId } of deps.drives.list()) {
    if (ripId === undefined) continue;
    try {
      await swapDisc(deps, index);
      swapped.push(index);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      skipped.push({ index, reason: error.message });
    }
  }
  return { swapped, skipped };
}
