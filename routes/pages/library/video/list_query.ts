import { LibraryQuery } from "../../../../lib/library/video/model.ts";
import type { LibraryPageKind, LibraryView } from "./library_parts.tsx";

/** What the address of a library page says, and the addresses that change one thing of it. Pure. */

/** How a list is shown; `query.offset` is where it begins. */
export interface ShownList {
  kind: LibraryPageKind;
  query: LibraryQuery;
  view: LibraryView;
}

/** Titles that the server draws at first: a screen of most sizes, and whole rows of two, three, four, five and six. */
export const FIRST_TITLES = 60;
/** The most that one piece of a list holds. */
const MAX_PIECE = 240;

/** Fields of a form that are empty ask for nothing; what nobody could have chosen is as if it were not there. */
export function readList(kind: LibraryPageKind, asked: Record<string, string>): ShownList {
  const said = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ""));
  const { limit: _, cursor: __, from, ...rest } = said;
  const query = LibraryQuery.catch(LibraryQuery.parse({})).parse({ ...rest, offset: from ?? rest.offset });
  const limit = Math.min(MAX_PIECE, Math.max(1, Math.trunc(Number(asked.limit)) || FIRST_TITLES));
  return { kind, query: { ...query, limit }, view: said.view === "table" ? "table" : "posters" };
}

/** What narrows or orders a list; each of it absent when it is as usual. */
export type ListChange = Partial<
  Record<
    "q" | "filter" | "codec" | "resolution" | "range" | "language" | "minBytes" | "sort" | "order" | "view" | "from",
    string | number | undefined
  >
>;

const USUAL: Record<string, string> = { filter: "all", sort: "title", order: "asc", view: "posters", from: "0" };

/** The query text of a list with something changed, `?` in front; "" for the whole list as usual. It begins at its top. */
export function listAddress({ query, view }: ShownList, change: ListChange = {}): string {
  const { q, filter, codec, resolution, range, language, minBytes, sort, order } = query;
  const all = { q, filter, codec, resolution, range, language, minBytes, sort, order, view, ...change };
  const said = Object.entries(all).flatMap(([name, value]) =>
    value === undefined || value === "" || USUAL[name] === String(value) ? [] : [[name, String(value)]]
  );
  return said.length === 0 ? "" : `?${new URLSearchParams(said)}`;
}

/** Whether less than the whole library is listed. */
export function isNarrowed({ query }: Pick<ShownList, "query">): boolean {
  const { q, filter, codec, resolution, range, language, minBytes } = query;
  return filter !== "all" || [q, codec, resolution, range, language, minBytes].some((one) => one !== undefined);
}
