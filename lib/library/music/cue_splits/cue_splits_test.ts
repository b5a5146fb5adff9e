import { filesBelow } from "../../../../tests/fixtures/folder.ts";
import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { cueWorld } from "../../../../tests/fixtures/cue_world.ts";
import { joinedSamples, makeImage, md5 } from "../../../../tests/fixtures/cue_images.ts";
import { openApp } from "../../../../tests/fixtures/app.ts";
import { cueSplitRepository } from "../../../../db/library/music/cue_splits.ts";
import { ImportRun } from "../imports/model.ts";
import type { CueSplit } from "./model.ts";

const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });
type World = Awaited<ReturnType<typeof cueWorld>>;
type Download = Awaited<ReturnType<World["finished"]>>;

/** Asserts that the joined tracks in Lidarr's library equal the image. */
async function checkImported({ lidarr, album, tracks, root }: World, samples: Uint8Array) {
  const files = lidarr.music.tracksOf(album).map(({ trackFileId }) => lidarr.music.files.get(trackFileId));
  is(files.filter((file) => file !== undefined).length, tracks.length);
  const paths = files.map((file) => join(root, (file?.path ?? "").slice("/music/".length)));
  is(md5(await joinedSamples(paths)), md5(samples));
}

/** Asserts that a download is not split, with a matching reason, and that neither it nor Lidarr was changed. */
async function checkLeftAlone(it: World, download: Download, words: RegExp) {
  const before = await filesBelow(it.folder);
  await it.follow();
  const [split] = await it.splits();
  is(split?.state, "failed");
  match(split?.message ?? "", words);
  same(await filesBelow(it.folder), before);
  is(download.state, "importBlocked");
  is(it.lidarr.music.filesOf(it.album.id).length, 0, "nothing was imported");
}

test("slow: a finished download that is an image is split, imported for its entry of the queue, and kept", async () => {
  await using it = await cueWorld();
  const download = await it.finished();
  const samples = await it.putImage();
  const before = await filesBelow(it.folder);
  const heard: CueSplit[] = [];
  it.app.instance.bus.on("cue-split", ({ cueSplit }) => heard.push(cueSplit));
  await it.follow();
  const [split, ...others] = await it.splits();
  same([others.length, split?.state, split?.progress, split?.encoding], [0, "done", 100, "utf-8"]);
  match(split?.message ?? "", new RegExp(`^Split into ${it.tracks.length} tracks and imported by Lidarr\\.$`));
  ok((split?.queueItemId ?? 0) > 0);
  same([...new Set(heard.map(({ state }) => state))], ["found", "splitting", "importing", "done"]);
  ok(heard.some(({ state, progress }) => state === "splitting" && progress > 0));
  is(download.state, "imported", "the entry of the queue is complete");
  await checkImported(it, samples);
  same(await filesBelow(it.folder), before, "the image stays, the folder of tracks goes");
  await it.follow();
  const listed = await (await it.app.call("/api/music/cue-splits")).json() as CueSplit[];
  same(listed.map(({ id }) => id), [split?.id], "it is not taken up again");
  const count = async (query: string) => (await (await it.app.call(`/api/music/cue-splits?${query}`)).json()).length;
  same([await count("state=done&limit=1"), await count("state=failed&state=found")], [1, 0]);
  is((await it.app.call("/api/music/cue-splits?state=odd")).status, 422);
});

test("switched off, not connected or not seen, nothing is split", async () => {
  await using it = await cueWorld();
  await it.finished();
  await it.follow();
  same(await it.splits(), [], "there is no folder");
  await it.putImage();
  await it.app.instance.settings.update({ connections: { music: { splitCueImages: false } } });
  await it.follow();
  await it.app.instance.settings.update({ connections: { music: { splitCueImages: true, enabled: false } } });
  await it.follow();
  same(await it.splits(), []);
});

test("slow: a killed split starts again and leaves nothing; files that Lidarr has imported count", async () => {
  await using it = await cueWorld();
  const download = await it.finished();
  const samples = await it.putImage();
  const before = await filesBelow(it.folder);
  const { app } = it;
  // The state after a process was killed in the middle of the second track.
  const record: CueSplit = {
    ...{ id: "killed", queueItemId: 1, album: "x", folder: it.folder, state: "splitting", progress: 40 },
    ...{ tracks: it.tracks.length, encoding: "utf-8", startedAt: new Date().toISOString() },
  };
  const byHand = { ...record, id: "by-hand", queueItemId: 0 };
  const splits = cueSplitRepository(app.instance.store);
  await splits.insert({ id: record.id, downloadId: download.downloadId, record, mark: null, createdAt: 1 });
  await splits.insert({ id: byHand.id, downloadId: null, record: byHand, mark: null, createdAt: 2 });
  for (const id of ["killed", "by-hand"]) {
    await Deno.mkdir(join(it.folder, `.lathe-split.${id}.partial`));
    await Deno.writeTextFile(join(it.folder, `.lathe-split.${id}.partial`, "01 - Half.flac"), "half");
  }
  await it.follow();
  const states = (await it.splits()).map(({ id, state }) => [id, state]);
  same(states, [["by-hand", "failed"], ["killed", "done"]]);
  await checkImported(it, samples);
  same(await filesBelow(it.folder), before);

  // The process is killed after Lidarr's import and before the import is recorded.
  const stored = (await splits.list()).find(({ id }) => id === "killed");
  await splits.put({ ...(stored?.record ?? record), state: "importing" });
  await it.follow();
  is((await it.splits()).find(({ id }) => id === "killed")?.state, "done");
});

test("slow: Lathe ends during a split: nothing remains, and the next start splits", async () => {
  await using it = await cueWorld();
  await it.finished();
  const samples = await it.putImage();
  const before = await filesBelow(it.folder);
  const first = await openApp();
  await it.connect(first);
  const begun = Promise.withResolvers<void>();
  first.instance.bus.on("cue-split", ({ cueSplit }) => cueSplit.state === "splitting" && begun.resolve());
  await first.instance.cueSplits.followOnce();
  await begun.promise;
  await first.instance.close();
  same(await filesBelow(it.folder), before);
  await using second = await openApp({ folder: first.folder });
  is((await it.splits(second))[0]?.state, "splitting");
  await it.follow(second);
  same((await it.splits(second)).map(({ state }) => state), ["done"]);
  await checkImported(it, samples);
  const page = await (await second.call("/music/splits")).text();
  match(page, /Split images.*imported by Lidarr/s);
  match(await (await second.call("/music")).text(), /href="[^"]*\/music\/splits"/);
});

test("slow: a track that Lidarr cannot place keeps all of them out, with its reason", async () => {
  await using it = await cueWorld();
  await it.finished();
  await it.putImage();
  const cue = join(it.folder, "Album.cue");
  const more = ["TRACK 42 AUDIO", "INDEX 01 00:01:70"].join("\n");
  await Deno.writeTextFile(cue, `${await Deno.readTextFile(cue)}\n${more}`);
  await it.follow();
  const [split] = await it.splits();
  is(split?.state, "failed");
  match(
    split?.message ?? "",
    /^Lidarr rejects (\d+) of \1 tracks \(first: 42 - Track 42\.flac\): .*\. The tracks stay in/,
  );
  is(it.lidarr.music.filesOf(it.album.id).length, 0, "nothing was imported");
  is((await filesBelow(join(it.folder, ".lathe-split"))).length, it.tracks.length + 1);
});

test("slow: a split waits for an unreachable Lidarr, and a refusal is reported; the tracks stay", async () => {
  await using it = await cueWorld();
  await it.finished();
  await it.putImage();
  it.lidarr.fail({ mode: "answer", status: 503, body: { message: "database is locked" } }, { path: "/manualimport" });
  await it.follow();
  const [waiting] = await it.splits();
  same([waiting?.state, waiting?.finishedAt], ["importing", undefined]);
  match(waiting?.message ?? "", /database is locked\. Retrying automatically\.$/);
  it.lidarr.recover();
  await Deno.rename(join(it.folder, ".lathe-split"), join(it.folder, ".elsewhere"));
  await it.follow();
  const [failed] = await it.splits();
  is(failed?.state, "failed");
  match(failed?.message ?? "", /^Lidarr finds 0 of \d+ tracks in \/downloads\/.*path mapping/);
});

test("slow: a lossy image, a sheet without its file and a damaged image are skipped, with a reason", async () => {
  for (
    const [words, prepare] of [
      [/CDImage\.mp3 is lossy \(mp3\)/, async (it: World) => void await it.putImage(it.folder, "CDImage.mp3")],
      [/refers to "[^"]+", which is not in its folder/, async (it: World) => {
        await it.putImage();
        await Deno.remove(join(it.folder, "CDImage.flac"));
      }],
      [/shorter than its cue sheet/, async (it: World) => {
        await it.putImage();
        await makeImage(join(it.folder, "CDImage.flac"), { seconds: 1, args: ["-t", "0.2"] }).catch(() => {});
      }],
    ] as const
  ) {
    await using it = await cueWorld();
    const download = await it.finished();
    await prepare(it);
    await checkLeftAlone(it, download, words);
  }
});

test("a download that is more than its images is not split: its entry of the queue would be complete without the rest", async () => {
  const second = (it: World) => join(it.folder, "CD2");
  for (
    const [words, prepare] of [
      [/CD2\/CDImage\.flac would be skipped/, async (it: World) => {
        await it.putImage(second(it));
        await Deno.remove(join(second(it), "Album.cue"));
      }],
      [/CD2\/CDImage\.flac would be skipped.*Album\.cue: /, async (it: World) => {
        await it.putImage(second(it));
        await Deno.writeTextFile(join(second(it), "Album.cue"), "no sheet");
      }],
      [/Bonus\/1\.flac and 1 more file would be skipped/, async (it: World) => {
        await Deno.mkdir(join(it.folder, "Bonus"));
        for (const name of ["1.flac", "2.flac"]) await makeImage(join(it.folder, "Bonus", name), { seconds: 1 });
      }],
    ] as const
  ) {
    await using it = await cueWorld();
    const download = await it.finished();
    await it.putImage();
    await prepare(it);
    await checkLeftAlone(it, download, words);
  }
});

test("slow: a folder that is imported by hand is split first", async () => {
  await using it = await cueWorld();
  const samples = await it.putImage();
  const before = await filesBelow(it.folder);
  const read = async (path: string, options = {}) => ImportRun.parse(await (await it.app.call(path, options)).json());
  const post = async (json: unknown) => {
    let run = await read("/api/music/import-folder", { json });
    // The response waits for the run to end, but only for a limited time.
    while (!["done", "failed"].includes(run.state)) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      run = await read(`/api/music/import-folder/${run.id}`);
    }
    return run;
  };
  const dry = await post({ path: it.folder, dryRun: true });
  same([dry.state, dry.images, dry.tracks], ["done", 1, 0]);
  match(dry.message, /^Lathe would first split 1 CD image into \d+ tracks/);
  same(await filesBelow(it.folder), before);
  const run = await post({ path: it.folder });
  same([run.state, run.images, run.tracks], ["done", 1, it.tracks.length], run.message);
  await checkImported(it, samples);
  same(await filesBelow(it.folder), before);
  const [split] = await it.splits();
  same([split?.queueItemId, split?.state, split?.album], [0, "done", "Cut Rooms"]);
});
