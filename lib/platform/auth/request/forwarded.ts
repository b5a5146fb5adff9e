import { canonicalAddress, isListed, isLocalAddress } from "../../../kit/address.ts";

/** Origin of a request, derived from the socket and the forwarded headers. */
export interface Caller {
  /** IP address, for logs and throttling. */
  address: string;
  local: boolean;
  /** The request came through a proxy. */
  forwarded: boolean;
}

const MAX_HOPS = 20;

/** Headers that each name one client, in addition to the two list headers. */
const SINGLE = ["x-real-ip", "cf-connecting-ip", "true-client-ip"];

/**
 * Returns the caller behind `peer`, the remote end of the socket. Forwarded headers can only lower trust: they are read
 * only if the peer is local, and then every hop they name has to be local too (safety.md, S-AUTH-4). If
 * `trustedProxies` is set, a forwarded header from any other peer makes the caller remote.
 */
export function callerOf(peer: string, headers: Headers, trustedProxies: string[]): Caller {
  const own = canonicalAddress(peer) ?? peer;
  if (!isLocalAddress(peer)) return { address: own, local: false, forwarded: false };
  const hops = hopsOf(headers);
  if (hops.length === 0) return { address: own, local: true, forwarded: false };
  const mayTell = trustedProxies.length === 0 || isListed(peer, trustedProxies);
  if (!mayTell || hops.length > MAX_HOPS) return { address: own, local: false, forwarded: true };
  const far = hops.findLast((hop) => hop === undefined || !isLocalAddress(hop));
  const local = hops.every((hop) => hop !== undefined && isLocalAddress(hop));
  // Never the farthest hop: the caller may have forged it to get a new address for each attempt.
  return { address: (local ? hops.at(-1) : far) ?? own, local, forwarded: true };
}

/** Every hop in order, nearest last. Undefined for a hop that cannot be parsed. */
function hopsOf(headers: Headers): (string | undefined)[] {
  const list = (name: string) => headers.get(name)?.split(",") ?? [];
  const standard = list("forwarded").flatMap((element) => {
    const named = element.split(";").flatMap((pair) => /^\s*for\s*=\s*(.*?)\s*$/i.exec(pair)?.[1] ?? []);
    return named.length === 0 ? [""] : named.map((value) => value.replace(/^"(.*)"$/, "$1"));
  });
  return [...SINGLE.flatMap(list), ...standard, ...list("x-forwarded-for")].map(hopAddress);
}

/** Returns the address of a hop without port and brackets. */
function hopAddress(text: string): string | undefined {
  const hop = text.trim();
  const withPort = /^(\d+\.\d+\.\d+\.\d+|\[[^\]]*\]):\d{1,5}$/.exec(hop)?.[1];
  return canonicalAddress(withPort ?? hop);
}
