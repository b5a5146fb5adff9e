import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { openArchive } from "../../lib/platform/backup/unpack.ts";
import { openStore } from "../../db/store.ts";
import { packArchive } from "../../lib/platform/backup/pack.ts";
import { openSettings } from "../../lib/platform/settings/store.ts";
import { newestMigration } from "../../db/migrate.ts";
import { freePort } from "../kit/free_ports.ts";
import { api, type RunningService, startService } from "../kit/service.ts";

/** Restores a backup and undoes the restore with the real program, with power cuts at any moment. */

interface Backup {
  name: string;
  type: string;
}
const MIGRATIONS = new URL("../../db/migrations/", import.meta.url).pathname;

const setName = (service: { url: string }, instanceName: string) =>
  api(service, "/api/settings", { method: "PUT", body: { general: { host: { instanceName } } } });
const addProfile = (service: { url: string }, name: string) =>
  api(service, "/api/profiles", { body: { name, video: { encoder: "libx264" } } });
const backups = async (service: { url: string }) => (await api<Backup[]>(service, "/api/system/backups")).body;

/** Returns the state of settings and database. Both must be old or both new. */
async function state(service: { url: string }): Promise<string> {
  const settings = await api<{ general: { host: { instanceName: string } } }>(service, "/api/settings");
  const profiles = await api<{ name: string; builtin: boolean }[]>(service, "/api/profiles");
  const own = profiles.body.filter(({ builtin }) => !builtin).map(({ name }) => name).sort();
  return `${settings.body.general.host.instanceName}: ${own.join(", ")}`;
}

async function reached(service: { url: string }, wanted: string): Promise<void> {
  const end = Date.now() + 120_000;
  let last = "";
  while (Date.now() < end) {
    last = await state(service).catch((error) => String(error));
    if (last === wanted) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  is(last, wanted);
}

/** Prepares a service with a state "Old", a backup of it, and the current state "New". */
async function oldAndNew(service: RunningService): Promise<string> {
  await setName(service, "Old");
  await addProfile(service, "One");
  const { body } = await api<Backup>(service, "/api/system/backups", { method: "POST" });
  await setName(service, "New");
  await addProfile(service, "Two");
  is(await state(service), "New: One, Two");
  return body.name;
}

/** Lists the files beside the database once no backup is running. A scheduled backup may run at any time. */
async function dataFolder(service: { url: string }, configDir: string): Promise<string[]> {
  while (true) {
    const names = [...Deno.readDirSync(join(configDir, "data"))].map(({ name }) => name).sort();
    const tasks = await api<{ id: string; running: boolean }[]>(service, "/api/system/tasks");
    const isMaking = tasks.body.some(({ id, running }) => id === "backup" && running);
    if (!isMaking || !names.some((name) => name.startsWith("backup-"))) return names;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const service = (configDir: string, port?: number) =>
  startService({ configDir, args: port === undefined ? [] : ["--port", String(port)] });

Deno.test("a listed backup and an uploaded one are restored, each after a safety backup; secrets stay private", async () => {
  const configDir = await Deno.makeTempDir();
  const port = freePort();
  await using running = await service(configDir, port);
  const name = await oldAndNew(running);
  match(name, /^service_0\.1\.0\.0_\d{8}T\d{6}Z_manual\.zip$/);

  const restored = await api<{ restored: string[] }>(running, `/api/system/backups/${name}/restore`, {
    method: "POST",
  });
  same([restored.status, [...restored.body.restored].sort()], [200, ["lathe.db", "settings.json"]]);
  await reached(running, "Old: One");
  // The first start creates a scheduled backup.
  const listed = (await backups(running)).filter(({ type }) => type !== "scheduled");
  same(listed.map(({ type }) => type).sort(), ["before-restore", "manual"]);
  const events = await api<{ items: { message: string }[] }>(running, "/api/system/events");
  ok(events.body.items.some(({ message }) => message === `Restored from ${name}.`));

  const safety = listed.find(({ type }) => type === "before-restore")?.name ?? "";
  const path = join(configDir, "data", "backups", safety);
  is(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o600);
  const archive = await Deno.readFile(path);
  const upload = await fetch(`${running.url}/api/system/backups/restore`, {
    method: "POST",
    body: archive,
    headers: { "Content-Type": "application/octet-stream" },
  });
  is(upload.status, 200, await upload.text());
  await reached(running, "New: One, Two");

  const form = new FormData();
  form.set("file", new File([await Deno.readFile(join(configDir, "data", "backups", name))], name));
  const sent = await fetch(`${running.url}/api/system/backups/restore`, { method: "POST", body: form });
  is(sent.status, 200, await sent.text());
  await reached(running, "Old: One");
  await running.stop();
  await Deno.remove(configDir, { recursive: true });
});

Deno.test("slow: S-DB-7: a foreign backup, or one of a newer version, is refused and leaves nothing behind", async () => {
  const configDir = await Deno.makeTempDir();
  await using running = await service(configDir);
  await oldAndNew(running);
  const before = (await dataFolder(running, configDir)).filter((name) => !name.startsWith("backup-"));
  const restore = async (body: BodyInit) => {
    const response = await fetch(`${running.url}/api/system/backups/restore`, {
      method: "POST",
      body,
      headers: { "Content-Type": "application/zip" },
    });
    return { status: response.status, code: (await response.json()).code };
  };
  same(await restore("PK nothing"), { status: 422, code: "invalid" });
  same(await restore(""), { status: 422, code: "invalid" });

  const work = await Deno.makeTempDir();
  const settings = join(work, "settings.json");
  const pack = async (version: string, text: string) => {
    await Deno.writeTextFile(settings, text);
    const target = join(work, `${crypto.randomUUID()}.zip`);
    await packArchive({
      target,
      manifest: {
        product: "lathe",
        version,
        createdAt: new Date().toISOString(),
        type: "manual",
        schema: await newestMigration(MIGRATIONS),
      },
      files: [{ name: "settings.json", path: settings }],
    });
    return await Deno.readFile(target);
  };
  same(await restore(await pack("9.0.0.0", "{}")), { status: 409, code: "conflict" });
  same(await restore(await pack("0.1.0.0", "no json")), { status: 422, code: "invalid" });
  same(await restore(await pack("0.1.0.0", '{"concurrency":-4}')), { status: 422, code: "invalid" });
  same(await dataFolder(running, configDir), before);
  is(await state(running), "New: One, Two");
  await running.stop();
  for (const folder of [work, configDir]) await Deno.remove(folder, { recursive: true });
});

Deno.test("slow: S-DB-7: a restore never weakens authentication, and brings no program of its own", async () => {
  const configDir = await Deno.makeTempDir();
  await using running = await service(configDir, freePort());
  const planted = join(configDir, "cache", "tool");
  await Deno.writeTextFile(planted, "#!/bin/sh\n", { mode: 0o755 });
  const work = await Deno.makeTempDir();
  const settings = join(work, "settings.json");
  await Deno.writeTextFile(
    settings,
    JSON.stringify({ ffmpegPath: planted, general: { host: { instanceName: "Planted" } } }),
  );
  const target = join(work, "b.zip");
  await packArchive({
    target,
    manifest: { product: "lathe", version: "0.1.0.0", createdAt: new Date().toISOString(), type: "manual", schema: 0 },
    files: [{ name: "settings.json", path: settings }],
  });
  const security = {
    authentication: "basic",
    authenticationRequired: "enabled",
    username: "me",
    password: "correct horse",
  };
  await api(running, "/api/settings", { method: "PUT", body: { general: { security } } });
  const headers = { Authorization: `Basic ${btoa("me:correct horse")}` };
  const upload = await fetch(`${running.url}/api/system/backups/restore`, {
    method: "POST",
    body: await Deno.readFile(target),
    headers: { ...headers, "Content-Type": "application/zip" },
  });
  const told: { notes?: string[]; detail?: string } = await upload.json();
  is(upload.status, 200, told.detail ?? "");
  match(told.notes?.join("\n") ?? "", /general\.security\.authentication.*ffmpegPath was omitted/s);
  const read = async () =>
    (await api<{ ffmpegPath: string; general: { host: { instanceName: string } } }>(running, "/api/settings", {
      headers,
    })).body;
  const end = Date.now() + 120_000;
  while ((await read().catch(() => undefined))?.general.host.instanceName !== "Planted" && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  same((await read()).ffmpegPath, "");
  is((await api(running, "/api/queue")).status, 401, "the login is still asked for");
  await running.stop();
  for (const folder of [work, configDir]) await Deno.remove(folder, { recursive: true });
});

Deno.test("slow: S-DB-7: kill -9 at any moment of a restore leaves the old or the new state, whole", async () => {
  const configDir = await Deno.makeTempDir();
  let running = await service(configDir);
  const name = await oldAndNew(running);
  const seen = new Set<string>();
  try {
    for (const delay of [0, 15, 40, 80, 130, 200, 300, Infinity]) {
      const asked = api(running, `/api/system/backups/${name}/restore`, { method: "POST" }).catch(() => undefined);
      // The last round kills the service after the restore has responded.
      await (delay === Infinity ? asked : new Promise((resolve) => setTimeout(resolve, delay)));
      await running.kill();
      await asked;
      // The service is restarted to check the state. The next round kills this service.
      running = await service(configDir);
      const now = await state(running);
      seen.add(now);
      ok(now === "New: One, Two" || now === "Old: One", `${now} after ${delay} ms`);
      // The metadata of every listed backup is correct, so none is incomplete.
      for (const backup of await backups(running)) {
        const archive = await openArchive(join(configDir, "data", "backups", backup.name));
        await archive.verify();
        await archive.close();
      }
      if (now === "Old: One") {
        await setName(running, "New");
        await addProfile(running, "Two");
      }
    }
  } finally {
    await running.stop();
  }
  ok(seen.has("Old: One"), "the one that was answered");
  await Deno.remove(configDir, { recursive: true });
});

Deno.test("slow: S-DB-4: kill -9 during a migration leaves a database that starts", async () => {
  for (const delay of [120, 200, 260, 320, 400]) {
    const configDir = await Deno.makeTempDir();
    const data = join(configDir, "data");
    await Deno.mkdir(data, { recursive: true });
    const old = await firstMigrations(1);
    const store = await openStore({ path: join(data, "lathe.db"), migrationsFolder: old });
    await store.write(async (tx) => {
      await tx.run("insert into key_values (key, value) values ('mark', '1')");
    });
    await store.close();
    await openSettings({ path: join(data, "settings.json"), env: {} });
    const child = new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "-A",
        "--node-modules-dir=manual",
        new URL("../../main.ts", import.meta.url).pathname,
        "serve",
        "--config",
        configDir,
        "--port",
        "0",
      ],
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    await new Promise((resolve) => setTimeout(resolve, delay));
    child.kill("SIGKILL");
    await child.status;
    await using running = await service(configDir);
    is((await api(running, "/api/system/events")).status, 200);
    await running.stop();
    const after = await openStore({ path: join(data, "lathe.db") });
    same((await after.db.all("select key from key_values where key = 'mark'")).length, 1);
    await after.close();
    for (const folder of [old, configDir]) await Deno.remove(folder, { recursive: true });
  }
});

/** Creates a folder with only the first migrations, like one of an older version. */
async function firstMigrations(count: number): Promise<string> {
  const folder = await Deno.makeTempDir();
  const journal = JSON.parse(await Deno.readTextFile(`${MIGRATIONS}meta/_journal.json`));
  journal.entries = journal.entries.slice(0, count);
  await Deno.mkdir(join(folder, "meta"));
  await Deno.writeTextFile(join(folder, "meta", "_journal.json"), JSON.stringify(journal));
  for (const { tag } of journal.entries) await Deno.copyFile(`${MIGRATIONS}${tag}.sql`, join(folder, `${tag}.sql`));
  return folder;
}
