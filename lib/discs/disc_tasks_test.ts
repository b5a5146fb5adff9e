import { equal, ok } from "node:assert/strict";
import { type DiscTaskFacts, discTasks } from "./disc_tasks.ts";

/** Returns the task with this ID, created with only the services in `given`. Calls to other services throw. */
const taskOf = (id: string, given: Partial<Record<keyof DiscTaskFacts, unknown>>) => {
  const task = discTasks(given as unknown as DiscTaskFacts).find((one) => one.id === id);
  ok(task, id);
  return { ...task, result: () => task.run(new AbortController().signal) };
};
const settings = (current: Record<string, unknown>) => ({ settings: { current: () => current } });

for (
  const [name, files, removedFolders, expected] of [
    ["nothing", [], 0, "No files are left in the rip folder"],
    ["one file", ["imported"], 1, "1 file imported, 1 empty folder removed"],
    ["files that nobody wants", ["rejected", "unmatched"], 0, "2 files left"],
    ["some of each", ["imported", "rejected", "imported"], 2, "2 files imported, 1 file left, 2 empty folders removed"],
  ] as const
) {
  Deno.test(`importing the remaining titles with ${name}`, async () => {
    const swept = { files: files.map((result) => ({ result })), removedFolders };
    equal(await taskOf("import-rips", { rips: { importLeft: () => Promise.resolve(swept) } }).result(), expected);
  });
}

for (
  const [id, current, because] of [
    ["import-rips", { disc: { enabled: false, autoImport: true } }, "Disc ripping is disabled."],
    ["import-rips", { disc: { enabled: true, autoImport: false } }, "Automatic import of finished rips is disabled."],
    ["import-rips", { disc: { enabled: true, autoImport: true } }, undefined],
    ["drives", { disc: { enabled: false } }, "Disc ripping is disabled."],
  ] as const
) {
  Deno.test(`${id} with ${JSON.stringify(current)} ${because ? `is disabled: ${because}` : "is enabled"}`, () => {
    equal(taskOf(id, settings(current)).disabled?.(), because);
  });
}
