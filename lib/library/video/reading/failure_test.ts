import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { generateMovies, generateSeries } from "../../../../tests/fakes/arr/data.ts";
import { startRadarr } from "../../../../tests/fakes/arr/radarr.ts";
import { startSonarr } from "../../../../tests/fakes/arr/sonarr.ts";
import type { ArrFake } from "../../../../tests/fakes/arr/shared/arr_server.ts";
import { Clock } from "../../../../tests/fakes/arr/shared/clock.ts";
import type { Failure } from "../../../../tests/fakes/arr/shared/failures.ts";
import { openApp, type TestApp } from "../../../../tests/fixtures/app.ts";

/**
 * Tests that, however a manager fails, every page and API call responds immediately from the store, shows the reason,
 * and recovers automatically.
 */

const MINUTE = 60_000;
const MANAGERS = { movie: ["Radarr", "movies"], series: ["Sonarr", "series"] } as const;
type Kind = keyof typeof MANAGERS;

/** Failures with their expected messages. */
const FAILURES: [name: string, failure: Failure | "down", said: RegExp][] = [
  ["down", "down", /refused the connection|Requests to it are paused/],
  ["401", { mode: "unauthorized" }, /does not accept the API key/],
  ["500", { mode: "error" }, /reports: database is locked/],
  ["malformed", { mode: "malformed" }, /unknown format/],
  ["dropped", { mode: "drop" }, /closed the connection|Requests to it are paused/],
  ["cut short", { mode: "truncated" }, /closed the connection|unknown format|Requests to it are paused/],
  ["huge", { mode: "huge", megabytes: 70 }, /none of its 71 records can be read \(id\)/],
  ["a login page", { mode: "html" }, /The server is not/],
];

async function scene(kind: Kind): Promise<{ app: TestApp; fake: ArrFake; pass(ms: number): void } & AsyncDisposable> {
  let ms = Date.UTC(2026, 0, 1);
  const app = await openApp({ clock: { now: () => new Date(ms), monotonicMs: () => ms } });
  const clock = new Clock({ manual: true });
  const fake = kind === "movie"
    ? await startRadarr({ movies: generateMovies({ count: 30, root: "/movies", missingShare: 0 }), clock })
    : await startSonarr({ series: generateSeries({ series: 10, episodes: 100, root: "/tv", missingShare: 0 }), clock });
  await app.instance.settings.update({ connections: { [kind]: { enabled: true, url: fake.url, apiKey: fake.key } } });
  is((await app.instance.library.refresh(kind)).stale, false);
  await app.instance.health.check();
  const dispose = async () => {
    await app[Symbol.asyncDispose]();
    await fake[Symbol.asyncDispose]();
  };
  return { app, fake, pass: (by) => void (ms += by), [Symbol.asyncDispose]: dispose };
}

const addresses = (kind: Kind): string[] => {
  const [, area] = MANAGERS[kind];
  const api = [
    `/api/library/${area}`,
    `/api/library/${area}/1`,
    "/api/auto/status",
    "/api/system",
    "/api/system/health",
  ];
  return [`/${area}`, `/${area}/1`, "/auto", "/system", ...api, ...(kind === "series" ? [`${api[1]}/episodes`] : [])];
};

/** Requests every address. A page that waited for the manager would never respond, because one failure is a hang. */
async function answers(app: TestApp, kind: Kind, name: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const path of addresses(kind)) {
    const response = await app.call(path, path.startsWith("/api/") ? {} : { headers: { Accept: "text/html" } });
    texts.set(path, await response.text());
    is(response.status, 200, `${path} while ${name}`);
  }
  return texts;
}

const listed = async (app: TestApp, kind: Kind) => await (await app.call(`/api/library/${MANAGERS[kind][1]}`)).json();

/** Resolves after a library was refreshed in the background. */
function readAgain(app: TestApp): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const off = app.instance.bus.on("library", () => (off(), resolve()));
  return promise;
}

const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

for (const kind of ["movie", "series"] as const) {
  const [name] = MANAGERS[kind];

  test(`slow: ${name} fails in every way: each request is answered in words, nothing is lost, and it recovers`, async () => {
    await using at = await scene(kind);
    const { app, fake, pass } = at;
    await answers(app, kind, "all is well");
    const before = await listed(app, kind);
    for (const [how, failure, said] of FAILURES) {
      if (failure === "down") await fake.down();
      else fake.fail(failure);
      pass(MINUTE);
      await answers(app, kind, how);
      const { stale, error = "", refreshedAt } = await app.instance.library.refresh(kind);
      ok(stale && refreshedAt, how);
      match(error, said, `${how}: ${error}`);
      const texts = await answers(app, kind, how);
      for (const path of addresses(kind).slice(0, 2)) {
        ok(texts.get(path)?.includes("Last synced"), `${path} says how old it is while ${how}`);
      }
      same((await listed(app, kind)).items, before.items, `nothing is lost when ${how}`);
      fake.recover();
      // This is longer than the time for which a failed manager is not contacted, so viewing the list starts a refresh.
      pass(6 * MINUTE);
      const back = readAgain(app);
      await listed(app, kind);
      await back;
      await app.instance.library.settled();
      const after = await listed(app, kind);
      same([after.state.stale, after.items], [false, before.items], `recovered from ${how}`);
    }
  });

  test(`${name} that is silent delays neither requests nor the end of the program`, async () => {
    await using at = await scene(kind);
    const { app, fake, pass } = at;
    const before = await listed(app, kind);
    fake.fail({ mode: "hang" });
    pass(MINUTE);
    const texts = await answers(app, kind, "silent");
    same((await listed(app, kind)).items, before.items);
    const { connections } = JSON.parse(texts.get("/api/system") ?? "{}");
    const state = connections.find((one: { name: string }) => one.name === name);
    match(state.error, /has not responded yet/);
    await app.instance.library.close();
  });

  test(`${name} that is down is skipped for a while, and queried again afterwards`, async () => {
    await using at = await scene(kind);
    const { app, fake, pass } = at;
    await fake.down();
    for (let i = 0; i < 6; i++) await app.instance.library.refresh(kind);
    match((await app.instance.library.state(kind)).error ?? "", /Requests to it are paused for a while/);
    fake.recover();
    is((await app.instance.library.refresh(kind)).stale, true, "still left alone");
    pass(6 * MINUTE);
    const back = readAgain(app);
    await listed(app, kind);
    await back;
    await app.instance.library.settled();
    is((await app.instance.library.state(kind)).stale, false);
  });
}
