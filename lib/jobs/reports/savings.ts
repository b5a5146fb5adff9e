import * as z from "zod";
import type { SavingsRepository } from "../../../db/jobs/savings.ts";

const Sums = z.object({
  jobs: z.int(),
  inputBytes: z.int(),
  savedBytes: z.int().describe("Negative if the results are larger than their sources"),
  encodeSeconds: z.number(),
});

/** Space freed by replacing originals, in total and by month and profile, based on the kept history. */
export const Savings = z.object({
  total: Sums,
  byMonth: z.array(Sums.extend({ month: z.string().describe("Month in UTC, such as 2026-11") })),
  byProfile: z.array(Sums.extend({ profileId: z.string(), profileName: z.string() })),
  byTrigger: z.array(Sums.extend({ trigger: z.enum(["manual", "grab", "auto", "disc"]) })),
  binnedBytes: z.int().describe("Part of the total that is freed once the originals are removed from the recycle bin"),
  wouldFree: z.object({ jobs: z.int(), bytes: z.int() }).describe(
    "Finished encodes beside their originals, and the bytes that would be freed by replacing the originals",
  ),
}).meta({ id: "Savings" });
/** The same replaced originals in four groupings, in bytes and seconds. All sums are 0 for an empty history. */
export type Savings = z.infer<typeof Savings>;

type Sums = z.infer<typeof Sums>;

const NOTHING: Readonly<Sums> = { jobs: 0, inputBytes: 0, savedBytes: 0, encodeSeconds: 0 };

/** Creates a function that returns the sums. They are calculated only once for each state of the history. */
export function createSavings(repository: SavingsRepository): () => Promise<Savings> {
  let kept: { state: string; groupings: Promise<Groupings> } | undefined;
  async function groupings(): Promise<Groupings> {
    const state = await repository.state();
    if (kept?.state === state) return await kept.groupings;
    const mine = { state, groupings: repository.groups().then(inFourGroupings) };
    kept = mine;
    mine.groupings.catch(() => kept === mine && (kept = undefined));
    return await mine.groupings;
  }
  return async () => {
    const [sums, binnedBytes, wouldFree] = await Promise.all([
      groupings(),
      repository.binnedBytes(),
      repository.wouldFree(),
    ]);
    return { ...sums, binnedBytes, wouldFree };
  };
}

type Groupings = Omit<Savings, "binnedBytes" | "wouldFree">;

type Group = Awaited<ReturnType<SavingsRepository["groups"]>>[number];

function inFourGroupings(groups: readonly Group[]): Groupings {
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

/** Adds up groups with the same key. The result has the name of the last group. */
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
