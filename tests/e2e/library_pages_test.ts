import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import type { Page } from "playwright-core";
import { generateMovies, generateSeries } from "../fakes/arr/data.ts";
import { pathOf } from "../fakes/arr/movies_model.ts";
import { startRadarr } from "../fakes/arr/radarr.ts";
import { episodePath } from "../fakes/arr/series_model.ts";
import { materialise } from "../fakes/arr/shared/materialise.ts";
import { startSonarr } from "../fakes/arr/sonarr.ts";
import { openPage } from "../kit/browser.ts";
import { assertClean, browserTest, type Scene } from "../kit/scene.ts";
import { api } from "../kit/service.ts";

/** Pages for movies and series on a NAS, in a real browser. */

const FILMS = 120;

/** Starts managers with a library of each kind and its files on disk. Nothing is encoded. */
async function libraries({ service, media }: Pick<Scene, "service" | "media">) {
  const [films, shows] = [`${media}/movies`, `${media}/tv`];
  const movies = generateMovies({ count: FILMS, root: films });
  const series = generateSeries({ series: 8, episodes: 160, root: shows });
  const small = `${media}/small.mkv`;
  await Deno.writeTextFile(small, "no film, but a file");
  await materialise(small, movies.flatMap((movie) => movie.file ? pathOf(movie, movie.file) : []));
  await materialise(
    small,
    series.files.flatMap((file) => {
      const one = series.series.find(({ id }) => id === file.seriesId);
      return one ? episodePath(one, file) : [];
    }),
  );
  const radarr = await startRadarr({ root: films, movies });
  const sonarr = await startSonarr({ root: shows, series });
  await api(service, "/api/settings", {
    method: "PUT",
    body: {
      concurrency: 0,
      connections: {
        movie: { enabled: true, url: radarr.url, apiKey: radarr.key },
        series: { enabled: true, url: sonarr.url, apiKey: sonarr.key },
      },
    },
  });
  for (const kind of ["movies", "series"]) {
    is((await api<{ stale: boolean }>(service, `/api/library/${kind}/refresh`, { method: "POST" })).body.stale, false);
  }
  return {
    radarr,
    sonarr,
    async [Symbol.asyncDispose]() {
      await radarr[Symbol.asyncDispose]();
      await sonarr[Symbol.asyncDispose]();
    },
  };
}

interface JobList {
  items: {
    title: string;
    subtitle?: string;
    status: string;
    source: { arr?: string; fileId?: number; arrId?: number };
  }[];
  total: number;
}
const jobsOf = async (service: { url: string }) => (await api<JobList>(service, "/api/jobs?limit=500")).body;

/** Artwork comes from the providers' servers, which are unreachable in tests. Missing images are not a page fault. */
const withoutImages = (page: Page) =>
  page.route("**/api/image?*", (route) => route.fulfill({ status: 200, contentType: "image/svg+xml", body: SVG }));
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="3"/>';

browserTest("movies are listed, filtered, opened and queued", async ({ browser, service, media }) => {
  await using at = await libraries({ service, media });
  const opened = await openPage(browser);
  const { page } = opened;
  await withoutImages(page);
  await page.goto(`${service.url}/movies`);
  await page.locator(".poster").first().waitFor();
  await page.getByText(`${FILMS} movies · synced`).waitFor();
  await assertClean(opened, "library-films");

  await page.getByRole("link", { name: "Remux", exact: true }).click();
  await page.waitForURL(/filter=remux/);
  await page.getByRole("link", { name: "Size" }).click();
  await page.waitForURL(/sort=size&order=desc/);
  await page.getByRole("link", { name: "Table" }).click();
  const rows = page.getByRole("table", { name: "Movies" }).getByRole("row");
  await rows.filter({ hasText: "Remux-" }).first().waitFor();
  is(await rows.count() - 1, await rows.filter({ hasText: "Remux-" }).count());
  await assertClean(opened, "library-films-table");

  await rows.nth(1).getByRole("checkbox").check();
  await rows.nth(2).getByRole("checkbox").check();
  await page.getByText("2 movies · 2 files").waitFor();
  await assertClean(opened, "library-films-chosen");
  await page.getByRole("button", { name: "Queue", exact: true }).click();
  await page.getByText("2 files queued").waitFor();
  await page.getByText("Nothing is selected").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Removed.").waitFor();
  is((await jobsOf(service)).items.filter(({ status }) => status === "queued").length, 0);
  await rows.nth(1).getByRole("checkbox").check();
  await rows.nth(2).getByRole("checkbox").check();
  await page.getByText("2 movies · 2 files").waitFor();
  await page.getByRole("button", { name: "Queue", exact: true }).click();
  await page.getByText("2 files queued").first().waitFor();
  const { items } = await jobsOf(service);
  is(items.length, 2);
  ok(items.every(({ source }) => source.arr === "movie" && source.fileId && source.arrId), JSON.stringify(items));

  await page.goto(`${service.url}/movies?filter=inQueue`);
  is(await page.locator(".poster").count(), 2);
  await page.locator(".poster > a").first().click();
  await page.getByRole("heading", { name: "On disk" }).waitFor();
  await assertClean(opened, "library-film");
  await page.getByRole("link", { name: "In queue" }).click();
  await page.waitForURL(/\/jobs\//);

  const film = at.radarr.movies.all().find(({ file }) => file && !/Remux/.test(file.quality.quality.name));
  await page.goto(`${service.url}/movies/${film?.id}`);
  await page.getByRole("button", { name: "Encode", exact: true }).click();
  await page.waitForURL(/\/jobs\//);
  is((await jobsOf(service)).total, 3);
  await at.radarr.down();
  await page.goto(`${service.url}/movies`);
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByText(/Last synced/).waitFor();
  await page.locator(".poster").first().waitFor();
  await page.getByText(`${FILMS} movies · synced`).waitFor();
});

browserTest("slow: a season is queued whole, an episode by its checkbox, and missing ones are marked", async (t) => {
  const { browser, service } = t;
  await using at = await libraries(t);
  const opened = await openPage(browser);
  const { page } = opened;
  await withoutImages(page);
  await page.goto(`${service.url}/series`);
  await assertClean(opened, "library-series-list");
  const files = [...at.sonarr.shows.files.values()];
  const two = files.find(({ seriesId, seasonNumber }) =>
    seasonNumber > 0 && files.some((one) => one.seriesId === seriesId && one.seasonNumber === seasonNumber + 1)
  );
  ok(two);
  await page.goto(`${service.url}/series/${two.seriesId}`);
  await assertClean(opened, "library-series");
  const ofSeason = (season: number) =>
    files.filter(({ seriesId, seasonNumber }) => seriesId === two.seriesId && seasonNumber === season);
  const season = page.locator("details", { has: page.getByRole("heading", { name: `Season ${two.seasonNumber}` }) });
  const button = season.getByRole("button", { name: new RegExp(`Encode season ${two.seasonNumber} `) });
  if (!await button.isVisible()) await season.locator("summary").click();
  await button.click();
  await page.waitForURL(`${service.url}/activity`);
  const queued = await jobsOf(service);
  same(
    queued.items.map(({ source }) => source.fileId).sort(),
    ofSeason(two.seasonNumber).map(({ id }) => id).sort(),
    "every file of the season, once",
  );
  ok(queued.items.every(({ source }) => source.arr === "series" && source.arrId === two.seriesId));

  await page.goto(`${service.url}/series/${two.seriesId}`);
  const next = page.locator("details", { has: page.getByRole("heading", { name: `Season ${two.seasonNumber + 1}` }) });
  if (!await next.getByRole("checkbox").first().isVisible()) await next.locator("summary").click();
  await next.getByRole("checkbox").first().check();
  await page.getByRole("button", { name: "Queue selected" }).click();
  await page.waitForURL(`${service.url}/activity`);
  is((await jobsOf(service)).total, queued.total + 1);

  const gap = at.sonarr.shows.allEpisodes().find(({ episodeFileId }) => episodeFileId === 0);
  ok(gap);
  await page.goto(`${service.url}/series/${gap.seriesId}`);
  ok(await page.locator("tr.is-missing").count() > 0);
});

browserTest("slow: on a phone nothing is wider than the window, and a mapping is found and used", async (t) => {
  const { browser, service, media } = t;
  await using at = await libraries(t);
  const phone = await openPage(browser, { width: 360, height: 740 }, true);
  const { page } = phone;
  await withoutImages(page);
  for (
    const path of ["/movies", "/movies?view=table", "/movies/1", "/series", "/series?view=table", "/series/1", "/auto"]
  ) {
    await page.goto(service.url + path);
    await assertClean(phone, `phone-library${path.replaceAll(/\W/g, "-")}`);
  }
  // From now on Radarr reports the movies under a different path.
  const remote = at.radarr.movies.desk;
  for (const movie of at.radarr.movies.all()) {
    movie.path = movie.path.replace(remote.root, "/data/films");
    if (movie.file) movie.file.size = "no film, but a file".length;
  }
  await api(service, "/api/settings", { method: "PUT", body: { localMedia: { folders: [{ path: media }] } } });
  await api(service, "/api/library/movies/refresh", { method: "POST" });
  await page.goto(`${service.url}/settings/connections#paths`);
  await assertClean(phone, "phone-settings-unseen");
  await page.getByRole("link", { name: "Find mapping" }).click();
  await page.getByRole("button", { name: "Use this mapping" }).waitFor({ timeout: 300_000 });
  await assertClean(phone, "phone-mappings");
  await page.getByRole("button", { name: "Use this mapping" }).click();
  await page.getByText("No problems found").waitFor();
  const { body } = await api<{ pathMappings: unknown[] }>(service, "/api/settings");
  same(body.pathMappings, [{ remote: "/data/films", local: `${media}/movies`, app: "movie" }]);
});
