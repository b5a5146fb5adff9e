import { and, desc, eq, gt, sql } from "drizzle-orm";
import { createQueryCache } from "../query_cache.ts";
import { type CatalogueTitleRow, catalogueTitles } from "../schema/catalogue.ts";
import type { Store } from "../store.ts";
import {
  type CatalogueListing,
  type CataloguePageQuery,
  countOfList,
  firstSigns,
  isOfCatalogueAlone,
  pageOfTitles,
} from "./catalogue_page.ts";

type LibraryKind = CatalogueTitleRow["arr"];

/** Totals over all titles, cached until the catalogue changes. */
export function catalogueLists(store: Store) {
  const kept = createQueryCache(store, "catalogue");
  const ofList = <T>(name: string, arr: LibraryKind, listing: CatalogueListing, ask: () => Promise<T>): Promise<T> =>
    isOfCatalogueAlone(listing) ? kept([name, arr, listing], ask) : ask();
  return {
    page(arr: LibraryKind, query: CataloguePageQuery) {
      // The order does not affect the count.
      const listing = { ...narrowed(query), sort: "title", order: "asc" } as const;
      return pageOfTitles(
        store,
        arr,
        query,
        () => ofList("total", arr, listing, () => countOfList(store, arr, listing)),
      );
    },
    firstSigns(arr: LibraryKind, { sort, order, ...query }: CatalogueListing) {
      const listing = { ...narrowed(query), sort, order };
      return ofList("signs", arr, listing, () => firstSigns(store, arr, listing));
    },
    facets: (arr: LibraryKind) => kept(["facets", arr], () => facetsOf(store, arr)),
    sizes: () => kept(["sizes"], () => librarySizes(store)),
    facetSizes: () => kept(["facetSizes"], () => sizesByFacets(store)),
    largest: (arr: LibraryKind, limit: number) => kept(["largest", arr, limit], () => largestTitles(store, arr, limit)),
  };
}

/** Returns only the filters of a list, without paging and sort order. */
function narrowed({ q, filter, ...more }: Omit<CatalogueListing, "sort" | "order">) {
  const { codec, resolution, range, language, format, sound, minBytes, maxBytes } = more;
  return { q, filter, codec, resolution, range, language, format, sound, minBytes, maxBytes };
}

/** Size of a manager's library on disk. `remuxBytes` covers titles that are or contain remuxes. */
export interface LibrarySize {
  arr: LibraryKind;
  titles: number;
  bytes: number;
  remuxBytes: number;
}

const librarySizes = ({ db }: Store): Promise<LibrarySize[]> =>
  db.select({
    arr: catalogueTitles.arr,
    titles: sql<number>`count(*)`,
    bytes: sql<number>`sum(${catalogueTitles.sizeBytes})`,
    remuxBytes: sql<number>`sum(iif(${catalogueTitles.remux}, ${catalogueTitles.sizeBytes}, 0))`,
  }).from(catalogueTitles).where(gt(catalogueTitles.sizeBytes, 0)).groupBy(catalogueTitles.arr);

/** Size on disk of a manager's titles with the same facets. */
export interface FacetSize extends Pick<CatalogueTitleRow, "arr" | "remux" | "facets"> {
  titles: number;
  bytes: number;
}

const sizesByFacets = ({ db }: Store): Promise<FacetSize[]> => {
  const { arr, remux, facets, sizeBytes } = catalogueTitles;
  return db.select({ arr, remux, facets, titles: sql<number>`count(*)`, bytes: sql<number>`sum(${sizeBytes})` })
    .from(catalogueTitles).where(gt(sizeBytes, 0)).groupBy(arr, remux, facets);
};

/** A title with its size on disk in bytes. `year` is 0 if unknown. */
export type SizedTitle = Pick<CatalogueTitleRow, "id" | "title" | "year" | "sizeBytes" | "remux" | "facets">;

const largestTitles = ({ db }: Store, arr: LibraryKind, limit: number): Promise<SizedTitle[]> => {
  const { id, title, year, sizeBytes, remux, facets } = catalogueTitles;
  return db.select({ id, title, year, sizeBytes, remux, facets }).from(catalogueTitles)
    .where(and(eq(catalogueTitles.arr, arr), gt(sizeBytes, 0))).orderBy(desc(sizeBytes), id).limit(limit);
};

/** Returns the distinct facet combinations of a manager's titles. */
const facetsOf = async ({ db }: Store, arr: LibraryKind): Promise<string[]> =>
  (await db.selectDistinct({ facets: catalogueTitles.facets }).from(catalogueTitles)
    .where(eq(catalogueTitles.arr, arr))).map(({ facets }) => facets);
