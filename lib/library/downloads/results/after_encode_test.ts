import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { insertJobs } from "../../../../db/jobs/job_insert.ts";
import { rescanRepository } from "../../../../db/library/grabs.ts";
import { rescans } from "../../../../db/schema/library.ts";
import { type NewJobRow, recipes } from "../../../../db/schema/jobs.ts";
import type { Failure } from "../../../../tests/fakes/arr/shared/failures.ts";
import { deadShare } from "../../../../tests/fixtures/dead_share.ts";
import { grabTest, radarrWorld } from "../../../../tests/fixtures/grab.ts";
import { jobRow } from "../../../../tests/fixtures/job_rows.ts";
import { createAfterEncode } from "./after_encode.ts";
import { checkResult, type HeldFile } from "./result_check.ts";

const DAY = 86_400_000;

type World = Awaited<ReturnType<typeof radarrWorld>>;

/** Creates a finished encode in the movie's folder, and the record of its job. Returns the path of the encode. */
async function encodedFilm(it: World, name: string, change: Partial<NewJobRow> = {}): Promise<string> {
  const folder = `${it.root}/Film (2000)`;
  await Deno.mkdir(folder, { recursive: true });
  await Deno.writeTextFile(`${folder}/${name}`, "encoded");
  const row = jobRow({
    id: "done",
    status: "done",
    arr: "movie",
    source: { kind: "movie", arr: "movie", arrId: 1, localPath: `${folder}/gone.mkv` },
    outputPath: `${folder}/${name}`,
    outputSizeBytes: 7,
    finishedAt: Date.now(),
    ...change,
  });
  await it.app.instance.store.write((tx) => insertJobs(tx, [row]));
  return `${folder}/${name}`;
}

/** Makes the scheduled rescan due immediately. */
const hurry = ({ app }: World) => rescanRepository(app.instance.store).patch("done", { nextAt: 0 });

/** Polls until no rescan is open. */
async function looked(it: World): Promise<void> {
  for (let round = 0; round < 6 && await it.app.instance.afterEncode.report() > 0; round++) {
    await it.radarr.tick(5000);
    await hurry(it);
  }
}

grabTest("Radarr reads the folder of a finished encode again, once", async () => {
  await using it = await radarrWorld();
  await encodedFilm(it, "Film (2000) Bluray-1080p.mkv");
  await looked(it);
  same([(await it.job("done")).message, (await it.job("done")).warnings], ["Radarr has the new file", []]);
  const posts = () => it.radarr.seen.filter(({ method }) => method === "POST").length;
  is(posts(), 1);
  is(await it.app.instance.afterEncode.report(), 0);
  is(posts(), 1);
});

grabTest("Radarr reads the folder again when the encode replaces its original later", async () => {
  await using it = await radarrWorld();
  await encodedFilm(it, "Film (2000) Bluray-1080p.mkv");
  await looked(it);
  const posts = () => it.radarr.seen.filter(({ method }) => method === "POST").length;
  is(posts(), 1);
  it.app.instance.bus.publish("original-replaced", { id: "done", at: Date.now() });
  while (posts() < 2) {
    await looked(it);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await looked(it);
  is((await it.job("done")).message, "Radarr has the new file");
});

grabTest("a result on an unavailable share is checked when the share is back, and the service can end", async () => {
  await using it = await radarrWorld();
  await encodedFilm(it, "Film (2000) Bluray-1080p.mkv");
  const share = deadShare(/./);
  const { instance } = it.app;
  const rescans = rescanRepository(instance.store);
  const afterEncode = createAfterEncode({ ...instance, rescans, disks: share.disks });
  for (let round = 0; round < 6; round++) {
    is(await afterEncode.report(), 1);
    await it.radarr.tick(5000);
    await hurry(it);
  }
  ok(share.open() > 0);
  await afterEncode.close();
  await share.revive();
  await looked(it);
  same([(await it.job("done")).message, (await it.job("done")).warnings], ["Radarr has the new file", []]);
});

grabTest("an unreachable Radarr is notified later; after a day the job shows that it was not", async () => {
  await using it = await radarrWorld();
  await encodedFilm(it, "Film (2000) Bluray-1080p.mkv");
  for (const failure of [{ mode: "error" }, { mode: "drop" }, { mode: "unauthorized" }] satisfies Failure[]) {
    it.radarr.fail(failure);
    is(await it.app.instance.afterEncode.report(), 1);
    await hurry(it);
    it.radarr.recover();
  }
  const [row] = await it.app.instance.store.db.select().from(rescans);
  same([row?.state, row?.tries], ["ask", 3]);
  ok(await it.app.instance.afterEncode.report() === 1);
  it.radarr.restart();
  await looked(it);
  is((await it.job("done")).message, "Radarr has the new file");

  await rescanRepository(it.app.instance.store).patch("done", { state: "ask", createdAt: Date.now() - DAY, nextAt: 0 });
  it.radarr.fail({ mode: "error" });
  is(await it.app.instance.afterEncode.report(), 0);
  match(
    (await it.job("done")).warnings[0] ?? "",
    /could not be notified of the encode for a day: Radarr reports: database/,
  );
});

grabTest("a file that Radarr does not take within ten minutes is a warning on the job", async () => {
  await using it = await radarrWorld();
  const path = await encodedFilm(it, "Film (2000) Bluray-1080p.mkv");
  await Deno.rename(path, `${path}.hidden`);
  await looked(it);
  const repository = rescanRepository(it.app.instance.store);
  await repository.patch("done", { since: Date.now() - 11 * 60_000, nextAt: 0 });
  is(await it.app.instance.afterEncode.report(), 0);
  same((await it.job("done")).warnings, [
    "Radarr has not imported the new file: it currently lists no file for this title.",
  ]);
});

grabTest("a title that Radarr has removed is reported once", async () => {
  await using it = await radarrWorld();
  await encodedFilm(it, "Film (2000) Bluray-1080p.mkv", {
    source: { kind: "movie", arr: "movie", arrId: 77, localPath: "/gone.mkv" },
  });
  await looked(it);
  match((await it.job("done")).warnings[0] ?? "", /^The encode is in place, but its manager was not notified/);
});

grabTest("encodes of a profile without notification notify no manager", async () => {
  await using it = await radarrWorld();
  const { profiles, store } = it.app.instance;
  const recipe = await profiles.recipe("builtin-movie-1080p");
  ok("output" in recipe);
  const quiet = { ...recipe, output: { ...recipe.output, notifyArr: false } };
  const finished = { status: "done", arr: "movie", outputPath: "/x", finishedAt: Date.now() } as const;
  await store.write(async (tx) => {
    await tx.insert(recipes).values([{ hash: "loud", recipe }, { hash: "quiet", recipe: quiet }]);
    await insertJobs(tx, [
      jobRow({ ...finished, id: "loud", recipeHash: "loud" }),
      jobRow({ ...finished, id: "quiet", recipeHash: "quiet" }),
      jobRow({ ...finished, id: "old", recipeHash: "loud", finishedAt: Date.now() - 2 * DAY }),
      jobRow({ ...finished, id: "file", recipeHash: "loud", arr: null }),
    ]);
  });
  is(await rescanRepository(store).adopt(Date.now() - DAY, Date.now()), 1);
  same((await store.db.select().from(rescans)).map(({ jobId }) => jobId), ["loud"]);
});

const held = (change: Partial<HeldFile> = {}): HeldFile => ({
  path: "/m/Film/new.mkv",
  sizeBytes: 7,
  quality: "Bluray-1080p",
  isRemux: false,
  ...change,
});
const output = { path: "/m/Film/new.mkv", sizeBytes: 7, source: { path: "/m/Film/old.mkv", kept: false } };

Deno.test("a manager's file is the encode by path and size, or by size when it was renamed", () => {
  const kind = (files: HeldFile[], change = {}) =>
    checkResult({ ...output, ...change }, files, "/m/Film/", "Radarr").kind;
  is(kind([held()]), "has");
  is(kind([held({ path: "/m/Film/renamed.mkv" })]), "has");
  is(kind([held({ sizeBytes: 9 })]), "missing");
  is(kind([held({ isRemux: true, quality: "Remux-1080p" })]), "remux");
  is(kind([held({ isRemux: true })], { path: "/m/Film/new remux.mkv" }), "has");
  is(
    kind([held({ path: "/m/Film/old.mkv", sizeBytes: 9 })], { source: { path: "/m/Film/old.mkv", kept: true } }),
    "beside",
  );
  is(kind([], { path: "/elsewhere/new.mkv" }), "elsewhere");
  is(kind([]), "missing");
});
