import type { Clock } from "../../kit/clock.ts";

const EVERY_MS = 60_000;

/**
 * Answers whether something may be recorded: once a minute of each key. A line that flaps, or an agent that wants it, would
 * fill the list of events.
 */
export function createEventLimit({ monotonicMs }: Pick<Clock, "monotonicMs">): (key: string) => boolean {
  const recordedMs = new Map<string, number>();
  return (key) => {
    const now = monotonicMs();
    if (now - (recordedMs.get(key) ?? -Infinity) < EVERY_MS) return false;
    recordedMs.set(key, now);
    return true;
  };
}
