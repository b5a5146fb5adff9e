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
  /** The result of one query. A query that is still running when the policies change has no effect on the next one. */
  let known: { isEnabled?: boolean } | undefined;
  return {
    any() {
      if (known === undefined) {
        const mine: { isEnabled?: boolean } = known = {};
        isAnyEnabled().then((isEnabled) => mine.isEnabled = isEnabled, () => {
          if (known === mine) known = undefined;
        });
      }
      return known.isEnabled ?? false;
    },
    forget: () => known = undefined,
  };
}
