import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { openApp, type TestApp } from "../../../tests/fixtures/app.ts";
import { startManager } from "../../../tests/fakes/manager.ts";
import { installFreaccmd } from "../../../tests/fakes/freaccmd.ts";
import { ProfileInput } from "../../encode/profiles/schema.ts";
import { createBus } from "../../kit/bus.ts";
import { systemClock } from "../../kit/clock.ts";
import type { InstanceBusEvents } from "../../app/instance_events.ts";
import { createHealth } from "./service.ts";
import { diskSpaceProbe, programDataProbe } from "./storage.ts";

/** Defines a test in which the problem of a health check is caused, reported, fixed and cleared. */
const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

/** Returns the findings without the one about fre:ac, which the machine lacks and only one test checks. */
const check = async (app: TestApp) => (await lookAtAll(app)).filter(({ message }) => !/^fre:ac/.test(message));
const lookAtAll = async (app: TestApp) => {
  const checks = await (await app.call("/api/system/health?refresh=1")).json() as {
    type: string;
    code: string;
    message: string;
    link?: string;
    since?: string;
  }[];
  return checks.filter(({ type }) => type !== "ok");
};
const codes = async (app: TestApp) => (await check(app)).map(({ code }) => code).sort();

/** Settings that disable discs. Otherwise the check would report that MakeMKV is not installed. */
const QUIET = { disc: { enabled: false } };

test("a fresh instance on a machine with ffmpeg has nothing wrong with it", async () => {
  await using app = await openApp({ settings: QUIET });
  same((await codes(app)).filter((code) => code !== "runs_as_root"), []);
});

test("1: ffmpeg that is missing, empty or built for another processor is named with the cause", async () => {
  await using app = await openApp({ settings: QUIET });
  const path = `${app.folder}/ffmpeg`;
  const elf = new Uint8Array(4096);
  elf.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  new DataView(elf.buffer).setUint16(16, 2, true);
  new DataView(elf.buffer).setUint16(18, Deno.build.arch === "aarch64" ? 0x3e : 0xb7, true);
  const cases: [Uint8Array, RegExp][] = [
    [elf, /is built for (aarch64|x86_64), but this server is (x86_64|aarch64)/],
    [new Uint8Array(0), /is empty/],
    [new TextEncoder().encode("hello world, this is text"), /is not a program/],
    [new Uint8Array([0xcf, 0xfa, 0xed, 0xfe, 7, 0, 0, 1, ...Array(32).fill(0)]), /macOS program/],
  ];
  await app.instance.settings.update({ ffmpegPath: path });
  match((await check(app))[0]?.message ?? "", /does not exist/);
  for (const [bytes, said] of cases) {
    await Deno.writeFile(path, bytes, { mode: 0o755 });
    const [worst] = await check(app);
    is(worst?.type, "error");
    match(worst?.message ?? "", said);
    is(worst?.link, "/setup");
  }
  await app.instance.settings.update({ ffmpegPath: "" });
  ok(!(await codes(app)).includes("tool_missing"));
});

test("2: a hardware method that this ffmpeg lacks is named, with the available ones", async () => {
  await using app = await openApp({ settings: { ...QUIET, transcoding: { hardwareAcceleration: "videotoolbox" } } });
  const found = (await check(app)).find(({ code }) => code === "hardware_unsupported");
  match(found?.message ?? "", /no encoder for videotoolbox/);
});

test("3, 5: a silent manager, a foreign clock, folders that cannot be seen and mappings that lead nowhere", async () => {
  await using radarr = startManager({
    appName: "Radarr",
    roots: ["/films-nobody-has", "/tmp/"],
    now: () => new Date(Date.now() - 20 * 60_000),
  });
  await using app = await openApp({ settings: QUIET });
  const key = "0123456789abcdef0123456789abcdef";
  await app.instance.settings.update({
    connections: { movie: { enabled: true, url: radarr.url, apiKey: key } },
    pathMappings: [{ remote: "/x", local: "/nowhere-at-all", app: "all" }],
  });
  const first = await check(app);
  same(first.map(({ code }) => code).filter((code) => code !== "runs_as_root").sort(), [
    "clock_off",
    "mapping_missing",
    "path_not_visible",
  ]);
  ok(first.every(({ since }) => since !== undefined));
  match(
    first.find(({ code }) => code === "path_not_visible")?.message ?? "",
    /Radarr stores files in \/films-nobody-has/,
  );
  const mapped = [{ remote: "/films-nobody-has", local: app.folder, app: "movie" }];
  await app.instance.settings.update({ pathMappings: mapped });
  ok(!(await codes(app)).includes("path_not_visible"));
  const twice = [...mapped, { remote: "/films", local: `${app.folder}/`, app: "all" }];
  await app.instance.settings.update({ pathMappings: twice });
  ok((await codes(app)).includes("mapping_ambiguous"));
  await app.instance.settings.update({ pathMappings: twice.map((one) => ({ ...one, app: "movie" })) });
  ok((await codes(app)).includes("mapping_ambiguous"), "both for one application");
  radarr.behave("unauthorized");
  match((await check(app)).find(({ code }) => code === "no_answer")?.message ?? "", /Radarr .*API key/);
});

test("4: slskd without Lidarr", async () => {
  await using slskd = startManager({ appName: "slskd", key: "k" });
  await using app = await openApp({ settings: QUIET });
  await app.instance.settings.update({ connections: { soulseek: { enabled: true, url: slskd.url, apiKey: "k" } } });
  ok((await codes(app)).includes("soulseek_without_music"));
});

test("6: MakeMKV is missing while ripping is on, and a missing drive is reported", async () => {
  await using app = await openApp();
  await app.instance.settings.update({
    disc: {
      ripperPath: `${app.folder}/makemkvcon`,
      physicalDrives: [{ id: "d1", path: "/dev/sr99", addedAt: "2026-01-01T00:00:00Z" }],
    },
  });
  const found = await codes(app);
  ok(found.includes("tool_missing") && found.includes("drive_gone"), found.join());
  await app.instance.settings.update({ disc: { ripper: "open" } });
  ok(!(await codes(app)).includes("tool_missing"), "MakeMKV is not used");
});

test("7: fre:ac missing while there are music profiles, which the presets are; those that lose by it are named", async () => {
  await using app = await openApp({ settings: QUIET });
  const told = async () => (await lookAtAll(app)).find(({ code }) => code === "tool_missing")?.message ?? "";
  match(await told(), /fre:ac.* is missing.*affects .*Music WavPack/);
  ok(!(await told()).includes("Music FLAC lossless"));
  await app.instance.profiles.create(ProfileInput.parse({
    name: "Mine",
    mediaType: "music",
    container: "ape",
    audio: { encoder: "ape" },
  }));
  match(await told(), /affects .*Mine/);
  const bin = `${app.folder}/programs`;
  await Deno.mkdir(bin);
  await app.instance.settings.update({
    encodertoolPath: await installFreaccmd(bin, { encoders: ["flac", "lame", "wv", "mac"] }),
  });
  is(await told(), "");
});

test("S-DB-2: 8: program data that is read-only, on a share, or on a nearly full disk is reported", async () => {
  const folder = await Deno.makeTempDir();
  const folders = Object.fromEntries(
    ["cache", "images", "transcodes", "rips", "programData", "metadata", "backups", "logs"].map((id) => [id, folder]),
  ) as Parameters<typeof programDataProbe>[0]["storage"]["folders"];
  const facts = { storage: { folders, onNetworkShare: true }, clock: systemClock };
  same((await programDataProbe(facts).check()).map(({ code }) => code), ["network_share"]);
  const gone = { ...facts, storage: { ...facts.storage, folders: { ...folders, programData: `${folder}/gone` } } };
  same((await programDataProbe(gone).check()).map(({ code, type }) => `${type} ${code}`), [
    "error not_writable",
    "warning network_share",
  ]);
  const disk = () => Promise.resolve({ device: "1", freeBytes: 4, totalBytes: 100 });
  same((await diskSpaceProbe({ ...facts, disk }).check()).map(({ code }) => code), ["disk_low"]);
  await Deno.remove(folder, { recursive: true });
});

test("missing authentication is reported once a remote client or a proxy has connected", async () => {
  await using app = await openApp({ settings: QUIET });
  await (await app.call("/api/queue", { peer: "203.0.113.9" })).body?.cancel();
  await (await app.call("/api/queue", { headers: { "X-Forwarded-For": "10.0.0.9" } })).body?.cancel();
  const found = await codes(app);
  ok(found.includes("open_to_others") && found.includes("proxy_and_local_bypass"), found.join());
});

Deno.test("a check that throws or hangs is a finding, and keeps the others from nothing", async () => {
  const never = Promise.withResolvers<never>();
  const health = createHealth({
    probes: [
      { source: "hanging", fine: "", check: () => never.promise },
      { source: "broken", fine: "", check: () => Promise.reject(new Error("boom")) },
      { source: "well", fine: "All is well.", check: () => Promise.resolve([]) },
    ],
    keyValues: { get: () => Promise.resolve(undefined), set: () => Promise.resolve() },
    bus: createBus<InstanceBusEvents>(() => {}),
    clock: systemClock,
    log: () => {},
    timeoutMs: 20,
  });
  same((await health.check()).map(({ source, code }) => `${source} ${code}`), [
    "hanging check_hangs",
    "broken check_failed",
    "well ok",
  ]);
});

test("a dismissed problem is not counted and can be restored; others are refused", async () => {
  await using app = await openApp();
  const dismiss = async (body: unknown) => {
    const response = await app.call("/api/system/health/dismiss", { json: body });
    return { status: response.status, body: await response.json() };
  };
  const home = async () => await (await app.call("/", { headers: { Accept: "text/html" } })).text();
  const isOffered = (html: string, message: string) =>
    html.includes(`Dismiss<span class="visually-hidden">: ${message}`);
  await app.instance.settings.update({ general: { security: { mediaRoots: [`${app.folder}/missing`] } } });
  const checks = await app.instance.health.check();
  const problem = checks.find(({ code }) => code === "media_folder_missing");
  ok(problem);
  ok(isOffered(await home(), problem.message));
  const { status, body } = await dismiss({ id: problem.id });
  same([status, body.find(({ id }: { id: string }) => id === problem.id).dismissed], [200, true]);
  ok(!isOffered(await home(), problem.message));
  ok((await app.instance.health.check()).find(({ id }) => id === problem.id)?.dismissed, "after another look");
  same((await dismiss({ id: problem.id, dismissed: false })).status, 200);
  ok(isOffered(await home(), problem.message));
  for (const [body, code] of [[{ id: "none" }, 404], [{ id: checks.at(-1)?.id }, 404], [{}, 422]] as const) {
    same((await dismiss(body)).status, code, JSON.stringify(body));
  }
});
