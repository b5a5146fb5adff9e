import { z } from "zod";
import type { SavingsRepository } from "../../../db/jobs/savings.ts";

const Sums = z.object({
  jobs: z.int(),
  inputBytes: z.int(),
  savedBytes: z.int().describe("Negative where results were larger"),
  encodeSeconds: z.number(),
});

/** What encodes brought, in all and by month and profile; of the kept history. */
export const Savings = z.object({
  total: Sums,
  byMonth: z.array(Sums.extend({ month: z.string().describe("2026-11, by UTC") })),
  byProfile: z.array(Sums.extend({ profileId: z.string(), profileName: z.string() })),
  byTrigger: z.array(Sums.extend({ trigger: z.enum(["manual", "grab", "auto", "disc"]) })),
}).meta({ id: "Savings" });
/** The same jobs in four groupings; bytes and seconds, all 0 in an empty history. */
export type Savings = z.infer<typeof Savings>;

const NOTHING = { jobs: 0, inputBytes: 0, savedBytes: 0, encodeSeconds: 0 };

/** Reads the sums. */
export async function readSavings(repository: SavingsRepository): Promise<Savings> {
  const [total, byMonth, byProfile, byTrigger] = await Promise.all([
    repository.total(),
    repository.byMonth(),
    repository.byProfile(),
    repository.byTrigger(),
  ]);
  return { total: total ?? NOTHING, byMonth, byProfile, byTrigger };
}
