import type { PolicyRepository } from "../../../../db/library/policies/policies.ts";

/** The state of the policies as a whole, without a query for each check of the scheduled tasks. */
export interface EnabledPolicies {
  /** True if a policy is enabled. The first call starts the query and returns false. */
  any(): boolean;
  /** Called after policies were changed. */
  forget(): void;
}

/** Creates the cached state. No query runs before the first call. */
export function createEnabledPolicies({ isAnyEnabled }: Pick<PolicyRepository, "isAnyEnabled">): EnabledPolicies {
  let known: boolean | undefined;
  let reading = false;
  const read = async () => {
    reading = true;
    try {
      known = await isAnyEnabled();
    } finally {
      reading = false;
    }
  };
  return {
    any() {
      if (known === undefined && !reading) read().catch(() => {});
      return known ?? false;
    },
    forget: () => known = undefined,
  };
}
