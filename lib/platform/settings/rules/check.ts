import type { FieldError } from "../../../kit/fault.ts";
import type { Settings } from "../schema.ts";
import { changedKeys, valueAt } from "../tree.ts";
import { HOST_RULES } from "./host_rules.ts";
import { LIBRARY_RULES } from "./library_rules.ts";
import { SIGN_IN_RULES } from "./sign_in_rules.ts";
import { problem, repeated, type RuleFacts, type SettingRule } from "./rule.ts";

/** Rules for notification targets. An enabled target must be complete. */
const TARGET_RULES: SettingRule[] = [{
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

/** Rules for players. An enabled player must have an address and a token. */
const PLAYER_RULES: SettingRule[] = [{
  keys: /^players\.servers$/,
  problems({ players: { servers } }) {
    const ids = servers.map(({ id }) => id);
    return servers.flatMap(({ enabled, url, token }, i) => {
      const at = `players.servers.${i}`;
      return [
        ...problem(`${at}.id`, repeated(ids, i)),
        ...problem(`${at}.url`, enabled && url === "" ? "Enter the address of the player, or disable it." : undefined),
        ...problem(`${at}.token`, enabled && token === "" ? "Enter a token for the player, or disable it." : undefined),
      ];
    });
  },
}];

/** Rules for the MQTT broker. */
const MQTT_RULES: SettingRule[] = [{
  keys: /^mqtt\./,
  problems: ({ mqtt: { enabled, url, username, password } }) => [
    ...problem("mqtt.url", enabled && url === "" && "Enter the address of the broker, or disable the connection."),
    ...problem("mqtt.username", username === "" && password !== "" && "Enter the user name for this password."),
  ],
}];

const RULES = [...HOST_RULES, ...SIGN_IN_RULES, ...LIBRARY_RULES, ...TARGET_RULES, ...PLAYER_RULES, ...MQTT_RULES];

/**
 * Returns the problems with the changed settings, each with its field. Unchanged settings do not prevent saving,
 * because they may be from an earlier version.
 */
export async function settingProblems(before: Settings, after: Settings, facts: RuleFacts): Promise<FieldError[]> {
  const changed = changedKeys(before, after);
  const asked = RULES.filter(({ keys }) => changed.some((key) => keys.test(key)));
  const found = await Promise.all(asked.map(async (rule) => await rule.problems(after, facts)));
  return [...changed.flatMap((key) => textProblems(valueAt(after, key), key)), ...found.flat()];
}

/** Settings that may contain line breaks. */
const LISTS = /^(notifications\.targets\.|general\.proxy\.bypassFilter$)/;

/** Control characters are not valid in paths, names and headers. */
function textProblems(value: unknown, path: string): FieldError[] {
  if (typeof value === "string") {
    const text = LISTS.test(path) ? value.replace(/[\t\r\n]/g, "") : value;
    // deno-lint-ignore no-control-regex -- control characters are what is looked for
    const odd = /[\u0000-\u001f\u007f]/.test(text);
    return odd ? [{ path, message: "Remove control characters." }] : [];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => textProblems(part, `${path}.${name}`));
}
