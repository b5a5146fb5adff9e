import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { inFolder } from "../../../../tests/fixtures/folder.ts";
import { createFolderWatch, type FolderWatchOptions } from "./folder_watch.ts";
import { isOnShare, mountsOf } from "./share_mounts.ts";

const SHARE = "nas:/media /mnt/nas\\040media nfs4 rw 0 0\n";

/** A watch whose calls of `changed` can be awaited one by one. */
function watched(options: Partial<FolderWatchOptions> = {}) {
  let waiting = Promise.withResolvers<void>();
  let calls = 0;
  const watch = createFolderWatch({
    mounts: () => Promise.resolve("/dev/sda1 / ext4 rw 0 0\n" + SHARE),
    quietMs: 20,
    ...options,
    changed() {
      calls++;
      waiting.resolve();
      waiting = Promise.withResolvers();
    },
  });
  return { watch, next: () => waiting.promise, calls: () => calls };
}

inFolder("a new, changed, renamed or removed file in any subfolder is reported", async (folder) => {
  const { watch, next } = watched();
  await Deno.mkdir(join(folder, "Series", "Season 1"), { recursive: true });
  await watch.set([folder]);
  try {
    const path = join(folder, "Series", "Season 1", "1.mkv");
    for (
      const change of [
        () => Deno.writeTextFile(path, "a"),
        () => Deno.writeTextFile(path, "b", { append: true }),
        () => Deno.rename(path, `${path}.old`),
        () => Deno.remove(`${path}.old`),
      ]
    ) {
      const reported = next();
      await change();
      await reported;
    }
    const reported = next();
    await Deno.mkdir(join(folder, "New"));
    await Deno.writeTextFile(join(folder, "New", "2.mkv"), "a");
    await reported;
    same([...watch.unwatched()], []);
  } finally {
    watch.close();
  }
});

/** A watcher whose events the test sends. */
function manualWatcher() {
  const events = new TransformStream<Deno.FsEvent, Deno.FsEvent>();
  const writer = events.writable.getWriter();
  return {
    open: () => ({
      close: () => void writer.close().catch(() => {}),
      [Symbol.asyncIterator]: () => events.readable[Symbol.asyncIterator](),
    }),
    send: (kind: Deno.FsEvent["kind"]) => writer.write({ kind, paths: ["/media/a.mkv"] } as Deno.FsEvent),
  };
}

Deno.test("a file that is being copied is reported once, and reads are not reported", async () => {
  const { open, send } = manualWatcher();
  const { watch, next, calls } = watched({ open, quietMs: 60 });
  await watch.set(["/media"]);
  const reported = next();
  for (const kind of ["access", "create", "modify", "modify", "modify", "access"] as const) await send(kind);
  await reported;
  is(calls(), 1);
  watch.close();
});

Deno.test("changes that never stop are reported after the longest wait", async () => {
  const { open, send } = manualWatcher();
  const { watch, next } = watched({ open, quietMs: 1e9, maxWaitMs: 50 });
  await watch.set(["/media"]);
  const reported = next();
  let ended = false;
  reported.then(() => ended = true);
  while (!ended) {
    await send("modify");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  watch.close();
});

Deno.test("a share and a folder that cannot be watched are rescanned at intervals, with the reason", async () => {
  const seen: string[] = [];
  const { watch, next } = watched({
    open: () => {
      throw new Error("No space left on device");
    },
    rescanMs: 10,
    onUnwatched: (folder) => void seen.push(folder),
  });
  await watch.set(["/mnt/nas media/films", "/media"]);
  same([...watch.unwatched()], [
    ["/mnt/nas media/films", "Network shares do not report changes."],
    ["/media", "No space left on device"],
  ]);
  same(seen, ["/mnt/nas media/films", "/media"]);
  await next();
  await next();
  watch.close();
});

Deno.test("a closed watch reports nothing", async () => {
  const { open, send } = manualWatcher();
  const { watch, calls } = watched({ open, quietMs: 1 });
  await watch.set(["/media"]);
  await send("create");
  watch.close();
  await new Promise((resolve) => setTimeout(resolve, 20));
  is(calls(), 0);
});

Deno.test("isOnShare() uses the nearest mount", () => {
  const mounts = mountsOf(
    "/dev/sda1 / ext4 rw 0 0\nnas:/m /mnt nfs rw 0 0\n/dev/sdb1 /mnt/disk xfs rw 0 0\nx /f fuse.sshfs rw 0 0\n",
  );
  same(["/home/a", "/mnt", "/mnt/a", "/mnt/disk/a", "/mntx", "/f/a"].map((path) => isOnShare(path, mounts)), [
    ...[false, true, true, false, false, true],
  ]);
  is(isOnShare("/a", []), false);
});
