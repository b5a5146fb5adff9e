import assert, { deepStrictEqual as same } from "node:assert/strict";
import { dirname, join } from "node:path";
import { type JournalRepository, journalRepository } from "../../../db/jobs/journal.ts";
import { insertJobs } from "../../../db/jobs/job_insert.ts";
import { jobRow } from "../../../tests/fixtures/job_rows.ts";
import { binRow } from "../../../tests/fixtures/bin_row.ts";
import { withStore } from "../../../tests/fixtures/store.ts";
import { DAY_MS } from "../../kit/clock.ts";
import { pruneBins } from "./bins.ts";
import { identityOf } from "./file_moves.ts";
import { binPath } from "./file_names.ts";

const DAY = new Date("2026-11-20T12:00:00Z");
const NOW = new Date("2026-12-20T12:00:00Z");

interface Scene {
  /** Root folder of the library's disk. */
  root: string;
  journals: JournalRepository;
  lines: { level: string; fields: Record<string, unknown> }[];
  prune: (now?: Date) => Promise<{ removed: number; kept: number }>;
  /** Replaces a movie in its folder. Returns the path of its original in the bin. */
  replaced: (film: string) => Promise<string>;
}

const withLibrary = (work: (scene: Scene) => Promise<void>) =>
  withStore(async (store) => {
    const base = await Deno.makeTempDir({ prefix: "lathe_bins_" });
    const root = join(base, "nas");
    const journals = journalRepository(store);
    const lines: Scene["lines"] = [];
    let jobs = 0;
    try {
      await Deno.mkdir(root);
      await work({
        root,
        journals,
        lines,
        prune: (now = NOW) =>
          pruneBins(now, journals, (level, _text, fields) => void lines.push({ level, fields: { ...fields } })),
        async replaced(film) {
          const jobId = `j${++jobs}`;
          await store.write((tx) => insertJobs(tx, [jobRow({ id: jobId, status: "done" })]));
          const path = binPath(film, jobId, "original", DAY);
          await Deno.mkdir(dirname(path), { recursive: true });
          await Deno.writeTextFile(path, "original");
          await Deno.writeTextFile(film, "encode");
          const successor = { successorPath: film, successorSizeBytes: 6 };
          const times = { retiredAt: DAY.getTime() - 7 * DAY_MS, deleteAfter: DAY.getTime() };
          await journals.addBinEntry({ ...binRow({ path, jobId, fromPath: film }), ...successor, ...times });
          return path;
        },
      });
    } finally {
      await Deno.remove(base, { recursive: true });
    }
  });

const isThere = async (path: string): Promise<boolean> => await identityOf(path) !== undefined;

Deno.test("pruneBins() forgets entries of a title three months after its folders were removed", () =>
  withLibrary(async ({ root, journals, lines, prune, replaced }) => {
    await Deno.mkdir(join(root, "Show/Season 1"), { recursive: true });
    await Deno.mkdir(join(root, "Film"));
    await Deno.writeTextFile(join(root, "other.mkv"), "other");
    await replaced(join(root, "Show/Season 1/A.mkv"));
    await replaced(join(root, "Film/B.mkv"));
    for (const folder of ["Show", "Film"]) await Deno.remove(join(root, folder), { recursive: true });
    same(await prune(), { removed: 0, kept: 2 });
    same(await prune(new Date(DAY.getTime() + 89 * 86_400_000)), { removed: 0, kept: 2 });
    same(lines.map(({ fields }) => fields.files), [2, 2]);
    same(await prune(new Date(DAY.getTime() + 90 * 86_400_000)), { removed: 0, kept: 0 });
    same(await journals.expiredBinEntries(2 * NOW.getTime()), []);
  }));

Deno.test("pruneBins() continues after a file that cannot be removed, and keeps it listed", () =>
  withLibrary(async ({ root, journals, lines, prune, replaced }) => {
    const stuck = await replaced(join(root, "A.mkv"));
    await Deno.remove(stuck);
    await Deno.mkdir(join(stuck, "inside"), { recursive: true });
    const other = await replaced(join(root, "B.mkv"));
    same(await prune(), { removed: 1, kept: 1 });
    same(await isThere(other), false);
    same((await journals.expiredBinEntries(NOW.getTime())).map(({ path }) => path), [stuck]);
    same(lines.map(({ level, fields }) => [level, fields.path]), [["warn", stuck]]);
  }));

Deno.test("pruneBins() keeps an original on an unavailable disk, and prunes it when the disk is back", () =>
  withLibrary(async ({ root, journals, lines, prune, replaced }) => {
    const paths = [];
    for (const title of ["A", "B", "C"]) {
      await Deno.mkdir(join(root, title));
      paths.push(await replaced(join(root, title, "Film.mkv")));
    }
    await Deno.rename(root, `${root}.away`);
    same(await prune(), { removed: 0, kept: 3 });
    same(lines.map(({ level }) => level), ["warn"], "one line for all");
    same(lines[0]?.fields, { files: 3, folders: ["A", "B", "C"].map((title) => join(root, title)) });
    // The mount point exists, but the disk is missing.
    await Deno.mkdir(root);
    same(await prune(), { removed: 0, kept: 3 });
    await Deno.remove(root);
    for (const path of paths) assert(await journals.binEntry(path), path);

    await Deno.rename(`${root}.away`, root);
    same(await prune(), { removed: 3, kept: 0 });
    for (const path of paths) same([await isThere(path), await journals.binEntry(path)], [false, undefined]);
  }));

Deno.test("pruneBins() does not mistake an empty mount point for a library without movies", () =>
  withLibrary(async ({ root, journals, prune, replaced }) => {
    const path = await replaced(join(root, "Film.mkv"));
    await Deno.rename(root, `${root}.away`);
    await Deno.mkdir(root);
    same(await prune(), { removed: 0, kept: 1 });
    assert(await journals.binEntry(path));
  }));

Deno.test("pruneBins() keeps an original on an unavailable disk although its encode is on another", () =>
  withLibrary(async ({ root, journals, prune, replaced }) => {
    const path = await replaced(join(root, "Film.mkv"));
    const [entry, encode] = [await journals.binEntry(path), `${root}.encode.mkv`];
    assert(entry);
    await Deno.rename(join(root, "Film.mkv"), encode);
    await journals.addBinEntry({ ...entry, successorPath: encode });
    await Deno.rename(root, `${root}.away`);
    same(await prune(), { removed: 0, kept: 1 });
    assert(await journals.binEntry(path));
  }));

Deno.test("pruneBins() drops the entry of a file that was removed by hand", () =>
  withLibrary(async ({ root, journals, lines, prune, replaced }) => {
    const path = await replaced(join(root, "Film.mkv"));
    await Deno.remove(join(root, ".lathe-bin"), { recursive: true });
    same(await prune(), { removed: 0, kept: 0 });
    same([await journals.binEntry(path), lines], [undefined, []]);

    const other = await replaced(join(root, "Other.mkv"));
    await Deno.remove(other);
    await Deno.remove(join(root, "Other.mkv"));
    same(await prune(), { removed: 0, kept: 0 });
    same([await journals.binEntry(other), lines], [undefined, []]);
  }));

Deno.test("pruneBins() keeps an original whose encode is missing or was changed", () =>
  withLibrary(async ({ root, journals, prune, replaced }) => {
    const film = join(root, "Film.mkv");
    const path = await replaced(film);
    for (const change of [() => Deno.writeTextFile(film, "another release"), () => Deno.remove(film)]) {
      await change();
      same(await prune(), { removed: 0, kept: 1 });
      assert(await isThere(path) && await journals.binEntry(path));
    }
  }));

Deno.test("pruneBins() removes a kept link, wherever it points now, but not its target", () =>
  withLibrary(async ({ root, prune, replaced }) => {
    await Deno.mkdir(join(root, "Film"));
    const [kept, dangling] = [
      await replaced(join(root, "Film/Film.mkv")),
      await replaced(join(root, "Film/Other.mkv")),
    ];
    await Deno.writeTextFile(join(root, "seed.mkv"), "seed");
    for (const [bin, text] of [[kept, "../../../seed.mkv"], [dangling, "../../../gone.mkv"]] as const) {
      await Deno.remove(bin);
      await Deno.symlink(text, bin);
    }
    same(await prune(), { removed: 2, kept: 0 });
    same(await Array.fromAsync(Deno.readDir(join(root, "Film")), ({ name }) => name).then((names) => names.sort()), [
      "Film.mkv",
      "Other.mkv",
    ]);
    same(await Deno.readTextFile(join(root, "seed.mkv")), "seed");
  }));
