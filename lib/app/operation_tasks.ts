import { count } from "../kit/format.ts";
import type { Core } from "../platform/core.ts";
import type { Health } from "../platform/health/service.ts";
import { DAY_SECONDS, type TaskDefinition } from "../platform/tasks/runner.ts";
import type { Backups } from "./backup/service.ts";

/** ID of the backup task. */
export const BACKUP_TASK = "backup";

/** Creates the task that runs the health checks. */
export const healthTask = (health: Pick<Health, "look">): TaskDefinition => ({
  id: "health",
  name: "Check health",
  schedule: () => ({ everySeconds: 300 }),
  async run() {
    const problems = (await health.look()).filter(({ type }) => type !== "ok").length;
    return problems === 0 ? "No problems" : count(problems, "problem");
  },
});

/** Creates the task that makes a backup and removes outdated ones. */
export const backupTask = (
  backups: Pick<Backups, "take" | "prune">,
  { settings }: Pick<Core<never>, "settings">,
): TaskDefinition => ({
  id: BACKUP_TASK,
  name: "Backup configuration",
  schedule: () => ({ everySeconds: settings.current().general.backups.intervalDays * DAY_SECONDS }),
  async run() {
    const { name } = await backups.take("scheduled");
    const removed = await backups.prune();
    return removed === 0 ? name : `${name}; ${count(removed, "old one")} removed`;
  },
});
