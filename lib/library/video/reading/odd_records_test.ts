import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import {
  type Field,
  fieldsInDocument,
  fieldsOf,
  type RecordKind,
  RECORDS,
  sampleRecord,
  setAt,
} from "../../../../tests/fakes/arr/fields.ts";
import { openApp, type TestApp } from "../../../../tests/fixtures/app.ts";
import { MAX_FOREIGN_TEXT } from "../../../kit/json/json.ts";

/** Makes every field of every manager record invalid, one at a time. Everything else must still be read. */

/** Raw JSON, so that values which `JSON.stringify` never produces can be sent too. */
const ODD: [name: string, json: string | undefined][] = [
  ["null", "null"],
  ["missing", undefined],
  ["a text", '"odd"'],
  ["a number", "7.5"],
  ["a negative number", "-3"],
  ["a huge number", "1e300"],
  ["a number above 2^53", "9223372036854775807"],
  ["no number any more", "1e999"],
  ["true", "true"],
  ["a list", "[1,null,{}]"],
  ["an object", '{"a":{"__proto__":{}}}'],
  ["an empty text", '""'],
  ["a lone surrogate", '"a\\ud800b"'],
  ["half a pair at the end", '"a\\udc00"'],
  ["control characters", '"a\\u0000\\u001b[31m\\u0085b"'],
  ["a path that goes back up", '"/movies/../../etc/passwd"'],
  ["right to left", '"\\u202egnp.exe"'],
  ["a huge text", JSON.stringify("x".repeat(2 * MAX_FOREIGN_TEXT))],
];
const HUGE_TEXT = ODD.length - 1;
const MARK = "@@odd@@";

/** Returns the paths of all leaves and their parents. */
function placesOf(kind: RecordKind): string[] {
  const places = fieldsOf(kind).flatMap(([place]) => {
    const keys = place.split(".");
    return keys.map((_, i) => keys.slice(0, i + 1).join(".")).flatMap((one) =>
      one.endsWith("[]") ? [one.slice(0, -2), one] : [one]
    );
  });
  return [...new Set(places)];
}

/** Returns records of one kind as JSON. The first and last are valid, each of the others has one invalid value. */
function records(kind: RecordKind, prepare: (record: Record<string, unknown>, index: number) => void): string[] {
  const made: string[] = [];
  const add = (place?: string, json?: string): void => {
    const record = sampleRecord(kind);
    prepare(record, made.length + 1);
    if (place !== undefined) setAt(record, place, json === undefined ? undefined : MARK);
    // A replacement function is used, because `$` is special in a replacement string.
    made.push(JSON.stringify(record).replace(`"${MARK}"`, () => json ?? "null"));
  };
  add();
  for (const place of placesOf(kind)) {
    for (const [index, [, json]] of ODD.entries()) {
      // Half a megabyte for each field would be a gigabyte in total.
      if (index === HUGE_TEXT && !/title|name|path|overview|url|genres|size$/i.test(place)) continue;
      add(place, json);
    }
  }
  add();
  return made;
}

function serve(answers: Record<string, (query: URLSearchParams) => string[]>) {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const url = new URL(request.url);
    const found = answers[url.pathname.replace(/^\/api\/v\d/, "")]?.(url.searchParams);
    if (found === undefined) {
      return new Response("{}", { status: 404, headers: { "Content-Type": "application/json" } });
    }
    const encoder = new TextEncoder();
    const body = ReadableStream.from((function* () {
      yield encoder.encode("[");
      for (const [i, one] of found.entries()) yield encoder.encode(i === 0 ? one : `,${one}`);
      yield encoder.encode("]");
    })());
    return new Response(body, { headers: { "Content-Type": "application/json" } });
  });
  return { url: `http://127.0.0.1:${server.addr.port}`, [Symbol.asyncDispose]: () => server.shutdown() };
}

const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });
const get = async (app: TestApp, path: string) => {
  const response = await app.call(path);
  is(response.status, 200, `${path}: ${response.status === 200 ? "" : await response.clone().text()}`);
  return await response.json();
};

/** Returns all pages of a list. This also tests that each page can be read and shown. */
async function everything(app: TestApp, path: string): Promise<{ id: number; title: string; name?: string }[]> {
  const items = [];
  let cursor: string | undefined;
  do {
    const page = await get(
      app,
      `${path}?limit=500${cursor === undefined ? "" : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return items;
}

async function connect(app: TestApp, kind: "movie" | "series" | "music", url: string): Promise<void> {
  await app.instance.settings.update({ connections: { [kind]: { enabled: true, url, apiKey: "k" } } });
}

const leftOutOf = (odd: string | undefined): number =>
  Number(/^(\d+) records? of \w+ skipped/.exec(odd ?? "")?.[1] ?? 0);
const eventsOf = async (app: TestApp) =>
  (await get(app, "/api/system/events?source=import")).items.filter(({ message }: { message: string }) =>
    /skipped as unreadable|read with an invalid field/.test(message)
  );

for (const kind of Object.keys(RECORDS) as RecordKind[]) {
  const inDocument = fieldsInDocument(kind);
  Deno.test({
    name: `the fields of a ${kind} are those of its manager's document`,
    ignore: inDocument === undefined,
    fn: () => same<Field[] | undefined>(fieldsOf(kind), inDocument),
  });
}

test("slow: every field of a movie is invalid, one at a time: all other movies arrive, also after the next start", async () => {
  const films = records("movie", (record, id) => {
    Object.assign(record, {
      id,
      title: `Film ${id}`,
      tmdbId: id,
      path: `/movies/${id}`,
      hasFile: true,
      movieFileId: id,
    });
    setAt(record, "movieFile.id", 100_000 + id);
    setAt(record, "movieFile.path", `/movies/${id}/film.mkv`);
  });
  await using radarr = serve({ "/movie": () => films, "/moviefile": () => [] });
  let app = await openApp();
  try {
    await connect(app, "movie", radarr.url);
    const state = await app.instance.library.refresh("movie");
    same([state.stale, state.error], [false, undefined]);
    const items = await everything(app, "/api/library/movies");
    const ids = new Set(items.map(({ id }) => id));
    ok(ids.has(1) && ids.has(films.length), "those that are well");
    // A changed ID may be equal to that of another movie.
    const withOddId = ODD.length + 5;
    ok(
      items.length + leftOutOf(state.odd) >= films.length - withOddId,
      `${items.length} of ${films.length}: ${state.odd}`,
    );
    ok(leftOutOf(state.odd) < 160, "only what a film cannot be without: its number, title and file");
    match(state.odd ?? "", /skipped as unreadable: .*\(id\)/);
    is((await eventsOf(app)).length, 1);
    await app.instance.library.refresh("movie");
    is((await eventsOf(app)).length, 1, "the same is not told twice");
    await app.instance.health.check();
    const checks = await get(app, "/api/system/health");
    ok(checks.some(({ code }: { code: string }) => code === "odd_records"));
    const page = await (await app.call("/movies", { headers: { Accept: "text/html" } })).text();
    match(page, /skipped as unreadable/);
    const { folder } = app;
    await app.instance.close();
    app = await openApp({ folder });
    is((await everything(app, "/api/library/movies")).length, items.length);
    is((await app.call("/api/search/smart?q=film%201")).status, 200);
  } finally {
    await app[Symbol.asyncDispose]();
  }
});

test("slow: every field of a series, an episode and a file is invalid, one at a time: everything else arrives", async () => {
  const seriesRecords = records("series", (record, id) => {
    Object.assign(record, { id, title: `Series ${id}`, tvdbId: id, path: `/tv/${id}`, seriesType: "standard" });
  });
  const [EPISODES, FILES] = [100_001, 100_002];
  const well = (id: number, title: string) =>
    JSON.stringify({ ...sampleRecord("series"), id, title, tvdbId: id, path: `/tv/${id}`, seriesType: "anime" });
  const episodes = records("episode", (record, n) => {
    Object.assign(record, {
      id: 200_000 + n,
      seriesId: EPISODES,
      seasonNumber: 1,
      episodeNumber: n,
      episodeFileId: 1,
      title: `E${n}`,
    });
  });
  const files = records("episodeFile", (record, n) => {
    Object.assign(record, { id: 300_000 + n, seriesId: FILES, seasonNumber: 1, path: `/tv/f/${n}.mkv`, size: n });
  });
  const holders = files.map((_, i) =>
    JSON.stringify({
      ...sampleRecord("episode"),
      id: 400_000 + i,
      seriesId: FILES,
      seasonNumber: 1,
      episodeNumber: i + 1,
      episodeFileId: 300_001 + i,
    })
  );
  const goodFile = JSON.stringify({ ...sampleRecord("episodeFile"), id: 1, seriesId: EPISODES, path: "/tv/e/1.mkv" });
  await using sonarr = serve({
    "/series": () => [...seriesRecords, well(EPISODES, "Odd episodes"), well(FILES, "Odd files")],
    "/episode": (query) =>
      query.get("seriesId") === String(EPISODES) ? episodes : query.get("seriesId") === String(FILES) ? holders : [],
    "/episodefile": (query) =>
      query.get("seriesId") === String(EPISODES) ? [goodFile] : query.get("seriesId") === String(FILES) ? files : [],
  });
  await using app = await openApp();
  await connect(app, "series", sonarr.url);
  const state = await app.instance.library.refresh("series");
  same([state.stale, state.error], [false, undefined]);
  const all = await everything(app, "/api/library/series");
  ok(all.length >= seriesRecords.length - 2 * ODD.length - 30, `${all.length} of ${seriesRecords.length}`);
  const read = await get(app, `/api/library/series/${EPISODES}/episodes`);
  ok(read.length >= episodes.length - 5 * ODD.length, `${read.length} of ${episodes.length}`);
  const numbers = new Set(read.map(({ id }: { id: number }) => id));
  ok(numbers.has(200_001) && numbers.has(200_000 + episodes.length));
  const held = await get(app, `/api/library/series/${FILES}/episodes`);
  const withFile = held.filter(({ hasFile }: { hasFile: boolean }) => hasFile).length;
  ok(withFile >= files.length - 5 * ODD.length, `${withFile} of ${files.length}`);
  same([held[0].hasFile, held.at(-1).hasFile], [true, true]);
  match(state.odd ?? "", /skipped as unreadable/);
});

test("slow: every field of an artist, an album, a track and a file is invalid, one at a time: everything else arrives", async () => {
  const artists = records("artist", (record, id) => {
    Object.assign(record, { id, artistName: `Artist ${id}`, foreignArtistId: `a${id}`, path: `/music/${id}` });
  });
  const ODDS = 100_001;
  const well = JSON.stringify({ ...sampleRecord("artist"), id: ODDS, artistName: "Odd", path: "/music/odd" });
  const albums = records("album", (record, n) => {
    Object.assign(record, { id: 200_000 + n, artistId: ODDS, title: `Album ${n}`, foreignAlbumId: `b${n}` });
  });
  const tracks = records("track", (record, n) => {
    Object.assign(record, {
      id: 300_000 + n,
      albumId: 200_001,
      artistId: ODDS,
      trackFileId: 400_001,
      title: `Track ${n}`,
    });
  });
  const files = records("trackFile", (record, n) => {
    Object.assign(record, { id: 400_000 + n, albumId: 200_001, artistId: ODDS, path: `/music/odd/${n}.flac`, size: n });
  });
  const of = (list: string[]) => (query: URLSearchParams) => query.get("artistId") === String(ODDS) ? list : [];
  await using lidarr = serve({
    "/artist": () => [...artists, well],
    "/album": of(albums),
    "/track": of(tracks),
    "/trackfile": of(files),
  });
  await using app = await openApp();
  await connect(app, "music", lidarr.url);
  const state = await app.instance.music.refresh();
  same([state.stale, state.error], [false, undefined]);
  const all = await everything(app, "/api/music/artists");
  ok(all.length >= artists.length - 2 * ODD.length - 30, `${all.length} of ${artists.length}`);
  const held = await everything(app, "/api/music/albums");
  ok(held.length >= albums.length - 4 * ODD.length, `${held.length} of ${albums.length}`);
  const { tracks: read } = await get(app, "/api/music/albums/200001");
  ok(read.length >= tracks.length - 4 * ODD.length, `${read.length} of ${tracks.length}`);
  ok(read.filter(({ hasFile }: { hasFile: boolean }) => hasFile).length >= read.length - ODD.length);
});
