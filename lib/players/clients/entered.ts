import { MASK } from "../../platform/settings/secrets.ts";
import type { PlayerAddress } from "./player_client.ts";

/**
 * Restores the masked token of a player that the user has entered. This is done only if the address is the stored one,
 * because a changed address would otherwise receive the stored token (safety.md, S-OUT-3). Pure.
 */
export function enteredPlayer<T extends PlayerAddress>(entered: T, stored: PlayerAddress | undefined): T {
  if (entered.token !== MASK) return entered;
  const same = stored !== undefined && URL.parse(entered.url)?.origin === URL.parse(stored.url)?.origin;
  return { ...entered, token: same ? stored.token : "" };
}
