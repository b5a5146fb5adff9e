import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { proxyUser, type ProxyUserSettings } from "./proxy_user.ts";

const SETTINGS: ProxyUserSettings = {
  authentication: "forms",
  proxyHeader: { enabled: true, header: "Remote-User", users: ["alice", "bob@example.org"] },
  trustedProxies: ["10.0.0.2", "fd00::2", "172.18.0.0/16"],
};
const read = (peer: string, headers: [string, string][], change: Partial<ProxyUserSettings> = {}) =>
  proxyUser(peer, new Headers(headers), { ...SETTINGS, ...change });
const named = (value: string): [string, string][] => [["Remote-User", value]];

Deno.test("S-AUTH-13: a listed user from a trusted proxy is accepted", () => {
  for (const peer of ["10.0.0.2", "::ffff:10.0.0.2", "fd00::2", "fd00:0::2%eth0", "172.18.3.4"]) {
    same(read(peer, named("alice")), { kind: "user", name: "alice" }, peer);
  }
  same(read("10.0.0.2", [["remote-USER", "bob@example.org"]]), { kind: "user", name: "bob@example.org" });
});

Deno.test("S-AUTH-13: the header of any other peer is ignored, whatever it claims", () => {
  const claims: [string, string][][] = [
    [],
    [["X-Forwarded-For", "10.0.0.2"]],
    [["X-Real-IP", "10.0.0.2"]],
    [["Forwarded", "for=10.0.0.2"]],
    [["X-Forwarded-For", "203.0.113.9, 10.0.0.2"], ["X-Real-IP", "10.0.0.2"]],
    [["CF-Connecting-IP", "10.0.0.2"]],
    [["X-Forwarded-User", "alice"]],
    [["Host", "10.0.0.2"]],
  ];
  const peers = [
    "127.0.0.1",
    "::1",
    "::ffff:127.0.0.1",
    "10.0.0.3",
    "10.0.0.20",
    "192.168.1.7",
    "203.0.113.9",
    "fd00::3",
  ];
  for (const peer of [...peers, "172.19.0.1", "", "unknown", "10.0.0.2:80", "10.0.0.2 ", "0"]) {
    for (const more of claims) is(read(peer, [...named("alice"), ...more]).kind, "ignored", `${peer} ${more}`);
  }
});

Deno.test("S-AUTH-13: an empty list of proxies trusts nobody", () => {
  for (const peer of ["127.0.0.1", "10.0.0.2", "::1"]) {
    is(read(peer, named("alice"), { trustedProxies: [] }).kind, "ignored");
  }
});

Deno.test("S-AUTH-13: a header that is not exactly one listed name is ignored", () => {
  const values = [
    "",
    "mallory",
    "Alice",
    "alice,alice",
    "alice, mallory",
    "mallory,alice",
    "ali ce",
    "alice\tbob@example.org",
    "alic\u00e9",
    '"alice"',
    "alice;",
    "alice@example.org",
    "BOB@example.org",
    "%61lice",
    "x".repeat(5000),
  ];
  for (const value of values) is(read("10.0.0.2", named(value)).kind, "ignored", value);
  is(read("10.0.0.2", [...named("alice"), ...named("alice")]).kind, "ignored");
  is(read("10.0.0.2", [...named("mallory"), ...named("alice")]).kind, "ignored");
  for (const name of ["Remote_User", "Remote-User-", "X-Remote-User", "HTTP_REMOTE_USER"]) {
    is(read("10.0.0.2", [[name, "alice"]]).kind, "none", name);
  }
});

Deno.test("the header is not read while it is not enabled, or in another mode", () => {
  const { proxyHeader } = SETTINGS;
  is(read("10.0.0.2", named("alice"), { proxyHeader: { ...proxyHeader, enabled: false } }).kind, "none");
  for (const authentication of ["none", "basic"] as const) {
    is(read("10.0.0.2", named("alice"), { authentication }).kind, "none");
  }
});

Deno.test("S-AUTH-13: no header makes an untrusted peer a user", () => {
  const peer = fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()).filter((text) =>
    !/10\.0\.0\.2$|172\.18\.|fd00:/.test(text) && !/^::ffff:/i.test(text)
  );
  fc.assert(fc.property(peer, fc.constantFrom("alice", "bob@example.org"), (from, name) => {
    is(read(from, named(name)).kind, "ignored");
  }));
});
