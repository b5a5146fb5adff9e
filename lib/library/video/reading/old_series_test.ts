import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { generateSeries } from "../../../../tests/fakes/arr/data.ts";
import { startSonarr } from "../../../../tests/fakes/arr/sonarr.ts";
import { Clock } from "../../../../tests/fakes/arr/shared/clock.ts";
import { openApp } from "../../../../tests/fixtures/app.ts";

/**
 * Tests refreshes of edited episodes. Sonarr does not change the record of a series when one of its episodes is edited.
 */

const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

async function scene() {
  let ms = Date.UTC(2026, 0, 1);
  const app = await openApp({ clock: { now: () => new Date(ms), monotonicMs: () => ms } });
  const sonarr = await startSonarr({
    series: generateSeries({ series: 2, episodes: 6, root: "/tv", missingShare: 0 }),
    clock: new Clock({ manual: true }),
  });
  const { key: apiKey, url } = sonarr;
  await app.instance.settings.update({ connections: { series: { enabled: true, url, apiKey } } });
  await app.instance.library.refresh("series");
  /** Returns the displayed first episode, and the requests that viewing it caused. */
  const look = async (path = "/api/library/series/1/episodes") => {
    const before = sonarr.seen.length;
    const shown = await (await app.call(path)).json();
    await app.instance.library.settled();
    return { shown, asked: sonarr.seen.slice(before).map((request) => request.path) };
  };
  return {
    ...{ app, sonarr, look },
    pass: (by: number) => void (ms += by),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await sonarr[Symbol.asyncDispose]();
    },
  };
}

test("an episode that was corrected in Sonarr is shown so at the next look, also when nothing else changed", async () => {
  await using at = await scene();
  const { app, sonarr, look, pass } = at;
  const [episode] = sonarr.shows.episodesOf(1);
  ok(episode);
  const corrected = { title: "The right name", airDate: "2020-02-02", absoluteEpisodeNumber: 77, monitored: false };
  Object.assign(episode, corrected);
  same((await look()).asked, [], "read in full a moment ago");
  pass(61_000);
  await app.instance.library.refresh("series");
  same((await look()).asked, ["/api/v3/series/1", "/api/v3/episodefile", "/api/v3/episode"]);
  const { shown, asked } = await look();
  const found = shown.find(({ id }: { id: number }) => id === episode.id);
  same(
    [{ title: found.title, airDate: found.airDate, absoluteEpisodeNumber: found.absoluteNumber }, found.monitored],
    [{ title: "The right name", airDate: "2020-02-02", absoluteEpisodeNumber: 77 }, false],
  );
  same(asked, [], "once a minute is enough");
  pass(61_000);
  is((await look("/api/library/series/1")).asked.length, 3, "the page of the series asks as well");
});

test("a series that Sonarr cannot return is shown as it was read, and not requested on every view", async () => {
  await using at = await scene();
  const { sonarr, look, pass } = at;
  const { shown } = await look();
  pass(61_000);
  sonarr.fail({ mode: "error" });
  const failed = await look();
  same([failed.shown, failed.asked.length], [shown, 1]);
  same((await look()).asked, []);
  sonarr.recover();
  pass(61_000);
  is((await look()).asked.length, 3);
});
