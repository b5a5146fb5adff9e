import type { RipRow } from "../../../db/schema/discs.ts";
import { Fault } from "../../kit/fault.ts";
import type { BoxSet, StoredBoxSet } from "../box_set_schema.ts";
import { toRip } from "../rips/rip_view.ts";
import type { BoxSetsDeps } from "./deps.ts";
import { boxSetOf } from "./slots.ts";

/** Returns all box sets with their discs. */
export async function readSets(deps: BoxSetsDeps): Promise<BoxSet[]> {
  const [sets, rows] = await Promise.all([deps.sets.list(), deps.ripRows.list()]);
  return sets.map(({ record }) => withDiscs(deps, record, rows));
}

/** Returns a box set with its discs. Throws `not_found`. */
export async function readSet(deps: BoxSetsDeps, id: string): Promise<BoxSet> {
  const found = await deps.sets.get(id);
  if (found === undefined) throw new Fault("not_found", "There is no such box set; it may have been removed.");
  return withDiscs(deps, found.record, await deps.ripRows.list());
}

function withDiscs({ drives, clock }: BoxSetsDeps, set: StoredBoxSet, rows: readonly RipRow[]): BoxSet {
  const rips = rows.filter(({ record }) => record.batchId === set.id).map(({ record }) => record);
  const waitedFor = drives.awaited().flatMap(({ batchId, disc }) => batchId === set.id ? disc : []);
  return boxSetOf(set, rips, { waitedFor, now: clock.now() });
}

/** Publishes all box sets and, if given, one of their rips. */
export async function announceSets(deps: BoxSetsDeps, row?: RipRow): Promise<void> {
  if (row !== undefined) deps.bus.publish("rip", { rip: toRip(row, { log: [] }) });
  for (const batch of await readSets(deps)) deps.bus.publish("batch", { batch });
}
