import { MASK } from "../settings/secrets.ts";
import type { Target } from "./message.ts";

/**
 * A target as entered, with its masked secrets put back where that is safe: only while the address is the one they were
 * stored with, for otherwise a changed address would be handed the old secrets (safety.md, S-OUT-3). Masks that may not
 * be lifted become empty.
 */
export function enteredTarget(entered: Target, stored: Target | undefined): Target {
  const url = entered.url === MASK ? stored?.url ?? "" : entered.url;
  const same = stored !== undefined && stored.kind === entered.kind && originOf(url) === originOf(stored.url);
  const lifted = (field: "token" | "target") => entered[field] !== MASK ? entered[field] : same ? stored[field] : "";
  return { ...entered, url, token: lifted("token"), target: lifted("target") };
}

/** Scheme, host and port; the text itself for what is no address, such as none at all. */
const originOf = (url: string): string => URL.parse(url)?.origin ?? url;
