import type { Log } from "../../../kit/log.ts";
import { ManagerProblem } from "../../managers/request.ts";
import type { Refresh, VideoKind } from "./refresh.ts";

/** Reads single titles again that a manager reported or that are being viewed. */
export interface TitleRefresh {
  /**
   * Reads a title as soon as possible. All requests made while it is waiting or being read cause one more read. A
   * failure is left to the next read of the whole library.
   */
  soon(kind: VideoKind, id: number): void;
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** More notifications than this at once are not imports. */
const MAX_WAITING = 200;

/** Reads titles sequentially, after any running read of the library. `changed` is called after each success. */
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
    // A full read that started before the import would later overwrite this title with old data.
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
