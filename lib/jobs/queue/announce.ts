import type { Log } from "../../kit/log.ts";

/** Coalesces work requested by many changes: it runs once at a time, and again for all changes made while it runs. */
export interface Announcer {
  /** Schedules an announcement. */
  changed(): void;
  /** Resolves when no announcement is running. */
  settled(): Promise<void>;
}

/** Creates an announcer for `announce`. Failures are logged. */
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
      log("warn", "The queue state could not be published.", { error: String(error) });
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
