import { deepStrictEqual as same, ok, rejects } from "node:assert/strict";
import { join } from "node:path";
import { Fault } from "../../kit/fault.ts";
import { MASK } from "./secrets.ts";
import { openSettings, type StoredSettings } from "./store.ts";
import { valueAt } from "./tree.ts";

type Env = Record<string, string | undefined>;

/** Settings in a separate folder. `reopen` simulates the next start of the service. */
interface Place {
  path: string;
  settings: StoredSettings;
  reopen(env?: Env): Promise<StoredSettings>;
  warnings: string[];
}

async function withSettings(work: (place: Place) => Promise<void>, env: Env = {}): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "lathe_settings_" });
  const path = join(folder, "data", "settings.json");
  const warnings: string[] = [];
  const reopen = (env: Env = {}) => openSettings({ path, env, warn: (message) => warnings.push(message) });
  try {
    await work({ path, settings: await reopen(env), reopen, warnings });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const FORMS = { general: { security: { authentication: "forms", username: "me", password: "a hash" } } };

const fieldsOf = async (work: Promise<unknown>): Promise<string[]> => {
  const error = await work.then(() => undefined, (error) => error);
  ok(error instanceof Fault && error.code === "invalid", String(error));
  return error.fields.map(({ path }) => path).sort();
};

Deno.test("the first start saves defaults with an API key of 256 bits, which later starts keep", () =>
  withSettings(async ({ settings, reopen }) => {
    const { apiKey } = settings.current().general.security;
    ok(/^[0-9a-f]{64}$/.test(apiKey));
    same((await reopen()).current(), settings.current());
    same(settings.restartRequired(), false);
  }));

Deno.test("a partial update changes the given fields, replaces lists as a whole, and survives a restart", () =>
  withSettings(async ({ settings, reopen }) => {
    await settings.update({ concurrency: 3, localMedia: { exclude: ["a", "b"] }, transcoding: { verify: "full" } });
    await settings.update({ localMedia: { exclude: ["c"] }, transcoding: { device: "0" } });
    for (const now of [settings.current(), (await reopen()).current()]) {
      same([now.concurrency, now.localMedia.exclude, now.localMedia.rescanHours], [3, ["c"], 12]);
      same([now.transcoding.verify, now.transcoding.device], ["full", "0"]);
    }
  }));

Deno.test("an unknown key in the settings file is named in a warning, and the file is used", () =>
  withSettings(async ({ path, settings, reopen, warnings }) => {
    const tree = { ...settings.stored(), concurency: 3 };
    await Deno.writeTextFile(path, JSON.stringify(tree));
    same((await reopen()).current(), settings.current());
    ok(
      warnings.some((text) => text.includes("concurency is ignored") && text.includes("concurrency.")),
      warnings.join(),
    );
  }));

Deno.test("unknown keys are dropped, never stored", () =>
  withSettings(async ({ settings, path }) => {
    await settings.update({ unknown: 1, transcoding: { unknown: 2 }, concurrency: 2 });
    same(settings.current().concurrency, 2);
    ok(!(await Deno.readTextFile(path)).includes("unknown"));
  }));

Deno.test("one wrong field saves nothing, and every wrong field is named", () =>
  withSettings(async ({ settings, path }) => {
    const before = await Deno.readTextFile(path);
    const patch = {
      concurrency: 5,
      pollIntervalSeconds: "often",
      general: { host: { port: 0 } },
      notifications: { targets: [{ id: "a", name: "a", kind: "pigeon" }] },
    };
    same(await fieldsOf(settings.update(patch)), [
      "general.host.port",
      "notifications.targets.0.kind",
      "pollIntervalSeconds",
    ]);
    same(settings.current().concurrency, 1);
    same(await Deno.readTextFile(path), before);
  }));

for (const patch of [null, 5, "text", [], { general: null }, { general: [] }, { transcoding: "x" }]) {
  Deno.test(`the update ${JSON.stringify(patch)} is invalid and changes nothing`, () =>
    withSettings(async ({ settings }) => {
      const before = structuredClone(settings.current());
      ok((await fieldsOf(settings.update(patch))).length > 0);
      same(settings.current(), before);
    }));
}

Deno.test("an update cannot add foreign properties to objects", () =>
  withSettings(async ({ settings, path }) => {
    await settings.update(
      JSON.parse('{"__proto__":{"polluted":1},"general":{"__proto__":{"polluted":1}},"concurrency":2}'),
    );
    await settings.update(JSON.parse('{"constructor":{"prototype":{"polluted":1}}}'));
    ok(!("polluted" in {}) && !("polluted" in settings.current().general));
    ok(!(await Deno.readTextFile(path)).includes("polluted"));
    same(settings.current().concurrency, 2);
  }));

Deno.test('secrets read as a mask; writing it back keeps, "" clears, anything else sets', () =>
  withSettings(async ({ settings }) => {
    const key = () => settings.current().connections.movie.apiKey;
    const { settings: shown } = await settings.update({ connections: { movie: { apiKey: "k1" } } });
    same([key(), valueAt(shown, "connections.movie.apiKey")], ["k1", MASK]);
    await settings.update(settings.masked());
    same(key(), "k1");
    await settings.update({ connections: { movie: { apiKey: "k2" } } });
    same(key(), "k2");
    ok(settings.secrets().includes("k2") && !settings.secrets().includes("k1"));
    await settings.update({ connections: { movie: { apiKey: "" } } });
    same([key(), valueAt(settings.masked(), "connections.movie.apiKey")], ["", ""]);
  }));

Deno.test("secrets of notification targets stay with their target when the list is saved in another order", () =>
  withSettings(async ({ settings }) => {
    const target = (id: string, token: string) => ({ id, name: id, kind: "gotify", token });
    await settings.update({ notifications: { targets: [target("a", "ta"), target("b", "tb")] } });
    await settings.update({ notifications: { targets: [target("b", MASK), target("a", MASK)] } });
    same(settings.current().notifications.targets.map(({ id, token }) => [id, token]), [["b", "tb"], ["a", "ta"]]);
  }));

Deno.test("the API key changes only by its own call, which returns a new one and invalidates the old", () =>
  withSettings(async ({ settings, path }) => {
    const old = settings.current().general.security.apiKey;
    await settings.update({ general: { security: { apiKey: "f".repeat(64) } } });
    await settings.update({ general: { security: { apiKey: "" } } });
    same(settings.current().general.security.apiKey, old);
    const key = await settings.resetApiKey();
    ok(/^[0-9a-f]{64}$/.test(key) && key !== old);
    same(settings.current().general.security.apiKey, key);
    ok(!settings.secrets().includes(old));
    ok((await Deno.readTextFile(path)).includes(key));
    for await (const { name } of Deno.readDir(join(path, ".."))) {
      ok(!(await Deno.readTextFile(join(path, "..", name))).includes(old), `${name} still holds the old key`);
    }
  }));

Deno.test("passwordSet` cannot be written: it follows the password", () =>
  withSettings(async ({ settings }) => {
    const isSet = () => settings.current().general.security.passwordSet;
    await settings.update({ general: { security: { passwordSet: true } } });
    same(isSet(), false);
    await settings.update(FORMS);
    same(isSet(), true);
    await settings.update({ general: { security: { passwordSet: false } } });
    same(isSet(), true);
  }));

Deno.test("environment variables take precedence, updates do not change them, and the file keeps its own value", () =>
  withSettings(
    async ({ settings, reopen }) => {
      const host = () => settings.current().general.host;
      same(settings.locked(), ["general.host.port", "general.host.urlBase"]);
      same([host().port, host().urlBase], [8081, "/lathe"]);
      const { locked } = await settings.update({
        general: { host: { port: 5000, urlBase: "/lathe" } },
        concurrency: 2,
      });
      same([locked, host().port, settings.current().concurrency], [["general.host.port"], 8081, 2]);
      same((await settings.update(settings.masked())).locked, []);
      const later = (await reopen()).current();
      same([later.general.host.port, later.general.host.urlBase, later.concurrency], [3939, "", 2]);
    },
    { SERVICE_PORT: "8081", SERVICE_URL_BASE: "lathe/" },
  ));

for (const [variable, value] of [["SERVICE_PORT", "many"], ["PORT", "70000"], ["SERVICE_URL_BASE", "a b"]] as const) {
  Deno.test(`${variable}=${value} is refused at start, by the name of the variable`, () =>
    withSettings(async ({ reopen }) => {
      await rejects(reopen({ [variable]: value }), (error) => {
        ok(error instanceof Fault && error.code === "invalid" && error.message.includes(variable), String(error));
        return true;
      });
    }));
}

Deno.test("a restart is required once a host setting changed, and for nothing else", () =>
  withSettings(async ({ settings }) => {
    const after = async (patch: unknown) => (await settings.update(patch)).restartRequired;
    same(await after({ concurrency: 2, general: { host: { instanceName: "Other", port: 3939 } } }), false);
    same(await after({ general: { security: { authentication: "basic" } } }), false);
    same(await after({ general: { host: { sslPort: 9899 } } }), true);
    same(await after({ concurrency: 3 }), true);
    same(settings.restartRequired(), true);
    same(await after({ general: { host: { sslPort: 9898 } } }), false);
    same(await after({ general: { host: { urlBase: "/lathe" } } }), true);
    settings.restarted();
    same(settings.restartRequired(), false);
    same(await after({ general: { host: { urlBase: "" } } }), true);
  }));

Deno.test("listeners receive the changed keys once, until they unsubscribe, and nothing without a change", () =>
  withSettings(async ({ settings }) => {
    const heard: string[][] = [];
    const leave = settings.onChange((keys) => heard.push(keys));
    await settings.update({ concurrency: 2, general: { host: { port: 3939 } }, localMedia: { exclude: [] } });
    await settings.update({ concurrency: 2 });
    leave();
    await settings.update({ concurrency: 3 });
    same(heard, [["localMedia.exclude", "concurrency"]]);
  }));

Deno.test("a listener that fails keeps neither the save nor the others from their end", () =>
  withSettings(async ({ settings, reopen, warnings }) => {
    let heard = 0;
    settings.onChange(() => {
      throw new Error("broken listener");
    });
    settings.onChange(() => heard++);
    await settings.update({ concurrency: 2 });
    same([heard, settings.current().concurrency, (await reopen()).current().concurrency], [1, 2, 2]);
    ok(warnings.some((text) => text.includes("broken listener")), warnings.join());
  }));

Deno.test("simultaneous updates all take effect", () =>
  withSettings(async ({ settings, reopen }) => {
    await Promise.all([
      settings.update({ concurrency: 7 }),
      settings.update({ transcoding: { device: "1" } }),
      settings.resetApiKey(),
      settings.update({ pollIntervalSeconds: 99 }).catch(() => {}),
      settings.update({ pollIntervalSeconds: -1 }).catch(() => {}),
    ]);
    const now = (await reopen()).current();
    same([now.concurrency, now.transcoding.device, now.pollIntervalSeconds], [7, "1", 99]);
    same(now, settings.current());
  }));

Deno.test("the current settings stay when the disk refuses the file", () =>
  withSettings(async ({ settings, path }) => {
    await Deno.remove(join(path, ".."), { recursive: true });
    await rejects(settings.update({ concurrency: 9 }));
    same(settings.current().concurrency, 1);
    await Deno.mkdir(join(path, ".."));
    await settings.update({ concurrency: 2 });
    same(settings.current().concurrency, 2);
  }));

Deno.test("slow: S-DB-5: a file truncated at any length never resets authentication", () =>
  withSettings(async ({ path, settings, reopen, warnings }) => {
    await settings.update(FORMS);
    const whole = await Deno.readFile(path);
    for (let length = 0; length < whole.length; length++) {
      await Deno.writeFile(path, whole.subarray(0, length));
      const { security } = (await reopen()).current().general;
      same([security.authentication, security.username, length], ["forms", "me", length]);
    }
    // Without its last character, a line break, the file is still complete.
    same(warnings.length, whole.length - 1);
  }));

for (
  const damage of ["", "null", "[]", "{}{}", '{"general":{"security":{"authentication":"off"}}}', "\0".repeat(500)]
) {
  Deno.test(`a file of ${JSON.stringify(damage.slice(0, 60))} is replaced by its copy, and the next save repairs it`, () =>
    withSettings(async ({ path, settings, reopen, warnings }) => {
      await settings.update(FORMS);
      await Deno.writeTextFile(path, damage);
      const again = await reopen();
      same([again.current().general.security.authentication, warnings.length], ["forms", 1]);
      await again.update({ concurrency: 2 });
      same((await reopen()).current(), again.current());
      same(warnings.length, 1);
    }));
}

Deno.test("a file changed by hand is copied at the next start", () =>
  withSettings(async ({ path, settings, reopen }) => {
    await Deno.writeTextFile(path, JSON.stringify({ ...settings.current(), concurrency: 6 }));
    await reopen();
    await Deno.remove(path);
    same((await reopen()).current().concurrency, 6);
  }));

Deno.test("a missing file is replaced by its copy too", () =>
  withSettings(async ({ path, settings, reopen }) => {
    await settings.update(FORMS);
    await Deno.remove(path);
    same((await reopen()).current(), settings.current());
  }));

Deno.test("the service does not start if neither the file nor its copy is readable", () =>
  withSettings(async ({ path, settings, reopen }) => {
    await settings.update(FORMS);
    const folder = join(path, "..");
    for await (const { name } of Deno.readDir(folder)) await Deno.writeTextFile(join(folder, name), "{");
    await rejects(reopen(), { code: "internal" });
  }));

Deno.test({
  name: "the files are for us alone",
  ignore: Deno.build.os === "windows",
  fn: () =>
    withSettings(async ({ path, settings }) => {
      await settings.update({ concurrency: 2 });
      const folder = join(path, "..");
      const modes: Record<string, number> = {};
      for await (const { name } of Deno.readDir(folder)) {
        modes[name] = ((await Deno.stat(join(folder, name))).mode ?? 0) & 0o777;
      }
      same(modes, { "settings.json": 0o600, "settings.json.copy": 0o600 });
      same(((await Deno.stat(folder)).mode ?? 0) & 0o777, 0o700);
    }),
});
