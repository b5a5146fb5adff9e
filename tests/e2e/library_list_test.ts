import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import type { Page } from "playwright-core";
import { generateMovies } from "../fakes/arr/data.ts";
import { pathOf } from "../fakes/arr/movies_model.ts";
import { startRadarr } from "../fakes/arr/radarr.ts";
import { materialise } from "../fakes/arr/shared/materialise.ts";
import { openPage, openPageWithoutScript } from "../kit/browser.ts";
import { assertClean, browserTest, type Scene } from "../kit/scene.ts";
import { api } from "../kit/service.ts";

/** A library of many movies as one list: scrolling, jumping, selecting, and restoring the position. */

const FILMS = 1_500;

async function library({ service, media }: Pick<Scene, "service" | "media">) {
  const root = `${media}/movies`;
  const movies = generateMovies({ count: FILMS, root, missingShare: 0.1 });
  const small = `${media}/small.mkv`;
  await Deno.writeTextFile(small, "no film, but a file");
  await materialise(small, movies.flatMap((movie) => movie.file ? pathOf(movie, movie.file) : []));
  const radarr = await startRadarr({ root, movies });
  await api(service, "/api/settings", {
    method: "PUT",
    body: { concurrency: 0, connections: { movie: { enabled: true, url: radarr.url, apiKey: radarr.key } } },
  });
  await api(service, "/api/library/movies/refresh", { method: "POST" });
  return radarr;
}

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="3"/>';
const withPictures = (page: Page) =>
  page.route(
    "**/api/image?*",
    (route) => route.fulfill({ status: 200, contentType: "image/svg+xml", body: PICTURE }),
  );

/** Returns the positions of the visible titles after all of them are rendered. */
async function placesInView(page: Page): Promise<number[]> {
  await page.waitForFunction(() =>
    !document.querySelector(".list-piece[data-loading]") &&
    [...document.querySelectorAll("[data-place]")].some((title) => {
      const { top } = title.getBoundingClientRect();
      return top > 0 && top < innerHeight;
    })
  );
  return await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("[data-place]")].filter((title) => {
      const { top, bottom } = title.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    }).map(({ dataset }) => Number(dataset.place))
  );
}

const ordered = (places: number[]): boolean =>
  places.every((place, i) => i === 0 || place === (places[i - 1] ?? 0) + 1);

browserTest(
  "slow: 1,500 movies are one list: any position is rendered, letters jump to their titles, and Back restores the position",
  async (t) => {
    await using _ = await library(t);
    const opened = await openPage(t.browser, { width: 1280, height: 800 });
    const { page } = opened;
    await withPictures(page);
    await page.goto(`${t.service.url}/movies`);
    const first = await placesInView(page);
    ok(first[0] === 0 && ordered(first));
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    for (const share of [0.5, 1, 0.2]) {
      await page.evaluate((top) => scrollTo(0, top), height * share);
      const places = await placesInView(page);
      ok(places.length >= first.length / 2 && ordered(places), `${share}: ${places}`);
      if (share === 1) is(places.at(-1), FILMS - 1);
      ok(await page.locator("[data-place]").count() < 300, "what is out of view is taken away");
    }
    const letter = page.getByRole("navigation", { name: "Letters" }).getByRole("link").nth(8);
    const wanted = Number(await letter.getAttribute("data-offset"));
    await letter.click();
    await page.waitForFunction((place) => document.querySelector(`[data-place="${place}"]`), wanted);
    ok((await placesInView(page)).includes(wanted));
    await page.evaluate(() => scrollBy(0, 137));
    const before = await page.evaluate(() => scrollY);
    const places = await placesInView(page);
    // A click by Playwright would scroll first.
    await page.locator(`[data-place="${places.at(4)}"] [data-title]`).evaluate((link: HTMLElement) => link.click());
    await page.getByRole("heading", { name: "On disk" }).or(page.getByText("Nothing is on disk")).first().waitFor();
    await page.goBack();
    await page.waitForFunction((top) => Math.abs(scrollY - top) < 1, before);
    same(await placesInView(page), places);
    await page.setViewportSize({ width: 760, height: 800 });
    ok(ordered(await placesInView(page)), "another width draws whole rows too");
  },
);

browserTest(
  "slow: a position whose titles are still loading shows their names, then the titles",
  async (t) => {
    await using _ = await library(t);
    const { page } = await openPage(t.browser, { width: 1280, height: 800 });
    await withPictures(page);
    const held = Promise.withResolvers<void>();
    await page.route("**/movies/items?*", async (route) => {
      await held.promise;
      await route.continue().catch(() => {});
    });
    for (const view of ["posters", "table"]) {
      await page.goto(`${t.service.url}/movies?view=${view}`);
      await page.waitForSelector("[data-whole]");
      await page.evaluate(() => scrollTo(0, 30_000));
      const names = page.locator(".list-piece .title-name");
      await names.first().waitFor();
      ok((await names.allTextContents()).every((name) => name !== ""));
      if (view === "posters") continue;
      const waiting = await names.allTextContents();
      held.resolve();
      await placesInView(page);
      const titles = await page.locator(".list-piece [data-title]").allTextContents();
      ok(titles.some((title) => waiting.includes(title)), "the titles are those that were named");
    }
  },
);

browserTest(
  "slow: movies are selected by range, across unrendered ones, and as a whole with exceptions; by keyboard too",
  async (t) => {
    await using _ = await library(t);
    const opened = await openPage(t.browser, { width: 1280, height: 800 });
    const { page } = opened;
    await withPictures(page);
    await page.goto(`${t.service.url}/movies?filter=onDisk&view=table`);
    const held = Number(/[0-9]+/.exec(await page.getByText(/movies · synced/).innerText())?.[0]);
    ok(held > 1_000 && held < FILMS);
    const row = (place: number) => page.locator(`[data-place="${place}"]`);
    await row(3).getByRole("checkbox").check();
    await page.evaluate(() => scrollTo(0, 20_000));
    const far = (await placesInView(page)).at(3) ?? 0;
    ok(far > 300);
    await row(far).locator("label").click({ modifiers: ["Shift"] });
    await page.getByText(`${far - 2} movies · ${far - 2} files`).waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("Nothing is selected").waitFor();

    await page.getByRole("button", { name: `Select all ${held}` }).click();
    await page.evaluate(() => scrollTo(0, 0));
    await row(0).getByRole("checkbox").uncheck();
    await page.getByText(`${held - 1} movies · ${held - 1} files`).waitFor({ timeout: 300_000 });
    await assertClean(opened, "library-chosen-all");
    await page.getByRole("button", { name: "Queue", exact: true }).click();
    await page.getByText(/files queued|refused/).waitFor({ timeout: 300_000 });

    await page.goto(`${t.service.url}/movies?filter=onDisk`);
    await placesInView(page);
    await row(0).locator("[data-title]").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("x");
    is(await page.evaluate(() => document.activeElement?.closest("[data-place]")?.hasAttribute("data-chosen")), true);
    await page.getByText("1 movie · 1 file").waitFor();
  },
);

browserTest(
  "slow: a refused profile does not affect the next one, and titles that are ticked during queueing stay ticked",
  async (t) => {
    await using _ = await library(t);
    const { page } = await openPage(t.browser, { width: 1280, height: 800 });
    await withPictures(page);
    let asked = 0;
    await page.route("**/api/estimate", async (route) => {
      const [profileId] = route.request().postDataJSON().profileIds;
      const estimate = { profileId, bytes: 1e9, sourceBytes: 2e9, nothingToDo: false };
      const refusal = { estimates: [], errors: [{ message: "This profile takes no such file." }] };
      await route.fulfill({ json: ++asked === 1 ? refusal : { estimates: [estimate], errors: [] } });
    });
    await page.goto(`${t.service.url}/movies?filter=onDisk&view=table`);
    const tick = (place: number) => page.locator(`[data-place="${place}"]`).getByRole("checkbox");
    await tick(1).check();
    await page.getByText("This profile takes no such file.").waitFor();
    await page.getByLabel("Profile", { exact: true }).selectOption({ index: 2 });
    await page.getByText(/→ about/).waitFor();
    is(await page.getByText("This profile takes no such file.").count(), 0);

    const arrived = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    await page.route("**/api/jobs/bulk", async (route) => {
      arrived.resolve();
      await held.promise;
      await route.fulfill({
        json: { created: 1, skipped: 0, errors: [], jobs: [], createdJobs: [], summary: "1 file queued." },
      });
    });
    await page.getByRole("button", { name: "Queue", exact: true }).click();
    await arrived.promise;
    await tick(2).check();
    held.resolve();
    await page.getByText("1 file queued.").waitFor();
    await page.getByText("1 movie · 1 file").waitFor();
    same([await tick(1).isChecked(), await tick(2).isChecked()], [false, true]);
    // The user selects all titles and deselects one.
    await page.getByRole("button", { name: /^All \d+$/ }).click();
    await tick(1).uncheck();
    await page.getByText(/^\d{4} movies · \d{4} files/).waitFor({ timeout: 300_000 });
    await page.getByRole("button", { name: "Queue", exact: true }).click();
    await page.getByText("Nothing is selected").waitFor();
  },
);

browserTest(
  "slow: typed and ticked filters apply at once and are part of the URL; without script there are pages",
  async (t) => {
    await using _ = await library(t);
    const { page } = await openPage(t.browser, { width: 1280, height: 800 });
    await withPictures(page);
    const typed = Promise.withResolvers<void>();
    await page.route("**/static/htmx-*.js", (route) => typed.promise.then(() => route.continue()));
    await page.goto(`${t.service.url}/movies`);
    await page.getByRole("searchbox", { name: "Title", exact: true }).fill("garden");
    // Text typed before htmx is loaded is not lost.
    typed.resolve();
    await page.waitForURL(/q=garden/);
    await page.getByText(/^\d+ movies? · synced/).waitFor();
    ok((await page.locator(".poster-title").allInnerTexts()).every((title) => /garden/i.test(title)));
    is(await page.getByRole("searchbox", { name: "Title", exact: true }).inputValue(), "garden");
    await page.getByRole("link", { name: "2160p" }).click();
    await page.waitForURL(/resolution=2160p/);
    await page.locator(".chip[aria-current]", { hasText: "2160p" }).waitFor();
    await page.getByLabel("Size", { exact: true }).selectOption({ label: "over 20\u00a0GB" });
    await page.waitForURL(/minBytes=20000000000/);
    ok(page.url().includes("q=garden") && page.url().includes("resolution=2160p"), page.url());
    await page.getByRole("link", { name: "Show all" }).click();
    await page.waitForURL(`${t.service.url}/movies`);

    const plain = await openPageWithoutScript(t.browser);
    await withPictures(plain);
    await plain.goto(`${t.service.url}/movies?filter=onDisk`);
    is(await plain.locator(".poster").count(), 24);
    await plain.getByRole("link", { name: "Next page" }).click();
    is(await plain.locator(".poster").first().getAttribute("data-place"), "24");
    await plain.locator(".poster").nth(2).getByRole("checkbox").check();
    await plain.getByRole("button", { name: "Queue" }).click();
    await plain.waitForURL(/\/(activity|jobs)/);
    is((await api<{ total: number }>(t.service, "/api/jobs")).body.total, 1);
  },
);
