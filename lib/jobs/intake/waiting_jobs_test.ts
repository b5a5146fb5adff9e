import { deepStrictEqual as same, rejects } from "node:assert/strict";
import { intakeOn, writeFiles } from "../../../tests/fixtures/intake.ts";
import { withStore } from "../../../tests/fixtures/store.ts";
import { JOB_STATES } from "../states.ts";
import {
  createWaitingJob,
  failWaitingJob,
  handOverWaitingJob,
  importFiles,
  recordManagerResult,
  updateWaitingMessage,
} from "./waiting_jobs.ts";

const origin = { trigger: "grab", label: "Grabbed" } as const;
const wanted = (id: string) => ({
  id,
  title: "Dark",
  message: "Downloading",
  profileId: "builtin-movie-1080p",
  source: { kind: "episode", arr: "series", arrId: 4 } as const,
});

/** A waiting job, with files in the test's folder. */
const scene = (
  work: (scene: ReturnType<typeof intakeOn> & { files: (names: string[]) => Promise<string[]> }) => Promise<void>,
) =>
  withStore(async (store, folder) => {
    const world = intakeOn(store, folder);
    await createWaitingJob(world.waiting, wanted("w"), origin);
    await work({ ...world, files: (names) => writeFiles(`${folder}/media`, names) });
  });
const arrivals = (paths: string[]) => paths.map((localPath) => ({ source: { localPath } }));

Deno.test("a job that waits has no file and the copy of its profile; asking for it again is no second job", () =>
  scene(async ({ waiting, jobStore, said, counts }) => {
    const [first, again, third] = await Promise.all(
      ["w", "w", "v"].map((id) => createWaitingJob(waiting, { ...wanted(id), title: id }, origin)),
    );
    same([first?.title, again?.title, third?.title], ["Dark", "Dark", "v"]);
    same([first?.status, first?.sourcePath, first?.arr, first?.labels, first?.trigger], ["waiting", "", "series", [
      "Grabbed",
    ], "grab"]);
    same(
      (await jobStore.jobs.recipe(first?.recipeHash ?? "") as { id: string } | undefined)?.id,
      "builtin-movie-1080p",
    );
    same([said.filter((type) => type === "job-added").length, counts().changes], [2, 2]);
    await rejects(createWaitingJob(waiting, { ...wanted("x"), profileId: "nobody" }, origin), { code: "no_profile" });
  }));

Deno.test("the waiting job gets the first of all arrived files, and every further file becomes a job behind it", () =>
  scene(async ({ waiting, jobStore, files, counts }) => {
    const paths = await files(["a.mkv", "b.mkv", "c.mkv"]);
    const holders = await importFiles(waiting, "w", arrivals(paths), { complete: true });
    const rows = await jobStore.jobs.many(holders ?? []);
    same(rows.map(({ status, sourcePath }) => [status, sourcePath]), paths.map((path) => ["queued", path]));
    same(rows.map(({ id, parentId, subtitle }) => [id === "w", parentId, subtitle]), [
      [true, null, null],
      [false, "w", "b"],
      [false, "w", "c"],
    ]);
    same(await jobStore.list.inQueueOrder(holders ?? []), holders);
    same([rows[0]?.message, rows[0]?.inputSizeBytes, rows[1]?.labels, rows[1]?.arr, counts().joined], [
      ...[null, 5, ["Grabbed"]],
      "series",
      1,
    ]);
  }));

Deno.test("while more files may arrive each becomes a job of its own, and the waiting one keeps waiting", () =>
  scene(async ({ waiting, jobStore, files }) => {
    const paths = await files(["a.mkv", "b.mkv"]);
    const holders = await importFiles(waiting, "w", arrivals(paths), { complete: false });
    same([(await jobStore.jobs.get("w"))?.status, holders?.includes("w")], ["waiting", false]);
    same(await importFiles(waiting, "w", arrivals(paths), { complete: false }), holders, "told twice, queued once");
    const rest = await importFiles(waiting, "w", arrivals(paths), { complete: true });
    same(rest, holders);
    same((await jobStore.jobs.get("w"))?.status, "done", "other jobs have all of it");
  }));

Deno.test("a file that arrived twice is one job, also by a link; a file of another job belongs to that job", () =>
  scene(async ({ waiting, jobStore, files }) => {
    const [a = "", b = ""] = await files(["a.mkv", "b.mkv"]);
    const link = a.replace("a.mkv", "link.mkv");
    await Deno.symlink(a, link);
    const hard = a.replace("a.mkv", "hard.mkv");
    await Deno.link(a, hard);
    const holders = await importFiles(waiting, "w", arrivals([a, link, hard, a, b]), { complete: true });
    same(holders?.map((id) => id === holders[0]), [true, true, true, true, false]);
    same((await jobStore.jobs.idsIn(["queued"])).length, 2);
  }));

Deno.test("files for a job that waits no longer are refused, and none of them is queued", () =>
  scene(async ({ waiting, jobStore, files }) => {
    const paths = await files(["a.mkv"]);
    let noted = 0;
    const alongside = () => Promise.resolve(void noted++);
    await failWaitingJob(waiting, "w", "The download failed.", "download_failed");
    same(await importFiles(waiting, "w", arrivals(paths), { complete: true, alongside }), undefined);
    same(await importFiles(waiting, "gone", arrivals(paths), { complete: true, alongside }), undefined);
    same([noted, (await jobStore.jobs.idsIn(JOB_STATES)).length], [0, 1]);
    const row = await jobStore.jobs.get("w");
    same([row?.status, row?.error, row?.errorCode, row?.message], [
      "failed",
      "The download failed.",
      "download_failed",
      null,
    ]);
  }));

Deno.test("marks are stored together with the files, or not at all", () =>
  scene(async ({ waiting, jobStore, files }) => {
    const paths = await files(["a.mkv", "b.mkv"]);
    const broken = importFiles(waiting, "w", arrivals(paths), {
      complete: true,
      alongside: () => Promise.reject(new Error("not noted")),
    });
    await rejects(broken, /not noted/);
    same([(await jobStore.jobs.get("w"))?.status, (await jobStore.jobs.idsIn(["queued"])).length], ["waiting", 0]);
    await rejects(importFiles(waiting, "w", arrivals([...paths, "/nowhere/c.mkv"]), { complete: true }), {
      code: "unreadable",
    });
    same((await jobStore.jobs.idsIn(["queued"])).length, 0, "a file that is not there takes the others along");
  }));

Deno.test("an empty delivery ends the wait without a file", () =>
  scene(async ({ waiting, jobStore }) => {
    same(await importFiles(waiting, "w", [], { complete: true }), []);
    const row = await jobStore.jobs.get("w");
    same([row?.status, row?.message], ["done", "Other jobs already exist for the downloaded files."]);
  }));

Deno.test("two simultaneous deliveries of the same files get the same jobs", () =>
  scene(async ({ waiting, jobStore, files }) => {
    const paths = await files(["a.mkv", "b.mkv"]);
    const bring = () => importFiles(waiting, "w", arrivals(paths), { complete: false });
    const [first, second] = await Promise.all([bring(), bring()]);
    same(second, first);
    same((await jobStore.jobs.idsIn(["queued"])).length, 2);
  }));

Deno.test("a message is announced once; a job that was handed over is done", () =>
  scene(async ({ waiting, jobStore, said }) => {
    const told = said.length;
    for (const text of ["50 %", "50 %", "60 %"]) await updateWaitingMessage(waiting, "w", text);
    same(said.length - told, 2);
    await handOverWaitingJob(waiting, "w", "Episodes have jobs of their own.");
    await handOverWaitingJob(waiting, "w", "again");
    await failWaitingJob(waiting, "w", "late", "late");
    const row = await jobStore.jobs.get("w");
    same([row?.status, row?.message, row?.error], ["done", "Episodes have jobs of their own.", null]);
    same(said.filter((type) => type === "job-ended").length, 1);
  }));

Deno.test("warnings of managers are added once each, also when two arrive at the same moment", () =>
  scene(async ({ waiting, jobStore }) => {
    await recordManagerResult(waiting, "w", { message: "Imported" });
    await Promise.all(["a", "b", "a", "c"].map((warning) => recordManagerResult(waiting, "w", { warning })));
    await recordManagerResult(waiting, "gone", { warning: "x" });
    const row = await jobStore.jobs.get("w");
    same([row?.message, row?.warnings], ["Imported", ["a", "b", "c"]]);
  }));
