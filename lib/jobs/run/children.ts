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

/** How long a killed process may take to be gone: one that waits for a dead disk stays as long as the disk is dead. */
const GONE_MS = 5000;
const LOOK_AGAIN_MS = 20;

/**
 * Kills every process that works for nobody any more, and waits until it is gone: two writers on one file would be worse
 * than waiting (safety.md, S-PROC-8). Never throws; what cannot be ended is logged.
 */
export async function killChildren(
  { tokens, marks }: ChildMarks,
  { machine, clock, log }: { machine: Machine; clock: Clock; log: Log },
): Promise<void> {
  const deadline = clock.monotonicMs() + GONE_MS;
  for (;;) {
    const pids = await machine.children(tokens, marks);
    if (pids.length === 0) return;
    if (clock.monotonicMs() > deadline) {
      log("error", "A tool of an earlier attempt cannot be ended; it may hang on a dead disk.", { pids });
      return;
    }
    for (const pid of pids) if (!signalGroup(pid, "SIGKILL")) endOne(pid);
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

/** A member of a group whose leader is somebody else. */
function endOne(pid: number): void {
  try {
    Deno.kill(pid, "SIGKILL");
  } catch {
    // It ended by itself.
  }
}
