import type { DecidedFile } from "./reading/decided.ts";
import { exclusionText, matchersOf } from "./match.ts";
import type { ListedPolicy } from "./model.ts";
import type { PolicyTrace } from "./plan_model.ts";
import { reasonText } from "./planning/reason_text.ts";
import type { Snapshot } from "./reading/snapshot.ts";

/** Returns the reasons for the decision about a file, with the result of every policy in order. Pure. */
export function traceOf(
  { file, match, decision }: DecidedFile,
  policies: readonly ListedPolicy[],
  { now, takesNew }: Pick<Snapshot, "now" | "takesNew">,
): PolicyTrace {
  const { key, title, subtitle, localPath, source, arrId, sizeBytes } = file;
  const results = matchersOf(policies, takesNew).map(({ policy, exclusion }): PolicyTrace["policies"][number] => {
    const { id: policyId, name } = policy;
    const rule = policy.enabled ? exclusion(file, now.getTime()) : "disabled";
    if (rule !== undefined) {
      return { policyId, name, result: "excluded", rule, text: exclusionText({ policy, rule }, file) };
    }
    return policyId === match.policy?.id ? { policyId, name, result: "takes", text: "All rules match." } : {
      policyId,
      name,
      result: "too_late",
      text: `All rules match, but ${match.policy?.name} takes the file first.`,
    };
  });
  return {
    file: {
      ...{ key, title, localPath, source, sizeBytes },
      ...(subtitle === undefined ? {} : { subtitle }),
      ...(arrId === undefined ? {} : { arrId }),
    },
    policies: results,
    ...(match.policy === undefined || decision === undefined ? {} : {
      decision: {
        ...decision,
        policyId: match.policy.id,
        text: decision.detail ?? reasonText(decision.reason, match.policy),
      },
    }),
  };
}
