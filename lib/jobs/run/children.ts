import type { Clock } from "../../kit/clock.ts";
import { signalGroup } from "../../kit/process/process.ts";
import type { Machine } from "../../platform/storage/boot.ts";
import type { Log } from "../../kit/log.ts";

/** Marks that identify the processes of jobs. */
export interface ChildMarks {
  /** Tokens in the environment of processes that are started for a job. */
  tokens: ReadonlySet<string>;
  /** Marks in the arguments. */
  marks: readonly string[];
}

/**
 * Maximum time in milliseconds to wait for a killed process. A process that is waiting for a disk that does not respond
 * cannot exit.
 */
const TIMEOUT_MS = 5000;
const POLL_MS = 20;

/**
 * Kills processes of ended attempts and waits until they have exited, because two writers on one file would be worse
 * than waiting (safety.md, S-PROC-8). Never throws. Returns false if a process cannot be killed, which is logged.
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
      log(
        "error",
        "A tool that is still running cannot be ended; it may be waiting for a disk that does not respond.",
        {
          pids,
        },
      );
      return false;
    }
    for (const pid of pids) if (!signalGroup(pid, "SIGKILL")) killOne(pid);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Kills a single process that belongs to a group whose leader is not a process of Lathe. */
function killOne(pid: number): void {
  try {
    Deno.kill(pid, "SIGKILL");
  } catch {
    // The process has already exited.
  }
}
