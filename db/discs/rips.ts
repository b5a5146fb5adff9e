import { and, asc, desc, eq, gt, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { ReadTitle } from "../../lib/discs/model.ts";
import type { RipQuery, StoredRip } from "../../lib/discs/rip_schema.ts";
import { Fault } from "../../lib/kit/fault.ts";
import { nextRipState, type RipEvent, type RipState } from "../../lib/discs/rip_states.ts";
import { ripLog, type RipRow, rips } from "../schema/discs.ts";
import { type JobRow, jobs } from "../schema/jobs.ts";
import type { Store, Tx } from "../store.ts";

/** A change of a rip: a life cycle event, new data, or both. */
export interface RipChange {
  event?: RipEvent;
  /** Returns the new record, based on the stored one. Its state is changed only by the event. */
  record?: (current: StoredRip) => StoredRip;
  readTitles?: ReadTitle[];
}

/** The columns of an encode job that the rip of its source needs. */
export type RipJob = Pick<JobRow, "id" | "status" | "sourceIdentity" | "outputPath" | "outputSizeBytes" | "error">;

/** Maximum number of log lines per rip. A disc with read errors can cause an unlimited number of lines. */
const MAX_LOG_LINES = 5_000;

/** Discs that were inserted, and their rips. */
export const ripRepository = (store: Store) => ({
  /** Newest first. */
  list: (): Promise<RipRow[]> => store.db.select().from(rips).orderBy(desc(rips.createdAt), asc(rips.id)),

  /** Returns one page of the rips, newest first. Throws `invalid` for an invalid cursor. */
  page: async (
    { status, limit, cursor }: RipQuery,
  ): Promise<{ rows: RipRow[]; total: number; nextCursor?: string }> => {
    const wanted = status.length === 0 ? undefined : inArray(rips.status, status);
    const rows = await store.db.select().from(rips)
      .where(and(wanted, cursor === undefined ? undefined : afterCursor(cursor)))
      .orderBy(desc(rips.createdAt), asc(rips.id))
      .limit(limit === undefined ? -1 : limit + 1);
    const shown = limit === undefined ? rows : rows.slice(0, limit);
    const last = rows.length > shown.length ? shown.at(-1) : undefined;
    return {
      rows: shown,
      total: await store.db.$count(rips, wanted),
      ...(last === undefined ? {} : { nextCursor: `${last.createdAt}_${last.id}` }),
    };
  },

  get: async (id: string): Promise<RipRow | undefined> =>
    (await store.db.select().from(rips).where(eq(rips.id, id)).limit(1))[0],

  inStates: (states: readonly RipState[]): Promise<RipRow[]> =>
    store.db.select().from(rips).where(inArray(rips.status, [...states])).orderBy(asc(rips.createdAt)),

  insert: (row: RipRow): Promise<void> =>
    store.write(async (tx) => {
      await tx.insert(rips).values(row);
    }),

  /** Applies a change in one transaction. Returns undefined if the rip does not exist or the event is not allowed. */
  change: (id: string, change: RipChange): Promise<RipRow | undefined> => store.write((tx) => changeIn(tx, id, change)),

  /** Appends lines to the log of a rip. The lines are dropped if the rip does not exist. */
  log: (id: string, lines: string[]): Promise<void> =>
    store.write(async (tx) => {
      const [{ last } = { last: null }] = await tx.select({ last: sql<number | null>`max(${ripLog.line})` })
        .from(ripLog).where(eq(ripLog.ripId, id));
      const from = last ?? 0;
      const room = Math.max(0, MAX_LOG_LINES - from);
      const rows = lines.slice(0, room).map((text, at) => ({ ripId: id, line: from + at + 1, text }));
      const [there] = await tx.select({ id: rips.id }).from(rips).where(eq(rips.id, id)).limit(1);
      if (there !== undefined && rows.length > 0) await tx.insert(ripLog).values(rows);
    }),

  /** Returns the log of a rip, or its last lines. */
  readLog: async (id: string, last?: number): Promise<string[]> => {
    const rows = await store.db.select({ text: ripLog.text }).from(ripLog).where(eq(ripLog.ripId, id))
      .orderBy(desc(ripLog.line)).limit(last ?? MAX_LOG_LINES);
    return rows.map(({ text }) => text).reverse();
  },

  /** Jobs that encode titles of a rip, newest first. */
  jobsOf: (id: string): Promise<RipJob[]> =>
    store.db.select({
      id: jobs.id,
      status: jobs.status,
      sourceIdentity: jobs.sourceIdentity,
      outputPath: jobs.outputPath,
      outputSizeBytes: jobs.outputSizeBytes,
      error: jobs.error,
    }).from(jobs).where(eq(jobs.ripId, id)).orderBy(desc(jobs.createdAt)),

  remove: (id: string): Promise<void> =>
    store.write(async (tx) => {
      await tx.delete(rips).where(eq(rips.id, id));
    }),
});
/** Repository of rips. */
export type RipRepository = ReturnType<typeof ripRepository>;

/** Returns the condition for rows after a cursor. The list is sorted by descending time, then by ID. */
function afterCursor(cursor: string): SQL | undefined {
  const [, time, id] = /^(\d{1,15})_([A-Za-z0-9_-]{1,64})$/.exec(cursor) ?? [];
  if (time === undefined || id === undefined) {
    throw new Fault("invalid", "The cursor does not belong to this list; start again without a cursor.", {
      fields: [{ path: "cursor", message: "not a cursor of this list" }],
    });
  }
  const createdAt = Number(time);
  return or(lt(rips.createdAt, createdAt), and(eq(rips.createdAt, createdAt), gt(rips.id, id)));
}

async function changeIn(tx: Tx, id: string, { event, record, readTitles }: RipChange): Promise<RipRow | undefined> {
  const [row] = await tx.select().from(rips).where(eq(rips.id, id)).limit(1);
  if (row === undefined) return undefined;
  const status = event === undefined ? row.status : nextRipState(row.status, event);
  if (status === undefined) return undefined;
  const changed = { ...(record?.(row.record) ?? row.record), status };
  return (await tx.update(rips).set({
    status,
    record: changed,
    batchId: changed.batchId ?? null,
    source: changed.source,
    readTitles,
  }).where(eq(rips.id, id)).returning())[0];
}
