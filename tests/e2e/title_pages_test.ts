import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import type { JobPage } from "../../lib/jobs/request_schema.ts";
import { generateMovies, generateSeries } from "../fakes/arr/data.ts";
import { pathOf } from "../fakes/arr/movies_model.ts";
import { startRadarr } from "../fakes/arr/radarr.ts";
import { episodePath } from "../fakes/arr/series_model.ts";
import { materialise } from "../fakes/arr/shared/materialise.ts";
import { startSonarr } from "../fakes/arr/sonarr.ts";
import { openPage, openPageWithoutScript, type TestPage } from "../kit/browser.ts";
import { makeSmallClip } from "../kit/clips.ts";
import { finished } from "../kit/jobs.ts";
import { assertClean, assertCleanAtBoth, browserTest, type Scene } from "../kit/scene.ts";
import { api } from "../kit/service.ts";

/** The page of a movie and of a series: facts, predicted results of profiles, queueing, history. */

/** Artwork that is bright on the left and dark on the right. Text must be readable on both. */
const ARTWORK = '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="240"><rect width="80" height="240" ' +
  'fill="#fff"/><rect x="80" width="80" height="240" fill="#103050"/></svg>';
const withArtwork = (page: Page) =>
  page.route("**/api/image?*", (route) => route.fulfill({ contentType: "image/svg+xml", body: ARTWORK }));

async function openTitle(browser: Browser, { dark = false, javaScriptEnabled = true } = {}): Promise<TestPage> {
  if (!javaScriptEnabled) {
    const page = await openPageWithoutScript(browser);
    await withArtwork(page);
    return { page, faults: [] };
  }
  const view = await openPage(browser, { width: 1440, height: 1000 }, dark);
  await withArtwork(view.page);
  return view;
}

/** Creates a profile that encodes almost instantly, and makes it the default for all titles of one manager. */
async function quickDefault(service: Scene["service"], connections: unknown): Promise<string> {
  const { body } = await api<{ id: string }>(service, "/api/profiles", {
    body: { name: "Quick", video: { encoder: "libx264", preset: "ultrafast", pixelFormat: "yuv420p", quality: 34 } },
  });
  await api(service, "/api/settings", {
    method: "PUT",
    body: { concurrency: 0, connections, defaultProfiles: { movie: body.id, tv: body.id } },
  });
  return body.id;
}

async function films({ service, media }: Pick<Scene, "service" | "media">) {
  const root = `${media}/movies`;
  const movies = generateMovies({ count: 12, root, missingShare: 0, animeShare: 0 });
  const clip = `${media}/clip.mkv`;
  await makeSmallClip(clip, { seconds: 4 });
  await materialise(clip, movies.flatMap((movie) => movie.file ? pathOf(movie, movie.file) : []));
  const radarr = await startRadarr({ root, movies });
  const profileId = await quickDefault(service, { movie: { enabled: true, url: radarr.url, apiKey: radarr.key } });
  await api(service, "/api/library/movies/refresh", { method: "POST" });
  return { radarr, profileId, [Symbol.asyncDispose]: () => radarr[Symbol.asyncDispose]() };
}

const jobsOf = async (service: Scene["service"], query = "") =>
  (await api<JobPage>(service, `/api/jobs?limit=500${query}`)).body;

/** Checks that the format map on Home links to the titles, and the sentence on Home to the remuxes. */
async function checkDiskUsage(view: TestPage, { service }: Pick<Scene, "service">): Promise<void> {
  const { page } = view;
  await page.goto(service.url);
  await page.getByText(/^\d+ movie remux(es)? to encode, .* → about /).waitFor();
  const tile = page.getByRole("link", { name: /^Movies · Remuxes: / });
  await tile.focus();
  ok(await tile.locator(".treemap-text").isVisible(), "the focused tile has its text below the map");
  await assertCleanAtBoth(view, "home-map");
  await page.getByRole("link", { name: "By title" }).click();
  await page.getByRole("navigation", { name: "Colours" }).getByRole("link", { name: "Resolution" }).click();
  await page.waitForURL(/colour=resolution/);
  await assertCleanAtBoth(view, "disk-usage");
  await page.goBack();
  await page.goBack();
  await page.getByRole("link", { name: /^Encode \d+ movies?$/ }).click();
  await page.waitForURL(/\/encode\?selection=/);
}

browserTest(
  "slow: a movie shows the results of the profiles, queues one from its card, and stores it",
  async (t) => {
    const { browser, service } = t;
    await using at = await films(t);
    const film = at.radarr.movies.all().find(({ id }) => id === 4);
    ok(film?.file);
    const view = await openTitle(browser);
    const { page } = view;
    await checkDiskUsage(view, t);
    await page.goto(`${service.url}/movies/4`);
    await page.getByRole("heading", { name: "Profiles" }).waitFor();
    const cards = page.locator(".profile-grid.recommended article");
    await cards.nth(2).waitFor();
    is(await cards.count(), 3);
    for (const card of await cards.all()) {
      ok(/\d (kB|MB|GB)/.test(await card.locator(".size-line strong").innerText()), "each card has a size");
    }
    const facts = await page.getByRole("list", { name: "Facts" }).getByRole("listitem").allInnerTexts();
    ok(facts.includes(String(film.year)) && facts.includes(film.file.quality.quality.name), facts.join());
    ok(await page.getByRole("button", { name: "Copy the path" }).isVisible());
    await page.getByText("This title has not been encoded yet.").waitFor();
    await page.getByText(/^Stream details/).click();
    await page.getByRole("listitem").getByText("flac · mono · eng").waitFor();
    await assertCleanAtBoth(view, "title-film");

    await page.getByRole("article", { name: "Quick" }).getByRole("button", { name: "Queue" }).click();
    await page.waitForURL(`${service.url}/activity`);
    const [job, ...others] = (await jobsOf(service)).items;
    same(others, []);
    same([job?.profileId, job?.source.arr, job?.source.arrId, job?.source.fileId], [
      at.profileId,
      "movie",
      4,
      film.file.id,
    ]);
    await page.goto(`${service.url}/movies/4`);
    const lines = page.getByRole("table", { name: "Jobs for this title" }).locator("tbody tr");
    await lines.filter({ hasText: "Queued" }).waitFor();
    is(await lines.count(), 1);
    await page.goto(`${service.url}/movies/5`);
    await page.getByText("This title has not been encoded yet.").waitFor();

    await api(service, "/api/queue/limit", { body: { limit: 1 } });
    is((await finished(service, job?.id ?? "", 60_000)).status, "done");
    await page.goto(`${service.url}/movies/4`);
    const done = lines.filter({ hasText: "Done" });
    await done.getByText(/→/).waitFor();
    await assertCleanAtBoth(view, "title-film-done");
    const dark = await openTitle(browser, { dark: true });
    await dark.page.goto(`${service.url}/movies/4`);
    await dark.page.locator(".profile-grid.recommended article, .title-later .note").first().waitFor();
    await assertCleanAtBoth(dark, "title-film-dark");
    await done.getByRole("link").click();
    await page.waitForURL(`${service.url}/jobs/${job?.id}`);
  },
);

browserTest("slow: without script a movie's cards have a separate page and queue the movie", async (t) => {
  const { browser, service } = t;
  await using _ = await films(t);
  const { page } = await openTitle(browser, { javaScriptEnabled: false });
  await page.goto(`${service.url}/movies/4`);
  await page.getByRole("link", { name: "Show results with the recommended profiles" }).click();
  await page.getByRole("article", { name: "Quick" }).getByRole("button", { name: "Queue" }).click();
  await page.waitForLoadState();
  same((await jobsOf(service)).items.map(({ source }) => source.arrId), [4]);
  await page.goto(`${service.url}/movies/4`);
  await page.getByRole("link", { name: "Show jobs" }).click();
  is(await page.getByRole("table", { name: "Jobs for this title" }).locator("tbody tr").count(), 1);
  same((await jobsOf(service, "&arr=movie&arrId=5")).total, 0);
  const unknown = await fetch(`${service.url}/movies/999/profiles`);
  is(unknown.status, 404);
  await unknown.body?.cancel();
});

async function shows({ service, media }: Pick<Scene, "service" | "media">) {
  const root = `${media}/tv`;
  const series = generateSeries({ series: 6, episodes: 150, root, animeShare: 0, missingShare: 0.15 });
  const clip = `${media}/clip.mkv`;
  await makeSmallClip(clip, { seconds: 2 });
  await materialise(
    clip,
    series.files.flatMap((file) => {
      const one = series.series.find(({ id }) => id === file.seriesId);
      return one ? episodePath(one, file) : [];
    }),
  );
  const sonarr = await startSonarr({ root, series });
  await quickDefault(service, { series: { enabled: true, url: sonarr.url, apiKey: sonarr.key } });
  await api(service, "/api/library/series/refresh", { method: "POST" });
  const files = [...sonarr.shows.files.values()];
  const second = files.find(({ seriesId, seasonNumber }) =>
    seasonNumber === 2 &&
    files.filter((one) => one.seriesId === seriesId && one.seasonNumber === 2).length > 2
  );
  ok(second);
  const own = files.filter(({ seriesId }) => seriesId === second.seriesId);
  return { id: second.seriesId, files: own, [Symbol.asyncDispose]: () => sonarr[Symbol.asyncDispose]() };
}

browserTest("slow: a season and a whole series are summed for each profile and queued in one click", async (t) => {
  const { browser, service } = t;
  await using at = await shows(t);
  const view = await openTitle(browser);
  const { page } = view;
  await page.goto(`${service.url}/series/${at.id}`);
  const sums = page.locator("#series-totals");
  await sums.locator(".totals-sum").getByText(`${at.files.length} files`).waitFor();
  ok(await page.getByRole("progressbar", { name: "Season 2 on disk" }).isVisible());
  await assertCleanAtBoth(view, "title-series");
  const dark = await openTitle(browser, { dark: true });
  await dark.page.goto(`${service.url}/series/${at.id}`);
  await dark.page.locator(".totals-sum").waitFor();
  await dark.page.getByText("This title has not been encoded yet.").waitFor();
  await assertCleanAtBoth(dark, "title-series-dark");

  const ofSeason = at.files.filter(({ seasonNumber }) => seasonNumber === 2);
  await page.getByLabel("Files from").selectOption("2");
  await sums.locator(".totals-sum").getByText(new RegExp(`^${ofSeason.length} files?$`)).waitFor();
  const row = sums.getByRole("row").filter({ hasText: "Quick" }).first();
  ok(/\d (kB|MB)/.test(await row.innerText()), "the season has a size with the profile");
  await assertClean(view, "title-season");
  await row.getByRole("button", { name: /^Queue \d+ files?/ }).click();
  await page.waitForURL(`${service.url}/activity`);
  const { items } = await jobsOf(service);
  same(items.map(({ source }) => source.fileId).sort(), ofSeason.map(({ id }) => id).sort());
  ok(items.every(({ source }) => source.arr === "series" && source.arrId === at.id));

  await page.goto(`${service.url}/series/${at.id}`);
  const lines = page.getByRole("table", { name: "Jobs for this title" }).locator("tbody tr");
  await lines.first().waitFor();
  is(await lines.count(), Math.min(10, ofSeason.length));
  await assertClean(view, "title-series-history");
});

browserTest("slow: without script a season is summed and queued by HTML forms", async (t) => {
  const { browser, service } = t;
  await using at = await shows(t);
  const { page } = await openTitle(browser, { javaScriptEnabled: false });
  await page.goto(`${service.url}/series/${at.id}`);
  await page.getByLabel("Files from").selectOption("2");
  await page.getByRole("button", { name: "Show sizes" }).click();
  await page.waitForURL(/totals\?season=2/);
  const row = page.getByRole("row").filter({ hasText: "Quick" }).first();
  await row.getByRole("button", { name: /^Queue \d+ files?/ }).click();
  await page.waitForLoadState();
  const ofSeason = at.files.filter(({ seasonNumber }) => seasonNumber === 2);
  same((await jobsOf(service)).items.map(({ source }) => source.fileId).sort(), ofSeason.map(({ id }) => id).sort());
});
