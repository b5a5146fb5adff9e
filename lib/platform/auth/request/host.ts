import { isIPv4, isIPv6 } from "node:net";

/** Host names of this instance, in addition to those that are always private. */
export interface KnownNames {
  machineName: string;
  applicationUrl: string;
  allowedHosts: string[];
}

/** Suffixes under which domains cannot be registered publicly, so an attacker cannot own one. */
const PRIVATE_ENDINGS = [".localhost", ".local", ".lan", ".home.arpa", ".internal"];

/**
 * True if a request without other credentials may use this host name (safety.md, S-WEB-3). A web page can make its own
 * domain point to this address, but not one of these names. `host` is the Host header, including the port.
 */
export function hostAllowed(host: string, { machineName, applicationUrl, allowedHosts }: KnownNames): boolean {
  const name = nameOf(host);
  if (name === undefined) return false;
  if (isIPv4(name) || isIPv6(name)) return true;
  // The last label is checked, because parsers interpret numeric names that are not addresses differently, such as
  // 127.1.
  if (/(^|\.)\d+$/.test(name)) return false;
  if (!name.includes(".") || PRIVATE_ENDINGS.some((ending) => name.endsWith(ending))) return true;
  const own = URL.canParse(applicationUrl) ? new URL(applicationUrl).hostname : "";
  return [machineName, own, ...allowedHosts].some((known) => known !== "" && nameOf(known) === name);
}

/** Returns the name in a Host header in lower case. Undefined if the header is malformed. */
function nameOf(host: string): string | undefined {
  const bracketed = /^\[([0-9a-f:.]+)\](:\d{1,5})?$/i.exec(host)?.[1];
  if (bracketed !== undefined) return isIPv6(bracketed) ? bracketed.toLowerCase() : undefined;
  const name = /^([a-z0-9_.-]+?)\.?(:\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase();
  return name === undefined || name.startsWith(".") || name.includes("..") ? undefined : name;
}
