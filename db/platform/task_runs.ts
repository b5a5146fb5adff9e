import { type TaskRunRow, taskRuns } from "../schema/platform.ts";
import type { Store } from "../store.ts";

/** How each scheduled task went the last time. */
export const taskRunRepository = (store: Store) => ({
  all: (): Promise<TaskRunRow[]> => store.db.select().from(taskRuns),

  set: ({ id, ...run }: TaskRunRow): Promise<void> =>
    store.write(async (tx) => {
      await tx.insert(taskRuns).values({ id, ...run }).onConflictDoUpdate({ target: taskRuns.id, set: run });
    }),
});
/** Everything that is asked of those rows. */
export type TaskRunRepository = ReturnType<typeof taskRunRepository>;
