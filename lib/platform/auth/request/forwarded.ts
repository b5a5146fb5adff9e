import { canonicalAddress, isListed, isLocalAddress } from "../../../kit/address.ts";

/** Who asks, as far as the socket and honest proxies tell. */
export interface Caller {
  /** For logs and throttling. */
  address: string;
  local: boolean;
  /** A proxy passed the request on. */
  forwarded: boolean;
}

const MAX_HOPS = 20;

/** Headers that name one client each, besides the two lists. */
const SINGLE = ["x-real-ip", "cf-connecting-ip", "true-client-ip"];

/**
 * The caller behind `peer`, the other end of the socket. Forwarded headers can only lower trust: they are read when the
 * peer is local, and then every hop they name has to be local too (safety.md, S-AUTH-4). With `trustedProxies` only
 * those may speak; a word from anybody else makes the caller remote.
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
  // Never the farthest hop: the caller may have written it, and would be throttled under a new address each time.
  return { address: (local ? hops.at(-1) : far) ?? own, local, forwarded: true };
}

/** Every hop in order, nearest last; undefined for what cannot be read. */
function hopsOf(headers: Headers): (string | undefined)[] {
  const list = (name: string) => headers.get(name)?.split(",") ?? [];
  const standard = list("forwarded").flatMap((element) => {
    const named = element.split(";").flatMap((pair) => /^\s*for\s*=\s*(.*?)\s*$/i.exec(pair)?.[1] ?? []);
    return named.length === 0 ? [""] : named.map((value) => value.replace(/^"(.*)"$/, "$1"));
  });
  return [...SINGLE.flatMap(list), ...standard, ...list("x-forwarded-for")].map(hopAddress);
}

/** The address of a hop: a port and brackets may be around it. */
function hopAddress(text: string): string | undefined {
  const hop = text.trim();
  const withPort = /^(\d+\.\d+\.\d+\.\d+|\[[^\]]*\]):\d{1,5}$/.exec(hop)?.[1];
  return canonicalAddress(withPort ?? hop);
}
