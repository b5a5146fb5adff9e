import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import type { Page } from "playwright-core";
import { openPage, openPageWithoutScript } from "../kit/browser.ts";
import { assertClean, browserTest } from "../kit/scene.ts";
import { api } from "../kit/service.ts";
import { SETTINGS_PAGES } from "../../lib/platform/settings/pages.ts";

/** Settings pages: change counter, discard, validation errors, search, and use without scripts. */

const settingsOf = async (service: { url: string }) =>
  // deno-lint-ignore no-explicit-any -- the tree is read at many depths
  (await api<any>(service, "/api/settings")).body;

browserTest(
  "changes are counted, reset to the default, discarded, and protected by a confirmation when leaving",
  async (scene) => {
    const { browser, service } = scene;
    await api(service, "/api/settings", { method: "PUT", body: { transcoding: { keepOriginalDays: 99 } } });
    const { page } = await openPage(browser);
    await page.goto(`${service.url}/settings/encoding`);
    const days = page.getByLabel("Keep replaced originals (days)");
    const encodes = page.getByLabel("Concurrent jobs");
    const stored = await encodes.inputValue();
    await page.getByRole("button", { name: "Reset to default for Keep replaced originals (days)" }).click();
    ok(await days.inputValue() !== "99");
    await page.getByText("1 unsaved change").waitFor();
    await encodes.fill("7");
    await page.getByText("2 unsaved changes").waitFor();

    const asked = Promise.withResolvers<string>();
    page.once("dialog", async (dialog) => {
      asked.resolve(dialog.type());
      await dialog.dismiss();
    });
    await page.getByRole("link", { name: "All settings" }).click({ noWaitAfter: true });
    is(await asked.promise, "beforeunload");
    match(page.url(), /\/settings\/encoding$/);

    await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Discard changes" }).click()]);
    same([await encodes.inputValue(), await days.inputValue()], [stored, "99"]);
    is(await page.getByRole("button", { name: "Discard changes" }).count(), 0);
  },
);

const save = (page: Page) => page.getByRole("button", { name: "Save settings" });
const allSaved = (page: Page) => page.locator(".dirty-bar:not([data-dirty])").waitFor();

/** Intercepts the next save and returns a function that releases it. */
async function heldSave(page: Page) {
  const arrived = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route("**/api/settings", async (route) => {
    arrived.resolve();
    await held.promise;
    await route.continue();
  }, { times: 1 });
  await save(page).click();
  await arrived.promise;
  return held.resolve;
}

browserTest(
  "slow: input during a save stays, and counts as unsaved",
  async ({ browser, service }) => {
    const { page } = await openPage(browser);
    await page.goto(`${service.url}/settings/library`);
    await page.getByLabel("Genre, year and type (OMDb)").check();
    const key = page.getByLabel("OMDb API key");
    await key.fill("0123abcd");
    await page.getByText("2 unsaved changes").waitFor();
    const goesOn = await heldSave(page);
    await key.fill("4567ef01");
    await page.getByLabel("Music releases (MusicBrainz)").click();
    goesOn();
    await page.getByText("Settings saved.").waitFor();
    await page.getByText("2 unsaved changes").waitFor();
    is(await key.inputValue(), "4567ef01");
    await save(page).click();
    await allSaved(page);
    is(await key.inputValue(), "********");
  },
);

browserTest(
  "slow: a page that was opened earlier reverts nothing that was saved elsewhere, and saving without changes is fine",
  async ({ browser, service }) => {
    const { page } = await openPage(browser);
    await page.goto(`${service.url}/settings/encoding`);
    const days = page.getByLabel("Keep replaced originals (days)");
    const elsewhere = { concurrency: 5, preventSleep: false, transcoding: { schedule: { days: [1, 2] } } };
    await api(service, "/api/settings", { method: "PUT", body: elsewhere });
    const stored = async () => {
      const { concurrency, preventSleep, transcoding } = await settingsOf(service);
      return [concurrency, preventSleep, transcoding.schedule.days, transcoding.keepOriginalDays];
    };
    await days.fill("41");
    await page.getByText("1 unsaved change").waitFor();
    await save(page).click();
    await allSaved(page);
    same(await stored(), [5, false, [1, 2], 41]);

    const [answer] = await Promise.all([page.waitForResponse("**/api/settings"), save(page).click()]);
    is(answer.status(), 200);
    same(await stored(), [5, false, [1, 2], 41]);

    // A change that is reverted while its save is in flight is sent afterwards.
    await days.fill("42");
    const goesOn = await heldSave(page);
    await days.fill("41");
    await save(page).click();
    const second = page.waitForResponse((one) => one.request().postData()?.includes("Days%3Anumber=41") ?? false);
    goesOn();
    is((await second).status(), 200);
    is((await stored())[3], 41);
  },
);

browserTest("slow: a changed list is sent as a whole, also when it is empty", async ({ browser, service, media }) => {
  const mapping = (remote: string) => ({ remote, local: media, app: "all" });
  await api(service, "/api/settings", { method: "PUT", body: { pathMappings: ["/a", "/b"].map(mapping) } });
  const { page } = await openPage(browser);
  await page.goto(`${service.url}/settings/connections`);
  await api(service, "/api/settings", {
    method: "PUT",
    body: { connections: { movie: { url: "http://127.0.0.1:9" } } },
  });
  for (const left of [["/b"], []]) {
    await page.getByRole("button", { name: "Remove this mapping" }).first().click();
    await page.locator(".dirty-bar[data-dirty]").waitFor();
    await save(page).click();
    await allSaved(page);
    const { pathMappings, connections } = await settingsOf(service);
    same([pathMappings, connections.movie.url], [left.map(mapping), "http://127.0.0.1:9"]);
  }
});

browserTest(
  "slow: advanced settings that are enabled before the page's script is loaded are shown and stay",
  async (scene) => {
    const { browser, service } = scene;
    const { page } = await openPage(browser);
    const arrives = Promise.withResolvers<void>();
    await page.route("**/later-*.js", (route) => arrives.promise.then(() => route.continue()));
    const ffmpeg = page.getByLabel("ffmpeg", { exact: true });
    await page.goto(`${service.url}/settings/encoding`);
    is(await ffmpeg.isVisible(), false);
    await page.getByLabel("Show advanced").check();
    is(await ffmpeg.isVisible(), true);
    await ffmpeg.fill("/nowhere/ffmpeg");
    arrives.resolve();
    await page.getByText("1 unsaved change").waitFor();
    is(await ffmpeg.isVisible(), true);
    await page.reload();
    await ffmpeg.waitFor();
  },
);

browserTest(
  "slow: a refusal names the field by its label, scrolls to it, and replaces the older message",
  async (scene) => {
    const { browser, service } = scene;
    const view = await openPage(browser);
    const { page } = view;
    await page.goto(`${service.url}/settings/encoding`);
    await page.getByLabel("Show advanced").check();
    const ffmpeg = page.getByLabel("ffmpeg", { exact: true });
    await ffmpeg.fill("/nowhere/ffmpeg");
    await page.getByRole("button", { name: "Save settings" }).click();
    const refusal = page.locator('.toast[data-tone="bad"]');
    await refusal.waitFor();
    match(await refusal.innerText(), /ffmpeg: /);
    ok(!(await refusal.innerText()).includes("ffmpegPath"));
    is(await ffmpeg.evaluate((field) => field === document.activeElement), true);
    await page.getByRole("button", { name: "Save settings" }).click();
    await page.locator("[aria-invalid=true]").waitFor();
    is(await refusal.count(), 1);
    await assertClean(view, "settings-refused", { refused: 422 });
    await ffmpeg.fill("");
    await page.getByRole("button", { name: "Save settings" }).click();
    await page.getByText("Settings saved.").waitFor();
    is(await refusal.count(), 0);
  },
);

browserTest(
  "slow: details are there only while their feature is on, and the search leads to those that are not",
  async (scene) => {
    const { browser, service } = scene;
    const view = await openPage(browser);
    const { page } = view;
    await page.goto(`${service.url}/settings/general`);
    const host = page.getByLabel("Proxy host");
    is(await host.isVisible(), false);
    await page.getByLabel("Use a proxy").check();
    is(await host.isVisible(), true);
    await page.getByLabel("Use a proxy").uncheck();
    await page.getByLabel("Find a setting").fill("proxy host");
    await page.getByRole("link", { name: "Proxy host" }).click();
    await host.waitFor();
    is(await host.evaluate((field) => field === document.activeElement), true);
  },
);

browserTest("slow: a folder is picked for a setting, and counts as a change", async ({ browser, service, media }) => {
  await Deno.mkdir(`${media}/rips`);
  const { page } = await openPage(browser);
  await page.goto(`${service.url}/settings/discs`);
  await page.getByLabel("Rip folder", { exact: true }).fill(media);
  await page.getByRole("button", { name: "Browse: Rip folder" }).click();
  await page.getByRole("button", { name: "Use this folder" }).waitFor();
  await page.getByText("1 unsaved change").waitFor();
});

browserTest("slow: settings are found and saved without script", async ({ browser, service }) => {
  const page = await openPageWithoutScript(browser);
  await page.goto(`${service.url}/settings`);
  await page.getByLabel("Find a setting").fill("instance name");
  await page.getByRole("button", { name: "Find" }).click();
  await page.getByRole("link", { name: "Instance name" }).click();
  await page.getByLabel("Instance name").fill("Workshop");
  await page.getByRole("button", { name: "Save settings" }).click();
  // The attribute contains the value rendered by the server, not the typed value.
  await page.locator('[name^="general.host.instanceName"][value="Workshop"]').waitFor();
  match(page.url(), /\/settings\/general(#.*)?$/);
  is((await settingsOf(service)).general.host.instanceName, "Workshop");
});

browserTest(
  "slow: every page of the settings is clean in both themes, with all that is advanced, on any screen",
  async (scene) => {
    const { browser, service } = scene;
    for (const [dark, width] of [[false, 1440], [true, 360]] as const) {
      const view = await openPage(browser, { width, height: 900 }, dark);
      await view.page.goto(`${service.url}/settings/general`);
      await view.page.getByLabel("Show advanced").check();
      for (const path of ["/settings?q=port", ...SETTINGS_PAGES.map(({ id }) => `/settings/${id}`)]) {
        await view.page.goto(service.url + path);
        await assertClean(view, `settings-${width}${path.replaceAll(/\W/g, "-")}`);
        is(await view.page.locator(".dirty-bar[data-dirty]").count(), 0, path);
      }
      await view.page.context().close();
    }
  },
);
