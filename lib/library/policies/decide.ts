import type { ProfilePace } from "../../../db/jobs/queue_forecast.ts";
import { roughSeconds, roughSize, type SizeRange } from "./estimate.ts";
import type { FileFacts } from "./file_facts.ts";
import type { ListedPolicy } from "./model.ts";
import type { Outcome, Reason } from "./plan_model.ts";

/** Decision of a profile about a file that was read: `nothing` if it would not change the file. */
export interface Evaluation {
  outcome: "encode" | "nothing" | "refused";
  reason?: string;
  bytesAfter?: SizeRange;
  encodeSeconds?: number;
}

/** Earlier and current work on a file. */
export interface FileHistory {
  inQueue: boolean;
  /** Set if the file must not be queued again. `nothing_to_do` applies to the current version of the profile. */
  handled?: "already_encoded" | "nothing_to_do";
  failures: number;
}

/** Facts that a decision uses in addition to those of the file. */
export interface DecisionFacts {
  history(file: FileFacts, profileId: string): FileHistory;
  /** Returns the profile that a policy uses for a file. Undefined if it does not exist. */
  profileFor(policy: ListedPolicy, file: FileFacts): string | undefined;
  /** Returns the decision of a profile about a file. Undefined if the file has not been read. */
  evaluation(file: FileFacts, profileId: string): Evaluation | undefined;
  /** Returns the totals of finished jobs with a profile. */
  pace(profileId: string): ProfilePace | undefined;
}

/** Decision about one file. For files that are not encoded, `bytesAfter` is absent. */
export interface FileDecision {
  outcome: Outcome;
  reason: Reason;
  detail?: string;
  profileId?: string;
  bytesAfter?: SizeRange;
  seconds?: number;
  /** True if the size is estimated from the data of the manager. */
  estimated: boolean;
}

/** Number of failed attempts after which a file waits for a user. */
const MAX_FAILURES = 2;

/**
 * Decides about a file for the policy that takes it. Plans and runs use this function. The hours and daily limits of
 * the policy are applied afterwards (`budget.ts`). Pure.
 */
export function decideFile(file: FileFacts, policy: ListedPolicy, facts: DecisionFacts): FileDecision {
  const profileId = facts.profileFor(policy, file);
  if (profileId === undefined) return unchanged("refuse", "no_profile");
  const { inQueue, handled, failures } = facts.history(file, profileId);
  if (inQueue) return unchanged("skip", "in_queue", { profileId });
  if (handled !== undefined) return unchanged("skip", handled, { profileId });
  if (failures >= MAX_FAILURES) return unchanged("refuse", "failed_twice", { profileId });
  if (file.visible === false) return unchanged("refuse", "not_visible", { profileId });
  if (!policy.builtIn && policy.bounds.skipHardLinks && (file.hardLinks ?? 1) > 1) {
    return unchanged("skip", "hard_linked", { profileId });
  }
  return evaluated(file, policy, {
    profileId,
    evaluation: facts.evaluation(file, profileId),
    pace: facts.pace(profileId),
  });
}

function evaluated(
  file: FileFacts,
  policy: ListedPolicy,
  { profileId, evaluation, pace }: {
    profileId: string;
    evaluation: Evaluation | undefined;
    pace: ProfilePace | undefined;
  },
): FileDecision {
  const detail = evaluation?.reason === undefined ? {} : { detail: evaluation.reason };
  if (evaluation?.outcome === "nothing") return unchanged("skip", "nothing_to_do", { profileId, ...detail });
  if (evaluation?.outcome === "refused") return unchanged("refuse", "refused", { profileId, ...detail });
  const bytesAfter = evaluation?.bytesAfter ?? roughSize(file, pace);
  const seconds = evaluation?.encodeSeconds ?? roughSeconds(file, pace);
  const estimated = evaluation?.bytesAfter === undefined;
  const expected = { profileId, bytesAfter, estimated, ...(seconds === undefined ? {} : { seconds }) };
  if (!policy.builtIn && gainPercent(file.sizeBytes, bytesAfter[1]) < policy.bounds.minGainPercent) {
    return { outcome: "skip", reason: "gain_too_small", ...expected };
  }
  return { outcome: "encode", reason: evaluation === undefined ? "not_read" : "ready", ...expected };
}

const gainPercent = (before: number, after: number): number => before === 0 ? 0 : 100 * (before - after) / before;

const unchanged = (
  outcome: Outcome,
  reason: Reason,
  more: { profileId?: string; detail?: string } = {},
): FileDecision => ({ outcome, reason, estimated: false, ...more });
