import { normalize } from "node:path";
import { isHash } from "../../platform/auth/password.ts";
import { isInside } from "../../platform/storage/own_places.ts";
import { isListed, isLocalAddress, isLoopback } from "../../kit/address.ts";
import type { Settings } from "../../platform/settings/schema.ts";

type Security = Settings["general"]["security"];
type Host = Settings["general"]["host"];

/**
 * Merges a backup's settings with the current ones: for each security setting, the stricter value is kept (safety.md,
 * S-DB-7). Also returns the dotted keys of the backup values that were not used. `real` resolves symbolic links in a
 * media root. Pure.
 */
export function stricterSettings(
  restored: Settings,
  current: Settings,
  real: (root: string) => string = normalize,
): { settings: Settings; kept: string[] } {
  const { general } = restored;
  const settings: Settings = {
    ...restored,
    general: {
      ...general,
      host: { ...general.host, ...stricterHost(general.host, current.general.host) },
      security: { ...general.security, ...stricterSecurity(general.security, current.general.security, real) },
    },
    agents: {
      ...restored.agents,
      enabled: restored.agents.enabled && current.agents.enabled,
      requireApproval: restored.agents.requireApproval || current.agents.requireApproval,
    },
    // The first scan after a restore queues no existing files. They may include encodes that were created after the
    // backup.
    auto: { ...restored.auto, includeExisting: false },
  };
  return { settings, kept: changedBetween(restored, settings) };
}

/** Ranks authentication methods by strictness. Higher is stricter. */
const authenticationRank = ({ authentication, password }: Security): number =>
  authentication === "none" || password === "" ? 0 : 1;
const REQUIRED_RANK = { disabledForLocalAddresses: 0, enabled: 1 } as const;
const CERTIFICATE_RANK = { disabled: 0, disabledForLocalAddresses: 1, enabled: 2 } as const;

/**
 * The creator of a backup knows its login and API key and may control its OpenID Connect provider, so these are used
 * only if no login was required before. If neither side requires a login, the current key is kept.
 */
function stricterSecurity(restored: Security, current: Security, real: (root: string) => string): Partial<Security> {
  // A password that is not a hash created by Lathe would lock out everyone, including the owner.
  const fromBackup = authenticationRank(current) === 0 && authenticationRank(restored) > 0 && isHash(restored.password);
  const { authentication, username, password, passwordSet, apiKey, oidc, proxyHeader } = fromBackup
    ? restored
    : current;
  return {
    authentication,
    username,
    password,
    passwordSet,
    apiKey: apiKey === "" ? current.apiKey : apiKey,
    oidc,
    proxyHeader,
    authenticationRequired: higher(REQUIRED_RANK, restored.authenticationRequired, current.authenticationRequired),
    certificateValidation: higher(CERTIFICATE_RANK, restored.certificateValidation, current.certificateValidation),
    trustedProxies: stricterProxies(restored.trustedProxies, current.trustedProxies),
    mediaRoots: stricterRoots(restored.mediaRoots, current.mediaRoots, real),
  };
}

/**
 * Keeps HTTPS enabled, with the certificate of this machine. The allowed hosts and bind addresses can only be reduced.
 */
function stricterHost(restored: Host, current: Host): Partial<Host> {
  const { enableSsl, sslPort, sslCertPath, sslKeyPath, sslCertPassword } = current;
  const common = restored.allowedHosts.filter((name) => current.allowedHosts.includes(name));
  return {
    bindAddress: bindRank(restored.bindAddress) > bindRank(current.bindAddress)
      ? restored.bindAddress
      : current.bindAddress,
    allowedHosts: common,
    ...(enableSsl ? { enableSsl, sslPort, sslCertPath, sslKeyPath, sslCertPassword } : {}),
  };
}

/** Ranks bind addresses by how far they can be reached: everywhere, one network, this machine. */
const bindRank = (address: string): number =>
  ["*", "0.0.0.0", "::"].includes(address) ? 0 : address === "localhost" || isLoopback(address) ? 2 : 1;

/** If the list is empty, any local address may send forwarded headers. */
function stricterProxies(restored: string[], current: string[]): string[] {
  if (restored.length === 0) return current;
  const trusted = current.length === 0
    ? restored.filter((proxy) => isLocalAddress(proxy.replace(/\/\d+$/, "")))
    : restored.filter((proxy) => current.includes(proxy) || isListed(proxy, current));
  return trusted.length === 0 ? current : trusted;
}

/** Returns the folders that are inside the media roots of both settings. An empty list allows all folders. */
function stricterRoots(restored: string[], current: string[], real: (root: string) => string): string[] {
  if (current.length === 0) return restored;
  if (restored.length === 0) return current;
  const within = (roots: string[], others: string[]) =>
    roots.filter((root) => others.some((other) => isInside(real(root), real(other))));
  const common = [...new Set([...within(restored, current), ...within(current, restored)])];
  return common.length === 0 ? current : common;
}

const higher = <K extends string>(rank: Record<K, number>, a: K, b: K): K => rank[a] > rank[b] ? a : b;

/** Returns the dotted keys of values that were replaced with stricter ones. */
function changedBetween(restored: Settings, now: Settings): string[] {
  const sections = [
    ["general.security", restored.general.security, now.general.security],
    ["general.host", restored.general.host, now.general.host],
    ["agents", restored.agents, now.agents],
    ["auto", restored.auto, now.auto],
  ] as const;
  return sections.flatMap(([name, before, after]) =>
    Object.keys(after).filter((key) =>
      key !== "passwordSet" &&
      JSON.stringify((before as Record<string, unknown>)[key]) !==
        JSON.stringify((after as Record<string, unknown>)[key])
    ).map((key) => `${name}.${key}`)
  );
}
