import type { Job } from "../../jobs/schema.ts";
import type { Clock } from "../../kit/clock.ts";

/** Made once for the live stream; holds at most one job message back for each job. */
export interface ProgressGate {
  /** Sends the job now when its state is new or enough time has passed, else its newest form a little later. */
  offer(job: Job): void;
  close(): void;
}

/** Lets at most one message per job and `everyMs` through, but every change of state at once and nothing out of order. */
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
    // A finished job sends no more progress: forget it, or a year of jobs would stay in memory.
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

/** What of a job is more than progress: a change here is told at once. */
const faceOf = ({ status, phase, position, attempt }: Job): string => `${status} ${phase} ${position} ${attempt}`;
