import type { PolicyPlan } from "../../lib/library/policies/plan_model.ts";
import type { PlanView } from "../../lib/ui/policies/policy_plan.tsx";
import type { Services } from "../services/services.ts";

/** Returns a plan with the names of its policies, and the progress of reading the files. */
export async function planView(
  { policies, mediaIndex }: Pick<Services, "policies" | "mediaIndex">,
  plan: PolicyPlan,
): Promise<PlanView> {
  const [list, index] = await Promise.all([policies.list(), mediaIndex.status()]);
  return { plan, index, names: new Map(list.map(({ id, name }) => [id, name])) };
}
