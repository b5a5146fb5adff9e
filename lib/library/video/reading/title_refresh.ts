import type { Log } from "../../../kit/log.ts";
import { ManagerProblem } from "../../managers/request.ts";
import type { Refresh, VideoKind } from "./refresh.ts";

/** Reads titles anew that a manager spoke of, or that somebody looks at. */
export interface TitleRefresh {
  /**
   * Reads a title as soon as may be. What is asked for while it is read or waits is one more reading, however often; a
   * failure is left to the next reading of the whole library.
   */
  soon(kind: VideoKind, id: number): void;
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Who sends more than this at once is not telling of imports. */
const MAX_WAITING = 200;

/** Titles are read one after the other, and after a running reading of the library; `changed` follows each success. */
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
    // A reading of the whole library that began before the import would write what it saw then over what is read now.
    await refresh.settled();
    for (const [key, { kind, id }] of waiting) {
      if (closed) return;
      waiting.delete(key);
      await refresh.title(kind, id).then(() => changed(kind), (error) => {
        const reason = error instanceof ManagerProblem ? error.message : String(error);
        log("warn", "A title could not be read anew.", { kind, id, reason });
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
