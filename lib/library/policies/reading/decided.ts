import { yieldToEventLoop } from "../../../kit/async.ts";
import { createBudget, queueOrder } from "../budget.ts";
import { decideFile, type FileDecision } from "../decide.ts";
import type { EvaluationRequest, PolicyDeps } from "../deps.ts";
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
  const matched = await mapInBatches(snapshot.files, (file) => ({ file, match: matchFile(file, matchers, nowMs) }));
  const facts = { ...snapshot.facts, evaluation: await evaluationsOf(deps, snapshot, matched) };
  const decided = await mapInBatches(
    matched,
    ({ file, match }): DecidedFile =>
      match.policy === undefined ? { file, match } : { file, match, decision: decideFile(file, match.policy, facts) },
  );
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

/** Requests the decisions of profiles about all files that a policy takes. */
async function evaluationsOf(
  { evaluations }: Pick<PolicyDeps, "evaluations">,
  { facts }: Snapshot,
  matched: readonly { file: FileFacts; match: Match }[],
) {
  if (evaluations === undefined) return () => undefined;
  const requests = matched.flatMap(({ file, match: { policy } }): EvaluationRequest[] => {
    const profileId = policy && facts.profileFor(policy, file);
    return profileId === undefined ? [] : [{ file, profileId }];
  });
  const found = await evaluations(requests);
  const byFile = new Map(requests.map(({ file }, i) => [file.key, found[i]]));
  return ({ key }: FileFacts) => byFile.get(key);
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
