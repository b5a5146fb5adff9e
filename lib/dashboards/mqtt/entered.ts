import { MASK } from "../../platform/settings/secrets.ts";
import type { BrokerAddress } from "./session.ts";

/**
 * Restores the masked password that the user has entered. This is done only if the broker is the stored one, because
 * another one would otherwise receive the stored password (safety.md, S-OUT-3). Pure.
 */
export function enteredBroker(entered: BrokerAddress, stored: BrokerAddress): BrokerAddress {
  if (entered.password !== MASK) return entered;
  const [at, known] = [URL.parse(entered.url), URL.parse(stored.url)];
  const same = at !== null && known !== null && at.protocol === known.protocol && at.host === known.host;
  return { ...entered, password: same ? stored.password : "" };
}
