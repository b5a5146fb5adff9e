import type { JobRow } from "../../../db/schema/jobs.ts";
import { createPool } from "../../kit/async.ts";
import type { ActionDeps } from "./job_actions.ts";
import { beginReplacement, finishReplacement, resumeReplacement } from "./replace_original.ts";

/** Replacements of originals by finished encodes, one at a time, because each reads two whole files. */
export interface Replacements {
  /**
   * Checks and starts a replacement, and returns without waiting for its end. Throws the errors of `beginReplacement`.
   */
  start(id: string): Promise<JobRow>;
  /** Finishes or abandons the replacements of the previous start of the program. */
  resume(): Promise<void>;
  /** Stops comparing. A replacement that moves files is finished first. */
  stop(): Promise<void>;
}

/** Maximum number of waiting replacements. */
const MAX_WAITING = 10_000;

/** Creates the replacement service of a queue. */
export function createReplacements(runner: Omit<ActionDeps, "scheduler">): Replacements {
  const running = new Map<string, Promise<void>>();
  const stopped = new AbortController();
  const pool = createPool({ running: 1, waiting: MAX_WAITING });

  async function run(id: string): Promise<void> {
    try {
      await pool(() => finishReplacement(runner, id, stopped.signal));
    } catch (error) {
      if (stopped.signal.aborted) return;
      runner.log("error", "An original could not be replaced.", { id, error: String(error) });
    } finally {
      running.delete(id);
    }
  }

  return {
    async start(id) {
      const row = running.has(id) ? await runner.jobStore.jobs.get(id) : undefined;
      if (row) return row;
      const begun = await beginReplacement(runner, id);
      if (!running.has(id)) running.set(id, run(id));
      return begun;
    },
    async resume() {
      for (const id of await runner.jobStore.journals.openReplacements()) {
        await resumeReplacement(runner, id).catch((error) =>
          runner.log("error", "An original could not be replaced.", { id, error: String(error) })
        );
      }
    },
    async stop() {
      stopped.abort();
      await Promise.allSettled(running.values());
    },
  };
}
