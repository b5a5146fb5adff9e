import { canonicalAddress, isListed, isLocalAddress } from "../../../kit/address.ts";

/** Origin of a request, determined from the socket and the forwarded headers. */
export interface Caller {
  /** IP address, used for logs and throttling. */
  address: string;
  local: boolean;
  /** True if the request came through a proxy. */
  forwarded: boolean;
}

const MAX_HOPS = 20;

/** Headers with the address of one client, in addition to the two headers that contain lists. */
const SINGLE = ["x-real-ip", "cf-connecting-ip", "true-client-ip"];

/**
 * Returns the caller of a request that arrived from `peer`, the remote end of the socket. Forwarded headers can only
 * reduce trust: they are read only if the peer is local, and then every hop in them must also be local (safety.md,
 * S-AUTH-4). If `trustedProxies` is set, a forwarded header from any other peer makes the caller remote.
 */
export function callerOf(peer: string, headers: Headers, trustedProxies: string[]): Caller {
  const own = canonicalAddress(peer) ?? peer;
  if (!isLocalAddress(peer)) return { address: own, local: false, forwarded: false };
  const hops = hopsOf(headers);
  if (hops.length === 0) return { address: own, local: true, forwarded: false };
  const isTrusted = trustedProxies.length === 0 || isListed(peer, trustedProxies);
  if (!isTrusted || hops.length > MAX_HOPS) return { address: own, local: false, forwarded: true };
  const far = hops.findLast((hop) => hop === undefined || !isLocalAddress(hop));
  const local = hops.every((hop) => hop !== undefined && isLocalAddress(hop));
  // The farthest hop is never used, because the caller may have forged it to appear under a new address for each
  // attempt.
  return { address: (local ? hops.at(-1) : far) ?? own, local, forwarded: true };
}

/** Returns all hops in order, nearest last. A hop that cannot be parsed is undefined. */
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
