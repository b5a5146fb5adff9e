import { deepStrictEqual as same } from "node:assert/strict";
import type { LocalMeta } from "../../lib/library/local_title_model.ts";
import { albumRow, artistRow, filmRow, seriesRow, trackRow } from "../../tests/fixtures/catalogue_rows.ts";
import { localFolder, localTitle } from "../../tests/fixtures/local_rows.ts";
import { withStore } from "../../tests/fixtures/store.ts";
import { catalogueRepository } from "./catalogue.ts";
import { localRepository } from "./local/local.ts";
import { musicCatalogueRepository } from "./music_catalogue.ts";
import { titleRepository } from "./titles.ts";

Deno.test("a title is found by every name in its record, at any depth; a year of 0 counts as none", () =>
  withStore(async (store) => {
    const record = {
      alternateTitles: [{ title: "Spirited Away" }, "Chihiros Reise", { name: "no title" }, null, 5],
      seasonTitles: { title: "Season one" },
      titleRomaji: "Sen to Chihiro",
      titleKanji: "千と千尋の神隠し",
    };
    await catalogueRepository(store).putTitles([
      filmRow(1, { title: "Sen", year: 2001, record }),
      filmRow(2, { title: "Plain", year: 0, record: {} }),
      seriesRow(1, { title: "Series" }),
    ]);
    const names = await titleRepository(store).catalogue("movie").names([1, 2, 3]);
    same(names.toSorted((a, b) => a.id - b.id), [
      {
        ...{ id: 1, title: "Sen", year: 2001 },
        others: ["Spirited Away", "Chihiros Reise", "Season one", "Sen to Chihiro", "千と千尋の神隠し"],
      },
      { id: 2, title: "Plain", others: [], year: undefined },
    ]);
    same((await titleRepository(store).catalogue("series").names([1, 2])).map(({ title }) => title), ["Series"]);
    same(await titleRepository(store).catalogue("movie").names([]), []);
  }));

Deno.test("names of a record with half a sign are read, and those of its neighbours", () =>
  withStore(async (store) => {
    const broken = "broken \ud83d sign";
    await catalogueRepository(store).putTitles([
      filmRow(1, {
        title: broken,
        record: { titleRomaji: broken, alternateTitles: [{ title: broken }], file: { localPath: broken } },
      }),
      filmRow(2),
    ]);
    const music = musicCatalogueRepository(store);
    await music.putArtist(artistRow(1), [albumRow(1, 1, { record: { title: broken, artist: broken } })], [
      trackRow(1, 1, 1, { record: { title: broken }, searchText: "broken" }),
    ]);
    same((await catalogueRepository(store).moviesAt([broken])).map(({ id }) => id), [1], "and found by its place");
    const titles = titleRepository(store);
    same((await titles.catalogue("movie").names([1, 2])).map(({ title }) => title), ["broken \ufffd sign", "Film 2"]);
    same((await titles.albums().names([1])).map(({ others }) => others.length), [2]);
    same((await titles.tracksWith(["broken"], 5)).map(({ albumId }) => albumId), [1]);
  }));

Deno.test("an album is known by its title, its artist and both; without an artist by its title", () =>
  withStore(async (store) => {
    const music = musicCatalogueRepository(store);
    await music.putArtist(artistRow(1), [
      albumRow(1, 1, { year: 1999, record: { title: "One", artist: "Artist" } }),
      albumRow(2, 1, { year: 0, record: { title: "Two", artist: "" } }),
    ], []);
    const { names, fingerprints } = titleRepository(store).albums();
    same((await names([2, 1])).toSorted((a, b) => a.id - b.id), [
      { id: 1, title: "One", others: ["Artist", "Artist One"], year: 1999 },
      { id: 2, title: "Two", others: [], year: undefined },
    ]);
    const before = await fingerprints();
    await music.putArtist(artistRow(1), [albumRow(1, 1, { year: 2000 }), albumRow(2, 1, { year: 0 })], []);
    const after = await fingerprints();
    same([1, 2].map((id) => before.get(id) === after.get(id)), [false, true]);
  }));

Deno.test("a local title is found by its artist and its metadata, and its fingerprint changes with either", () =>
  withStore(async (store) => {
    const index = localRepository(store);
    await index.store([
      localFolder(localTitle("film", { title: "Heat", year: 1995 }), ["a.mkv"]),
      localFolder(localTitle("album", { kind: "album", title: "Ten", artist: "Pearl Jam" }), ["1.flac"]),
    ], 1);
    const names = titleRepository(store).local();
    const before = await names.fingerprints();
    const revision = names.revision();
    const meta = {
      status: "matched",
      title: "Heat (Director's)",
      originalTitle: "HEAT",
      year: 1996,
    } as unknown as LocalMeta;
    await index.setMeta("film", meta);
    same((await names.names(["film", "album"])).toSorted((a, b) => a.id < b.id ? -1 : 1), [
      { id: "album", title: "Ten", others: ["Pearl Jam Ten"], year: undefined },
      { id: "film", title: "Heat", others: ["Heat (Director's)", "HEAT"], year: 1995 },
    ]);
    const after = await names.fingerprints();
    same(["film", "album"].map((id) => before.get(id) === after.get(id)), [false, true]);
    same(names.revision() > revision, true);
    await index.markManaged({ folders: ["/m/film"], hide: true });
    same([...(await names.fingerprints()).keys()], ["album"], "what is hidden is not searched");
  }));

Deno.test("tracks are found by all of their words, the shortest title first, each album once, up to the limit", () =>
  withStore(async (store) => {
    const music = musicCatalogueRepository(store);
    const track = (id: number, albumId: number, searchText: string) =>
      trackRow(id, albumId, 1, { searchText, record: { title: searchText.toUpperCase() } });
    await music.putArtist(artistRow(1), [1, 2, 3].map((id) => albumRow(id, 1)), [
      track(1, 1, "one love song"),
      track(2, 1, "love one"),
      track(3, 2, "love"),
      track(4, 3, "no song of love at all"),
    ]);
    const { tracksWith } = titleRepository(store);
    const found = async (words: string[], limit = 10) =>
      (await tracksWith(words, limit)).map(({ albumId, title }) => `${albumId} ${title}`).toSorted();
    same(await found(["love"]), ["1 LOVE ONE", "2 LOVE", "3 NO SONG OF LOVE AT ALL"]);
    same(await found(["love", "song"]), ["1 ONE LOVE SONG", "3 NO SONG OF LOVE AT ALL"]);
    same(await found(["love"], 1), ["2 LOVE"]);
    same([await found([]), await found(["%"]), await found(["lovely"])], [[], [], []]);
  }));

Deno.test("a title is found by the id of the database its manager uses, else by that of IMDb", () =>
  withStore(async (store) => {
    await catalogueRepository(store).putTitles([
      filmRow(1, { record: { tmdbId: 603, imdbId: "tt0133093" } }),
      filmRow(2, { record: { tmdbId: 604 } }),
      seriesRow(1, { record: { tvdbId: 603, imdbId: "tt0133093" } }),
    ]);
    const { idsOf } = titleRepository(store);
    same(await idsOf("movie", { tmdbId: 603 }), [1]);
    same(await idsOf("movie", { tvdbId: 603 }), [], "a film is not found by a number of TheTVDB");
    same(await idsOf("movie", { tvdbId: 9, imdbId: "tt0133093" }), [1]);
    same(await idsOf("series", { tmdbId: 603 }), []);
    same(await idsOf("series", { tvdbId: 603 }), [1]);
    same([await idsOf("movie", {}), await idsOf("movie", { tmdbId: 0 }), await idsOf("series", { imdbId: "" })], [
      [],
      [],
      [],
    ]);
  }));

Deno.test("a local title shows the quality of its largest file and the time of its newest", () =>
  withStore(async (store) => {
    const index = localRepository(store);
    const film = localTitle("film");
    const file = (name: string, size: number, mtime: number, quality?: string) => ({
      name,
      itemId: "film",
      size,
      mtime,
      quality,
    });
    await index.store([{
      ...localFolder(film, []),
      files: [file("a", 10, 99, "DVD"), file("b", 500, 5, "Bluray-1080p"), file("c", 20, 7)],
    }], 1);
    await index.store([localFolder(localTitle("bare", { folder: "/m/bare" }), ["x.mkv"])], 1);
    const found = await titleRepository(store).localTitles(["film", "bare", "gone"]);
    same(found.map(({ id, quality, modified }) => [id, quality, modified]).toSorted(), [
      ["bare", null, 5],
      ["film", "Bluray-1080p", 99],
    ]);
  }));
