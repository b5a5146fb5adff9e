import { type Clock, DAY_MS } from "../../kit/clock.ts";
import type { SettingsService } from "../settings/service.ts";
import type { HealthProbe } from "./probe.ts";

/** Checks that the newest backup is not older than twice its interval. */
export const backupProbe = (
  { backups, settings, clock, firstStart }: {
    backups: { list(): Promise<{ createdAt: string }[]> };
    settings: Pick<SettingsService, "current">;
    clock: Clock;
    /** Time of the first start, kept across restarts. Until there is a backup, its age is calculated from this time. */
    firstStart: () => Promise<Date>;
  },
): HealthProbe => ({
  source: "backup",
  fine: "There is a recent backup.",
  async check() {
    const [newest] = await backups.list();
    const since = newest === undefined ? (await firstStart()).getTime() : Date.parse(newest.createdAt);
    const days = (clock.now().getTime() - since) / DAY_MS;
    if (days <= 2 * settings.current().general.backups.intervalDays) return [];
    return [{
      id: "backup",
      type: "warning",
      code: "backup_old",
      message:
        `${newest === undefined ? "There is no backup" : `The newest backup is ${Math.floor(days)} days old`}. ` +
        'See the task "Backup configuration" for the reason.',
      link: "/system/backups",
    }];
  },
});

/** Reports files of earlier encodes that could not be removed at the start. */
export const leftoversProbe = (
  { jobs }: { jobs: { leftovers(): { path: string; reason: string }[] } },
): HealthProbe => ({
  source: "leftovers",
  fine: "No files from earlier encodes remain.",
  check: () =>
    Promise.resolve(
      jobs.leftovers().map(({ path, reason }) => ({
        id: `leftover ${path}`,
        type: "warning",
        code: "leftover",
        message: `${path} remains from an earlier encode and cannot be removed: ${reason}`,
        link: "/system",
      })),
    ),
});

/**
 * Checks that the last notification to each target was delivered. `broken` are the targets whose last delivery failed.
 */
export const notificationProbe = (broken: ReadonlyMap<string, { name: string; detail: string }>): HealthProbe => ({
  source: "notifications",
  fine: "All notifications were delivered.",
  check: () =>
    Promise.resolve(
      [...broken].map(([id, { name, detail }]) => ({
        id: `target ${id}`,
        type: "warning",
        code: "not_delivered",
        message: `The last notification to ${name} failed: ${detail}`,
        link: "/settings/notifications#notifications",
      })),
    ),
});
