import { deepEqual, equal } from "node:assert/strict";
import { inApp } from "../../tests/fixtures/app.ts";
import type { Health } from "../platform/health/service.ts";
import type { StoredSettings } from "../platform/settings/store.ts";
import type { Backups } from "./backup/service.ts";
import { backupTask, healthTask } from "./operations.ts";

const { signal } = new AbortController();
const settings = {} as StoredSettings;

inApp("no two tasks of an instance share an id or a name", async ({ instance }) => {
  const tasks = await instance.tasks.list();
  for (const part of ["id", "name"] as const) equal(new Set(tasks.map((task) => task[part])).size, tasks.length);
});

for (
  const [types, said] of [
    [[], "No problems"],
    [["ok", "ok"], "No problems"],
    [["ok", "warning"], "1 problem"],
    [["error", "warning", "notice", "ok"], "3 problems"],
  ] as const
) {
  Deno.test(`health with [${types.join(", ")}]: ${said}`, async () => {
    const health = { check: () => Promise.resolve(types.map((type) => ({ type }))) } as unknown as Health;
    equal(await healthTask(health).run(signal), said);
  });
}

for (
  const [removed, said] of [[0, "lathe.zip"], [1, "lathe.zip; 1 old backup removed"], [
    3,
    "lathe.zip; 3 old backups removed",
  ]] as const
) {
  Deno.test(`a backup that removes ${removed} old ones`, async () => {
    const order: string[] = [];
    const backups = {
      create: (kind: string) => Promise.resolve({ name: "lathe.zip" }).finally(() => order.push(kind)),
      prune: () => Promise.resolve(removed).finally(() => order.push("prune")),
    };
    equal(await backupTask(backups as unknown as Backups, { settings }).run(signal), said);
    deepEqual(order, ["scheduled", "prune"]);
  });
}
