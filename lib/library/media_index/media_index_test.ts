import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { findingRepository } from "../../../db/library/findings.ts";
import { mediaIndexRepository } from "../../../db/library/media_index.ts";
import { openApp, type TestApp } from "../../../tests/fixtures/app.ts";
import { capabilities, read } from "../../../tests/fixtures/encode.ts";
import { preset } from "../../../tests/fixtures/plans.ts";
import { withStore } from "../../../tests/fixtures/store.ts";
import { makeSmallClip } from "../../../tests/kit/clips.ts";
import { until } from "../../../tests/kit/until.ts";
import { sampleCapabilities, sampleProbe } from "../../encode/sampling/sample.ts";
import { createDiskReads } from "../../kit/disk/disk_reads.ts";
import { Fault } from "../../kit/fault.ts";
import { createMediaIndex } from "./service.ts";

const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

const [PLAIN, SMART] = ["builtin-movie-1080p", "builtin-smart-remux"];

const indexed = async (path: string) => ({ path, sizeBytes: (await Deno.stat(path)).size });

/** Requests the evaluation of files and waits for its end. Scenes are measured only on request. */
async function evaluate(
  { instance: { mediaIndex, jobs } }: TestApp,
  paths: string[],
  profileIds: string[],
  { measure = false } = {},
) {
  if (!measure) await jobs.setPaused(true);
  await mediaIndex.request(await Promise.all(paths.map(indexed)), profileIds);
  await mediaIndex.settled();
}

test("the evaluation of a file by a smart profile is what a job decides, with its reason and size", async () => {
  await using app = await openApp();
  const { mediaIndex } = app.instance;
  const path = join(app.folder, "Clip.mkv");
  await makeSmallClip(path, { seconds: 1, width: 192, height: 108 });
  await evaluate(app, [path], [PLAIN, SMART]);
  for (const profileId of [PLAIN, SMART]) {
    const evaluation = (await mediaIndex.evaluations(profileId)).get(path);
    ok(evaluation, profileId);
    const answer = await app.call("/api/jobs", { method: "POST", json: { source: { localPath: path }, profileId } });
    const body = await answer.json();
    is(evaluation.outcome, "skipped" in body ? "nothing" : "encode", profileId);
    if (evaluation.outcome === "encode") {
      ok(evaluation.bytes && evaluation.bytes.low <= evaluation.bytes.typical);
      is(body.estimatedBytes, evaluation.bytes.typical);
      await app.call(`/api/jobs/${body.id}`, { method: "DELETE" });
    }
  }
});

test("a file is read once, and again after its size has changed", async () => {
  await using app = await openApp();
  const { mediaIndex } = app.instance;
  const path = join(app.folder, "Clip.mkv");
  await makeSmallClip(path, { seconds: 1, width: 192, height: 108 });
  await evaluate(app, [path], [PLAIN]);
  const before = (await mediaIndex.evaluations(PLAIN)).get(path);
  // Read again, an unreadable file of the same size would be refused.
  await Deno.writeFile(path, new Uint8Array((await Deno.stat(path)).size));
  await evaluate(app, [path], [PLAIN]);
  same((await mediaIndex.evaluations(PLAIN)).get(path), before);
  await Deno.writeTextFile(path, "no video");
  await evaluate(app, [path], [PLAIN]);
  same([...(await mediaIndex.unreadable()).keys()], [path]);
  const status = await mediaIndex.status();
  same([status.files, status.read, status.unreadable], [1, 0, 1]);
});

test("a file that cannot be read has its reason, and does not stop the others", async () => {
  await using app = await openApp();
  const { mediaIndex } = app.instance;
  const [broken, whole] = [join(app.folder, "A.mkv"), join(app.folder, "B.mkv")];
  await Deno.writeTextFile(broken, "no video");
  await makeSmallClip(whole, { seconds: 1, width: 192, height: 108 });
  await mediaIndex.request([
    await indexed(broken),
    { path: join(app.folder, "gone.mkv"), sizeBytes: 1 },
    await indexed(whole),
  ], [PLAIN]);
  await mediaIndex.settled();
  const unreadable = await mediaIndex.unreadable();
  match(unreadable.get(join(app.folder, "gone.mkv")) ?? "", /does not exist/);
  same([unreadable.size, (await mediaIndex.evaluations(PLAIN)).get(whole)?.outcome], [2, "encode"]);
});

test("a changed profile makes its evaluations outdated, and a missing one has none", async () => {
  await using app = await openApp();
  const { mediaIndex, profiles } = app.instance;
  const path = join(app.folder, "Clip.mkv");
  await makeSmallClip(path, { seconds: 1, width: 192, height: 108 });
  const { id } = await profiles.clone(PLAIN, "Own");
  await evaluate(app, [path], [id, "missing"]);
  is((await mediaIndex.evaluations(id)).size, 1);
  await profiles.update(id, { video: { ...(await profiles.get(id)).video, quality: 40 } });
  is((await mediaIndex.evaluations(id)).size, 0);
  await evaluate(app, [path], [id]);
  is((await mediaIndex.evaluations(id)).size, 1);
  is((await mediaIndex.evaluations("missing")).size, 0);
});

test("a request for other files and another profile keeps what is known of the first", async () => {
  await using app = await openApp();
  const { mediaIndex } = app.instance;
  const [first, second] = [join(app.folder, "A.mkv"), join(app.folder, "B.mkv")];
  for (const path of [first, second]) await makeSmallClip(path, { seconds: 1, width: 192, height: 108 });
  await evaluate(app, [first], [PLAIN]);
  await evaluate(app, [second], [SMART]);
  same([...(await mediaIndex.evaluations(PLAIN)).keys()], [first]);
  same([...(await mediaIndex.evaluations(SMART)).keys()], [second]);
});

test("a different request ends the pass over the files of the previous one, and the same request does not", () =>
  withStore(async (store) => {
    const [read, aborted]: [string[], string[]] = [[], []];
    const index = createMediaIndex({
      repository: mediaIndexRepository(store),
      media: {
        capabilities: () => Promise.resolve(sampleCapabilities()),
        readProbe: (path, signal) => {
          read.push(path);
          if (path !== "/slow.mkv") return Promise.resolve({ ...sampleProbe(), path, sizeBytes: 1 });
          return new Promise((_, reject) =>
            signal?.addEventListener("abort", () => {
              aborted.push(path);
              reject(signal.reason);
            })
          );
        },
      },
      profiles: { recipe: (id) => Promise.resolve(preset(id)) },
      decisionContext: () => Promise.resolve({}),
      titleFacts: () => Promise.resolve(undefined),
      disks: createDiskReads(),
      clock: { now: () => new Date() },
    });
    const [slow, quick] = ["/slow.mkv", "/quick.mkv"].map((path) => [{ path, sizeBytes: 1 }]);
    ok(slow && quick);
    await index.request(slow, [PLAIN]);
    await until(() => read.length === 1);
    await index.request(slow, [PLAIN]);
    same(aborted, []);
    await index.request(quick, [PLAIN]);
    await index.settled();
    same([aborted, read], [["/slow.mkv"], ["/slow.mkv", "/quick.mkv"]]);
    same([...(await index.evaluations(PLAIN)).keys()], ["/quick.mkv"]);
    same(await index.status(), { working: false, files: 1, read: 1, unreadable: 0, evaluated: 1 });
  }));

test("without ffmpeg there are no evaluations, so that a plan estimates instead of failing", () =>
  withStore(async (store) => {
    const missing = () => Promise.reject(new Fault("tool_missing", "ffmpeg was not found."));
    const index = createMediaIndex({
      repository: mediaIndexRepository(store),
      media: { capabilities: missing, readProbe: missing },
      profiles: { recipe: (id) => Promise.resolve(preset(id)) },
      decisionContext: () => Promise.resolve({}),
      titleFacts: () => Promise.resolve(undefined),
      disks: createDiskReads(),
      clock: { now: () => new Date() },
    });
    is((await index.evaluations(PLAIN)).size, 0);
    await index.request([{ path: "/a.mkv", sizeBytes: 1 }], [PLAIN]);
    await index.settled();
    same((await index.status()).read, 0);
  }));

test("a file whose size differs from that in its library has no evaluation", async () => {
  await using app = await openApp();
  const { mediaIndex } = app.instance;
  const path = join(app.folder, "Clip.mkv");
  await makeSmallClip(path, { seconds: 1, width: 192, height: 108 });
  await mediaIndex.request([{ path, sizeBytes: 1e9 }], [PLAIN]);
  await mediaIndex.settled();
  is((await mediaIndex.evaluations(PLAIN)).size, 0);
});

test("uncertain files are measured with a few scenes, and a job then expects the same size", async () => {
  await using app = await openApp();
  const { mediaIndex, store, jobs } = app.instance;
  const path = join(app.folder, "Clip.mkv");
  await makeSmallClip(path, { seconds: 1, width: 192, height: 108 });
  await evaluate(app, [path], [PLAIN], { measure: true });
  const { bytes } = (await mediaIndex.evaluations(PLAIN)).get(path) ?? {};
  ok(bytes && bytes.high - bytes.low < bytes.typical * 0.2, JSON.stringify(bytes));
  const findings = await findingRepository(store).newest("sample", 10);
  same(findings.map((one) => [one.path, one.key.endsWith(":scenes")]), [[path, true]]);
  const created = await jobs.create({
    source: { kind: "file", localPath: path },
    profileId: PLAIN,
    audioOnly: false,
    priority: "bottom",
  });
  is("job" in created && created.job?.estimatedBytes, bytes.typical);
});

test("no scene is encoded while the queue is paused or a job is waiting", async () => {
  await using app = await openApp();
  const { mediaIndex, store, jobs } = app.instance;
  const path = join(app.folder, "Clip.mkv");
  await makeSmallClip(path, { seconds: 1, width: 192, height: 108 });
  await evaluate(app, [path], [PLAIN]);
  is((await mediaIndex.evaluations(PLAIN)).get(path)?.outcome, "encode");
  await jobs.create({
    source: { kind: "file", localPath: path },
    profileId: PLAIN,
    audioOnly: false,
    priority: "bottom",
  });
  await jobs.setPaused(false);
  await jobs.setLimit(0);
  await evaluate(app, [path], [PLAIN], { measure: true });
  same(await findingRepository(store).newest("sample", 10), []);
});

test("a measurement stops after its current scene when a job is waiting, and leaves nothing", () =>
  withStore(async (store, folder) => {
    const path = join(folder, "Clip.mkv");
    await makeSmallClip(path, { seconds: 14, width: 64, height: 36 });
    const checks: boolean[] = [];
    const findings = findingRepository(store);
    const index = createMediaIndex({
      repository: mediaIndexRepository(store),
      media: { readProbe: read, capabilities },
      profiles: { recipe: (id) => Promise.resolve(preset(id)) },
      decisionContext: () => Promise.resolve({}),
      titleFacts: () => Promise.resolve(undefined),
      disks: createDiskReads(),
      clock: { now: () => new Date() },
      scenes: {
        ...{ findings, folder },
        isIdle: () => Promise.resolve(checks.push(true) === 1),
      },
    });
    await index.request([await indexed(path)], [PLAIN]);
    await index.settled();
    ok(checks.length >= 2 && checks.length < 5, String(checks.length));
    same(await findings.newest("sample", 10), []);
    same((await Array.fromAsync(Deno.readDir(folder))).filter(({ name }) => name.startsWith("sample-")), []);
    is((await index.evaluations(PLAIN)).get(path)?.outcome, "encode");
  }));
