import { deepStrictEqual as same, match, notStrictEqual, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { keyValueRepository } from "../../db/platform/key_values.ts";
import { sessionRepository } from "../../db/platform/sessions.ts";
import { openInstance } from "./instance.ts";
import type { Instance } from "./instance_model.ts";
import { type Clock, systemClock } from "../kit/clock.ts";
import { ProfileInput } from "../encode/profiles/schema.ts";

/** A restore from the call of a person to the instance that is opened after it. */

const ROOT = new URL("../../", import.meta.url);

/** Instances that were built and not closed: each has a log of its own. */
let living = 0;

const open = (configDir: string, clock: Clock = systemClock): Promise<Instance> =>
  openInstance({
    configDir,
    env: { PATH: Deno.env.get("PATH") },
    files: {
      workerUrl: new URL("lib/jobs/workers/encode_worker.ts", ROOT),
      localWorkerUrl: new URL("lib/library/local/worker/local_worker.ts", ROOT),
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

/** A folder whose next start restores the profile "One" over "One" and "Two"; answers the secret before. */
async function decided(configDir: string): Promise<{ secret: unknown; notes: string[] }> {
  const instance = await open(configDir);
  const { profiles, backups, store } = instance;
  await profiles.create(ProfileInput.parse({ name: "One" }));
  await sessionRepository(store).add({ idDigest: "d", username: "u", createdAt: 1, lastSeenAt: 1, remembered: true });
  const { name } = await backups.take("manual");
  await profiles.create(ProfileInput.parse({ name: "Two" }));
  const { notes } = await backups.restore(await backups.pathOf(name), name);
  const secret = await keyValueRepository(store).get("auth.secret");
  await instance.close();
  return { secret, notes };
}

Deno.test("S2: after a restore nobody is logged in, the session secret is new, and what was changed is told", async () => {
  const configDir = await Deno.makeTempDir({ prefix: "lathe_instance_" });
  const { secret, notes } = await decided(configDir);
  const instance = await open(configDir);
  same(await namesOf(instance), ["One"]);
  same(await instance.store.db.all("SELECT * FROM sessions"), []);
  notStrictEqual(await keyValueRepository(instance.store).get("auth.secret"), secret);
  same(notes, []);
  const { items } = await instance.events.list({ limit: 50 });
  const [told] = items.filter(({ message }) => message.startsWith("Restored from"));
  match(told?.message ?? "", /^Restored from service_.*\.zip\.$/);
  is(await Deno.stat(join(configDir, "data", "restore")).then(() => true, () => false), false);
  await instance.close();
  await Deno.remove(configDir, { recursive: true });
});

Deno.test("C13: a restored instance that fails at any moment is closed before the one before it comes back", async () => {
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

async function copyFolder(from: string, to: string): Promise<void> {
  await Deno.mkdir(to);
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) await copyFolder(join(from, name), join(to, name));
    else await Deno.copyFile(join(from, name), join(to, name));
  }
}
