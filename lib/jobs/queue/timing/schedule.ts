import type { Settings } from "../../../platform/settings/schema.ts";

/**
 * Hours in which encodes may start. `days` are the days on which a window starts (0 = Sunday). An empty list means
 * every day.
 */
export type EncodeSchedule = Settings["transcoding"]["schedule"];

/** True if an encode may start now, in local time. Windows may extend past midnight. Pure. */
export function mayStartNow({ enabled, from, to, days }: EncodeSchedule, now: Date): boolean {
  if (!enabled) return true;
  const [begin, end, minute] = [minutesOf(from), minutesOf(to), now.getHours() * 60 + now.getMinutes()];
  const begins = (day: number) => days.length === 0 || days.includes((day + 7) % 7);
  const today = now.getDay();
  if (begin < end) return begins(today) && minute >= begin && minute < end;
  return (begins(today) && minute >= begin) || (begins(today - 1) && minute < end);
}

/**
 * Returns the milliseconds until an encode may start. Undefined if it may start now, or if no window will open. Pure.
 */
export function msUntilStart(schedule: EncodeSchedule, now: Date): number | undefined {
  if (mayStartNow(schedule, now)) return undefined;
  for (let days = 0; days <= 8; days++) {
    const begin = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 0, minutesOf(schedule.from));
    if (begin > now && mayStartNow(schedule, begin)) return firstMinute(schedule, begin) - now.getTime();
  }
  return undefined;
}

/**
 * Returns the first minute in which encodes may start. It may be before `begin`: a start time that the change to
 * daylight saving time skips is moved to a later time.
 */
function firstMinute(schedule: EncodeSchedule, begin: Date): number {
  let first = begin.getTime();
  while (mayStartNow(schedule, new Date(first - 60_000))) first -= 60_000;
  return first;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}
