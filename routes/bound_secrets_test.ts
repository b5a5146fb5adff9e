import { deepStrictEqual as same } from "node:assert/strict";
import { inApp } from "../tests/fixtures/app.ts";

/** Stored secrets are only sent to the machine for which they were entered. */

const KEPT: [what: string, before: unknown, patch: unknown, field: string | undefined][] = [
  [
    "the address of a manager",
    { connections: { movie: { url: "http://a:7878", apiKey: "k" } } },
    { connections: { movie: { url: "http://b:7878", apiKey: "********" } } },
    "connections.movie.apiKey",
  ],
  [
    "the port, without a word of the key",
    { connections: { movie: { url: "http://a:7878", apiKey: "k" } } },
    { connections: { movie: { url: "http://a:7879" } } },
    "connections.movie.apiKey",
  ],
  [
    "the scheme",
    { connections: { music: { url: "https://a", apiKey: "k" } } },
    { connections: { music: { url: "http://a" } } },
    "connections.music.apiKey",
  ],
  [
    "only the path",
    { connections: { movie: { url: "http://a:7878", apiKey: "k" } } },
    { connections: { movie: { url: "http://a:7878/radarr" } } },
    undefined,
  ],
  [
    "the address together with the key",
    { connections: { movie: { url: "http://a:7878", apiKey: "k" } } },
    { connections: { movie: { url: "http://b:7878", apiKey: "k" } } },
    undefined,
  ],
  [
    "the address with the key taken away",
    { connections: { movie: { url: "http://a:7878", apiKey: "k" } } },
    { connections: { movie: { url: "http://b:7878", apiKey: "" } } },
    undefined,
  ],
  [
    "the host of the proxy",
    { general: { proxy: { hostname: "a", password: "p" } } },
    { general: { proxy: { hostname: "b" } } },
    "general.proxy.password",
  ],
  [
    "the issuer of OpenID Connect, even on the same host",
    { general: { security: { oidc: { issuer: "https://a.example/realms/a", clientSecret: "s" } } } },
    { general: { security: { oidc: { issuer: "https://a.example/realms/b", clientSecret: "********" } } } },
    "general.security.oidc.clientSecret",
  ],
  [
    "the proxy that reads the client secret",
    { general: { security: { oidc: { issuer: "http://auth.far.example", clientSecret: "s" } } } },
    { general: { proxy: { enabled: true, hostname: "evil.example" } } },
    "general.security.oidc.clientSecret",
  ],
  [
    "the server of the agents",
    { agents: { server: "nats://a.example:4222", token: "t" } },
    { agents: { server: "nats://b.example:4222", token: "********" } },
    "agents.token",
  ],
  [
    "the scheme of the agents' server",
    { agents: { server: "tls://a.example:4222", token: "t" } },
    { agents: { server: "nats://a.example:4222" } },
    "agents.token",
  ],
  [
    "our own server for agents, to another one",
    { agents: { server: "", token: "t" } },
    { agents: { server: "nats://b.example:4222" } },
    "agents.token",
  ],
  [
    "the password in the address of the agents' server",
    { agents: { server: "nats://u:a@a.example:4222", token: "t" } },
    { agents: { server: "nats://u:b@a.example:4222" } },
    undefined,
  ],
  [
    "the proxy that reads a manager's key",
    { connections: { movie: { url: "http://far.example:7878", apiKey: "k" } } },
    { general: { proxy: { enabled: true, hostname: "evil.example" } } },
    "connections.movie.apiKey",
  ],
  [
    "the port of a proxy that reads a notification token",
    {
      general: { proxy: { enabled: true, hostname: "proxy.example" } },
      notifications: { targets: [{ id: "t", name: "T", kind: "gotify", url: "http://far.example", token: "k" }] },
    },
    { general: { proxy: { port: 3128 }, security: {} } },
    "notifications.targets.0.url notifications.targets.0.token",
  ],
  [
    "the list of hosts that a proxy is not used for",
    {
      general: { proxy: { enabled: true, hostname: "proxy.example", bypassFilter: "*.example" } },
      connections: { music: { url: "http://far.example:8686", apiKey: "k" } },
    },
    { general: { proxy: { bypassFilter: "" } } },
    "connections.music.apiKey",
  ],
  [
    "the check of certificates, behind which a proxy reads nothing",
    {
      general: { proxy: { enabled: true, hostname: "proxy.example" } },
      connections: { movie: { url: "https://far.example", apiKey: "k" } },
      omdb: { apiKey: "o" },
    },
    { general: { security: { certificateValidation: "disabled" } } },
    "connections.movie.apiKey omdb.apiKey",
  ],
  [
    "the proxy together with the key",
    { connections: { movie: { url: "http://far.example:7878", apiKey: "k" } } },
    {
      general: { proxy: { enabled: true, hostname: "proxy.example" } },
      connections: { movie: { apiKey: "k" } },
    },
    undefined,
  ],
  [
    "the proxy, beside a local manager and one of HTTPS",
    {
      connections: {
        movie: { url: "http://nas:7878", apiKey: "k" },
        series: { url: "http://192.168.1.2:8989", apiKey: "k" },
        music: { url: "https://far.example", apiKey: "k" },
      },
    },
    { general: { proxy: { enabled: true, hostname: "proxy.example", bypassLocalAddresses: false } } },
    undefined,
  ],
  [
    "the user of a proxy that reads a key already",
    {
      general: { proxy: { enabled: true, hostname: "proxy.example" } },
      connections: { movie: { url: "http://far.example:7878", apiKey: "k" } },
    },
    { general: { proxy: { username: "me" } } },
    undefined,
  ],
  [
    "the server of a notification target",
    { notifications: { targets: [{ id: "t", name: "T", kind: "gotify", url: "http://a", token: "k" }] } },
    { notifications: { targets: [{ id: "t", name: "T", kind: "gotify", url: "http://b", token: "********" }] } },
    "notifications.targets.0.token",
  ],
  [
    "the kind of a notification target",
    { notifications: { targets: [{ id: "t", name: "T", kind: "gotify", url: "http://a", token: "k" }] } },
    { notifications: { targets: [{ id: "t", name: "T", kind: "ntfy", url: "http://a/topic", token: "********" }] } },
    "notifications.targets.0.token",
  ],
  [
    "the server of a player",
    { players: { servers: [{ id: "p", name: "P", kind: "plex", url: "http://a:32400", token: "k" }] } },
    { players: { servers: [{ id: "p", name: "P", kind: "plex", url: "http://b:32400", token: "********" }] } },
    "players.servers.0.token",
  ],
  [
    "the MQTT broker",
    { mqtt: { url: "mqtt://a:1883", username: "u", password: "k" } },
    { mqtt: { url: "mqtt://b:1883", password: "********" } },
    "mqtt.password",
  ],
  [
    "the encryption of the MQTT connection",
    { mqtt: { url: "mqtts://a:1883", username: "u", password: "k" } },
    { mqtt: { url: "mqtt://a:1883" } },
    "mqtt.password",
  ],
  [
    "the user name and the topic of the MQTT connection",
    { mqtt: { url: "mqtt://a:1883", username: "u", password: "k" } },
    { mqtt: { url: "mqtt://a:1883", username: "v", baseTopic: "den", password: "********" } },
    undefined,
  ],
  [
    "the URL base and the name of a player",
    { players: { servers: [{ id: "p", name: "P", kind: "emby", url: "http://a:8096", token: "k" }] } },
    { players: { servers: [{ id: "p", name: "Q", kind: "emby", url: "http://a:8096/emby", token: "********" }] } },
    undefined,
  ],
  [
    "the name of a notification target",
    { notifications: { targets: [{ id: "t", name: "T", kind: "gotify", url: "http://a", token: "k" }] } },
    { notifications: { targets: [{ id: "t", name: "U", kind: "gotify", url: "********", token: "********" }] } },
    undefined,
  ],
];

for (const [what, before, patch, field] of KEPT) {
  inApp(`S-OUT-3: ${what} changes: the stored secret ${field ? "is not sent there" : "stays"}`, async (app) => {
    await app.instance.settings.update(before);
    const response = await app.call("/api/settings", { method: "PUT", json: patch });
    const problem = await response.json();
    same(
      [response.status, problem.errors?.map(({ path }: { path: string }) => path)],
      field ? [422, field.split(" ")] : [200, undefined],
    );
  });
}
