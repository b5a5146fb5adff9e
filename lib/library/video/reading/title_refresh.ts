import type { Log } from "../../../kit/log.ts";
import { ManagerProblem } from "../../managers/request.ts";
import type { Refresh, VideoKind } from "./refresh.ts";

/** Refreshes single titles, after a manager has reported a change or while they are being viewed. */
export interface TitleRefresh {
  /**
   * Refreshes a title as soon as possible. All requests that are made while it is waiting or being refreshed cause a
   * single further refresh. A failure is left to the next refresh of the whole library.
   */
  soon(kind: VideoKind, id: number): void;
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Maximum number of waiting titles. More notifications at once are not caused by imports. */
const MAX_WAITING = 200;

/**
 * Creates the service that refreshes single titles. Titles are refreshed one after another, and after any refresh of
 * the whole library. `changed` is called after each successful refresh.
 */
export function createTitleRefresh(
  { refresh, log, changed = () => {} }: {
    refresh: Pick<Refresh, "title" | "settled">;
    log: Log;
    changed?: (kind: VideoKind) => void;
  },
): TitleRefresh {
  const waiting = new Map<string, { kind: VideoKind; id: number }>();
  let working: Promise<void> | undefined;
  let closed = false;

  async function work(): Promise<void> {
    // A refresh of the whole library that started before the import would overwrite this title with old data.
    await refresh.settled();
    for (const [key, { kind, id }] of waiting) {
      if (closed) return;
      waiting.delete(key);
      await refresh.title(kind, id).then(() => changed(kind), (error) => {
        const reason = error instanceof ManagerProblem ? error.message : String(error);
        log("warn", "A title could not be refreshed.", { kind, id, reason });
      });
    }
  }

  function start(): void {
    working ??= work().finally(() => {
      working = undefined;
      if (waiting.size > 0 && !closed) start();
    });
  }

  return {
    soon(kind, id) {
      if (closed || waiting.size >= MAX_WAITING) return;
      waiting.set(`${kind} ${id}`, { kind, id });
      start();
    },
    settled: async () => void await working,
    async close() {
      closed = true;
      await working;
    },
  };
}
