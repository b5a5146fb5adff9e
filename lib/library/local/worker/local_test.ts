import assert, { deepStrictEqual as same } from "node:assert/strict";
import { join } from "node:path";
import { localRepository } from "../../../../db/library/local/local.ts";
import { openStore } from "../../../../db/store.ts";
import { canMount, withTmpfs } from "../../../../tests/fixtures/tmpfs.ts";
import { type LocalScan, scanLocalMedia } from "./local_client.ts";

const PAST = new Date("2026-01-01T00:00:00Z");

type Index = ReturnType<typeof localRepository>;
type Scan = (change?: Partial<LocalScan>) => ReturnType<typeof scanLocalMedia>;

/** Writes files with old modification times, in folders that are old too. */
function write(root: string, paths: string[]): void {
  for (const path of paths) {
    const folder = join(root, path, "..");
    Deno.mkdirSync(folder, { recursive: true });
    Deno.writeTextFileSync(join(root, path), path);
  }
  settle(root);
}

/** Sets old modification times recursively, so that nothing appears recently changed. */
function settle(folder: string, at = PAST): void {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) settle(join(folder, name), at);
    else Deno.utimeSync(join(folder, name), at, at);
  }
  Deno.utimeSync(folder, at, at);
}

async function withLibrary(work: (root: string, scan: Scan, index: Index) => Promise<void>): Promise<void> {
  const dir = await Deno.makeTempDir({ prefix: "lathe_local_" });
  const store = await openStore({ path: join(dir, "lathe.db") });
  try {
    const root = join(dir, "media");
    Deno.mkdirSync(root);
    const index = localRepository(store);
    const scan: Scan = (change) =>
      scanLocalMedia({
        index,
        roots: [{ path: root, kind: "auto" }],
        exclude: ["Extras"],
        signal: new AbortController().signal,
        ...change,
      });
    await work(root, scan, index);
  } finally {
    await store.close();
    await Deno.remove(dir, { recursive: true });
  }
}

const titles = async (index: Index) => (await index.list({ limit: 100 })).items.map(({ title }) => title);

const LIBRARY = [
  "Movies/Heat (1995)/Heat (1995) - 1080p.mkv",
  "Movies/Heat (1995)/poster.jpg",
  "Movies/Heat (1995)/Extras/Making.mkv",
  "TV Shows/Lost (2004)/Season 01/Lost - S01E01.mkv",
  "TV Shows/Lost (2004)/Season 02/Lost - S02E01.mkv",
  "Music/Bush/Razorblade (1996)/CD1/01 - Song.flac",
  "Music/Bush/Razorblade (1996)/CD2/01 - Song.flac",
  "Movies/Alien (1979)/BDMV/STREAM/00001.m2ts",
];

Deno.test("a scan finds the existing titles, and the next one skips unchanged ones", () =>
  withLibrary(async (root, scan, index) => {
    write(root, LIBRARY);
    const first = await scan();
    same(await titles(index), ["Alien", "Heat", "Lost", "Razorblade"]);
    same(await index.counts(), { movie: 2, series: 1, album: 1, files: 6, hiddenArr: 0, unreadable: 0 });
    same([first.roots, first.errors], [[{ path: root, available: true }], []]);
    const alien = (await index.list({ q: "alien", limit: 1 })).items[0];
    same([alien?.size, alien?.fileCount], [LIBRARY.at(-1)?.length, 1]);
    const second = await scan();
    same([second.read, second.folders], [0, first.folders]);

    write(join(root, "TV Shows/Lost (2004)/Season 02"), ["Lost - S02E02.mkv"]);
    settle(join(root, "TV Shows/Lost (2004)/Season 02"), new Date("2026-02-01T00:00:00Z"));
    same((await scan()).read, 1);
    same((await index.counts()).files, 7);
    same((await scan({ exclude: ["Season 02"] })).read > 3, true, "other names to pass by mean looking again");
  }));

Deno.test("a folder or file that changed just now is looked at again", () =>
  withLibrary(async (root, scan, index) => {
    write(root, ["Movies/Heat (1995)/Heat (1995).mkv"]);
    const file = join(root, "Movies/Heat (1995)/Heat (1995).mkv");
    const now = new Date();
    Deno.utimeSync(file, now, now);
    await scan();
    Deno.writeTextFileSync(file, "it grew in place, and its folder does not tell");
    const { read } = await scan();
    same(read, 1);
    same((await index.list({ limit: 1 })).items[0]?.size, 46);
  }));

Deno.test("S-FILE-9: removed files disappear after two scans, and restored files stay", () =>
  withLibrary(async (root, scan, index) => {
    write(root, LIBRARY);
    await scan();
    await Deno.rename(join(root, "Movies/Heat (1995)"), join(root, "../heat"));
    await Deno.remove(join(root, "TV Shows/Lost (2004)/Season 01/Lost - S01E01.mkv"));
    await scan();
    same((await titles(index)).length, 4);
    await Deno.rename(join(root, "../heat"), join(root, "Movies/Heat (1995)"));
    await scan();
    same(await titles(index), ["Alien", "Heat", "Lost", "Razorblade"]);
    same((await index.counts()).files, 5);
    await Deno.remove(join(root, "Movies/Heat (1995)"), { recursive: true });
    await scan();
    await scan();
    same(await titles(index), ["Alien", "Lost", "Razorblade"]);
  }));

Deno.test("S-FILE-9: a root that is missing or empty forgets nothing", () =>
  withLibrary(async (root, scan, index) => {
    write(root, LIBRARY);
    await scan();
    await Deno.rename(root, `${root}-away`);
    for (const empty of [false, true]) {
      if (empty) Deno.mkdirSync(root);
      for (let i = 0; i < 3; i++) same((await scan()).roots.map(({ available }) => available), [false]);
      same((await index.counts()).files, 6);
    }
    await Deno.remove(root);
    await Deno.rename(`${root}-away`, root);
    same((await scan()).roots, [{ path: root, available: true }]);
    same((await index.counts()).files, 6);
  }));

Deno.test({
  name: "S-FILE-9: another file system under the path of a root causes no removal",
  ignore: !canMount,
  fn: () =>
    withLibrary((_, scan, index) =>
      withTmpfs(2000, async (mounted) => {
        const roots = [{ path: mounted, kind: "auto" as const }];
        write(mounted, LIBRARY);
        await scan({ roots });
        same((await index.counts()).files, 6);
        await withShadow(mounted, async () => {
          write(mounted, ["lost+found/x", "Something else (2001)/Something else (2001).mkv"]);
          for (let i = 0; i < 3; i++) same((await scan({ roots })).roots[0]?.available, false);
          same((await index.counts()).files, 6);
        });
        // The same tree with a different device number. Network shares get a new one at every mount.
        await withShadow(mounted, async () => {
          write(mounted, LIBRARY);
          same((await scan({ roots })).roots[0]?.available, true);
        });
      })
    ),
});

Deno.test({
  name: "slow: S-FILE-9: titles on a disk that is unmounted, or disappears during a scan, are not removed",
  ignore: !canMount,
  fn: () =>
    withLibrary(async (root, scan, index) => {
      write(root, LIBRARY);
      const place = join(root, "Disk");
      Deno.mkdirSync(place);
      await withShadow(place, async () => {
        write(place, ["Heat 2 (2022)/Heat 2 (2022).mkv", "Deep/Dune (2021)/Dune (2021).mkv"]);
        await scan();
        same((await index.counts()).files, 8);
      });
      // Some systems remove a disk's mount folder.
      Deno.removeSync(place);
      for (let i = 0; i < 3; i++) same((await scan()).errors, [`${place}: its disk is not available`]);
      same((await index.counts()).files, 8);
      Deno.mkdirSync(place);
      for (let i = 0; i < 3; i++) await scan();
      same((await index.counts()).files, 8);
      await withShadow(place, async () => {
        write(place, ["Heat 2 (2022)/Heat 2 (2022).mkv"]);
        for (let i = 0; i < 3; i++) await scan();
        same((await index.counts()).files, 7);
        // An excluded folder is not treated as a missing disk.
        for (let i = 0; i < 2; i++) same((await scan({ exclude: ["Extras", "Disk"] })).errors, []);
        same((await index.counts()).files, 6);
        await scan();
      });
      Deno.removeSync(place);
      const days = (count: number) => () => Date.now() + count * 86_400_000;
      for (const count of [0, 1, 80]) await scan({ now: days(count) });
      same((await index.counts()).files, 7);
      await scan({ now: days(91) });
      same((await index.counts()).files, 6);
    }),
});

/** Mounts another file system over `folder`. */
async function withShadow(folder: string, work: () => Promise<void>): Promise<void> {
  const run = async (program: string, args: string[]) =>
    assert((await new Deno.Command(program, { args }).output()).success);
  await run("mount", ["-t", "tmpfs", "-o", "size=2000k", "tmpfs", folder]);
  try {
    await work();
  } finally {
    await run("umount", ["-l", folder]);
  }
}

Deno.test("titles that a manager manages are hidden", () =>
  withLibrary(async (root, scan, index) => {
    write(root, LIBRARY);
    await scan({
      managed: { folders: [join(root, "Movies/Heat (1995)"), join(root, "TV Shows/Lost (2004)/")], hide: true },
    });
    same(await titles(index), ["Alien", "Razorblade"]);
    same((await index.counts()).hiddenArr, 2);
  }));

Deno.test("nested roots are walked once, each with its own kind; links lead neither out nor in circles", () =>
  withLibrary(async (root, scan, index) => {
    write(root, ["Movies/Heat (1995)/Heat (1995).mkv", "mixed/Lost/Pilot.mkv"]);
    write(join(root, "../elsewhere"), ["Alien (1979)/Alien (1979).mkv"]);
    Deno.symlinkSync(root, join(root, "Movies/circle"));
    Deno.symlinkSync(join(root, "../elsewhere"), join(root, "Movies/linked"));
    Deno.symlinkSync(join(root, "nowhere"), join(root, "Movies/Broken (2001).mkv"));
    settle(join(root, "mixed"));
    await scan({ roots: [{ path: root, kind: "auto" }, { path: `${join(root, "mixed")}/`, kind: "series" }] });
    same((await index.list({ limit: 10 })).items.map(({ title, kind }) => `${kind} ${title}`), [
      "movie Heat",
      "series Lost",
    ]);
  }));

Deno.test("a scan reports a link out of the roots, folders that are too deep and names that are not UTF-8", () =>
  withLibrary(async (root, scan, index) => {
    const deep = Array.from({ length: 34 }, (_, i) => `d${i}`).join("/");
    write(root, ["Movies/Heat (1995)/Heat (1995).mkv", `${deep}/Alien (1979).mkv`, "Movies/H\ufffdat.mkv"]);
    write(join(root, "../elsewhere"), ["Alien (1979)/Alien (1979).mkv"]);
    Deno.symlinkSync(join(root, "../elsewhere"), join(root, "Movies/linked"));
    const { errors } = await scan();
    same(await titles(index), ["Heat"]);
    for (
      const said of [
        /linked: this link points outside the folders/,
        /more than 32 levels deep/,
        /one name in it is not UTF-8/,
      ]
    ) {
      assert(errors.some((error) => said.test(error)), `${said}: ${errors.join("; ")}`);
    }
  }));

Deno.test("the index keeps the last number, the date, and the show IDs of an episode", () =>
  withLibrary(async (root, scan, index) => {
    write(root, [
      "TV/Dark (2017) {tvdb-334824}/Season 01/Dark - S01E01-E02.mkv",
      "TV/The Daily Show/The Daily Show - 2024-03-13.mkv",
    ]);
    await scan();
    const { items } = await index.list({ limit: 10 });
    same(items.map(({ title, ids }) => [title, ids]), [["Dark", { tvdbId: 334824 }], ["The Daily Show", undefined]]);
    const files = await Promise.all(items.map(async ({ id }) => (await index.get(id))?.files[0]));
    same(files.map((file) => [file?.season, file?.episode, file?.lastEpisode, file?.airDate]), [
      [1, 1, 2, undefined],
      [undefined, undefined, undefined, "2024-03-13"],
    ]);
  }));

Deno.test("slow: an aborted scan ends at once, removes nothing and is continued by the next", () =>
  withLibrary(async (root, scan, index) => {
    write(root, Array.from({ length: 3000 }, (_, i) => `Movies/Film ${i} (1990)/Film ${i} (1990).mkv`));
    const stop = new AbortController();
    const aborted = scan({
      signal: stop.signal,
      index: {
        ...index,
        async store(folders, number) {
          await index.store(folders, number);
          stop.abort(new Error("stopped"));
        },
      },
    });
    await assert.rejects(aborted, /stopped/);
    const part = (await index.counts()).files;
    assert(part > 0 && part < 3000, `${part} films`);
    const { read } = await scan();
    assert(read < 3000, `${read} folders were read again`);
    same((await index.counts()).files, 3000);
  }));

Deno.test("a scan that cannot store its results fails with the reason", () =>
  withLibrary(async (root, scan, index) => {
    write(root, LIBRARY);
    await assert.rejects(
      scan({ index: { ...index, store: () => Promise.reject(new Error("disk full")) } }),
      /disk full/,
    );
    await assert.rejects(scan({ url: new URL("./no_such_worker.ts", import.meta.url) }), /scanning thread ended/);
  }));

Deno.test({
  name: "S-PATH-6: names that are not UTF-8 are counted and skipped, whatever similar ones exist",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    withLibrary(async (root, scan, index) => {
      write(root, ["Movies/H\ufffdat (1995)/Heat.mkv", "Movies/K\u00f6ln (2001)/K\u00f6ln (2001).mkv"]);
      const make = `mkdir -p "$1/Movies/$(printf 'H\\351at (1995)')" && touch "$1/Movies/$(printf 'K\\366ln.mkv')"`;
      const { success } = await new Deno.Command("sh", { args: ["-c", make, "sh", root] }).output();
      assert(success);
      settle(join(root, "Movies/K\u00f6ln (2001)"));
      await scan();
      same(await titles(index), ["K\u00f6ln"]);
      same((await index.counts()).unreadable, 3);
    }),
});
