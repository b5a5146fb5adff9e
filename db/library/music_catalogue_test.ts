import { deepStrictEqual as same } from "node:assert/strict";
import { albumRow, artistRow, trackRow } from "../../tests/fixtures/catalogue_rows.ts";
import { withStore } from "../../tests/fixtures/store.ts";
import { catalogueRepository } from "./catalogue.ts";
import type { AlbumQuery } from "../../lib/library/music_model.ts";
import { musicCatalogueRepository } from "./music_catalogue.ts";

/** A track that shares its file with all others. */
const track = (id: number, albumId: number, artistId: number) =>
  trackRow(id, albumId, artistId, { name: "image", fileId: 7, absoluteNumber: 100 - id });
const every: AlbumQuery = { filter: "all", sort: "title", order: "asc", limit: 500 };

Deno.test("putArtist() replaces all albums and tracks of the artist, and of no other", () =>
  withStore(async (store) => {
    const music = musicCatalogueRepository(store);
    await music.putArtist(artistRow(1), [albumRow(1, 1), albumRow(2, 1)], [track(1, 1, 1), track(2, 1, 1)]);
    await music.putArtist(artistRow(2), [albumRow(3, 2)], [track(3, 3, 2)]);
    await music.putArtist(artistRow(1), [albumRow(2, 1)], [track(2, 2, 1)]);
    same((await music.albums(every)).rows.map(({ id }) => id), [2, 3]);
    same([await music.album(1), (await music.album(3))?.artistId], [undefined, 2]);
    same((await music.tracksOfFiles([7])).map(({ id }) => id), [3, 2]);
    same((await music.tracksAt(["/music/image.flac"])).length, 2);
  }));

Deno.test("removeArtists() removes artists with all they have, and no others", () =>
  withStore(async (store) => {
    const music = musicCatalogueRepository(store);
    for (let id = 1; id <= 250; id++) await music.putArtist(artistRow(id), [albumRow(id, id)], [track(id, id, id)]);
    await music.removeArtists(Array.from({ length: 250 }, (_, i) => i + 1).filter((id) => id !== 5 && id !== 200));
    same((await music.albums(every)).rows.map(({ artistId }) => artistId), [5, 200]);
    same((await music.placements()).length, 2);
    same(await music.placements().then(([first]) => first), { path: "/music/5", profileId: 3, metadataProfileId: 4 });
    same((await catalogueRepository(store).page("music", { ...every, filter: "all", sort: "title" })).total, 2);
  }));

Deno.test("albums() walks every album once, in either direction of every order", () =>
  withStore(async (store) => {
    const music = musicCatalogueRepository(store);
    for (let id = 1; id <= 4; id++) {
      await music.putArtist(artistRow(id), [0, 1, 2, 3, 4].map((n) => albumRow(id * 10 + n, id)), []);
    }
    for (const sort of ["title", "artist", "year", "size"] as const) {
      for (const order of ["asc", "desc"] as const) {
        const whole = (await music.albums({ ...every, sort, order })).rows.map(({ id }) => id);
        const seen: number[] = [];
        let cursor: string | undefined;
        do {
          const page = await music.albums({ ...every, sort, order, limit: 3, cursor });
          seen.push(...page.rows.map(({ id }) => id));
          cursor = page.nextCursor;
        } while (cursor !== undefined);
        same([seen, seen.length], [whole, 20], `${sort} ${order}`);
      }
    }
    same((await music.albums({ ...every, filter: "lossless" })).total, 12);
    same((await music.albums({ ...every, artistId: 2, q: "ALBUM 21" })).rows.map(({ id }) => id), [21]);
    same((await music.albumsOf(3)).map(({ id }) => id), [34, 33, 32, 31, 30]);
  }));
