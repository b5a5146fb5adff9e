import { deepStrictEqual as same, match, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { openApp, type TestApp } from "../tests/fixtures/app.ts";
import { FFMPEG, FFPROBE } from "../tests/kit/ffmpeg.ts";

/** Installs a program that forwards its arguments and records that it was run. */
async function install(folder: string, name: string, calls: string): Promise<string> {
  await Deno.mkdir(folder, { recursive: true });
  const path = join(folder, name);
  await Deno.writeTextFile(path, `#!/bin/sh\necho ${name} >> ${calls}\nexec /usr/bin/${name} "$@"\n`);
  await Deno.chmod(path, 0o755);
  return path;
}

const put = (app: TestApp, json: unknown) => app.call("/api/settings", { method: "PUT", json });
const refusedKeys = async (answer: Response): Promise<string[]> =>
  (await answer.json()).errors.map(({ path }: { path: string }) => path);

/** The combined version output of all programs. */
const EVERY_VERSION = [
  "fre:ac v1.1.7",
  "Supported encoders (<id>):",
  "\\tflac",
  "ffmpeg version 7.1",
  "ffprobe version 7.1",
  "dovi_tool 2.1.2",
  "hdr10plus_tool 1.6.1",
  "tesseract 5.3.0",
  "cdparanoia III release 10.2",
  "MSG:1005,0,1",
  "",
].join("\\n");

/** One setting for each way to configure the path of a program. */
const NAMING: [key: string, setting: (path: string) => unknown][] = [
  ["ffmpegPath", (ffmpegPath) => ({ ffmpegPath })],
  ["ffprobePath", (ffprobePath) => ({ ffprobePath })],
  ["encodertoolPath", (encodertoolPath) => ({ encodertoolPath })],
  ["doviToolPath", (doviToolPath) => ({ doviToolPath })],
  ["hdr10plusToolPath", (hdr10plusToolPath) => ({ hdr10plusToolPath })],
  ["ocr.ocrPath", (ocrPath) => ({ ocr: { ocrPath } })],
  ["disc.ripperPath", (ripperPath) => ({ disc: { ripperPath } })],
  ["disc.cd.ripperPath", (ripperPath) => ({ disc: { cd: { ripperPath } } })],
  ["general.updates.scriptPath", (scriptPath) => ({ general: { updates: { scriptPath } } })],
  [
    "notifications.targets.0.path",
    (path) => ({ notifications: { targets: [{ id: "s", name: "S", kind: "script", path }] } }),
  ],
];

Deno.test({
  name:
    "slow: S-PROC-5: no setting accepts a program in a folder of media, downloads, rips, results or backups, or a world-writable one",
  sanitizeResources: false,
  sanitizeOps: false,
  async fn() {
    await using app = await openApp();
    const at = (name: string) => join(app.folder, name);
    const places = ["media", "mapped", "local", "downloads", "rips", "images", "results"];
    for (const place of places) await Deno.mkdir(at(place));
    const folders = await put(app, {
      general: { security: { mediaRoots: [at("media")] } },
      pathMappings: [{ remote: "/films", local: at("mapped") }],
      localMedia: { enabled: false, folders: [{ path: at("local") }] },
      connections: { soulseek: { downloadsPath: at("downloads") } },
      disc: { ripDirectory: at("rips"), virtualDriveDirectory: at("images") },
    });
    is(folders.status, 200, await folders.text());
    const profile = await app.call("/api/profiles", { json: { name: "Out", output: { directory: at("results") } } });
    is(profile.status, 201, await profile.text());
    await Deno.mkdir(at("open"));
    await Deno.chmod(at("open"), 0o1777);
    const own = Object.values(app.instance.storage.folders);
    const calls = at("calls");
    for (const folder of [...places.map(at), at("open"), ...own, app.instance.storage.configDir]) {
      const tool = await install(folder, "ffmpeg", calls);
      for (const [key, setting] of NAMING) {
        const answer = await put(app, setting(tool));
        same([answer.status, await refusedKeys(answer)], [422, [key]], `${key} in ${folder}`);
      }
    }
    const good = join(at("programs"), "every-tool");
    await Deno.mkdir(at("programs"));
    await Deno.writeTextFile(good, `#!/bin/sh\nprintf '${EVERY_VERSION}'\n`, { mode: 0o755 });
    for (const [key, setting] of NAMING) {
      const answer = await put(app, setting(good));
      is(answer.status, 200, `${key}: ${await answer.text()}`);
    }
    const around = await put(app, { localMedia: { folders: [{ path: at("programs") }] } });
    is(around.status, 422);
    same((await refusedKeys(around)).sort(), NAMING.map(([key]) => key).sort());
  },
});

Deno.test({
  name: "S-PROC-5: a program that became writable, or was linked elsewhere, is not run, and the reason is shown",
  sanitizeResources: false,
  sanitizeOps: false,
  async fn() {
    await using app = await openApp();
    const calls = join(app.folder, "calls");
    const bin = join(app.folder, "programs");
    const called = () => Deno.readTextFile(calls).catch(() => "");
    const paths: Record<string, string> = {};
    for (const name of ["ffmpeg", "ffprobe", "true"]) paths[name] = await install(bin, name, calls);
    await Deno.symlink(paths.true ?? "", join(bin, "tesseract"));
    await Deno.symlink(paths.true ?? "", join(bin, "freaccmd"));
    const script = { id: "s", name: "S", kind: "script", path: paths.true, events: ["encode.done"] };
    await app.instance.settings.update({
      ffmpegPath: paths.ffmpeg,
      ffprobePath: paths.ffprobe,
      ocr: { enabled: true, ocrPath: join(bin, "tesseract") },
      encodertoolPath: join(bin, "freaccmd"),
      doviToolPath: paths.true,
      hdr10plusToolPath: paths.true,
      disc: { ripperPath: paths.true },
      notifications: { targets: [script] },
    });
    const entered = await (await app.call("/api/notifications/test", { json: script })).json();
    same(entered, { ok: true, detail: "The message was accepted." });
    const [target] = app.instance.settings.current().notifications.targets;
    if (target === undefined) throw new Error("The target is not saved.");
    const tell = () => app.instance.notify.test(target);
    const state = async () => {
      const { ffmpeg, encodertool, ripper } = await (await app.call("/api/system?refresh=1")).json();
      return [ffmpeg.error, encodertool.error, ripper.error].map((error) => String(error ?? ""));
    };
    const { decisionContext, media } = app.instance;
    same(await tell(), { ok: true });
    same([(await state())[0], (await decisionContext()).ocr], ["", "ready"]);
    for (const name of [/ffmpeg/, /true/]) match(await called(), name);

    const refused = async (reason: RegExp) => {
      await Deno.remove(calls).catch(() => {});
      for (const error of await state()) match(error, reason);
      const told = await tell();
      match(told.ok ? "" : told.detail, reason);
      is((await decisionContext()).ocr, "missing");
      await media.capabilities().then(() => Promise.reject(new Error("it was run")), ({ code, message }) => {
        is(code, "tool_missing");
        match(message, reason);
      });
      await media.probe("/nowhere").catch(() => {});
      same((await app.instance.health.check()).some(({ message }) => reason.test(message)), true);
      same(await called(), "");
    };
    for (const name of ["ffmpeg", "ffprobe", "true"]) await Deno.chmod(paths[name] ?? "", 0o775);
    await refused(/Other users can write to this file/);
    for (const name of ["ffmpeg", "ffprobe", "true"]) await Deno.chmod(paths[name] ?? "", 0o755);
    same([(await state())[0], (await tell()).ok], ["", true]);
    await Deno.chmod(bin, 0o777);
    await refused(/Other users can write to its parent folder .*programs and replace the program/);
    await Deno.chmod(bin, 0o755);
    const media2 = join(app.folder, "media");
    for (const name of ["ffmpeg", "ffprobe", "true"]) {
      await Deno.remove(paths[name] ?? "");
      await Deno.symlink(await install(media2, name, calls), paths[name] ?? "");
    }
    await app.instance.settings.update({ general: { security: { mediaRoots: [media2] } } });
    await refused(/must not be in a folder that Lathe writes to/);
  },
});

Deno.test({
  name: "S-PROC-5: a program of another kind than its setting is refused, and nothing is saved",
  sanitizeResources: false,
  sanitizeOps: false,
  async fn() {
    await using app = await openApp();
    const before = app.instance.settings.stored();
    for (const [key, setting] of NAMING.slice(0, 8)) {
      const answer = await put(app, setting("/bin/sh"));
      const problem = await answer.json();
      is(answer.status, 422, key);
      same(problem.errors.map(({ path }: { path: string }) => path), [key]);
      match(problem.errors[0].message, /^This program is not /);
    }
    const swapped = await put(app, { ffmpegPath: FFPROBE, ffprobePath: FFMPEG });
    same(await refusedKeys(swapped), ["ffmpegPath", "ffprobePath"]);
    same(app.instance.settings.stored(), before);
    is((await put(app, { ffmpegPath: FFMPEG, ffprobePath: FFPROBE })).status, 200);
  },
});
