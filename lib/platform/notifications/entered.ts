import { MASK } from "../settings/secrets.ts";
import type { Target } from "./message.ts";

/**
 * Restores the masked secrets of a target that the user has entered. This is done only if the address is the stored
 * one, because a changed address would otherwise receive the old secrets (safety.md, S-OUT-3). Other masks become
 * empty.
 */
export function enteredTarget(entered: Target, stored: Target | undefined): Target {
  const url = entered.url === MASK ? stored?.url ?? "" : entered.url;
  const same = stored !== undefined && stored.kind === entered.kind && originOf(url) === originOf(stored.url);
  const lifted = (field: "token" | "target") => entered[field] !== MASK ? entered[field] : same ? stored[field] : "";
  return { ...entered, url, token: lifted("token"), target: lifted("target") };
}

/** Returns scheme, host and port of a URL. Any other text, for example an empty one, is returned unchanged. */
const originOf = (url: string): string => URL.parse(url)?.origin ?? url;
