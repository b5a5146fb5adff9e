import { BlockList, isIPv4 } from "node:net";
import { canonicalAddress } from "../../kit/address.ts";
import type { TargetClass } from "./model.ts";

/** Networks without public services, from the IANA special-purpose address registries for IPv4 and IPv6. */
const SPECIAL_V4: [string, number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];
/**
 * IPv6 networks that are not public: everything outside 2000::/3, and the ranges inside it that are reserved or embed
 * IPv4 addresses (Teredo, 6to4).
 */
const SPECIAL_V6: [string, number][] = [
  ["::", 3],
  ["4000::", 2],
  ["8000::", 1],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

/** Addresses at which cloud providers make the credentials of a machine available (safety.md, S-OUT-1). */
const METADATA = ["169.254.169.254", "fd00:ec2::254"];

const SPECIAL = new BlockList();
for (const [net, bits] of SPECIAL_V4) SPECIAL.addSubnet(net, bits, "ipv4");
for (const [net, bits] of SPECIAL_V6) SPECIAL.addSubnet(net, bits, "ipv6");

/** True if an address is on the public internet. False for malformed addresses. */
export function isPublicAddress(text: string): boolean {
  const address = canonicalAddress(text);
  return address !== undefined && !SPECIAL.check(address, isIPv4(address) ? "ipv4" : "ipv6");
}

/** Addresses and ports on which this service listens. Requests to them are refused, so that it never calls itself. */
export interface OwnSocket {
  ports: number[];
  /** Addresses of this machine other than loopback. */
  addresses: string[];
}

/** Returns the reason why a request of this class must not connect to `address`. Undefined if it may. */
export function refusedAddress(kind: TargetClass, address: string, port: number, own: OwnSocket): string | undefined {
  const known = canonicalAddress(address);
  if (known === undefined) return "it has no valid address";
  if (METADATA.includes(known)) return "it is a metadata service";
  if (kind !== "configured") return isPublicAddress(known) ? undefined : "it is not on the public internet";
  const ours = LOOPBACK.test(known) || own.addresses.includes(known);
  return ours && own.ports.includes(port) ? "it is Lathe itself" : undefined;
}

const LOOPBACK = /^(127\.|0\.0\.0\.0$|::1?$)/;

/** Returns the reason why a URL is refused before its name is resolved. Undefined if it is allowed. */
export function refusedUrl(kind: TargetClass, url: URL): string | undefined {
  if (url.protocol !== "https:" && url.protocol !== "http:") return "only http and https are supported";
  if (url.username !== "" || url.password !== "") return "it contains a user name or password";
  if (kind === "fixed" && url.protocol !== "https:") return "it is not HTTPS";
  if (kind === "chosen" && url.port !== "") return "it specifies a port";
}
