import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import type { LookupResult } from "../search_model.ts";
import { matchProduct } from "./match_product.ts";
import type { BarcodeProduct } from "./model.ts";

const title = (name: string, year: number, more: Partial<LookupResult> = {}): LookupResult => ({
  ...{ kind: "movie", title: name, year, overview: "", externalId: `tmdb:${year}`, inLibrary: false, score: 100 },
  ...more,
});
const listing = (more: Partial<BarcodeProduct> = {}): BarcodeProduct => ({
  ...{ code: "1", product: "Dune [4K Ultra HD]", title: "Dune", year: 2021, kind: "movie", source: "product" },
  ...more,
});

/** Returns the match for these search results, and the requests made. */
async function matched(
  product: BarcodeProduct,
  answers: { library?: LookupResult[]; online?: LookupResult[]; byId?: LookupResult[]; down?: string },
) {
  const asked: string[] = [];
  const found = await matchProduct(
    {
      smart: (text, { scope } = {}) => {
        asked.push(`${scope} ${text}`);
        const own = (list: LookupResult[] = []) =>
          list.filter(({ kind }) => kind === (scope === "music" ? "album" : scope));
        const isId = /^(?:tmdb|tvdb|imdb):/.test(text);
        return Promise.resolve({
          query: { text } as never,
          local: [],
          library: isId ? [] : own(answers.library),
          online: isId ? own(answers.byId) : own(answers.online),
          errors: answers.down === undefined ? [] : [{ source: "movie" as const, message: answers.down }],
        });
      },
    },
    product,
    new AbortController().signal,
  );
  return { ...found, asked };
}

Deno.test("a shop listing is looked up among movies and series, and the movie of its year comes first", async () => {
  const { asked, lookup, inLibrary } = await matched(listing(), {
    online: [title("Dune", 1984), title("Dune", 2021), title("Dune", 2026)],
  });
  same(asked.toSorted(), ["movie Dune", "series Dune"]);
  same([lookup.map(({ year }) => year), inLibrary], [[2021, 1984, 2026], null]);
});

Deno.test("only the title itself counts as owned, not one with the same beginning", async () => {
  const held = (name: string, score: number) => title(name, 2021, { inLibrary: true, arrId: 7, score });
  is((await matched(listing(), { library: [held("Dune: Part Two", 90)] })).inLibrary, null);
  same((await matched(listing(), { library: [held("Dune", 100)] })).inLibrary, {
    ...{ kind: "movie", id: 7, externalId: "tmdb:2021", title: "Dune", year: 2021, score: 100 },
  });
});

Deno.test("IDs from a catalogue are looked up first, and their titles count under any name", async () => {
  const product = listing({ source: "discdb", externalIds: { tmdb: 438631, imdb: "tt1160419" } });
  const arrakis = title("Arrakis", 2021, { inLibrary: true, arrId: 3 });
  const { asked, inLibrary } = await matched(product, { byId: [arrakis] });
  same([asked, inLibrary?.id], [["movie tmdb:438631"], 3]);
  same((await matched(product, { online: [title("Dune", 2021)] })).asked, ["movie tmdb:438631", "movie Dune"]);
});

Deno.test("TMDB's ID of a series is not looked up, because movies use the same numbers", async () => {
  const series = listing({ kind: "series", seasonNumber: 2, source: "discdb", externalIds: { tmdb: 5 } });
  const found = title("Dune", 2021, { kind: "series", inLibrary: true, arrId: 4 });
  const { asked, inLibrary } = await matched(series, { library: [found] });
  same([asked, inLibrary?.season], [["series Dune"], 2]);
});

Deno.test("an album is searched with its artist", async () => {
  const { asked } = await matched(listing({ kind: "album", title: "Quiet Rooms", artist: "The Tests" }), {});
  same(asked, ["music The Tests Quiet Rooms"]);
});

Deno.test("candidates are at most ten, alike at least a little, and a manager that is down is named once", async () => {
  const online = Array.from({ length: 20 }, (_, at) => title("Dune", 1990 + at));
  const { lookup, errors } = await matched(listing(), {
    online: [...online, title("Dunes", 2021, { score: 44 })],
    down: "Radarr is down.",
  });
  same([lookup.length, lookup.some(({ title }) => title === "Dunes"), errors], [10, false, ["Radarr is down."]]);
});
