import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import type { Rip } from "../../lib/discs/rip_schema.ts";
import { generateMovies } from "../fakes/arr/data.ts";
import { startRadarr } from "../fakes/arr/radarr.ts";
import { createBlurayShelf, FILM } from "../fixtures/discs/bluray_discs.ts";
import { filmDisc, seriesDisc } from "../fixtures/discs/dvd_authoring.ts";
import { makeBridgeImage } from "../fixtures/discs/image_bridge.ts";
import { writeDisc } from "../fixtures/discs/ripping.ts";
import { openPage, openPageWithoutScript } from "../kit/browser.ts";
import { run } from "../kit/run.ts";
import { acceptQuestions, assertClean, assertCleanAtBoth, browserTest, type Scene } from "../kit/scene.ts";
import { api } from "../kit/service.ts";

/** Ripping a disc image in a folder, in a real browser. */

/** Accepts titles of a few seconds. Nothing is encoded or imported, and no external catalogue is queried. */
const setUp = ({ service }: Pick<Scene, "service">) =>
  api(service, "/api/settings", {
    method: "PUT",
    body: {
      concurrency: 0,
      discdb: { enabled: false },
      disc: { minTitleSeconds: 1, autoTranscode: false, autoDeliver: false },
    },
  });

async function imageOf(media: string, name: string, disc: { files: Map<string, Uint8Array> }): Promise<string> {
  const folder = await writeDisc(disc.files, join(media, `${name}-files`));
  const image = join(media, `${name}.iso`);
  await makeBridgeImage(folder, image, { volumeName: name, dvd: true });
  return image;
}

const ripsOf = async (service: { url: string }) =>
  (await api<{ items: Rip[]; total: number }>(service, "/api/disc/rips")).body;

const ripOf = async (service: { url: string }, id: string) => (await api<Rip>(service, `/api/disc/rips/${id}`)).body;

/** Changes the selection and waits until the page has saved it automatically. */
async function change(page: Page, act: () => Promise<unknown>): Promise<void> {
  const isSaved = page.waitForResponse((response) =>
    response.request().method() === "POST" && /\/api\/disc\/rips\/[^/]+$/.test(response.url())
  );
  const [response] = await Promise.all([isSaved, act()]);
  ok(response.ok(), await response.text());
}

/** Opens the image on the Discs page. Returns the ID of its disc once the titles are listed. */
async function openDisc(page: Page, service: { url: string }, image: string): Promise<string> {
  await page.goto(`${service.url}/discs`);
  await page.getByLabel("Open an image or disc folder once", { exact: true }).fill(image);
  await page.getByRole("button", { name: "Open image" }).click();
  await page.waitForURL(/\/discs\/[\w-]+$/);
  await page.getByRole("heading", { name: "Titles" }).waitFor({ timeout: 300_000 });
  // The match arrives after the titles and re-renders the page.
  await page.getByText("Ready", { exact: true }).first().waitFor({ timeout: 300_000 });
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

/** Scrolls to the first image of a title and waits until it is loaded. */
async function picturesShown(page: Page): Promise<void> {
  const picture = page.locator(".disc-pictures img").first();
  await picture.scrollIntoViewIfNeeded();
  await page.waitForFunction(
    () => {
      const shown = document.querySelector<HTMLImageElement>(".disc-pictures img");
      return shown !== null && shown.complete && shown.naturalWidth > 0;
    },
    undefined,
    { timeout: 300_000 },
  );
}

browserTest("slow: an image of a series is opened, matched, numbered and ripped", async (scene) => {
  const { browser, service, media } = scene;
  await setUp(scene);
  const image = await imageOf(media, "QUIET_HILLS_S01_D1", await seriesDisc());
  const view = await openPage(browser, { width: 1440, height: 1000 });
  const { page } = view;
  await page.goto(`${service.url}/discs`);
  await page.getByText("no drive was found").waitFor();
  await page.getByText("Get MakeMKV").waitFor();
  await assertClean(view, "discs-first");

  const id = await openDisc(page, service, image);
  await picturesShown(page);
  await assertClean(view, "disc-ready");
  // The title that contains both episodes is marked and not selected.
  ok(await page.getByText("Play all").first().isVisible());

  await page.getByText("Enter the title manually").click();
  await page.getByRole("region", { name: "Match" }).getByLabel("Type", { exact: true }).selectOption("series");
  await page.getByLabel("Title", { exact: true }).fill("Quiet Hills");
  await page.getByRole("button", { name: "Use this title" }).click();
  await page.getByLabel("First episode on this disc").waitFor();
  await page.getByLabel("First episode on this disc").fill("5");
  await page.getByRole("button", { name: "Save season" }).click();
  await page.getByText("Saved.").waitFor();
  // Season and disc number are from the label, because no title matched.
  const { media: { title: chosen, seasonNumber, discNumber } } = await ripOf(service, id);
  same([chosen, seasonNumber, discNumber], ["Quiet Hills", 1, 1]);
  await page.locator("#nav-discs").getByText("1", { exact: true }).waitFor();

  // Ticking a box updates the totals. Episode numbers that the user has not edited follow the disc order.
  const { titles, selectedTitleIds } = await ripOf(service, id);
  const extra = titles.at(-1)?.id ?? 0;
  for (const title of titles) {
    const box = page.getByRole("checkbox", { name: new RegExp(`^Title ${title.id + 1}\\b`) });
    is(await box.isChecked(), selectedTitleIds.includes(title.id), `title ${title.id}`);
    const wanted = title.id === 1 || title.id === 2 || title.id === extra;
    if (await box.isChecked() === wanted) continue;
    await change(page, () => box.setChecked(wanted));
  }
  same((await ripOf(service, id)).selectedTitleIds, [1, 2, extra]);

  const last = page.locator(`#title-${extra}`);
  await change(page, () => last.getByLabel("Type", { exact: true }).selectOption("extra"));
  await change(page, () => last.getByLabel("Extra type").selectOption("ova"));
  const ordered = await ripOf(service, id);
  same(ordered.titleRoles[String(extra)], { kind: "extra", type: "ova" });
  is(ordered.episodeMapSource, "order");
  const episode = page.locator("#title-2").getByLabel("Episode", { exact: true });
  await episode.fill("9");
  await change(page, () => episode.press("Tab"));
  const numbersOf = async () => {
    const { episodeMapSource, episodeMap } = await ripOf(service, id);
    return [episodeMapSource, episodeMap["1"], episodeMap["2"]].flat();
  };
  same(await numbersOf(), ["user", 5, 9]);
  await page.getByText("Numbered manually").waitFor();
  await assertCleanAtBoth(view, "disc-numbered");
  await page.getByRole("button", { name: "Renumber in disc order" }).click();
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>("#episode-2-0")?.value === "6");
  same(await numbersOf(), ["order", 5, 6]);
  is(await page.getByRole("button", { name: "Renumber in disc order" }).count(), 0);
  await episode.fill("9");
  await change(page, () => episode.press("Tab"));
  same(await numbersOf(), ["user", 5, 9]);
  await page.locator("#disc-estimate").getByText("3 titles").waitFor();
  await page.getByRole("link", { name: "Play title 1", exact: true }).click();
  await page.waitForFunction(() =>
    (document.querySelector<HTMLVideoElement>(".disc-clip video")?.currentTime ?? 0) > 0
  );
  await assertClean(view, "disc-chosen");

  await page.getByRole("button", { name: "Start ripping" }).click();
  await page.getByText("Done", { exact: true }).waitFor({ timeout: 300_000 });
  const { files, status } = await ripOf(service, id);
  same([status, files.length], ["done", 3]);
  ok(files.some(({ finalPath }) => /S01E09/.test(finalPath ?? "")), JSON.stringify(files));
  await page.locator("#nav-discs").waitFor({ state: "hidden" });
  await assertCleanAtBoth(view, "disc-done");
  await page.goto(`${service.url}/discs`);
  await page.getByRole("link", { name: "Quiet Hills" }).first().waitFor();
  await assertClean(view, "discs-done");
});

browserTest(
  "with the keyboard only, on a phone in dark mode: an image is linked, scanned, ripped and removed",
  async (scene) => {
    const { browser, service, media } = scene;
    await setUp(scene);
    const image = await imageOf(media, "THE_QUIET_HILL", await filmDisc());
    const view = await openPage(browser, { width: 360, height: 740 }, true);
    const { page } = view;
    await acceptQuestions(page);
    await page.goto(`${service.url}/discs`);
    await assertClean(view, "phone-discs-first");
    await tabTo(page, "Link an image as a drive");
    await page.keyboard.type(image);
    await page.keyboard.press("Enter");
    await page.locator(".drive-card").waitFor();
    await tabTo(page, "Detect");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: /^Choose titles: / }).first().waitFor({ timeout: 300_000 });
    await page.locator(".drive-card").getByText("Ready").waitFor();
    await assertClean(view, "phone-discs-ready");
    await tabTo(page, "Choose titles");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Titles" }).waitFor();
    await picturesShown(page);
    await assertClean(view, "phone-disc-ready");

    // There are three tracks: English 5.1, German, and a commentary. Without the commentary, two tracks are selected.
    await tabTo(page, "Audio");
    await change(page, () => page.keyboard.type("Selected"));
    const tracks = page.getByRole("group", { name: "Audio of title 1" }).getByRole("checkbox");
    same(await ticks(tracks), [true, true, false]);
    await tabTo(page, "English AC-3 2.0");
    await change(page, () => page.keyboard.press("Space"));
    await assertClean(view, "phone-disc-audio");
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    same((await ripOf(service, id)).selectedAudio, { "0": [0, 1, 2] });
    await tabTo(page, "Eject the disc");
    await change(page, () => page.keyboard.press("Space"));
    await tabTo(page, "Start ripping");
    await page.keyboard.press("Enter");
    await page.getByText("Done", { exact: true }).waitFor({ timeout: 300_000 });
    await assertClean(view, "phone-disc-done");

    await page.goto(`${service.url}/discs?check=1`);
    await page.getByText("Lathe can write to").waitFor();
    await page.getByRole("button", { name: "Import remaining files" }).press("Enter");
    await page.locator("#import output").waitFor();
    await assertClean(view, "phone-discs-done");
    await tabTo(page, "Eject");
    await page.keyboard.press("Enter");
    await page.locator(".drive-card").waitFor({ state: "detached" });
    ok((await Deno.stat(image)).isFile, "the file stays");
    await page.goto(`${service.url}/discs/${id}`);
    await tabTo(page, "Remove disc");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${service.url}/discs`);
    is((await ripsOf(service)).total, 0);
  },
);

/** Presses Tab until the element whose name starts with this text has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 200; presses++) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const { activeElement: one } = document;
      if (one === null) return "";
      const label = one instanceof HTMLInputElement || one instanceof HTMLSelectElement ? one.labels?.[0] : undefined;
      return (one.getAttribute("aria-label") ?? label?.textContent ?? one.textContent ?? "").trim();
    });
    if (focused.startsWith(name)) return;
  }
  throw new Error(`${name} is not reached by Tab.`);
}

const ticks = async (boxes: Locator): Promise<boolean[]> =>
  await Promise.all((await boxes.all()).map((box) => box.isChecked()));

browserTest(
  "slow: discs of one season join a box set, and without script everything can still be read and started",
  async (scene) => {
    const { browser, service, media } = scene;
    await setUp(scene);
    await api(service, "/api/settings", { method: "PUT", body: { disc: { groupBoxSets: true } } });
    const disc = await seriesDisc();
    const view = await openPage(browser, { width: 1440, height: 1000 }, true);
    const { page } = view;
    const first = await openDisc(page, service, await imageOf(media, "QUIET_HILLS_S01_D1", disc));
    const asSeries = (discNumber: number) => ({
      media: { kind: "series", title: "Quiet Hills", externalId: 4, seasonNumber: 1, discNumber, genres: [] },
    });
    await api(service, `/api/disc/rips/${first}`, { method: "PATCH", body: asSeries(1) });
    const second = await openDisc(page, service, await imageOf(media, "QUIET_HILLS_S01_D2", disc));
    await api(service, `/api/disc/rips/${second}`, { method: "PATCH", body: asSeries(2) });
    await page.getByRole("heading", { name: "Part of a box set?" }).waitFor();
    await assertClean(view, "disc-offer");
    await page.getByRole("button", { name: "Join box set" }).click();
    await page.getByText("This is disc 2 of a box set.").waitFor();
    await page.getByRole("link", { name: "Show box set" }).click();
    const slots = page.getByRole("list", { name: /^Discs in / });
    await slots.getByRole("link", { name: "Disc 1" }).waitFor();
    await page.getByText("Name and disc count").click();
    await page.getByLabel("Discs", { exact: true }).fill("3");
    await page.getByLabel("Name", { exact: true }).fill("Hills of 2012");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("heading", { name: "Hills of 2012" }).waitFor();
    await slots.getByText("Missing").waitFor();
    await page.getByRole("button", { name: "Swap all copied discs" }).click();
    await page.getByText("No disc was ejected.").waitFor();
    await assertClean(view, "discs-box-set");

    const reader = await openPageWithoutScript(browser);
    await reader.goto(`${service.url}/discs/${first}`);
    await reader.locator("#title-1").getByLabel("Episode", { exact: true }).fill("7");
    await reader.getByRole("button", { name: "Start ripping" }).click();
    await reader.waitForURL(new RegExp(`/discs/${first}$`));
    const started = await ripOf(service, first);
    same([started.episodeMap["1"]].flat(), [7]);
    match(started.status, /^(?:ripping|done)$/);
    await page.goto(`${service.url}/discs/${first}`);
    await page.getByText("Done", { exact: true }).waitFor({ timeout: 300_000 });
    await reader.goto(`${service.url}/discs/${second}`);
    await reader.getByRole("button", { name: /^Scan again/ }).click();
    await reader.waitForURL(new RegExp(`/discs/${second}$`));
    await page.goto(`${service.url}/discs/${second}`);
    await page.getByRole("heading", { name: "Titles" }).waitFor();
    await reader.goto(`${service.url}/discs/${second}`);
    await reader.getByRole("button", { name: "Remove disc" }).click();
    // Nothing is removed until the box is ticked.
    is((await ripsOf(service)).total, 2);
    await reader.getByLabel("Remove this disc from the list").check();
    await reader.getByRole("button", { name: "Remove disc" }).click();
    await reader.waitForURL(`${service.url}/discs`);
    is((await ripsOf(service)).total, 1);
  },
);

browserTest("slow: a movie is looked up by hand, and its audio is selected once for all titles", async (scene) => {
  const { browser, service, media } = scene;
  await setUp(scene);
  const shelf = createBlurayShelf();
  const movies = generateMovies({ count: 3, root: `${media}/movies` });
  await using radarr = await startRadarr({ root: `${media}/movies`, movies });
  await api(service, "/api/settings", {
    method: "PUT",
    body: { connections: { movie: { enabled: true, url: radarr.url, apiKey: radarr.key } } },
  });
  const wanted = movies[0];
  ok(wanted);
  const view = await openPage(browser, { width: 1440, height: 1000 });
  const { page } = view;
  await page.route(
    "**/api/image?*",
    (route) => route.fulfill({ status: 200, contentType: "image/svg+xml", body: SVG }),
  );
  try {
    const id = await openDisc(page, service, (await shelf.make(FILM)).folder);
    await page.getByText("Same as title 1").waitFor();
    await page.getByRole("searchbox", { name: "Another title" }).fill(wanted.title);
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.waitForURL(/\?q=/);
    await page.getByRole("radio", { name: wanted.title }).first().check();
    await assertClean(view, "disc-search");
    // The live stream sends this event for every change of the disc, and on a new connection.
    await page.evaluate(() => document.body.dispatchEvent(new Event("lists", { bubbles: true })));
    await page.getByRole("radio", { name: wanted.title }).first().check();
    await page.getByRole("button", { name: "Use this match" }).click();
    await page.waitForURL(/\/discs\/[\w-]+$/);
    await page.getByText("selected manually").waitFor();
    same((await ripOf(service, id)).media.externalId, wanted.tmdbId);

    await change(page, () => page.getByLabel("Audio", { exact: true }).selectOption("custom"));
    const german = (title: number) =>
      page.getByRole("group", { name: `Audio of title ${title}` }).getByRole("checkbox", { name: /^German/ });
    await change(page, () => german(1).uncheck());
    ok(await german(3).isChecked());
    await change(page, () => page.locator("#title-0").getByRole("button", { name: "Apply to all titles" }).click());
    is(await german(3).isChecked(), false);
    const { selectedAudio, titles } = await ripOf(service, id);
    for (const { id: title, audioTracks } of titles) {
      if (audioTracks.length > 1) same(selectedAudio[String(title)], [0], `title ${title}`);
    }
    // One subtitle of the first title is deselected, and this choice is applied to all titles.
    const ofFirst = page.locator("#title-0");
    await ofFirst.getByText(/^Subtitles: /).click();
    const subtitles = page.getByRole("group", { name: "Subtitles of title 1" });
    await change(page, () => subtitles.getByRole("checkbox").first().uncheck());
    await change(page, () => subtitles.getByRole("button", { name: "Apply to all titles" }).click());
    const { selectedSubtitles, titles: all } = await ripOf(service, id);
    for (const { id: title, subtitleTracks } of all) {
      same(selectedSubtitles[String(title)], subtitleTracks.length > 1 ? [1] : undefined, `title ${title}`);
    }
    await page.getByText("Subtitles: 1 of 2 kept").nth(2).waitFor();
    await assertCleanAtBoth(view, "disc-audio");
    await page.getByRole("button", { name: "Start ripping" }).click();
    await page.getByText("Done", { exact: true }).waitFor({ timeout: 300_000 });
    const [file] = (await ripOf(service, id)).files;
    const args = ["-v", "error", "-show_entries", "stream=codec_type:stream_tags=language", "-of", "csv=p=0"];
    const { stdout } = await run("ffprobe", [...args, file?.finalPath ?? file?.path ?? ""]);
    same(stdout.trim().split("\n"), ["video", "audio,eng", "subtitle,fre"]);
  } finally {
    shelf.remove();
  }
});

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="3"/>';
