import assert, { deepStrictEqual as same } from "node:assert/strict";
import { basename, dirname, join } from "node:path";
import { journalRepository } from "../../../db/jobs/journal.ts";
import { insertJobs } from "../../../db/jobs/job_insert.ts";
import { openStore, type Store } from "../../../db/store.ts";
import { jobRow } from "../../../tests/fixtures/job_rows.ts";
import { canMount, withBindMount, withTmpfs } from "../../../tests/fixtures/tmpfs.ts";
import { systemClock } from "../../kit/clock.ts";
import type { CrashPoint } from "./crash_points.ts";
import { deliver } from "./deliver.ts";
import type { Delivered, Delivery } from "./delivery.ts";
import { identityOf } from "./file_moves.ts";
import { binPath, partialPathBeside, partialPathIn } from "./file_names.ts";
import { openJournal } from "./journal.ts";
import { isLink } from "./linked_file.ts";
import { type PlannedUndo, undoDelivery } from "./undo.ts";
import { fileContents } from "../../../tests/kit/file_contents.ts";

const ORIGINAL = "the original, every byte of it ".repeat(5000);
const ENCODE = "the encode ".repeat(3000);
const JOB = "job1";
const DAY = new Date("2026-11-20T12:00:00Z");

interface Case {
  name: string;
  source?: string;
  target: string;
  replace?: boolean;
  keepDays?: number;
  beside?: boolean;
  sidecars?: boolean;
  /** The source is a link with this kind of target to an original owned by another program. */
  link?: "absolute" | "relative";
}

const CASES: Case[] = [
  { name: "a new name", target: "Film.small.mkv" },
  { name: "a new name, written beside", target: "Film.small.mkv", beside: true },
  { name: "the same name", target: "Film.mkv", replace: true },
  { name: "the same name, nothing kept", target: "Film.mkv", replace: true, keepDays: 0 },
  { name: "another name", target: "Film.mp4", replace: true },
  { name: "another name with sidecars", target: "Film 1080p.mkv", replace: true, sidecars: true },
  { name: "another name, nothing kept", target: "Film.mp4", replace: true, keepDays: 0 },
  { name: "a new name beside a link", target: "Film.small.mkv", link: "relative" },
  { name: "the name of a link", target: "Film.mkv", replace: true, link: "absolute" },
  { name: "the name of a relative link", target: "Film.mkv", replace: true, link: "relative" },
  { name: "the name of a link, nothing kept", target: "Film.mkv", replace: true, keepDays: 0, link: "relative" },
  { name: "another name than a link", target: "Film.mp4", replace: true, link: "absolute" },
  {
    name: "another name than a link with a linked sidecar",
    target: "Film 1080p.mkv",
    replace: true,
    link: "relative",
    sidecars: true,
  },
  { name: "another name than a link, nothing kept", target: "Film.mp4", replace: true, keepDays: 0, link: "relative" },
];

interface Scene {
  media: string;
  transcodes: string;
  store: Store;
}

async function withStore(work: (store: Store, folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "lathe_deliver_" });
  const store = await openStore({ path: join(folder, "lathe.db") });
  try {
    await work(store, folder);
  } finally {
    await store.close();
    await Deno.remove(folder, { recursive: true });
  }
}

const seedIn = (media: string) => join(media, "seeds", "Film.2020.mkv");
/** An unusual path that must be preserved exactly. */
const linkText = (media: string, { link }: Case) =>
  link === "absolute" ? seedIn(media) : "./seeds/../seeds/Film.2020.mkv";

/** Creates new files and an empty journal. */
async function setScene({ media, transcodes, store }: Scene, c: Case): Promise<Delivery> {
  for (const folder of [media, transcodes]) {
    for await (const { name } of Deno.readDir(folder)) await Deno.remove(join(folder, name), { recursive: true });
  }
  await store.write(async (tx) => {
    await tx.run("DELETE FROM jobs");
    await tx.run("DELETE FROM bin_entries");
    await insertJobs(tx, [jobRow({ id: JOB })]);
  });
  const source = join(media, "Film.mkv");
  const target = join(media, c.target);
  const partial = c.beside ? partialPathBeside(target, JOB) : partialPathIn(transcodes, basename(target), JOB);
  if (c.link) {
    await Deno.mkdir(join(media, "seeds"));
    await Deno.writeTextFile(seedIn(media), ORIGINAL, { mode: 0o644 });
    await Deno.symlink(linkText(media, c), source);
  } else await Deno.writeTextFile(source, ORIGINAL, { mode: 0o644 });
  await Deno.writeTextFile(partial, ENCODE, { mode: 0o600 });
  if (c.sidecars) {
    if (c.link) await Deno.symlink("seeds/film.srt", join(media, "Film.en.forced.srt"));
    await Deno.writeTextFile(join(media, c.link ? "seeds/film.srt" : "Film.en.forced.srt"), "subtitles");
    await Deno.writeTextFile(join(media, "Film-thumb.jpg"), "thumb");
    await Deno.writeTextFile(join(media, "Filmography.nfo"), "another's");
  }
  const [verified, sourceIdentity] = [await identityOf(partial), await identityOf(source)];
  assert(verified && sourceIdentity);
  return {
    jobId: JOB,
    partial,
    verified,
    target,
    source,
    sourceIdentity,
    sourceLinks: 1,
    ...(c.replace ? { bin: binPath(source, JOB, "original", DAY) } : {}),
    keepDays: c.keepDays ?? 7,
    keepUntil: DAY.getTime(),
  };
}

class Crash extends Error {}

/** Runs the delivery once and crashes at the `nth` point. Returns the points reached. */
async function runOnce(
  scene: Scene,
  delivery: Delivery,
  crashAt = Infinity,
): Promise<{ seen: CrashPoint[]; done?: Delivered }> {
  const seen: CrashPoint[] = [];
  const crashPoint = (point: CrashPoint) => {
    seen.push(point);
    if (seen.length === crashAt) throw new Crash(point);
  };
  const journal = await openJournal(JOB, { journals: journalRepository(scene.store), clock: systemClock, crashPoint });
  try {
    return { seen, done: await deliver(delivery, journal, crashPoint) };
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
    return { seen };
  }
}

/** Asserts invariants that hold at every moment, with or without a crash. */
async function checkNothingLost(scene: Scene, delivery: Delivery, c: Case): Promise<void> {
  const all = { ...await fileContents(scene.media), ...await fileContents(scene.transcodes) };
  const values = Object.values(all);
  assert(values.includes(ENCODE), "the encode is somewhere");
  if (delivery.bin === undefined || delivery.keepDays > 0) {
    assert(values.includes(ORIGINAL), "the original is somewhere");
  }
  for (const [path, text] of Object.entries(all)) {
    if (/\.(mkv|mp4)$/.test(path)) assert([ORIGINAL, ENCODE].includes(text), `${path} is whole`);
  }
  const named = [delivery.source, delivery.target].some((path) => path in all);
  assert(named, "there is never a moment with neither");
  if (!c.link) return;
  same(await Deno.readTextFile(seedIn(scene.media)), ORIGINAL, "the file of the link is untouched");
  if (delivery.keepDays === 0) return;
  const places = [delivery.source, delivery.bin ?? ""];
  const links = await Promise.all(places.map(async (path) => await isLink(path) && await Deno.readTextFile(path)));
  assert(links.includes(ORIGINAL), "the link is somewhere, and leads to its file");
}

async function survivesEveryCrash(scene: Scene, c: Case): Promise<number> {
  const delivery = await setScene(scene, c);
  const { seen, done } = await runOnce(scene, delivery);
  const expected = { ...await fileContents(scene.media), ...await fileContents(scene.transcodes) };
  for (let n = 1; n <= seen.length; n++) {
    const again = await setScene(scene, c);
    await runOnce(scene, again, n);
    await checkNothingLost(scene, again, c);
    const after = await runOnce(scene, again);
    same(after.done, done, `after a crash at ${seen[n - 1]}`);
    same(
      { ...await fileContents(scene.media), ...await fileContents(scene.transcodes) },
      expected,
      `after ${seen[n - 1]}`,
    );
  }
  return seen.length;
}

for (const c of CASES) {
  Deno.test(`S-FILE-2, S-FILE-4: deliver() to ${c.name} survives a crash at every point`, () =>
    withStore(async (store, folder) => {
      const scene = { store, media: join(folder, "media"), transcodes: join(folder, "transcodes") };
      await Deno.mkdir(scene.media);
      await Deno.mkdir(scene.transcodes);
      const points = await survivesEveryCrash(scene, c);
      assert(points >= 4, `${points} points`);
      const delivery = await setScene(scene, c);
      await runOnce(scene, delivery);
      same(await Deno.readTextFile(delivery.target), ENCODE);
      same(((await Deno.stat(delivery.target)).mode ?? 0) & 0o777, 0o644);
      same(await fileContents(scene.transcodes), {});
      if (c.replace && c.keepDays !== 0) same(await Deno.readTextFile(delivery.bin ?? ""), ORIGINAL);
      if (c.replace && c.keepDays === 0) {
        assert(!Object.keys(await fileContents(scene.media)).some((p) => p.includes(".lathe-bin")));
      }
      if (c.replace && c.target !== "Film.mkv") assert(await identityOf(delivery.source) === undefined);
      assert(!await isLink(delivery.target));
      if (c.link) {
        same(await Deno.readTextFile(seedIn(scene.media)), ORIGINAL);
        same(
          await Array.fromAsync(Deno.readDir(join(scene.media, "seeds")), ({ name }) => name).then((names) =>
            names.length
          ),
          c.sidecars ? 2 : 1,
        );
        if (!c.replace) same(await Deno.readLink(delivery.source), linkText(scene.media, c));
      }
      if (c.sidecars) {
        const names = Object.keys(await fileContents(scene.media)).map((path) => basename(path));
        for (const name of ["Film 1080p.en.forced.srt", "Film 1080p-thumb.jpg", "Filmography.nfo"]) {
          assert(names.includes(name), name);
        }
      }
    }));

  // A file written beside its target never crosses file systems, and a link stays in its folder.
  if (c.beside || c.link) continue;
  Deno.test({
    name: `deliver() to ${c.name} across file systems survives a crash at every point`,
    ignore: !canMount,
    fn: () =>
      withTmpfs(
        8192,
        (transcodes) =>
          withTmpfs(8192, (media) =>
            withStore(async (store) => void await survivesEveryCrash({ store, media, transcodes }, c))),
      ),
  });
}

Deno.test({
  name: "slow: deliver() copies between two mounts of one disk, where links and renames are refused",
  ignore: !canMount,
  fn: () =>
    withStore((store, folder) =>
      withBindMount(folder, async (mounted) => {
        const scene = { store, media: join(mounted, "media"), transcodes: join(folder, "transcodes") };
        await Deno.mkdir(scene.media);
        await Deno.mkdir(scene.transcodes);
        same((await Deno.stat(scene.media)).dev, (await Deno.stat(scene.transcodes)).dev);
        for (const c of CASES.filter((c) => !c.beside)) await survivesEveryCrash(scene, c);
      })
    ),
});

Deno.test({
  name: "slow: deliver() swaps where a file can have no second name, and survives a crash in the gap",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    withStore(async (store, folder) => {
      const scene = { store, media: join(folder, "media"), transcodes: join(folder, "transcodes") };
      const names = join(folder, "names");
      for (const each of [scene.media, scene.transcodes, names]) await Deno.mkdir(each);
      const delivery = await setScene(scene, { name: "", target: "Film.mkv", replace: true });
      // ext4 allows 65,000 hard links per file. Other file systems have other limits or none.
      try {
        for (let n = 0; n < 65_000; n++) Deno.linkSync(delivery.source, join(names, String(n)));
        return;
      } catch {
        // The link limit is reached. exFAT reports this already for the first link.
      }
      const { seen } = await runOnce(scene, delivery, 6);
      same(seen.at(-1), "kept:recorded");
      const gap = await runOnce(scene, delivery, 2);
      same(gap.seen.at(-1), "moved-away");
      same(await Deno.readTextFile(delivery.bin ?? ""), ORIGINAL);
      assert(Object.values(await fileContents(scene.media)).includes(ENCODE));
      const { done } = await runOnce(scene, delivery);
      same(done?.originalKeptAt, delivery.bin);
      same(await Deno.readTextFile(delivery.target), ENCODE);
      same(await Deno.readTextFile(delivery.bin ?? ""), ORIGINAL);
    }),
});

Deno.test("deliver() never overwrites a file that is not ours, and keeps the encode", () =>
  withStore(async (store, folder) => {
    const scene = { store, media: join(folder, "media"), transcodes: join(folder, "transcodes") };
    await Deno.mkdir(scene.media);
    await Deno.mkdir(scene.transcodes);
    for (const taken of ["Film.small.mkv", "FILM.SMALL.MKV"]) {
      const delivery = await setScene(scene, { name: "", target: "Film.small.mkv" });
      await Deno.writeTextFile(join(scene.media, taken), "a stranger");
      await assert.rejects(runOnce(scene, delivery), { name: "JobFailure", code: "output_exists" });
      same(await Deno.readTextFile(join(scene.media, taken)), "a stranger");
      same(await Deno.readTextFile(delivery.partial), ENCODE);
    }
  }));

Deno.test("deliver() replaces nothing when the source was changed in between", () =>
  withStore(async (store, folder) => {
    const scene = { store, media: join(folder, "media"), transcodes: join(folder, "transcodes") };
    await Deno.mkdir(scene.media);
    await Deno.mkdir(scene.transcodes);
    const delivery = await setScene(scene, { name: "", target: "Film.mkv", replace: true });
    await Deno.writeTextFile(delivery.source, "newer and better");
    await assert.rejects(runOnce(scene, delivery), { name: "JobFailure", code: "source_changed" });
    same(await Deno.readTextFile(delivery.source), "newer and better");

    const other = await setScene(scene, { name: "", target: "Film.mp4", replace: true });
    await Deno.writeTextFile(other.source, "newer and better");
    const { done } = await runOnce(scene, other);
    same(done?.originalKeptAt, undefined);
    assert(done?.warnings.some((warning) => warning.includes("stays in place")), done?.warnings.join() ?? "");
    same(await Deno.readTextFile(other.source), "newer and better");
  }));

Deno.test("deliver() warns about originals with more than one name", () =>
  withStore(async (store, folder) => {
    const scene = { store, media: join(folder, "media"), transcodes: join(folder, "transcodes") };
    await Deno.mkdir(scene.media);
    await Deno.mkdir(scene.transcodes);
    const delivery = await setScene(scene, { name: "", target: "Film.mkv", replace: true });
    await Deno.link(delivery.source, join(folder, "seeded.mkv"));
    const { done } = await runOnce(scene, { ...delivery, sourceLinks: 2 });
    assert(done?.warnings[0]?.includes("hard links"));
    same(await Deno.readTextFile(join(folder, "seeded.mkv")), ORIGINAL);
    same(await Deno.readTextFile(delivery.target), ENCODE);
  }));

for (const c of CASES.filter((c) => c.replace && c.keepDays !== 0)) {
  Deno.test(`undoing a replacement by ${c.name} survives a crash at every point`, () =>
    withStore(async (store, folder) => {
      const scene = { store, media: join(folder, "media"), transcodes: join(folder, "transcodes") };
      await Deno.mkdir(scene.media);
      await Deno.mkdir(scene.transcodes);
      let points = Infinity;
      for (let n = 0; n <= points; n++) {
        const delivery = await setScene(scene, c);
        await runOnce(scene, delivery);
        await journalRepository(store).clear(JOB);
        const undoing: PlannedUndo = {
          bin: delivery.bin ?? "",
          original: delivery.sourceIdentity,
          source: delivery.source,
          output: delivery.target,
          outputSizeBytes: ENCODE.length,
          encodeBin: binPath(delivery.target, JOB, "encode", DAY),
        };
        let seen = 0;
        const run = async (crashAt: number) => {
          const crashPoint = () => {
            if (++seen === crashAt) throw new Crash();
          };
          await undoDelivery(
            undoing,
            await openJournal(JOB, { journals: journalRepository(store), clock: systemClock, crashPoint }),
          );
        };
        if (n === 0) {
          await run(Infinity);
          points = seen;
        } else {
          await assert.rejects(run(n), Crash);
          const values = Object.values(await fileContents(scene.media));
          assert(values.includes(ORIGINAL) && values.includes(ENCODE), `both are there after crash ${n}`);
          await run(Infinity);
        }
        same(await Deno.readTextFile(undoing.source), ORIGINAL);
        if (c.link) same(await Deno.readLink(undoing.source), linkText(scene.media, c));
        same(await Deno.readTextFile(undoing.encodeBin), ENCODE);
        assert(undoing.source === undoing.output || await identityOf(undoing.output) === undefined);
        if (c.sidecars) assert(await identityOf(join(dirname(undoing.source), "Film.en.forced.srt")));
      }
      assert(points >= 6, `${points} points`);
    }));
}
