import { SETTINGS_PAGES } from "../../lib/platform/settings/pages.ts";
import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { openPage, openPageWithoutScript } from "../kit/browser.ts";
import { acceptQuestions, assertClean, browserTest } from "../kit/scene.ts";
import { makeSmallClip } from "../kit/clips.ts";
import { finished } from "../kit/jobs.ts";
import { withNginx } from "../kit/nginx.ts";
import { api, startService } from "../kit/service.ts";
import type { Job } from "../../lib/jobs/schema.ts";
import type { JobPage } from "../../lib/jobs/request_schema.ts";

/** Creates a user profile that encodes a short clip slowly enough to watch. */
async function watchableProfile(service: { url: string }): Promise<string> {
  const { body } = await api<{ id: string }>(service, "/api/profiles", {
    body: {
      name: "Watchable",
      video: { encoder: "libx264", preset: "ultrafast", pixelFormat: "yuv420p", quality: 24 },
    },
  });
  return body.id;
}

/** Creates a clip that is smaller than the default, because only the page behaviour is tested. */
const smallClip = (path: string, seconds = 2) => makeSmallClip(path, { seconds, width: 320, height: 180 });

browserTest("a person picks a file, queues it, watches it finish and compares the frames", async (scene) => {
  const { browser, service, media } = scene;
  await smallClip(join(media, "Heat (1995) Remux-1080p.mkv"), 6);
  const view = await openPage(browser);
  const { page } = view;
  await page.goto(`${service.url}/`);
  await page.getByRole("heading", { name: "Needs attention" }).waitFor();
  await assertClean(view, "home-empty");
  await page.getByRole("link", { name: "Activity" }).click();
  await page.getByText("Nothing here yet").waitFor();
  await assertClean(view, "activity-empty");

  // The first listing is slow. It arrives after the page shows the folder that was requested later.
  const late = Promise.withResolvers<void>();
  const asked = page.waitForRequest("**/api/fs/list*");
  await page.route("**/api/fs/list*", (route) => late.promise.then(() => route.continue()), { times: 1 });
  await page.getByRole("link", { name: "Encode a file" }).first().click();
  await asked;
  await page.getByLabel("Folder or file on the server").fill(media);
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByText("Heat (1995) Remux-1080p.mkv").waitFor();
  const first = page.waitForResponse("**/api/fs/list*");
  late.resolve();
  await first;
  await page.getByText("Heat (1995) Remux-1080p.mkv").click();
  await assertClean(view, "encode-browser");
  await page.getByRole("button", { name: "Continue with this file" }).click();
  await page.getByRole("heading", { name: "For a movie" }).waitFor();
  await assertClean(view, "encode-offers");

  await page.getByText(/^\d+ more profiles$/).click();
  await page.getByRole("button", { name: "Queue with Web H.264 MP4" }).click();
  await page.getByRole("heading", { name: "Activity" }).waitFor();
  await page.locator("tr", { hasText: "Heat" }).getByText("Done").waitFor({ timeout: 300_000 });
  await assertClean(view, "activity-done");
  await page.locator("tr", { hasText: "Heat" }).getByRole("link").click();
  await page.getByRole("heading", { name: "Compare" }).waitFor();
  await page.locator(".compare img").first().evaluate((image: HTMLImageElement) => image.decode());
  await page.locator(".compare img").last().evaluate((image: HTMLImageElement) => image.decode());
  await page.getByLabel("Divider").fill("20");
  await assertClean(view, "job-done");
}, { sharedIn: import.meta.url });

browserTest(
  "slow: a folder with hundreds of files is selected and queued as a whole",
  async ({ browser, service, media }) => {
    const folder = join(media, "Season 1");
    await Deno.mkdir(folder);
    await smallClip(join(folder, "Episode 000.mkv"), 1);
    for (let i = 1; i < 300; i++) {
      await Deno.copyFile(join(folder, "Episode 000.mkv"), join(folder, `Episode ${String(i).padStart(3, "0")}.mkv`));
    }
    await api(service, "/api/queue/limit", { body: { limit: 0 } });
    const view = await openPage(browser);
    const { page } = view;
    await page.goto(`${service.url}/encode`);
    await page.getByLabel("Folder or file on the server").fill(folder);
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByText("Episode 299.mkv").waitFor();
    await page.getByRole("button", { name: "All in this folder" }).click();
    await page.getByRole("button", { name: "Continue with 300 files" }).click();
    await page.getByRole("heading", { name: "300 files" }).waitFor();
    await page.getByRole("switch", { name: "Audio only" }).click();
    await page.getByRole("switch", { name: "Audio only", checked: true }).click();
    await page.getByRole("switch", { name: "Audio only", checked: false }).waitFor();
    await assertClean(view, "encode-many");
    await page.getByText(/^\d+ more profiles$/).click();
    await page.getByRole("button", { name: "Queue 300 files with Web H.264 MP4", exact: true }).click();
    await page.getByRole("heading", { name: "Activity" }).waitFor();
    is((await api<JobPage>(service, "/api/jobs?limit=1")).body.total, 300);
  },
);

browserTest("slow: progress updates live, and a job is cancelled and retried from the page", async (scene) => {
  const { browser, service, media } = scene;
  const source = join(media, "Long Night S01E02.mkv");
  await smallClip(source, 20);
  const profileId = await watchableProfile(service);
  const { body: job } = await api<Job>(service, "/api/jobs", { body: { profileId, source: { localPath: source } } });
  const view = await openPage(browser);
  const { page } = view;
  await page.goto(`${service.url}/activity`);
  const bar = page.locator(`#job-${job.id} progress`);
  await page.waitForFunction(
    (id) => Number(document.querySelector(`#job-${id} progress`)?.getAttribute("value")) > 2,
    job.id,
    { timeout: 300_000 },
  );
  const first = Number(await bar.getAttribute("value"));
  await page.waitForFunction(
    ({ id, first }) => Number(document.querySelector(`#job-${id} progress`)?.getAttribute("value")) > first,
    { id: job.id, first },
    { timeout: 300_000 },
  );
  await page.locator(`#job-${job.id} img`).waitFor({ timeout: 300_000 });
  await assertClean(view, "activity-running");
  await page.getByRole("button", { name: /^Cancel/ }).first().click();
  await page.getByRole("alertdialog").getByText("The partial encode is discarded").waitFor();
  await assertClean(view, "question");
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel Long Night" }).click();
  const row = page.locator("tr", { hasText: "Long Night" });
  await row.getByText("Cancelled").waitFor({ timeout: 300_000 });
  await row.getByRole("button", { name: /^Retry/ }).click();
  await page.locator(`article#job-${job.id}`).waitFor({ timeout: 300_000 });
  await acceptQuestions(page);
  await page.locator(`article#job-${job.id}`).getByRole("button", { name: /^Cancel/ }).click();
  await row.getByText("Cancelled").waitFor({ timeout: 300_000 });
  same(view.faults, []);
}, { pace: 0.5 });

browserTest("slow: the page of a running job shows both frames, and follows it to its end", async (scene) => {
  const { browser, service, media } = scene;
  const source = join(media, "Long Night S01E03.mkv");
  await smallClip(source, 16);
  const profileId = await watchableProfile(service);
  const { body: job } = await api<Job>(service, "/api/jobs", { body: { profileId, source: { localPath: source } } });
  const view = await openPage(browser);
  const { page } = view;
  await page.goto(`${service.url}/jobs/${job.id}`);
  for (const side of ["live", "encoded"]) await page.locator(`#${side}-${job.id} img`).waitFor({ timeout: 300_000 });
  await assertClean(view, "job-running");
  await page.getByText("Done", { exact: true }).waitFor({ timeout: 300_000 });
  await page.getByRole("button", { name: "Cancel" }).waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "Compare" }).waitFor();
  same(view.faults, []);
}, { pace: 0.8 });

browserTest("a replaced original is restored from the page", async (scene) => {
  const { browser, service, media } = scene;
  const source = join(media, "The Thing (1982) Remux-1080p.mkv");
  await smallClip(source);
  const { body: profile } = await api<{ id: string }>(service, "/api/profiles", {
    body: {
      name: "Replace",
      video: { encoder: "libx264", preset: "veryfast", pixelFormat: "yuv420p", quality: 28 },
      output: { replaceOriginal: true },
    },
  });
  const { body } = await api<Job>(service, "/api/jobs", {
    body: { profileId: profile.id, source: { localPath: source } },
  });
  const { status, outputPath = "", error } = await finished(service, body.id);
  is(status, "done", error ?? "");
  const there = (path: string) => Deno.stat(path).then(() => true, () => false);
  same([await there(source), await there(outputPath)], [false, true]);
  const { page } = await openPage(browser);
  await acceptQuestions(page);
  await page.goto(`${service.url}/jobs/${body.id}`);
  await page.getByRole("button", { name: "Restore the original" }).click();
  await page.getByRole("button", { name: "Restore the original" }).waitFor({ state: "detached" });
  same([await there(source), await there(outputPath)], [true, false]);
}, { sharedIn: import.meta.url });

browserTest("a preset is cloned, edited with a live command, and saved; settings are saved", async (scene) => {
  const { browser, service } = scene;
  const view = await openPage(browser);
  const { page } = view;
  await page.goto(`${service.url}/profiles`);
  await page.getByText("TV and home cinema").waitFor();
  await assertClean(view, "profiles");
  await page.getByRole("button", { name: "Clone Movie 1080p x265" }).click();
  await page.getByRole("heading", { name: "Summary" }).waitFor();
  await page.getByLabel("CRF").fill("27");
  await page.locator("#profile-preview pre", { hasText: "-crf:v:0 27" }).waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Mine");
  await page.getByRole("button", { name: "Save profile" }).click();
  await page.getByText("Profile saved.").waitFor();
  await assertClean(view, "profile-edit");
  const { body } = await api<{ name: string; video: { quality: number } }[]>(service, "/api/profiles");
  ok(body.some((profile) => profile.name === "Mine" && profile.video.quality === 27));

  await page.goto(`${service.url}/settings/encoding`);
  await page.getByLabel("Concurrent jobs").fill("3");
  await page.getByRole("button", { name: "Save settings" }).click();
  await page.getByText("Settings saved.").waitFor();
  await assertClean(view, "settings");
  same((await api<{ concurrency: number }>(service, "/api/settings")).body.concurrency, 3);
  await page.goto(`${service.url}/setup`);
  await page.getByRole("heading", { name: "Tools check" }).waitFor();
  await assertClean(view, "setup");
  await page.goto(`${service.url}/api/docs`);
  await page.getByText("/api/health", { exact: true }).click();
  await page.locator("details[open] li code", { hasText: "unauthorized" }).waitFor();
  same(await page.locator("main").evaluate((main) => main.textContent?.match(/`.*/g) ?? []), []);
  await assertClean(view, "api-docs");
}, { sharedIn: import.meta.url });

browserTest("reading and the main actions work without script", async ({ browser, service, media }) => {
  const path = join(media, "Echo (2003) Remux-1080p.mkv");
  await smallClip(path, 1);
  await api(service, "/api/queue/pause", { body: { paused: true } });
  const page = await openPageWithoutScript(browser);
  await page.goto(`${service.url}/encode?path=${encodeURIComponent(path)}`);
  await page.getByText(/^\d+ more profiles$/).click();
  await page.getByRole("button", { name: "Queue with Web H.264 MP4" }).click();
  is(page.url(), `${service.url}/activity`);
  await page.getByRole("button", { name: "Cancel Echo" }).click();
  await page.locator("tr", { hasText: "Echo" }).getByText("Cancelled").waitFor();
  await page.getByRole("button", { name: "Resume" }).click();
  await page.getByRole("button", { name: "Pause" }).waitFor();
  await page.goto(`${service.url}/profiles`);
  await page.getByRole("button", { name: "Clone Web H.264 MP4" }).click();
  match(page.url(), /\/profiles\/[a-z0-9]{16}$/);
}, { sharedIn: import.meta.url });

browserTest(
  "the queue is reordered from the keyboard, with the focus on the moved job, and by dragging",
  async (scene) => {
    const { browser, service, media } = scene;
    await api(service, "/api/queue/pause", { body: { paused: true } });
    const names = ["Alpha", "Bravo", "Charlie"];
    for (const name of names) {
      const path = join(media, `${name}.mkv`);
      await smallClip(path, 1);
      await api(service, "/api/jobs", { body: { profileId: "builtin-web-mp4", source: { localPath: path } } });
    }
    const view = await openPage(browser);
    const { page } = view;
    await page.goto(`${service.url}/activity`);
    const order = () => page.locator(".queue-row .job-title a").allTextContents();
    same(await order(), names);
    await page.getByRole("button", { name: "Move Charlie up" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() =>
      document.querySelectorAll(".queue-row .job-title a")[1]?.textContent === "Charlie"
    );
    match(await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? ""), /Charlie/);
    await page.getByRole("button", { name: "Move Bravo first" }).press("Enter");
    await page.waitForFunction(() => document.querySelector(".queue-row .job-title a")?.textContent === "Bravo");
    const { body } = await api<JobPage>(service, "/api/jobs?status=queued&sort=position&order=asc");
    same(body.items.map((job) => job.title), ["Bravo", "Alpha", "Charlie"]);
    const moved = page.waitForResponse((response) => response.url().endsWith("/reorder") && response.ok());
    await page.locator(".queue-row").nth(2).dragTo(page.locator(".queue-row").nth(0));
    await moved;
    same(await order(), ["Charlie", "Bravo", "Alpha"]);
    await assertClean(view, "activity-queue");
  },
  { sharedIn: import.meta.url },
);

browserTest("every page is usable at 360 px, in the dark", async (scene) => {
  const { browser, service, media } = scene;
  const path = join(media, "Gamma with a rather long name that has to wrap somewhere (2024) Remux-2160p.mkv");
  await smallClip(path, 2);
  await api(service, "/api/queue/pause", { body: { paused: true } });
  await api(service, "/api/jobs", { body: { profileId: "builtin-web-mp4", source: { localPath: path } } });
  const view = await openPage(browser, { width: 360, height: 740 }, true);
  const { page } = view;
  const paths = [
    "/",
    "/activity",
    "/encode",
    `/encode?path=${encodeURIComponent(path)}`,
    "/profiles",
    "/profiles/builtin-movie-1080p",
    "/smart-profiles/builtin-smart-anime",
    "/savings",
    "/disk-usage",
    "/checks",
    "/discs",
    "/settings",
    ...SETTINGS_PAGES.map(({ id }) => `/settings/${id}`),
    "/setup",
    "/api/docs",
  ];
  for (const [i, target] of paths.entries()) {
    await page.goto(service.url + target);
    await page.locator("h1").waitFor();
    await assertClean(view, `phone-${i}`);
  }
}, { sharedIn: import.meta.url });

browserTest("everything works under a URL base behind nginx", async ({ browser, media }) => {
  await using service = await startService({ env: { SERVICE_URL_BASE: "/lathe" } });
  await using proxy = await withNginx({ upstream: new URL(service.url).origin, base: "/lathe" });
  const path = join(media, "Delta (2001) Remux-1080p.mkv");
  await smallClip(path, 2);
  const view = await openPage(browser);
  const { page } = view;
  await page.goto(`${proxy.url}/lathe/activity`);
  await page.getByText("Nothing here yet").waitFor();
  await page.goto(`${proxy.url}/lathe/encode?path=${encodeURIComponent(path)}`);
  await page.getByText(/^\d+ more profiles$/).click();
  await page.getByRole("button", { name: "Queue with Web H.264 MP4" }).click();
  await page.locator("tr", { hasText: "Delta" }).getByText("Done").waitFor({ timeout: 300_000 });
  match(page.url(), /\/lathe\/activity$/);
  for (const link of await page.locator("a[href]").evaluateAll((all) => all.map((a) => a.getAttribute("href") ?? ""))) {
    ok(link.startsWith("/lathe/") || link.startsWith("#"), `${link} leaves the URL base`);
  }
  await assertClean(view, "behind-nginx");
}, { sharedIn: import.meta.url });
