import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { join } from "node:path";
import { inFolder } from "../../tests/fixtures/folder.ts";
import { Fault } from "../kit/fault.ts";
import type { JobState } from "../jobs/states.ts";
import { type TaskFacts, taskTable } from "./table.ts";

/** Lets each test give the few calls its task makes; a call that is not given throws. */
type Given = { [K in keyof TaskFacts]?: Partial<Record<keyof TaskFacts[K], unknown>> };
const taskOf = (id: string, given: Given) => {
  const task = taskTable(given as unknown as TaskFacts).find((one) => one.id === id);
  ok(task, id);
  return { ...task, result: () => task.run(new AbortController().signal) };
};
const settings = (current: Record<string, unknown>) => ({ settings: { current: () => current } });

Deno.test("no two tasks share an id or a name", () => {
  const tasks = taskTable({} as TaskFacts);
  for (const part of ["id", "name"] as const) equal(new Set(tasks.map((task) => task[part])).size, tasks.length);
});

for (
  const [types, said] of [
    [[], "Everything is well"],
    [["ok", "ok"], "Everything is well"],
    [["ok", "warning"], "1 thing to look at"],
    [["error", "warning", "notice", "ok"], "3 things to look at"],
  ] as const
) {
  Deno.test(`health with [${types.join(", ")}]: ${said}`, async () => {
    const task = taskOf("health", { health: { look: () => Promise.resolve(types.map((type) => ({ type }))) } });
    equal(await task.result(), said);
  });
}

for (
  const [name, round, untold, said] of [
    ["nothing", {}, 0, "Nothing is waiting"],
    ["one job", { waiting: 1 }, 0, "1 job waiting"],
    [
      "all of it",
      { waiting: 2, queued: 1, failed: 3 },
      2,
      "2 jobs waiting, 1 queued, 3 failed, 2 encodes to tell a manager of",
    ],
    ["silent managers", { silent: ["Radarr", "Sonarr 4K"] }, 0, "no answer from Radarr, Sonarr 4K"],
  ] as const
) {
  Deno.test(`a round over waiting jobs with ${name}`, async () => {
    let split = 0;
    const task = taskOf("waiting-jobs", {
      grab: { followOnce: () => Promise.resolve({ waiting: 0, queued: 0, failed: 0, silent: [], ...round }) },
      afterEncode: { look: () => Promise.resolve(untold) },
      cueSplits: { followOnce: () => Promise.resolve(split++) },
    });
    equal(await task.result(), said);
    equal(split, 1);
  });
}

for (
  const [name, files, removedFolders, said] of [
    ["nothing", [], 0, "Nothing is left in the rip folder"],
    ["one file", ["imported"], 1, "1 file imported, 1 empty folder removed"],
    ["files that nobody wants", ["rejected", "unmatched"], 0, "2 files left"],
    ["some of each", ["imported", "rejected", "imported"], 2, "2 files imported, 1 file left, 2 empty folders removed"],
  ] as const
) {
  Deno.test(`importing what is left with ${name}`, async () => {
    const swept = { files: files.map((result) => ({ result })), removedFolders };
    equal(await taskOf("import-rips", { rips: { importLeft: () => Promise.resolve(swept) } }).result(), said);
  });
}

for (
  const [id, current, because] of [
    ["auto", { auto: { enabled: false } }, "Auto transcode is off."],
    ["auto", { auto: { enabled: true } }, undefined],
    ["animedb", { animedb: { enabled: false } }, "Anime titles are off."],
    ["local-scan", { localMedia: { enabled: false, rescanHours: 0 } }, "The index of local media is off."],
    ["local-scan", { localMedia: { enabled: true, rescanHours: 0 } }, "The settings say by hand only."],
    ["local-scan", { localMedia: { enabled: true, rescanHours: 6 } }, undefined],
    ["import-rips", { disc: { enabled: false, autoImport: true } }, "Disc ripping is off."],
    ["import-rips", { disc: { enabled: true, autoImport: false } }, "Finished rips are not imported by themselves."],
    ["import-rips", { disc: { enabled: true, autoImport: true } }, undefined],
    ["drives", { disc: { enabled: false } }, "Disc ripping is off."],
  ] as const
) {
  Deno.test(`${id} with ${JSON.stringify(current)} ${because ? `rests: ${because}` : "runs by itself"}`, () => {
    equal(taskOf(id, settings(current)).disabled?.(), because);
  });
}

Deno.test("changed settings count with the next look at a schedule, and no interval is zero", () => {
  const current = { auto: { scanIntervalMinutes: 15 }, localMedia: { rescanHours: 0 }, pollIntervalSeconds: 30 };
  const [auto, local, waiting] = ["auto", "local-scan", "waiting-jobs"].map((id) => taskOf(id, settings(current)));
  deepEqual(auto?.schedule(), { everySeconds: 900 });
  deepEqual(local?.schedule(), { everySeconds: 3600 });
  deepEqual(waiting?.schedule(), { everySeconds: 30 });
  current.auto.scanIntervalMinutes = 60;
  current.localMedia.rescanHours = 24;
  deepEqual(auto?.schedule(), { everySeconds: 3600 });
  deepEqual(local?.schedule(), { everySeconds: 86_400 });
});

/** The updates as they answer a forced look and a plain one. */
const updates = (forced: () => Promise<unknown>, plain: () => Promise<unknown> = () => Promise.resolve({})) => ({
  updates: { status: (options?: { refresh: boolean }) => options?.refresh ? forced() : plain() },
});

Deno.test("the look for updates says what it found", async () => {
  equal(await taskOf("updates", updates(() => Promise.resolve({}))).result(), "This is the newest version");
  const found = updates(() => Promise.resolve({ available: "2.1.0" }));
  equal(await taskOf("updates", found).result(), "Version 2.1.0 is available");
});

Deno.test("a look for updates that somebody else just made is as good as an own one; other failures are told", async () => {
  const throttled = () => Promise.reject(new Fault("throttled", "Asked a moment ago."));
  const known = () => Promise.resolve({ available: "2.1.0" });
  equal(await taskOf("updates", updates(throttled, known)).result(), "Version 2.1.0 is available");
  const wrong = () => Promise.resolve({ error: "No answer from the server." });
  await rejects(taskOf("updates", updates(throttled, wrong)).result(), /No answer from the server/);
  await rejects(taskOf("updates", updates(wrong)).result(), /No answer from the server/);
  const broken = () => Promise.reject(new Fault("upstream_failed", "The server is broken."));
  await rejects(taskOf("updates", updates(broken, known)).result(), { code: "upstream_failed" });
});

for (
  const [removed, said] of [[0, "lathe.zip"], [1, "lathe.zip; 1 old one removed"], [
    3,
    "lathe.zip; 3 old ones removed",
  ]] as const
) {
  Deno.test(`a backup after which ${removed} old ones go`, async () => {
    const order: string[] = [];
    const backups = {
      take: (kind: string) => Promise.resolve({ name: "lathe.zip" }).finally(() => order.push(kind)),
      prune: () => Promise.resolve(removed).finally(() => order.push("prune")),
    };
    equal(await taskOf("backup", { backups }).result(), said);
    deepEqual(order, ["scheduled", "prune"]);
  });
}

/** The task that cleans `transcodes`, where jobs have these states; every other job is not there any more. */
const cleaning = (transcodes: string, states: Record<string, JobState>, [previews, segments] = [0, 0]) =>
  taskOf("clean-transcodes", {
    storage: { folders: { transcodes } } as never,
    previews: { clean: () => Promise.resolve(previews) },
    jobs: {
      cleanSegments: () => Promise.resolve(segments),
      get: (id: string) =>
        states[id] === undefined
          ? Promise.reject(new Fault("not_found", "There is no such job."))
          : Promise.resolve({ status: states[id] }),
    },
  });

const left = async (dir: string) => (await Array.fromAsync(Deno.readDir(dir), ({ name }) => name)).sort();

inFolder("only what jobs that are over left behind is removed from the transcodes", async (dir) => {
  const kept = [
    "Film.mkv.running1.partial",
    "Film.mkv.queued1.partial",
    "Film.mkv.unpublished1.partial",
    "running1.work",
  ];
  const strange = ["Film.mkv", "notes.partial", "a b.work", ".work"];
  const over = ["Film.mkv.done1.partial", "Film.mkv.failed1.partial", "Film.mkv.gone1.partial"];
  for (const name of [...kept, ...strange, ...over]) await Deno.writeTextFile(join(dir, name), "x");
  await Deno.mkdir(join(dir, "done1.work", "links"), { recursive: true });
  await Deno.writeTextFile(join(dir, "done1.work", "links", "live.jpg"), "x");
  const states = {
    running1: "encoding",
    queued1: "queued",
    unpublished1: "publish_failed",
    done1: "done",
    failed1: "failed",
  } as unknown as Record<string, JobState>;
  equal(await cleaning(dir, states).result(), "4 leftovers removed");
  // `notes.partial` names no job.
  deepEqual(await left(dir), [...kept, ...strange].sort());
  equal(await cleaning(dir, states).result(), "Nothing to remove");
});

inFolder("previews and segments count with the leftovers", async (dir) => {
  equal(await cleaning(dir, {}, [1, 0]).result(), "1 leftover removed");
  equal(await cleaning(dir, {}, [2, 3]).result(), "5 leftovers removed");
});

inFolder("where jobs cannot be read nothing is removed", async (dir) => {
  await Deno.writeTextFile(join(dir, "Film.mkv.some1.partial"), "x");
  const task = taskOf("clean-transcodes", {
    storage: { folders: { transcodes: dir } } as never,
    previews: { clean: () => Promise.resolve(0) },
    jobs: { cleanSegments: () => Promise.resolve(0), get: () => Promise.reject(new Error("database is locked")) },
  });
  await rejects(task.result(), /locked/);
  deepEqual(await left(dir), ["Film.mkv.some1.partial"]);
});
