import type { Clock } from "../../kit/clock.ts";

const EVERY_MS = 60_000;

/**
 * Limit of one event per key and minute. Without it, an unstable connection or a malicious agent could flood the event
 * list.
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
