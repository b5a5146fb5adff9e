import { match, ok, strictEqual as is } from "node:assert/strict";
import { Buffer } from "node:buffer";
import { startProwlarr } from "../fakes/arr/prowlarr.ts";
import { startRadarr } from "../fakes/arr/radarr.ts";
import { startSonarr } from "../fakes/arr/sonarr.ts";
import { openPage } from "../kit/browser.ts";
import { assertClean, browserTest } from "../kit/scene.ts";
import { api } from "../kit/service.ts";

/** A one-pixel image. The fake managers reference images on a nonexistent host. */
const DOT = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

browserTest("a movie is found while typing and added, and its release is grabbed", async ({ browser, service }) => {
  await using radarr = await startRadarr({ movies: 60 });
  await using sonarr = await startSonarr({ series: 10 });
  await using prowlarr = await startProwlarr();
  const opened = await openPage(browser);
  const phone = await openPage(browser, { width: 360, height: 740 }, true);
  const { page } = opened;
  for (const { page } of [opened, phone]) {
    await page.route("**/api/image?*", (route) => route.fulfill({ contentType: "image/png", body: DOT }));
  }
  await page.goto(`${service.url}/search`);
  await page.getByText("Find a title").waitFor();
  await assertClean(opened, "search-empty");

  const connected = ({ url, key }: { url: string; key: string }) => ({ enabled: true, url, apiKey: key });
  await api(service, "/api/settings", {
    method: "PUT",
    body: { connections: { movie: connected(radarr), series: connected(sonarr), indexer: connected(prowlarr) } },
  });
  await api(service, "/api/library/movies/refresh", { method: "POST" });
  await api(service, "/api/library/series/refresh", { method: "POST" });
  const [held] = radarr.movies.all().take(1);
  ok(held);

  await page.goto(`${service.url}/profiles`);
  const isFocused = () => page.locator(".quick-search input").evaluate((field) => field === document.activeElement);
  // The key press is repeated, because it has no effect before the first frame is drawn.
  do await page.keyboard.press("/"); while (!await isFocused());
  await page.keyboard.type(held.title.slice(0, -1));
  await page.locator("#quick-found").getByRole("link", { name: held.title }).first().waitFor();
  await assertClean(opened, "search-quick");
  // Posters and live frames create separate stacking contexts. The search results must be above them.
  await page.goto(`${service.url}/movies`);
  await page.locator(".poster").first().waitFor();
  await page.locator(".quick-search input").pressSequentially(held.title.slice(0, -1));
  await page.locator("#quick-found").getByRole("link", { name: held.title }).first().waitFor();
  const covered = await page.locator("#quick-found").evaluate((found) => {
    const { left, top, width, height } = found.getBoundingClientRect();
    const places = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [left + x * width, top + y * height]));
    return places.filter(([x = 0, y = 0]) => !found.contains(document.elementFromPoint(x, y))).length;
  });
  is(covered, 0);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "In your libraries" }).waitFor();
  await page.getByRole("link", { name: held.title, exact: true }).first().waitFor();

  // Without this wait, the online search for this title would fail.
  await page.getByRole("heading", { name: "Add new" }).waitFor();
  radarr.fail({ mode: "error" }, { path: /lookup/, times: 1 });
  const field = page.locator("#search-q");
  await field.fill("heat 1995 2160p");
  await page.getByText("database is locked").waitFor();
  await field.fill("heat 1995 2160p remux");
  await page.getByRole("heading", { name: "Add new" }).waitFor();
  await page.getByText("A story").first().waitFor();
  await assertClean(opened, "search-found");
  match(await page.locator(".chips").innerText(), /heat\s+1995\s+2160p\s+Remux/);
  await phone.page.goto(`${service.url}/search?q=the`);
  await phone.page.getByRole("heading", { name: "Add new" }).waitFor();
  await assertClean(phone, "search-phone-dark");

  await page.getByRole("link", { name: "Add Heat" }).first().click();
  await page.getByLabel("Root folder").waitFor();
  await assertClean(opened, "search-add");
  await page.getByRole("button", { name: "Add and search for releases" }).click();
  await page.getByRole("heading", { name: "Releases of Heat (1995)" }).waitFor();
  await page.getByRole("table", { name: "Releases" }).waitFor();
  await assertClean(opened, "search-releases");
  await phone.page.goto(page.url());
  await phone.page.getByText("Remux").first().waitFor();
  await assertClean(phone, "search-releases-phone-dark");

  const searches = () => radarr.seen.filter(({ method, path }) => method === "GET" && path.endsWith("/release")).length;
  const before = searches();
  await page.getByRole("combobox", { name: "Type" }).selectOption("all");
  await page.getByRole("combobox", { name: "Sort order" }).selectOption("size");
  await page.getByRole("button", { name: "Show" }).click();
  await page.getByText("WEB", { exact: true }).first().waitFor();
  is(searches(), before, "to filter, nobody is asked again");
  await page.locator("details.reasons summary").first().click();
  await page.getByText(/Remux: \+6000/).first().waitFor();

  await page.getByRole("button", { name: /Grab .*REMUX/ }).first().click();
  await page.getByRole("heading", { name: "Activity" }).waitFor();
  await page.getByText("Heat (1995)").first().waitFor();
  await page.goto(`${service.url}/series`);
  await page.locator(".poster a").first().click();
  await page.getByRole("link", { name: /^Search for remuxes for Season/ }).first().click();
  await page.getByRole("table", { name: "Releases" }).waitFor();
  await page.getByText("Full season").first().waitFor();
});
