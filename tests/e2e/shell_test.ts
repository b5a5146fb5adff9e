import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import type { QueueState } from "../../lib/jobs/schema.ts";
import type { JobPage } from "../../lib/jobs/request_schema.ts";
import { MENU_PAGES } from "../../lib/ui/menu_pages.ts";
import { openPage, openPageWithoutScript } from "../kit/browser.ts";
import { makeSmallClip } from "../kit/clips.ts";
import { assertClean, browserTest } from "../kit/scene.ts";
import { api, startService } from "../kit/service.ts";

browserTest("slow: the palette opens pages and settings and runs actions, by keyboard only", async (scene) => {
  const { browser, service, media } = scene;
  await api(service, "/api/queue/pause", { body: { paused: true } });
  const path = join(media, "Ronin (1998) Remux-1080p.mkv");
  await makeSmallClip(path, { seconds: 1 });
  await api(service, "/api/jobs", { body: { profileId: "builtin-web-mp4", source: { localPath: path } } });
  for (const dark of [false, true]) {
    const view = await openPage(browser, { width: 1280, height: 900 }, dark);
    const { page } = view;
    await page.goto(`${service.url}/profiles`);
    const box = page.getByRole("combobox", { name: /Go to a page/ });
    await page.keyboard.press("Control+k");
    await box.waitFor();
    await page.keyboard.type("se");
    await page.getByRole("option", { selected: true, name: /^Series/ }).waitFor();
    await assertClean(view, `palette-${dark ? "dark" : "light"}`);
    const second = await page.getByRole("option").nth(1).innerText();
    await page.keyboard.press("ArrowDown");
    const chosen = page.getByRole("option", { selected: true });
    is(await chosen.innerText(), second);
    is(await box.getAttribute("aria-activedescendant"), await chosen.getAttribute("id"));
    await page.keyboard.press("Escape");
    await box.waitFor({ state: "detached" });

    await page.keyboard.press("Control+k");
    await box.waitFor();
    await page.keyboard.type("ronin");
    await page.getByRole("option", { name: /Ronin/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: /Ronin/ }).waitFor();
    match(page.url(), /\/jobs\//);

    await page.locator("[data-island=Toasts][data-mounted]").waitFor({ state: "attached" });
    await page.keyboard.press("Control+k");
    await box.waitFor();
    await page.keyboard.type("instance name");
    await page.getByRole("option", { selected: true, name: /Instance name/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/settings\/general#f-/);
    await page.locator("[data-island=Toasts][data-mounted]").waitFor({ state: "attached" });
    ok(await page.evaluate(() => document.querySelector(location.hash) !== null), "the field is on the page");

    await page.keyboard.press("Control+k");
    await box.waitFor();
    await page.keyboard.type("resume");
    await page.getByRole("option", { selected: true, name: /Resume the queue/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("The queue was resumed.").waitFor();
    is((await api<QueueState>(service, "/api/queue")).body.paused, false);
    await page.context().close();
  }
});

browserTest("every page of the menu is opened by g and its letter", async ({ browser, service }) => {
  const { page } = await openPage(browser);
  await page.goto(`${service.url}/profiles`);
  for (const { key, path, label } of MENU_PAGES) {
    await page.locator("[data-island=Toasts][data-mounted]").waitFor({ state: "attached" });
    // The search page focuses its text field.
    await page.keyboard.press("Escape");
    await page.keyboard.press("g");
    await page.keyboard.press(key);
    await page.waitForURL(service.url + path);
    ok((await page.title()).length > 0, label);
  }
  await page.keyboard.press("?");
  await page.getByRole("heading", { name: "Keyboard" }).waitFor();
  await page.keyboard.press("Escape");
});

browserTest(
  "slow: a phone has a bar of four entries and the menu under More, with a script or without",
  async (scene) => {
    const { browser, service } = scene;
    const view = await openPage(browser, { width: 360, height: 740 }, true);
    await view.page.goto(`${service.url}/settings`);
    const bar = view.page.getByRole("navigation", { name: "Quick access" });
    same(await bar.getByRole("link").allInnerTexts(), ["Home", "Activity", "Movies", "Search"]);
    for (const one of await bar.locator("a, button").all()) {
      const size = await one.boundingBox();
      ok(size !== null && size.width >= 40 && size.height >= 40, JSON.stringify(size));
    }
    await bar.getByRole("button", { name: /More/ }).click();
    const menu = view.page.getByRole("navigation", { name: "Main" });
    await menu.getByRole("link", { name: "Profiles" }).waitFor();
    await assertClean(view, "phone-menu");
    // After rotation or resizing, the menu is still a sheet, and the page below it cannot be reached.
    await view.page.setViewportSize({ width: 1280, height: 900 });
    const [sheet, search] = [await menu.boundingBox(), await view.page.locator(".quick-search").boundingBox()];
    ok(sheet && search && sheet.y > search.y + search.height, JSON.stringify([sheet, search]));
    await menu.getByRole("link", { name: "Profiles" }).click();
    await view.page.getByRole("heading", { name: "Profiles", exact: true }).waitFor();

    const page = await openPageWithoutScript(browser, { width: 360, height: 740 });
    await page.goto(`${service.url}/`);
    await page.getByRole("button", { name: /More/ }).click();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Profiles" }).click();
    await page.getByRole("heading", { name: "Profiles", exact: true }).waitFor();
  },
);

browserTest("slow: a cancelled job is restored to its place, and a removal requires confirmation", async (scene) => {
  const { browser, service, media } = scene;
  await api(service, "/api/queue/pause", { body: { paused: true } });
  for (const name of ["Alpha", "Bravo", "Charlie"]) {
    await makeSmallClip(join(media, `${name}.mkv`), { seconds: 1 });
    await api(service, "/api/jobs", {
      body: { profileId: "builtin-web-mp4", source: { localPath: join(media, `${name}.mkv`) } },
    });
  }
  const queued = async () =>
    (await api<JobPage>(service, "/api/jobs?status=queued&sort=position&order=asc")).body.items.map(({ title }) =>
      title
    );
  const view = await openPage(browser);
  const { page } = view;
  await page.goto(`${service.url}/activity`);
  await page.getByRole("button", { name: "Cancel Bravo" }).press("Enter");
  await page.getByText("Bravo was cancelled.").waitFor();
  same(await queued(), ["Alpha", "Charlie"]);
  await assertClean(view, "toast-undo");
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await page.getByText("Bravo is queued again.").waitFor();
  same(await queued(), ["Alpha", "Bravo", "Charlie"]);

  await page.getByRole("button", { name: "Cancel Charlie" }).press("Enter");
  await page.getByRole("button", { name: "Remove Charlie from history" }).press("Enter");
  const question = page.getByRole("alertdialog");
  await question.getByText("Charlie is removed from the history").waitFor();
  await question.getByRole("button", { name: "Keep" }).press("Enter");
  await question.waitFor({ state: "detached" });
  is((await api<JobPage>(service, "/api/jobs")).body.total, 3);
  await page.getByRole("button", { name: "Remove Charlie from history" }).press("Enter");
  await question.getByRole("button", { name: /^Remove/ }).press("Enter");
  await page.getByRole("button", { name: "Remove Charlie from history" }).waitFor({ state: "detached" });
  is((await api<JobPage>(service, "/api/jobs")).body.total, 2);
});

browserTest(
  "slow: actions from before htmx is loaded run once it is, and no event in between is lost",
  async (scene) => {
    const { browser, service, media } = scene;
    await api(service, "/api/queue/pause", { body: { paused: true } });
    const add = async (name: string) => {
      await makeSmallClip(join(media, `${name}.mkv`), { seconds: 1 });
      await api(service, "/api/jobs", {
        body: { profileId: "builtin-web-mp4", source: { localPath: join(media, `${name}.mkv`) } },
      });
    };
    for (const name of ["Alpha", "Bravo"]) await add(name);
    const { page, faults } = await openPage(browser);
    const done = Promise.withResolvers<void>();
    await page.route("**/static/htmx-*.js", (route) => done.promise.then(() => route.continue()));
    await page.goto(`${service.url}/activity`);
    const cancel = page.getByRole("button", { name: "Cancel Bravo" });
    // The button is clicked twice, as users do when nothing happens.
    await cancel.click();
    await cancel.click();
    await add("Charlie");
    is((await api<JobPage>(service, "/api/jobs?status=queued")).body.total, 3);
    done.resolve();
    await page.getByText("Bravo was cancelled.").waitFor();
    await page.getByRole("button", { name: "Cancel Charlie" }).waitFor();
    same((await api<JobPage>(service, "/api/jobs?status=cancelled")).body.items.map(({ title }) => title), ["Bravo"]);

    // If htmx never loads, the form is submitted as on a page without scripts.
    await page.unrouteAll();
    await page.route("**/static/htmx-*.js", (route) => route.abort());
    await page.reload();
    await page.getByRole("button", { name: "Cancel Charlie" }).click();
    await page.getByRole("button", { name: "Cancel Charlie" }).waitFor({ state: "detached" });
    same((await api<JobPage>(service, "/api/jobs?status=queued")).body.items.map(({ title }) => title), ["Alpha"]);
    same(faults.filter((fault) => !/ERR_FAILED/.test(fault)), []);
  },
);

browserTest(
  "slow: below a URL base a page is shown while the server is unreachable, and nothing else is cached",
  async (scene) => {
    const service = await startService({ env: { SERVICE_URL_BASE: "/lathe" } });
    const { page } = await openPage(scene.browser);
    try {
      await page.goto(`${service.url}/`);
      await page.evaluate(() => navigator.serviceWorker.ready);
      const kept = await page.evaluate(async () => {
        const names = await caches.keys();
        const all = await Promise.all(names.map(async (name) => await (await caches.open(name)).keys()));
        return all.flat().map(({ url }) => new URL(url).pathname.replace(/\.[0-9a-f]{8}\./, "."));
      });
      same(kept.sort(), ["/lathe/offline", "/lathe/static/icon.svg", "/lathe/static/style.css"]);
      const manifest = await page.evaluate(async () => {
        const link = document.querySelector<HTMLLinkElement>("link[rel=manifest]");
        return await (await fetch(link?.href ?? "")).json();
      });
      same([manifest.start_url, manifest.scope], ["/lathe/", "/lathe/"]);
      const touch = await page.locator("link[rel=apple-touch-icon]").getAttribute("href");
      const pictures = [touch ?? "", ...manifest.icons.map((icon: { src: string }) => icon.src)];
      const types = await page.evaluate(
        async (all) => await Promise.all(all.map(async (src) => (await fetch(src)).headers.get("content-type"))),
        pictures,
      );
      const svg = "image/svg+xml; charset=utf-8";
      same(types, ["image/png", svg, svg, "image/png", "image/png"]);
    } finally {
      await service[Symbol.asyncDispose]();
    }
    await page.goto(`${service.url}/encode`);
    await page.getByRole("heading", { name: "Lathe cannot be reached" }).waitFor();
  },
);

browserTest(
  "slow: a message disappears after a while, but not while it has the focus",
  async ({ browser, service }) => {
    const { page } = await openPage(browser);
    await page.clock.install();
    await page.goto(`${service.url}/profiles`);
    await page.locator("[data-island=Toasts][data-mounted]").waitFor({ state: "attached" });
    await page.evaluate(() =>
      document.dispatchEvent(
        new CustomEvent("lathe:toast", {
          detail: { message: "Alpha was cancelled.", tone: "plain", undo: { calls: [] } },
        }),
      )
    );
    const undo = page.getByRole("button", { name: "Undo" });
    await undo.focus();
    await page.clock.fastForward(60_000);
    await page.clock.fastForward(60_000);
    ok(await undo.isVisible());
    await undo.evaluate((button: HTMLElement) => button.blur());
    await page.clock.fastForward(60_000);
    await undo.waitFor({ state: "detached" });
  },
);

browserTest(
  "slow: the theme of this browser is that of every page from its first byte on, below a URL base",
  async (scene) => {
    await using service = await startService({ env: { SERVICE_URL_BASE: "/lathe" } });
    const { page } = await openPage(scene.browser);
    const shown = () => page.evaluate(() => getComputedStyle(document.body).colorScheme);
    const theme = page.getByRole("button", { name: /^Theme:/ });
    await page.goto(`${service.url}/`);
    const light = await shown();
    await theme.click();
    await theme.click();
    await page.getByRole("button", { name: "Theme: dark" }).waitFor();
    const answer = await page.goto(`${service.url}/activity`);
    match(await answer?.text() ?? "", /^<!doctype html><html [^>]*data-theme="dark"/);
    is(await shown(), "dark");
    await page.getByRole("button", { name: "Theme: dark" }).click();
    await page.reload();
    await page.getByRole("button", { name: "Theme: system" }).waitFor();
    is(await shown(), light);
    await page.context().addCookies([{ name: "lathe-theme", value: "blue", url: `${service.url}/` }]);
    const odd = await page.reload();
    ok(!(await odd?.text() ?? "").includes("data-theme"), "a theme that is none is left out");
  },
);
