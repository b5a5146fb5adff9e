import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { Job } from "../../lib/jobs/schema.ts";
import type { BulkResult, JobPage } from "../../lib/jobs/request_schema.ts";
import { openPage, openPageWithoutScript } from "../kit/browser.ts";
import { makeSmallClip } from "../kit/clips.ts";
import { finished } from "../kit/jobs.ts";
import { assertClean, assertCleanAtBoth, browserTest } from "../kit/scene.ts";
import { api, type RunningService } from "../kit/service.ts";

const QUICK = { encoder: "libx264", preset: "ultrafast", pixelFormat: "yuv420p", quality: 30 };

async function profileOf(service: RunningService, name: string): Promise<string> {
  return (await api<{ id: string }>(service, "/api/profiles", { body: { name, video: QUICK } })).body.id;
}

/** Queues `size` copies of a short clip while the queue is stopped. Returns their IDs in queue order. */
async function queueOf(service: RunningService, media: string, size: number): Promise<string[]> {
  await api(service, "/api/queue/limit", { body: { limit: 0 } });
  await makeSmallClip(join(media, "clip.mkv"), { seconds: 1 });
  const items = [];
  for (let i = 1; i <= size; i++) {
    const localPath = join(media, `Episode ${String(i).padStart(3, "0")}.mkv`);
    await Deno.copyFile(join(media, "clip.mkv"), localPath);
    items.push({ source: { localPath } });
  }
  const profileId = await profileOf(service, "Quick");
  return (await api<BulkResult>(service, "/api/jobs/bulk", { body: { profileId, items } })).body.jobs;
}

const queued = async (service: RunningService): Promise<Job[]> =>
  (await api<JobPage>(service, "/api/jobs?status=queued&sort=position&order=asc&limit=500")).body.items;

const tick = (page: Page, title: string) => page.getByRole("checkbox", { name: `Select ${title}`, exact: true });
const bar = (page: Page) => page.getByRole("form", { name: "Selected jobs" });

browserTest(
  "slow: jobs are selected by checkbox, range, page and list, moved, given a profile and cancelled",
  async (scene) => {
    const { browser, service, media } = scene;
    const ids = await queueOf(service, media, 120);
    const small = await profileOf(service, "Smaller");
    const view = await openPage(browser, { width: 1440, height: 1000 });
    const { page } = view;
    await page.goto(`${service.url}/activity`);
    is(await bar(page).isVisible(), false, "nothing is chosen");

    await tick(page, "Episode 010").click();
    await tick(page, "Episode 012").click({ modifiers: ["Shift"] });
    await bar(page).getByText("3 jobs selected").waitFor();
    await assertCleanAtBoth(view, "activity-selected");
    await bar(page).getByRole("button", { name: "Move to top" }).click();
    await page.locator(".queue-row").first().getByText("Episode 010").waitFor();
    same((await queued(service)).slice(0, 4).map(({ id }) => id), [ids[9], ids[10], ids[11], ids[0]]);
    is(await tick(page, "Episode 011").isChecked(), true, "ticks stay where rows are drawn anew");

    await bar(page).getByLabel("New profile").selectOption(small);
    await bar(page).getByRole("button", { name: "Change profile" }).click();
    await page.locator(".queue-row").first().getByText("Smaller").waitFor();
    same((await queued(service)).filter(({ profileId }) => profileId === small).length, 3);

    await page.getByRole("link", { name: "Page 4" }).click();
    await page.locator(".queue-row", { hasText: "Episode 120" }).waitFor();
    is(await page.locator(".queue-row").count(), 30);
    match(page.url(), /page=4/);
    await page.getByLabel("Select all on this page").check();
    await bar(page).getByText("30 jobs selected").waitFor();
    await bar(page).getByRole("button", { name: "Select all 120" }).click();
    await bar(page).getByText("120 jobs selected").waitFor();
    await tick(page, "Episode 120").click();
    await bar(page).getByText("119 jobs selected").waitFor();
    await bar(page).getByRole("button", { name: "Cancel" }).click();
    await page.getByText("119 jobs cancelled.").waitFor();
    same((await queued(service)).map(({ title }) => title), ["Episode 120"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("119 jobs queued again, at the end of the queue.").waitFor();
    const again = (await queued(service)).map(({ title }) => title);
    same([again.length, again[0]], [120, "Episode 120"]);
    same(view.faults, []);
  },
);

browserTest(
  "slow: jobs of the queue are selected, moved and cancelled by keyboard only",
  async ({ browser, service, media }) => {
    const ids = await queueOf(service, media, 3);
    const view = await openPage(browser);
    const { page } = view;
    await page.goto(`${service.url}/activity`);
    await tick(page, "Episode 003").focus();
    await page.keyboard.press("Space");
    await bar(page).getByText("1 job selected").waitFor();
    await bar(page).getByRole("button", { name: "Move to top" }).focus();
    await page.keyboard.press("Enter");
    await page.locator(".queue-row").first().getByText("Episode 003").waitFor();
    same((await queued(service))[0]?.id, ids[2]);
    await bar(page).getByRole("button", { name: "Cancel" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("1 job cancelled.").waitFor();
    is((await queued(service)).length, 2);
  },
);

browserTest(
  "slow: filters apply immediately, stay in the URL and survive a reload",
  async ({ browser, service, media }) => {
    await queueOf(service, media, 12);
    const view = await openPage(browser);
    const { page } = view;
    await page.goto(`${service.url}/activity`);
    await page.getByLabel("Find a title").fill("Episode 01");
    await page.waitForURL(/q=Episode/);
    await page.waitForFunction(() => document.querySelectorAll(".queue-row").length === 3);
    await page.reload();
    is(await page.locator(".queue-row").count(), 3);
    is(await page.getByLabel("Find a title").inputValue(), "Episode 01");
    await page.getByRole("link", { name: /^Waiting/ }).click();
    await page.getByText("No jobs are waiting for a download, a disc or free space.").waitFor();
    same(view.faults, []);
  },
);

browserTest("slow: a redraw that waited for a filter draws the filtered list", async ({ browser, service, media }) => {
  await queueOf(service, media, 12);
  const { page } = await openPage(browser);
  await page.goto(`${service.url}/activity`);
  const arrived = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route(/\/activity\?.*q=Episode/, async (route) => {
    arrived.resolve();
    await held.promise;
    await route.continue();
  }, { times: 1 });
  await page.getByLabel("Find a title").fill("Episode 01");
  await arrived.promise;
  await page.evaluate(() =>
    new Promise<void>((resolve) => {
      document.querySelector("#activity")?.addEventListener("htmx:config:request", () => resolve(), { once: true });
      document.body.dispatchEvent(new Event("lists"));
    })
  );
  const redraw = page.waitForRequest((request) => request.headers()["hx-source"] === "div#activity");
  held.resolve();
  match((await redraw).url(), /[?&]q=Episode/);
  await page.waitForFunction(() => document.querySelectorAll(".queue-row").length === 3);
});

browserTest("slow: a failed job shows its cause, the end of its log and remedies", async (scene) => {
  const { browser, service, media } = scene;
  const path = join(media, "Broken.mkv");
  await Deno.writeTextFile(path, "no film at all");
  const profileId = await profileOf(service, "Quick");
  const { body } = await api<Job>(service, "/api/jobs", { body: { profileId, source: { localPath: path } } });
  is((await finished(service, body.id)).errorCode, "unreadable");
  for (const dark of [false, true]) {
    const view = await openPage(browser, { width: 1280, height: 900 }, dark);
    const { page } = view;
    const unfolded = Promise.withResolvers<void>();
    await page.route("**/static/htmx-*.js", (route) => unfolded.promise.then(() => route.continue()));
    await page.goto(`${service.url}/activity?status=failed`);
    const row = page.locator("tr", { hasText: "Broken" });
    await row.getByText("The source file is damaged or is not a media file.").waitFor();
    await row.getByText("Details").click();
    unfolded.resolve();
    await row.locator(".evidence").getByText(/This job has no log|last lines/).or(row.locator(".evidence pre")).first()
      .waitFor();
    await assertClean(view, `activity-failed${dark ? "-dark" : ""}`);
    await page.setViewportSize({ width: 360, height: 740 });
    await assertClean(view, `activity-failed-360${dark ? "-dark" : ""}`);
    if (dark) {
      await row.getByRole("button", { name: "Check file: Broken" }).click();
      await page.waitForURL(/\/checks$/);
    }
    await page.context().close();
  }
});

browserTest(
  "slow: without script the queue can be read, selected and cancelled",
  async ({ browser, service, media }) => {
    await queueOf(service, media, 3);
    const page = await openPageWithoutScript(browser);
    await page.goto(`${service.url}/activity`);
    await tick(page, "Episode 001").check();
    await tick(page, "Episode 003").check();
    await bar(page).getByRole("button", { name: "Cancel" }).click();
    await page.waitForURL(/\/activity$/);
    same((await queued(service)).map(({ title }) => title), ["Episode 002"]);
    await page.getByLabel("Find a title").fill("nothing of this name");
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByText("No results.").waitFor();
  },
);

browserTest("slow: rows are at most 56 px high, and nothing scrolls sideways at 360 px", async (scene) => {
  const { browser, service, media } = scene;
  await queueOf(service, media, 8);
  for (const width of [360, 768, 1440, 1920]) {
    const view = await openPage(browser, { width, height: 900 }, width === 768);
    await view.page.goto(`${service.url}/activity`);
    const heights = await view.page.locator(".queue-row").evaluateAll((rows) =>
      rows.map((row) => row.getBoundingClientRect().height)
    );
    ok(heights.length === 8 && heights.every((height) => height <= 56), `${width}: ${heights}`);
    await assertClean(view, `activity-queue-${width}`);
    await view.page.context().close();
  }
});

browserTest(
  "slow: a running encode shows both frames and its plots, and keeps its colours during updates",
  async (scene) => {
    const { browser, service, media } = scene;
    const path = join(media, "Long Night.mkv");
    await makeSmallClip(path, { seconds: 20 });
    const profileId = await profileOf(service, "Quick");
    const { body: job } = await api<Job>(service, "/api/jobs", { body: { profileId, source: { localPath: path } } });
    const view = await openPage(browser);
    const { page } = view;
    await page.goto(`${service.url}/activity`);
    const card = page.locator(`#job-${job.id}`);
    await card.getByRole("img", { name: /^Speed, / }).waitFor({ timeout: 300_000 });
    await card.getByRole("img", { name: /^Bit rate, / }).waitFor();
    await page.waitForFunction(() => /^\d+ % · Activity/.test(document.title));
    await card.getByRole("img", { name: /^Current frame of Long Night, source/ }).waitFor();
    is(
      await page.locator("#activity").evaluate((node) => {
        node.classList.add("htmx-request");
        const { opacity } = getComputedStyle(node);
        node.classList.remove("htmx-request");
        return opacity;
      }),
      "1",
    );
    await assertClean(view, "activity-running-card");
  },
  { pace: 0.8 },
);
