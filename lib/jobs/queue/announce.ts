import type { Log } from "../../kit/log.ts";

/** Work that is asked for with every change: it runs once at a time, and once more for all changes that came meanwhile. */
export interface Announcer {
  /** Announces soon. */
  changed(): void;
  /** Resolves when nothing is being announced. */
  settled(): Promise<void>;
}

/** Announces through `announce`; its failures go to the log. */
export function createAnnouncer(announce: () => Promise<void>, log: Log): Announcer {
  let running: Promise<void> | undefined;
  let stale = false;
  const run = async (): Promise<void> => {
    try {
      while (stale) {
        stale = false;
        await announce();
      }
    } catch (error) {
      log("warn", "The queue could not be announced.", { error: String(error) });
    } finally {
      running = undefined;
    }
  };
  return {
    changed() {
      stale = true;
      running ??= run();
    },
    settled: async () => await running,
  };
}
