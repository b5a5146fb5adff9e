import { deepStrictEqual as same, ok, rejects, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { type CddbFake, type FakeEntry, startCddb } from "../../../../tests/fakes/cddb.ts";
import { testHttpClient } from "../../../../tests/fixtures/http_client.ts";
import { systemClock } from "../../../kit/clock.ts";
import type { CdToc } from "../model.ts";
import { cddbMatches, readCddbAnswer } from "./cddb_answer.ts";
import { readCddbEntry } from "./cddb_entry.ts";
import { cddbUrl, queryCommand } from "./cddb_request.ts";
import { createCddb } from "./cddb.ts";

const OFFSETS = [150, 15363, 32314, 46592, 63414, 80489];
const LEAD_OUT = 95462;
const TOC: CdToc = {
  tracks: OFFSETS.map((offset, i) => ({
    number: i + 1,
    start: offset - 150,
    sectors: (OFFSETS[i + 1] ?? LEAD_OUT) - offset,
    isAudio: i !== 5,
    preEmphasis: false,
  })),
  leadOut: LEAD_OUT - 150,
};
const ID = "3404f606";
const xmcd = (title: string, tracks: string[], extra: string[] = []): string =>
  [
    "# xmcd",
    "#",
    "# Track frame offsets:",
    `DISCID=${ID}`,
    `DTITLE=${title}`,
    "DYEAR=1999",
    "DGENRE=Rock",
    ...tracks.map((one, i) => `TTITLE${i}=${one}`),
    ...extra,
    "EXTD=",
    "PLAYORDER=",
  ]
    .join("\n");
const TITLES = ["One", "Two", "Three", "Four", "Five", "Data"];
const ENTRY: FakeEntry = {
  category: "rock",
  id: ID,
  heading: "The Tests / Quiet Rooms",
  text: xmcd("The Tests / Quiet Rooms", TITLES),
};

const test = (name: string, work: (it: Awaited<ReturnType<typeof world>>) => Promise<void>) =>
  Deno.test({
    name,
    sanitizeOps: false,
    sanitizeResources: false,
    fn: async () => {
      await using it = await world();
      await work(it);
    },
  });

function world(entries: FakeEntry[] = [ENTRY]) {
  const fake: CddbFake = startCddb(entries);
  const http = testHttpClient();
  const cddb = createCddb({ http, clock: systemClock, spacingMs: 0 });
  return Promise.resolve({
    fake,
    find: (server = fake.url, signal?: AbortSignal) => cddb({ toc: TOC, cddbId: ID, server }, signal),
    async [Symbol.asyncDispose]() {
      await http.close();
      await fake[Symbol.asyncDispose]();
    },
  });
}

test("one exact match is read and becomes a release of the audio tracks", async ({ fake, find }) => {
  const { releases: [release, ...others], log } = await find();
  same([others, log], [[], []]);
  ok(release);
  const { title, artist, date, genre, source, inexact, releaseId, coverUrl } = release;
  same({ title, artist, date, genre, source, inexact, releaseId, coverUrl }, {
    title: "Quiet Rooms",
    artist: "The Tests",
    date: "1999",
    genre: "Rock",
    source: "cddb",
    inexact: undefined,
    releaseId: "rock/3404f606",
    coverUrl: undefined,
  });
  same(release.tracks.map((one) => one.title), ["One", "Two", "Three", "Four", "Five"]);
  same([release.discNumber, release.discCount, release.trackCount], [1, 1, 5], "an entry is for one disc");
  same(fake.seen.map(({ cmd }) => cmd), [
    "cddb query 3404f606 6 150 15363 32314 46592 63414 80489 1272",
    "cddb read rock 3404f606",
  ]);
  is(fake.seen[0]?.proto, "6");
});

test("several exact matches are several releases; inexact ones are marked; no match returns none", async ({ fake, find }) => {
  fake.entries.push({ ...ENTRY, category: "jazz", text: xmcd("Others / Loud Halls", TITLES) });
  same((await find()).releases.map(({ artist, inexact }) => [artist, inexact]), [["The Tests", undefined], [
    "Others",
    undefined,
  ]]);
  fake.entries.splice(0, 2, { ...ENTRY, isNear: true, id: "3404f706" });
  same((await find()).releases.map(({ inexact, releaseId }) => [inexact, releaseId]), [[true, "rock/3404f706"]]);
  fake.entries.length = 0;
  same(await find(), { releases: [], log: ["The CDDB server has no entry for this disc."] });
});

test("at most five entries of a long list are read", async ({ fake, find }) => {
  const categories = ["blues", "classical", "country", "data", "folk", "jazz", "misc"];
  fake.entries.splice(0, 1, ...categories.map((category) => ({ ...ENTRY, category })));
  const { releases, log } = await find();
  is(releases.length, 5);
  same(log, ["The CDDB server has 7 discs with this ID; 5 are shown."]);
});

const QUERY_REFUSALS = [
  ...["403 Database entry is corrupt.", "409 No handshake.", "430 Server going down", "431 Too many users"],
  ...["432 User not allowed", "433 System load too high", "500 Unknown developer email", "500 Unknown application"],
  ...["501 Illegal option.", "530 Server error, timeout", "299 Something new", "200", "210 list without lines"],
];
test("refusals are kept word for word", async ({ fake, find }) => {
  for (const line of QUERY_REFUSALS) {
    fake.refusals.query = line;
    same(await find(), { releases: [], log: [`CDDB server: ${line}`] }, line);
  }
  delete fake.refusals.query;
  for (
    const line of ["401 not found", "402 Server error.", "403 corrupt", "409 No handshake.", "500 Unknown command"]
  ) {
    fake.refusals.read = line;
    same(await find(), { releases: [], log: [`CDDB server: ${line}`] }, line);
  }
});

test("a server that misbehaves is a line of the log", async ({ fake, find }) => {
  fake.manner = "unavailable";
  same(await find(), { releases: [], log: ["The CDDB server returned status 503."] });
  same((await find("http://127.0.0.1:1/")).releases, []);
  fake.refusals.query = "<html>";
  fake.manner = "well";
  same((await find()).log, ["The response from the CDDB server has no code."]);
  delete fake.refusals.query;
  fake.manner = "redirect";
  is((await find()).releases.length, 1);
  fake.manner = "cut";
  is((await find()).releases[0]?.inexact, true, "half an entry is one to doubt");
});

test("a caller can stop waiting for a silent server", async ({ fake, find }) => {
  fake.manner = "hang";
  const controller = new AbortController();
  const found = find(fake.url, controller.signal);
  controller.abort(new Error("stop"));
  await rejects(found, /stop/);
});

test("a handshake in the setting is kept as typed", async ({ fake, find }) => {
  await find(`${fake.url}?cmd=motd&hello=joe+home.example+Player+2.1&proto=5&extra=a%20b`);
  same(fake.seen[0], {
    cmd: "cddb query 3404f606 6 150 15363 32314 46592 63414 80489 1272",
    hello: "joe home.example Player 2.1",
    proto: "5",
  });
});

test("titles in Latin-1 are read although UTF-8 was agreed", async ({ fake, find }) => {
  fake.entries.splice(0, 1, { ...ENTRY, text: xmcd("Bj\u00f6rk / Caf\u00e9", TITLES.with(0, "\u00dcber")) });
  for (const charset of ["latin1", "utf-8"] as const) {
    fake.charset = charset;
    const [release] = (await find()).releases;
    same([release?.artist, release?.title, release?.tracks[0]?.title], ["Björk", "Café", "Über"], charset);
  }
});

test("each title of a compilation has its artist", async ({ fake, find }) => {
  const titles = TITLES.map((title, i) => `Artist ${i} / ${title}`);
  fake.entries.splice(0, 1, { ...ENTRY, text: xmcd("Various / Hits", titles) });
  same((await find()).releases[0]?.tracks[1], { number: 2, title: "Two", artist: "Artist 1", lengthMs: 226013 });
  fake.entries.splice(0, 1, { ...ENTRY, text: xmcd("The Tests / Live", TITLES.with(1, "Intro / Outro")) });
  is((await find()).releases[0]?.tracks[1]?.title, "Intro / Outro", "one slash is no compilation");
});

test("an entry for another disc or with other tracks is marked, and missing titles are numbers", async ({ fake, find }) => {
  fake.entries.splice(0, 1, { ...ENTRY, text: xmcd("A / B", TITLES.slice(0, 3)) });
  const [short] = (await find()).releases;
  same([short?.inexact, short?.tracks[3]?.title], [true, "Track 04"]);
  fake.entries.splice(0, 1, { ...ENTRY, text: ENTRY.text.replace(`DISCID=${ID}`, "DISCID=12345678") });
  is((await find()).releases[0]?.inexact, true);
  fake.entries.splice(0, 1, {
    ...ENTRY,
    text: ENTRY.text.replace(`DISCID=${ID}`, `DISCID=12345678,${ID.toUpperCase()}`),
  });
  is((await find()).releases[0]?.inexact, undefined);
});

Deno.test("keys that come again continue, escapes are read afterwards, dots at the start are single", () => {
  const answer = readCddbAnswer(new TextEncoder().encode(
    [
      "210 ok",
      "DTITLE=No slash",
      "TTITLE0=A long\\",
      "TTITLE0=n title",
      "TTITLE0= \\\\ end",
      "TTITLE2=..",
      "..dots",
      ".",
      "TTITLE1=after",
    ].join("\r\n"),
  ));
  ok(answer);
  is(answer.lines.at(-1), ".dots");
  same(readCddbEntry(answer.lines), {
    ids: [],
    artist: "No slash",
    title: "No slash",
    tracks: ["A long title \\ end", "", ".."],
  });
  is(readCddbAnswer(new Uint8Array()), undefined);
});

Deno.test("99 tracks are requested and parsed", () => {
  const tracks = Array.from(
    { length: 99 },
    (_, i) => ({ number: i + 1, start: i * 300, sectors: 300, isAudio: true, preEmphasis: false }),
  );
  is(queryCommand({ tracks, leadOut: 29_700 }, "x").split(" ").length, 4 + 99 + 1);
  is(readCddbEntry(Array.from({ length: 120 }, (_, i) => `TTITLE${i}=t`)).tracks.length, 99);
});

Deno.test("a URL keeps its path and its query", () => {
  is(
    cddbUrl("https://h.example/c.cgi?hello=a+b@c+d+e&proto=6&cmd=x#y", "cddb read rock 1"),
    "https://h.example/c.cgi?cmd=cddb+read+rock+1&hello=a+b@c+d+e&proto=6",
  );
  ok(
    /^http:\/\/h\.example\/\?cmd=a\+%26b&hello=\w+\+\w+\+\w+\+[\d.]+&proto=6$/.test(
      cddbUrl("http://h.example", "a &b"),
    ),
  );
});

Deno.test("reading a response ends and never throws, whatever it contains", () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom("210 x", "200 rock 3404f606 A / B", "TTITLE0=a\\", "TTITLE98=", "DTITLE= / ", "."),
  );
  fc.assert(fc.property(fc.array(line), fc.constantFrom("\n", "\r\n"), (lines, end) => {
    const answer = readCddbAnswer(new TextEncoder().encode(lines.join(end)));
    if (answer === undefined) return;
    cddbMatches(answer);
    ok(readCddbEntry(answer.lines).tracks.length <= 99);
  }));
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void readCddbAnswer(bytes)));
});
