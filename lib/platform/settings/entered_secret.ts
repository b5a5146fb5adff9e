import { MASK } from "./secrets.ts";

/** A secret and the address of the server that receives it. */
interface SentSecret {
  url: string;
  secret: string;
}

/**
 * Returns the secret that a test of entered values sends. A mask is replaced with the stored secret only if the address
 * is the stored one, because another server would otherwise receive it (safety.md, S-OUT-3). Pure.
 */
export function enteredSecret(entered: SentSecret, stored: SentSecret | undefined): string {
  if (entered.secret !== MASK) return entered.secret;
  return stored !== undefined && serverOf(entered.url) === serverOf(stored.url) ? stored.secret : "";
}

/** Returns scheme, host and port of a URL. Any other text, for example an empty one, is returned unchanged. Pure. */
export function serverOf(address: string): string {
  const url = URL.parse(address.trim());
  // For schemes other than http and https, `URL.origin` is "null" for all hosts.
  return url === null ? address : `${url.protocol}//${url.host}`;
}
