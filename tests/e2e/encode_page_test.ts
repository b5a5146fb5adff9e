import { ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { JobPage } from "../../lib/jobs/request_schema.ts";
import { openPage, openPageWithoutScript } from "../kit/browser.ts";
import { makeSmallClip } from "../kit/clips.ts";
import { assertClean, assertCleanAtBoth, browserTest } from "../kit/scene.ts";
import { api } from "../kit/service.ts";

/** The Encode page from choosing a file to verification: profiles, previews and totals in a browser. */

const decoded = (page: Page) =>
  page.locator(".preview-stage img").evaluateAll((images) =>
    Promise.all(images.map((image) => (image as HTMLImageElement).decode()))
  );

async function quickProfile(service: { url: string }, name: string, quality: number): Promise<string> {
  const { body } = await api<{ id: string }>(service as never, "/api/profiles", {
    body: { name, video: { encoder: "libx264", preset: "ultrafast", pixelFormat: "yuv420p", quality } },
  });
  return body.id;
}

/** Creates a clip that is smaller than the default, because only the page behaviour is tested. */
const smallClip = (path: string, seconds = 2) => makeSmallClip(path, { seconds, width: 320, height: 180 });

browserTest("slow: two profiles are previewed, flipped, stepped by keys, zoomed, and one is queued", async (scene) => {
  const { browser, service, media } = scene;
  const path = join(media, "Heat (1995) Remux-1080p.mkv");
  await makeSmallClip(path, { seconds: 30 });
  await api(service, "/api/queue/limit", { body: { limit: 0 } });
  await quickProfile(service, "Fine", 14);
  await quickProfile(service, "Rough", 40);
  const view = await openPage(browser);
  const { page } = view;
  await page.goto(`${service.url}/encode?path=${encodeURIComponent(path)}`);
  await page.getByRole("heading", { name: "For a movie" }).waitFor();
  is(await page.locator(".profile-grid").first().locator("article").count(), 3);
  await assertClean(view, "encode-recommended");
  for (const box of await page.getByRole("checkbox", { name: /^Preview/ }).all()) {
    if (await box.isVisible() && await box.isChecked()) await box.uncheck();
  }
  ok(await page.getByRole("button", { name: "Preview", exact: true }).isDisabled());
  const own = page.getByRole("group", { name: "Your profiles" });
  is(await own.locator("article").count(), 2, "profiles made here are not folded away");
  await page.getByRole("checkbox", { name: "Preview Fine" }).check();
  await page.getByRole("checkbox", { name: "Preview Rough" }).check();
  await page.getByLabel("Moment", { exact: true }).fill("12");
  await page.getByRole("button", { name: "Preview 2 profiles" }).click();
  await page.getByText("The preview is ready.").waitFor({ state: "attached", timeout: 300_000 });
  await own.getByRole("article", { name: "Fine" }).getByText("measured", { exact: true }).waitFor();
  await decoded(page);
  await page.getByRole("combobox", { name: "Left" }).selectOption("Fine");
  await page.getByRole("combobox", { name: "Right" }).selectOption("Rough");
  await decoded(page);
  await assertClean(view, "encode-preview");

  const over = page.locator(".preview-stage .compare-after img");
  const alt = () => over.getAttribute("alt");
  ok((await alt())?.startsWith("Rough"));
  await page.locator(".preview-stage").focus();
  await page.keyboard.down("f");
  await page.waitForFunction(() =>
    document.querySelector(".preview-stage .compare-after img")?.getAttribute("alt")?.startsWith("Fine")
  );
  await page.keyboard.up("f");
  await page.waitForFunction(() =>
    document.querySelector(".preview-stage .compare-after img")?.getAttribute("alt")?.startsWith("Rough")
  );
  await page.keyboard.press("ArrowRight");
  await page.getByText(/frame 2 of/).first().waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.getByText(/frame 1 of/).first().waitFor();
  await page.keyboard.press("z");
  await page.getByRole("button", { name: "Zoom: 1:1" }).waitFor();
  await page.keyboard.press("z");
  await decoded(page);
  await page.keyboard.press("Shift+ArrowLeft");
  await page.waitForFunction(() =>
    getComputedStyle(document.querySelector(".preview-stage") as Element).getPropertyValue("--pan-x") !== "0px"
  );
  await assertClean(view, "encode-preview-zoomed");
  await page.keyboard.press("z");
  await page.getByRole("button", { name: "Worst moment" }).click();
  await decoded(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await assertClean(view, "encode-preview-360");
  await page.getByRole("button", { name: "Queue with Rough, from the preview" }).click();
  await page.getByRole("heading", { name: "Activity" }).waitFor();
  const { body: jobs } = await api<JobPage>(service, "/api/jobs");
  is(jobs.items[0]?.profileName, "Rough");
}, { sharedIn: import.meta.url });

browserTest(
  "slow: a scene is played on both sides in step, over and over, stepped by keys, flipped, and given back to stills",
  async (scene) => {
    const { browser, service, media } = scene;
    const path = join(media, "Heat (1995).mkv");
    await smallClip(path, 9);
    await quickProfile(service, "Coarse", 40);
    const view = await openPage(browser, { width: 1440, height: 1000 });
    const { page } = view;
    await page.goto(`${service.url}/encode?path=${encodeURIComponent(path)}`);
    for (const box of await page.getByRole("checkbox", { name: /^Preview/ }).all()) {
      if (await box.isVisible() && await box.isChecked()) await box.uncheck();
    }
    await page.getByRole("checkbox", { name: "Preview Coarse" }).check();
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    await page.getByText("The preview is ready.").waitFor({ state: "attached", timeout: 300_000 });
    await page.locator(".preview-stage").focus();
    await page.keyboard.press("Space");
    await page.waitForFunction(
      () => {
        const [left, right] = document.querySelectorAll<HTMLVideoElement>(".preview-stage video");
        return left && right && left.currentTime > 0.5 && Math.abs(left.currentTime - right.currentTime) < 0.1;
      },
      undefined,
      { timeout: 300_000 },
    );
    is(await page.getByRole("button", { name: "Pause" }).count(), 1);
    const turns = await page.evaluate(() =>
      new Promise<boolean>((resolve) => {
        const [left] = document.querySelectorAll<HTMLVideoElement>(".preview-stage video");
        left?.addEventListener("ended", () => left.addEventListener("playing", () => resolve(true), { once: true }));
      })
    );
    ok(turns, "it begins again at its end");
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    await assertCleanAtBoth(view, "encode-preview-playing");
    await page.locator(".preview-stage").focus();
    const times = () =>
      page.locator(".preview-stage video").evaluateAll((all) =>
        all.map((one) => (one as HTMLVideoElement).currentTime)
      );
    const settled = () =>
      page.waitForFunction(() => {
        const [left, right] = document.querySelectorAll<HTMLVideoElement>(".preview-stage video");
        return left && right && left.paused && right.paused && !left.seeking && !right.seeking &&
          Math.abs(left.currentTime - right.currentTime) < 0.001;
      });
    await page.getByRole("group", { name: "Scenes" }).getByRole("button").first().click();
    await settled();
    await page.locator(".preview-stage").focus();
    const [before = 0] = await times();
    await page.keyboard.press("ArrowRight");
    await page.getByText(/frame 2 of/).first().waitFor();
    await page.waitForFunction((from) => {
      const [left] = document.querySelectorAll<HTMLVideoElement>(".preview-stage video");
      return left && left.currentTime > from;
    }, before);
    await settled();
    const [after = 0] = await times();
    ok(after - before > 0.03 && after - before < 0.05, `a step of ${after - before} s`);
    await page.keyboard.down("f");
    await page.waitForFunction(() =>
      document.querySelector(".preview-stage .preview-pane")?.classList.contains("compare-after")
    );
    await page.keyboard.up("f");
    await page.waitForFunction(() =>
      !document.querySelector(".preview-stage .preview-pane")?.classList.contains("compare-after")
    );
    await page.getByRole("button", { name: "Show stills" }).click();
    await page.locator(".preview-stage img").first().waitFor();
    is(await page.locator(".preview-stage video").count(), 0);
    await page.getByText(/frame 2 of/).first().waitFor();
  },
  { sharedIn: import.meta.url },
);

browserTest(
  "slow: a preview is cancelled from the page, and finished scenes stay",
  async ({ browser, service, media }) => {
    const path = join(media, "Long.mkv");
    await makeSmallClip(path, { seconds: 30, width: 1280, height: 720 });
    await api(service, "/api/profiles", {
      body: { name: "Slow", video: { encoder: "libx265", preset: "veryslow", quality: 8 } },
    });
    const view = await openPage(browser);
    const { page } = view;
    await page.goto(`${service.url}/encode?path=${encodeURIComponent(path)}`);
    for (const box of await page.getByRole("checkbox", { name: /^Preview/ }).all()) {
      if (await box.isVisible() && await box.isChecked()) await box.uncheck();
    }
    await page.getByRole("checkbox", { name: "Preview Slow" }).check();
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    await page.getByText(/^Encoding/).waitFor({ timeout: 300_000 });
    await assertClean(view, "encode-preview-running");
    await page.getByRole("button", { name: "Cancel preview" }).click();
    await page.getByText("The preview was cancelled. Finished scenes are kept.").waitFor();
  },
  { sharedIn: import.meta.url },
);

browserTest(
  "slow: many files show totals for each profile and are queued from there",
  async ({ browser, service, media }) => {
    const paths = ["a", "b", "c"].map((name) => join(media, `${name}.mkv`));
    for (const path of paths) await smallClip(path, 2);
    await Deno.writeTextFile(join(media, "broken.mkv"), "no film");
    paths.push(join(media, "broken.mkv"));
    await api(service, "/api/queue/limit", { body: { limit: 0 } });
    const { body: { id } } = await api<{ id: string }>(service, "/api/selections", { body: { paths } });
    const view = await openPage(browser);
    const { page } = view;
    await page.goto(`${service.url}/encode?selection=${id}`);
    const totals = page.getByRole("region", { name: "Totals by profile" });
    await totals.waitFor({ timeout: 300_000 });
    await page.getByText("1 file cannot be read and will not be encoded.").waitFor();
    await assertClean(view, "encode-totals");
    await page.setViewportSize({ width: 360, height: 740 });
    await assertClean(view, "encode-totals-360");
    is(await totals.getByRole("row").count(), 4);
    await page.getByText(/^Totals for \d+ more profiles$/).click();
    await page.getByRole("button", { name: "Queue 4 files all, from the totals, with Web H.264 MP4" }).click();
    await page.getByRole("heading", { name: "Activity" }).waitFor();
    ok((await api<JobPage>(service, "/api/jobs")).body.total >= 3);
  },
);

browserTest(
  "slow: all media of a folder and its subfolders are selected by one checkbox, without script too",
  async (scene) => {
    const { browser, service, media } = scene;
    const folder = join(media, "Show");
    for (const [season, names] of [["Season 1", ["a", "b"]], ["Season 2", ["c"]]] as const) {
      await Deno.mkdir(join(folder, season), { recursive: true });
      for (const name of names) await smallClip(join(folder, season, `${name}.mkv`), 1);
    }
    await Deno.symlink(folder, join(folder, "Season 2", "circle"));
    const view = await openPage(browser, { width: 1440, height: 1000 });
    const { page } = view;
    await page.goto(`${service.url}/encode`);
    await page.getByLabel("Folder or file on the server").fill(folder);
    await page.keyboard.press("Enter");
    await page.getByRole("list", { name: `Contents of ${folder}` }).getByText("Season 1").waitFor();
    await page.getByRole("checkbox", { name: "Include subfolders" }).check();
    const all = page.getByRole("button", { name: "Continue with all 3 files" });
    await all.waitFor();
    await assertCleanAtBoth(view, "encode-sub-folders");
    await all.click();
    await page.getByRole("heading", { name: "3 files" }).waitFor();
    await page.getByRole("region", { name: "Totals by profile" }).waitFor({ timeout: 300_000 });

    const plain = await openPageWithoutScript(browser);
    await plain.goto(`${service.url}/encode`);
    await plain.getByLabel("Path on the server").fill(folder);
    await plain.getByRole("checkbox", { name: "All media in this folder and its subfolders" }).check();
    await plain.getByRole("button", { name: "Open" }).click();
    await plain.getByRole("heading", { name: "3 files" }).waitFor();
  },
  { sharedIn: import.meta.url },
);

browserTest("a damaged file is named as such, with a remedy", async ({ browser, service, media }) => {
  const path = join(media, "broken.mkv");
  await Deno.writeTextFile(path, "no film");
  const view = await openPage(browser, undefined, true);
  await view.page.goto(`${service.url}/encode?path=${encodeURIComponent(path)}`);
  await view.page.getByText(/it may be truncated or damaged/).waitFor();
  is(await view.page.locator(".profile-card").count(), 0);
  await assertClean(view, "encode-broken");
}, { sharedIn: import.meta.url });

browserTest(
  "slow: the browser shows sizes and stills, filters, sorts, accepts a pasted path, and keeps favourites, by keyboard only",
  async (scene) => {
    const { browser, service, media } = scene;
    const folder = join(media, "Films & more");
    await Deno.mkdir(folder);
    await smallClip(join(folder, "Small.mkv"), 1);
    await smallClip(join(folder, "Large.mkv"), 6);
    const view = await openPage(browser);
    const { page } = view;
    await page.goto(`${service.url}/encode`);
    await page.getByLabel("Folder or file on the server").fill(`"${folder}"`);
    await page.keyboard.press("Enter");
    const list = page.getByRole("list", { name: `Contents of ${folder}` });
    await list.getByText("Small.mkv").waitFor();
    await list.locator("img").first().evaluate((image: HTMLImageElement) => image.decode());
    const names = () => list.locator("li").allInnerTexts();
    ok((await names())[0]?.startsWith("Large.mkv"), "by name");
    await page.getByRole("button", { name: /^Size/ }).press("Enter");
    await page.getByRole("button", { name: /^Size/ }).press("Enter");
    ok((await names())[0]?.startsWith("Small.mkv"), "by size, ascending");
    await page.getByRole("button", { name: "Favourite folder" }).press("Enter");
    await assertClean(view, "encode-folder");
    await page.getByLabel("Filter this folder").fill("lar");
    is((await names()).length, 1);
    await page.getByRole("button", { name: "This server" }).press("Enter");
    await page.getByRole("list", { name: "Contents of this server" }).waitFor();
    await page.reload();
    await page.getByRole("group", { name: "Favourites" }).getByRole("button", { name: "Films & more" }).press("Enter");
    await list.getByText("Small.mkv").waitFor();
    await list.getByRole("checkbox").first().focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
    await page.getByText(/^2 selected, /).waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    await assertClean(view, "encode-folder-360");
    await page.getByRole("button", { name: "Continue with 2 files" }).press("Enter");
    await page.getByRole("heading", { name: "2 files" }).waitFor();
  },
  { sharedIn: import.meta.url },
);
