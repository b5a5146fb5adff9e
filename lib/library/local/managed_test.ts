import { deepStrictEqual as same, rejects } from "node:assert/strict";
import { scriptedManager } from "../../../tests/fixtures/scripted_manager.ts";
import { yieldToEventLoop } from "../../kit/async.ts";
import { Settings } from "../../platform/settings/schema.ts";
import { createFollowing } from "../releases/following.ts";
import { candidatesFor } from "./candidates.ts";
import { createManaged } from "./managed.ts";
import type { LocalItem } from "../local_title_model.ts";
import { folderChange } from "./service.ts";

/** Hidden folders of managers, with settings that a test can change. */
function world() {
  const connection = { enabled: true, url: "http://nas", apiKey: "k" };
  const state = {
    settings: Settings.parse({ connections: { movie: connection } }),
    folders: ["/films/a"],
    marked: [] as { folders: string[]; hide: boolean }[],
    asked: [] as string[],
    fail: false,
  };
  const managed = createManaged({
    settings: { current: () => state.settings },
    catalogue: {
      folders: (arrs) => {
        state.asked.push(arrs.join());
        return Promise.resolve(state.folders);
      },
    },
    index: {
      markManaged: (now) => {
        if (state.fail) return Promise.reject(new Error("disk full"));
        return Promise.resolve(void state.marked.push(now));
      },
    },
    library: { refresh: (kind) => kind === "movie" ? Promise.reject(new Error("away")) : Promise.resolve() },
  });
  return { state, managed, connection };
}

Deno.test("hidden titles are written when they change, and otherwise only on request", async () => {
  const { state, managed } = world();
  await managed.hide();
  await managed.hide();
  same(state.marked, [{ folders: ["/films/a"], hide: true }]);
  await managed.hide(true);
  same(state.marked.length, 2);
  state.folders = ["/films/b", "/films/a"];
  await managed.hide();
  state.folders = ["/films/a", "/films/b"];
  await managed.hide();
  same(state.marked.length, 3, "the order of folders is no change");
  state.settings = Settings.parse({ ...state.settings, localMedia: { hideArrManaged: false } });
  await managed.hide();
  same(state.marked.at(-1), { folders: ["/films/a", "/films/b"], hide: false });
});

Deno.test("failed hiding is retried, and simultaneous calls run one after another", async () => {
  const { state, managed } = world();
  state.fail = true;
  await rejects(managed.hide(), /disk full/);
  state.fail = false;
  await Promise.all([managed.hide(), managed.hide(), managed.hide()]);
  same(state.marked.length, 1);
});

Deno.test("only connected managers hide titles and are read; an unreachable one causes no failure", async () => {
  const { state, managed, connection } = world();
  await managed.folders();
  state.settings = Settings.parse({ connections: { series: connection, music: connection } });
  await managed.folders();
  same(state.asked, ["movie", "series,music"]);
  await managed.read();
});

const KEYS: [keys: string[], change: "folders" | "hidden" | undefined][] = [
  [["localMedia.folders"], "folders"],
  [["pathMappings.0.local"], "folders"],
  [["localMedia.hideArrManaged"], "hidden"],
  [["connections.movie.url"], "hidden"],
  [["connections.movie.url", "localMedia.exclude"], "folders"],
  [["localMedia.foldersX", "connectionsX"], undefined],
  [["localMedia.tmdbApiKey"], undefined],
  [[], undefined],
];

Deno.test("saved settings cause a scan, a new hiding, or nothing, by whole keys", () => {
  for (const [keys, change] of KEYS) same(folderChange(keys), change, keys.join());
});

Deno.test("a title that was just added is read until nothing is missing, after the library has settled", async () => {
  const logged: string[] = [];
  const library = Promise.withResolvers<void>();
  const following = createFollowing({ settled: () => library.promise }, (_, message) => void logged.push(message));
  let reads = 0;
  following.follow(1, () => Promise.resolve(++reads === 2), [0, 0, 0]);
  await yieldToEventLoop();
  same(reads, 0);
  library.resolve();
  await following.settled();
  same(reads, 2);
  following.follow(2, () => Promise.reject(new Error("away")), [0]);
  await following.settled();
  same(logged, ["A new title could not be refreshed."]);
  let tries = 0;
  following.follow(3, () => Promise.resolve(++tries > 99), [0, 0]);
  await following.settled();
  same(tries, 3, "it is read once more than it is waited for");
  await following.close();
});

Deno.test("closing ends the wait for a title silently", async () => {
  const logged: string[] = [];
  const following = createFollowing({ settled: () => Promise.resolve() }, (_, message) => void logged.push(message));
  let reads = 0;
  following.follow(1, () => Promise.resolve(++reads > 5), [3_600_000]);
  await yieldToEventLoop();
  await following.close();
  same([reads, logged], [1, []]);
});

const item = (more: Partial<LocalItem>): LocalItem => ({
  ...{ id: "i", kind: "movie", title: "Heat", folder: "/m/Heat", root: "/m", files: [], fileCount: 1, size: 1 },
  ...more,
});
const heat = { title: "Heat", year: 1995, tmdbId: 949, overview: "Cops", images: [], genres: ["Crime"] };

Deno.test("a movie is searched with its year first, and without it when that finds nothing certain; the best comes first", async () => {
  const { manager, asked } = scriptedManager("movie", ({ query }) => ({
    value: query.term === "Heat 1995"
      ? [{ ...heat, title: "Heat Wave", tmdbId: 1 }]
      : [{ ...heat, year: 1986, tmdbId: 2 }, heat],
  }));
  const found = await candidatesFor(item({ year: 1995 }), { from: { name: "Radarr", manager } });
  same(asked.map(({ query }) => query.term), ["Heat 1995", "Heat"]);
  same([found.map(({ externalId }) => externalId), found[0]?.score], [["tmdb:949", "tmdb:1", "tmdb:2"], 100]);
  same([found[0]?.url, found[0]?.source], ["https://www.themoviedb.org/movie/949", "movie"]);
});

Deno.test("the ID in a folder's name decides, unless its title contradicts or it is unknown", async () => {
  const of = (answer: unknown, status = 200) => {
    const { manager, asked } = scriptedManager(
      "movie",
      ({ query }) => query.term?.startsWith("tmdb:") ? { value: answer, status } : { value: [heat] },
    );
    const found = candidatesFor(item({ ids: { tmdbId: 949 } }), { from: { name: "Radarr", manager } });
    return found.then((all) => [all.map(({ externalId, score }) => `${externalId} ${score}`), asked.length]);
  };
  same(await of([{ ...heat, title: "Another name" }]), [["tmdb:949 100"], 1]);
  same(await of([{ ...heat, tmdbId: 7 }]), [["tmdb:949 90"], 2]);
  same(await of({ message: "Unknown id" }, 404), [["tmdb:949 90"], 2]);
  same(await of([]), [["tmdb:949 90"], 2]);
});

Deno.test("a manual search replaces name and ID; an album is searched with its artist first", async () => {
  const films = scriptedManager("movie", () => ({ value: [] }));
  same(
    await candidatesFor(item({ ids: { tmdbId: 1 }, year: 1995 }), {
      from: { name: "Radarr", manager: films.manager },
      q: "heat wave",
    }),
    [],
  );
  same(films.asked.map(({ query }) => query.term), ["heat wave"]);
  const music = scriptedManager(
    "music",
    () => ({ value: [{ title: "Ten", foreignAlbumId: "mb-1", artist: { artistName: "Pearl Jam" } }] }),
  );
  const album = item({ kind: "album", title: "Ten", artist: "Pearl Jam" });
  const [best] = await candidatesFor(album, { from: { name: "Lidarr", manager: music.manager } });
  same(music.asked.map(({ query }) => query.term), ["Pearl Jam Ten"]);
  same([best?.artist, best?.url, best?.source], [
    "Pearl Jam",
    "https://musicbrainz.org/release-group/mb-1",
    "releasedb",
  ]);
  same(
    await candidatesFor(item({}), { from: { name: "Lidarr", manager: music.manager } }),
    [],
    "Lidarr knows no films",
  );
});
