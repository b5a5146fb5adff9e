import { Cron } from "croner";

/** When a task runs: some seconds after its last run, at a local time of day, or only when something changes. */
export type Schedule = { everySeconds: number } | { daily: string } | "on-change";

/** What the next run is counted from; `lastRun` is absent for a task that never ran. */
export interface ScheduleFacts {
  lastRun?: Date;
  /** Since when the schedule is watched: what a daily task that never ran counts from. */
  since: Date;
  now: Date;
  /** IANA name; default: the machine's. */
  timeZone?: string;
}

/**
 * When a task is due next; a time that is past means now, undefined means never by itself. Intervals count from the last
 * run, and a last run in the future (the clock was set back) counts as now, so that nothing waits for longer than its
 * interval. `daily` is an hour and minute: it comes once a day across every change of the clock (safety.md, S-JOB-4).
 */
export function nextRun(schedule: Schedule, { lastRun, since, now, timeZone }: ScheduleFacts): Date | undefined {
  if (schedule === "on-change") return undefined;
  const last = lastRun === undefined ? undefined : new Date(Math.min(lastRun.getTime(), now.getTime()));
  if ("everySeconds" in schedule) {
    return last === undefined ? now : new Date(last.getTime() + schedule.everySeconds * 1000);
  }
  const [hour = "4", minute = "0"] = schedule.daily.split(":").map((part) => String(Number(part)));
  const cron = new Cron(`${minute} ${hour} * * *`, { timezone: timeZone, paused: true });
  return cron.nextRun(last ?? since) ?? undefined;
}

/** Seconds between two runs, as shown. */
export const intervalSeconds = (schedule: Schedule): number =>
  schedule === "on-change" ? 0 : "everySeconds" in schedule ? schedule.everySeconds : 86_400;
