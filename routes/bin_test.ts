import { deepStrictEqual as same, match } from "node:assert/strict";
import type { BinPage, UndoPlan, UndoRun, UndoRunDetails } from "../lib/jobs/bin_schema.ts";
import { policyRunJobs, policyRuns } from "../db/schema/policies.ts";
import { openApp, type TestApp } from "../tests/fixtures/app.ts";
import { addReplaced, ENCODED, KEPT } from "../tests/fixtures/replaced_jobs.ts";
import { until } from "../tests/kit/until.ts";

const routeTest = (name: string, work: (app: TestApp) => Promise<void>): void =>
  Deno.test({
    name,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      await using app = await openApp();
      await work(app);
    },
  });

const read = async <T>(app: TestApp, path: string, json?: unknown): Promise<[number, T]> => {
  const response = await app.call(path, json === undefined ? {} : { json });
  return [response.status, await response.json() as T];
};

const html = async (app: TestApp, path: string): Promise<string> =>
  await (await app.call(path, { headers: { accept: "text/html" } })).text();

/** Sends a form as a browser without JavaScript does. Returns status and address of the next page. */
async function post(app: TestApp, path: string, fields: [string, string][]): Promise<[number, string]> {
  const response = await app.call(path, {
    method: "POST",
    headers: { accept: "text/html", "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });
  await response.body?.cancel();
  return [response.status, response.headers.get("location") ?? ""];
}

routeTest("an undo is planned without a change, and then performed with a result for each job", async (app) => {
  const { film } = await addReplaced(app.instance.store, app.folder, "Film.mkv", { id: "j1", bulkId: "b1" });
  const [, plan] = await read<UndoPlan>(app, "/api/jobs/undo?dryRun=1", { bulk: "b1" });
  same([plan.ready, plan.bytesNeeded, plan.bytesFreed], [1, KEPT.length, ENCODED.length]);
  same(await Deno.readTextFile(film), ENCODED);
  const [status, run] = await read<UndoRun>(app, "/api/jobs/undo", { bulk: "b1" });
  same([status, run.total], [202, 1]);
  const details = async () => (await read<UndoRunDetails>(app, `/api/jobs/undo/${run.id}`))[1];
  await until(async () => (await details()).state === "done");
  same((await details()).jobs.map(({ id, state }) => [id, state]), [["j1", "restored"]]);
  same(await Deno.readTextFile(film), KEPT);
  const [, { items }] = await read<{ items: UndoRun[] }>(app, "/api/jobs/undo");
  same(items.map(({ id, restored }) => [id, restored]), [[run.id, 1]]);
});

routeTest("the jobs that are ticked in Activity can be restored without script", async (app) => {
  for (const id of ["j1", "j2"]) await addReplaced(app.instance.store, app.folder, `${id}.mkv`, { id });
  const answer = await app.call("/bin/restore?ids:texts=j1&ids:texts=j2", { headers: { accept: "text/html" } });
  match(await answer.text(), /2 originals return to their places/);
});

routeTest("the jobs of a policy run are undone together", async (app) => {
  const { store } = app.instance;
  for (const id of ["j1", "j2", "j3"]) await addReplaced(store, app.folder, `${id}.mkv`, { id });
  await store.write(async (tx) => {
    await tx.insert(policyRuns).values({ id: "r1", policyId: "p1", name: "Policy", startedAt: 1, jobs: 2 });
    await tx.insert(policyRunJobs).values(
      ["j1", "j3"].map((jobId) => ({ runId: "r1", jobId, policyId: "p1", sizeBytes: 1, queuedAt: 1 })),
    );
  });
  const [, plan] = await read<UndoPlan>(app, "/api/jobs/undo?dryRun=1", { run: "r1" });
  same(plan.jobs.map(({ id, verdict }) => [id, verdict]), [["j3", "ready"], ["j1", "ready"]]);
});

routeTest("an undo needs exactly one valid scope", async (app) => {
  for (
    const scope of [
      {},
      { ids: [] },
      { ids: ["a"], day: "2026-11-29" },
      { day: "2026-02-30" },
      { day: "yesterday" },
      { bulk: "" },
      { ids: "a" },
      { unknown: "x" },
      { ids: Array.from({ length: 10_001 }, (_, i) => String(i)) },
    ]
  ) {
    same((await read(app, "/api/jobs/undo?dryRun=1", scope))[0], 422, JSON.stringify(scope).slice(0, 60));
  }
  same((await read(app, "/api/jobs/undo", { run: "r1" }))[0], 404);
  same((await read(app, "/api/jobs/undo/r1"))[0], 404);
});

routeTest("the bin is listed by expiry or size, one page at a time", async (app) => {
  const { store } = app.instance;
  for (const [id, sizeBytes] of [["j1", 300], ["j2", 100], ["j3", 200]] as const) {
    await addReplaced(store, app.folder, `${id}.mkv`, { id, sizeBytes });
  }
  const ids = async (query: string) =>
    (await read<BinPage>(app, `/api/bin?${query}`))[1].items.map(({ jobId }) => jobId);
  same(await ids("sort=size"), ["j2", "j3", "j1"]);
  same(await ids("sort=size&order=desc&limit=2&page=2"), ["j2"]);
  same(await ids("kind=encode"), []);
  same((await read<BinPage>(app, "/api/bin"))[1].sums.sizeBytes, 600);
  for (const query of ["sort=name", "limit=0", "limit=201", "page=0", "kind=other"]) {
    same((await read(app, `/api/bin?${query}`))[0], 422, query);
  }
});

routeTest("the pages show entries, plan and result, and their forms work without JavaScript", async (app) => {
  const { store } = app.instance;
  const { film } = await addReplaced(store, app.folder, "A <b>Film</b>.mkv", { id: "j1", title: "A <b>Film</b>" });
  const { bin } = await addReplaced(store, app.folder, "Other.mkv", { id: "j2", title: "Other" });
  const page = await html(app, "/bin");
  match(page, /A &lt;b>Film&lt;\/b>|A &lt;b&gt;Film/);
  match(page, /Returns to .*Other\.mkv/);
  match(await html(app, "/bin/restore?id=j1&id=j2"), /Restore 2 originals/);
  const [status, next] = await post(app, "/api/jobs/undo", [["ids:texts", "j1"]]);
  same([status, next.startsWith("/bin?run=")], [303, true]);
  const run = new URLSearchParams(next.split("?")[1]).get("run");
  await until(async () => (await html(app, `/bin?run=${run}`)).includes("1 original is back in its place"));
  same(await Deno.readTextFile(film), KEPT);
  match(await html(app, next), /1 original is back in its place/);
  match(await html(app, "/bin/delete?id=j2"), /Delete 1 file/);
  same(await post(app, "/api/bin/delete", [["paths:texts", bin]]), [303, "/bin?deleted=1"]);
  match(await html(app, "/bin?deleted=1"), /1 file was deleted/);
  same((await app.call("/bin/restore", { headers: { accept: "text/html" } })).status, 422);
  same((await app.call("/bin/delete", { headers: { accept: "text/html" } })).status, 422);
});

routeTest("deleting answers for each path, and touches no file outside of the bins", async (app) => {
  const { film, bin } = await addReplaced(app.instance.store, app.folder, "Film.mkv", { id: "j1" });
  const [, result] = await read<{ deleted: number; errors: { path: string }[] }>(app, "/api/bin/delete", {
    paths: [film, bin, "../../etc/passwd"],
  });
  same([result.deleted, result.errors.map(({ path }) => path)], [1, [film, "../../etc/passwd"]]);
  same(await Deno.readTextFile(film), ENCODED);
  same((await app.instance.jobs.get("j1")).originalKeptAt, undefined);
});
