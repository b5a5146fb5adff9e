import { problem, repeated, type SettingRule } from "./rule.ts";

/** Rules for notification targets: an enabled one has to be complete. */
export const TARGET_RULES: SettingRule[] = [{
  keys: /^notifications\.targets$/,
  problems({ notifications: { targets } }, { missingParts }) {
    const ids = targets.map(({ id }) => id);
    return targets.flatMap((target, i) => {
      const at = `notifications.targets.${i}`;
      const [lacks] = target.enabled ? missingParts(target) : [];
      return [...problem(`${at}.id`, repeated(ids, i)), ...problem(at, lacks)];
    });
  },
}];
