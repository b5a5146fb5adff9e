import { isListed } from "../../../kit/address.ts";
import type { Settings } from "../../settings/schema.ts";

/** Result of reading the header with the user of a proxy. `ignored` contains the reason, for events. */
export type ProxyUser = { kind: "none" } | { kind: "user"; name: string } | { kind: "ignored"; reason: string };

/** Settings that determine whether the header of a proxy is accepted. */
export type ProxyUserSettings = Pick<
  Settings["general"]["security"],
  "authentication" | "proxyHeader" | "trustedProxies"
>;

/**
 * Returns the user that a reverse proxy has authenticated. The header is read only if `peer`, the remote end of the
 * socket, is listed as a trusted proxy: forwarded addresses do not matter. Several values are joined with a comma,
 * which no allowed name contains. Pure.
 */
export function proxyUser(
  peer: string,
  headers: Headers,
  { authentication, proxyHeader: { enabled, header, users }, trustedProxies }: ProxyUserSettings,
): ProxyUser {
  const value = enabled && authentication === "forms" ? headers.get(header) : null;
  if (value === null) return { kind: "none" };
  // An empty list of proxies trusts nobody here, unlike for forwarded addresses.
  if (!isListed(peer, trustedProxies)) return { kind: "ignored", reason: `${peer} is not a trusted proxy` };
  if (!/^[\x21-\x2b\x2d-\x7e]{1,200}$/.test(value)) {
    return { kind: "ignored", reason: "it does not contain exactly one user name" };
  }
  return users.includes(value)
    ? { kind: "user", name: value }
    : { kind: "ignored", reason: `${JSON.stringify(value)} is not on the list of allowed users` };
}
