import type { FieldError } from "../../../kit/fault.ts";
import type { Settings } from "../schema.ts";
import { MASK } from "../secrets.ts";
import { isTree, valueAt } from "../tree.ts";

/**
 * Secrets that are sent to an address of their own. One that is not given anew stays only while scheme, host and port of
 * its address stay: whoever may change the address must not have the stored secret sent there.
 */
export function boundSecretProblems(before: Settings, after: Settings, patch: unknown): FieldError[] {
  return [...connectionSecrets(before, after), ...proxySecrets(before, after), ...targetSecrets(before, after)]
    .filter(({ path }) => !isGiven(patch, path));
}

const message = "The address changed: give this anew.";

function connectionSecrets(before: Settings, after: Settings): FieldError[] {
  return Object.entries(after.connections).flatMap(([kind, { url, apiKey }]) => {
    const old = before.connections[kind as keyof Settings["connections"]];
    const sent = apiKey !== "" && apiKey === old.apiKey && originOf(url) !== originOf(old.url);
    return sent ? [{ path: `connections.${kind}.apiKey`, message }] : [];
  });
}

function proxySecrets({ general: { proxy: old } }: Settings, { general: { proxy } }: Settings): FieldError[] {
  const moved = proxy.type !== old.type || proxy.hostname !== old.hostname || proxy.port !== old.port;
  return moved && proxy.password !== "" && proxy.password === old.password
    ? [{ path: "general.proxy.password", message }]
    : [];
}

function targetSecrets({ notifications: { targets: old } }: Settings, after: Settings): FieldError[] {
  return after.notifications.targets.flatMap((target, i) => {
    const known = old.find(({ id }) => id === target.id);
    if (!known || (known.kind === target.kind && originOf(known.url) === originOf(target.url))) return [];
    return (["token", "target"] as const)
      .filter((field) => target[field] !== "" && target[field] === known[field])
      .map((field) => ({ path: `notifications.targets.${i}.${field}`, message }));
  });
}

/** Scheme, host and port; the text itself for what is no address, such as none at all. */
const originOf = (url: string): string => URL.parse(url.trim())?.origin ?? url;

/** Whether a patch holds the value itself, not its mask. */
function isGiven(patch: unknown, path: string): boolean {
  const [list, index, field = ""] = path.split(/\.(\d+)\./);
  const holder = index === undefined ? patch : (valueAt(patch, list ?? "") as unknown[] | undefined)?.[Number(index)];
  const value = index === undefined ? valueAt(holder, path) : isTree(holder) ? holder[field] : undefined;
  return typeof value === "string" && value !== MASK;
}
