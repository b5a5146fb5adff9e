import type { Settings } from "../../platform/settings/schema.ts";

/** The hours in which encodes may start. `days` are those on which a window begins (0 = Sunday); empty = every day. */
export type EncodeSchedule = Settings["transcoding"]["schedule"];

const DAY_MINUTES = 1440;

/** Whether an encode may start now, by the clock on the wall. Windows may reach past midnight. Pure. */
export function mayStartNow({ enabled, from, to, days }: EncodeSchedule, now: Date): boolean {
  if (!enabled) return true;
  const [begin, end, minute] = [minutesOf(from), minutesOf(to), now.getHours() * 60 + now.getMinutes()];
  const begins = (day: number) => days.length === 0 || days.includes((day + 7) % 7);
  const today = now.getDay();
  if (begin < end) return begins(today) && minute >= begin && minute < end;
  return (begins(today) && minute >= begin) || (begins(today - 1) && minute < end);
}

/** Milliseconds until an encode may start; undefined when it may now, or never. Pure. */
export function msUntilStart(schedule: EncodeSchedule, now: Date): number | undefined {
  if (mayStartNow(schedule, now)) return undefined;
  // Minute by minute, so that a change of summer time needs no rule of its own.
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
