import type { Settings } from "../../platform/settings/schema.ts";

/**
 * Hours in which encodes may start. `days` are the days on which a window starts (0 = Sunday). Empty means every day.
 */
export type EncodeSchedule = Settings["transcoding"]["schedule"];

const DAY_MINUTES = 1440;

/** True if an encode may start now, in local time. Windows may extend past midnight. Pure. */
export function mayStartNow({ enabled, from, to, days }: EncodeSchedule, now: Date): boolean {
  if (!enabled) return true;
  const [begin, end, minute] = [minutesOf(from), minutesOf(to), now.getHours() * 60 + now.getMinutes()];
  const begins = (day: number) => days.length === 0 || days.includes((day + 7) % 7);
  const today = now.getDay();
  if (begin < end) return begins(today) && minute >= begin && minute < end;
  return (begins(today) && minute >= begin) || (begins(today - 1) && minute < end);
}

/** Returns the milliseconds until an encode may start. Undefined if it may start now, or never. Pure. */
export function msUntilStart(schedule: EncodeSchedule, now: Date): number | undefined {
  if (mayStartNow(schedule, now)) return undefined;
  // Minute by minute, so that daylight saving changes need no special handling.
  const base = Math.floor(now.getTime() / 60_000) * 60_000;
  for (let minutes = 1; minutes <= 8 * DAY_MINUTES; minutes++) {
    const at = base + minutes * 60_000;
    if (mayStartNow(schedule, new Date(at))) return at - now.getTime();
  }
  return undefined;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}
