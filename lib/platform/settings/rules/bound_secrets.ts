import type { FieldError } from "../../../kit/fault.ts";
import type { Settings } from "../schema.ts";
import { serverOf } from "../entered_secret.ts";
import { MASK } from "../secrets.ts";
import { isTree, valueAt } from "../tree.ts";
import { readingProxy } from "../../proxy_bypass.ts";

/**
 * Protects secrets that are sent to an address in the settings. A secret that is not entered again is kept only if
 * scheme, host and port of its address are unchanged. Otherwise anyone who can change the address could have the stored
 * secret sent to their own server.
 */
export function boundSecretProblems(before: Settings, after: Settings, patch: unknown): FieldError[] {
  return [
    ...connectionSecrets(before, after),
    ...proxySecrets(before, after),
    ...targetSecrets(before, after),
    ...playerSecrets(before, after),
    ...agentSecrets(before, after),
    ...oidcSecrets(before, after),
    ...mqttSecrets(before, after),
    ...proxiedSecrets(before, after),
  ].filter(({ path }, i, all) => !isSet(patch, path) && all.findIndex((other) => other.path === path) === i);
}

const message = "The address was changed. Enter this value again.";

function connectionSecrets(before: Settings, after: Settings): FieldError[] {
  return Object.entries(after.connections).flatMap(([kind, { url, apiKey }]) => {
    const old = before.connections[kind as keyof Settings["connections"]];
    const sent = apiKey !== "" && apiKey === old.apiKey && serverOf(url) !== serverOf(old.url);
    return sent ? [{ path: `connections.${kind}.apiKey`, message }] : [];
  });
}

function proxySecrets({ general: { proxy: old } }: Settings, { general: { proxy } }: Settings): FieldError[] {
  const moved = proxy.type !== old.type || proxy.hostname !== old.hostname || proxy.port !== old.port;
  return moved && proxy.password !== "" && proxy.password === old.password
    ? [{ path: "general.proxy.password", message }]
    : [];
}

function targetSecrets({ notifications: { targets: old } }: Settings, after: Settings): FieldError[] {
  return after.notifications.targets.flatMap((target, i) => {
    const known = old.find(({ id }) => id === target.id);
    if (!known || (known.kind === target.kind && serverOf(known.url) === serverOf(target.url))) return [];
    return (["token", "target"] as const)
      .filter((field) => target[field] !== "" && target[field] === known[field])
      .map((field) => ({ path: `notifications.targets.${i}.${field}`, message }));
  });
}

function playerSecrets({ players: { servers: old } }: Settings, after: Settings): FieldError[] {
  return after.players.servers.flatMap((player, i) => {
    const known = old.find(({ id }) => id === player.id);
    if (!known || serverOf(known.url) === serverOf(player.url)) return [];
    const sent = player.token !== "" && player.token === known.token;
    return sent ? [{ path: `players.servers.${i}.token`, message }] : [];
  });
}

/**
 * Returns the agent token if the server address has changed. Every approved agent receives this address and logs in
 * there with the token.
 */
function agentSecrets({ agents: old }: Settings, { agents }: Settings): FieldError[] {
  const sent = agents.token !== "" && agents.token === old.token && serverOf(agents.server) !== serverOf(old.server);
  return sent ? [{ path: "agents.token", message }] : [];
}

/** Returns the client secret if the issuer has changed, because the issuer names the address that receives it. */
function oidcSecrets(before: Settings, after: Settings): FieldError[] {
  const [old, { issuer, clientSecret }] = [before.general.security.oidc, after.general.security.oidc];
  const sent = clientSecret !== "" && clientSecret === old.clientSecret && issuer !== old.issuer;
  return sent ? [{ path: "general.security.oidc.clientSecret", message }] : [];
}

function mqttSecrets({ mqtt: old }: Settings, { mqtt }: Settings): FieldError[] {
  const sent = mqtt.password !== "" && mqtt.password === old.password && serverOf(mqtt.url) !== serverOf(old.url);
  return sent ? [{ path: "mqtt.password", message }] : [];
}

/** Returns the secrets that a new or changed proxy could read. */
function proxiedSecrets(before: Settings, after: Settings): FieldError[] {
  const known = new Map(sentSecrets(before).map((one) => [one.key, one]));
  return sentSecrets(after).flatMap(({ key, path, url, value }) => {
    const proxy = readingProxy(url, after.general);
    if (value === "" || proxy === undefined || known.get(key)?.value !== value) return [];
    if (proxy === readingProxy(known.get(key)?.url ?? "", before.general)) return [];
    return [{
      path,
      message:
        `The proxy ${proxy} could read this value in transit. Enter it again together with the proxy, or remove it first.`,
    }];
  });
}

/** A secret that is sent to another machine over HTTP. `key` identifies it, regardless of its position in a list. */
interface SentSecret {
  key: string;
  path: string;
  url: string;
  value: string;
}

function sentSecrets(
  { connections, general: { security: { oidc } }, localMedia, notifications: { targets }, omdb, players: { servers } }:
    Settings,
): SentSecret[] {
  return [
    ...Object.entries(connections).map(([kind, { url, apiKey }]) => ({
      path: `connections.${kind}.apiKey`,
      url,
      value: apiKey,
    })),
    { path: "general.security.oidc.clientSecret", url: oidc.issuer, value: oidc.clientSecret },
    { path: "omdb.apiKey", url: FIXED_SERVICE, value: omdb.apiKey },
    { path: "localMedia.tmdbApiKey", url: FIXED_SERVICE, value: localMedia.tmdbApiKey },
  ].map((one) => ({ ...one, key: one.path })).concat(
    servers.map(({ id, url, token }, i) => ({
      key: `player ${id}`,
      path: `players.servers.${i}.token`,
      url,
      value: token,
    })),
    targets.flatMap((target, i) =>
      (["url", "token", "target"] as const).map((field) => ({
        key: `${target.id} ${field}`,
        path: `notifications.targets.${i}.${field}`,
        url: target.url === "" ? FIXED_SERVICE : target.url,
        value: target[field],
      }))
    ),
  );
}

/** Placeholder URL for the services whose addresses are in the source code. All of them use HTTPS. */
const FIXED_SERVICE = "https://service.example";

/** True if a patch contains the value itself, not its mask. */
function isSet(patch: unknown, path: string): boolean {
  const [list, index, field = ""] = path.split(/\.(\d+)\./);
  const holder = index === undefined ? patch : (valueAt(patch, list ?? "") as unknown[] | undefined)?.[Number(index)];
  const value = index === undefined ? valueAt(holder, path) : isTree(holder) ? holder[field] : undefined;
  return typeof value === "string" && value !== MASK;
}
