import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { openApp, type TestApp } from "../tests/fixtures/app.ts";
import { catalogueRepository } from "../db/library/catalogue.ts";
import { eq } from "drizzle-orm";
import { jobs } from "../db/schema/jobs.ts";
import { putRows } from "../db/put_rows.ts";
import { catalogueTitles } from "../db/schema/catalogue.ts";
import { Clock } from "../tests/fakes/arr/shared/clock.ts";
import { startRadarr } from "../tests/fakes/arr/radarr.ts";
import { filmRow } from "../tests/fixtures/catalogue_rows.ts";
import type { ListedPolicy, Policy } from "../lib/library/policies/model.ts";
import type { PolicyPlan, PolicyRun, PolicyRunResult, PolicyTrace } from "../lib/library/policies/plan_model.ts";

/** Routes of policies, with movies of a connected Radarr whose files exist. */

const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });
const json = async <T>(response: Promise<Response>): Promise<T> => await (await response).json();
const problem = async (response: Promise<Response>) => {
  const answer = await response;
  const { code, errors = [] } = await answer.json();
  return [answer.status, code, errors.map(({ path }: { path: string }) => path)];
};
const MOVIES = { source: "movie" };

interface FilmFile {
  size: number;
  facets?: string;
  isRemux?: boolean;
  tagIds?: number[];
  addedAt?: string;
}

/** Creates movies with sparse files of these sizes, and their rows as read from Radarr. */
async function withFilms(app: TestApp, films: FilmFile[]): Promise<void> {
  const root = `${app.folder}/films`;
  await app.instance.settings.update({
    connections: { movie: { enabled: true, url: "http://radarr.invalid", apiKey: "k" } },
    general: { security: { mediaRoots: [root] } },
  });
  const rows: (typeof catalogueTitles.$inferSelect)[] = [];
  for (const [i, { size, facets = " h264 1080p sdr ", isRemux = false, tagIds = [], addedAt }] of films.entries()) {
    const folder = `${root}/Film ${i + 1}`;
    const path = `${folder}/film.mkv`;
    await Deno.mkdir(folder, { recursive: true });
    await Deno.writeTextFile(path, "");
    await Deno.truncate(path, size);
    rows.push(filmRow(i + 1, {
      sizeBytes: size,
      facets,
      localPath: folder,
      record: {
        ...{ path: folder, genres: ["Drama"], tagIds },
        file: { id: i + 101, path, localPath: path, size, quality: "Bluray-1080p", isRemux, addedAt },
      },
    }));
  }
  await app.instance.store.write((tx) => putRows(tx, catalogueTitles, rows), "catalogue");
}

const add = (app: TestApp, name: string, more: Record<string, unknown> = {}): Promise<Policy> =>
  json(app.call("/api/policies", { json: { name, media: MOVIES, profileId: "builtin-movie-1080p", ...more } }));
const enable = (app: TestApp, { id, builtIn: _, order: __, ...policy }: Policy): Promise<Policy> =>
  json(app.call(`/api/policies/${id}`, { method: "PUT", json: { ...policy, enabled: true } }));
const plan = (app: TestApp, draft?: Record<string, unknown>): Promise<PolicyPlan> =>
  json(app.call("/api/policies/plan", { json: draft === undefined ? {} : { draft } }));
const run = (app: TestApp, id: string, query = ""): Promise<PolicyRunResult> =>
  json(app.call(`/api/policies/${id}/run${query}`, { method: "POST" }));

test("policies: auto transcode is first and read-only, and new policies follow it in order, disabled by default", async () => {
  await using app = await openApp();
  await app.instance.settings.update({ auto: { enabled: true, includeExisting: true } });
  const [a, b] = [await add(app, "A"), await add(app, "B", { enabled: true })];
  const listed: ListedPolicy[] = await json(app.call("/api/policies"));
  same(listed.map(({ id, order, enabled, builtIn }) => [id, order, enabled, builtIn]), [
    ["auto", 0, true, true],
    [a.id, 1, false, false],
    [b.id, 2, true, false],
  ]);
  same(await json(app.call(`/api/policies/${b.id}`)), b);
  same(b.bounds, { filesPerDay: 0, bytesPerDay: 0, minGainPercent: 0, skipHardLinks: true });
  const turned: ListedPolicy[] = await json(app.call("/api/policies/order", { json: { ids: [b.id, a.id] } }));
  same(turned.map(({ id }) => id), ["auto", b.id, a.id]);
  const removed: Policy = await json(app.call(`/api/policies/${b.id}`, { method: "DELETE" }));
  same([removed.id, removed.order], [b.id, 1]);
  const left: ListedPolicy[] = await json(app.call("/api/policies"));
  same(left.map(({ id, order }) => [id, order]), [["auto", 0], [a.id, 1]]);
  for (const method of ["PUT", "DELETE"]) {
    const { id: _, builtIn: __, order: ___, ...input } = a;
    const init = { method, ...(method === "PUT" ? { json: input } : {}) };
    same(await problem(app.call("/api/policies/auto", init)), [409, "builtin_readonly", []]);
    same(await problem(app.call("/api/policies/gone", init)), [404, "not_found", []]);
  }
  same(await problem(app.call("/api/policies/auto/run", { method: "POST" })), [409, "builtin_readonly", []]);
});

test("policies: invalid input is refused with the name of the field", async () => {
  await using app = await openApp();
  await withFilms(app, [{ size: 10 }]);
  await app.instance.settings.update({ localMedia: { enabled: true, folders: [{ path: app.folder, kind: "auto" }] } });
  const a = await add(app, "A");
  const valid = { name: "B", media: MOVIES, profileId: "builtin-movie-1080p" };
  const refused = async (more: Record<string, unknown>, status: number, code: string, path: string) => {
    const answer = await problem(app.call("/api/policies", { json: { ...valid, ...more } }));
    same(answer, [status, code, [path]], JSON.stringify(more));
  };
  await refused({ name: "  " }, 422, "invalid", "name");
  await refused({ name: "x".repeat(81) }, 422, "invalid", "name");
  await refused({ name: "a" }, 409, "conflict", "name");
  await refused({ profileId: "gone" }, 422, "invalid", "profileId");
  await refused({ profileId: "builtin-music-opus" }, 422, "invalid", "profileId");
  await refused({ media: { source: "music" } }, 422, "invalid", "media.source");
  await refused({ media: { ...MOVIES, codecs: ["x"] } }, 422, "invalid", "media.codecs.0");
  await refused({ media: { ...MOVIES, folders: ["/etc"] } }, 422, "invalid", "media.folders.0");
  await refused({ media: { ...MOVIES, folders: [`${app.folder}/films/../..`] } }, 422, "invalid", "media.folders.0");
  await refused({ media: { ...MOVIES, folders: [`${app.folder}/films-2`] } }, 422, "invalid", "media.folders.0");
  await refused({ media: { source: "local", folders: ["/"] } }, 422, "invalid", "media.folders.0");
  await refused({ bounds: { minGainPercent: 91 } }, 422, "invalid", "bounds.minGainPercent");
  await refused({ bounds: { filesPerDay: -1 } }, 422, "invalid", "bounds.filesPerDay");
  await refused({ hours: { from: "25:00", to: "06:00" } }, 422, "invalid", "hours.from");
  await refused({ hours: { from: "06:00", to: "06:00" } }, 422, "invalid", "hours.to");
  for (const folder of [`${app.folder}/films`, `${app.folder}/films/`, `${app.folder}/films/Film 1`]) {
    same((await add(app, folder.slice(-80), { media: { ...MOVIES, folders: [folder] } })).media.folders, [folder]);
  }
  const order = (ids: string[]) => problem(app.call("/api/policies/order", { json: { ids } }));
  for (const ids of [[], [a.id, a.id], [a.id, "gone"], ["auto", a.id]]) {
    same(await order(ids), [409, "conflict", ["ids"]]);
  }
  same(await problem(app.call("/api/policies/trace?path=%2Fetc%2Fpasswd")), [404, "not_found", []]);
  same(
    (await problem(app.call("/api/policies/plan", { json: { draft: { id: "gone", policy: valid } } })))[1],
    "not_found",
  );
});

test("policies: a plan explains every file, and a run queues what the plan encodes, once", async () => {
  await using app = await openApp();
  await withFilms(app, [
    { size: 8_000, tagIds: [7] },
    { size: 9_000 },
    { size: 100 },
    { size: 5_000, facets: " hevc 1080p hdr " },
    { size: 7_000 },
  ]);
  await catalogueRepository(app.instance.store).setTagNames("movie", { 7: "Keep" });
  const path = (film: number) => `${app.folder}/films/Film ${film}/film.mkv`;
  await Deno.link(path(5), `${app.folder}/seeding.mkv`);
  const tagged = await enable(app, await add(app, "Tagged", { media: { ...MOVIES, tags: ["KEEP"] } }));
  const large = await add(app, "Large", {
    media: { ...MOVIES, codecs: ["h264"], minSizeBytes: 1_000, genres: ["Western"] },
    bounds: { filesPerDay: 2 },
  });
  const { id: _, builtIn: __, order: ___, ...input } = large;
  const draft = { id: large.id, policy: { ...input, media: { ...input.media, genres: [] } } };
  const planned = await plan(app, draft);
  same([planned.files, planned.untouched.files, planned.untouched.bytesBefore], [5, 2, 5_100]);
  same(planned.policies.map(({ name, outcome, files, bytesBefore }) => [name, outcome, files, bytesBefore]), [
    ["Tagged", "encode", 1, 8_000],
    ["Large", "encode", 2, 16_000],
  ]);
  same(planned.conflicts, [{ policyId: tagged.id, alsoIncludedBy: large.id, files: 1 }]);
  same(planned.difference, { added: 2, removed: 0, changed: 0 });
  same(planned.largest.map(({ sizeBytes, reason }) => [sizeBytes, reason]), [
    [9_000, "not_read"],
    [8_000, "not_read"],
    [7_000, "not_read"],
  ]);
  for (const { bytesAfter: [low, typical, high], bytesBefore } of planned.policies) {
    ok(low <= typical && typical <= high && high <= bytesBefore);
  }
  // The saved policy requires a genre that no movie has.
  const idle = await enable(app, large);
  const saved = await plan(app);
  same(saved.idleRules.map(({ policyId, rule, text }) => [policyId, rule, text]), [
    [idle.id, "genres", "No title has the genre Western."],
  ]);
  same(await problem(app.call(`/api/policies/${large.id}`, { method: "PUT", json: { ...input, name: "tagged" } })), [
    409,
    "conflict",
    ["name"],
  ]);
  await json(app.call(`/api/policies/${large.id}`, { method: "PUT", json: { ...draft.policy, enabled: true } }));

  const dry = await run(app, large.id, "?dryRun=1");
  same([dry.dryRun, dry.runId, dry.queued.map(({ sizeBytes }) => sizeBytes)], [true, undefined, [9_000]]);
  same(await json(app.call("/api/policies/runs")), []);
  const first = await run(app, large.id);
  // The file with a hard link is found when it is inspected.
  same([first.queued.map(({ localPath }) => localPath), first.skipped, first.errors], [[path(2)], 1, []]);
  const [run1]: PolicyRun[] = await json(app.call("/api/policies/runs"));
  same([run1?.id, run1?.name, run1?.jobs, run1?.jobIds], [
    first.runId,
    "Large",
    1,
    first.queued.map(({ jobId }) => jobId),
  ]);
  const job = await app.instance.jobs.get(run1?.jobIds[0] ?? "");
  same([job.trigger, job.labels, job.source.arrId, job.source.localPath], ["auto", ["Large"], 2, path(2)]);
  same((await run(app, large.id)).queued, []);

  const trace: PolicyTrace = await json(app.call(`/api/policies/trace?path=${encodeURIComponent(path(2))}`));
  same(trace.policies.map(({ name, result, rule }) => [name, result, rule]), [
    ["Auto transcode", "excluded", "disabled"],
    ["Tagged", "excluded", "tags"],
    ["Large", "takes", undefined],
  ]);
  same([trace.decision?.outcome, trace.decision?.reason], ["skip", "in_queue"]);
  match(trace.policies[1]?.text ?? "", /None of its tags \(none\) is one of KEEP/);
  // A cancelled job was a decision of a user, so its file is not queued again.
  await app.instance.jobs.cancel(job.id);
  same((await run(app, large.id)).queued, []);
  const after = await plan(app);
  same(after.reasons.filter(({ policyId }) => policyId === large.id).map(({ reason, files }) => [reason, files]), [
    ["already_encoded", 1],
    ["not_read", 1],
  ]);
});

test("policies: a disabled policy does not run, and the task runs the enabled ones", async () => {
  await using app = await openApp();
  await withFilms(app, [{ size: 8_000 }, { size: 9_000 }]);
  const a = await add(app, "A", { bounds: { bytesPerDay: 12_000, skipHardLinks: false } });
  const task = async () => (await app.instance.tasks.list()).find(({ id }) => id === "policies");
  const state = async () => {
    // The first check starts the query.
    await task();
    await app.instance.policies.list();
    return (await task())?.enabled;
  };
  is(await state(), false);
  same(await problem(app.call(`/api/policies/${a.id}/run`, { method: "POST" })), [409, "bad_state", []]);
  same((await run(app, a.id, "?dryRun=1")).queued.length, 1);
  await enable(app, a);
  is(await state(), true);
  match(await app.instance.policies.runAll(), /^1 queued, 1 waiting; 2 files found$/);
  match(await app.instance.policies.runAll(), /^0 queued, 1 waiting; 2 files found$/);
  const { items: [queued] }: { items: { source: { localPath: string } }[] } = await json(app.call("/api/jobs"));
  is(queued?.source.localPath, `${app.folder}/films/Film 2/film.mkv`);
});

test("policies: a run is compared with its finished jobs, and the plan states the free space that it needs", async () => {
  await using app = await openApp();
  await withFilms(app, [{ size: 8_000 }, { size: 9_000 }, { size: 10_000 }]);
  const { store } = app.instance;
  const { spaceBytes, policies: [encoded], farm } = await plan(app, {
    policy: { name: "A", media: MOVIES, profileId: "builtin-movie-1080p" },
  });
  same([spaceBytes, farm], [encoded?.bytesAfter, undefined]);
  const { id } = await enable(app, await add(app, "A"));
  const { queued: [first, second] } = await run(app, id);
  const runs = async () => await json<PolicyRun[]>(app.call("/api/policies/runs"));
  is((await runs())[0]?.accuracy, undefined);
  const end = (jobId: string | undefined, outputSizeBytes: number) =>
    store.write((tx) =>
      tx.update(jobs).set({ status: "done", outputSizeBytes, durationSeconds: 60 }).where(eq(jobs.id, jobId ?? ""))
    );
  const [low, typical, high] = first?.bytesAfter ?? [0, 0, 0];
  await end(first?.jobId, typical);
  await end(second?.jobId, high + low + 9_000);
  const [{ accuracy } = {}] = await runs();
  same([accuracy?.files, accuracy?.inside, accuracy?.expectedSeconds], [2, 1, 0]);
  const page = await (await app.call("/policies", { headers: { accept: "text/html" } })).text();
  match(page, /1 of 2 files inside the range; median error [\d.]+ %/);
});

test("policies: after a restore, all are disabled and files that changed since the backup are not encoded", async () => {
  await using app = await openApp();
  await withFilms(app, [{ size: 8_000 }, { size: 9_000 }]);
  const a = await enable(app, await add(app, "A"));
  await app.instance.policies.restored();
  const [, restored]: ListedPolicy[] = await json(app.call("/api/policies"));
  is(restored?.enabled, false);
  await enable(app, a);
  same((await run(app, a.id)).queued, []);
  const reasons = (await plan(app)).reasons.map(({ reason, files }) => [reason, files]);
  same(reasons, [["already_encoded", 2]]);
});

test("policies: tags and import times are read from Radarr with the library", async () => {
  await using radarr = await startRadarr({ movies: 6, clock: new Clock({ manual: true }) });
  await using app = await openApp();
  await app.instance.settings.update({
    connections: { movie: { enabled: true, url: radarr.url, apiKey: radarr.key } },
  });
  const headers = { "X-Api-Key": radarr.key, "Content-Type": "application/json" };
  const body = JSON.stringify({ label: "keep" });
  const { id } = await (await fetch(`${radarr.url}/api/v3/tag`, { method: "POST", headers, body })).json();
  const films = [...radarr.movies.all()].filter((film) => radarr.movies.resource(film).hasFile);
  const [first] = films;
  if (first === undefined) throw new Error("Radarr has no movie with a file.");
  first.tags = [id];
  await app.instance.library.refresh("movie");
  const count = async (media: Record<string, unknown>) => {
    const policy = { name: "A", media: { ...MOVIES, ...media }, profileId: "builtin-movie-1080p" };
    const { files, untouched, idleRules } = await plan(app, { policy });
    return [files - untouched.files, idleRules.length];
  };
  same(await count({}), [films.length, 0]);
  same(await count({ tags: ["Keep"] }), [1, 0]);
  same(await count({ tags: ["other"] }), [0, 1]);
  same((await count({ minAgeDays: 36_500 }))[0], 0);
});
