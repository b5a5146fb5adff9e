import { deepStrictEqual as same, match, ok, rejects, strictEqual as is } from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { makemkvArchive, startMakemkvSite } from "../../../../../tests/fakes/makemkv_site.ts";
import { testHttpClient } from "../../../../../tests/fixtures/http_client.ts";
import { systemClock } from "../../../../kit/clock.ts";
import type { Fault } from "../../../../kit/fault.ts";
import { ArchiveProblem, readTarFile } from "./read_licence.ts";
import { createMakemkvSetup, type MakemkvSetupService } from "./service.ts";

/** Timers of the HTTP client may outlive a test. */
const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

const LICENCE = "MakeMKV licence\n<script>alert(1)</script> \u00a9\n";
const BIN = "/makemkv-bin-1.18.2.tar.gz";
const OSS = "/makemkv-oss-1.18.2.tar.gz";
const FILE = "makemkv-bin-1.18.2/src/eula_en_linux.txt";
const NO_SIGNAL = new AbortController().signal;

const sha256 = (data: Uint8Array | string) => createHash("sha256").update(data).digest("hex");
const binWith = (licence: string) =>
  makemkvArchive("makemkv-bin-1.18.2", { "Makefile": "all:\n", "src/eula_en_linux.txt": licence });

/** The setup in a container that can build, with a fake site. */
async function scene(build: string | undefined = "ready") {
  const folder = await Deno.makeTempDir({ prefix: "lathe_test_" });
  const site = startMakemkvSite({
    "/": "<h1>MakeMKV 1.18.2 for Windows, Mac OS X and Linux is available</h1> MakeMKV v1.17.9",
    [BIN]: await binWith(LICENCE),
    [OSS]: await makemkvArchive("makemkv-oss-1.18.2", { "configure": "" }),
  });
  const http = testHttpClient();
  const target = join(folder, "target");
  await Deno.mkdir(target);
  const marks = join(folder, "makemkv");
  const create = () =>
    createMakemkvSetup({ environment: { build, url: site.url, target }, http, clock: systemClock, folder: marks });
  return {
    site,
    target,
    marks,
    create,
    setup: create(),
    async [Symbol.asyncDispose]() {
      await http[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** Returns the state as the API shows it, without fields that are undefined. */
const shown = async (setup: MakemkvSetupService): Promise<unknown> => JSON.parse(JSON.stringify(await setup.state()));

const faultOf = (work: Promise<unknown>): Promise<Fault> =>
  work.then(() => Promise.reject(new Error("no fault")), (e) => e);

const place = async (folder: string, files: Record<string, string>) => {
  await Deno.mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await Deno.writeTextFile(join(folder, name), text);
};

test("the newest version and its licence are read from the archive, and nothing is written", async () => {
  await using world = await scene();
  same(await shown(world.setup), { state: "ready" });
  const offer = await world.setup.readLicence(undefined, NO_SIGNAL);
  same(offer, {
    version: "1.18.2",
    licence: LICENCE,
    licenceSha256: sha256(LICENCE),
    ossSha256: sha256(world.site.served[OSS] as Uint8Array),
    binSha256: sha256(world.site.served[BIN] as Uint8Array),
  });
  same(await shown(world.setup), { state: "ready", offer });
  await rejects(Deno.stat(world.marks));
});

test("an accepted licence is a request with the checksums for the next start, which can be withdrawn", async () => {
  await using world = await scene();
  const offer = await world.setup.readLicence("1.18.2", NO_SIGNAL);
  const { version, licenceSha256 } = offer;
  is((await world.setup.accept({ version, licenceSha256 })).state, "accepted");
  const lines = (await Deno.readTextFile(join(world.marks, "request"))).split("\n");
  same(lines.slice(0, 4), [
    "version 1.18.2",
    `oss ${offer.ossSha256}`,
    `bin ${offer.binSha256}`,
    `licence ${licenceSha256}`,
  ]);
  match(lines[4] ?? "", /^accepted 2\d{3}-\d\d-\d\dT[\d:.]+Z$/);
  same(await shown(world.create()), { state: "accepted", version });
  is((await world.setup.withdraw()).state, "ready");
  same(await Array.fromAsync(Deno.readDir(world.marks)), []);
});

test("only the licence that was read last can be accepted", async () => {
  await using world = await scene();
  const accepted = { version: "1.18.2", licenceSha256: sha256(LICENCE) };
  is((await faultOf(world.setup.accept(accepted))).code, "conflict");
  await world.setup.readLicence("1.18.2", NO_SIGNAL);
  is((await faultOf(world.setup.accept({ ...accepted, licenceSha256: sha256("another") }))).code, "conflict");
  is((await faultOf(world.setup.accept({ ...accepted, version: "1.18.3" }))).code, "conflict");
  await rejects(Deno.stat(world.marks));
});

for (
  const [build, state] of [
    [undefined, { state: "unavailable" }],
    ["user", { state: "unavailable", missing: "user" }],
    ["no-volume", { state: "unprepared", missing: "no-volume" }],
    ["read-only", { state: "unprepared", missing: "read-only" }],
  ] as const
) {
  test(`nothing is downloaded where MakeMKV cannot be built: ${build}`, async () => {
    await using world = await scene(build ?? "");
    const setup = build === undefined
      ? createMakemkvSetup({ environment: {}, http: testHttpClient(), clock: systemClock, folder: world.marks })
      : world.setup;
    same(await shown(setup), state);
    is((await faultOf(setup.readLicence("1.18.2", NO_SIGNAL))).code, "bad_state");
    is((await faultOf(setup.accept({ version: "1.18.2", licenceSha256: sha256(LICENCE) }))).code, "bad_state");
    same(world.site.asked, []);
  });
}

test("the marks of the entrypoint are shown with the end of the log", async () => {
  await using world = await scene();
  await place(world.marks, { building: "version 1.18.2\n", "build.log": `${"x".repeat(20_000)}\nlast line` });
  const building = await world.setup.state();
  same([building.state, building.version, building.log?.endsWith("last line")], ["building", "1.18.2", true]);
  ok((building.log?.length ?? 0) <= 6000);
  await Deno.rename(join(world.marks, "building"), join(world.marks, "failed"));
  is((await world.setup.state()).state, "failed");
  is((await world.setup.withdraw()).state, "ready");
  await place(world.target, { version: "1.18.2\n" });
  same(await shown(world.setup), { state: "built", version: "1.18.2" });
  await place(world.marks, { failed: "version 1;rm -rf /\n" });
  same(await world.setup.state().then(({ state, version }) => [state, version]), ["failed", undefined]);
});

const stalled = () =>
  new Response(
    new ReadableStream({
      start: (control) => control.enqueue(new Uint8Array([0x1f, 0x8b])),
    }),
  );

test("a download that stalls ends when its caller leaves, and another one is refused while it runs", async () => {
  await using world = await scene();
  world.site.served[BIN] = stalled;
  const leaving = new AbortController();
  const first = world.setup.readLicence("1.18.2", leaving.signal);
  is((await faultOf(world.setup.readLicence("1.18.2", NO_SIGNAL))).code, "busy");
  leaving.abort(new Error("left"));
  await rejects(first, /left/);
});

for (
  const [problem, served, code, words] of [
    ["no such version", undefined, "not_found", /has no makemkv-bin-1\.18\.2\.tar\.gz/],
    ["status 500", () => new Response("down", { status: 500 }), "upstream_failed", /returned status 500/],
    ["an HTML page", "<html>Please wait</html>", "upstream_failed", /damaged or not a gzip-compressed tar archive/],
  ] as const
) {
  test(`a site that answers with ${problem} is reported, and offers nothing`, async () => {
    await using world = await scene();
    if (served === undefined) delete world.site.served[BIN];
    else world.site.served[BIN] = served;
    const fault = await faultOf(world.setup.readLicence("1.18.2", NO_SIGNAL));
    is(fault.code, code);
    match(fault.message, words);
    same(await shown(world.setup), { state: "ready" });
  });
}

test("a truncated archive, a missing library and a page without a version are reported", async () => {
  await using world = await scene();
  const whole = world.site.served[BIN] as Uint8Array<ArrayBuffer>;
  world.site.served[BIN] = whole.slice(0, whole.length - 20);
  match((await faultOf(world.setup.readLicence("1.18.2", NO_SIGNAL))).message, /cannot be used: it is damaged/);
  world.site.served[BIN] = await binWith("  \n");
  match((await faultOf(world.setup.readLicence("1.18.2", NO_SIGNAL))).message, /its licence is empty/);
  world.site.served[BIN] = whole;
  delete world.site.served[OSS];
  match((await faultOf(world.setup.readLicence("1.18.2", NO_SIGNAL))).message, /has no makemkv-oss/);
  world.site.served["/"] = "<html>Maintenance</html>";
  match((await faultOf(world.setup.readLicence(undefined, NO_SIGNAL))).message, /No version number was found/);
});

test("an archive of 5 GB is refused at its limit", async () => {
  await using world = await scene();
  let sent = 0;
  const part = new Uint8Array(1 << 20);
  world.site.served[OSS] = () =>
    new Response(
      new ReadableStream({
        pull(control) {
          sent++;
          if (sent > 5 << 10) control.close();
          else control.enqueue(part);
        },
      }),
    );
  match((await faultOf(world.setup.readLicence("1.18.2", NO_SIGNAL))).message, /larger than allowed/);
  ok(sent < 200, `${sent} MB were sent`);
});

async function* chunks(bytes: Uint8Array<ArrayBuffer>, size: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}
const gzip = async (bytes: Uint8Array<ArrayBuffer>) =>
  new Uint8Array(
    await new Response(ReadableStream.from([bytes]).pipeThrough(new CompressionStream("gzip"))).arrayBuffer(),
  );

test("the file is found however the archive is cut, and only at its exact path", async () => {
  const bytes = await binWith(LICENCE.repeat(40));
  for (const size of [1, 511, 513, 1 << 20]) {
    is(new TextDecoder().decode(await readTarFile(chunks(bytes, size), FILE)), LICENCE.repeat(40));
  }
  await rejects(readTarFile(chunks(bytes, 999), "src/eula_en_linux.txt"), /does not contain the licence/);
  const linked = await makemkvArchive("makemkv-bin-1.18.2", { "src/eula_en_linux.txt": { link: "/etc/passwd" } });
  await rejects(readTarFile(chunks(linked, 999), FILE), /does not contain the licence/);
});

test("a compressed bomb, a huge licence and bytes that are no tar archive are refused", async () => {
  const zeros = await gzip(new Uint8Array(4 << 20));
  ok(zeros.length < 10_000);
  await rejects(
    readTarFile(chunks(zeros, 4096), FILE, 1 << 20),
    (error) => error instanceof ArchiveProblem && /larger than allowed/.test(error.message),
  );
  await rejects(readTarFile(chunks(await binWith("x".repeat(600 << 10)), 4096), FILE), /licence is larger/);
  await rejects(
    readTarFile(chunks(await gzip(new Uint8Array(1024).fill(65)), 4096), FILE),
    /not a gzip-compressed tar archive/,
  );
});
