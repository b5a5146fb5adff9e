import { Fault, type FieldError } from "../../kit/fault.ts";
import type { Settings } from "../settings/schema.ts";
import { MASK } from "../settings/secrets.ts";
import { isTree, merged, replacedAt, treeWith, valueAt } from "../settings/tree.ts";
import { passwordProblem } from "./password_rules.ts";

const AT = "general.security";

/**
 * Checks how a settings patch changes authentication, and replaces a new password with its hash. `verify` checks the
 * current password, if there is one. Throws `invalid` with each wrong field.
 */
export async function preparedSettings(
  patch: unknown,
  current: Settings["general"]["security"],
  { hash, verify }: { hash(password: string): Promise<string>; verify(password: string): Promise<boolean> },
): Promise<unknown> {
  const security = valueAt(patch, AT);
  if (!isTree(security)) return patch;
  const { currentPassword, ...asked } = security;
  const username = typeof asked.username === "string" ? asked.username : current.username;
  const authentication = asked.authentication ?? current.authentication;
  // Null clears a secret, as does an empty text.
  const given = asked.password === null ? "" : asked.password;
  const password = typeof given === "string" && given !== MASK ? given : undefined;
  const fields: FieldError[] = [];
  const wrong = (field: string, message: string) => fields.push({ path: `${AT}.${field}`, message });

  const isNew = password !== undefined && password !== "";
  const problem = isNew ? passwordProblem(password, username) : undefined;
  if (problem) wrong("password", problem);
  const requiresLogin = authentication === "basic" || authentication === "forms";
  if (requiresLogin && username.trim() === "") wrong("username", "Enter a user name.");
  if (requiresLogin && !isNew && (password === "" || current.password === "")) {
    wrong("password", "Enter a password.");
  }
  const touchesLogin = password !== undefined || (asked.username !== undefined && asked.username !== current.username);
  const changesAccess = touchesLogin || weakensLogin(asked, current) || changesSignIn(asked, current);
  if (current.password !== "" && changesAccess && fields.length === 0) {
    const right = typeof currentPassword === "string" && currentPassword !== "" && await verify(currentPassword);
    if (!right) wrong("currentPassword", "Enter the current password to change or turn off the login.");
  }
  if (fields.length > 0) throw new Fault("invalid", "Some settings are not valid; nothing was saved.", { fields });

  const without = replaced(patch, asked);
  return isNew ? replacedAt(without, `${AT}.password`, await hash(password)) : without;
}

/** True if callers that now need a login would be allowed without one. */
function weakensLogin(asked: Record<string, unknown>, current: Settings["general"]["security"]): boolean {
  if (current.authentication === "none") return false;
  const required = asked.authenticationRequired ?? current.authenticationRequired;
  return asked.authentication === "none" ||
    (current.authenticationRequired === "enabled" && required !== "enabled");
}

/** True if other users could log in by a provider or a proxy. */
function changesSignIn(asked: Record<string, unknown>, current: Settings["general"]["security"]): boolean {
  const now = merged(current, asked);
  const differs = (key: string, before: unknown) => JSON.stringify(valueAt(now, key)) !== JSON.stringify(before);
  const { buttonLabel: _, clientSecret, ...oidc } = current.oidc;
  const secret = valueAt(now, "oidc.clientSecret");
  const changesOidc = valueAt(now, "oidc.enabled") === true &&
    ((secret !== MASK && secret !== clientSecret) ||
      Object.entries(oidc).some(([name, before]) => differs(`oidc.${name}`, before)));
  const changesHeader = valueAt(now, "proxyHeader.enabled") === true &&
    (differs("proxyHeader", current.proxyHeader) || differs("trustedProxies", current.trustedProxies));
  return changesOidc || changesHeader;
}

/** Returns the patch with different security settings. `currentPassword` is not a setting and is never stored. */
function replaced(patch: unknown, security: Record<string, unknown>): unknown {
  const general = valueAt(patch, "general");
  if (!isTree(patch) || !isTree(general)) return treeWith(AT, security);
  return { ...patch, general: { ...general, security } };
}
