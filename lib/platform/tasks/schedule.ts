import { Cron } from "croner";

/** When a task runs: some seconds after its last run, at a local time of day, or only when something changes. */
export type Schedule = { everySeconds: number } | { daily: string } | "on-change";

/** What the next run is counted from; `lastRun` is absent for a task that never ran. */
export interface ScheduleFacts {
  lastRun?: Date;
  /** The last run came to nothing. */
  lastFailed?: boolean;
  /** Since when the schedule is watched: what a daily task that never ran counts from. */
  since: Date;
  now: Date;
  /** IANA name; default: the machine's. */
  timeZone?: string;
}

/** A backup that failed is not put off for a week. */
const RETRY_SECONDS = 3600;

/**
 * When a task is due next; a time that is past means now, undefined means never by itself. Intervals count from the last
 * run, and a last run in the future (the clock was set back) counts as now, so that nothing waits for longer than its
 * interval; after a run that failed none waits for longer than an hour. `daily` is an hour and minute: it comes once a day
 * across every change of the clock (safety.md, S-JOB-4).
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

/** Seconds between two runs, as shown. */
export const intervalSeconds = (schedule: Schedule): number =>
  schedule === "on-change" ? 0 : "everySeconds" in schedule ? schedule.everySeconds : 86_400;
