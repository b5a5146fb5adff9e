import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import type { Rip } from "../../lib/discs/rip_schema.ts";
import { asker, rows } from "../fakes/arr/testing.ts";
import { scrambleClip } from "../fixtures/discs/bluray_authoring.ts";
import { discCopy, discImage, seasonDisc, startDark } from "../fixtures/discs/disc_app.ts";
import { openPage, type TestPage } from "../kit/browser.ts";
import { acceptQuestions, assertCleanAtBoth, browserTest, type Scene } from "../kit/scene.ts";
import { api } from "../kit/service.ts";

/** Ripping and importing the discs of a season into Sonarr, in a real browser. */

const WORK_MS = 60_000;

/** Lengths of the episodes in seconds. Each length is unique. */
const LENGTHS: Record<number, number[]> = { 1: [1.6, 2.4], 2: [3.2, 4], 3: [4.8, 5.6] };

const imageOf = (media: string, disc: number, name = `DARK_S1_D${disc}`): Promise<string> =>
  discImage(media, name, seasonDisc(`Dark Season 1 Disc ${disc}`, LENGTHS[disc] ?? [], disc));

/** Accepts titles of a few seconds, connects a Sonarr with "Dark", and refreshes its library. */
async function withSonarr({ service, media }: Scene, disc: Record<string, unknown> = {}) {
  const sonarr = await startDark(media);
  const { url, key } = sonarr;
  await api(service, "/api/settings", {
    method: "PUT",
    body: {
      connections: { series: { enabled: true, url, apiKey: key } },
      discdb: { enabled: false },
      disc: {
        minTitleSeconds: 1,
        autoTranscode: false,
        autoEject: false,
        groupBoxSets: true,
        ripDirectory: join(media, "rips"),
        ...disc,
      },
    },
  });
  await api(service, "/api/library/series/refresh", { body: {} });
  return sonarr;
}

/** Opens a page at 1440 px without library artwork. */
async function openDiscs({ browser }: Scene): Promise<TestPage> {
  const view = await openPage(browser, { width: 1440, height: 1000 });
  await view.page.route(
    "**/api/image?*",
    (route) => route.fulfill({ status: 200, contentType: "image/svg+xml", body: SVG }),
  );
  return view;
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="3"/>';

const card = (page: Page, path: string): Locator => page.locator(".drive-card").filter({ hasText: path });

/** Links an image as a drive and waits until its disc reaches this state. */
async function insert(page: Page, service: { url: string }, path: string, state = "Ready"): Promise<void> {
  await page.goto(`${service.url}/discs`);
  await page.getByLabel("Link an image as a drive", { exact: true }).fill(path);
  await page.getByRole("button", { name: "Link image" }).click();
  await card(page, path).getByText(state, { exact: true }).waitFor({ timeout: WORK_MS });
}

/** Opens the page of the disc in the drive. */
async function show(page: Page, path: string): Promise<void> {
  await card(page, path).getByRole("link").first().click();
  await page.getByRole("heading", { name: "Titles" }).waitFor();
}

const ripOn = async (page: Page, service: { url: string }): Promise<Rip> =>
  (await api<Rip>(service, `/api/disc/rips/${new URL(page.url()).pathname.split("/").at(-1)}`)).body;

/** Changes the selection and waits until the page has saved it automatically. */
async function change(page: Page, act: () => Promise<unknown>): Promise<void> {
  const isSaved = page.waitForResponse((response) =>
    response.request().method() === "POST" && /\/api\/disc\/rips\/[^/]+$/.test(response.url())
  );
  const [response] = await Promise.all([isSaved, act()]);
  ok(response.ok(), await response.text());
}

/** Starts the rip of the disc on this page and waits until the manager has imported all files. */
async function ripToEnd(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Start ripping" }).click();
  await page.getByText("Done", { exact: true }).first().waitFor({ timeout: WORK_MS });
  await page.getByRole("cell", { name: "Imported" }).nth(1).waitFor();
}

/** Numbers of the first-season episodes for which Sonarr has files. */
async function episodesThere(sonarr: { url: string; key: string }): Promise<number[]> {
  const episodes = rows(await asker(sonarr, "v3")("GET", "/episode?seriesId=1"));
  return episodes.filter(({ hasFile, seasonNumber }) => hasFile === true && seasonNumber === 1)
    .map(({ episodeNumber }) => Number(episodeNumber)).sort((a, b) => a - b);
}

browserTest("slow: a box set of three discs is ripped in two drives and imported into Sonarr", async (scene) => {
  const { service, media } = scene;
  await using sonarr = await withSonarr(scene);
  const video = { encoder: "libx264", quality: 40, preset: "ultrafast", pixelFormat: "yuv420p" };
  await api(service, "/api/profiles", { body: { name: "Quick", video } });
  const [first = "", second = "", third = "", again = ""] = await Promise.all([
    ...[1, 2, 3].map((disc) => imageOf(media, disc)),
    imageOf(media, 3, "DARK_S1_D3_AGAIN"),
  ]);
  const view = await openDiscs(scene);
  const { page } = view;
  await acceptQuestions(page);
  await insert(page, service, first);

  // The third disc is inserted before the second. The page reports this and assigns the disc to its slot.
  await insert(page, service, third);
  is(await page.locator(".drive-card").count(), 2);
  await show(page, third);
  await page.getByRole("button", { name: "Join box set" }).click();
  await page.getByText("Dark, Season 1 is waiting for disc 2.").waitFor();
  await assertCleanAtBoth(view, "disc-unexpected");
  await page.getByRole("button", { name: "Assign disc" }).click();
  await page.getByText("This is disc 3 of a box set.").waitFor();

  // The first disc is encoded before delivery.
  await page.goto(`${service.url}/discs`);
  await page.getByRole("list", { name: /^Discs in Dark/ }).getByText("Ready").first().waitFor();
  await show(page, first);
  await change(page, () => page.getByLabel("Encode with").selectOption({ label: "Quick" }));
  await change(page, () => page.getByLabel("Encode the titles").check());
  await ripToEnd(page);
  await page.getByRole("link", { name: "Job for title 1" }).waitFor();
  await page.getByText("Safe to eject").waitFor();
  await assertCleanAtBoth(view, "disc-imported");

  await page.goto(`${service.url}/discs`);
  await card(page, first).getByRole("button", { name: /^Swap/ }).click();
  await card(page, first).waitFor({ state: "detached" });
  const slots = page.getByRole("list", { name: /^Discs in Dark/ });
  await slots.getByText("Insert disc").waitFor();
  await assertCleanAtBoth(view, "discs-swapped");

  // The third disc is inserted again. Its slot is taken, so it is rejected.
  await insert(page, service, again);
  await show(page, again);
  await page.getByText("Disc 3 of Dark, Season 1 already exists.").waitFor();
  await page.getByRole("button", { name: "Assign disc" }).click();
  await page.getByText("Replace it, or choose another number.").first().waitFor();
  await assertCleanAtBoth(view, "disc-taken");
  await page.getByRole("button", { name: "Reject disc" }).click();
  await page.waitForURL(`${service.url}/discs`);
  await card(page, again).waitFor({ state: "detached" });

  // The second disc is expected, so it joins without a question.
  await insert(page, service, second);
  await show(page, second);
  await page.getByText("This is disc 2 of a box set.").waitFor();
  same(Object.values((await ripOn(page, service)).episodeMap), [3, 4]);
  const episode = page.locator("#title-1").getByLabel("Episode", { exact: true });
  await episode.fill("10");
  await change(page, () => episode.press("Tab"));
  await ripToEnd(page);

  await page.goto(`${service.url}/discs`);
  await show(page, third);
  same(Object.values((await ripOn(page, service)).episodeMap), [5, 6]);
  await ripToEnd(page);
  same(await episodesThere(sonarr), [1, 2, 3, 5, 6, 10]);

  await page.goto(`${service.url}/discs`);
  await page.getByText("Name and disc count").click();
  await page.getByLabel("Discs", { exact: true }).fill("3");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Complete; the set has 3 discs.").waitFor();
  await assertCleanAtBoth(view, "discs-complete");
});

browserTest(
  "slow: a disc that is identified with certainty is ripped automatically, another one waits, and a protected one names its requirement",
  async (scene) => {
    const { service, media } = scene;
    await using sonarr = await withSonarr(scene, { autoRip: true });
    const view = await openDiscs(scene);
    const { page } = view;
    const sure = await imageOf(media, 1);
    await insert(page, service, sure, "Done");
    same(await episodesThere(sonarr), [1, 2]);

    const unsure = await discImage(media, "DARK", seasonDisc("Dark", [1.8, 2.2], 9));
    await page.getByRole("button", { name: "Browse: Link an image as a drive" }).click();
    for (const folder of ["/", ...media.split("/").filter(Boolean)]) {
      await page.getByRole("button", { name: folder, exact: true }).click();
    }
    await page.getByRole("button", { name: "DARK_S1_D1.iso" }).waitFor();
    await assertCleanAtBoth(view, "discs-browse");
    await page.getByRole("button", { name: "DARK.iso" }).click();
    is(await page.getByLabel("Link an image as a drive", { exact: true }).inputValue(), unsure);
    await page.getByRole("button", { name: "Link image" }).click();
    await card(page, unsure).getByText("Ready", { exact: true }).waitFor({ timeout: WORK_MS });
    await show(page, unsure);
    await page.getByText("the season is unknown").first().waitFor();
    await assertCleanAtBoth(view, "disc-unsure");
    is((await ripOn(page, service)).status, "ready");

    const disc = await discCopy(media, seasonDisc("Dark Season 1 Disc 1", LENGTHS[1] ?? [], 1));
    await Deno.mkdir(join(disc.folder, "AACS"));
    await Deno.writeTextFile(join(disc.folder, "AACS/Unit_Key_RO.inf"), "unit keys");
    for (const { path } of disc.clips.values()) await scrambleClip(path.replace(/^.*\/BDMV/, `${disc.folder}/BDMV`));
    await page.goto(`${service.url}/discs`);
    await page.getByLabel("Open an image or disc folder once", { exact: true }).fill(disc.folder);
    await page.getByRole("button", { name: "Open image" }).click();
    await page.getByText("MakeMKV is needed to copy it").first().waitFor({ timeout: WORK_MS });
    is(await page.getByRole("link", { name: "Get MakeMKV" }).getAttribute("href"), "https://www.makemkv.com/download/");
    await assertCleanAtBoth(view, "disc-protected");
  },
);
