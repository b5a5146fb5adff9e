import type { ListFacts, ListQuery, ListSource } from "./list_source.ts";

/** What the address of a library page says, and the addresses that change one thing of it. Pure. */

/** How a library is listed; part of the address, so that a link keeps it. */
export type ListView = "posters" | "table";

/** How a list is shown; `query.offset` is where it begins. */
export interface ShownList {
  facts: ListFacts;
  query: ListQuery;
  view: ListView;
}

/** Titles that the server draws at first: a screen of most sizes, and whole rows of two, three, four, six and eight. */
export const FIRST_TITLES = 24;
/** The most that one piece of a list holds. */
const MAX_PIECE = 240;
/** The most names that are told at once. */
const MAX_NAMES = 1_000;

/** Fields of a form that are empty ask for nothing; what nobody could have chosen is as if it were not there. */
export function readList<Q extends ListQuery>(
  source: ListSource<Q>,
  asked: Record<string, string>,
): ShownList & { query: Q } {
  const said = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ""));
  const { limit: _, cursor: __, from, ...rest } = said;
  const usual = source.schema.parse({});
  const query = source.schema.safeParse({ ...rest, offset: from ?? rest.offset }).data ?? usual;
  return {
    facts: { ...source, usual },
    query: { ...query, limit: limitOf(asked, MAX_PIECE) },
    view: said.view === "table" ? "table" : "posters",
  };
}

const limitOf = ({ limit }: Record<string, string>, most: number): number =>
  Math.min(most, Math.max(1, Math.trunc(Number(limit)) || FIRST_TITLES));

/** The same for names alone, of which more are told. */
export const readNames = <Q extends ListQuery>(source: ListSource<Q>, asked: Record<string, string>): Q => ({
  ...readList(source, asked).query,
  limit: limitOf(asked, MAX_NAMES),
});

/** The same, of an address as it is kept. */
export const readAddress = <Q extends ListQuery>(source: ListSource<Q>, query: string): ShownList =>
  readList(source, Object.fromEntries(new URLSearchParams(query)));

/** What narrows or orders a list; each of it absent when it is as usual. */
export type ListChange = Record<string, string | number | undefined>;

/** Says where a list is cut, not which titles it has. */
const PAGING = new Set(["limit", "offset", "cursor"]);

/** What is asked of a list besides where it is cut. */
export const askedOf = ({ query }: Pick<ShownList, "query">): ListChange =>
  Object.fromEntries(Object.entries(query).filter(([name, value]) => !PAGING.has(name) && value !== undefined));

/** The query text of a list with something changed, `?` in front; "" for the whole list as usual. It begins at its top. */
export function listAddress(list: ShownList, change: ListChange = {}): string {
  const usual: ListChange = { ...list.facts.usual, view: "posters", from: 0 };
  const all: ListChange = { ...askedOf(list), view: list.view, ...change };
  const said = Object.entries(all).flatMap(([name, value]) =>
    value === undefined || value === "" || String(usual[name]) === String(value) ? [] : [[name, String(value)]]
  );
  return said.length === 0 ? "" : `?${new URLSearchParams(said)}`;
}

const ORDER = new Set(["sort", "order"]);

/** The change that shows all titles again. */
export const nothingAsked = (list: Pick<ShownList, "query">): ListChange =>
  Object.fromEntries(Object.keys(askedOf(list)).filter((name) => !ORDER.has(name)).map((name) => [name, undefined]));

/** Whether less than the whole library is listed. */
export const isNarrowed = (list: Pick<ShownList, "query" | "facts">): boolean =>
  Object.entries(askedOf(list)).some(([name, value]) => !ORDER.has(name) && list.facts.usual[name] !== value);
