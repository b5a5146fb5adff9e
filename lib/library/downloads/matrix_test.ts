import { deepStrictEqual as same, match, strictEqual as is } from "node:assert/strict";
import { grabRepository } from "../../../db/library/grabs.ts";
import { generateArtists } from "../../../tests/fakes/arr/data_music.ts";
import { startLidarr } from "../../../tests/fakes/arr/lidarr.ts";
import { Clock } from "../../../tests/fakes/arr/shared/clock.ts";
import type { Failure } from "../../../tests/fakes/arr/shared/failures.ts";
import type { Switches } from "../../../tests/fakes/arr/shared/server.ts";
import { openApp, type TestApp } from "../../../tests/fixtures/app.ts";
import {
  connect,
  grabbed,
  grabTest,
  patienceOf,
  radarrWorld,
  searched,
  sonarrWorld,
} from "../../../tests/fixtures/grab.ts";
import { soulseekWorld } from "../../../tests/fixtures/soulseek.ts";
import { JobQuery } from "../../jobs/request_schema.ts";
import { testConnection } from "../managers/connection.ts";
import { MANAGERS } from "../../platform/managers/kinds.ts";

/** Tests every manager at every step of a grab with every possible failure. */

const MINUTE = 60_000;
const PATIENCE_MS = 150;
const FAILURES: Failure[] = [
  { mode: "slow", ms: 2 * PATIENCE_MS },
  { mode: "hang" },
  { mode: "unauthorized" },
  { mode: "error" },
  { mode: "malformed" },
  { mode: "drop" },
];

interface World extends AsyncDisposable {
  app: TestApp;
  /** Fake of the application to which the release is sent. */
  fake: Switches;
  request: Record<string, unknown>;
  tick(ms: number): Promise<void>;
  /** Number of imported files, each of which becomes a job. */
  files: number;
}

const WORLDS = {
  async movie(): Promise<World> {
    const it = await radarrWorld();
    const release = await searched(it.radarr, "movie", "movieId=1");
    const request = { release, arrId: 1 };
    return { ...it, fake: it.radarr, request, tick: it.radarr.tick, files: 1 };
  },
  async series(): Promise<World> {
    const it = await sonarrWorld();
    const release = await searched(it.sonarr, "series", "seriesId=1&seasonNumber=2");
    const request = { release, title: "Dark", arrId: 1, seasonNumber: 2 };
    return { ...it, fake: it.sonarr, request, tick: it.sonarr.tick, files: 8 };
  },
  async music(): Promise<World> {
    const app = await openApp();
    await Deno.mkdir(`${app.folder}/music`);
    const clock = new Clock({ manual: true });
    const lidarr = await startLidarr({ root: `${app.folder}/music`, artists: generateArtists(1), clock });
    await connect(app, "music", lidarr);
    await app.instance.jobs.setPaused(true);
    const [album] = lidarr.music.albums.values();
    const release = await searched(lidarr, "music", `albumId=${album?.id}`);
    return {
      app,
      fake: lidarr,
      request: { release, profileId: "builtin-music-flac", albumId: album?.id },
      tick: lidarr.tick,
      files: album === undefined ? 0 : lidarr.music.tracksOf(album).length,
      async [Symbol.asyncDispose]() {
        await lidarr[Symbol.asyncDispose]();
        await app[Symbol.asyncDispose]();
      },
    };
  },
  async soulseek(): Promise<World & { lidarr: Switches }> {
    const it = await soulseekWorld();
    return { ...it, fake: it.slskd, files: it.files.length };
  },
};
type Kind = keyof typeof WORLDS;
const KINDS = ["movie", "series", "music", "soulseek"] as const satisfies Kind[];

/** Paths of the request that sends a release, and of the one before it. */
const SENT = (kind: Kind) => kind === "soulseek" ? /\/transfers\/downloads\/[^/]+$/ : /\/release$/;
const MARK = (kind: Kind) => kind === "soulseek" ? SENT(kind) : /\/history$/;

/** Fails one or all matching requests while `work` runs with a short timeout. */
async function during<T>(
  { app, fake }: { app: TestApp; fake: Switches },
  failure: Failure,
  where: { path: RegExp; method: string },
  work: () => Promise<T>,
): Promise<T> {
  const patience = patiences.get(app) ?? patienceOf(app);
  patiences.set(app, patience);
  const before = count(fake, where);
  fake.fail(failure, where);
  if (failure.mode === "slow" || failure.mode === "hang") patience(PATIENCE_MS, where);
  const answer = await work();
  patience();
  // A slow request is still carried out.
  if (failure.mode === "slow") await passed(() => count(fake, where) > before);
  fake.recover();
  return answer;
}

/** Resolves as soon as the condition holds. */
async function passed(holds: () => boolean): Promise<void> {
  const last = performance.now() + 120_000;
  while (!holds()) {
    if (performance.now() > last) throw new Error("expected the late request to be carried out");
    await new Promise((done) => setTimeout(done, 10));
  }
}

const patiences = new WeakMap<TestApp, ReturnType<typeof patienceOf>>();

const count = ({ seen }: Switches, { path, method }: { path: RegExp; method: string }): number =>
  seen.filter((one) => one.method === method && path.test(one.path)).length;

const ask = async ({ app, request }: World) => {
  const json = { title: "Film (2000)", profileId: "builtin-movie-1080p", ...request };
  const answer = await app.call("/api/search/grab", { json });
  return { status: answer.status, body: await answer.json() };
};
const jobsOf = async ({ app }: World) => (await app.instance.jobs.list(JobQuery.parse({ limit: 100 }))).items;

/** Continues until the files are imported, and asserts that nothing is lost or duplicated. */
async function toTheEnd(it: World, id: string): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await it.tick(5 * MINUTE);
    await it.app.instance.grab.followOnce();
  }
  const mine = (await jobsOf(it)).filter((job) => job.id === id || job.parentId === id);
  same(mine.map(({ status }) => status), Array(it.files).fill("queued"));
  is(new Set(mine.map(({ source }) => source.localPath)).size, it.files);
  same(await grabRepository(it.app.instance.store).all(), []);
}

for (const kind of KINDS) {
  const { app: name } = MANAGERS[kind];

  grabTest(
    `slow: ${name} fails before a release is sent: nothing is sent or stored, and a later attempt succeeds`,
    async () => {
      await using it = await WORLDS[kind]();
      // Sends the first request before the test, so that its effects do not influence the result.
      await testConnection(it.app.instance.managers.require(kind));
      for (const failure of FAILURES) {
        const { status, body } = await during(it, failure, { path: MARK(kind), method: "GET" }, () => ask(it));
        same([failure.mode, status, body.code], [failure.mode, 502, "upstream_failed"]);
        match(body.detail, new RegExp(name));
        same([(await jobsOf(it)).length, await grabRepository(it.app.instance.store).all()], [0, []]);
      }
      is(count(it.fake, { path: SENT(kind), method: "POST" }), 0);
      await toTheEnd(it, (await grabbed(it.app, it.request)).id);
    },
  );

  for (const failure of FAILURES) {
    grabTest(
      `slow: ${name} fails (${failure.mode}) while a release is sent: the release arrives once, or the reason is shown`,
      async () => {
        await using it = await WORLDS[kind]();
        const { status, body } = await during(it, failure, { path: SENT(kind), method: "POST" }, () => ask(it));
        const refused = failure.mode === "unauthorized" || (kind === "soulseek" && failure.mode === "error");
        is(status, refused ? 502 : 200, JSON.stringify(body));
        // For a file request, only the status of slskd's response matters.
        const taken = kind === "soulseek" && failure.mode === "malformed";
        match(refused ? body.detail : taken ? name : body.note, new RegExp(name));
        is((await jobsOf(it)).length, refused ? 0 : 1);
        const again = await grabbed(it.app, it.request);
        if (!refused) is(again.id, body.job.id);
        await it.app.instance.grab.followOnce();
        const arrived = refused || kind === "soulseek" || failure.mode === "slow";
        if (arrived) return await toTheEnd(it, again.id);
        is((await it.app.instance.jobs.get(again.id)).status, "waiting");
        await grabRepository(it.app.instance.store).patch(again.id, { goneSince: Date.now() - 4 * MINUTE });
        is((await it.app.instance.grab.followOnce()).failed, 1);
        match(
          (await it.app.instance.jobs.get(again.id)).error ?? "",
          new RegExp(`^${name} did not accept the release`),
        );
        await toTheEnd(it, (await grabbed(it.app, it.request)).id);
      },
    );
  }
}

/** Makes each step fail in every way. Meanwhile the job waits and its message names the responsible service. */
async function failing(it: World, id: string, steps: [fake: Switches, name: string, method: string, path: RegExp][]) {
  for (const [fake, name, method, path] of steps) {
    for (const failure of FAILURES) {
      const look = () => it.app.instance.grab.followOnce();
      const round = await during({ app: it.app, fake }, failure, { method, path }, look);
      const { status, message = "" } = await it.app.instance.jobs.get(id);
      same([String(path), failure.mode, round.waiting, status], [String(path), failure.mode, 1, "waiting"]);
      match(message, new RegExp(`${name}.*The job keeps waiting\\.$`), `${path} ${failure.mode}`);
    }
  }
}

const READ: Record<Exclude<Kind, "soulseek">, RegExp[]> = {
  movie: [/\/queue$/, /\/history\/since$/, /\/movie\/1$/],
  series: [/\/queue$/, /\/history\/since$/, /\/series\/1$/, /\/episode$/],
  music: [/\/queue$/, /\/history\/since$/],
};

for (const kind of ["movie", "series", "music"] as const) {
  const { app: name } = MANAGERS[kind];
  grabTest(`slow: ${name} fails while a grab is followed: the job waits with the reason, and then ends`, async () => {
    await using it = await WORLDS[kind]();
    const { id } = await grabbed(it.app, it.request);
    await it.tick(5 * MINUTE);
    await failing(it, id, READ[kind].map((path) => [it.fake, name, "GET", path]));
    is((await it.app.instance.grab.followOnce()).queued, 1);
    await toTheEnd(it, id);
    is(count(it.fake, { path: SENT(kind), method: "POST" }), 1);
  });
}

grabTest(
  "slow: slskd and Lidarr fail while an album of a peer is followed: the job waits with the reason, and then ends",
  async () => {
    await using it = await WORLDS.soulseek();
    const { id } = await grabbed(it.app, it.request);
    await it.tick(20_000);
    await failing(it, id, [
      [it.fake, "slskd", "GET", SENT("soulseek")],
      [it.fake, "slskd", "GET", /\/options$/],
      [it.lidarr, "Lidarr", "GET", /\/history$/],
      [it.lidarr, "Lidarr", "POST", /\/command$/],
    ]);
    // The slow request imported the album before its command ID was known.
    await it.tick(MINUTE);
    is((await it.app.instance.grab.followOnce()).waiting, 1);
    await failing(it, id, [
      [it.lidarr, "Lidarr", "GET", /\/history\/since$/],
      [it.lidarr, "Lidarr", "GET", /\/command\/\d+$/],
    ]);
    await toTheEnd(it, id);
    is(count(it.fake, { path: SENT("soulseek"), method: "POST" }), 1);
  },
);
