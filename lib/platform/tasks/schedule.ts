import { Cron } from "croner";

/** Schedule of a task: an interval in seconds after its last run, a local time of day, or only after changes. */
export type Schedule = { everySeconds: number } | { daily: string } | "on-change";

/** Data for determining the next run. `lastRun` is absent if the task has never run. */
export interface ScheduleFacts {
  lastRun?: Date;
  /** True if the last run failed. */
  lastFailed?: boolean;
  /** Time since which the schedule applies. The first run of a daily task is after this time. */
  since: Date;
  now: Date;
  /** IANA name. Defaults to the time zone of the machine. */
  timeZone?: string;
}

/** Maximum wait in seconds after a failure, so that a backup that has failed is not delayed by a week. */
const RETRY_SECONDS = 3600;

/**
 * Returns the time at which the task is next due. A time in the past means now, undefined means never automatically.
 * Intervals start at the last run. A last run in the future (because the clock was set back) is treated as now, so that
 * no wait is longer than the interval. After a failed run, an interval is at most an hour. `daily` is an hour and
 * minute, and the task runs once a day even if the clock changes (safety.md, S-JOB-4).
 */
export function nextRun(
  schedule: Schedule,
  { lastRun, lastFailed = false, since, now, timeZone }: ScheduleFacts,
): Date | undefined {
  if (schedule === "on-change") return undefined;
  const notAhead = (time: Date) => new Date(Math.min(time.getTime(), now.getTime()));
  const last = lastRun && notAhead(lastRun);
  if ("everySeconds" in schedule) {
    const seconds = lastFailed ? Math.min(schedule.everySeconds, RETRY_SECONDS) : schedule.everySeconds;
    return last === undefined ? now : new Date(last.getTime() + seconds * 1000);
  }
  const [hour = "4", minute = "0"] = schedule.daily.split(":").map((part) => String(Number(part)));
  const cron = new Cron(`${minute} ${hour} * * *`, { timezone: timeZone, paused: true });
  return cron.nextRun(last ?? notAhead(since)) ?? undefined;
}

/** Returns the interval in seconds, for display. */
export const intervalSeconds = (schedule: Schedule): number =>
  schedule === "on-change" ? 0 : "everySeconds" in schedule ? schedule.everySeconds : 86_400;
