import { isIP } from "node:net";
import { isLocalAddress } from "../kit/address.ts";

/** Proxy settings that determine which hosts are contacted directly. */
export interface BypassRules {
  /** Names and wildcards, separated by commas, semicolons or spaces: `nas, *.lan, 10.0.*`. */
  bypassFilter: string;
  bypassLocalAddresses: boolean;
}

/**
 * True if a host is contacted without the proxy. `address` is its resolved address, if known. Behind a proxy, public
 * names may not resolve locally.
 */
export function bypassesProxy(host: string, address: string | undefined, rules: BypassRules): boolean {
  const name = host.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  const patterns = rules.bypassFilter.split(/[\s,;]+/).filter((pattern) => pattern !== "");
  if (patterns.some((pattern) => matches(pattern.toLowerCase(), name))) return true;
  if (!rules.bypassLocalAddresses) return false;
  if (isIP(name)) return isLocalAddress(name);
  return !name.includes(".") || (address !== undefined && isLocalAddress(address));
}

/** Settings that determine which requests a proxy can read. */
interface ProxiedCalls {
  proxy: BypassRules & { enabled: boolean; type: string; hostname: string; port: number };
  security: { certificateValidation: "enabled" | "disabledForLocalAddresses" | "disabled" };
}

/**
 * Returns the proxy that can read requests to a URL, as `type://host:port`. Undefined if none can. The host name is not
 * resolved. A proxy cannot read HTTPS requests whose certificate is validated, and readable requests to local addresses
 * bypass it. Pure.
 */
export function readingProxy(address: string, { proxy, security }: ProxiedCalls): string | undefined {
  const url = URL.parse(address.trim());
  if (!proxy.enabled || proxy.hostname === "" || url === null) return undefined;
  if (url.protocol === "https:" && security.certificateValidation !== "disabled") return undefined;
  if (bypassesProxy(url.hostname, undefined, { ...proxy, bypassLocalAddresses: true })) return undefined;
  return `${proxy.type}://${proxy.hostname}:${proxy.port}`;
}

/**
 * Compares a name with a pattern. `*` matches any text. A pattern with a leading dot also matches the name without the
 * dot. Runs in linear time for any pattern.
 */
function matches(pattern: string, name: string): boolean {
  if (pattern.startsWith(".")) return name.endsWith(pattern) || name === pattern.slice(1);
  const [first = "", ...rest] = pattern.split("*");
  if (rest.length === 0) return name === pattern;
  const last = rest.pop() ?? "";
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}
