import { type TaskRunRow, taskRuns } from "../schema/platform.ts";
import type { Store } from "../store.ts";

/** Results of the last run of each scheduled task. */
export const taskRunRepository = (store: Store) => ({
  all: (): Promise<TaskRunRow[]> => store.db.select().from(taskRuns),

  set: ({ id, ...run }: TaskRunRow): Promise<void> =>
    store.write(async (tx) => {
      await tx.insert(taskRuns).values({ id, ...run }).onConflictDoUpdate({ target: taskRuns.id, set: run });
    }),
});
/** Repository of task runs. */
export type TaskRunRepository = ReturnType<typeof taskRunRepository>;
