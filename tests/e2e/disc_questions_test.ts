import { deepStrictEqual as same, doesNotMatch, match } from "node:assert/strict";
import type { Page } from "playwright-core";
import { accurateRipIds } from "../../lib/discs/cd/ids/accuraterip_ids.ts";
import { startAccurateRip } from "../fakes/accuraterip.ts";
import { startShareDb } from "../fakes/sharedb.ts";
import { openApp } from "../fixtures/app.ts";
import { singleCd } from "../fixtures/discs/cd_images.ts";
import { inserted, readElsewhere } from "../fixtures/discs/cd_in_drive.ts";
import { openCdWorld } from "../fixtures/discs/cd_world.ts";
import { deliveredDisc } from "../fixtures/discs/delivered_disc.ts";
import { discTest } from "../fixtures/discs/disc_app.ts";
import { openBrowser, openPage, type TestPage } from "../kit/browser.ts";
import { assertCleanAtBoth } from "../kit/scene.ts";
import { serveApp } from "../kit/served_app.ts";

/** Questions on the page of a disc after the rip, in a real browser. */

/** Checks the page in light and dark themes, on desktop and phone. Returns the light desktop page. */
async function cleanEverywhere(views: { light: TestPage; dark: TestPage }, url: string, name: string): Promise<Page> {
  for (const [tone, view] of Object.entries(views)) {
    await view.page.goto(url);
    await assertCleanAtBoth(view, `${name}-${tone}`);
    await view.page.setViewportSize({ width: 360, height: 740 });
    same(await beyondTheirCards(view.page), [], `${name}-${tone}`);
    await view.page.setViewportSize({ width: 1440, height: 1000 });
  }
  return views.light.page;
}

/**
 * Returns the buttons that are wider than their card. The viewport check misses buttons that end exactly at its edge.
 */
const beyondTheirCards = (page: Page): Promise<string[]> =>
  page.locator(".card button").evaluateAll((buttons) =>
    buttons.filter((button) => {
      const card = button.closest(".card")?.getBoundingClientRect();
      return card !== undefined && button.getBoundingClientRect().right > card.right;
    }).map((button) => button.textContent ?? "")
  );

async function withViews(work: (views: { light: TestPage; dark: TestPage }) => Promise<void>): Promise<void> {
  const browser = await openBrowser();
  const size = { width: 1440, height: 1000 };
  try {
    await work({ light: await openPage(browser, size), dark: await openPage(browser, size, true) });
  } finally {
    await browser.close();
  }
}

discTest("slow: the read offset that makes a CD accurate is offered for its drive, and set by the button", async () => {
  const disc = await singleCd();
  await using database = startAccurateRip();
  database.add(accurateRipIds(disc.toc), [[readElsewhere(disc, 102)]]);
  await using world = await openCdWorld({
    accurateRip: Number(new URL(database.url).port),
    disc: { autoDeliver: false, cd: { accurateRip: true } },
  });
  const { app } = world;
  const drive = "PLEXTOR DVDR PX-716A 1.11";
  const { id } = await inserted(app, disc, ["good"], drive);
  await app.ask(`/disc/rips/${id}/start`, { json: {} });
  await app.reach(id, "done");
  await using served = await serveApp(app.app);
  await withViews(async (views) => {
    const page = await cleanEverywhere(views, `${served.url}/discs/${id}`, "cd-offset");
    const card = page.getByRole("region", { name: "Set the drive's read offset?" });
    match(
      await card.innerText(),
      /with a read offset of \+102 samples the tracks would match\. .* It applies to every drive of the model PLEXTOR DVDR PX-716A/s,
    );
    await card.getByRole("button", { name: "Set offset to +102 samples" }).click();
    await page.getByText("The read offset is set to +102 samples. Rip this CD again").waitFor();
    same(await app.ask("/disc/read-offsets"), { usual: 0, drives: [{ drive, readOffset: 102 }] });
    same(await card.count(), 0);
    await cleanEverywhere(views, `${served.url}/discs/${id}`, "cd-offset-set");
  });
});

discTest(
  "slow: a delivered disc is shared or kept to oneself by its buttons, with all that would be sent shown",
  async () => {
    await using index = startShareDb();
    await using app = await openApp({ settings: { sharedb: { enabled: true, indexUrl: index.url } } });
    const [shared, kept] = [await deliveredDisc(app), await deliveredDisc(app)];
    await using served = await serveApp(app);
    const answerOf = async (id: string) => (await app.instance.rips.get(id)).shareAnswer;
    await withViews(async (views) => {
      const page = await cleanEverywhere(views, `${served.url}/discs/${shared}`, "disc-share");
      const card = page.getByRole("region", { name: "Share this disc's contents?" });
      await card.getByText("Show exactly what would be sent").click();
      const exact = await card.getByLabel("What would be sent").innerText();
      doesNotMatch(exact, /anna|lamp/i);
      await assertCleanAtBoth(views.light, "disc-share-opened");
      await card.getByRole("button", { name: "Share", exact: true }).click();
      await card.waitFor({ state: "detached" });
      same([index.contributed, await answerOf(shared)], [[JSON.parse(exact)], "shared"]);
      await page.goto(`${served.url}/discs/${kept}`);
      await card.getByRole("button", { name: "Do not share" }).click();
      await card.waitFor({ state: "detached" });
      same([index.contributed.length, await answerOf(kept)], [1, "declined"]);
      await cleanEverywhere(views, `${served.url}/discs/${shared}`, "disc-shared");
    });
  },
);
