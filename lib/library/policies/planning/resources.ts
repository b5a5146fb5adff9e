import type { DecidedFile } from "../reading/decided.ts";
import type { SizeRange } from "../estimate.ts";
import type { PolicyPlan } from "../plan_model.ts";

/** Time on all connected machines, and the free space that a plan needs while it is carried out. */

/** Facts about the results of a profile. */
export interface ProfileOutput {
  /** True if the original is moved to the recycle bin. */
  replaces: boolean;
  /** Number of days for which the recycle bin keeps an original. */
  keepDays: number;
  /** Other machines that are connected now and can encode segments for the profile. */
  machines: number;
}

/** Facts about this installation. */
export interface Resources {
  /** Profiles by ID. */
  outputs: ReadonlyMap<string, ProfileOutput>;
  /** Maximum total size of the recycle bins. 0 = unlimited. */
  maxBinBytes: number;
}

/** Files that the same profile encodes. */
interface Group {
  output: ProfileOutput;
  originals: number;
  encodes: SizeRange;
  largest: SizeRange;
  seconds: number;
  /** True if the time of a file is unknown. */
  isOpen: boolean;
}

const DAY_SECONDS = 24 * 60 * 60;
const UNKNOWN: ProfileOutput = { replaces: false, keepDays: 0, machines: 0 };

/** Calculates the time and the free space of a plan. Pure. */
export function resourcesOf(
  decided: readonly DecidedFile[],
  { outputs, maxBinBytes }: Resources,
): Pick<PolicyPlan, "farm" | "spaceBytes"> {
  const groups = groupsOf(decided, outputs);
  const originals = groups.reduce((sum, group) => sum + group.originals, 0);
  const spaceBytes: SizeRange = [0, 0, 0];
  for (const group of groups) {
    const budget = maxBinBytes === 0 ? Infinity : maxBinBytes * group.originals / originals;
    for (const [i, bytes] of spaceOf(group, budget).entries()) spaceBytes[i] = (spaceBytes[i] ?? 0) + bytes;
  }
  const machines = Math.max(0, ...groups.map(({ output }) => output.machines));
  if (machines === 0) return { spaceBytes };
  const seconds = Math.round(groups.reduce((sum, group) => sum + secondsOf(group), 0));
  return { spaceBytes, farm: { machines, seconds } };
}

/**
 * Returns the free space in bytes that the encodes of a group need at the same time. An original that is replaced moves
 * to the recycle bin on its own disk, so it needs no more space, but frees none until the bin deletes it. Therefore:
 *
 *     space = encodes × h + largest encode, at most all encodes
 *     h = min(1, bin budget / originals, days that the bin keeps / days that the encodes take)
 *
 * The encodes of the share h are on disk together with their originals. Each of the others follows an original that was
 * deleted. The largest encode is the one in progress, until it is delivered. The bin never deletes an original that is
 * not replaced, so h is 1. A share that depends on an unknown time is 1.
 */
function spaceOf(group: Group, budget: number): SizeRange {
  const { output: { replaces, keepDays }, originals, encodes, largest, isOpen } = group;
  const ofBudget = originals === 0 ? 1 : budget / originals;
  const ofDays = isOpen ? 1 : keepDays * DAY_SECONDS / Math.max(1, secondsOf(group));
  const held = replaces ? Math.min(1, ofBudget, ofDays) : 1;
  return [0, 1, 2].map((i) =>
    Math.round(Math.min(encodes[i] ?? 0, (encodes[i] ?? 0) * held + (largest[i] ?? 0)))
  ) as SizeRange;
}

/** Returns the time in seconds if each machine is as fast as this one. An encode is split among all machines. */
const secondsOf = ({ seconds, output: { machines } }: Group): number => seconds / (1 + machines);

function groupsOf(decided: readonly DecidedFile[], outputs: Resources["outputs"]): Group[] {
  const groups = new Map<string, Group>();
  for (const { file, decision } of decided) {
    if (decision?.outcome !== "encode") continue;
    const { profileId = "", bytesAfter = [0, 0, 0], seconds } = decision;
    let group = groups.get(profileId);
    if (group === undefined) {
      group = {
        ...{ output: outputs.get(profileId) ?? UNKNOWN, originals: 0, seconds: 0, isOpen: false },
        ...{ encodes: [0, 0, 0], largest: [0, 0, 0] },
      };
      groups.set(profileId, group);
    }
    group.originals += file.sizeBytes;
    group.seconds += seconds ?? 0;
    group.isOpen ||= seconds === undefined;
    for (const [i, bytes] of bytesAfter.entries()) {
      group.encodes[i] = (group.encodes[i] ?? 0) + bytes;
      group.largest[i] = Math.max(group.largest[i] ?? 0, bytes);
    }
  }
  return [...groups.values()];
}
