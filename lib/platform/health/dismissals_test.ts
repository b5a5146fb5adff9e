import { deepStrictEqual as same } from "node:assert/strict";
import type { HealthCheck } from "../model.ts";
import { createDismissals, openFindings, urgentFindings } from "./dismissals.ts";

const warning: HealthCheck = { id: "disk", type: "warning", source: "storage", code: "disk_space", message: "3 GB" };
const well: HealthCheck = { id: "fine", type: "ok", source: "backups", code: "ok", message: "Fine." };

function stored(initial?: unknown) {
  const kept = new Map<string, unknown>(initial === undefined ? [] : [["health.dismissed", initial]]);
  return {
    get: (key: string) => Promise.resolve(kept.get(key)),
    set: (key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
  };
}

Deno.test("a dismissed finding stays dismissed while it lasts, whatever its message, also after a restart", async () => {
  const values = stored();
  await createDismissals(values).set(warning, true);
  const dismissals = createDismissals(values);
  const marked = await dismissals.mark([{ ...warning, message: "2 GB" }, well]);
  same(marked.map(({ dismissed }) => dismissed), [true, undefined]);
  same(openFindings(marked), []);
  await dismissals.set(warning, false);
  same(openFindings(await dismissals.mark(marked)).map(({ id }) => id), ["disk"]);
});

Deno.test("a dismissal ends when the finding disappears or becomes an error", async () => {
  const dismissals = createDismissals(stored());
  await dismissals.set(warning, true);
  same(openFindings(await dismissals.mark([well])), []);
  same(openFindings(await dismissals.mark([warning])).length, 1);
  await dismissals.set(warning, true);
  same(openFindings(await dismissals.mark([{ ...warning, type: "error" }])).length, 1);
  same(openFindings(await dismissals.mark([warning])).length, 1, "and does not return");
  await dismissals.set({ ...warning, type: "error" }, true);
  same(openFindings(await dismissals.mark([{ ...warning, type: "error" }])), []);
});

Deno.test("passed checks cannot be dismissed, and invalid stored data dismisses nothing", async () => {
  const values = stored();
  await createDismissals(values).set(well, true);
  same((await createDismissals(values).mark([well]))[0]?.dismissed, undefined);
  same(openFindings(await createDismissals(stored({ disk: "always" })).mark([warning])).length, 1);
});

Deno.test("an optional finding is open, but not urgent", () => {
  const optional = { ...warning, id: "ripper", optional: true };
  same(openFindings([warning, optional, well]).length, 2);
  same(urgentFindings([warning, optional, well]).map(({ id }) => id), ["disk"]);
});
