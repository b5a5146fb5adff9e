import type { Plan } from "../plan/model.ts";

/** Returns the reasons why a plan leaves a file unchanged. Pure. */
export function nothingToDoText(plan: Plan): string {
  const summary = plan.summary.join(" ");
  const more = (plan.smart?.reasons ?? []).filter((reason) => !summary.toLowerCase().includes(reason.toLowerCase()));
  return [summary, ...more].join(" ");
}
