import { deepStrictEqual as same } from "node:assert/strict";
import { join } from "node:path";
import { localRepository } from "../../../../db/library/local/local.ts";
import { inFolder } from "../../../../tests/fixtures/folder.ts";
import { canMount, withBindMount } from "../../../../tests/fixtures/tmpfs.ts";
import { newStore } from "../../../../tests/fixtures/store.ts";
import { scanLocalMedia } from "./local_client.ts";

type Index = ReturnType<typeof localRepository>;

/**
 * A library in `movies` and `tv`, and the downloads from which it was created in `downloads`. All three folders are
 * configured.
 */
interface Folders {
  dir: string;
  index: Index;
  write(path: string, text?: string): Promise<string>;
  /** Scans the three folders and those in `more`, and returns the files that are then listed. */
  scan(managed?: string[], more?: string[]): Promise<string[]>;
}

const withFolders = (name: string, work: (folders: Folders) => Promise<void>) =>
  inFolder(name, async (dir) => {
    const store = await newStore(dir);
    const index = localRepository(store);
    const roots = (["movies", "tv", "downloads"] as const).map((folder) => join(dir, folder));
    for (const root of roots) await Deno.mkdir(root);
    try {
      await work({
        dir,
        index,
        async write(path, text = path) {
          await Deno.mkdir(join(dir, path, ".."), { recursive: true });
          await Deno.writeTextFile(join(dir, path), text);
          return join(dir, path);
        },
        async scan(managed = [], more = []) {
          const folders = managed.map((folder) => join(dir, folder));
          await scanLocalMedia({
            index,
            roots: [...roots, ...more].map((path) => ({ path, kind: path.endsWith("tv") ? "series" : "auto" })),
            exclude: [],
            managed: { folders, hide: true },
            signal: new AbortController().signal,
          });
          return await listed(index, dir);
        },
      });
    } finally {
      await store.close();
    }
  });

/** Returns the files of all listed titles, relative to `dir`, each with its other paths. */
async function listed(index: Index, dir: string): Promise<string[]> {
  const { items } = await index.list({ limit: 100 });
  const found = await Promise.all(items.map(({ id }) => index.get(id)));
  const chosen = await index.filesOfItems(items.map(({ id }) => id));
  const files = found.flatMap((item) => item?.files ?? []);
  const existing = files.filter(({ exists }) => exists);
  // Selecting all titles queues exactly the displayed files.
  same(chosen.map(({ path }) => path).sort(), existing.map(({ path }) => path).sort());
  same(items.reduce((sum, { fileCount }) => sum + fileCount, 0), files.length);
  return existing.map(({ path, otherPaths = [] }) => [path, ...otherPaths].join(" = ").replaceAll(`${dir}/`, ""))
    .sort();
}

const FILM = "movies/Heat (1995)/Heat (1995) Bluray-1080p.mkv";
const GRAB = "downloads/Heat.1995.1080p.BluRay.x264-GRP/heat.1995.mkv";

/** Kinds of links by which a library refers to a download. */
const LINKS = {
  "symbolic link": (target: string, path: string) => Deno.symlink(target, path),
  "hard link": (target: string, path: string) => Deno.link(target, path),
};

for (const [name, link] of Object.entries(LINKS)) {
  withFolders(`B11: a ${name} and its file are one movie, under the name in the library`, async (folders) => {
    const target = await folders.write(GRAB);
    await Deno.mkdir(join(folders.dir, FILM, ".."));
    await link(target, join(folders.dir, FILM));
    same(await folders.scan(), [`${FILM} = ${GRAB}`]);
    // A second scan reads no folder again and keeps the result.
    same(await folders.scan(), [`${FILM} = ${GRAB}`]);
  });

  withFolders(
    `B11: a file behind a ${name} is a movie of its own once the library's path is replaced`,
    async (folders) => {
      const target = await folders.write(GRAB);
      await Deno.mkdir(join(folders.dir, FILM, ".."));
      await link(target, join(folders.dir, FILM));
      await folders.scan();
      await Deno.remove(join(folders.dir, FILM));
      await folders.write(FILM, "the encode of it");
      same(await folders.scan(), [GRAB, FILM]);
      same(await Deno.readTextFile(target), GRAB);
    },
  );
}

withFolders("B11: a download of a managed movie is hidden with the movie", async ({ dir, scan, write, index }) => {
  const target = await write(GRAB);
  await Deno.mkdir(join(dir, FILM, ".."));
  await Deno.link(target, join(dir, FILM));
  same(await scan(["movies/Heat (1995)"]), []);
  same((await index.counts()).files, 0);
});

withFolders("B11: linked episodes are left out of a folder that also has others", async ({ dir, scan, write }) => {
  const season = "tv/Lost (2004)/Season 01";
  const grab = "downloads/Lost.S01.1080p.WEB-DL";
  for (const n of [1, 2]) {
    const target = await write(`${grab}/Lost.S01E0${n}.mkv`);
    await Deno.mkdir(join(dir, season), { recursive: true });
    if (n === 1) await Deno.symlink(target, join(dir, season, "Lost - S01E01.mkv"));
  }
  same(await scan(), [
    `${grab}/Lost.S01E02.mkv`,
    `${season}/Lost - S01E01.mkv = ${grab}/Lost.S01E01.mkv`,
  ]);
});

withFolders("B11: a linked season folder is listed once, where its files are", async ({ dir, scan, write }) => {
  await write("downloads/Lost.S01.1080p.WEB-DL/Lost.S01E01.mkv");
  await Deno.mkdir(join(dir, "tv/Lost (2004)"));
  await Deno.symlink(join(dir, "downloads/Lost.S01.1080p.WEB-DL"), join(dir, "tv/Lost (2004)/Season 01"));
  same(await scan(), ["downloads/Lost.S01.1080p.WEB-DL/Lost.S01E01.mkv"]);
});

if (canMount) {
  withFolders("B11: a folder that is mounted twice is listed once", async ({ dir, scan, write }) => {
    await write(GRAB);
    await withBindMount(join(dir, "downloads"), async (place) => {
      same(await scan([], [place]), [`${GRAB} = ${join(place, GRAB.slice("downloads/".length))}`]);
    });
  });
}

withFolders("B11: three paths of one file are one, and copies of it are not", async ({ dir, scan, write }) => {
  const target = await write(GRAB, "text");
  await Deno.mkdir(join(dir, FILM, ".."));
  await Deno.link(target, join(dir, FILM));
  await Deno.symlink(join(dir, FILM), join(dir, "movies/Heat (1995)/link.mkv"));
  await Deno.copyFile(target, await write("movies/Copy (2001)/Copy (2001).mkv", ""));
  same(await scan(), [
    "movies/Copy (2001)/Copy (2001).mkv",
    `movies/Heat (1995)/link.mkv = ${GRAB} = ${FILM}`,
  ]);
});

withFolders("B11: empty files are never taken for one", async ({ scan, write }) => {
  await write("movies/A (2001)/A (2001).mkv", "");
  await write("movies/B (2002)/B (2002).mkv", "");
  same(await scan(), ["movies/A (2001)/A (2001).mkv", "movies/B (2002)/B (2002).mkv"]);
});

withFolders("B11: another path stands for a file whose first path disappears", async ({ dir, scan, write }) => {
  const target = await write(GRAB);
  await Deno.mkdir(join(dir, FILM, ".."));
  await Deno.link(target, join(dir, FILM));
  await scan();
  await Deno.remove(join(dir, FILM));
  await scan();
  // A file is removed from the index after two scans that did not find it.
  same(await scan(), [GRAB]);
});
