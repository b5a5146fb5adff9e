import * as z from "zod";
import type { SavingsRepository } from "../../../db/jobs/savings.ts";

const Sums = z.object({
  jobs: z.int(),
  inputBytes: z.int(),
  savedBytes: z.int().describe("Negative where results were larger"),
  encodeSeconds: z.number(),
});

/** Space saved by encodes, in total and by month and profile, based on the kept history. */
export const Savings = z.object({
  total: Sums,
  byMonth: z.array(Sums.extend({ month: z.string().describe("2026-11, in UTC") })),
  byProfile: z.array(Sums.extend({ profileId: z.string(), profileName: z.string() })),
  byTrigger: z.array(Sums.extend({ trigger: z.enum(["manual", "grab", "auto", "disc"]) })),
}).meta({ id: "Savings" });
/** The same jobs in four groupings, in bytes and seconds. All 0 for an empty history. */
export type Savings = z.infer<typeof Savings>;

type Sums = z.infer<typeof Sums>;

const NOTHING: Readonly<Sums> = { jobs: 0, inputBytes: 0, savedBytes: 0, encodeSeconds: 0 };

/** Returns a reader of the sums, which are computed only once for each state of the history. */
export function createSavings(repository: SavingsRepository): () => Promise<Savings> {
  let kept: { state: string; savings: Promise<Savings> } | undefined;
  return async () => {
    const state = await repository.state();
    if (kept?.state === state) return await kept.savings;
    const mine = { state, savings: repository.groups().then(inFourGroupings) };
    kept = mine;
    mine.savings.catch(() => kept === mine && (kept = undefined));
    return await mine.savings;
  };
}

type Group = Awaited<ReturnType<SavingsRepository["groups"]>>[number];

function inFourGroupings(groups: readonly Group[]): Savings {
  return {
    total: groups.reduce<Sums>(plus, NOTHING),
    byMonth: summed(groups, ({ month }) => month, ({ month }) => ({ month }))
      .sort((a, b) => a.month < b.month ? -1 : 1),
    byProfile: summed(
      groups,
      ({ profileId }) => profileId,
      ({ profileId, profileName }) => ({ profileId, profileName }),
    )
      .sort((a, b) => b.savedBytes - a.savedBytes),
    byTrigger: summed(groups, ({ trigger }) => trigger, ({ trigger }) => ({ trigger }))
      .sort((a, b) => a.trigger < b.trigger ? -1 : 1),
  };
}

/** Returns the sums of groups with the same key, named after the last of them. */
function summed<T>(groups: readonly Group[], key: (group: Group) => string, names: (group: Group) => T): (T & Sums)[] {
  const sums = new Map<string, T & Sums>();
  for (const group of groups) {
    sums.set(key(group), { ...names(group), ...plus(sums.get(key(group)) ?? NOTHING, group) });
  }
  return [...sums.values()];
}

const plus = (a: Sums, b: Sums): Sums => ({
  jobs: a.jobs + b.jobs,
  inputBytes: a.inputBytes + b.inputBytes,
  savedBytes: a.savedBytes + b.savedBytes,
  encodeSeconds: a.encodeSeconds + b.encodeSeconds,
});
