import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { catalogueRepository } from "../../../../db/library/catalogue.ts";
import { policyFileRepository } from "../../../../db/library/policies/policy_files.ts";
import { putRows } from "../../../../db/put_rows.ts";
import { catalogueEpisodes, catalogueTitles } from "../../../../db/schema/catalogue.ts";
import { localFiles, localFolders, localItems } from "../../../../db/schema/local.ts";
import type { Store } from "../../../../db/store.ts";
import { episodeRow, filmRow, seriesRow } from "../../../../tests/fixtures/catalogue_rows.ts";
import { withStore } from "../../../../tests/fixtures/store.ts";
import { Settings } from "../../../platform/settings/schema.ts";
import type { FileFacts } from "../file_facts.ts";
import { createFactReader } from "./read_facts.ts";

const CONNECTED = { enabled: true, url: "http://manager", apiKey: "k" };
const reader = (store: Store, settings: Record<string, unknown> = {}) =>
  createFactReader({
    settings: {
      current: () =>
        Settings.parse({
          connections: { movie: CONNECTED, series: CONNECTED },
          localMedia: { enabled: true },
          pathMappings: [{ app: "series", remote: "/data", local: "/mnt" }],
          ...settings,
        }),
    },
    files: policyFileRepository(store),
    catalogue: catalogueRepository(store),
    revision: store.revision,
  });
const brief = ({ key, localPath, title, subtitle, sizeBytes }: FileFacts) => ({
  ...{ key, localPath, title, sizeBytes },
  ...(subtitle === undefined ? {} : { subtitle }),
});
const put = (store: Store, films: (typeof catalogueTitles.$inferSelect)[]) =>
  store.write((tx) => putRows(tx, catalogueTitles, films), "catalogue");

Deno.test("a movie has the facts of its file and title, and the manager's names of its tags", () =>
  withStore(async (store) => {
    const file = { id: 7, path: "/films/A/a.mkv", size: 50, quality: "Remux-2160p", isRemux: true };
    await put(store, [
      filmRow(1, {
        ...{ title: "A", year: 1999, facets: " hevc 2160p hdr lang:english ", anime: true, addedAt: 5 },
        record: {
          ...{ path: "/films/A", genres: ["Science Fiction"], tagIds: [3, 9], poster: "http://image" },
          file: { ...file, addedAt: "2026-01-02T00:00:00Z" },
        },
      }),
      filmRow(2, { record: { path: "/films/B", genres: [] }, onDisk: false }),
      // A record of an older version has neither a time nor tags.
      filmRow(3, { addedAt: 5, record: { path: "/films/C", genres: [], file: { ...file, id: 8, isRemux: false } } }),
    ]);
    await catalogueRepository(store).setTagNames("movie", { 3: "Keep" });
    const [a, c, ...others] = await reader(store)();
    same(a, {
      ...{ key: "movie 7", source: "movie", path: "/films/A/a.mkv", localPath: "/films/A/a.mkv", root: "/films" },
      ...{ arrId: 1, fileId: 7, title: "A (1999)", poster: "http://image", sizeBytes: 50, tags: ["keep"] },
      ...{ genres: ["science fiction"], facets: " hevc 2160p hdr lang:english ", isRemux: true },
      ...{ quality: "Remux-2160p", mediaType: "anime", addedAt: Date.UTC(2026, 0, 2) },
    });
    same([c?.addedAt, c?.tags, c?.isRemux, others.length], [5, [], false, 0]);
  }));

Deno.test("a file with several episodes occurs once, with all of them, at its mapped path", () =>
  withStore(async (store) => {
    await put(store, [seriesRow(1, { title: "Show", record: { path: "/data/Show", genres: ["Drama"] } })]);
    await store.write((tx) =>
      putRows(tx, catalogueEpisodes, [
        episodeRow(12, 1, [1, 3], { name: "b", id: 5, size: 9 }),
        episodeRow(11, 1, [1, 2], { name: "b", id: 5, size: 9 }),
        episodeRow(10, 1, [1, 1], { name: "a", id: 4, size: 8 }),
        { ...episodeRow(13, 1, [1, 4]), record: { title: "No file" } },
        // The series of this episode was removed between two statements.
        episodeRow(20, 99, [1, 1], { name: "z", id: 6 }),
      ]), "catalogue");
    const files = await reader(store)();
    same(files.map(brief), [
      { key: "series 4", localPath: "/mnt/a.mkv", title: "Show", sizeBytes: 8, subtitle: "S01E01" },
      { key: "series 5", localPath: "/mnt/b.mkv", title: "Show", sizeBytes: 9, subtitle: "S01E02E03" },
    ]);
    same(files.map(({ episodeIds, root }) => [episodeIds, root]), [[[10], "/mnt"], [[11, 12], "/mnt"]]);
  }));

Deno.test("local media has neither discs, audio, managed titles, duplicates nor missing files", () =>
  withStore(async (store) => {
    const item = (id: string, change: Partial<typeof localItems.$inferSelect> = {}) => ({
      ...{ id, kind: "movie" as const, title: id, titleKey: id, year: 2001, artist: null, anime: false },
      ...{ imageCue: false, folder: "/m/x", ownsFolder: true, root: "/m", sizeBytes: 1, fileCount: 1 },
      ...{ managed: false, hidden: false, facets: "", meta: null, ids: null },
      ...change,
    });
    const file = (name: string, itemId: string, change: Partial<typeof localFiles.$inferSelect> = {}) => ({
      ...{ folderId: 1, name, itemId, sizeBytes: 4, mtime: 6, season: null, episode: null, lastEpisode: null },
      ...{ airDate: null, absolute: null, disc: null, track: null, resolution: null, isRemux: false, quality: null },
      ...{ facets: " av1 ", identity: null, link: false, sameAs: null, seen: 1, missingSince: null },
      ...change,
    });
    await put(store, [
      filmRow(1, { record: { path: "/m/x", genres: [], file: { id: 1, path: "/m/x/f.mkv", size: 1 } } }),
    ]);
    await store.write(async (tx) => {
      await putRows(tx, localFolders, [{
        ...{ id: 1, path: "/m/x", root: "/m", stamp: "", subfolders: 0, device: null, landmarks: null },
        ...{ poster: null, unreadable: 0, missingSince: null },
      }]);
      await putRows(tx, localItems, [
        item("a", { meta: { status: "matched", genres: ["War"], matchedAt: "2026-01-01T00:00:00Z" } }),
        item("s", { kind: "series", anime: true }),
        item("album", { kind: "album" }),
        item("managed", { managed: true }),
        item("hidden", { hidden: true }),
      ]);
      await putRows(tx, localFiles, [
        ...[file("a.mkv", "a"), file("s.mkv", "s", { season: 2, episode: 3, lastEpisode: 4 })],
        ...[file("t.flac", "album"), file("m.mkv", "managed"), file("h.mkv", "hidden"), file("BDMV", "a")],
        ...[
          file("d.iso", "a"),
          file("same.mkv", "a", { sameAs: "/m/x/a.mkv" }),
          file("gone.mkv", "a", { missingSince: 2 }),
        ],
        // Radarr has this file, although its folder is not marked as managed yet.
        file("f.mkv", "a"),
      ]);
    }, "local");
    const files = (await reader(store)()).filter(({ source }) => source === "local");
    same(files.map(brief), [
      { key: "local /m/x/a.mkv", localPath: "/m/x/a.mkv", title: "a (2001)", sizeBytes: 4 },
      { key: "local /m/x/s.mkv", localPath: "/m/x/s.mkv", title: "s", sizeBytes: 4, subtitle: "S02E03E04" },
    ]);
    same(files.map(({ genres, mediaType, addedAt, root }) => [genres, mediaType, addedAt, root]), [
      [["war"], "movie", 6, "/m"],
      [[], "anime", 6, "/m"],
    ]);
    is((await reader(store, { localMedia: { enabled: false }, connections: {} })()).length, 0);
  }));

Deno.test("facts are read again after the library or the settings have changed", () =>
  withStore(async (store) => {
    const row = (id: number, size: number) =>
      filmRow(id, { record: { path: "/f", genres: [], file: { id, path: `/f/${id}.mkv`, size } } });
    await put(store, [row(1, 1)]);
    let enabled = true;
    const read = createFactReader({
      settings: {
        current: () => Settings.parse({ connections: enabled ? { movie: CONNECTED } : {}, localMedia: {} }),
      },
      files: policyFileRepository(store),
      catalogue: catalogueRepository(store),
      revision: store.revision,
    });
    const first = await read();
    is(await read(), first);
    await put(store, [row(1, 2)]);
    same((await read()).map(({ sizeBytes }) => sizeBytes), [2]);
    await catalogueRepository(store).setTagNames("movie", { 1: "New" });
    const again = await read();
    is(await read(), again);
    enabled = false;
    same(await read(), []);
  }));
