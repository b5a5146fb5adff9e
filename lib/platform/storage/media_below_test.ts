import { deepStrictEqual as same, rejects } from "node:assert/strict";
import { join, relative } from "node:path";
import { createDiskReads } from "../../kit/disk/disk_reads.ts";
import { mediaBelow, type WalkLimits } from "./media_below.ts";

const LIMITS: WalkLimits = { files: 100, folders: 100, depth: 10 };

/** Creates a root with movies in subfolders and a folder outside it. `walk` searches the root. */
async function withMedia(
  work: (root: string, walk: (limits?: Partial<WalkLimits>, signal?: AbortSignal) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const top = await Deno.realPath(await Deno.makeTempDir({ prefix: "lathe_walk_" }));
  try {
    const root = join(top, "media");
    for (const folder of ["media/A/Extras/Deep", "media/B", "outside"]) {
      await Deno.mkdir(join(top, folder), { recursive: true });
    }
    const files = ["media/z.mkv", "media/A/a.mkv", "media/A/notes.txt", "media/A/Extras/Deep/d.flac", "media/B/b.mp4"];
    for (const file of [...files, "outside/secret.mkv"]) await Deno.writeTextFile(join(top, file), "12345");
    await work(root, async (limits, signal) => {
      const found = await mediaBelow(root, {
        roots: [root],
        disks: createDiskReads(),
        limits: { ...LIMITS, ...limits },
        signal,
      });
      return { ...found, files: found.files.map(({ path, sizeBytes }) => `${relative(root, path)} ${sizeBytes}`) };
    });
  } finally {
    await Deno.remove(top, { recursive: true });
  }
}

Deno.test("all media files of a folder and of the folders below it are found, with their sizes", () =>
  withMedia(async (_, walk) =>
    same(await walk(), {
      files: ["z.mkv 5", "A/a.mkv 5", "B/b.mp4 5", "A/Extras/Deep/d.flac 5"],
      truncated: false,
      unread: 0,
    })
  ));

Deno.test({
  name: "a link out of the media folders is not followed, and a circular one is entered once",
  ignore: Deno.build.os === "windows",
  fn: () =>
    withMedia(async (root, walk) => {
      await Deno.symlink(join(root, "../outside"), join(root, "B/out"));
      await Deno.symlink(join(root, "../outside/secret.mkv"), join(root, "B/secret.mkv"));
      await Deno.symlink(root, join(root, "A/Extras/circle"));
      await Deno.symlink(join(root, "B"), join(root, "A/again"));
      const { files } = await walk() as { files: string[] };
      same(files.filter((file) => file.includes("secret")), []);
      same(files.filter((file) => file.endsWith("b.mp4 5")).length, 1);
      same(files.filter((file) => file.endsWith("a.mkv 5")).length, 1);
    }),
});

Deno.test("a walk that is limited by files, folders or depth reports it", () =>
  withMedia(async (_, walk) => {
    same(await walk({ files: 2 }), { files: ["z.mkv 5", "A/a.mkv 5"], truncated: true, unread: 0 });
    same(await walk({ folders: 1 }), { files: ["z.mkv 5"], truncated: true, unread: 0 });
    same(await walk({ depth: 1 }), { files: ["z.mkv 5", "A/a.mkv 5", "B/b.mp4 5"], truncated: true, unread: 0 });
    same(await walk({ files: 4, folders: 5 }), {
      files: ["z.mkv 5", "A/a.mkv 5", "B/b.mp4 5", "A/Extras/Deep/d.flac 5"],
      truncated: false,
      unread: 0,
    });
  }));

Deno.test("a walk outside of the media folders is refused, and an abandoned one stops", () =>
  withMedia(async (root, walk) => {
    const options = { roots: [root], disks: createDiskReads(), limits: LIMITS };
    await rejects(mediaBelow(join(root, "../outside"), options), { code: "path_not_allowed" });
    await rejects(walk({}, AbortSignal.abort(new Error("gone"))), /gone/);
  }));
