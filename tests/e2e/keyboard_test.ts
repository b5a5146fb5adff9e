import { deepStrictEqual as same, ok } from "node:assert/strict";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import type { JobPage } from "../../lib/jobs/request_schema.ts";
import { generateMovies } from "../fakes/arr/data.ts";
import { pathOf } from "../fakes/arr/movies_model.ts";
import { startRadarr } from "../fakes/arr/radarr.ts";
import { materialise } from "../fakes/arr/shared/materialise.ts";
import { openPage } from "../kit/browser.ts";
import { makeSmallClip } from "../kit/clips.ts";
import { browserTest, type Scene } from "../kit/scene.ts";
import { api } from "../kit/service.ts";

/** Keyboard operation from the menu to a queued job and back. */

/** Maximum number of Tab presses, which exceeds the number of Tab stops on each page. */
const MAX_STOPS = 150;

/** Presses Tab, or Shift and Tab, until the control has the focus. Fails if the control is not reached. */
async function tabTo(page: Page, control: Locator, key = "Tab"): Promise<void> {
  await control.waitFor();
  for (let stops = 0; stops < MAX_STOPS; stops++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${control} was not reached by ${key}.`);
}

async function connectFilms({ service, media }: Scene) {
  const root = join(media, "movies");
  const movies = generateMovies({ count: 8, root, missingShare: 0 });
  const clip = join(media, "clip.mkv");
  await makeSmallClip(clip, { seconds: 1 });
  await materialise(clip, movies.flatMap((movie) => movie.file ? pathOf(movie, movie.file) : []));
  const radarr = await startRadarr({ root, movies });
  await api(service, "/api/settings", {
    method: "PUT",
    body: { concurrency: 0, connections: { movie: { enabled: true, url: radarr.url, apiKey: radarr.key } } },
  });
  await api(service, "/api/library/movies/refresh", { method: "POST" });
  return radarr;
}

browserTest(
  "slow: two movies are selected and queued, and one is cancelled and restored, by keyboard only",
  async (scene) => {
    const { browser, service } = scene;
    await using _ = await connectFilms(scene);
    const { page } = await openPage(browser);
    await page.route("**/api/image?*", (route) => route.fulfill({ status: 404 }));
    const queued = async () =>
      (await api<JobPage>(service, "/api/jobs?status=queued&sort=position&order=asc")).body.items.map(({ id }) => id);

    await page.goto(`${service.url}/`);
    await tabTo(page, page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Movies" }));
    await page.keyboard.press("Enter");
    await page.waitForURL(`${service.url}/movies`);

    await page.locator("[data-whole] .poster").first().waitFor();
    await tabTo(page, page.locator('[data-place="0"] [data-title]'));
    await page.keyboard.press("x");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("x");
    await page.getByText("2 movies · 2 files").waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog").getByText("Queue the selection").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("q");
    await page.getByText("2 files queued.").waitFor();
    const before = await queued();
    same(before.length, 2);

    // A letter after `g` opens a page from anywhere.
    await page.keyboard.press("g");
    await page.keyboard.press("a");
    await page.waitForURL(`${service.url}/activity`);
    await page.locator("[data-island=Toasts][data-mounted]").waitFor({ state: "attached" });
    await tabTo(page, page.locator(".queue-row").first().getByRole("button", { name: /^Cancel/ }));
    await page.keyboard.press("Enter");
    await page.getByText(/ was cancelled\.$/).waitFor();
    same(await queued(), before.slice(1));
    await tabTo(page, page.getByRole("button", { name: "Undo" }));
    await page.keyboard.press("Enter");
    await page.getByText(/ is queued again\.$/).waitFor();
    same(await queued(), before);
    ok(await page.locator(".queue-row").first().getByRole("button", { name: /^Cancel/ }).isVisible());
  },
);

browserTest(
  "at 200 % zoom, each entry of the menu and the main action of each page is in view once focused",
  async (t) => {
    // A screen of 1440 x 900 px has half of its width and height at 200 %.
    const { page } = await openPage(t.browser, { width: 720, height: 450 });
    await page.goto(`${t.service.url}/`);
    const inView = (control: Locator) =>
      control.evaluate((element) => {
        const { top, bottom, left, right } = element.getBoundingClientRect();
        return element === document.activeElement && top >= 0 && bottom <= innerHeight && left >= 0 &&
          right <= innerWidth;
      });
    const menu = page.getByRole("navigation", { name: "Main" });
    for (const name of ["Home", "Auto", "Movies", "Profiles", "System", "Help"]) {
      const entry = menu.getByRole("link", { name, exact: true });
      await tabTo(page, entry);
      ok(await inView(entry), name);
    }
    for (
      const [path, action] of [
        ["/", page.getByRole("link", { name: "Encode a file" })],
        ["/encode", page.getByRole("button", { name: "Open", exact: true })],
        ["/settings/security", page.getByRole("button", { name: "Save settings" })],
      ] as const
    ) {
      await page.goto(`${t.service.url}${path}`);
      await tabTo(page, action);
      ok(await inView(action), path);
      ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${path} is too wide`);
    }
  },
);
