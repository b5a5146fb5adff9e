import { ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { JobPage } from "../../lib/jobs/schema.ts";
import { openPage } from "../kit/browser.ts";
import { makeSmallClip } from "../kit/clips.ts";
import { assertClean, browserTest } from "../kit/scene.ts";
import { api } from "../kit/service.ts";

/** From a chosen file to the proof: profiles, previews and totals in a browser. */

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

browserTest("two profiles are previewed, flipped, stepped by keys, zoomed, and one is queued", async (scene) => {
  const { browser, service, media } = scene;
  const path = join(media, "Heat (1995) Remux-1080p.mkv");
  await makeSmallClip(path, { seconds: 30 });
  await api(service, "/api/queue/limit", { body: { limit: 0 } });
  await quickProfile(service, "Fine", 14);
  await quickProfile(service, "Rough", 40);
  const view = await openPage(browser);
  const { page } = view;
  await page.goto(`${service.url}/encode?path=${encodeURIComponent(path)}`);
  await page.getByRole("heading", { name: "For a film" }).waitFor();
  is(await page.locator(".profile-grid").first().locator("article").count(), 3);
  await assertClean(view, "encode-recommended");
  for (const box of await page.getByRole("checkbox", { name: /^Preview/ }).all()) {
    if (await box.isVisible() && await box.isChecked()) await box.uncheck();
  }
  ok(await page.getByRole("button", { name: "Preview", exact: true }).isDisabled());
  await page.getByText(/more profiles$/).click();
  await page.getByRole("checkbox", { name: "Preview Fine" }).check();
  await page.getByRole("checkbox", { name: "Preview Rough" }).check();
  await page.getByLabel("Moment", { exact: true }).fill("12");
  await page.getByRole("button", { name: "Preview 2 profiles" }).click();
  await page.getByText("The preview is ready.").waitFor({ state: "attached", timeout: 60_000 });
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
  await page.getByText(/picture 2 of/).first().waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.getByText(/picture 1 of/).first().waitFor();
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
  await page.getByRole("button", { name: "Queue the previewed Rough" }).click();
  await page.getByRole("heading", { name: "Activity" }).waitFor();
  const { body: jobs } = await api<JobPage>(service, "/api/jobs");
  is(jobs.items[0]?.profileName, "Rough");
});

browserTest("a preview is cancelled from the page, and what was ready stays", async ({ browser, service, media }) => {
  const path = join(media, "Long.mkv");
  await makeSmallClip(path, { seconds: 120, width: 1280, height: 720 });
  await api(service, "/api/profiles", {
    body: { name: "Slow", video: { encoder: "libx265", preset: "veryslow", quality: 8 } },
  });
  const view = await openPage(browser);
  const { page } = view;
  await page.goto(`${service.url}/encode?path=${encodeURIComponent(path)}`);
  for (const box of await page.getByRole("checkbox", { name: /^Preview/ }).all()) {
    if (await box.isVisible() && await box.isChecked()) await box.uncheck();
  }
  await page.getByText(/more profiles$/).click();
  await page.getByRole("checkbox", { name: "Preview Slow" }).check();
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  await page.getByText(/^Encoding/).waitFor({ timeout: 30_000 });
  await assertClean(view, "encode-preview-running");
  await page.getByRole("button", { name: "Cancel preview" }).click();
  await page.getByText("The preview was cancelled; what was ready stays.").waitFor();
});

browserTest(
  "many files show totals for each profile and are queued from there",
  async ({ browser, service, media }) => {
    const paths = ["a", "b", "c"].map((name) => join(media, `${name}.mkv`));
    for (const path of paths) await makeSmallClip(path, { seconds: 2 });
    await Deno.writeTextFile(join(media, "broken.mkv"), "no film");
    paths.push(join(media, "broken.mkv"));
    await api(service, "/api/queue/limit", { body: { limit: 0 } });
    const { body: { id } } = await api<{ id: string }>(service, "/api/selections", { body: { paths } });
    const view = await openPage(browser);
    const { page } = view;
    await page.goto(`${service.url}/encode?selection=${id}`);
    const totals = page.getByRole("region", { name: "Totals by profile" });
    await totals.waitFor({ timeout: 30_000 });
    await page.getByText("1 file cannot be read and will not be encoded.").waitFor();
    await assertClean(view, "encode-totals");
    await page.setViewportSize({ width: 360, height: 740 });
    await assertClean(view, "encode-totals-360");
    is(await totals.getByRole("row").count(), 4);
    await page.getByText(/^Totals of \d+ more profiles$/).click();
    await page.getByRole("button", { name: "Queue 4 files all, from the totals, with Web H.264 MP4" }).click();
    await page.getByRole("heading", { name: "Activity" }).waitFor();
    ok((await api<JobPage>(service, "/api/jobs")).body.total >= 3);
  },
);

browserTest("a broken file is named as one, with what to do about it", async ({ browser, service, media }) => {
  const path = join(media, "broken.mkv");
  await Deno.writeTextFile(path, "no film");
  const view = await openPage(browser, undefined, true);
  await view.page.goto(`${service.url}/encode?path=${encodeURIComponent(path)}`);
  await view.page.getByText(/it may be cut off or damaged/).waitFor();
  is(await view.page.locator(".profile-card").count(), 0);
  await assertClean(view, "encode-broken");
});

browserTest(
  "the browser shows sizes and stills, filters, sorts, takes a pasted path, and keeps favourites; by keys alone",
  async (scene) => {
    const { browser, service, media } = scene;
    const folder = join(media, "Films & more");
    await Deno.mkdir(folder);
    await makeSmallClip(join(folder, "Small.mkv"), { seconds: 1 });
    await makeSmallClip(join(folder, "Large.mkv"), { seconds: 6 });
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
    await page.getByRole("button", { name: "This machine" }).press("Enter");
    await page.getByRole("list", { name: "Contents of this machine" }).waitFor();
    await page.reload();
    await page.getByRole("group", { name: "Favourites" }).getByRole("button", { name: "Films & more" }).press("Enter");
    await list.getByText("Small.mkv").waitFor();
    await list.getByRole("checkbox").first().focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
    await page.getByText(/^2 chosen, /).waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    await assertClean(view, "encode-folder-360");
    await page.getByRole("button", { name: "Continue with 2 files" }).press("Enter");
    await page.getByRole("heading", { name: "2 files" }).waitFor();
  },
);
