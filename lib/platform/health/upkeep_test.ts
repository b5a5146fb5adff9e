import { deepEqual, equal, match, ok } from "node:assert/strict";
import { Settings } from "../settings/schema.ts";
import { backupProbe, leftoversProbe, notificationProbe } from "./upkeep.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
const clock = { now: () => NOW, monotonicMs: () => 0 };
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * 86_400_000);

/**
 * Returns the probe's result for backups that are `made` days old, newest first, and a first start `started` days ago.
 */
const backups = (made: number[], started: number, intervalDays = 7) => {
  const settings = Settings.parse({ general: { backups: { intervalDays } } });
  return backupProbe({
    backups: {
      list: () =>
        Promise.resolve(made.map((days) => ({
          name: `${days}.zip`,
          type: "scheduled",
          version: "1.0.0",
          sizeBytes: 1,
          createdAt: daysAgo(days).toISOString(),
        }))),
    },
    settings: { current: () => settings },
    clock,
    firstStart: () => Promise.resolve(daysAgo(started)),
  }).check();
};

for (
  const [name, made, started, interval, told] of [
    ["one of today is fine", [0], 400, 7, undefined],
    ["one of just twice the interval is fine", [14], 400, 7, undefined],
    ["an older one is not", [14.1, 30], 400, 7, "14 days old"],
    ["a shorter interval asks for more", [3], 400, 1, "3 days old"],
    ["the newest counts, whatever lies behind it", [1, 500], 400, 7, undefined],
    ["none is fine while the service is young", [], 13, 7, undefined],
    ["none for long is not", [], 15.9, 7, "There is no backup"],
    ["a backup from before the start counts, however young the service is", [20], 0, 7, "20 days old"],
    ["a date ahead of the clock is no old one", [-3], 0, 7, undefined],
  ] as const
) {
  Deno.test(`backupProbe(): ${name}`, async () => {
    const [finding, ...others] = await backups([...made], started, interval);
    deepEqual(others, []);
    equal(finding?.code, told === undefined ? undefined : "backup_old");
    if (told !== undefined) match(finding?.message ?? "", new RegExp(told));
  });
}

Deno.test("leftoversProbe() names each file with the obstacle to its removal", async () => {
  const reasons = [{ path: "/a/<b>.partial", reason: "Read-only file system" }, { path: "/c", reason: "Busy" }];
  const found = await leftoversProbe({ jobs: { leftovers: () => reasons } }).check();
  deepEqual(found.map(({ id, code }) => [id, code]), [["leftover /a/<b>.partial", "leftover"], [
    "leftover /c",
    "leftover",
  ]]);
  ok(found.every(({ message }, i) => message.includes(reasons[i]?.reason ?? "?")));
  deepEqual(await leftoversProbe({ jobs: { leftovers: () => [] } }).check(), []);
});

Deno.test("notificationProbe() looks at the targets as they are each time", async () => {
  const broken = new Map<string, { name: string; detail: string }>();
  const probe = notificationProbe(broken);
  deepEqual(await probe.check(), []);
  broken.set("t1", { name: "Phone", detail: "answered 503" });
  broken.set("t2", { name: "Phone", detail: "timed out" });
  const found = await probe.check();
  deepEqual(found.map(({ id }) => id), ["target t1", "target t2"]);
  match(found[0]?.message ?? "", /Phone.*answered 503/);
  broken.clear();
  deepEqual(await probe.check(), []);
});
