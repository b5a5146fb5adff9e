import { Fault } from "../../../kit/fault.ts";
import { count } from "../../../kit/format.ts";
import type { PolicyDeps } from "../deps.ts";
import type { ListedPolicy, Policy } from "../model.ts";
import type { PolicyRunResult } from "../plan_model.ts";
import type { DecidedFile } from "../reading/decided.ts";
import type { Snapshot } from "../reading/snapshot.ts";
import { runPolicy } from "./run_policy.ts";

/** Runs of one policy and of all enabled policies. The caller executes them one after another. */

/** Decisions about all files, and the data on which they are based. */
interface Decided {
  snapshot: Snapshot;
  decided: readonly DecidedFile[];
}

/** Services of runs. `signal` stops a run after its current file. */
export interface RunDeps extends PolicyDeps {
  decide(policies: readonly ListedPolicy[]): Promise<Decided>;
  signal: AbortSignal;
}

/** Runs one policy, see `Policies.run`. `policies` are all saved policies. */
export async function runOne(
  deps: RunDeps,
  policy: Policy,
  { policies, dryRun }: { policies: readonly ListedPolicy[]; dryRun: boolean },
): Promise<PolicyRunResult> {
  if (!policy.enabled && !dryRun) {
    throw new Fault("bad_state", `The policy ${policy.name} is disabled. Check its plan and enable it first.`);
  }
  const running = { ...policy, enabled: true };
  const made = await deps.decide(policies.map((one) => one.id === policy.id ? running : one));
  return await runAndRecord(deps, running, { ...made, dryRun });
}

/** Refreshes the managers and runs all enabled policies. Decides once, because each file belongs to one policy. */
export async function runAll(deps: RunDeps, policies: readonly ListedPolicy[]): Promise<string> {
  const enabled = policies.filter((one) => !one.builtIn).filter((one) => one.enabled);
  if (enabled.length === 0) return "No policy is enabled";
  const { connections } = deps.settings.current();
  const sources = new Set(enabled.map(({ media }) => media.source));
  for (const kind of ["movie", "series"] as const) {
    if (sources.has(kind) && connections[kind].enabled) await deps.library.refresh(kind);
  }
  const { snapshot, decided } = await deps.decide(policies);
  let [queued, waiting] = [0, 0];
  for (const policy of enabled) {
    const result = await runAndRecord(deps, policy, { snapshot, decided, dryRun: false });
    queued += result.queued.length;
    waiting += result.waiting;
  }
  return `${queued} queued${waiting > 0 ? `, ${waiting} waiting` : ""}; ${count(snapshot.files.length, "file")} found`;
}

async function runAndRecord(
  deps: RunDeps,
  policy: Policy,
  work: Decided & { dryRun: boolean },
): Promise<PolicyRunResult> {
  const result = await runPolicy(deps, policy, { ...work, signal: deps.signal });
  const { queued, errors, dryRun } = result;
  if (!dryRun && (queued.length > 0 || errors.length > 0)) {
    deps.events.record({
      level: errors.length > 0 ? "warning" : "info",
      source: "auto",
      message: `Policy ${policy.name}: ${queued.length} queued.`,
      ...(errors.length > 0 ? { details: errors.join("\n") } : {}),
    });
  }
  return result;
}
