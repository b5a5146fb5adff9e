import { and, asc, count, eq, ne } from "drizzle-orm";
import { bindFirst } from "../bind.ts";
import { type SavedViewRow, savedViews } from "../schema/library.ts";
import type { Store, Tx } from "../store.ts";

type Kind = SavedViewRow["kind"];

/** Saved views. Names are unique per list. */
export const savedViewRepository = (store: Store) =>
  bindFirst(store, { list: listViews, add: addView, change: changeView, remove: removeView });
/** Repository of saved views. */
export type SavedViewRepository = ReturnType<typeof savedViewRepository>;

const listViews = ({ db }: Store, kind?: Kind): Promise<SavedViewRow[]> =>
  db.select().from(savedViews).where(kind && eq(savedViews.kind, kind))
    .orderBy(asc(savedViews.kind), asc(savedViews.name), asc(savedViews.id));

/** Adds a view unless its name is in use or there are already `max` views. */
const addView = (store: Store, row: SavedViewRow, max: number): Promise<"added" | "taken" | "full"> =>
  store.write(async (tx) => {
    if (await isTaken(tx, row)) return "taken";
    const [all] = await tx.select({ views: count() }).from(savedViews);
    if ((all?.views ?? 0) >= max) return "full";
    await tx.insert(savedViews).values(row);
    return "added";
  });

/** Changes a view and returns it. Returns undefined if the view does not exist. */
const changeView = (
  store: Store,
  id: string,
  { name, query }: { name?: string | undefined; query?: string | undefined },
): Promise<SavedViewRow | "taken" | undefined> =>
  store.write(async (tx) => {
    const [known] = await tx.select().from(savedViews).where(eq(savedViews.id, id)).limit(1);
    if (known === undefined) return undefined;
    const changed = { ...known, name: name ?? known.name, query: query ?? known.query };
    if (await isTaken(tx, changed)) return "taken";
    await tx.update(savedViews).set(changed).where(eq(savedViews.id, id));
    return changed;
  });

/** Removes a view and returns it. Returns undefined if the view does not exist. */
const removeView = (store: Store, id: string): Promise<SavedViewRow | undefined> =>
  store.write(async (tx) => (await tx.delete(savedViews).where(eq(savedViews.id, id)).returning())[0]);

const isTaken = async (tx: Tx, { id, kind, name }: SavedViewRow): Promise<boolean> =>
  (await tx.select({ id: savedViews.id }).from(savedViews)
    .where(and(eq(savedViews.kind, kind), eq(savedViews.name, name), ne(savedViews.id, id))).limit(1)).length > 0;
