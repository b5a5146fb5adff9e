import { ok } from "node:assert/strict";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import type { Job } from "../../lib/jobs/schema.ts";
import { connectBrowser, openPage } from "../kit/browser.ts";
import { api } from "../kit/service.ts";
import { visit } from "./state.ts";
import { type LibraryWorld, openLibraryWorld } from "./world.ts";

/** Counts the clicks of the main flows. Typing is no click. */

/** Returns functions that click and choose, and one that returns the number of clicks. A choice in a list is one. */
function withCount() {
  let clicks = 0;
  return {
    async click(control: Locator, options?: Parameters<Locator["click"]>[0]) {
      await control.click(options);
      clicks++;
    },
    async choose(list: Locator, value: string) {
      await list.selectOption(value);
      clicks++;
    },
    total: () => clicks,
  };
}

const jobsOf = async (url: string) => (await api<{ items: Job[] }>({ url }, "/api/jobs?limit=100")).body.items;

/** From Home to an encode that replaces the original of one movie. */
async function freeDisk(page: Page, { url }: LibraryWorld): Promise<number> {
  const { click, choose, total } = withCount();
  await visit(page, url, "/");
  await click(page.locator(".gains a[href*='/movies/']").first());
  await choose(page.locator("#original"), "replace");
  await click(page.getByRole("button", { name: "Encode", exact: true }));
  await page.waitForURL(/activity|jobs/);
  ok((await jobsOf(url)).some(({ overrides }) => overrides?.original === "replace"));
  return total();
}

/** From a new installation without managers to a running queue, with folders, profiles and a password. */
async function firstRun(page: Page, { newUrl, media }: LibraryWorld): Promise<number> {
  const { click, total } = withCount();
  await visit(page, newUrl, "/");
  await click(page.getByRole("link", { name: "Continue" }));
  await page.getByLabel("Folder").first().fill(join(media, "local"));
  await click(page.getByRole("button", { name: "Save and continue" }));
  await page.waitForURL(/step=managers/);
  await click(page.getByRole("button", { name: /^Skip/ }));
  await page.waitForURL(/step=profiles/);
  await click(page.getByRole("button", { name: "Save and continue" }));
  await page.waitForURL(/step=password/);
  await page.getByLabel("User name").fill("anna");
  await page.getByLabel("Password").first().fill("correct horse battery");
  await click(page.getByRole("button", { name: "Save and continue" }));
  await page.waitForURL(/login/);
  await page.getByLabel("User name").fill("anna");
  await page.getByLabel("Password").first().fill("correct horse battery");
  await click(page.getByRole("button", { name: "Log in" }));
  await page.waitForURL(/step=all/);
  await click(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Local" }));
  await click(page.locator(".poster a", { hasText: "Heat" }).first());
  const file = page.getByRole("checkbox", { name: /^Select .*Heat/ });
  if (!await file.isChecked()) await click(file);
  await click(page.getByRole("button", { name: /^Queue/ }).first());
  await page.waitForURL(/activity|jobs/);
  await page.getByText(/1 running|Reading the source|Encoding/).first().waitFor();
  return total();
}

/** From Home to 30 queued movies, whose expected size is shown before. */
async function queueMany(page: Page, { url }: LibraryWorld): Promise<number> {
  const { click, total } = withCount();
  const before = (await jobsOf(url)).length;
  await visit(page, url, "/");
  await click(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Movies" }));
  await page.locator("[data-place]").first().waitFor();
  const box = (place: number) => page.locator(`[data-place="${place}"] input[type=checkbox]`).first();
  await page.locator('[data-place="0"]').first().hover();
  await click(box(0));
  // Missing movies between them are not selected.
  await page.locator('[data-place="41"]').first().scrollIntoViewIfNeeded();
  await page.locator('[data-place="41"]').first().hover();
  await click(box(41), { modifiers: ["Shift"] });
  await page.getByText(/^[3-4]\d movies$/).waitFor();
  await page.getByText(/→ about .* less/).first().waitFor();
  await click(page.getByRole("button", { name: "Queue", exact: true }));
  await page.getByText(/files queued/).first().waitFor();
  ok((await jobsOf(url)).length >= before);
  return total();
}

const FLOWS = [
  ["from Home to a movie whose original will be replaced", freeDisk, 5],
  ["from Home to 30 queued movies with their expected size", queueMany, 4],
  ["from a new installation to a running queue", firstRun, 10],
] as const;

Deno.test({
  name: "slow: the main flows take no more clicks than allowed",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn(t) {
    await using world = await openLibraryWorld();
    const browser = await connectBrowser();
    try {
      for (const [name, flow, most] of FLOWS) {
        await t.step(`at most ${most} ${name}`, async () => {
          const { page } = await openPage(browser, { width: 1440, height: 900 });
          const clicks = await flow(page, world);
          ok(clicks <= most, `${clicks} clicks`);
        });
      }
    } finally {
      await browser.close();
    }
  },
});
