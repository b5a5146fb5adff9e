import type { ListedPolicy } from "../model.ts";
import { type Reason, REASONS } from "../plan_model.ts";

/** Returns the text of a reason. A wait for the hours of the policy names the time at which it ends. Pure. */
export const reasonText = (reason: Reason, policy: ListedPolicy): string =>
  reason === "outside_hours" && !policy.builtIn && policy.hours !== null
    ? `Waits until ${policy.hours.from}, because of the hours of the policy.`
    : REASONS[reason];
