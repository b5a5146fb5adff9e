import { deepStrictEqual as same } from "node:assert/strict";
import { allPresets } from "../../lib/encode/profiles/presets.ts";
import { jobRow } from "../../tests/fixtures/job_rows.ts";
import { withStore } from "../../tests/fixtures/store.ts";
import { insertJobs } from "../jobs/job_insert.ts";
import type { JobRow } from "../schema/jobs.ts";
import { recipes } from "../schema/jobs.ts";
import type { AutoMemoryRow, GrabRow } from "../schema/library.ts";
import { autoMemoryRepository } from "./auto_memory.ts";
import { findingRepository } from "./findings.ts";
import { grabRepository, rescanRepository } from "./grabs.ts";
import { metadataCache } from "./metadata_cache.ts";
import { savedViewRepository } from "./saved_views.ts";

const grab = (jobId: string, change: Partial<GrabRow> = {}): GrabRow => ({
  ...{ jobId, source: "movie", guid: `guid ${jobId}`, indexerId: 1, state: "sending", afterId: 0, since: "" },
  request: { title: `Release ${jobId}` } as unknown as GrabRow["request"],
  ...{ downloadId: null, taken: [], goneSince: null, transfers: null, createdAt: 1 },
  ...change,
});

Deno.test("a release is grabbed once: one of two simultaneous requests is refused, and one from another indexer succeeds", () =>
  withStore(async (store) => {
    const grabs = grabRepository(store);
    const ends = await Promise.allSettled([
      grabs.begin(grab("a", { guid: "same" })),
      grabs.begin(grab("b", { guid: "same" })),
      grabs.begin(grab("c", { guid: "same", indexerId: 2 })),
      grabs.begin(grab("d", { guid: "same", source: "series" })),
    ]);
    same(ends.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled", "fulfilled"]);
    same((await grabs.of({ source: "movie", indexerId: 1, guid: "same" }))?.jobId, "a");
    same(await grabs.of({ source: "movie", indexerId: 1, guid: "SAME" }), undefined);
    await grabs.end("a");
    await grabs.begin(grab("b", { guid: "same" }));
    same((await grabs.all()).map(({ jobId }) => jobId).toSorted(), ["b", "c", "d"]);
  }));

Deno.test("a changed release keeps its request, and the oldest is listed first", () =>
  withStore(async (store) => {
    const grabs = grabRepository(store);
    await grabs.begin(grab("late", { createdAt: 9 }));
    await grabs.begin(grab("early", { createdAt: 2 }));
    await grabs.patch("late", { state: "following", downloadId: "D", taken: ["/a", "/b \ud83d"], goneSince: 5 });
    await grabs.patch("gone", { state: "unsure" });
    await store.write((tx) => grabs.patchIn(tx, "early", { state: "unsure" }));
    const [early, late] = await grabs.all();
    same([early?.jobId, early?.state], ["early", "unsure"]);
    same([late?.state, late?.downloadId, late?.taken, late?.goneSince, late?.request], [
      ...["following", "D", ["/a", "/b \ufffd"], 5],
      { title: "Release late" },
    ]);
  }));

const encoded = (id: string, change: Partial<JobRow> = {}) =>
  jobRow({ id, status: "done", arr: "movie", outputPath: `/m/${id}.mkv`, finishedAt: 100, ...change });

Deno.test("no rescan is requested if the profile, or the base of a smart profile, does not want one", () =>
  withStore(async (store) => {
    const base = allPresets()[0];
    if (base === undefined) throw new TypeError("There are no presets.");
    const silent = { ...base, output: { ...base.output, notifyArr: false } };
    const rows = [
      { hash: "loud", recipe: { ...base, output: { ...base.output, notifyArr: true } } },
      { hash: "silent", recipe: silent },
      { hash: "smart", recipe: { base: silent } },
    ];
    await store.write(async (tx) => {
      await tx.insert(recipes).values(rows as unknown as typeof recipes.$inferInsert[]);
      await insertJobs(tx, [...rows, { hash: "forgotten" }].map(({ hash }) => encoded(hash, { recipeHash: hash })));
    });
    const repository = rescanRepository(store);
    same(await repository.adopt(0, 1), 2);
    same((await repository.due(1)).map(({ jobId }) => jobId).toSorted(), ["forgotten", "loud"]);
  }));

Deno.test("a rescan that two callers find at once is requested once", () =>
  withStore(async (store) => {
    const repository = rescanRepository(store);
    await store.write((tx) => insertJobs(tx, ["a", "b", "c"].map((id) => encoded(id))));
    await Promise.all([repository.adopt(0, 10), repository.adopt(0, 20), repository.adopt(0, 30)]);
    same(await repository.open(), { open: 3, nextAt: 10 });
    await repository.patch("b", { state: "wait", nextAt: 5, tries: 3 });
    same((await repository.due(10)).map(({ jobId }) => jobId).toSorted(), ["a", "b", "c"]);
    same((await repository.due(9)).map(({ jobId, tries }) => [jobId, tries]), [["b", 3]]);
    await repository.patch("b", { state: "over" });
    same(await repository.open(), { open: 2, nextAt: 10 });
    same(await repository.due(Number.MAX_SAFE_INTEGER).then((due) => due.length), 2);
  }));

const remembered = (localPath: string, reason: AutoMemoryRow["reason"], change: Partial<AutoMemoryRow> = {}) => ({
  ...{ arr: "movie", fileId: 3, sizeBytes: 50, profile: null, at: 1, titleKey: null, fingerprint: null } as const,
  ...{ localPath, reason },
  ...change,
});

Deno.test("records of auto transcode are adopted once and do not replace newer ones", () =>
  withStore(async (store) => {
    const memory = autoMemoryRepository(store);
    await memory.remember([
      remembered("/m/a.mkv", "existing", { profile: "p", at: 7 }),
      remembered("/m/b.mkv", "baseline"),
      remembered("/m/c.mkv", "nothing", { profile: "p" }),
      remembered("/m/out.mkv", "output", { sizeBytes: 40, fingerprint: "f" }),
    ]);
    const job = (id: string, output: string | null) =>
      encoded(id, { sourcePath: `/m/${id}.mkv`, outputPath: output, outputSizeBytes: 40 });
    await store.write((tx) => insertJobs(tx, [job("a", null), job("b", null), job("c", null), job("d", "/m/out.mkv")]));
    await memory.adopt(0, 100);
    await memory.adopt(0, 200);
    const rows = (await memory.all()).map(({ localPath, reason, profile, at, fingerprint }) =>
      [localPath, reason, profile, at, fingerprint].join(" ")
    );
    same(rows.toSorted(), [
      "/m/a.mkv existing p 7 ",
      "/m/b.mkv queued  1 ",
      "/m/c.mkv queued  1 ",
      "/m/d.mkv queued  100 ",
      "/m/out.mkv output  1 f",
    ]);
  }));

Deno.test("an output that was encoded again has another size, and its earlier fingerprint is forgotten", () =>
  withStore(async (store) => {
    const memory = autoMemoryRepository(store);
    await memory.remember([remembered("/m/out.mkv", "output", { sizeBytes: 40, fingerprint: "f" })]);
    const first = encoded("a", { outputPath: "/m/out.mkv", outputSizeBytes: 41, finishedAt: 5 });
    const second = encoded("b", { outputPath: "/m/out.mkv", outputSizeBytes: 42, finishedAt: 9 });
    await store.write((tx) => insertJobs(tx, [second, first]));
    await memory.adopt(0, 100);
    const found = (await memory.all()).find(({ localPath }) => localPath === "/m/out.mkv");
    same([found?.sizeBytes, found?.fingerprint, found?.fileId, found?.at], [42, null, 0, 100]);
  }));

Deno.test("the episodes of a job are stored in one order, in any order of the request", () =>
  withStore(async (store) => {
    const source = { kind: "episode", arrId: 5, fileId: 8, episodeIds: [12, 3, 7] } as const;
    await store.write((tx) =>
      insertJobs(tx, [
        encoded("some", { arr: "series", source: { ...source, episodeIds: [12, 3, 7] }, outputSizeBytes: 1 }),
        encoded("none", { arr: "series", source: { kind: "episode", arrId: 5 }, outputSizeBytes: 1 }),
        encoded("file", { arr: null, source: { kind: "file" }, outputSizeBytes: 1 }),
      ])
    );
    const memory = autoMemoryRepository(store);
    await memory.adopt(0, 1);
    const keys = (await memory.all()).filter(({ reason }) => reason === "queued").map(({ titleKey }) => titleKey);
    same(keys.toSorted(), ["series 5 [3,7,12]", "series 5 []", null].toSorted());
    await memory.clear();
    same([await memory.all(), await memory.counts()], [[], {}]);
  }));

Deno.test("a finding is kept for each kind and content of a file, the newest are listed first, old ones are forgotten", () =>
  withStore(async (store) => {
    const findings = findingRepository(store);
    const row = (kind: "check" | "sample", key: string, foundAt: number, result: unknown = { ok: true }) =>
      findings.save({ kind, key, path: `/m/${key}`, result, foundAt });
    await row("check", "a", 1);
    await row("sample", "a", 2, [1, 2]);
    await row("check", "b", 3);
    await row("check", "a", 4, { ok: false });
    same((await findings.get("check", "a"))?.result, { ok: false });
    same((await findings.get("sample", "a"))?.result, [1, 2]);
    same(await findings.get("mqa", "a"), undefined);
    same((await findings.newest("check", 10)).map(({ key }) => key), ["a", "b"]);
    same((await findings.newest("check", 1)).length, 1);
    await findings.forget("check", 4);
    same([(await findings.newest("check", 10)).map(({ key }) => key), (await findings.newest("sample", 10)).length], [
      ["a"],
      1,
    ]);
  }));

Deno.test("an answer of the release database expires at its time, and the last one for a query stays", () =>
  withStore(async (store) => {
    const answers = metadataCache(store);
    for (const [answer, at] of [[null === undefined, 1], [{ found: 1 }, 5]] as const) {
      await answers.save({ question: "artist: A?", answer, at });
    }
    same(await answers.get("artist: A?"), { question: "artist: A?", answer: { found: 1 }, at: 5 });
    await answers.forget(5);
    same((await answers.get("artist: A?"))?.at, 5);
    await answers.forget(6);
    same(await answers.get("artist: A?"), undefined);
  }));

const view = (id: string, name: string, kind: "movies" | "series" = "movies") =>
  ({ id, kind, name, query: `q=${id}`, createdAt: 1 }) as const;

Deno.test("a list holds each name once, also with two simultaneous requests; another list may hold it too", () =>
  withStore(async (store) => {
    const views = savedViewRepository(store);
    const ends = await Promise.all([
      views.add(view("a", "Big"), 3),
      views.add(view("b", "Big"), 3),
      views.add(view("c", "Big", "series"), 3),
      views.add(view("d", "big"), 3),
      views.add(view("e", "More"), 3),
      views.add(view("f", "Big"), 3),
    ]);
    same(ends, ["added", "taken", "added", "added", "full", "taken"]);
    same((await views.list("movies")).map(({ name }) => name), ["Big", "big"]);
    same((await views.list()).map(({ id }) => id), ["a", "d", "c"]);
  }));

Deno.test("a saved list is renamed unless the name is taken, and may keep its own", () =>
  withStore(async (store) => {
    const views = savedViewRepository(store);
    for (const row of [view("a", "Big"), view("b", "Old")]) await views.add(row, 10);
    same(await views.change("b", { name: "Big" }), "taken");
    same(await views.change("b", { name: "Old", query: "q=new" }), { ...view("b", "Old"), query: "q=new" });
    same(await views.change("b", {}), { ...view("b", "Old"), query: "q=new" });
    same([await views.change("gone", { name: "x" }), await views.remove("gone")], [undefined, undefined]);
    same((await views.remove("a"))?.name, "Big");
    same(((await views.change("b", { name: "Big" })) as { name: string }).name, "Big");
  }));
