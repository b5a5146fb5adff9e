import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { Rip } from "../../lib/discs/rip_schema.ts";
import { freedbId } from "../../lib/discs/cd/ids/disc_ids.ts";
import { startCddb } from "../fakes/cddb.ts";
import { albumCd, type CdImage, mixedCd } from "../fixtures/discs/cd_images.ts";
import { cdCopy } from "../fixtures/discs/cd_world.ts";
import { openPage, openPageWithoutScript } from "../kit/browser.ts";
import { assertCleanAtBoth, browserTest, type Scene } from "../kit/scene.ts";
import { api } from "../kit/service.ts";

/** Ripping an audio CD from an image file, in a real browser. */

/** Returns CDDB entries for a disc from two submitters. */
const entriesOf = ({ toc }: CdImage) =>
  ["rock", "misc"].map((category, at) => ({
    ...{ category, id: freedbId(toc), heading: `The Tests / Version ${at + 1}` },
    text: [
      `DISCID=${freedbId(toc)}`,
      `DTITLE=The Tests / Version ${at + 1}`,
      "DYEAR=1999",
      ...toc.tracks.map((_, track) => `TTITLE${track}=Melody ${track + 1}`),
    ].join("\n"),
  }));

const setUp = ({ service }: Pick<Scene, "service">, server = "http://127.0.0.1:9/cddb.cgi") =>
  api(service, "/api/settings", {
    method: "PUT",
    body: { releasedb: { enabled: false }, cddb: { server }, disc: { autoDeliver: false } },
  });

const ripOf = async (service: { url: string }, id: string) => (await api<Rip>(service, `/api/disc/rips/${id}`)).body;

async function openCd(page: Page, service: { url: string }, image: string): Promise<string> {
  await page.goto(`${service.url}/discs`);
  await page.getByRole("textbox", { name: "Open an image or disc folder once" }).fill(image);
  await page.getByRole("button", { name: "Open image" }).click();
  await page.waitForURL(/\/discs\/[\w-]+$/);
  await page.getByText("Ready", { exact: true }).first().waitFor({ timeout: 300_000 });
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

browserTest(
  "slow: a CD is read, its release selected, a title corrected, ripped to the end, and its log loaded",
  async (scene) => {
    const { browser, service, media } = scene;
    const disc = await albumCd();
    await using cddb = startCddb(entriesOf(disc));
    await setUp(scene, cddb.url);
    const view = await openPage(browser, { width: 1440, height: 1000 });
    const { page } = view;
    const id = await openCd(page, service, await cdCopy(media, disc));
    await page.getByRole("heading", { name: "Identify release" }).waitFor();
    await page.getByText("it is not clear which one is correct").waitFor();
    await assertCleanAtBoth(view, "cd-ready");

    // The user selects a radio button and presses the button after the group by keyboard.
    await page.getByRole("radio", { name: /Version 2/ }).focus();
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Use this release", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Version 2" }).waitFor();
    is(await page.getByLabel("Title of track 1").inputValue(), "Melody 1");
    const saved = page.waitForResponse((response) => /\/api\/disc\/rips\/[^/]+$/.test(response.url()));
    await page.getByLabel("Title of track 2").fill("Another Melody");
    await page.getByLabel("Title of track 2").press("Tab");
    ok((await saved).ok(), await (await saved).text());
    const hidden = page.waitForResponse((response) => /\/api\/disc\/rips\/[^/]+$/.test(response.url()));
    await page.getByRole("checkbox", { name: /Hidden/ }).check();
    ok((await hidden).ok());
    const { titles, selectedTitleIds } = await ripOf(service, id);
    same([titles[2]?.name, selectedTitleIds], ["Another Melody", [0, 1, 2, 3, 4, 5]]);

    await page.getByRole("button", { name: "Start ripping" }).click();
    await page.getByText("Done", { exact: true }).first().waitFor({ timeout: 300_000 });
    await page.getByText("Copied and verified").first().waitFor();
    await assertCleanAtBoth(view, "cd-done");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download log" }).click(),
    ]);
    match(download.suggestedFilename(), /^The Tests - Version 2\.log$/);
    await download.saveAs(join(media, "log"));
    match(await Deno.readTextFile(join(media, "log")), /No errors: every track was read/);
  },
);

browserTest("slow: without script an unknown CD is named and ripped", async (scene) => {
  const { browser, service, media } = scene;
  await setUp(scene);
  const page = await openPageWithoutScript(browser, { width: 360, height: 740 });
  const { body } = await api<Rip>(service, "/api/disc/open", { body: { path: await cdCopy(media, await mixedCd()) } });
  for (let status = ""; status !== "ready";) status = (await ripOf(service, body.id)).status;
  await page.goto(`${service.url}/discs/${body.id}`);
  await page.locator("#choice").getByText("Track 1 contains data and is skipped.").waitFor();
  await page.getByLabel("Album", { exact: true }).fill("Home Tapes");
  await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Save album" }).click()]);
  await page.goto(`${service.url}/discs/${body.id}`);
  await page.getByLabel("Title of track 2").fill("One");
  await page.getByRole("button", { name: "Start ripping" }).click();
  await page.waitForURL(new RegExp(`/discs/${body.id}`));
  for (let status = ""; status !== "done";) status = (await ripOf(service, body.id)).status;
  const { titles, media: named, files } = await ripOf(service, body.id);
  same([titles[0]?.name, named.title, files.length], ["One", "Home Tapes", 2]);
});
