import { eq } from "drizzle-orm";
import { keyValues } from "../schema/platform.ts";
import type { Store } from "../store.ts";

/** Small values that survive restarts. */
export const keyValueRepository = (store: Store) => ({
  /** Returns the stored value, or undefined. The caller must validate the value. */
  get: async (key: string): Promise<unknown> =>
    (await store.db.select().from(keyValues).where(eq(keyValues.key, key)).limit(1))[0]?.value,

  set: (key: string, value: unknown): Promise<void> =>
    store.write(async (tx) => {
      await tx.insert(keyValues).values({ key, value }).onConflictDoUpdate({ target: keyValues.key, set: { value } });
    }),

  remove: (key: string): Promise<void> =>
    store.write(async (tx) => {
      await tx.delete(keyValues).where(eq(keyValues.key, key));
    }),
});
/** Repository of key-value pairs. */
export type KeyValueRepository = ReturnType<typeof keyValueRepository>;
