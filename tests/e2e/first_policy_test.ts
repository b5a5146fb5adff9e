import { ok } from "node:assert/strict";
import { mkdir, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { openPage } from "../kit/browser.ts";
import { makeSmallClip } from "../kit/clips.ts";
import { until } from "../kit/until.ts";
import { assertCleanAtBoth, browserTest } from "../kit/scene.ts";

/** From a new installation to a policy that encodes local media. */

/** Issue 41: an empty installation has a running policy after at most 8 clicks. */
const MAX_CLICKS = 8;

/** Creates a movie that becomes much smaller. It is an hour old, so that it is complete. */
async function addMovie(media: string): Promise<void> {
  const path = join(media, "Heat (1995)", "Heat (1995).mkv");
  await mkdir(dirname(path), { recursive: true });
  await makeSmallClip(path);
  const hourAgo = Date.now() / 1000 - 3600;
  await utimes(path, hourAgo, hourAgo);
}

/** Goes through the first steps to the editor of a policy, and adds it. Typing is no click. Returns the clicks. */
async function addFirstPolicy(page: Page, url: string, media: string, check: () => Promise<void>): Promise<number> {
  let clicks = 0;
  const click = async (control: Locator) => {
    await control.click();
    clicks++;
  };
  const enterPassword = async (button: string) => {
    await page.getByLabel("User name").fill("anna");
    await page.getByLabel("Password").first().fill("correct horse battery");
    await click(page.getByRole("button", { name: button }));
  };
  await page.goto(url);
  await click(page.getByRole("link", { name: "Continue" }));
  await page.getByLabel("Folder").first().fill(media);
  await click(page.getByRole("button", { name: "Save and continue" }));
  await page.waitForURL(/step=managers/);
  await click(page.getByRole("button", { name: /^Skip/ }));
  await page.waitForURL(/step=profiles/);
  await click(page.getByRole("button", { name: "Save and continue" }));
  await page.waitForURL(/step=password/);
  await enterPassword("Save and continue");
  await page.waitForURL(/login/);
  await enterPassword("Log in");
  await page.waitForURL(/step=all/);
  await click(page.getByRole("link", { name: "Encode automatically" }));
  await page.getByText("1 file would be encoded").waitFor();
  await check();
  await click(page.getByRole("button", { name: "Add and enable" }));
  await page.waitForURL(/\/policies$/);
  await page.getByRole("button", { name: "Run now" }).waitFor();
  return clicks;
}

for (const [device, width, height] of [["a phone", 390, 844], ["a screen", 1440, 900]] as const) {
  browserTest(
    `slow: a new installation on ${device} has a policy that queues a movie after at most ${MAX_CLICKS} clicks`,
    async ({ browser, service, media }) => {
      await addMovie(media);
      const view = await openPage(browser, { width, height });
      const { page } = view;
      const clicks = await addFirstPolicy(page, service.url, media, () => assertCleanAtBoth(view, "policy-new"));
      ok(clicks <= MAX_CLICKS, `${clicks} clicks`);
      // The policy waits until the file has not changed for 20 seconds, and says so.
      const queued = page.getByRole("link", { name: "Restore originals of Local media" });
      await until(async () => {
        await page.getByRole("button", { name: "Run now" }).click();
        await queued.or(page.getByText("1 file waiting because something is still writing")).first().waitFor();
        return await queued.count() > 0;
      });
      await assertCleanAtBoth(view, "policies");
    },
  );
}
