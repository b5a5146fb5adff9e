import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { backupName, type NamedBackup, outdatedBackups, parseBackupName } from "./names.ts";

const NOW = new Date("2026-06-01T00:00:00Z");
const aged = (days: number, type: NamedBackup["type"] = "scheduled"): NamedBackup => ({
  version: "0.1.0.0",
  createdAt: new Date(NOW.getTime() - days * 86_400_000),
  type,
});

Deno.test("a backup's name states its type and time, and no other name is a backup", () => {
  const backup: NamedBackup = { version: "0.1.0.0", createdAt: new Date("2026-11-20T19:32:00Z"), type: "manual" };
  is(backupName(backup), "service_0.1.0.0_20261120T193200Z_manual.zip");
  same(parseBackupName(backupName(backup)), backup);
  same(parseBackupName(backupName(backup, 2)), backup);
  for (
    const name of [
      "service.zip",
      "service_0.1.0.0_20261120T193200Z_manual.zip.partial",
      "../service_0.1.0.0_20261120T193200Z_manual.zip",
      "service_0.1.0.0_20261320T193200Z_manual.zip",
      "service_0.1.0_20261120T193200Z_manual.zip",
      "service_0.1.0.0_20261120T193200Z_other.zip",
    ]
  ) is(parseBackupName(name), undefined, name);
});

Deno.test("S-DB-6: only automatic backups past the retention and not among the newest three are removed", () => {
  const all = [1, 8, 29, 36, 43].map((days) => aged(days));
  same(outdatedBackups(all, 28, NOW), [aged(36), aged(43)]);
  same(outdatedBackups([30, 40, 50].map((days) => aged(days)), 28, NOW), []);
  same(outdatedBackups([30, 40, 50, 60, 70].map((days) => aged(days, "manual")), 28, NOW), []);
});

Deno.test("S-DB-6: at least three of each type remain when there were three, whatever their age", () => {
  const type = fc.constantFrom("manual", "scheduled", "before-restore", "before-migration");
  const list = fc.array(fc.tuple(fc.integer({ min: -3, max: 4000 }), type).map(([days, kind]) => aged(days, kind)));
  fc.assert(fc.property(list, fc.integer({ min: 1, max: 3650 }), (all, retention) => {
    const gone = new Set(outdatedBackups(all, retention, NOW));
    for (const kind of ["manual", "scheduled", "before-restore", "before-migration"]) {
      const of = all.filter((one) => one.type === kind);
      ok(of.filter((one) => !gone.has(one)).length >= Math.min(3, of.length));
    }
  }));
});
