import type { Job } from "../../jobs/schema.ts";
import type { Clock } from "../../kit/clock.ts";

/** Rate limiter for the job messages of the live stream. Delays at most one message per job. */
export interface ProgressGate {
  /**
   * Sends the job immediately if its state has changed or enough time has passed. Otherwise sends the latest version of
   * the job a little later.
   */
  offer(job: Job): void;
  close(): void;
}

/**
 * Creates a rate limiter that sends at most one message per job every `everyMs`. Changes of state are sent immediately,
 * and the order is kept.
 */
export function createProgressGate(
  { clock, everyMs, send }: { clock: Clock; everyMs: number; send: (job: Job) => void },
): ProgressGate {
  interface Sent {
    at: number;
    face: string;
    held?: { job: Job; timer: ReturnType<typeof setTimeout> };
  }
  const sent = new Map<string, Sent>();

  function sendNow(job: Job): void {
    clearTimeout(sent.get(job.id)?.held?.timer);
    sent.set(job.id, { at: clock.monotonicMs(), face: faceOf(job) });
    // A finished job sends no more progress. Without this removal, all jobs would stay in memory for as long as the
    // service runs.
    if (job.finishedAt !== undefined) sent.delete(job.id);
    send(job);
  }

  return {
    offer(job) {
      const last = sent.get(job.id);
      const wait = last === undefined ? 0 : last.at + everyMs - clock.monotonicMs();
      if (last === undefined || wait <= 0 || last.face !== faceOf(job)) return sendNow(job);
      if (last.held) last.held.job = job;
      else {
        const held = { job, timer: setTimeout(() => sendNow(held.job), wait) };
        last.held = held;
      }
    },
    close() {
      for (const { held } of sent.values()) clearTimeout(held?.timer);
      sent.clear();
    },
  };
}

/** Returns all fields of a job except its progress. A change to them is sent immediately. */
const faceOf = ({ status, phase, position, attempt }: Job): string => `${status} ${phase} ${position} ${attempt}`;
