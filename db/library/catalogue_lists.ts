import { eq, gt, sql } from "drizzle-orm";
import { keepAnswers } from "../kept_answers.ts";
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

/** What is counted over all titles: once for each state of the catalogue, however often a page shows it. */
export function catalogueLists(store: Store) {
  const kept = keepAnswers(store, "catalogue");
  const ofList = <T>(name: string, arr: LibraryKind, listing: CatalogueListing, ask: () => Promise<T>): Promise<T> =>
    isOfCatalogueAlone(listing) ? kept([name, arr, listing], ask) : ask();
  return {
    page(arr: LibraryKind, query: CataloguePageQuery) {
      // In which order it is counted makes no difference.
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
  };
}

/** What a list is narrowed by, without anything of how it is cut or sorted. */
function narrowed({ q, filter, ...more }: Omit<CatalogueListing, "sort" | "order">) {
  const { codec, resolution, range, language, format, sound, minBytes, maxBytes } = more;
  return { q, filter, codec, resolution, range, language, format, sound, minBytes, maxBytes };
}

/** How much of a manager's library is on disk; `remuxBytes` of titles that are or hold remuxes. */
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

/** What the titles of a manager are found by, each combination once. */
const facetsOf = async ({ db }: Store, arr: LibraryKind): Promise<string[]> =>
  (await db.selectDistinct({ facets: catalogueTitles.facets }).from(catalogueTitles)
    .where(eq(catalogueTitles.arr, arr))).map(({ facets }) => facets);
