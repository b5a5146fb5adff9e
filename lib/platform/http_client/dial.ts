import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { isLocalAddress } from "../../kit/address.ts";
import type { Settings } from "../settings/schema.ts";
import { type OwnSocket, refusedAddress } from "./address_rules.ts";
import { HttpProblem, type TargetClass } from "./model.ts";

/** Which addresses are connected to: names are resolved once, and every address is judged. */

export type Resolve = (host: string) => Promise<string[]>;

/** Where a judged address is really connected to; tests send public addresses to a server of their own. */
export type Reroute = (address: string, port: number) => { address: string; port: number };

/** Rules for one connection: which addresses this class may reach, and whether certificates must be valid. */
export interface DialOptions {
  kind: TargetClass;
  certificates: Settings["general"]["security"]["certificateValidation"];
  own: () => OwnSocket;
  resolve: Resolve;
  reroute: Reroute;
}

/** Every address of a name, in the system's order. */
export const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

/** The addresses behind a host that this class may connect to. Throws `blocked` when any of them may not be. */
export async function resolveAllowed(
  host: string,
  port: number,
  { kind, own, resolve }: Pick<DialOptions, "kind" | "own" | "resolve">,
): Promise<string[]> {
  const name = host.replace(/^\[(.*)\]$/, "$1");
  const addresses = isIP(name) ? [name] : await resolve(name);
  // One bad address is enough: the name is under the control of whoever owns the others.
  for (const address of addresses) {
    const reason = refusedAddress(kind, address, port, own());
    if (reason !== undefined) throw new HttpProblem("blocked", `${name} is not asked: ${reason}.`);
  }
  return addresses;
}

/** `disabled for local` is decided by the address connected to, never by its name (safety.md, S-OUT-4). */
export const isLax = (mode: DialOptions["certificates"], address: string): boolean =>
  mode === "disabled" || (mode === "disabledForLocalAddresses" && isLocalAddress(address));
