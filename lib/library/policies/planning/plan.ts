import type { SizeRange } from "../estimate.ts";
import type { DecidedFile } from "../reading/decided.ts";
import type { FileDecision } from "../decide.ts";
import type { FileFacts } from "../file_facts.ts";
import { gainsOf } from "./gains.ts";
import { idleRules } from "./idle_rules.ts";
import type { ListedPolicy } from "../model.ts";
import { reasonText } from "./reason_text.ts";
import { type Resources, resourcesOf } from "./resources.ts";
import { type PlannedFile, type PlanSum, type PolicyPlan } from "../plan_model.ts";

/** Maximum number of files that a plan lists. */
const MAX_LISTED = 20;

/** Adds up all decisions. `saved` are the decisions of the saved policies, for comparison with a draft. Pure. */
export function planOf(
  decided: readonly DecidedFile[],
  policies: readonly ListedPolicy[],
  { now, saved, ...resources }: Resources & { now: Date; saved?: readonly DecidedFile[] },
): Omit<PolicyPlan, "durationMs" | "errors"> {
  const byOutcome = new Totals<{ policyId: string; name: string; outcome: FileDecision["outcome"] }>();
  const byReason = new Totals<Omit<PolicyPlan["reasons"][number], keyof PlanSum>>();
  const conflicts = new Map<string, PolicyPlan["conflicts"][number]>();
  const untouched = emptySum();
  for (const { file, match, decision } of decided) {
    const { policy } = match;
    if (policy === undefined || decision === undefined) {
      add(untouched, file);
      continue;
    }
    const { outcome, reason } = decision;
    byOutcome.add(
      `${policy.id} ${outcome}`,
      () => ({ policyId: policy.id, name: policy.name, outcome }),
      file,
      decision,
    );
    byReason.add(
      `${policy.id} ${outcome} ${reason}`,
      () => ({ policyId: policy.id, outcome, reason, text: reasonText(reason, policy) }),
      file,
      decision,
    );
    for (const { id } of match.conflicts) countConflict(conflicts, policy.id, id);
  }
  const encoded = decided.filter(({ decision }) => decision?.outcome === "encode");
  return {
    at: now.toISOString(),
    files: decided.length,
    untouched,
    policies: byOutcome.all(),
    reasons: byReason.all(),
    conflicts: [...conflicts.values()],
    largest: top(encoded, ({ file }) => file.sizeBytes),
    leastCertain: top(encoded, ({ decision }) => spreadOf(decision?.bytesAfter)),
    gains: gainsOf(encoded),
    ...resourcesOf(encoded, resources),
    idleRules: idleRules(decided, policies, now.getTime()),
    ...(saved === undefined ? {} : { difference: differenceOf(saved, decided) }),
  };
}

/** Returns a file of a plan in the form of the API. */
export const plannedFile = (
  { key, title, subtitle, localPath, source, arrId, sizeBytes }: FileFacts,
  policyId: string,
  decision: FileDecision,
): PlannedFile => ({
  ...{ key, title, localPath, source, sizeBytes, policyId, ...decision },
  ...(subtitle === undefined ? {} : { subtitle }),
  ...(arrId === undefined ? {} : { arrId }),
});

/** Totals of files by a key. `Head` are the fields that describe the key. */
class Totals<Head> {
  readonly #sums = new Map<string, Head & PlanSum>();

  add(key: string, head: () => Head, file: FileFacts, decision: FileDecision): void {
    let sum = this.#sums.get(key);
    if (sum === undefined) this.#sums.set(key, sum = { ...head(), ...emptySum() });
    add(sum, file, decision);
  }

  all = (): (Head & PlanSum)[] => [...this.#sums.values()];
}

const emptySum = (): PlanSum => ({ files: 0, bytesBefore: 0, bytesAfter: [0, 0, 0], seconds: 0, filesWithoutTime: 0 });

function add(sum: PlanSum, { sizeBytes }: FileFacts, decision?: FileDecision): void {
  const isEncoded = decision?.outcome === "encode";
  const [low, typical, high] = isEncoded && decision.bytesAfter || [sizeBytes, sizeBytes, sizeBytes];
  sum.files++;
  sum.bytesBefore += sizeBytes;
  sum.bytesAfter[0] += low;
  sum.bytesAfter[1] += typical;
  sum.bytesAfter[2] += high;
  if (!isEncoded) return;
  if (decision.seconds === undefined) sum.filesWithoutTime++;
  else sum.seconds += decision.seconds;
}

function countConflict(all: Map<string, PolicyPlan["conflicts"][number]>, policyId: string, alsoIncludedBy: string) {
  const key = `${policyId} ${alsoIncludedBy}`;
  const known = all.get(key);
  if (known === undefined) all.set(key, { policyId, alsoIncludedBy, files: 1 });
  else known.files++;
}

/** Returns the width of a range of sizes in bytes. */
const spreadOf = (range: SizeRange | undefined): number => range === undefined ? 0 : range[2] - range[0];

/** Returns the files with the largest values. */
function top(files: readonly DecidedFile[], valueOf: (one: DecidedFile) => number): PlannedFile[] {
  const best: { one: DecidedFile; value: number }[] = [];
  for (const one of files) {
    const value = valueOf(one);
    const last = best.at(-1);
    if (best.length === MAX_LISTED && last !== undefined && value <= last.value) continue;
    const at = best.findIndex((other) => other.value < value);
    best.splice(at === -1 ? best.length : at, 0, { one, value });
    if (best.length > MAX_LISTED) best.pop();
  }
  return best.flatMap(({ one: { file, match, decision } }) =>
    match.policy === undefined || decision === undefined ? [] : [plannedFile(file, match.policy.id, decision)]
  );
}

/** Compares the encoded files of two plans. A file is changed if another policy or profile encodes it. */
function differenceOf(
  saved: readonly DecidedFile[],
  decided: readonly DecidedFile[],
): NonNullable<PolicyPlan["difference"]> {
  const before = new Map(saved.flatMap((one) => {
    const place = encodePlace(one);
    return place === undefined ? [] : [[one.file.key, place]];
  }));
  const difference = { added: 0, removed: 0, changed: 0 };
  for (const one of decided) {
    const [was, is] = [before.get(one.file.key), encodePlace(one)];
    if (was === is) continue;
    if (was === undefined) difference.added++;
    else if (is === undefined) difference.removed++;
    else difference.changed++;
  }
  return difference;
}

const encodePlace = ({ match, decision }: DecidedFile): string | undefined =>
  decision?.outcome === "encode" ? `${match.policy?.id} ${decision.profileId}` : undefined;
