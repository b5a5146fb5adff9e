import { deepStrictEqual as same, rejects } from "node:assert/strict";
import { Fault } from "../../kit/fault.ts";
import { type Scripted, scriptedManager } from "../../../tests/fixtures/scripted_manager.ts";
import { addMovie, addSeries } from "./add.ts";
import { addAlbum, addArtist, albumToAdd, artistToAdd, heldAlbum } from "./add_music.ts";
import { addOrFind } from "./add_or_find.ts";
import { commandState, rescanCommand, startCommand } from "./commands/command.ts";
import { isExpired, type ReleaseToGrab, sendRelease, sendToIndexer } from "./grab.ts";
import { historyMark, historySince } from "./history.ts";
import { managerOptions, qualityProfiles } from "./options.ts";
import { readQueue } from "./queue.ts";
import { ManagerProblem } from "./request.ts";
import { albumWords, searchIndexers, searchReleases } from "./search/releases.ts";
import { searchPeers } from "./search/soulseek_search.ts";
import { downloadsFolder, enqueue, stopTransfer, transfersOf } from "./transfers.ts";

const placing = { title: "Heat", qualityProfileId: 4, rootFolderPath: "/films", monitored: true, search: false };

Deno.test("a movie is added as released, and searched for only on request", async () => {
  const { manager, asked } = scriptedManager("movie", () => ({ value: { id: 7, other: 1 }, status: 201 }));
  same(await addMovie(manager, { ...placing, tmdbId: 949 }), 7);
  same([asked[0]?.method, asked[0]?.path, asked[0]?.json], ["POST", "/movie", {
    ...{ title: "Heat", qualityProfileId: 4, rootFolderPath: "/films", monitored: true, tmdbId: 949 },
    ...{ minimumAvailability: "released", tags: [], addOptions: { monitor: "movieOnly", searchForMovie: false } },
  }]);
});

Deno.test("an unmonitored series watches for nothing, neither now nor later", async () => {
  const { manager, asked } = scriptedManager("series", () => ({ value: { id: 8 } }));
  const series = { ...placing, monitored: false, tvdbId: 1, seriesType: "anime" as const };
  same(await addSeries(manager, series), 8);
  const { monitorNewItems, addOptions, seriesType } = asked[0]?.json as Record<string, unknown>;
  same([monitorNewItems, addOptions, seriesType], ["none", {
    ...{ monitor: "none", searchForMissingEpisodes: false, searchForCutoffUnmetEpisodes: false },
  }, "anime"]);
});

Deno.test("a title that its manager refuses is refused in the manager's words", async () => {
  const refusal = [{ propertyName: "TmdbId", errorMessage: "This movie has already been added" }];
  const { manager } = scriptedManager("movie", () => ({ value: refusal, status: 400 }));
  await rejects(addMovie(manager, { ...placing, tmdbId: 949 }), {
    message: "Radarr reports: This movie has already been added",
  });
});

const music = { qualityProfileId: 1, metadataProfileId: 2, rootFolderPath: "/music", monitored: true, search: true };
const artist = { id: 0, artistName: "Air", foreignArtistId: "mb-air", folder: "kept", images: [{ url: "x" }] };

Deno.test("an artist is sent to Lidarr as its lookup returned it, and the requested one of several is used", async () => {
  const { manager, asked } = scriptedManager(
    "music",
    ({ method }) =>
      method === "GET" ? { value: [{ ...artist, foreignArtistId: "mb-airs" }, artist] } : { value: { id: 5 } },
  );
  const found = await artistToAdd(manager, "mb-air");
  same(found, artist);
  same(await artistToAdd(manager, "mb"), undefined);
  if (found !== undefined) same(await addArtist(manager, found, { ...music, monitored: false }), 5);
  same(asked[0]?.query, { term: "lidarr:mb-air" });
  const sent = asked.at(-1)?.json as Record<string, unknown>;
  same([sent.folder, sent.images, sent.monitored, sent.monitorNewItems, sent.addOptions], [
    ...["kept", [{ url: "x" }], false, "none"],
    { monitor: "none", searchForMissingAlbums: true },
  ]);
  same([sent.search, sent.metadataProfileId], [undefined, 2]);
});

Deno.test("an album is added with its artist, whose other albums stay unmonitored", async () => {
  const album = { title: "Moon Safari", foreignAlbumId: "mb-moon", artist, releases: [1] };
  const { manager, asked } = scriptedManager(
    "music",
    ({ path }) => path === "/album/lookup" ? { value: [album] } : { value: { id: 9, artistId: 5 } },
  );
  const found = await albumToAdd(manager, "mb-moon");
  if (found === undefined) throw new Error("The album was not found.");
  same(await addAlbum(manager, found, music), { id: 9, artistId: 5 });
  const sent = asked.at(-1)?.json as Record<string, Record<string, unknown>>;
  same([sent.releases, sent.monitored, sent.addOptions], [[1], true, { addType: "manual", searchForNewAlbum: true }]);
  same([sent.artist?.monitorNewItems, sent.artist?.addOptions, sent.artist?.rootFolderPath], [
    ...["none", { monitor: "none", searchForMissingAlbums: false }],
    "/music",
  ]);
  const { manager: empty } = scriptedManager("music", () => ({ value: [] }));
  same([await heldAlbum(empty, "mb-moon"), await albumToAdd(empty, "mb-moon")], [undefined, undefined]);
});

const HELD: [name: string, error: Error, id: number | undefined][] = [
  ["a title that is there", new Fault("conflict", "There.", { fields: [{ path: "arrId", message: "12" }] }), 12],
  ["a conflict without a number", new Fault("conflict", "There."), undefined],
  [
    "a conflict with a number that is none",
    new Fault("conflict", "x", { fields: [{ path: "arrId", message: "x" }] }),
    undefined,
  ],
  ["a conflict about another field", new Fault("conflict", "x", { fields: [{ path: "id", message: "3" }] }), undefined],
  ["another fault", new Fault("invalid", "x", { fields: [{ path: "arrId", message: "3" }] }), undefined],
  ["an error", new Error("x"), undefined],
];

for (const [name, error, id] of HELD) {
  Deno.test(`adding meets ${name}: ${id === undefined ? "the error is passed on" : "its number is answered"}`, async () => {
    const adding = addOrFind(() => Promise.reject(error));
    if (id === undefined) await rejects(adding, error);
    else same(await adding, { id, isNew: false });
  });
}

Deno.test("added files are new", async () => {
  same(await addOrFind(() => Promise.resolve({ id: 3 })), { id: 3, isNew: true });
});

const release: ReleaseToGrab = { guid: "g", indexerId: 2, quality: "Bluray-1080p", languages: ["German"], arrId: 7 };
const TARGETS: [kind: "movie" | "series" | "music", release: Partial<ReleaseToGrab>, sent: Record<string, unknown>][] =
  [
    ["movie", {}, { movieId: 7 }],
    ["movie", { arrId: undefined }, {}],
    ["series", {}, { seriesId: 7 }],
    ["series", { episodeIds: [3] }, { seriesId: 7, episodeId: 3 }],
    ["series", { episodeIds: [3, 4] }, { seriesId: 7 }],
    ["music", { albumId: 9 }, { artistId: 7, albumId: 9 }],
  ];

Deno.test("a release is grabbed with its intended title", async () => {
  for (const [kind, change, sent] of TARGETS) {
    const { manager, asked } = scriptedManager(kind, () => ({ value: {} }));
    await sendRelease(manager, { ...release, ...change });
    same(asked.map(({ json }) => json), [{ guid: "g", indexerId: 2, ...sent }]);
  }
});

const definitions = [{ quality: { id: 0, name: "Unknown" } }, { quality: { id: 7, name: "Bluray-1080p" } }];
const languages = [{ id: 1, name: "English" }, { id: 4, name: "German" }];

/** A manager that cannot match a release to a title unless the request overrides it. */
const unsure = (kind: "movie" | "series", refusal: Scripted) =>
  scriptedManager(kind, ({ path, json }): Scripted => {
    if (path === "/qualitydefinition") return { value: definitions };
    if (path === "/language") return { value: languages };
    if (path === "/episode") return { value: [{ id: 31 }, { id: 32 }] };
    return (json as Record<string, unknown>).shouldOverride === true ? { value: {} } : refusal;
  });
const unknownTitle = { value: { message: "Unable to find matching movie" }, status: 404 };

Deno.test("a manager that cannot identify the title receives it, with quality and languages in its own words", async () => {
  const { manager, asked } = unsure("movie", unknownTitle);
  await sendRelease(manager, release);
  same(asked.at(-1)?.json, {
    ...{ guid: "g", indexerId: 2, shouldOverride: true, movieId: 7 },
    quality: { quality: { id: 7, name: "Bluray-1080p" }, revision: { version: 1, real: 0, isRepack: false } },
    languages: [{ id: 4, name: "German" }],
  });
  const odd = unsure("movie", unknownTitle);
  await sendRelease(odd.manager, { ...release, quality: "Pressed wax", languages: ["Klingon"] });
  const sent = odd.asked.at(-1)?.json as { quality: { quality: { name: string } }; languages: unknown };
  same([sent.quality.quality.name, sent.languages], ["Unknown", [{ id: 0, name: "Unknown" }]]);
});

Deno.test("a whole season is described by its episodes, single ones individually", async () => {
  const season = unsure("series", unknownTitle);
  await sendRelease(season.manager, { ...release, seasonNumber: 0 });
  same((season.asked.at(-1)?.json as Record<string, unknown>).episodeIds, [31, 32]);
  same(season.asked.find(({ path }) => path === "/episode")?.query, { seriesId: "7", seasonNumber: "0" });
  const single = unsure("series", unknownTitle);
  await sendRelease(single.manager, { ...release, seasonNumber: 1, episodeIds: [5] });
  same((single.asked.at(-1)?.json as Record<string, unknown>).episodeIds, [5]);
  same(single.asked.some(({ path }) => path === "/episode"), false);
});

const NOT_OVERRIDDEN: [name: string, refusal: Scripted, release: ReleaseToGrab][] = [
  [
    "a search that is too old",
    { value: { message: "Couldn't find requested release in cache" }, status: 404 },
    release,
  ],
  ["a full disk", { value: { message: "No space" }, status: 500 }, release],
  ["a title that nobody knows", unknownTitle, { guid: "g", indexerId: 2, quality: "x", languages: [] }],
];

for (const [name, refusal, wanted] of NOT_OVERRIDDEN) {
  Deno.test(`a grab that fails for ${name} is sent once`, async () => {
    const { manager, asked } = unsure("movie", refusal);
    const error = await sendRelease(manager, wanted).then(() => undefined, (error) => error);
    same([error instanceof ManagerProblem, isExpired(error), asked.length], [true, name.includes("too old"), 1]);
  });
}

Deno.test("Prowlarr receives only the location of a release", async () => {
  const { manager, asked } = scriptedManager("indexer", () => ({ text: "", status: 200, type: "" }));
  await sendToIndexer(manager, release);
  same([asked[0]?.path, asked[0]?.json], ["/search", { guid: "g", indexerId: 2 }]);
});

const entry = (id: number, date = `2026-10-25T0${id}:00:00Z`) => ({ id, date, eventType: "grabbed" });

Deno.test("the place in a history is its newest entry; an empty one begins in 1970", async () => {
  const { manager, asked } = scriptedManager("movie", () => ({ value: { records: [entry(4)] } }));
  same(await historyMark(manager), { afterId: 4, since: "2026-10-25T04:00:00Z" });
  same(asked[0]?.query, { page: "1", pageSize: "1", sortKey: "date", sortDirection: "descending" });
  const { manager: empty } = scriptedManager("movie", () => ({ value: { records: [] } }));
  same(await historyMark(empty), { afterId: 0, since: "1970-01-01T00:00:00Z" });
});

Deno.test("history is ordered by ID, also in the hour that a clock repeats", async () => {
  const date = "2026-10-25T02:30:00Z";
  const rows = [{ ...entry(9, date), data: { reason: "x", size: 5, none: null } }, entry(2, date), entry(5, date)];
  const { manager, asked } = scriptedManager("series", () => ({ value: rows }));
  const found = await historySince(manager, date);
  same(found.map(({ id }) => id), [2, 5, 9]);
  same([found[2]?.data, found[0]?.data, asked[0]?.query], [{ reason: "x" }, {}, { date }]);
});

Deno.test("a long queue is read page by page, until it is whole or stops growing", async () => {
  const page = (count: number, from: number) => Array.from({ length: count }, (_, i) => ({ id: from + i }));
  const whole = scriptedManager("movie", (_, turn) => ({
    value: { totalRecords: 2500, records: page(turn < 3 ? 1000 : 500, turn * 1000) },
  }));
  same((await readQueue(whole.manager)).length, 2500);
  same(whole.asked.map(({ query }) => query.page), ["1", "2", "3"]);
  same(whole.asked[0]?.query.includeUnknownMovieItems, "true");
  const liar = scriptedManager(
    "music",
    (_, turn) => ({ value: { totalRecords: 9999, records: turn === 1 ? page(3, 0) : [] } }),
  );
  same([(await readQueue(liar.manager)).length, liar.asked.length], [3, 2]);
  const endless = scriptedManager("series", () => ({ value: { totalRecords: 1e6, records: page(1000, 0) } }));
  same([(await readQueue(endless.manager)).length, endless.asked.length], [10_000, 10]);
  same((await readQueue(scriptedManager("movie", () => ({ value: { records: [] } })).manager)).length, 0);
});

Deno.test("a manager offers its folders and profiles, Lidarr also those of metadata", async () => {
  const answers: Record<string, unknown> = {
    "/rootfolder": [
      { id: 1, path: "/a", freeSpace: 12.6, accessible: true },
      { id: 2, path: "/b", freeSpace: null, accessible: false },
      { id: 3, path: "/c" },
    ],
    "/qualityprofile": [{ id: 1, name: "HD", cutoff: 5 }, { id: 10, name: "" }],
    "/metadataprofile": [{ id: 2, name: "Standard" }],
  };
  const of = (kind: "movie" | "music") => scriptedManager(kind, ({ path }) => ({ value: answers[path] })).manager;
  const rootFolders = [{ id: 1, path: "/a", freeBytes: 13 }, { id: 2, path: "/b", accessible: false }, {
    id: 3,
    path: "/c",
  }];
  const profiles = [{ id: 1, name: "HD" }, { id: 10, name: "" }];
  same(await managerOptions(of("movie")), { qualityProfiles: profiles, rootFolders });
  same((await managerOptions(of("music"))).metadataProfiles, [{ id: 2, name: "Standard" }]);
  same(await qualityProfiles(of("movie")), { 1: "HD", 10: "" });
});

const COMMANDS = {
  queued: "running",
  started: "running",
  completed: "over",
  failed: "lost",
  aborted: "lost",
  orphaned: "lost",
};

Deno.test("a command runs, is over or is lost, and a forgotten one is lost", async () => {
  for (const [status, state] of Object.entries(COMMANDS)) {
    same(
      await commandState(scriptedManager("movie", () => ({ value: { id: 3, name: "x", status } })).manager, 3),
      state,
    );
  }
  same(await commandState(scriptedManager("movie", () => ({ value: {}, status: 404 })).manager, 3), "lost");
  await rejects(commandState(scriptedManager("movie", () => ({ failure: "timeout" })).manager, 3), ManagerProblem);
  const { manager, asked } = scriptedManager("music", () => ({ value: { id: 3, name: "x", status: "queued" } }));
  same((await startCommand(manager, rescanCommand("music", 5))).id, 3);
  same(asked[0]?.json, { name: "RefreshArtist", artistIds: [5] });
});

Deno.test("invalid releases are skipped, and rejections are sentences", async () => {
  const rows = [
    { guid: "a", title: "A", rejections: ["Too large", { reason: "Wrong language" }] },
    { guid: "", title: "B" },
    { guid: "c", title: "C", quality: "odd", languages: 5, rejections: [7] },
    null,
  ];
  const { manager, asked } = scriptedManager("series", () => ({ value: rows }));
  const found = await searchReleases(manager, { kind: "series", seriesId: 4, seasonNumber: 0 });
  same(found.map(({ guid, rejections }) => [guid, rejections]), [["a", ["Too large", "Wrong language"]], [
    "c",
    undefined,
  ]]);
  same([asked[0]?.path, asked[0]?.query], ["/release", { seriesId: "4", seasonNumber: "0" }]);
  const prowlarr = scriptedManager("indexer", () => ({ value: rows }));
  same((await searchIndexers(prowlarr.manager, "100% & more", "music")).length, 2);
  same([prowlarr.asked[0]?.query.query, prowlarr.asked[0]?.query.categories], ["100% & more", "3000"]);
  await searchIndexers(prowlarr.manager, "x", undefined);
  same("categories" in (prowlarr.asked[1]?.query ?? {}), false);
});

Deno.test("an album is searched for by its artist and title, without an artist by its title", async () => {
  const words = (value: unknown) => albumWords(scriptedManager("music", () => ({ value })).manager, 3);
  same(await words({ title: "Moon Safari", artist: { artistName: "Air" } }), "Air Moon Safari");
  same(await words({ title: "Moon Safari", artist: null }), "Moon Safari");
});

Deno.test("files of a peer are requested by their names, for any characters in the name of the peer", async () => {
  const { manager, asked } = scriptedManager("soulseek", () => ({ text: "", status: 201 }));
  const files = [{ filename: "@@a\\Müsic\\01 – x?.flac", size: 5 }];
  await enqueue(manager, "peer/../#1 é", files);
  same([asked[0]?.path, asked[0]?.json], ["/transfers/downloads/peer%2F..%2F%231%20%C3%A9", files]);
});

Deno.test("transfers are listed newest first; a peer without requests has none", async () => {
  const file = (id: string, requestedAt?: string) => ({ id, filename: id, state: "Queued", requestedAt });
  const directories = [{ files: [file("old", "2026-01-01"), file("never")] }, { files: null }, {
    files: [file("new", "2026-02-01")],
  }];
  const of = (answer: Scripted) => transfersOf(scriptedManager("soulseek", () => answer).manager, "peer");
  same((await of({ value: { directories } })).map(({ id }) => id), ["new", "old", "never"]);
  same([await of({ value: {} }), await of({ value: {}, status: 404 })], [[], []]);
  await rejects(of({ value: {}, status: 500 }), ManagerProblem);
});

Deno.test("a transfer that slskd does not know any more is stopped", async () => {
  const { manager, asked } = scriptedManager("soulseek", () => ({ value: {}, status: 404 }));
  await stopTransfer(manager, "a b", "id/1");
  same([asked[0]?.method, asked[0]?.path, asked[0]?.query], ["DELETE", "/transfers/downloads/a%20b/id%2F1", {
    remove: "true",
  }]);
  await rejects(
    stopTransfer(scriptedManager("soulseek", () => ({ value: {}, status: 500 })).manager, "a", "b"),
    ManagerProblem,
  );
});

Deno.test("the download folder is read from slskd", async () => {
  const folder = (value: unknown) => downloadsFolder(scriptedManager("soulseek", () => ({ value })).manager);
  same([await folder({ directories: { downloads: "/d" } }), await folder({}), await folder({ directories: null })], [
    ...["/d", undefined],
    undefined,
  ]);
});

const limits = { silenceSeconds: 5, maxQueueLength: 20 };

Deno.test("a search of the network leaves nothing in slskd, whether it succeeds or fails", async () => {
  const answers = [{ username: "a", files: [] }, { username: "" }, 5];
  const network = (responses: Scripted) =>
    scriptedManager("soulseek", ({ method, path }): Scripted => {
      if (method === "DELETE") return { value: {}, status: 500 };
      return path.endsWith("/responses") ? responses : { value: { id: "s", state: "Completed, TimedOut" } };
    });
  const good = network({ value: answers });
  same((await searchPeers(good.manager, "Air", limits)).map(({ username }) => username), ["a"]);
  const { searchText, searchTimeout, maximumPeerQueueLength } = good.asked[0]?.json as Record<string, unknown>;
  same([searchText, searchTimeout, maximumPeerQueueLength], ["Air", 5000, 20]);
  same(good.asked.at(-1)?.method, "DELETE");
  const bad = network({ failure: "dropped" });
  await rejects(searchPeers(bad.manager, "Air", limits), /dropped/);
  same(bad.asked.at(-1)?.method, "DELETE");
});

Deno.test("a search without a login is reported, and an abandoned one ends", async () => {
  await rejects(searchPeers(scriptedManager("soulseek", () => ({ value: {}, status: 409 })).manager, "x", limits), {
    message: "slskd is not logged in to the Soulseek network.",
  });
  const stop = new AbortController();
  const { manager, asked } = scriptedManager("soulseek", ({ method }) => {
    if (method === "GET") stop.abort(new Error("left the page"));
    return { value: { id: "s", isComplete: false, state: "InProgress" } };
  });
  await rejects(searchPeers(manager, "x", limits, stop.signal), (error: Error) => error.name === "AbortError");
  same(asked.at(-1)?.method, "DELETE");
});
