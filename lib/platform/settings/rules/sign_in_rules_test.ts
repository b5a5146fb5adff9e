import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { Settings } from "../schema.ts";
import { type RuleFacts } from "./rule.ts";
import { issuerProblem, SIGN_IN_RULES } from "./sign_in_rules.ts";

const OIDC = { enabled: true, issuer: "https://auth.example.org", clientId: "lathe", users: ["alice"] };
const HEADER = { enabled: true, users: ["alice"] };

/** Returns the fields with a problem, below `general.security`. */
async function wrongFields(security: Record<string, unknown>): Promise<string[]> {
  const settings = Settings.parse({ general: { security: { authentication: "forms", ...security } } });
  const found = await Promise.all(SIGN_IN_RULES.map((rule) => rule.problems(settings, {} as RuleFacts)));
  return found.flat().map(({ path }) => path.replace("general.security.", ""));
}

Deno.test("an enabled login at a provider is complete, and everything is allowed while it is not enabled", async () => {
  const of = (change: Record<string, unknown>) => wrongFields({ oidc: { ...OIDC, ...change } });
  same(await of({}), []);
  same(await of({ users: [], groups: ["media"] }), []);
  same(await of({ users: [] }), ["oidc.users"]);
  same(await of({ issuer: "" }), ["oidc.issuer"]);
  same(await of({ clientId: "" }), ["oidc.clientId"]);
  same(await of({ scopes: "profile" }), ["oidc.scopes"]);
  same(await of({ enabled: false, issuer: "", clientId: "", users: [], scopes: "" }), []);
  for (const authentication of ["none", "basic"]) {
    same(await wrongFields({ authentication, oidc: OIDC }), ["oidc.enabled"], authentication);
  }
});

Deno.test("S-AUTH-12: an issuer uses HTTPS, or HTTP on the local network", () => {
  for (
    const issuer of [
      "https://auth.example.org",
      "https://auth.example.org/application/o/lathe/",
      "http://127.0.0.1:9091",
      "http://192.168.1.4:9000/realms/home",
      "http://[fd00::4]:9000",
      "http://authelia:9091",
      "http://localhost:8080",
      "http://auth.lan",
    ]
  ) is(issuerProblem(issuer), undefined, issuer);
  for (
    const issuer of [
      "",
      "auth.example.org",
      "http://auth.example.org",
      "http://203.0.113.9",
      "http://127.0.0.1.nip.io",
      "http://lan.example",
      "https://user:password@auth.example.org",
      "https://auth.example.org?x=1",
      "https://auth.example.org#x",
      "https://auth.example.org/.well-known/openid-configuration",
      "ftp://auth.example.org",
      "javascript:alert(1)",
    ]
  ) is(typeof issuerProblem(issuer), "string", issuer);
});

Deno.test("S-AUTH-13: an enabled header needs users and a proxy, and no header with another meaning", async () => {
  const of = (change: Record<string, unknown>, trustedProxies = ["10.0.0.2"]) =>
    wrongFields({ trustedProxies, proxyHeader: { ...HEADER, ...change } });
  same(await of({}), []);
  same(await of({}, ["172.18.0.0/16", "fd00::2"]), []);
  same(await of({}, []), ["proxyHeader.enabled"]);
  for (const all of ["0.0.0.0/0", "::/0", "0.0.0.0/1", "10.0.0.0/7", "fc00::/7"]) {
    same(await of({}, ["10.0.0.2", all]), ["proxyHeader.enabled"], all);
  }
  same(await of({ users: [] }), ["proxyHeader.users"]);
  for (const name of ["al ice", "alice,bob", "josé", " alice"]) {
    same(await of({ users: ["bob", name] }), ["proxyHeader.users.1"], name);
  }
  for (
    const header of ["Host", "cookie", "Authorization", "X-Api-Key", "x-forwarded-for", "Sec-Fetch-Site", "Origin"]
  ) {
    same(await of({ header }), ["proxyHeader.header"], header);
  }
  same(await of({ header: "X-Forwarded-User" }), []);
  same(await wrongFields({ authentication: "basic", trustedProxies: ["10.0.0.2"], proxyHeader: HEADER }), [
    "proxyHeader.enabled",
  ]);
});
