import { BlockList, isIPv4, isIPv6 } from "node:net";

/**
 * Address ranges that are considered the local network (docs/safety.md, S-AUTH-3). Carrier-grade NAT (100.64/10) is not
 * included.
 */
const LOCAL_V4 = [["127.0.0.0", 8], ["10.0.0.0", 8], ["172.16.0.0", 12], ["192.168.0.0", 16], [
  "169.254.0.0",
  16,
]] as const;
const LOCAL_V6 = [["::1", 128], ["fc00::", 7], ["fe80::", 10]] as const;

const LOCAL = new BlockList();
for (const [net, bits] of LOCAL_V4) LOCAL.addSubnet(net, bits, "ipv4");
for (const [net, bits] of LOCAL_V6) LOCAL.addSubnet(net, bits, "ipv6");

/**
 * Returns the canonical spelling of an address: no brackets, no zone, no IPv4-mapped IPv6, and IPv6 in its shortest
 * form. Undefined if it is not an address.
 */
export function canonicalAddress(text: string): string | undefined {
  const inner = text.replace(/^\[(.*)\]$/, "$1");
  if (isIPv4(inner)) return inner;
  // `isIPv6` accepts a zone, which the URL parser rejects, so no "%" may remain.
  const bare = /^([^%]*)(%[\w.~-]+)?$/.exec(inner)?.[1];
  if (bare === undefined || !isIPv6(bare)) return undefined;
  // The URL parser normalises IPv6 addresses: lowercase, shortest form, mapped IPv4 as two hexadecimal groups.
  const short = new URL(`http://[${bare}]/`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(short);
  if (mapped === null) return short;
  const [high = 0, low = 0] = mapped.slice(1).map((group) => parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

/** True if an address belongs to this machine or its local networks. False if it is invalid. */
export function isLocalAddress(text: string): boolean {
  const address = canonicalAddress(text);
  return address !== undefined && LOCAL.check(address, familyOf(address));
}

/** True for a loopback address. */
export const isLoopback = (text: string): boolean => /^(127\.\d+\.\d+\.\d+|::1)$/.test(canonicalAddress(text) ?? "");

/** True if an address matches a list of addresses and networks such as `10.0.0.0/8`. Invalid entries never match. */
export function isListed(text: string, list: string[]): boolean {
  const address = canonicalAddress(text);
  if (address === undefined) return false;
  return list.some((entry) => {
    const network = networkOf(entry);
    if (network === undefined || familyOf(network.address) !== familyOf(address)) return false;
    const range = new BlockList();
    range.addSubnet(network.address, network.bits, familyOf(network.address));
    return range.check(address, familyOf(address));
  });
}

/** True if a text is an address or a network such as `10.0.0.0/8`. */
export const isNetwork = (text: string): boolean => networkOf(text) !== undefined;

function networkOf(entry: string): { address: string; bits: number } | undefined {
  const [net = "", length, ...rest] = entry.trim().split("/");
  const address = canonicalAddress(net);
  if (address === undefined || rest.length > 0) return undefined;
  const most = isIPv4(address) ? 32 : 128;
  if (length === undefined) return { address, bits: most };
  const bits = /^\d{1,3}$/.test(length) ? Number(length) : -1;
  return bits < 0 || bits > most ? undefined : { address, bits };
}

const familyOf = (address: string): "ipv4" | "ipv6" => isIPv4(address) ? "ipv4" : "ipv6";
