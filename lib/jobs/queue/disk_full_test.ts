import assert, { deepStrictEqual as same } from "node:assert/strict";
import { join } from "node:path";
import { makeClip } from "../../../tests/fixtures/clip.ts";
import { namesIn, openQueue, type Queue, withFolders } from "../../../tests/fixtures/queue.ts";
import { canMount, withTmpfs } from "../../../tests/fixtures/tmpfs.ts";

/** Full disks, one at a time. The tests need small file systems and therefore root. */

const fill = (path: string, bytes: number) => Deno.writeFile(path, new Uint8Array(bytes));

const notices = (queue: Queue): string[] => {
  const heard: string[] = [];
  queue.bus.on("notice", ({ message }) => heard.push(message));
  return heard;
};

const test = (name: string, fn: () => Promise<void>) => Deno.test({ name, ignore: !canMount, fn });

test("slow: S-FILE-7: a job waits for space before it starts, with a message for how much, and continues when there is enough", () =>
  withFolders(({ media, configDir }) =>
    withTmpfs(4096, async (small) => {
      await using queue = await openQueue({ configDir, spaceCheckMs: 50 });
      const heard = notices(queue);
      await makeClip(join(media, "a.mkv"), { seconds: 4 });
      await fill(join(small, "ballast"), 3_900_000);
      const job = await queue.create(join(media, "a.mkv"), await queue.quickProfile({ output: { directory: small } }));
      const waiting = await queue.until(job.id, (now) => now.status === "waiting_for_space");
      assert(waiting.message?.includes(small), waiting.message ?? "");
      same((await queue.jobs.queueState()).waitingForSpace, 1);
      same(heard.length, 1);
      await Deno.remove(join(small, "ballast"));
      same((await queue.finished(job.id)).status, "done");
      same(heard.length, 1, "one notice for one wait");
      same(await namesIn(small), ["a.small.mkv"]);
    })
  ));

test("slow: a temp disk that fills up during an encode parks the job without its partial file, and others continue", () =>
  withFolders(({ media, configDir }) =>
    withTmpfs(16_384, async (small) => {
      await using queue = await openQueue({ configDir, settings: { transcodeTemp: "output" }, spaceCheckMs: 50 });
      await makeClip(join(media, "a.mkv"), { seconds: 20, width: 640, height: 360 });
      await makeClip(join(media, "b.mkv"), { seed: 1 });
      // The model estimates a fraction of a lossless encode's size, so the disk is full before the encode is finished.
      const lossless = await queue.quickProfile({ video: { quality: 0 }, output: { directory: small } });
      await fill(join(small, "ballast"), 9_000_000);
      const job = await queue.create(join(media, "a.mkv"), lossless);
      const other = await queue.create(join(media, "b.mkv"), await queue.quickProfile());
      const waiting = await queue.until(job.id, (now) => now.status === "waiting_for_space" || now.status === "failed");
      same([waiting.status, waiting.error], ["waiting_for_space", undefined]);
      same(await namesIn(small), ["ballast"]);
      same((await queue.finished(other.id)).status, "done");
      await Deno.remove(join(small, "ballast"));
      const now = await queue.until(job.id, (job) => job.status === "done" || job.status === "failed");
      same([now.status, now.error], ["done", undefined]);
    })
  ));

test("slow: S19: a full transcode folder costs no job: it waits and continues, before and during the encode", () =>
  withFolders(({ media, configDir }) =>
    withTmpfs(16_384, async (small) => {
      await Deno.mkdir(join(configDir, "cache"));
      await Deno.symlink(small, join(configDir, "cache", "transcodes"));
      await using queue = await openQueue({ configDir, spaceCheckMs: 50 });
      const heard = notices(queue);
      await makeClip(join(media, "a.mkv"), { seconds: 2 });
      await makeClip(join(media, "b.mkv"), { seconds: 20, width: 640, height: 360, seed: 1 });
      await fill(join(small, "ballast"), 16_600_000);
      const first = await queue.create(join(media, "a.mkv"), await queue.quickProfile());
      const waiting = await queue.until(first.id, (now) => now.status === "waiting_for_space");
      assert(waiting.message?.includes("transcodes") || waiting.message?.includes(small), waiting.message ?? "");
      same(await namesIn(media), ["a.mkv", "b.mkv"]);
      await Deno.remove(join(small, "ballast"));
      same((await queue.finished(first.id)).status, "done");

      // The model estimates a fraction of a lossless encode's size, so the folder is full before the encode is
      // finished.
      await fill(join(small, "ballast"), 9_000_000);
      const second = await queue.create(join(media, "b.mkv"), await queue.quickProfile({ video: { quality: 0 } }));
      const parked = await queue.until(
        second.id,
        (now) => ["waiting_for_space", "failed", "done"].includes(now.status),
      );
      same([parked.status, parked.error], ["waiting_for_space", undefined]);
      same((await namesIn(small)).filter((name) => name !== "ballast"), []);
      await Deno.remove(join(small, "ballast"));
      const done = await queue.until(second.id, ({ status }) => status === "done" || status === "failed");
      same([done.status, done.error], ["done", undefined]);
      same(await namesIn(media), ["a.mkv", "a.small.mkv", "b.mkv", "b.small.mkv"]);
      assert(heard.length <= 2, heard.join());
    })
  ));

test("slow: a target that fills up while publishing keeps the verified encode, and only moves it later", () =>
  withFolders(({ media, configDir }) =>
    withTmpfs(8192, async (small) => {
      let encodes = 0;
      await using queue = await openQueue({
        configDir,
        spaceCheckMs: 50,
        crashPoint: (point) => {
          if (point === "child-recorded") encodes++;
          // Another program uses the space between the check and the copy.
          if (point === "copied:intended" && encodes === 1) {
            fillUp(join(small, "ballast"));
          }
        },
      });
      await makeClip(join(media, "a.mkv"), { seconds: 4 });
      const job = await queue.create(join(media, "a.mkv"), await queue.quickProfile({ output: { directory: small } }));
      await queue.until(job.id, (now) => now.status === "waiting_for_space");
      same(await namesIn(small), ["ballast"]);
      same((await namesIn(queue.storage.folders.transcodes)).length, 1);
      encodes = 2;
      await Deno.remove(join(small, "ballast"));
      const done = await queue.finished(job.id);
      same([done.status, encodes], ["done", 2]);
      same(await namesIn(small), ["a.small.mkv"]);
      same(await namesIn(queue.storage.folders.transcodes), []);
    })
  ));

test("slow: a full config disk costs no job: the reserve lets the database write on", () =>
  withFolders(({ media }) =>
    withTmpfs(24_576, async (configDir) => {
      let released = 0;
      const onFull = async () => (released++, await queue.storage.reserve.release());
      await using queue = await openQueue({ configDir, onFull, settings: { transcodeTemp: "output" } });
      assert(await queue.storage.reserve.fill());
      await makeClip(join(media, "a.mkv"));
      fillUp(join(configDir, "ballast"));
      const profile = await queue.quickProfile();
      const job = await queue.finished((await queue.create(join(media, "a.mkv"), profile)).id);
      assert(released > 0);
      same([job.status, job.error], ["done", undefined]);
      same((await queue.jobs.get(job.id)).status, "done");
    })
  ));

test("slow: a waiting job can be cancelled together with its kept encode", () =>
  withFolders(({ media, configDir }) =>
    withTmpfs(4096, async (small) => {
      await using queue = await openQueue({
        configDir,
        crashPoint: (point) => {
          if (point === "copied:intended") fillUp(join(small, "ballast"));
        },
      });
      await makeClip(join(media, "a.mkv"), { seconds: 4 });
      const job = await queue.create(join(media, "a.mkv"), await queue.quickProfile({ output: { directory: small } }));
      await queue.until(job.id, (now) => now.status === "waiting_for_space");
      same((await queue.jobs.cancel(job.id)).status, "cancelled");
      same(await namesIn(queue.storage.folders.transcodes), []);
      same(await namesIn(small), ["ballast"]);
    })
  ));

/** Uses up all free space. */
function fillUp(path: string): void {
  using file = Deno.openSync(path, { write: true, create: true });
  for (const size of [65_536, 512]) {
    try {
      for (;;) file.writeSync(new Uint8Array(size));
    } catch {
      // No other chunk of this size fits on the disk.
    }
  }
}
