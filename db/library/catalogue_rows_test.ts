import { deepStrictEqual as same } from "node:assert/strict";
import { episodeRow, filmRow, seriesRow } from "../../tests/fixtures/catalogue_rows.ts";
import { jobRow } from "../../tests/fixtures/job_rows.ts";
import { withStore } from "../../tests/fixtures/store.ts";
import { insertJobs } from "../jobs/job_insert.ts";
import type { Store } from "../store.ts";
import { autoMemoryRepository } from "./auto_memory.ts";
import { catalogueRepository } from "./catalogue.ts";
import { markRepository } from "./library_marks.ts";

const every = { filter: "all", sort: "title", order: "asc", limit: 500 } as const;
const ids = (rows: { id: number }[]) => rows.map(({ id }) => id).toSorted((a, b) => a - b);

Deno.test("a title replaces the one with its number, and is read unchanged, whatever its record contains", () =>
  withStore(async (store) => {
    const catalogue = catalogueRepository(store);
    const record = { nested: [1.5, null, { 'a"b': "é🎬" }], empty: {}, text: "'; --", big: Number.MAX_SAFE_INTEGER };
    await catalogue.putTitles([filmRow(1, { title: "First", facets: " hevc " }), filmRow(2)]);
    await catalogue.putTitles([filmRow(1, { title: "Second", record, year: 0, sizeBytes: 2 ** 52, anime: true })]);
    const row = await catalogue.get("movie", 1);
    same([row?.title, row?.record, row?.year, row?.sizeBytes, row?.anime, row?.facets], [
      "Second",
      record,
      0,
      2 ** 52,
      true,
      "",
    ]);
    same(ids(await catalogue.many("movie", [1, 2, 3, 2])), [1, 2]);
    same([await catalogue.get("movie", 9), await catalogue.many("movie", [])], [undefined, []]);
    await catalogue.putTitles([]);
  }));

Deno.test("movies and episodes are found by the number and path of their files, by whole paths", () =>
  withStore(async (store) => {
    const catalogue = catalogueRepository(store);
    await catalogue.putTitles([filmRow(1), filmRow(2, { record: {} })]);
    await catalogue.putSeries(seriesRow(7), [
      episodeRow(1, 7, [1, 2], { name: "double", id: 50 }),
      episodeRow(2, 7, [1, 1], { name: "double", id: 50 }),
      episodeRow(3, 7, [1, 3]),
    ]);
    same(ids(await catalogue.moviesOfFiles([101, 102, 999])), [1]);
    same(ids(await catalogue.moviesAt(["/films/1/film.mkv", "/films/1/film.mk", "/FILMS/1/film.mkv"])), [1]);
    same((await catalogue.episodesOfFiles([50])).map(({ id }) => id), [2, 1], "in the order of their numbers");
    same((await catalogue.episodesAt(["/tv/double.mkv", "/tv/3.mkv"])).map(({ id }) => id), [2, 1, 3]);
    same([await catalogue.moviesOfFiles([]), await catalogue.episodesAt([])], [[], []]);
    same(ids(await catalogue.moviesAt(Array.from({ length: 40_000 }, (_, i) => `/films/${i}/film.mkv`))), [1]);
  }));

Deno.test("an episode that moves to another series belongs to that one alone", () =>
  withStore(async (store) => {
    const catalogue = catalogueRepository(store);
    await catalogue.putSeries(seriesRow(1), [episodeRow(10, 1, [1, 1]), episodeRow(11, 1, [1, 2])]);
    await catalogue.putSeries(seriesRow(2), [episodeRow(11, 2, [4, 1])]);
    same([(await catalogue.episodes(1)).map(({ id }) => id), (await catalogue.episodes(2)).map(({ id }) => id)], [
      [10],
      [11],
    ]);
    same((await catalogue.episodes(2, 4)).length, 1);
    await catalogue.putSeries(seriesRow(2), []);
    same((await catalogue.episodes(2)).length, 0);
  }));

Deno.test("a series that is written twice simultaneously has the episodes of one write, never of both", () =>
  withStore(async (store) => {
    const catalogue = catalogueRepository(store);
    const of = (from: number) => [0, 1, 2].map((i) => episodeRow(from + i, 7, [1, i + 1]));
    await Promise.all([
      catalogue.putSeries(seriesRow(7, { title: "a" }), of(10)),
      catalogue.putSeries(seriesRow(7, { title: "b" }), of(20)),
    ]);
    const title = (await catalogue.get("series", 7))?.title;
    same((await catalogue.episodes(7)).map(({ id }) => id), title === "a" ? [10, 11, 12] : [20, 21, 22]);
  }));

Deno.test("files of titles are listed once each, also of episodes that share one, and for remuxes only on request", () =>
  withStore(async (store) => {
    const catalogue = catalogueRepository(store);
    const remux = { file: { id: 2, localPath: "/films/2/r.mkv", path: "/data/r", size: 9, isRemux: true } };
    await catalogue.putTitles([filmRow(1), filmRow(2, { record: remux }), filmRow(3, { record: {} })]);
    await catalogue.putSeries(seriesRow(7), [
      episodeRow(1, 7, [1, 1], { name: "double", size: 5 }),
      episodeRow(2, 7, [1, 2], { name: "double", size: 6 }),
      episodeRow(3, 7, [2, 1], { name: "r", isRemux: true }),
    ]);
    const files = async (arr: "movie" | "series", of: number[], remuxOnly = false) =>
      (await catalogue.filesOfTitles(arr, of, { remuxOnly })).map(({ path, sizeBytes }) => `${path} ${sizeBytes}`);
    same(await files("movie", [3, 2, 1]), ["/films/1/film.mkv 10", "/films/2/r.mkv 9"]);
    same(await files("movie", [1, 2], true), ["/films/2/r.mkv 9"]);
    same(await files("series", [7]), ["/tv/double.mkv 6", "/tv/r.mkv 5"]);
    same(await files("series", [7], true), ["/tv/r.mkv 5"]);
    same([await files("series", []), await files("series", [1])], [[], []]);
    const many = Array.from({ length: 1201 }, (_, i) => 5000 + i);
    same((await files("movie", [...many, 1, ...many])).length, 1, "any number of titles");
  }));

Deno.test("sizes of libraries count files on disk, and those of remuxes separately", () =>
  withStore(async (store) => {
    const catalogue = catalogueRepository(store);
    await catalogue.putTitles([
      filmRow(1, { sizeBytes: 10 }),
      filmRow(2, { sizeBytes: 2 ** 50, remux: true }),
      filmRow(3, { sizeBytes: 0 }),
      seriesRow(1, { sizeBytes: 7 }),
    ]);
    same((await catalogue.sizes()).toSorted((a, b) => a.arr < b.arr ? -1 : 1), [
      { arr: "movie", titles: 2, bytes: 10 + 2 ** 50, remuxBytes: 2 ** 50 },
      { arr: "series", titles: 1, bytes: 7, remuxBytes: 0 },
    ]);
  }));

Deno.test("titles on disk have a position in the order of their names, and each facet is listed once", () =>
  withStore(async (store) => {
    const catalogue = catalogueRepository(store);
    await catalogue.putTitles([
      filmRow(1, { sortKey: "z", facets: " hevc " }),
      filmRow(2, { sortKey: "a", facets: " hevc " }),
      filmRow(3, { onDisk: false, facets: "" }),
    ]);
    same((await catalogue.places("movie")).map(({ id }) => id), [2, 1]);
    same((await catalogue.facets("movie")).toSorted(), ["", " hevc "]);
    same(await catalogue.facets("music"), []);
    same((await catalogue.remuxTitles("movie")).length, 0);
  }));

Deno.test("quality profile names and the state of a refresh belong to one manager, and the last ones count", () =>
  withStore(async (store) => {
    const catalogue = catalogueRepository(store);
    same(await catalogue.profileNames("movie"), {});
    await catalogue.setProfileNames("movie", { 1: "HD", 10: "Any" });
    await catalogue.setProfileNames("series", { 1: "SD" });
    await catalogue.setProfileNames("movie", { 1: "UHD" });
    same([await catalogue.profileNames("movie"), await catalogue.profileNames("series")], [{ 1: "UHD" }, { 1: "SD" }]);
    same(await catalogue.state("movie"), undefined);
    const odd = { leftOut: 1, incomplete: 0, records: [{ title: "x", field: "id", leftOut: true }], leftOutIds: [4] };
    await catalogue.setState({ arr: "movie", refreshedAt: 1, triedAt: 2, error: null, odd });
    await catalogue.setState({ arr: "movie", refreshedAt: 1, triedAt: 3, error: "away", odd: null });
    same(await catalogue.state("movie"), { arr: "movie", refreshedAt: 1, triedAt: 3, error: "away", odd: null });
    same(await catalogue.state("series"), undefined);
  }));

Deno.test("writing and removing titles invalidates caches, reading does not", () =>
  withStore(async (store) => {
    const catalogue = catalogueRepository(store);
    const risen = async (work: () => Promise<unknown>) => {
      const before = store.revision("catalogue");
      await work();
      return store.revision("catalogue") > before;
    };
    same(await risen(() => catalogue.putTitles([filmRow(1)])), true);
    same(await risen(() => catalogue.putSeries(seriesRow(1), [])), true);
    same(await risen(() => catalogue.removeTitles("movie", [1])), true);
    same(await risen(() => catalogue.page("movie", every)), false);
    same(await risen(() => catalogue.setProfileNames("movie", {})), false);
    same(store.revision("local"), 0);
  }));

const encodedIn = async (store: Store, arr: "movie" | "series") =>
  ids((await catalogueRepository(store).page(arr, { ...every, filter: "encoded" })).rows);
const queuedIn = async (store: Store, arr: "movie" | "series") =>
  ids((await catalogueRepository(store).page(arr, { ...every, filter: "inQueue" })).rows);

Deno.test("a series is in the queue or was encoded by any of its episodes, also where its file was renamed since", () =>
  withStore(async (store) => {
    const catalogue = catalogueRepository(store);
    await catalogue.putSeries(seriesRow(1), [episodeRow(1, 1, [1, 1], { size: 11 }), episodeRow(2, 1, [1, 2])]);
    await catalogue.putSeries(seriesRow(2), [episodeRow(3, 2, [1, 1], { size: 22 })]);
    await catalogue.putSeries(seriesRow(3), []);
    same([await queuedIn(store, "series"), await encodedIn(store, "series")], [[], []]);
    await store.write((tx) =>
      insertJobs(tx, [
        jobRow({ id: "a", sourcePath: "/tv/2.mkv" }),
        jobRow({ id: "b", arr: "series", source: { kind: "episode", arrId: 3 }, status: "waiting", sourcePath: "" }),
      ])
    );
    await autoMemoryRepository(store).remember([{
      ...{ localPath: "/old/name.mkv", arr: "series", fileId: 0, sizeBytes: 22, reason: "output" } as const,
      ...{ profile: null, at: 1, titleKey: null, fingerprint: null },
    }]);
    same([await queuedIn(store, "series"), await encodedIn(store, "series")], [[1, 3], [2]]);
    const marks = markRepository(store);
    same((await marks.active("series", [3], ["/tv/2.mkv"])).map(({ id }) => id).toSorted(), ["a", "b"]);
    same([...await marks.encoded([{ path: "/tv/3.mkv", size: 22 }, { path: "/x", size: 23 }])], ["/tv/3.mkv"]);
    same((await marks.encoded([])).size, 0);
  }));
