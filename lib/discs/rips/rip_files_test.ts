import { deepStrictEqual as same, ok } from "node:assert/strict";
import { dirname, join } from "node:path";
import { type RipsWorld, withRips } from "../../../tests/fixtures/discs/rips_world.ts";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { Settings } from "../../platform/settings/schema.ts";
import type { RippedFile, StoredRip } from "../rip_schema.ts";
import { removeRefused } from "./rip_files.ts";

/** A valid ID that belongs to no rip. */
const UNKNOWN = "0123456789abcdef";

async function write(...parts: string[]): Promise<void> {
  const path = join(...parts);
  await Deno.mkdir(dirname(path), { recursive: true });
  await Deno.writeTextFile(path, "kept");
}

/** Returns sorted relative paths of all files and links below a folder. Folders have a trailing slash. */
async function entriesBelow(folder: string, above = ""): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(join(folder, above))) {
    const path = join(above, name);
    found.push(...isDirectory ? [`${path}/`, ...await entriesBelow(folder, path)] : [path]);
  }
  return found.sort();
}

const withWork = (name: string, work: (world: RipsWorld, folder: string) => Promise<void>): void =>
  Deno.test(name, () =>
    withRips(async (world) => {
      const folder = join(world.folder, "rips/.work");
      await Deno.mkdir(folder, { recursive: true });
      await work(world, folder);
    }));

withWork("what an unfinished copy of an unknown rip left goes at the next start, a finished title stays", async (
  { restart },
  work,
) => {
  await write(work, UNKNOWN, ".copy-3/copy.mkv");
  await write(work, UNKNOWN, ".copy-3/parts/1.m2ts");
  await write(work, UNKNOWN, "Glass Harbor (2019)/Glass Harbor (2019) DVD.mkv");
  await write(work, "1123456789abcdef", ".copy-0/copy.mkv");
  await Deno.mkdir(join(work, "1123456789abcdef/Film"));
  await restart();
  same(await entriesBelow(work), [
    `${UNKNOWN}/`,
    `${UNKNOWN}/Glass Harbor (2019)/`,
    `${UNKNOWN}/Glass Harbor (2019)/Glass Harbor (2019) DVD.mkv`,
  ]);
});

withWork("what a rip of the database owns is left to it", async ({ insert, rips, reach, restart, script }, work) => {
  script.copy = ({ title }) => title.id === 1 ? Promise.reject(new Error("broken")) : Promise.resolve();
  const { id } = await insert();
  await rips.start(id);
  await reach(id, "failed");
  await write(work, id, ".copy-7/copy.mkv");
  const before = await entriesBelow(work);
  await restart();
  same(await entriesBelow(work), before);
});

withWork("nothing that the program does not make itself is removed from the work folder", async (
  { restart, folder },
  work,
) => {
  await write(folder, "elsewhere", ".copy-1/film.mkv");
  await write(folder, "elsewhere", "film.mkv");
  // Creates files and folders with names that Lathe does not use, and links with names that it does use.
  await write(work, "holiday", ".copy-1/film.mkv");
  await write(work, "0123456789ABCDEF", ".copy-1/film.mkv");
  await write(work, `${UNKNOWN}x`, ".copy-1/film.mkv");
  await write(work, UNKNOWN, ".copy-1x/film.mkv");
  await write(work, UNKNOWN, "copy-1/film.mkv");
  await write(work, UNKNOWN, ".copy-2");
  await write(work, "2123456789abcdef");
  await Deno.symlink(join(folder, "elsewhere"), join(work, "3123456789abcdef"));
  await Deno.symlink(join(folder, "elsewhere"), join(work, UNKNOWN, ".copy-3"));
  await Deno.symlink(join(folder, "elsewhere"), join(work, UNKNOWN, "Film"));
  // A link within a partial copy is removed, but not its target.
  await Deno.mkdir(join(work, UNKNOWN, ".copy-4"));
  await Deno.symlink(join(folder, "elsewhere"), join(work, UNKNOWN, ".copy-4/parts"));
  const before = await entriesBelow(folder);
  await restart();
  const gone = before.filter((path) => path.includes(".copy-4"));
  ok(gone.length === 2);
  same(await entriesBelow(folder), before.filter((path) => !gone.includes(path)));
});

withWork("a work folder that is a link is not looked into", async ({ restart, folder }, work) => {
  await Deno.remove(work);
  await write(folder, "elsewhere", UNKNOWN, ".copy-1/film.mkv");
  await Deno.symlink(join(folder, "elsewhere"), work);
  await restart();
  same((await Deno.stat(join(folder, "elsewhere", UNKNOWN, ".copy-1/film.mkv"))).isFile, true);
});

/** An album in the rip folder. Each file has an import state from its manager. */
async function refusedAlbum(
  at: string,
  states: Record<string, NonNullable<RippedFile["import"]>["state"] | undefined>,
) {
  const folder = join(at, "rips/The Halves - Two");
  const files: RippedFile[] = [];
  for (const [name, state] of Object.entries(states)) {
    const finalPath = name.startsWith("/") ? name : join(folder, name);
    if (!name.startsWith("/")) await write(finalPath);
    files.push({
      ...{ titleId: files.length, path: "/x", sizeBytes: 4, finalPath },
      ...(state === undefined ? {} : { import: { state } }),
    });
  }
  for (const name of ["Two.cue", "Two.m3u8", "Two.log"]) await write(folder, name);
  const album = { folder: "/x", cue: "/x/Two.cue", playlist: "/x/Two.m3u8", log: "/x/Two.log" };
  const rip = { id: UNKNOWN, files, cd: { album } } as unknown as StoredRip;
  const storage = { folders: { rips: join(at, "rips") }, space: {} as never };
  const remove = () => removeRefused({ storage, settings: { current: () => Settings.parse({}) }, log: () => {} }, rip);
  return { remove, folder };
}

inFolder("tracks that Lidarr refused are removed with their rip, together with their sheets", async (at) => {
  const { remove } = await refusedAlbum(at, { "01.flac": "rejected", "02.flac": "missing" });
  await remove();
  same(await entriesBelow(at), ["rips/"]);
});

inFolder(
  "forgetting a rip keeps files that were delivered, never offered, replaced or are elsewhere",
  async (at) => {
    const outside = join(at, "other/a.flac");
    await write(outside);
    await Deno.mkdir(join(at, "rips"));
    await Deno.symlink(join(at, "other"), join(at, "rips/linked"));
    const { remove, folder } = await refusedAlbum(at, {
      "01.flac": "imported",
      "02.flac": undefined,
      "03.flac": "rejected",
      "04.flac": "rejected",
      [outside]: "rejected",
      [join(at, "rips/linked/a.flac")]: "rejected",
    });
    await Deno.writeTextFile(join(folder, "03.flac"), "somebody's own");
    await remove();
    same((await entriesBelow(folder)).filter((name) => name.endsWith(".flac")), ["01.flac", "02.flac", "03.flac"]);
    same((await entriesBelow(folder)).length, 6, "its sheets stay with what is left");
    same(await Deno.readTextFile(outside), "kept");
  },
);
