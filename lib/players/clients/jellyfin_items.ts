import * as z from "zod";
import type { PlayerLimits, PlayerSection, SearchOrder } from "./player_client.ts";
import type { PlayerRequest } from "./request.ts";
import { isBelow, listOf, text } from "./wire.ts";

/** Lists of movies and episodes in Jellyfin and Emby. */

/** Number of items in one page of a library, and the maximum number of pages: all of a library, or the newest items. */
const PAGE = 1000;
const PAGES: Record<SearchOrder, number> = { any: 100, newest: 1 };

const Items = z.object({ Items: listOf(z.object({ Id: z.string(), Path: text })) });
type Item = z.output<typeof Items>["Items"][number];

/** Returns the IDs of the items with these files, by path. Jellyfin cannot search for a path. */
export async function findItems(
  ask: PlayerRequest,
  sections: PlayerSection[],
  wanted: readonly string[],
  order: SearchOrder,
  limits?: PlayerLimits,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const section of sections) {
    const inside = new Set(wanted.filter((path) => section.paths.some((root) => isBelow(path, root))));
    if (inside.size === 0) continue;
    for await (const { Id, Path } of itemsOf(ask, section, order, limits)) {
      if (inside.delete(Path)) found.set(Path, encodeURIComponent(Id));
      if (inside.size === 0) break;
    }
  }
  return found;
}

/** Yields the movies and episodes of a library that have a file. */
export async function* itemsOf(
  ask: PlayerRequest,
  { id, type }: PlayerSection,
  order: SearchOrder,
  limits?: PlayerLimits,
): AsyncGenerator<Item> {
  if (type === "other") return;
  yield* pagesOf(
    ask,
    "/Items",
    {
      ParentId: id,
      SortBy: order === "newest" ? "DateCreated" : "SortName",
      SortOrder: order === "newest" ? "Descending" : "Ascending",
    },
    PAGES[order],
    limits,
  );
}

/**
 * Yields the items that a user has watched, of all libraries that the user may access. A request for one library is
 * refused if the user has no access to it.
 */
export const playedBy = (
  ask: PlayerRequest,
  [path, query]: [path: string, query?: Record<string, string>],
  limits?: PlayerLimits,
): AsyncGenerator<Item> => pagesOf(ask, path, { ...query, Filters: "IsPlayed", SortBy: "SortName" }, PAGES.any, limits);

/** Yields items with a file. A page is requested when its first item is needed. */
async function* pagesOf(
  ask: PlayerRequest,
  path: string,
  query: Record<string, string>,
  pages: number,
  limits?: PlayerLimits,
): AsyncGenerator<Item> {
  for (let page = 0; page < pages; page++) {
    const { Items: items } = await ask(path, Items, {
      ...limits,
      query: {
        ...query,
        Recursive: true,
        Fields: "Path",
        IncludeItemTypes: "Movie,Episode,Video",
        EnableImages: false,
        StartIndex: page * PAGE,
        Limit: PAGE,
      },
    });
    yield* items.filter(({ Path }) => Path !== "");
    if (items.length < PAGE) return;
  }
}
