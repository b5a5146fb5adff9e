import { readQuery } from "../../../data/read_query.ts";
import type { ListFacts, ListQuery, ListSource } from "./list_source.ts";

/** Query parameters of library pages, and URLs that change one of them. Pure. */

/** Layout of a library. It is part of the URL, so that links preserve it. */
export type ListView = "posters" | "table";

/** A list as shown. `query.offset` is the position of its first title. */
export interface ShownList {
  facts: ListFacts;
  query: ListQuery;
  view: ListView;
  /** URL parameters without an effect, as `name=value`. */
  ignored: string[];
}

/**
 * Number of titles that the server renders. It fills most screens, and it makes complete rows with two, three, four,
 * six and eight columns.
 */
export const FIRST_TITLES = 24;
/** Maximum number of titles in one chunk. */
const MAX_PIECE = 240;
/** Maximum number of names in one response. */
const MAX_NAMES = 1_000;

/** Parses the query of a list. Empty form fields and invalid values are treated as absent. */
export function readList<Q extends ListQuery>(
  source: ListSource<Q>,
  asked: Record<string, string>,
): ShownList & { query: Q } {
  const { limit: _, cursor: __, from, view, ...rest } = asked;
  const { query, ignored } = readQuery(source.schema, { ...rest, offset: from || (rest.offset ?? "") });
  return {
    facts: { ...source, usual: source.schema.parse({}) },
    query: { ...query, limit: limitOf(asked, MAX_PIECE) },
    view: view === "table" ? "table" : "posters",
    ignored: [...ignored, ...(view && !["table", "posters"].includes(view) ? [`view=${view}`] : [])],
  };
}

const limitOf = ({ limit }: Record<string, string>, most: number): number =>
  Math.min(most, Math.max(1, Math.trunc(Number(limit)) || FIRST_TITLES));

/** Parses the query of a list of names, for which the limit is higher. */
export const readNames = <Q extends ListQuery>(source: ListSource<Q>, asked: Record<string, string>): Q => ({
  ...readList(source, asked).query,
  limit: limitOf(asked, MAX_NAMES),
});

/** Parses a stored query string in the same way as `readList`. */
export const readAddress = <Q extends ListQuery>(source: ListSource<Q>, query: string): ShownList =>
  readList(source, Object.fromEntries(new URLSearchParams(query)));

/** Filters and order of a list. Absent fields have their default values. */
export type ListChange = Record<string, string | number | undefined>;

/** Parameters for paging, which do not affect the list's content. */
const PAGING = new Set(["limit", "offset", "cursor"]);

/** Returns the parameters of a list without the paging parameters. */
export const askedOf = ({ query }: Pick<ShownList, "query">): ListChange =>
  Object.fromEntries(Object.entries(query).filter(([name, value]) => !PAGING.has(name) && value !== undefined));

/**
 * Returns the query string of a list with a change, including the `?`, starting at the first title. It is empty for the
 * default list.
 */
export function listAddress(list: ShownList, change: ListChange = {}): string {
  const usual: ListChange = { ...list.facts.usual, view: "posters", from: 0 };
  const all: ListChange = { ...askedOf(list), view: list.view, ...change };
  const said = Object.entries(all).flatMap(([name, value]) =>
    value === undefined || value === "" || String(usual[name]) === String(value) ? [] : [[name, String(value)]]
  );
  return said.length === 0 ? "" : `?${new URLSearchParams(said)}`;
}

const ORDER = new Set(["sort", "order"]);

/** Returns the change that resets all filters. */
export const nothingAsked = (list: Pick<ShownList, "query">): ListChange =>
  Object.fromEntries(Object.keys(askedOf(list)).filter((name) => !ORDER.has(name)).map((name) => [name, undefined]));

/** True if the list is filtered. */
export const isNarrowed = (list: Pick<ShownList, "query" | "facts">): boolean =>
  Object.entries(askedOf(list)).some(([name, value]) => !ORDER.has(name) && list.facts.usual[name] !== value);
