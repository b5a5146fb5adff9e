import { and, eq, lt, ne, or } from "drizzle-orm";
import { type SessionRow, sessions } from "../schema/platform.ts";
import type { Store } from "../store.ts";

/** Login sessions, by the digest of the session ID. */
export const sessionRepository = (store: Store) => ({
  get: async (idDigest: string): Promise<SessionRow | undefined> =>
    (await store.db.select().from(sessions).where(eq(sessions.idDigest, idDigest)).limit(1))[0],

  add: (row: SessionRow): Promise<void> =>
    store.write(async (tx) => {
      await tx.insert(sessions).values(row);
    }),

  seen: (idDigest: string, lastSeenAt: number): Promise<void> =>
    store.write(async (tx) => {
      await tx.update(sessions).set({ lastSeenAt }).where(eq(sessions.idDigest, idDigest));
    }),

  remove: (idDigest: string): Promise<void> =>
    store.write(async (tx) => {
      await tx.delete(sessions).where(eq(sessions.idDigest, idDigest));
    }),

  /** Removes all sessions except one. */
  removeOthers: (keptDigest = ""): Promise<void> =>
    store.write(async (tx) => {
      await tx.delete(sessions).where(ne(sessions.idDigest, keptDigest));
    }),

  /** Removes expired sessions. */
  removeOld: (createdBefore: number, idleBefore: number): Promise<void> =>
    store.write(async (tx) => {
      await tx.delete(sessions).where(or(
        lt(sessions.createdAt, createdBefore),
        and(eq(sessions.remembered, false), lt(sessions.lastSeenAt, idleBefore)),
      ));
    }),
});
/** Repository of sessions. */
export type SessionRepository = ReturnType<typeof sessionRepository>;
