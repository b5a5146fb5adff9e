import { isIPv4, isIPv6 } from "node:net";

/** Names this instance may be asked by, besides those that cannot be anyone else's. */
export interface KnownNames {
  machineName: string;
  applicationUrl: string;
  allowedHosts: string[];
}

/** Endings that no registrar sells: a name below them cannot be an attacker's. */
const PRIVATE_ENDINGS = [".localhost", ".local", ".lan", ".home.arpa", ".internal"];

/**
 * Whether a request may name this host when nothing but its origin vouches for it (safety.md, S-WEB-3): a web page can
 * point its own name at our address, but not these. `host` is the Host header, port and all.
 */
export function hostAllowed(host: string, { machineName, applicationUrl, allowedHosts }: KnownNames): boolean {
  const name = nameOf(host);
  if (name === undefined) return false;
  if (isIPv4(name) || isIPv6(name)) return true;
  // The last label decides: numbers that are no address, such as 127.1, are read differently by different readers.
  if (/(^|\.)\d+$/.test(name)) return false;
  if (!name.includes(".") || PRIVATE_ENDINGS.some((ending) => name.endsWith(ending))) return true;
  const own = URL.canParse(applicationUrl) ? new URL(applicationUrl).hostname : "";
  return [machineName, own, ...allowedHosts].some((known) => known !== "" && nameOf(known) === name);
}

/** The bare name of a Host header, in lower case; undefined when it is malformed. */
function nameOf(host: string): string | undefined {
  const bracketed = /^\[([0-9a-f:.]+)\](:\d{1,5})?$/i.exec(host)?.[1];
  if (bracketed !== undefined) return isIPv6(bracketed) ? bracketed.toLowerCase() : undefined;
  const name = /^([a-z0-9_.-]+?)\.?(:\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase();
  return name === undefined || name.startsWith(".") || name.includes("..") ? undefined : name;
}
