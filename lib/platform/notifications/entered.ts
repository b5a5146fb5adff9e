import { enteredSecret } from "../settings/entered_secret.ts";
import { MASK } from "../settings/secrets.ts";
import type { Target } from "./message.ts";

/**
 * Restores the masked secrets of a target that the user has entered. This is done only if the address is the stored
 * one, because a changed address would otherwise receive the old secrets (safety.md, S-OUT-3). Other masks become
 * empty.
 */
export function enteredTarget(entered: Target, stored: Target | undefined): Target {
  const url = entered.url === MASK ? stored?.url ?? "" : entered.url;
  const known = stored?.kind === entered.kind ? stored : undefined;
  const lifted = (field: "token" | "target") =>
    enteredSecret({ url, secret: entered[field] }, known && { url: known.url, secret: known[field] });
  return { ...entered, url, token: lifted("token"), target: lifted("target") };
}
