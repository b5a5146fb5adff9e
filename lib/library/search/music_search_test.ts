import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { generateArtists } from "../../../tests/fakes/arr/data_music.ts";
import { startLidarr } from "../../../tests/fakes/arr/lidarr.ts";
import { openApp, type TestApp } from "../../../tests/fixtures/app.ts";
import type { LookupResult, SmartSearch } from "../search_model.ts";

const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

const ALBUMS: [artist: string, album: string, date: string, tracks: string[]][] = [
  ["Björk", "Homogenic", "1997-09-22", ["Jóga", "Bachelorette", "All Is Full of Love"]],
  ["Björk", "Vespertine", "2001-08-27", ["Hidden Place", "Pagan Poetry"]],
  ["The Beatles", "Abbey Road", "1969-09-26", ["Come Together", "Here Comes the Sun"]],
  ["Don Abbey", "Here", "2010-01-01", ["Don't Stop"]],
];

/** A Lidarr with these albums, and an app that has read it. */
async function world() {
  const made = generateArtists(8);
  const artists = [...Map.groupBy(ALBUMS, ([name]) => name)].map(([artistName, albums], nth) => {
    const own = made[nth];
    ok(own);
    return {
      ...own,
      artistName,
      albums: albums.map(([, title, releaseDate, tracks], at) => {
        const [album, release] = [own.albums[at], own.albums[at]?.releases[0]];
        ok(album && release);
        const named = release.tracks.slice(0, tracks.length).map((track, n) => ({ ...track, title: tracks[n] ?? "" }));
        return { ...album, title, releaseDate, releases: [{ ...release, title, tracks: named }] };
      }),
    };
  });
  const app = await openApp();
  const lidarr = await startLidarr({ artists });
  await app.instance.settings.update({
    connections: { music: { enabled: true, url: lidarr.url, apiKey: lidarr.key } },
  });
  await app.call("/api/music/refresh", { method: "POST" });
  return {
    app,
    lidarr,
    async [Symbol.asyncDispose]() {
      await lidarr[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    },
  };
}

const smart = async (app: TestApp, q: string, more = ""): Promise<SmartSearch> =>
  await (await app.call(`/api/search/smart?q=${encodeURIComponent(q)}${more}`)).json();
const shown = ({ library }: SmartSearch) => library.map(({ title, matchedOn }: LookupResult) => [title, matchedOn]);

test("the music library is found by album, artist and track, with typing errors and without accents", async () => {
  await using it = await world();
  const table: [typed: string, first: string, matchedOn?: string][] = [
    ["homogenic", "Homogenic"],
    ["homogneic", "Homogenic"],
    ["abbey r", "Abbey Road"],
    ["bjork vespertine", "Vespertine", "Björk Vespertine"],
    ["beatles", "Abbey Road", "The Beatles"],
    ["joga", "Homogenic", "Jóga"],
    ["here comes the sun", "Abbey Road", "Here Comes the Sun"],
    ["dont stop", "Here", "Don't Stop"],
    ["here", "Here"],
  ];
  for (const [typed, title, matchedOn] of table) {
    for (const more of ["", "&scope=music"]) {
      same(shown(await smart(it.app, typed, more))[0], [title, matchedOn], typed + more);
    }
  }
  same(shown(await smart(it.app, "björk")).map(([title]) => title).sort(), ["Homogenic", "Vespertine"]);
  same(shown(await smart(it.app, "homogenic", "&scope=movie")), []);
  same(shown(await smart(it.app, "homogenic S01E02")), [], "an episode is no album");
  same(shown(await smart(it.app, "100%_'\"")), []);
});

test("a found album has its IDs, its artist and its files on disk, and a link to its page", async () => {
  await using it = await world();
  const [album] = (await smart(it.app, "homogenic")).library;
  ok(album?.arrId);
  const held = it.lidarr.music.album(album.arrId);
  same([album.kind, album.artist, album.year, album.inLibrary], ["album", "Björk", 1997, true]);
  same([album.foreignId, album.artistId], [held.foreignAlbumId, held.artistId]);
  is(album.library?.episodes, 3);
  const page = await (await it.app.call("/search?q=homogenic", { headers: { accept: "text/html" } })).text();
  match(page, new RegExp(`href="[^"]*/music/albums/${album.arrId}"[^>]*>Homogenic`));
  match(
    await (await it.app.call("/search?q=joga", { headers: { accept: "text/html" } })).text(),
    /With Jóga/,
  );
  const byArtist = await (await it.app.call("/search?q=bjork+homogenic", { headers: { accept: "text/html" } })).text();
  ok(byArtist.includes("Homogenic") && !byArtist.includes("With Björk"));
});

test("an album that Lidarr removed or renamed is found in its current state", async () => {
  await using it = await world();
  ok((await smart(it.app, "vespertine")).library.length > 0);
  const album = it.lidarr.music.albums.values().find(({ title }) => title === "Vespertine");
  ok(album);
  album.title = "Medúlla";
  const [artist] = it.lidarr.music.artists.values().filter(({ artistName }) => artistName === "Björk");
  ok(artist);
  await it.app.instance.music.refreshArtist(artist.id);
  same([shown(await smart(it.app, "vespertine")), shown(await smart(it.app, "medulla"))[0]], [[], [
    "Medúlla",
    undefined,
  ]]);
});
