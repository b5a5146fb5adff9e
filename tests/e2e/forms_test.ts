import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import type { Page } from "playwright-core";
import { openPage } from "../kit/browser.ts";
import { browserTest } from "../kit/scene.ts";
import { api } from "../kit/service.ts";

/** Behaviour common to all forms, tested on one of them. */

browserTest("slow: a form with a confirmation is sent after a yes only", async ({ browser, service }) => {
  const { page } = await openPage(browser);
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(new URL(request.url()).pathname));
  const question = page.getByRole("alertdialog", { name: "Reset scan history" });
  await page.goto(`${service.url}/auto`);
  const button = page.getByRole("button", { name: "Reset scan history" });
  await button.click();
  await question.getByText("Reset the scan history?").waitFor();
  await page.keyboard.press("Escape");
  await question.waitFor({ state: "detached" });
  is(await button.evaluate((element) => element === document.activeElement), true);
  same(sent, []);
  const loaded = page.waitForEvent("load");
  await button.press("Enter");
  await question.getByRole("button", { name: "Reset scan history" }).press("Enter");
  await loaded;
  same([sent, page.url()], [["/api/auto/reset"], `${service.url}/auto`]);
});

browserTest("slow: a button that is clicked twice creates one item", async ({ browser, service }) => {
  const { page } = await openPage(browser);
  await page.goto(`${service.url}/profiles`);
  const profiles = async () => (await api<unknown[]>(service, "/api/profiles")).body.length;
  const before = await profiles();
  const pressed = Promise.withResolvers<void>();
  await page.route("**/clone", (route) => pressed.promise.then(() => route.continue()));
  const clone = page.getByRole("button", { name: "Clone Movie 1080p x265" });
  await clone.click();
  await clone.click();
  pressed.resolve();
  await page.getByRole("heading", { name: "Summary" }).waitFor();
  is(await profiles(), before + 1);
});

browserTest(
  "slow: a refused field is marked, described and focused until it is accepted",
  async ({ browser, service }) => {
    const { page } = await openPage(browser);
    await page.goto(`${service.url}/settings/encoding`);
    const field = page.locator('[name="ffmpegPath"]');
    await page.getByLabel("Show advanced").check();
    await field.fill("/nowhere/ffmpeg");
    await page.getByRole("button", { name: "Save settings" }).click();
    await page.locator('[name="ffmpegPath"][aria-invalid=true]').waitFor();
    is(await field.evaluate((element) => element === document.activeElement), true);
    await page.locator(".field", { has: field }).locator(".field-error").waitFor();
    await page.locator('.toast[data-tone="bad"]').waitFor();
    await field.fill("");
    await page.getByRole("button", { name: "Save settings" }).click();
    await page.getByText("Settings saved.").waitFor();
    is(await page.locator("[aria-invalid], .field-error").count(), 0);
  },
);

browserTest(
  "slow: an unreachable server is reported, and the form can be sent again",
  async ({ browser, service }) => {
    const { page } = await openPage(browser);
    await page.goto(`${service.url}/profiles`);
    await page.route("**/clone", (route) => route.abort(), { times: 1 });
    const clone = page.getByRole("button", { name: "Clone Movie 1080p x265" });
    await clone.click();
    await page.getByText("The server cannot be reached.").waitFor();
    await clone.click();
    await page.getByRole("heading", { name: "Summary" }).waitFor();
  },
);

browserTest("slow: input from before the page's first script counts once the script runs", async (scene) => {
  const { browser, service } = scene;
  const { page, faults } = await openPage(browser);
  for (const [path, act, sends] of ENTERED_EARLY) {
    const arrives = Promise.withResolvers<void>();
    await page.route("**/static/app.*.js", (route) => arrives.promise.then(() => route.continue()));
    await page.goto(service.url + path, { waitUntil: "commit" });
    await act(page);
    const sent = page.waitForRequest((request) => sends.test(`${request.method()} ${request.url()}`));
    arrives.resolve();
    await sent;
    await page.unrouteAll();
  }
  is((await api<{ limit: number }>(service, "/api/queue")).body.limit, 7);

  // Some browsers restore form values before scripts run, Chromium afterwards. The page pretends to be a reload to
  // simulate the former.
  await page.addInitScript(() => {
    performance.getEntriesByType = () => [{ type: "reload" } as unknown as PerformanceEntry];
  });
  const arrives = Promise.withResolvers<void>();
  await page.route("**/static/app.*.js", (route) => arrives.promise.then(() => route.continue()));
  await page.goto(`${service.url}/activity`, { waitUntil: "commit" });
  await page.getByLabel("Concurrent jobs").evaluate((field) => (field as HTMLInputElement).value = "3");
  arrives.resolve();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Resume" }).waitFor();
  is((await api<{ limit: number }>(service, "/api/queue")).body.limit, 7);
  same(faults, []);
});

/** For each kind of field: page, user action, and the request it must send. */
const ENTERED_EARLY: [path: string, act: (page: Page) => Promise<unknown>, sends: RegExp][] = [
  ["/activity", (page) => page.getByLabel("Concurrent jobs").fill("7"), /^POST .*\/api\/queue\/limit$/],
  [
    "/search",
    (page) => page.getByRole("searchbox", { name: "Title" }).fill("dune"),
    /^GET .*\/search\?part=found&q=dune/,
  ],
  [
    "/search",
    (page) => page.getByLabel("Search in").selectOption({ index: 1 }),
    /^GET .*\/search\?part=found.*scope=\w/,
  ],
];
