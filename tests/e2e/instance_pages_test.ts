import { deepStrictEqual as same, match, strictEqual as is } from "node:assert/strict";
import { startManager } from "../fakes/manager.ts";
import { KNOWN, startNotifyServer } from "../fakes/notify_server.ts";
import { openPage } from "../kit/browser.ts";
import { acceptQuestions, assertClean, browserTest } from "../kit/scene.ts";
import { api } from "../kit/service.ts";

/** Pages about the instance: settings, system pages and login, in a real browser. */

const settingsOf = async (service: { url: string }, headers?: Record<string, string>) =>
  // deno-lint-ignore no-explicit-any -- the tree is read at many depths
  (await api<any>(service, "/api/settings", { headers })).body;

browserTest(
  "slow: settings are found, tested, refused beside their field, and saved with added list entries",
  async ({ browser, service }) => {
    await using radarr = startManager({ appName: "Radarr", key: "k" });
    await using phone = await startNotifyServer();
    const opened = await openPage(browser);
    const { page } = opened;
    await page.goto(`${service.url}/settings`);
    await assertClean(opened, "settings-light");

    await page.getByLabel("Find a setting").fill("radarr url");
    await page.getByRole("link", { name: "Radarr URL" }).click();
    await page.waitForURL(/\/settings\/connections#f-connections-movie-url$/);
    const radarrTile = page.locator("#connection-movie");
    await radarrTile.getByText("Not used").waitFor();
    await radarrTile.locator('[name="connections.movie.enabled:boolean"][type=checkbox]').check();
    await radarrTile.locator('[name="connections.movie.url"]').fill(radarr.url);
    await radarrTile.locator('[name="connections.movie.apiKey"]').fill("k");
    await radarrTile.getByRole("button", { name: /test/i }).click();
    await radarrTile.getByText(/5\.28\.0/).first().waitFor();
    await page.getByRole("button", { name: "Save settings" }).click();
    await page.getByText("Settings saved.").waitFor();
    await radarrTile.getByText(/Connected · 5\.28\.0/).waitFor();

    await page.goto(`${service.url}/settings/notifications`);
    const notifications = page.locator("#notifications");
    await notifications.getByRole("button", { name: /add/i }).click();
    await notifications.locator('[name="notifications.targets.0.name"]').fill("Phone");
    await notifications.locator('[name="notifications.targets.0.kind"]').selectOption("gotify");
    await notifications.locator('[name="notifications.targets.0.url"]').fill(phone.url);
    await notifications.locator('[name="notifications.targets.0.token"]').fill(KNOWN.gotifyToken);
    await notifications.getByRole("button", { name: /send test/i }).first().click();
    await notifications.getByText("The message was accepted.").waitFor();
    is(phone.received.length, 1);
    await page.getByRole("button", { name: "Save settings" }).click();
    await page.getByText("Settings saved.").waitFor();

    await page.goto(`${service.url}/settings/encoding`);
    await page.locator('[name="ffmpegPath"]').evaluate((field) =>
      (field as HTMLInputElement).value = "/nowhere/ffmpeg"
    );
    await page.getByRole("button", { name: "Save settings" }).click();
    await page.locator("[aria-invalid=true]").first().waitFor();
    await page.locator('[name="transcoding.keepOriginalDays:number"]').fill("20");
    await page.locator('[name="ffmpegPath"]').evaluate((field) => (field as HTMLInputElement).value = "");
    await page.getByRole("button", { name: "Save settings" }).click();
    await page.getByText("Settings saved.").waitFor();
    const saved = await settingsOf(service);
    same([saved.connections.movie.enabled, saved.connections.movie.url, saved.connections.movie.apiKey], [
      true,
      radarr.url,
      "********",
    ]);
    same(saved.notifications.targets.map(({ name, kind, token }: Record<string, string>) => [name, kind, token]), [[
      "Phone",
      "gotify",
      "********",
    ]]);
    is(saved.transcoding.keepOriginalDays, 20);
    await page.goto(`${service.url}/settings/notifications`);
    is(await page.locator('[name="notifications.targets.0.name"]').inputValue(), "Phone");
  },
);

browserTest("slow: the system pages show the state and perform their actions", async ({ browser, service }) => {
  const opened = await openPage(browser);
  const { page } = opened;
  for (
    const [path, name] of [
      ["/system", "status"],
      ["/system/tasks", "tasks"],
      ["/system/events", "events"],
      ["/system/logs", "logs"],
      ["/system/backups", "backups"],
      ["/system/updates", "updates"],
      ["/docs", "docs"],
      ["/docs/api", "docs-api"],
      ["/docs/evidence", "docs-evidence"],
    ]
  ) {
    await page.goto(service.url + path);
    await assertClean(opened, `system-${name}`);
  }
  const phone = await openPage(browser, { width: 360, height: 740 }, true);
  for (const path of ["/system", "/system/tasks", "/system/events", "/system/backups", "/docs/settings", "/settings"]) {
    await phone.page.goto(service.url + path);
    await assertClean(phone, `phone${path.replaceAll("/", "-")}`);
  }
  await phone.page.context().close();

  await page.goto(`${service.url}/system/tasks`);
  await page.getByRole("row", { name: /Detect FFmpeg/ }).getByRole("button", { name: /run/i }).click();
  await page.getByText(/ffmpeg .* video and .* audio encoders/).waitFor();

  await page.goto(`${service.url}/system/backups`);
  await page.getByRole("button", { name: "Back up now" }).click();
  await page.getByText(/_manual\.zip/).first().waitFor();

  await acceptQuestions(page);
  await page.goto(`${service.url}/system`);
  const loaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Restart" }).click();
  // The page reloads automatically.
  await loaded;
  await page.goto(`${service.url}/system/events`);
  await page.getByText(/restarted its web server/).first().waitFor();
});

browserTest(
  "slow: the door: switched on in the settings, opened at the login page, closed by logging out",
  async ({ browser, service }) => {
    const opened = await openPage(browser);
    const { page } = opened;
    await page.goto(`${service.url}/settings/security#security`);
    await page.locator('[name="general.security.authentication"]').selectOption("forms");
    await page.locator('[name="general.security.authenticationRequired"]').selectOption("enabled");
    await page.locator('[name="general.security.username"]').fill("owner");
    await page.locator('[name="general.security.password"]').fill("correct horse battery");
    await page.getByRole("button", { name: "Save settings" }).click();
    await page.getByText("Settings saved.").waitFor();

    await page.goto(`${service.url}/profiles`);
    await page.waitForURL(/\/login\?to=/);
    await assertClean(opened, "login", { refused: 401 });
    await page.getByLabel("User name").fill("owner");
    await page.getByLabel("Password").fill("wrong horse battery");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("alert").getByText(/is incorrect/).waitFor();
    await page.getByLabel("Password").fill("correct horse battery");
    await page.getByLabel(/Remember me/).check();
    await page.getByRole("button", { name: "Log in" }).click();
    await page.waitForURL(/\/profiles$/);
    const [cookie] = await page.context().cookies();
    same([cookie?.httpOnly, cookie?.sameSite, (cookie?.expires ?? 0) > Date.now() / 1000 + 29 * 86_400], [
      true,
      "Lax",
      true,
    ]);
    match(cookie?.name ?? "", /^lathe-[0-9a-f]{8}$/);

    await page.getByRole("button", { name: "Log out" }).click();
    await page.waitForURL(/\/login$/);
    await page.goto(`${service.url}/`);
    await page.waitForURL(/\/login/);
  },
);
