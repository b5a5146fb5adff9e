import type { Clock } from "../../kit/clock.ts";
import { signalGroup } from "../../kit/process/process.ts";
import type { Machine } from "../../platform/storage/boot.ts";
import type { Log } from "../../kit/log.ts";

/** By what the processes of jobs are recognised. */
export interface ChildMarks {
  /** Marks in the environment of what was started for a job. */
  tokens: ReadonlySet<string>;
  /** Marks in the arguments. */
  marks: readonly string[];
}

/** How long to wait for a killed process to end: one that waits for a disk that does not answer cannot end. */
const TIMEOUT_MS = 5000;
const POLL_MS = 20;

/**
 * Kills processes of ended attempts, and waits until they are gone: two writers on one file would be worse
 * than waiting (safety.md, S-PROC-8). Never throws. False when one cannot be ended, which is logged.
 */
export async function killChildren(
  { tokens, marks }: ChildMarks,
  { machine, clock, log }: { machine: Machine; clock: Clock; log: Log },
): Promise<boolean> {
  const deadline = clock.monotonicMs() + TIMEOUT_MS;
  for (;;) {
    const pids = await machine.children(tokens, marks);
    if (pids.length === 0) return true;
    if (clock.monotonicMs() > deadline) {
      log("error", "A tool that was left running cannot be ended; it may wait for a disk that does not answer.", {
        pids,
      });
      return false;
    }
    for (const pid of pids) if (!signalGroup(pid, "SIGKILL")) killOne(pid);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Kills one process: a member of a group whose leader is not a process of ours. */
function killOne(pid: number): void {
  try {
    Deno.kill(pid, "SIGKILL");
  } catch {
    // It ended by itself.
  }
}
