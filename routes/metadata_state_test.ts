import { deepStrictEqual as same, doesNotMatch, match, ok, rejects } from "node:assert/strict";
import { keyValueRepository } from "../db/platform/key_values.ts";
import { DAY_MS } from "../lib/kit/clock.ts";
import { startAnimeSources } from "../tests/fakes/anime_sources.ts";
import { openApp, type TestApp } from "../tests/fixtures/app.ts";

const state = async (app: TestApp) => await (await app.call("/api/metadata/status")).json();
const page = async (app: TestApp, query = "/library"): Promise<string> =>
  await (await app.call(`/settings${query}`, { headers: { accept: "text/html" } })).text();
const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

/** Opens the complete program with anime data from a fake server. */
async function openWorld() {
  const fake = await startAnimeSources();
  const app = await openApp({
    animeSources: fake.sources,
    network: {
      resolve: () => Promise.resolve(["93.184.216.34"]),
      reroute: () => ({ address: "127.0.0.1", port: fake.port }),
    },
    settings: { general: { security: { certificateValidation: "disabled" } } },
  });
  return {
    ...{ app, fake },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await fake[Symbol.asyncDispose]();
    },
  };
}

test("services without a state are not on the page, and receive no request for it", async () => {
  await using it = await openWorld();
  same(await state(it.app), {});
  doesNotMatch(await page(it.app), /Metadata service status/);
  same(it.fake.seen, []);
});

test("slow: the settings page shows the state of anime data, its size, and a refresh button", async () => {
  await using it = await openWorld();
  const { app, fake } = it;
  fake.instead["/mapping"] = () => new Response("no", { status: 500 });
  await app.instance.settings.update({ animedb: { enabled: true } });
  await rejects(app.instance.anime.refreshNow(new AbortController().signal));
  const failed = await state(app);
  ok(failed.anime.error);
  match(await page(app), new RegExp(`Metadata service status[^]*${failed.anime.error.slice(0, 20)}`));

  fake.instead["/mapping"] = undefined;
  const refreshed = await app.call("/api/animedb/refresh", { method: "POST" });
  same([refreshed.status, (await refreshed.json()).loading], [202, true]);
  match(await page(app, "?part=metadata"), /hx-trigger="every 2s"[^]*disabled[^>]*>Refresh anime data/);
  await app.instance.anime.settled();
  const { anime } = await state(app);
  same([anime.loaded, anime.loading, anime.error], [true, false, undefined]);
  const part = await page(app, "?part=metadata");
  match(part, new RegExp(`Loaded[^]*<dd>${anime.animeCount}</dd>[^]*<dd>${anime.mappingCount}</dd>`));
  doesNotMatch(part, /every 2s|<form[^]*disabled/);
});

test("the settings page shows until when OMDb is paused and how many barcode lookups are left today", async () => {
  await using app = await openApp({
    settings: { omdb: { enabled: true, apiKey: "abcd1234" }, experiments: { barcode: true } },
  });
  match(await page(app), /OMDb[^]*Not paused[^]*100 lookups remaining/);
  const until = new Date(Date.now() + DAY_MS);
  await keyValueRepository(app.instance.store).set("omdb.pausedUntil", until.getTime());
  same((await state(app)).omdb, { pausedUntil: until.toISOString() });
  match(await page(app), new RegExp(`Paused until <time[^>]* datetime="${until.toISOString()}"`));
  await keyValueRepository(app.instance.store).set("omdb.pausedUntil", Date.now() - 1);
  same((await state(app)).omdb, {});
});
