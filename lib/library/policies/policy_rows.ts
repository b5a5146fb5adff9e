import type { PolicyRow } from "../../../db/schema/policies.ts";
import { type Policy, type PolicyInput, policyNameKey } from "./model.ts";

/** Returns the policy of a stored row. `order` is its position, from 1. */
export const policyOf = ({ id, name, enabled, rules }: PolicyRow, order: number): Policy => ({
  ...{ id, builtIn: false, name, enabled, order, ...rules },
});

/** Returns the stored columns of a policy. */
export const rowOf = (
  { name, enabled, ...rules }: PolicyInput,
): Pick<PolicyRow, "name" | "nameKey" | "enabled" | "rules"> => ({
  ...{ name, enabled, rules },
  nameKey: policyNameKey(name),
});
