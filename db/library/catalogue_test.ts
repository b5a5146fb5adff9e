import { deepStrictEqual as same, rejects } from "node:assert/strict";
import { Fault } from "../../lib/kit/fault.ts";
import { episodeRow, filmRow } from "../../tests/fixtures/catalogue_rows.ts";
import { jobRow } from "../../tests/fixtures/job_rows.ts";
import { withStore } from "../../tests/fixtures/store.ts";
import { insertJobs } from "../jobs/job_insert.ts";
import type { LibraryQuery } from "../../lib/library/video_model.ts";
import { catalogueRepository } from "./catalogue.ts";

/** An episode that shares its file with all others. */
const episode = (id: number, seriesId: number, seasonNumber: number, episodeNumber: number) =>
  episodeRow(id, seriesId, [seasonNumber, episodeNumber], { name: "double", id: 900, isRemux: true });
const every = { filter: "all", sort: "title", order: "asc", limit: 500 } as const;

Deno.test("page() of the catalogue walks every title once, in either direction of every order", () =>
  withStore(async (store) => {
    const catalogue = catalogueRepository(store);
    await catalogue.putTitles(Array.from({ length: 40 }, (_, i) => filmRow(i + 1)));
    for (const sort of ["title", "year", "size", "added"] as const) {
      for (const order of ["asc", "desc"] as const) {
        const whole = (await catalogue.page("movie", { ...every, sort, order })).rows.map(({ id }) => id);
        same(whole.length, 40);
        const seen: number[] = [];
        let cursor: string | undefined;
        do {
          const page = await catalogue.page("movie", { ...every, sort, order, limit: 7, cursor });
          same(page.total, 40);
          seen.push(...page.rows.map(({ id }) => id));
          cursor = page.nextCursor;
        } while (cursor !== undefined);
        same(seen, whole, `${sort} ${order}`);
      }
    }
  }));

Deno.test("page() of the catalogue starts at any position, and lists, counts and letters agree for every facet", () =>
  withStore(async (store) => {
    const catalogue = catalogueRepository(store);
    const facets = [" av1 sdr ", " hdr hevc 2160p lang:german ", " dv hdr hevc 2160p lang:english lang:german ", ""];
    await catalogue.putTitles(Array.from({ length: 40 }, (_, i) =>
      filmRow(i + 1, {
        facets: facets[i % 4] ?? "",
        sortKey: `${["alien", "amelie", "brazil", "8 mile", "éa"][i % 5]} ${String(i).padStart(2, "0")}`,
      })));
    const of = async (query: Partial<LibraryQuery>) => await catalogue.page("movie", { ...every, ...query });
    for (const order of ["asc", "desc"] as const) {
      const whole = (await of({ order })).rows.map(({ id }) => id);
      for (const offset of [0, 1, 17, 39, 40, 99]) {
        const { rows, total } = await of({ order, offset, limit: 3 });
        same([rows.map(({ id }) => id), total], [whole.slice(offset, offset + 3), 40], `${order} from ${offset}`);
      }
    }
    const count = async (query: Partial<LibraryQuery>) => {
      const { rows, total } = await of(query);
      same(rows.length, total);
      same((await catalogue.idsOfList("movie", { ...every, ...query })).length, total);
      const signs = await catalogue.firstSigns("movie", { ...every, ...query });
      same(signs.reduce((sum, { count }) => sum + count, 0), total);
      return total;
    };
    same(
      await Promise.all(
        [{ codec: "hevc" }, { codec: "av1" }, { range: "dv" }, { range: "hdr" }].map((one) =>
          count(one as Partial<LibraryQuery>)
        ),
      ),
      [20, 10, 10, 20],
    );
    same(await count({ codec: "hevc", language: "English" }), 10);
    same(await count({ language: "Ger" }), 0, "a part of a language is none");
    same(await count({ language: "%" }), 0);
    same(await count({ minBytes: 100, maxBytes: 200 }), 11);
    same((await catalogue.firstSigns("movie", every)).map(({ sign, count }) => `${sign}${count}`), [
      "88",
      "a16",
      "b8",
      "é8",
    ]);
  }));

Deno.test("page() of the catalogue finds every word without case and marks, and refuses a cursor of another order", () =>
  withStore(async (store) => {
    const catalogue = catalogueRepository(store);
    await catalogue.putTitles([filmRow(1, { title: "Amélie 100%" }), filmRow(2, { title: "Amelia" })]);
    const found = async (q: string) => (await catalogue.page("movie", { ...every, q })).rows.map(({ id }) => id);
    same([await found("amelie"), await found("AMEL"), await found("100% amélie"), await found("_")], [
      [1],
      [1, 2],
      [1],
      [],
    ]);
    for (const cursor of ["x", '["a",1]', "[1]", "{}"]) {
      await rejects(
        catalogue.page("movie", { ...every, sort: "year", cursor }),
        (error) => error instanceof Fault && error.code === "invalid",
        cursor,
      );
    }
  }));

Deno.test("inQueue and encoded follow the jobs of a title, by its number and by its file", () =>
  withStore(async (store) => {
    const catalogue = catalogueRepository(store);
    await catalogue.putTitles([filmRow(1), filmRow(2), filmRow(3), filmRow(4)]);
    const replaced = { sourcePath: "/films/3/film.mkv", outputPath: "/films/3/film.mkv", outputSizeBytes: 30 };
    await store.write((tx) =>
      insertJobs(tx, [
        jobRow({ id: "number", arr: "movie", source: { kind: "movie", arrId: 1 }, status: "waiting", sourcePath: "" }),
        jobRow({ id: "file", sourcePath: "/films/2/film.mkv" }),
        jobRow({ id: "done", status: "done", finishedAt: 5, ...replaced }),
        jobRow({ id: "failed", arr: "movie", source: { kind: "movie", arrId: 4 }, status: "failed" }),
      ])
    );
    const found = async (filter: "inQueue" | "encoded") =>
      (await catalogue.page("movie", { ...every, filter })).rows.map(({ id }) => id);
    same([await found("inQueue"), await found("encoded")], [[1, 2], [3]]);
  }));

Deno.test("a series is replaced with all its episodes, and removed with them", () =>
  withStore(async (store) => {
    const catalogue = catalogueRepository(store);
    const series = filmRow(7, { arr: "series", record: {} });
    await catalogue.putSeries(series, [episode(1, 7, 1, 1), episode(2, 7, 1, 2), episode(3, 7, 2, 1)]);
    await catalogue.putSeries(series, [episode(2, 7, 1, 2), episode(3, 7, 2, 1)]);
    same((await catalogue.episodes(7)).map(({ id }) => id), [2, 3]);
    same((await catalogue.episodes(7, 2)).map(({ id }) => id), [3]);
    same((await catalogue.episodesOfFiles([900])).length, 2);
    same((await catalogue.episodesAt(["/tv/double.mkv"])).length, 2);
    same((await catalogue.remuxEpisodes()).length, 2);
    same(await catalogue.filesOf("series", [7]), [{ title: "Film 7", path: "/data/double.mkv", size: 5 }]);
    const before = store.revision("catalogue");
    await catalogue.removeTitles("series", [7]);
    same([(await catalogue.episodes(7)).length, await catalogue.get("series", 7)], [0, undefined]);
    same(store.revision("catalogue") > before, true);
  }));

Deno.test("fingerprints() reads more titles than one batch, of one manager only", () =>
  withStore(async (store) => {
    const catalogue = catalogueRepository(store);
    await catalogue.putTitles(Array.from({ length: 2001 }, (_, i) => filmRow(i + 1)));
    await catalogue.putTitles([filmRow(5000, { arr: "music" })]);
    const prints = await catalogue.fingerprints("movie");
    same([prints.size, prints.get(1), prints.get(2001), prints.has(5000)], [2001, "f1", "f2001", false]);
    same((await catalogue.moviesOfFiles([101, 103])).map(({ id }) => id).toSorted(), [1, 3]);
    same((await catalogue.moviesAt(["/films/2/film.mkv"])).map(({ id }) => id), [2]);
  }));
