import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { isLocalAddress } from "../../kit/address.ts";
import type { Settings } from "../settings/schema.ts";
import { type OwnSocket, refusedAddress } from "./address_rules.ts";
import { HttpProblem, type TargetClass } from "./model.ts";

/** Determines the targets of connections. Each name is resolved once, and all of its addresses are checked. */

export type Resolve = (host: string) => Promise<string[]>;

/** Maps a checked address to the address to connect to. Tests use it to redirect public addresses to a local server. */
export type Reroute = (address: string, port: number) => { address: string; port: number };

/** Timeout in milliseconds for opening a connection to one address. */
export const CONNECT_MS = 5_000;

/** Rules for one connection: allowed addresses, and validation of the certificate. */
export interface DialOptions {
  kind: TargetClass;
  certificates: Settings["general"]["security"]["certificateValidation"];
  own: () => OwnSocket;
  resolve: Resolve;
  reroute: Reroute;
}

/** Resolves a host name to all of its addresses, in the order returned by the system. */
export const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

/** Returns the addresses of a host. Throws `blocked` if a request of this class may not connect to all of them. */
export async function resolveAllowed(
  host: string,
  port: number,
  { kind, own, resolve }: Pick<DialOptions, "kind" | "own" | "resolve">,
): Promise<string[]> {
  const name = host.replace(/^\[(.*)\]$/, "$1");
  const addresses = isIP(name) ? [name] : await resolve(name);
  // One forbidden address blocks the host, because the owner of the name controls all of them.
  for (const address of addresses) {
    const reason = refusedAddress(kind, address, port, own());
    if (reason !== undefined) throw new HttpProblem("blocked", `${name} was not contacted: ${reason}.`);
  }
  return addresses;
}

/**
 * True if the certificate is not validated. `disabledForLocalAddresses` applies to the resolved address, never to the
 * name (safety.md, S-OUT-4).
 */
export const isLax = (mode: DialOptions["certificates"], address: string): boolean =>
  mode === "disabled" || (mode === "disabledForLocalAddresses" && isLocalAddress(address));
