import assert, { deepStrictEqual as same } from "node:assert/strict";
import { dirname, join } from "node:path";
import { insertJobs } from "../../../db/jobs/job_insert.ts";
import { journalRepository } from "../../../db/jobs/journal.ts";
import { filesBelow } from "../../../tests/fixtures/folder.ts";
import { makeClip } from "../../../tests/fixtures/clip.ts";
import { jobRow } from "../../../tests/fixtures/job_rows.ts";
import { namesIn, openQueue, withFolders } from "../../../tests/fixtures/queue.ts";
import type { CrashPoint } from "./crash_points.ts";
import { identityOf } from "./file_moves.ts";
import { BIN_FOLDER, binPath, partialPathBeside, partialPathIn } from "./file_names.ts";

const CHANGES: { how: string; at: CrashPoint; change: (source: string) => void; keepsOld: boolean }[] = [
  {
    how: "written to before it has a second name",
    at: "kept:intended",
    change: (source) => Deno.writeTextFileSync(source, "more", { append: true }),
    keepsOld: false,
  },
  {
    how: "written to when it has a second name",
    at: "kept:recorded",
    change: (source) => Deno.writeTextFileSync(source, "more", { append: true }),
    keepsOld: false,
  },
  {
    how: "replaced when it has a second name",
    at: "kept:recorded",
    change: (source) => {
      Deno.writeTextFileSync(`${source}.new`, "a better film, by somebody else");
      Deno.renameSync(`${source}.new`, source);
    },
    keepsOld: true,
  },
];

for (const { how, at, change, keepsOld } of CHANGES) {
  Deno.test(`slow: S-FILE-5: a source that is ${how} while its encode is published fails the job and leaves nothing hidden`, () =>
    withFolders(async ({ media, configDir }) => {
      const source = join(media, "a.mkv");
      const crashPoint = (point: CrashPoint) => {
        if (point === at) change(source);
      };
      await using queue = await openQueue({ configDir, crashPoint });
      await makeClip(source);
      const original = await Deno.readFile(source);
      const profile = await queue.quickProfile({ output: { suffix: "", replaceOriginal: true } });
      const job = await queue.finished((await queue.create(source, profile)).id);
      same([job.status, job.errorCode], ["failed", "source_changed"]);
      same(await namesIn(queue.storage.folders.transcodes), []);
      const inBin = (await filesBelow(media)).filter((name) => name !== "a.mkv");
      if (!keepsOld) return same(inBin, []);
      const [kept = ""] = inBin;
      same([inBin.length, kept.startsWith(BIN_FOLDER)], [1, true]);
      same(await Deno.readFile(join(media, kept)), original);
      assert(job.warnings.some((warning) => warning.includes(join(media, kept))), job.warnings.join());
      const entry = await journalRepository(queue.store).binEntry(join(media, kept));
      same([entry?.jobId, entry?.successorPath], [job.id, source]);
      same(await Deno.readTextFile(source), "a better film, by somebody else");
    }));
}

type Scene = { source: string; bin: string };
const DISCARDS: { name: string; set: (scene: Scene) => Promise<void>; source: string | undefined; bin?: string }[] = [
  {
    name: "the second name of the original goes",
    set: async ({ source, bin }) => {
      await Deno.writeTextFile(source, "original");
      await Deno.link(source, bin);
    },
    source: "original",
  },
  {
    name: "an original without its name gets it back",
    set: ({ bin }) => Deno.writeTextFile(bin, "original"),
    source: "original",
  },
  {
    name: "an original whose name the encode took gets it back",
    set: async ({ source, bin }) => {
      await Deno.writeTextFile(bin, "original");
      await Deno.rename(partialPathBeside(source, "j"), source);
    },
    source: "original",
  },
  {
    name: "an original whose name a stranger took stays in the bin",
    set: async ({ source, bin }) => {
      await Deno.writeTextFile(bin, "original");
      await Deno.writeTextFile(source, "stranger");
    },
    source: "stranger",
    bin: "original",
  },
  {
    name: "an original that was not touched stays",
    set: ({ source }) => Deno.writeTextFile(source, "original"),
    source: "original",
  },
];

for (const { name, set, source: expected, bin: expectedBin } of DISCARDS) {
  Deno.test(`discarding a kept encode: ${name}`, () =>
    withFolders(async ({ media, configDir }) => {
      await using queue = await openQueue({ configDir, start: false });
      const source = join(media, "Film.mkv");
      const bin = binPath(source, "j", "original", new Date("2026-11-20T12:00:00Z"));
      const partial = partialPathIn(queue.storage.folders.transcodes, "Film.mkv", "j");
      const copy = partialPathBeside(source, "j");
      await Deno.mkdir(dirname(bin), { recursive: true });
      for (const path of [partial, copy]) await Deno.writeTextFile(path, "encode");
      const journals = journalRepository(queue.store);
      await queue.store.write((tx) =>
        insertJobs(tx, [jobRow({ id: "j", status: "publish_failed", sourcePath: source, tempPath: partial })])
      );
      await journals.intend("j", "copied", { from: partial, to: copy }, 1);
      await journals.complete("j", "copied", await identityOf(copy), 2);
      await journals.intend("j", "kept", { from: source, to: bin }, 3);
      await set({ source, bin });
      await queue.jobs.remove("j", { discard: true });
      same(await namesIn(queue.storage.folders.transcodes), []);
      same(await Deno.readTextFile(source), expected);
      const left = (await filesBelow(media)).filter((path) => path !== "Film.mkv");
      same(left, expectedBin === undefined ? [] : [bin.slice(media.length + 1)]);
      same(await journals.binEntry(bin) !== undefined, expectedBin !== undefined);
      same((await namesIn(media)).includes(BIN_FOLDER), expectedBin !== undefined, "an empty bin is removed");
    }));
}

for (const first of ["remove", "retry"] as const) {
  Deno.test(`slow: discarding and retrying at the same moment, ${first} first: one of them is done, whole`, () =>
    withFolders(async ({ media, configDir }) => {
      const target = join(media, "a.small.mkv");
      const crashPoint = (point: CrashPoint) => {
        if (point === "verified:recorded") Deno.writeTextFileSync(target, "a stranger");
      };
      await using queue = await openQueue({ configDir, crashPoint });
      await makeClip(join(media, "a.mkv"));
      const { id, status } = await queue.finished(
        (await queue.create(join(media, "a.mkv"), await queue.quickProfile())).id,
      );
      same(status, "publish_failed");
      await Deno.remove(target);
      const acts = [() => queue.jobs.remove(id, { discard: true }), () => queue.jobs.retry(id)];
      if (first === "retry") acts.reverse();
      const [won, lost] = await Promise.allSettled(acts.map((act) => act()));
      same([won?.status, lost?.status], ["fulfilled", "rejected"]);
      if (first === "retry") same((await queue.finished(id)).status, "done");
      same(await namesIn(media), first === "retry" ? ["a.mkv", "a.small.mkv"] : ["a.mkv"]);
      same(await namesIn(queue.storage.folders.transcodes), []);
    }));
}
