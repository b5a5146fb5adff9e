/**
 * Selection of titles in a list: either some titles, or all except some. IDs are the IDs in the page's markup. Pure.
 */
export type ChosenTitles = { all: false; ids: ReadonlySet<string> } | { all: true; except: ReadonlySet<string> };

export const NONE: ChosenTitles = { all: false, ids: new Set() };
/** Selection of all titles in the list. */
export const EVERY: ChosenTitles = { all: true, except: new Set() };

export const isChosen = (chosen: ChosenTitles, id: string): boolean =>
  chosen.all ? !chosen.except.has(id) : chosen.ids.has(id);

/** Returns the selection with these titles selected or deselected. */
export function choose(chosen: ChosenTitles, ids: readonly string[], on: boolean): ChosenTitles {
  const set = new Set(chosen.all ? chosen.except : chosen.ids);
  for (const id of ids) {
    if (on === chosen.all) set.delete(id);
    else set.add(id);
  }
  return chosen.all ? { all: true, except: set } : { all: false, ids: set };
}

/** Returns the number of selected titles in a list of `total`. */
export const countChosen = (chosen: ChosenTitles, total: number): number =>
  chosen.all ? Math.max(0, total - chosen.except.size) : chosen.ids.size;

/** Returns the request body for a selection. `list` is the list's API query. Managers use numeric IDs. */
export function choiceBody(chosen: ChosenTitles, kind: string, list: unknown) {
  const named = (ids: ReadonlySet<string>) => kind === "local" ? [...ids] : [...ids].map(Number);
  return { titles: chosen.all ? { kind, list, except: named(chosen.except) } : { kind, ids: named(chosen.ids) } };
}
