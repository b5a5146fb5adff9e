import { eq, lt, sql } from "drizzle-orm";
import { loginFailures } from "../schema/platform.ts";
import type { Store } from "../store.ts";

/** Failed logins by address and account. */
export const loginFailureRepository = (store: Store) => ({
  all: (): Promise<{ key: string; failures: number; lastAt: number }[]> => store.db.select().from(loginFailures),

  /** Increments the count of each key. A count starts at one again if its last failure was before `forgottenAt`. */
  add: (keys: string[], at: number, forgottenAt: number): Promise<void> =>
    store.write(async (tx) => {
      await tx.delete(loginFailures).where(lt(loginFailures.lastAt, forgottenAt));
      await tx.insert(loginFailures).values(keys.map((key) => ({ key, failures: 1, lastAt: at })))
        .onConflictDoUpdate({
          target: loginFailures.key,
          set: { failures: sql`${loginFailures.failures} + 1`, lastAt: at },
        });
    }),

  remove: (key: string): Promise<void> =>
    store.write(async (tx) => {
      await tx.delete(loginFailures).where(eq(loginFailures.key, key));
    }),
});
/** Repository of failed logins. */
export type LoginFailureRepository = ReturnType<typeof loginFailureRepository>;
