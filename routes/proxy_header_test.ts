import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { type CallInit, openApp, type TestApp } from "../tests/fixtures/app.ts";

/** Login by the header of a reverse proxy, through the whole HTTP layer. */

const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

const PROXY = "10.0.0.2";
const ALICE = { "Remote-User": "alice" };
const LOCAL = { caller: { address: "127.0.0.1", local: true, loopback: true } };
const PASSWORD = "correct horse battery";

async function openProxied(): Promise<TestApp> {
  const app = await openApp({ passwordCost: 2 });
  const security = {
    authentication: "forms",
    authenticationRequired: "enabled",
    username: "owner",
    password: PASSWORD,
    trustedProxies: [PROXY],
    proxyHeader: { enabled: true, users: ["alice"] },
  };
  await app.instance.settingsChange.save({ general: { security } }, LOCAL);
  return app;
}

const statusOf = async (app: TestApp, init: CallInit, path = "/api/jobs"): Promise<number> => {
  const response = await app.call(path, init);
  await response.body?.cancel();
  return response.status;
};

test("S-AUTH-13: a request of a listed user through the proxy needs no other login", async () => {
  await using app = await openProxied();
  is(await statusOf(app, { peer: PROXY }), 401);
  is(await statusOf(app, { peer: PROXY, headers: ALICE }), 200);
  const far = { ...ALICE, "X-Forwarded-For": "203.0.113.9" };
  is(await statusOf(app, { peer: PROXY, headers: far }), 200);
  const status = await (await app.call("/api/auth/status", { peer: PROXY, headers: far })).json();
  same(status, { authentication: "forms", username: "alice", authenticated: true });
});

test("S-AUTH-13: 0 of the requests with a forged header are admitted", async () => {
  await using app = await openProxied();
  const attacks: [string, CallInit][] = [
    ["from the local network", { peer: "192.168.1.7", headers: ALICE }],
    ["from loopback", { peer: "127.0.0.1", headers: ALICE }],
    ["from loopback over IPv6", { peer: "::1", headers: ALICE }],
    ["from the internet", { peer: "203.0.113.9", headers: ALICE }],
    ["from the address after the proxy's", { peer: "10.0.0.20", headers: ALICE }],
    ["as if forwarded by the proxy", { peer: "192.168.1.7", headers: { ...ALICE, "X-Forwarded-For": PROXY } }],
    ["with the proxy as the real address", { peer: "192.168.1.7", headers: { ...ALICE, "X-Real-IP": PROXY } }],
    ["with the proxy as the host", { peer: "192.168.1.7", headers: ALICE, host: PROXY }],
    ["doubled by the proxy", { peer: PROXY, headers: { "Remote-User": "alice, mallory" } }],
    ["doubled with the attacker first", { peer: PROXY, headers: { "Remote-User": "mallory,alice" } }],
    ["another user", { peer: PROXY, headers: { "Remote-User": "mallory" } }],
    ["the owner's name", { peer: PROXY, headers: { "Remote-User": "owner" } }],
    ["capitals", { peer: PROXY, headers: { "Remote-User": "ALICE" } }],
    ["empty", { peer: PROXY, headers: { "Remote-User": "" } }],
    ["with an underscore", { peer: PROXY, headers: { Remote_User: "alice" } }],
    ["with a wrong key", { peer: PROXY, headers: { ...ALICE, "X-Api-Key": "0".repeat(64) } }],
  ];
  const admitted: string[] = [];
  for (const [name, init] of attacks) {
    for (const path of ["/api/jobs", "/", "/api/settings", "/api/nowhere"]) {
      const status = await statusOf(app, init, path);
      if (status !== 401 && status !== 429) admitted.push(`${name}: ${status} for ${path}`);
    }
  }
  same(admitted, []);
});

test("S-WEB-1: another site cannot change anything in the name of a proxy's user", async () => {
  await using app = await openProxied();
  const put = (headers: Record<string, string>) =>
    statusOf(app, { method: "PUT", json: {}, peer: PROXY, headers: { ...ALICE, ...headers } }, "/api/settings");
  is(await put({ Origin: "http://evil.example" }), 403);
  is(await put({ "Sec-Fetch-Site": "cross-site" }), 403);
  is(await put({ Origin: "http://lathe.local:3939", "Sec-Fetch-Site": "same-origin" }), 200);
  is(await statusOf(app, { peer: PROXY, headers: ALICE, host: "evil.example" }), 421);
});

test("an ignored header is recorded once and shown as a warning", async () => {
  await using app = await openProxied();
  for (let i = 0; i < 3; i++) await statusOf(app, { peer: "192.168.1.7", headers: ALICE });
  await app.instance.events.settled();
  const { items } = await app.instance.events.list({ limit: 50 });
  const ignored = items.filter(({ message }) => message.startsWith("The header Remote-User was ignored"));
  is(ignored.length, 1);
  match(ignored[0]?.message ?? "", /192\.168\.1\.7 is not a trusted proxy/);
  const findings = await app.instance.health.check();
  ok(findings.some(({ code }) => code === "ignored_user_header"));
});

test("S-AUTH-8: who changes the header's users or the proxies must know the password", async () => {
  await using app = await openProxied();
  const save = async (security: Record<string, unknown>) =>
    await app.instance.settingsChange.save({ general: { security } }, LOCAL).then(
      () => "saved",
      (fault) => fault.fields?.map(({ path }: { path: string }) => path.replace("general.security.", "")).join(),
    );
  for (
    const change of [
      { proxyHeader: { users: ["alice", "mallory"] } },
      { proxyHeader: { header: "X-User" } },
      { trustedProxies: [PROXY, "192.168.1.7"] },
      { oidc: { enabled: true, issuer: "https://evil.example", clientId: "x", users: ["mallory"] } },
    ]
  ) is(await save(change), "currentPassword", JSON.stringify(change));
  is(await save({ proxyHeader: { users: ["alice"] }, trustedProxies: [PROXY] }), "saved");
  is(await save({ proxyHeader: { enabled: false } }), "saved");
  is(await save({ currentPassword: PASSWORD, proxyHeader: { enabled: true, users: ["bob"] } }), "saved");
});
