import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { type AgentRow, agents, type NewAgentRow } from "../schema/agents.ts";
import type { Store } from "../store.ts";

/** Values of a completed part that are added to its agent's statistics. */
export interface DoneFigures {
  pictures: number;
  seconds: number;
  bytes: number;
}

/** Agents: machines that have requested to encode for this server. */
export const agentRepository = (store: Store) => ({
  all: (): Promise<AgentRow[]> => store.db.select().from(agents).orderBy(asc(agents.joinedAt), asc(agents.id)),

  /**
   * Returns the name of an agent whose results may be used, or undefined if the agent is not approved, was rejected, or
   * is unknown.
   */
  trustedName: async (id: string): Promise<string | undefined> => {
    const [row] = await store.db.select().from(agents).where(
      and(eq(agents.id, id), eq(agents.state, "approved"), isNull(agents.rejectedReason)),
    );
    return row?.name;
  },

  add: (row: NewAgentRow): Promise<AgentRow> =>
    store.write(async (tx) => {
      const [added] = await tx.insert(agents).values(row).returning();
      if (added === undefined) throw new Error("The agent was not stored.");
      return added;
    }),

  /** Returns the changed row, or undefined if there is none. */
  change: (id: string, change: Partial<Omit<NewAgentRow, "id">>): Promise<AgentRow | undefined> =>
    store.write(async (tx) => (await tx.update(agents).set(change).where(eq(agents.id, id)).returning())[0]),

  addDone: (id: string, { pictures, seconds, bytes }: DoneFigures): Promise<AgentRow | undefined> =>
    store.write(async (tx) =>
      (await tx.update(agents).set({
        partsDone: sql`${agents.partsDone} + 1`,
        pictures: sql`${agents.pictures} + ${pictures}`,
        seconds: sql`${agents.seconds} + ${seconds}`,
        bytes: sql`${agents.bytes} + ${bytes}`,
      }).where(eq(agents.id, id)).returning())[0]
    ),

  addFailure: (id: string, lastError: string): Promise<AgentRow | undefined> =>
    store.write(async (tx) =>
      (await tx.update(agents).set({ failures: sql`${agents.failures} + 1`, lastError }).where(eq(agents.id, id))
        .returning())[0]
    ),
});
export type AgentRepository = ReturnType<typeof agentRepository>;
