import { deepStrictEqual as same, match, notStrictEqual, ok, rejects, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { keyValueRepository } from "../../db/platform/key_values.ts";
import { sessionRepository } from "../../db/platform/sessions.ts";
import { archiveFolder } from "./backup/staging.ts";
import { openInstance } from "./instance.ts";
import type { Instance } from "./instance_model.ts";
import { type Clock, systemClock } from "../kit/clock.ts";
import { ownProgram } from "../kit/process/own_program.ts";
import { ProfileInput } from "../encode/profiles/schema.ts";

/** Tests restores from the user's request to the instance that is opened afterwards. */

const ROOT = new URL("../../", import.meta.url);

const exists = (path: string): Promise<boolean> => Deno.stat(path).then(() => true, () => false);

async function appeared(path: string): Promise<void> {
  while (!await exists(path)) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** Number of instances that are open. Each has its own log. */
let living = 0;

const IMPORT_WORKER = new URL("lib/app/backup/import/import_worker.ts", ROOT);

const open = (configDir: string, clock: Clock = systemClock, importWorkerUrl = IMPORT_WORKER): Promise<Instance> =>
  openInstance({
    configDir,
    env: { PATH: Deno.env.get("PATH") },
    files: {
      workerUrl: new URL("lib/jobs/workers/encode_worker.ts", ROOT),
      localWorkerUrl: new URL("lib/library/local/worker/local_worker.ts", ROOT),
      animeProgram: ownProgram(new URL("main.ts", ROOT).href, "work"),
      importWorkerUrl,
      migrations: new URL("db/migrations", ROOT),
    },
    openLog: () => {
      living++;
      const dispose = () => Promise.resolve(void living--);
      return Promise.resolve({ log: () => {}, requestLog: () => {}, change: () => {}, dispose });
    },
    passwords: { cost: 10 },
    clock,
  });

const namesOf = async ({ profiles }: Instance): Promise<string[]> =>
  (await profiles.list()).filter(({ builtin }) => !builtin).map(({ name }) => name).sort();

/** Prepares a folder whose next start restores the profile "One" over "One" and "Two". Returns the previous secret. */
async function decided(configDir: string): Promise<{ secret: unknown; notes: string[] }> {
  const instance = await open(configDir);
  const { profiles, backups, events, store } = instance;
  events.record({ level: "info", source: "system", message: "Kept." });
  await events.settled();
  await profiles.create(ProfileInput.parse({ name: "One" }));
  await sessionRepository(store).add({ idDigest: "d", username: "u", createdAt: 1, lastSeenAt: 1, remembered: true });
  const { name } = await backups.create("manual");
  await profiles.create(ProfileInput.parse({ name: "Two" }));
  const { notes } = await backups.restore(await backups.pathOf(name), name);
  const secret = await keyValueRepository(store).get("auth.secret");
  await instance.close();
  return { secret, notes };
}

Deno.test("slow: S2: a restore logs everyone out, replaces the session secret, and reports changes", async () => {
  const configDir = await Deno.makeTempDir({ prefix: "lathe_instance_" });
  const { secret, notes } = await decided(configDir);
  const instance = await open(configDir);
  same(await namesOf(instance), ["One"]);
  same(await instance.store.db.all("SELECT * FROM sessions"), []);
  notStrictEqual(await keyValueRepository(instance.store).get("auth.secret"), secret);
  same(notes, []);
  const { items } = await instance.events.list({ limit: 50 });
  ok(items.some(({ message }) => message === "Kept."), "what happened before the backup is still told");
  const [told] = items.filter(({ message }) => message.startsWith("Restored from"));
  match(told?.message ?? "", /^Restored from service_.*\.zip\.$/);
  is(await Deno.stat(join(configDir, "data", "restore")).then(() => true, () => false), false);
  await instance.close();
  await Deno.remove(configDir, { recursive: true });
});

Deno.test("slow: C13: a restored instance that fails at any moment is closed before the previous one returns", async () => {
  const base = await Deno.makeTempDir({ prefix: "lathe_instance_" });
  await decided(join(base, "prepared"));
  const seen = new Set<string>();
  for (let n = 1; !seen.has("One"); n++) {
    const configDir = join(base, String(n));
    await copyFolder(join(base, "prepared"), configDir);
    let calls = 0;
    const failing: Clock = {
      ...systemClock,
      now: () => {
        if (++calls === n) throw new Error("the clock stopped");
        return systemClock.now();
      },
    };
    const instance = await open(configDir, failing);
    const names = await namesOf(instance);
    seen.add(names.join());
    same([["One"], ["One", "Two"]].some((state) => state.join() === names.join()), true);
    is(living, 1, `after a failure at call ${n} the other instance is closed`);
    await instance.close();
    is(living, 0);
    if (n > 200) throw new Error("It never came to its end.");
  }
  ok(seen.has("One,Two"), "at least one start failed");
  await Deno.remove(base, { recursive: true });
});

Deno.test("C5: while a backup is read into a database, the thread of the service is free", () =>
  withBackup(new URL("tests/fakes/held_import_worker.ts", ROOT), async ({ events, storage }, restore) => {
    const ended: string[] = [];
    const restoring = restore().finally(() => ended.push("restore"));
    const held = join(archiveFolder(storage.folders.programData), "lathe.db.held");
    await appeared(held);
    ok((await events.list({ limit: 5 })).items.some(({ message }) => message === "Kept."));
    ended.push("request");
    await Deno.remove(held);
    same((await restoring).notes, []);
    same(ended, ["request", "restore"]);
  }));

Deno.test("C5: a restore whose thread dies reports it, and changes nothing", () =>
  withBackup(new URL("data:text/javascript,onmessage=()=>{throw new Error('/secret')}"), async (instance, restore) => {
    const archives = await instance.backups.list();
    await rejects(restore(), { name: "Fault", code: "internal", message: /^(?!.*secret).*Nothing was changed\.$/ });
    same(await instance.backups.list(), archives);
    is(await exists(join(instance.storage.folders.programData, "restore")), false);
    await instance.backups.create("manual");
  }));

Deno.test("C5: a closed instance cancels an undecided restore", () =>
  withBackup(new URL("data:text/javascript,onmessage=()=>{for(;;);}"), async (instance, restore) => {
    const refused = rejects(restore(), { name: "Fault", code: "shutting_down" });
    await appeared(join(archiveFolder(instance.storage.folders.programData), "lathe.db"));
    await instance.close();
    await refused;
    is(await exists(join(instance.storage.folders.programData, "restore")), false);
  }));

/** An instance with a backup of itself. The import runs in this thread. */
async function withBackup(
  importWorkerUrl: URL,
  work: (instance: Instance, restore: () => ReturnType<Instance["backups"]["restore"]>) => Promise<void>,
): Promise<void> {
  const configDir = await Deno.makeTempDir({ prefix: "lathe_instance_" });
  const instance = await open(configDir, systemClock, importWorkerUrl);
  instance.events.record({ level: "info", source: "system", message: "Kept." });
  await instance.events.settled();
  const { name } = await instance.backups.create("manual");
  await work(instance, async () => await instance.backups.restore(await instance.backups.pathOf(name), name));
  await instance.close();
  await Deno.remove(configDir, { recursive: true });
}

async function copyFolder(from: string, to: string): Promise<void> {
  await Deno.mkdir(to);
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) await copyFolder(join(from, name), join(to, name));
    else await Deno.copyFile(join(from, name), join(to, name));
  }
}
