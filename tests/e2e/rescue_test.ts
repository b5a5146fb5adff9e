import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { openStore } from "../../db/store.ts";
import { freePort } from "../kit/free_ports.ts";
import { api, type RunningService, startService } from "../kit/service.ts";

/**
 * Tests starts of the service with lost data in the config folder. The service waits for the user's decision and is
 * never accessible without login.
 */

const ask = async (service: { url: string }, init: RequestInit = {}) => {
  const response = await fetch(`${service.url}/`, { ...init, headers: { Accept: "text/html" } });
  return { status: response.status, text: await response.text() };
};
const page = (service: { url: string }) => ask(service);
const decide = (service: { url: string }, fields: Record<string, string>) =>
  ask(service, { method: "POST", body: new URLSearchParams(fields) });
const codeOf = (service: RunningService): string => /\(code ([0-9a-f]{16})\)/.exec(service.output())?.[1] ?? "";
const isThere = (path: string) => Deno.stat(path).then(({ size }) => size > 0, () => false);

/** Creates the config folder of a used service with a profile, a backup, and a clean shutdown. */
async function usedFolder(security?: Record<string, string>): Promise<{ configDir: string; data: string }> {
  const configDir = await Deno.makeTempDir({ prefix: "lathe_rescue_" });
  await using service = await startService({ configDir });
  await api(service, "/api/profiles", { body: { name: "Mine", video: { encoder: "libx264" } } });
  await api(service, "/api/system/backups", { method: "POST" });
  if (security !== undefined) {
    is((await api(service, "/api/settings", { method: "PUT", body: { general: { security } } })).status, 200);
  }
  is(await service.stop(), 0);
  const backups = join(configDir, "data", "backups");
  for (const { name } of Deno.readDirSync(backups)) {
    if (!name.includes("manual")) await Deno.remove(join(backups, name));
  }
  return { configDir, data: join(configDir, "data") };
}

/** Waits until the service itself responds at the page's address. */
async function started(service: RunningService): Promise<{ status: number; names: string[] }> {
  for (;;) {
    const answer = await api<{ name: string }[]>(service, "/api/profiles").catch(() => undefined);
    if (answer !== undefined && answer.status !== 503) {
      return { status: answer.status, names: answer.status === 200 ? answer.body.map(({ name }) => name) : [] };
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const start = (configDir: string) => startService({ configDir, args: ["--port", String(freePort())] });

Deno.test("slow: S5: a missing database stops the start; the newest backup is offered and restored", async () => {
  const { configDir, data } = await usedFolder();
  await Deno.writeTextFile(join(data, "lathe.db"), "");
  await using service = await start(configDir);
  const shown = await page(service);
  is(shown.status, 503);
  match(shown.text, /database is missing or empty.*Restore the newest backup.*service_.*_manual\.zip/s);
  const refused = await api<{ code: string }>(service, "/api/queue");
  same([refused.status, refused.body.code], [503, "busy"]);
  is(await isThere(join(data, "lathe.db")), false, "nothing is made meanwhile");

  for (const code of ["", "0".repeat(16), codeOf(service).slice(1)]) {
    match((await decide(service, { action: "empty", code })).text, /The code is incorrect/);
  }
  is(await isThere(join(data, "lathe.db")), false);
  const answer = await decide(service, { action: "restore", code: codeOf(service) });
  is(answer.status, 200, answer.text);
  ok((await started(service)).names.includes("Mine"));
  await service.stop();
  await Deno.remove(configDir, { recursive: true });
});

Deno.test("slow: S-DB-3: S5: a damaged database is set aside whole on a fresh start; quitting changes nothing", async () => {
  const { configDir, data } = await usedFolder();
  const damaged = new Uint8Array(20_000).fill(7);
  await Deno.writeFile(join(data, "lathe.db"), damaged);
  {
    await using service = await start(configDir);
    is((await decide(service, { action: "quit", code: codeOf(service) })).status, 200);
    is(await service.stop(), 0);
  }
  same(await Deno.readFile(join(data, "lathe.db")), damaged);
  await using service = await start(configDir);
  is((await decide(service, { action: "empty", code: codeOf(service) })).status, 200);
  ok(!(await started(service)).names.includes("Mine"));
  const aside = [...Deno.readDirSync(data)].find(({ name }) => name.startsWith("set-aside-"))?.name ?? "";
  same(await Deno.readFile(join(data, aside, "lathe.db")), damaged);
  await service.stop();
  await Deno.remove(configDir, { recursive: true });
});

Deno.test("slow: S5: with a login the page requires it, and so it does after a start with an empty database", async () => {
  const { configDir, data } = await usedFolder({
    authentication: "basic",
    authenticationRequired: "enabled",
    username: "me",
    password: "correct horse",
  });
  await Deno.remove(join(data, "lathe.db"));
  await using service = await start(configDir);
  is(codeOf(service), "", "no code stands in the log");
  const login = { action: "empty", username: "me", password: "correct horse" };
  is((await decide(service, { ...login, password: "wrong" })).status, 401);
  is((await decide(service, login)).status, 200);
  is((await started(service)).status, 401);
  await service.stop();
  await Deno.remove(configDir, { recursive: true });
});

Deno.test("slow: S15: lost settings never start a service without a login", async () => {
  const { configDir, data } = await usedFolder({
    authentication: "forms",
    authenticationRequired: "enabled",
    username: "me",
    password: "correct horse",
  });
  const files = [join(data, "settings.json"), join(data, "settings.json.copy")];
  const whole = await Deno.readFile(join(data, "settings.json"));
  await Deno.writeTextFile(join(data, "settings.json"), "{}");
  {
    await using service = await start(configDir);
    is((await api(service, "/api/queue")).status, 401, "the copy is whole and is used");
    await service.stop();
  }
  same(await Deno.readFile(join(data, "settings.json.copy")), whole);
  for (const path of files) await Deno.writeTextFile(path, "{}");
  await using service = await start(configDir);
  is((await api(service, "/api/queue")).status, 503);
  match((await page(service)).text, /settings are missing.*Start with new settings/s);
  const code = codeOf(service);
  is((await decide(service, { action: "empty", code })).status, 422, "a new login is asked for");
  is((await decide(service, { action: "empty", code, newUsername: "me", newPassword: "12345678" })).status, 422);
  const login = { newUsername: "new", newPassword: "quite another" };
  is((await decide(service, { action: "empty", code, ...login })).status, 200);
  is((await started(service)).status, 401);
  await service.stop();
  const store = await openStore({ path: join(data, "lathe.db") });
  is((await store.db.all("SELECT id FROM profiles")).length, 1, "the database is the one from before");
  await store.close();
  await Deno.remove(configDir, { recursive: true });
});
