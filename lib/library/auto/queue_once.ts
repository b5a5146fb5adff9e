import type { Jobs } from "../../jobs/service.ts";
import { createMutex } from "../../kit/async.ts";

/**
 * Returns a function like `jobs.create` for automatic jobs. A file that is already in the queue, even with another
 * profile, is not queued again: the active job is returned. Calls run one after another, so that auto transcode and
 * policies never queue the same file at the same time.
 */
export function createQueueOnce(
  jobs: Pick<Jobs, "create" | "get">,
  history: { activeJobAt(path: string): Promise<string | undefined> },
): Pick<Jobs, "create"> {
  const inTurn = createMutex();
  return {
    create: (input, origin) =>
      inTurn(async () => {
        const path = input.source.localPath;
        const active = path === undefined ? undefined : await history.activeJobAt(path);
        return active === undefined
          ? await jobs.create(input, origin)
          : { created: false, job: await jobs.get(active) };
      }),
  };
}
