/** Which titles of a list are chosen: some, or all but some; named as the page names them. Pure. */
export type ChosenTitles = { all: false; ids: ReadonlySet<string> } | { all: true; except: ReadonlySet<string> };

export const NONE: ChosenTitles = { all: false, ids: new Set() };
/** Everything that the list holds. */
export const EVERY: ChosenTitles = { all: true, except: new Set() };

export const isChosen = (chosen: ChosenTitles, id: string): boolean =>
  chosen.all ? !chosen.except.has(id) : chosen.ids.has(id);

/** The same with these titles chosen, or left. */
export function choose(chosen: ChosenTitles, ids: readonly string[], on: boolean): ChosenTitles {
  const set = new Set(chosen.all ? chosen.except : chosen.ids);
  for (const id of ids) {
    if (on === chosen.all) set.delete(id);
    else set.add(id);
  }
  return chosen.all ? { all: true, except: set } : { all: false, ids: set };
}

/** How many, of a list of `total`. */
export const countChosen = (chosen: ChosenTitles, total: number): number =>
  chosen.all ? Math.max(0, total - chosen.except.size) : chosen.ids.size;

/** The body by which the API is told of them; `list` is the list as the API calls it. Managers number their titles. */
export function choiceBody(chosen: ChosenTitles, kind: string, list: unknown) {
  const named = (ids: ReadonlySet<string>) => kind === "local" ? [...ids] : [...ids].map(Number);
  return { titles: chosen.all ? { kind, list, except: named(chosen.except) } : { kind, ids: named(chosen.ids) } };
}
