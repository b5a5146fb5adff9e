import { Cron } from "croner";

/** Schedule of a task: an interval in seconds after its last run, a local time of day, or only on changes. */
export type Schedule = { everySeconds: number } | { daily: string } | "on-change";

/** Basis for the next run. `lastRun` is absent if the task never ran. */
export interface ScheduleFacts {
  lastRun?: Date;
  /** The last run failed. */
  lastFailed?: boolean;
  /** Time since which the schedule is observed. A daily task that never ran counts from it. */
  since: Date;
  now: Date;
  /** IANA name. Default: the machine's. */
  timeZone?: string;
}

/** Maximum wait after a failure, so that a failed backup is not delayed by a week. */
const RETRY_SECONDS = 3600;

/**
 * Returns the next due time. A past time means now, undefined means never automatically. Intervals count from the last
 * run. A last run in the future (the clock was set back) counts as now, so that no wait exceeds the interval. After a
 * failed run no wait exceeds an hour. `daily` is an hour and minute, and the task runs once a day across any clock
 * change (safety.md, S-JOB-4).
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
