import { deepEqual, equal, ok } from "node:assert/strict";
import { type LibraryTaskFacts, libraryTasks } from "./library_tasks.ts";

/** Returns the task with this ID, with only the services in `given`. Other calls throw. */
const taskOf = (id: string, given: Partial<Record<keyof LibraryTaskFacts, unknown>>) => {
  const task = libraryTasks(given as unknown as LibraryTaskFacts).find((one) => one.id === id);
  ok(task, id);
  return { ...task, result: () => task.run(new AbortController().signal) };
};
const settings = (current: Record<string, unknown>) => ({ settings: { current: () => current } });

for (
  const [name, round, untold, said] of [
    ["nothing", {}, 0, "Nothing is waiting"],
    ["one job", { waiting: 1 }, 0, "1 job waiting"],
    [
      "all of it",
      { waiting: 2, queued: 1, failed: 3 },
      2,
      "2 jobs waiting, 1 queued, 3 failed, 2 encodes to report to a manager",
    ],
    ["silent managers", { silent: ["Radarr", "Sonarr 4K"] }, 0, "no response from Radarr, Sonarr 4K"],
  ] as const
) {
  Deno.test(`a round over waiting jobs with ${name}`, async () => {
    let split = 0;
    const task = taskOf("waiting-jobs", {
      grab: { followOnce: () => Promise.resolve({ waiting: 0, queued: 0, failed: 0, silent: [], ...round }) },
      afterEncode: { report: () => Promise.resolve(untold) },
      cueSplits: { followOnce: () => Promise.resolve(split++) },
    });
    equal(await task.result(), said);
    equal(split, 1);
  });
}

for (
  const [id, current, because] of [
    ["auto", { auto: { enabled: false } }, "Auto transcode is disabled."],
    ["auto", { auto: { enabled: true } }, undefined],
    ["animedb", { animedb: { enabled: false } }, "Anime titles are disabled."],
    ["local-scan", { localMedia: { enabled: false, rescanHours: 0 } }, "The local media index is disabled."],
    ["local-scan", { localMedia: { enabled: true, rescanHours: 0 } }, "Scans are set to manual only."],
    ["local-scan", { localMedia: { enabled: true, rescanHours: 6 } }, undefined],
  ] as const
) {
  Deno.test(`${id} with ${JSON.stringify(current)} ${because ? `is disabled: ${because}` : "is enabled"}`, () => {
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
