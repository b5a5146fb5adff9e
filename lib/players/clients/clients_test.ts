import { deepStrictEqual as same, ok, rejects, strictEqual as is } from "node:assert/strict";
import { impatientWith, testHttpClient } from "../../../tests/fixtures/http_client.ts";
import { ALICE, BOB, startJellyfin } from "../../../tests/fakes/jellyfin.ts";
import { startPlex } from "../../../tests/fakes/plex.ts";
import type { FakeLibrary, FakePlayer, FakeStream, PlayerBehaviour } from "../../../tests/fakes/player.ts";
import { PLAYER_KINDS, type PlayerKind } from "../../platform/settings/sections/players.ts";
import { createPlayerClient } from "./create_client.ts";
import { type PlayerClient, PlayerProblem } from "./player_client.ts";
import { isBelow, shownName } from "./wire.ts";

// The timers of the connections to the fake servers outlive a test.
const test = (name: string, fn: () => Promise<void> | void) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

type AnyPlayer = FakePlayer & { movies: FakeLibrary; streams: FakeStream[] };

const start = (kind: PlayerKind): AnyPlayer => kind === "plex" ? startPlex() : startJellyfin({ kind });

async function withPlayer(
  kind: PlayerKind,
  work: (
    fake: AnyPlayer,
    client: PlayerClient,
    clientAt: (url: string, token: string) => PlayerClient,
  ) => Promise<void>,
): Promise<void> {
  await using fake = start(kind);
  await using http = testHttpClient();
  let hangs = false;
  const behave = fake.behave;
  fake.behave = (how) => {
    hangs = how === "hang";
    behave(how);
  };
  const clientAt = (url: string, token: string) =>
    createPlayerClient(impatientWith(http, () => hangs), { kind, name: "My player", url, token });
  await work(fake, clientAt(`${fake.url}/`, fake.token), clientAt);
}

for (const kind of PLAYER_KINDS) {
  test(`${kind}: the version and the libraries are read with a valid token only`, () =>
    withPlayer(kind, async (fake, client, clientAt) => {
      ok((await client.version()).length > 4);
      const [movies, music] = await client.sections();
      same([movies?.title, movies?.type, movies?.paths], ["Movies", "movie", ["/data/movies"]]);
      is(music?.type, "other");
      await rejects(clientAt(fake.url, "wrong").version(), { reason: "unauthorized" });
      await rejects(clientAt(fake.url, `bad\r\nx-injected: 1`).version(), { reason: "unauthorized" });
      await rejects(clientAt("", fake.token).version(), { reason: "unreachable" });
    }));

  test(`${kind}: streams are videos that play, with what the player does with them`, () =>
    withPlayer(kind, async (fake, client) => {
      same(await client.streams(), []);
      fake.streams = [
        { title: "Dune" },
        { title: "Pilot", series: "Lost", user: "Bob", paused: true, transcodes: true },
        { title: "Song", kind: "music" },
        { title: "Beach", kind: "photo" },
        { title: "Alien", remuxes: true, user: null, device: null },
      ];
      const device = kind === "plex" ? "Plex for Android (TV)" : "Jellyfin Android TV";
      same(await client.streams(), [
        { user: "Alice", title: "Dune", device: "Living room", paused: false, transcodes: false },
        { user: "Bob", title: "Lost: Pilot", device: "Living room", paused: true, transcodes: true },
        { user: "", title: "Alien", device, paused: false, transcodes: false },
      ]);
    }));

  test(`${kind}: names in streams are one short line without control characters`, () =>
    withPlayer(kind, async (fake, client) => {
      fake.streams = [{
        title: `Du\u0000ne\r\n\u202egnp${"x".repeat(500)}`,
        user: "A\u001b[31mlice\u2028",
        device: "\ud800 TV",
      }];
      const [stream] = await client.streams();
      ok(stream);
      is([...stream.title].length, 80);
      for (const text of [stream.title, stream.user, stream.device]) {
        ok(!/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}]/u.test(text), text);
      }
    }));

  test(`${kind}: a rescan covers the folders of the changed files, and reports folders in no library`, () =>
    withPlayer(kind, async (fake, client) => {
      fake.movies.disk.add("/data/movies/Dune/Dune.mkv");
      const outside = await client.rescan([
        { path: "/data/movies/Dune/Dune.mkv", type: "Created" },
        { path: "/data/movies/Dune/Dune.avi", type: "Deleted" },
        { path: "/elsewhere/x.mkv", type: "Created" },
      ]);
      same(outside, ["/elsewhere"]);
      same(fake.movies.items.map(({ file }) => file), ["/data/movies/Dune/Dune.mkv"]);
      if (kind === "plex") {
        const rescans = fake.requests.filter((request) => request.includes("/refresh"));
        same(rescans, ["GET /library/sections/1/refresh?path=/data/movies/Dune"]);
      } else is(fake.requests.filter((request) => request.startsWith("POST")).length, 1);
    }));

  test(`${kind}: items are found by the path of their file in a library of several pages, with their states`, () =>
    withPlayer(kind, async (fake, client) => {
      for (let i = 0; i < 2300; i++) {
        fake.movies.items.push({ id: String(1000 + i), file: `/data/movies/${i}/${i}.mkv`, states: new Map() });
      }
      const path = "/data/movies/2250/2250.mkv";
      const user = kind === "plex" ? "" : "b0b00000000000000000000000000002";
      fake.movies.items[2250]?.states.set(user, { watched: false, positionMs: 61_000 });
      const found = await client.itemsAt([path, "/data/movies/none.mkv", "/data/music/a.flac"], "any");
      same([...found.keys()], [path]);
      const state = () => found.get(path)?.states.find(({ userId }) => userId === user);
      same([found.get(path)?.itemId, state()], ["3250", { userId: user, watched: false, positionMs: 61_000 }]);
      same([...(await client.itemsAt(["/data/movies/2299/2299.mkv"], "newest")).keys()].length, 1);
      same([...(await client.itemsAt(["/data/movies/0/0.mkv"], "newest")).keys()], []);
      await client.setWatched("3250", { userId: user, watched: true, positionMs: 0 });
      is(fake.movies.items[2250]?.states.get(user)?.watched, true);
      await client.setWatched("3250", { userId: user, watched: false, positionMs: 5_000 });
      same(fake.movies.items[2250]?.states.get(user), { watched: false, positionMs: 5_000 });
    }));

  test(`${kind}: files are watched if at least one enabled user has watched them`, () =>
    withPlayer(kind, async (fake, client) => {
      const watched = { watched: true, positionMs: 0 };
      const users = kind === "plex" ? ["", "", ""] : [ALICE, BOB, "90e00000000000000000000000000003"];
      for (let i = 0; i < 1100; i++) {
        const states = new Map(i < 1001 ? [[users[i % 2] ?? "", watched]] : []);
        fake.movies.items.push({ id: String(1000 + i), file: `/data/movies/${i}.mkv`, states });
      }
      // A disabled user no longer has a say. Items without a file, such as missing episodes, are skipped.
      if (kind !== "plex") {
        fake.movies.items[1050]?.states.set(users[2] ?? "", watched);
        fake.movies.items.push({ id: "9", file: "", states: new Map() });
      }
      fake.movies.items[1051]?.states.set(users[0] ?? "", { watched: false, positionMs: 90_000 });
      const files = await client.watchedFiles();
      same([files.size, files.values().filter((one) => one).toArray().length], [1100, 1001]);
      same(["0", "1000", "1050", "1051"].map((name) => files.get(`/data/movies/${name}.mkv`)), [
        ...[true, true, false, false],
      ]);
      fake.behave("error");
      await rejects(client.watchedFiles(), { reason: "refused" });
    }));

  test(`${kind}: every failure is a sentence without address and token, and sends the token to no other host`, () =>
    withPlayer(kind, async (fake, client) => {
      const reasons: Record<Exclude<PlayerBehaviour, "well">, PlayerProblem["reason"]> = {
        unauthorized: "unauthorized",
        error: "refused",
        html: "wrong_application",
        redirect: "wrong_application",
        malformed: "malformed",
        deep: "malformed",
        drop: "unreachable",
        huge: "unreachable",
        hang: "unreachable",
      };
      for (const [how, reason] of Object.entries(reasons)) {
        fake.behave(how as PlayerBehaviour);
        await rejects(client.version(), (error) => {
          ok(error instanceof PlayerProblem, `${how}: ${error}`);
          is(error.reason, reason, how);
          ok(!error.message.includes(fake.token) && !error.message.includes("http"), error.message);
          return true;
        });
      }
      fake.behave("well");
    }));
}

test("plex: the fake sends XML to a request that does not accept JSON", async () => {
  await using fake = startPlex();
  fake.streams = [{ title: `"Dune" & <more>` }];
  const answer = await fetch(`${fake.url}/status/sessions`, { headers: { "X-Plex-Token": fake.token } });
  const text = await answer.text();
  ok(text.startsWith("<?xml") && text.includes('title="&#34;Dune&#34; &#38; &#60;more&#62;"'), text);
});

test("a path is below a root by whole segments, on Windows in any case and with either slash", () => {
  for (
    const [path, root, expected] of [
      ["/media2/a", "/media", false],
      ["/media/a", "/media/", true],
      ["/media", "/media", true],
      ["D:\\Films\\a", "d:/films", true],
      ["\\\\nas\\films\\a", "\\\\NAS\\films", true],
      ["/Media/a", "/media", false],
      ["/Cafe\u0301/a", "/Caf\u00e9", true],
    ] as const
  ) is(isBelow(path, root), expected, path);
  is(shownName("  a \n b  "), "a b");
});
