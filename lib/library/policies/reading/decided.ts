import { yieldToEventLoop } from "../../../kit/async.ts";
import { createBudget, queueOrder } from "../budget.ts";
import { decideFile, type FileDecision } from "../decide.ts";
import type { FindEvaluation, PolicyDeps } from "../deps.ts";
import type { FileFacts } from "../file_facts.ts";
import { type Match, matchersOf, matchFile } from "../match.ts";
import type { ListedPolicy } from "../model.ts";
import type { Snapshot } from "./snapshot.ts";

/** A file with the policy that takes it and the decision. Both are absent if no policy takes it. */
export interface DecidedFile {
  file: FileFacts;
  match: Match;
  decision?: FileDecision;
}

/** Matches and decides all files with these policies, in their order. Files are not inspected. */
export async function decideFiles(
  deps: Pick<PolicyDeps, "evaluations">,
  snapshot: Snapshot,
  policies: readonly ListedPolicy[],
): Promise<DecidedFile[]> {
  const matchers = matchersOf(policies, snapshot.takesNew);
  const nowMs = snapshot.now.getTime();
  const evaluation = await evaluationsOf(deps, snapshot, policies);
  const facts = { ...snapshot.facts, evaluation };
  const decided = await mapInBatches(snapshot.files, (file): DecidedFile => {
    const match = matchFile(file, matchers, nowMs);
    return match.policy === undefined ? { file, match } : {
      ...{ file, match },
      decision: decideFile(file, match.policy, facts),
    };
  });
  await yieldToEventLoop();
  return withLimits(decided, snapshot);
}

/** Files per batch, so that the event loop is never blocked for long. */
const BATCH_SIZE = 4_000;

async function mapInBatches<T, R>(all: readonly T[], work: (one: T) => R): Promise<R[]> {
  const found: R[] = [];
  for (let at = 0; at < all.length; at += BATCH_SIZE) {
    if (at > 0) await yieldToEventLoop();
    for (const one of all.slice(at, at + BATCH_SIZE)) found.push(work(one));
  }
  return found;
}

/** Reads the decisions of the profiles of all enabled policies. */
async function evaluationsOf(
  { evaluations }: Pick<PolicyDeps, "evaluations">,
  { profilesOf }: Pick<Snapshot, "profilesOf">,
  policies: readonly ListedPolicy[],
): Promise<(file: FileFacts, profileId: string) => ReturnType<FindEvaluation>> {
  if (evaluations === undefined) return () => undefined;
  const ids = new Set(policies.filter(({ enabled }) => enabled).flatMap(profilesOf));
  const found = new Map<string, FindEvaluation>();
  for (const id of ids) found.set(id, await evaluations(id));
  return (file, profileId) => found.get(profileId)?.(file);
}

/**
 * Applies the hours and daily limits of the policies to the files that are encoded, in the order in which each policy
 * queues them. Pure.
 */
export function withLimits(decided: DecidedFile[], { used, now }: Pick<Snapshot, "used" | "now">): DecidedFile[] {
  const waits = new Map<string, "outside_hours" | "daily_limit">();
  for (const [policy, files] of encodedBy(decided)) {
    const budget = createBudget(policy, used.get(policy.id) ?? { files: 0, bytes: 0 }, now);
    for (const { file } of files) {
      const wait = budget.waitReason(file.sizeBytes);
      if (wait === undefined) budget.count(file.sizeBytes);
      else waits.set(file.key, wait);
    }
  }
  return decided.map((one) => {
    const reason = one.decision && waits.get(one.file.key);
    return one.decision === undefined || reason === undefined ? one : { ...one, decision: { ...one.decision, reason } };
  });
}

/** Returns the files that each policy encodes, in the order in which it queues them. Pure. */
export function encodedBy(decided: readonly DecidedFile[]): Map<ListedPolicy, DecidedFile[]> {
  const found = new Map<ListedPolicy, DecidedFile[]>();
  for (const one of decided) {
    const { policy } = one.match;
    if (policy === undefined || one.decision?.outcome !== "encode") continue;
    const files = found.get(policy);
    if (files === undefined) found.set(policy, [one]);
    else files.push(one);
  }
  for (const [policy, files] of found) {
    const compare = queueOrder(policy);
    files.sort((a, b) => compare(a.file, b.file));
  }
  return found;
}
