import { and, desc, eq, lt, or, sql } from "drizzle-orm";
import type { EventQuery, InstanceEvent } from "../../lib/platform/model.ts";
import { type EventRow, events, type NewEventRow } from "../schema/platform.ts";
import type { Store } from "../store.ts";

/** Maximum number of events kept (safety.md, S-LIM-4). */
const MAX_EVENTS = 10_000;

/** The events that are shown to the user. */
export const eventRepository = (store: Store) => ({
  /** Adds an event and removes the oldest ones beyond the limit. */
  add: (event: NewEventRow): Promise<InstanceEvent> =>
    store.write(async (tx) => {
      const [row] = await tx.insert(events).values(event).returning();
      if (row === undefined) throw new TypeError("An insert returned no row.");
      await tx.delete(events).where(lt(events.id, row.id - MAX_EVENTS + 1));
      return eventOf(row);
    }),

  async list(
    { level, source, q, before, cursor, limit }: EventQuery,
  ): Promise<{ items: InstanceEvent[]; total: number }> {
    const wanted = and(
      level && eq(events.level, level),
      source && eq(events.source, source),
      q ? or(contains(sql`${events.message}`, q), contains(sql`coalesce(${events.details}, '')`, q)) : undefined,
    );
    const below = Math.min(before ?? Infinity, cursor ?? Infinity);
    const page = and(wanted, Number.isFinite(below) ? lt(events.id, below) : undefined);
    const [rows, [counted]] = await Promise.all([
      store.db.select().from(events).where(page).orderBy(desc(events.id)).limit(limit),
      store.db.select({ total: sql<number>`count(*)` }).from(events).where(wanted),
    ]);
    return { items: rows.map(eventOf), total: counted?.total ?? 0 };
  },

  clear: (): Promise<void> =>
    store.write(async (tx) => {
      await tx.delete(events);
    }),
});
/** Repository of events. */
export type EventRepository = ReturnType<typeof eventRepository>;

/** instr() has no wildcards, so nothing needs to be escaped. lower() only converts ASCII letters. */
const contains = (column: ReturnType<typeof sql>, text: string) => sql`instr(lower(${column}), lower(${text})) > 0`;

const eventOf = ({ id, time, level, source, message, details, refKind, refId }: EventRow): InstanceEvent => ({
  id,
  time: new Date(time).toISOString(),
  level,
  source,
  message,
  ...(details === null ? {} : { details }),
  ...(refKind === null || refId === null ? {} : { ref: { kind: refKind, id: refId } }),
});
