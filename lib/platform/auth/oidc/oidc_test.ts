import { deepStrictEqual as same, notStrictEqual as isNot, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { allowedUser } from "./allowed_user.ts";
import { createPendingLogins, type PendingLogin } from "./pending_logins.ts";

const login = (state: string): PendingLogin => ({
  state,
  nonce: "n",
  codeVerifier: "v",
  redirectUri: "https://lathe.example/login/oidc/callback",
  to: "/",
  settings: "",
});

Deno.test("S-AUTH-12: a started login is completed once, by its browser, with its state, within ten minutes", () => {
  const time = { ms: 0 };
  const logins = createPendingLogins({ monotonicMs: () => time.ms });
  const id = logins.add(login("s"), "a");
  is(logins.take(undefined, "s"), undefined);
  is(logins.take("0".repeat(64), "s"), undefined);
  is(logins.take(id, "x"), undefined);
  is(logins.take(id, undefined), undefined);
  is(logins.take(id, "s")?.state, "s");
  is(logins.take(id, "s"), undefined);
  const late = logins.add(login("t"), "a");
  time.ms += 10 * 60_000;
  is(logins.take(late, "t"), undefined);
});

Deno.test("S-AUTH-12: a client that starts many logins displaces only its own", () => {
  const logins = createPendingLogins({ monotonicMs: () => 0 });
  const id = logins.add(login("s"), "owner");
  const first = logins.add(login("f"), "attacker");
  for (let i = 0; i < 5000; i++) isNot(logins.add(login(`${i}`), "attacker"), id);
  is(logins.take(first, "f"), undefined);
  ok(logins.take(id, "s"));
});

Deno.test("S-AUTH-12: only a name that is exactly on the list is allowed", () => {
  const name = fc.oneof(
    fc.string(),
    fc.constantFrom("alice", "Alice", "alice ", "alice@example.org", "ALICE@example.org"),
  );
  const claims = fc.record({
    sub: fc.oneof(name, fc.anything()),
    preferred_username: fc.oneof(name, fc.anything()),
    email: fc.oneof(name, fc.anything()),
    email_verified: fc.oneof(fc.boolean(), fc.anything()),
    groups: fc.oneof(fc.array(name), fc.anything()),
  }, { requiredKeys: [] });
  const users = ["alice", "alice@example.org"];
  fc.assert(fc.property(claims, (given) => {
    const { allowed } = allowedUser(given, { users, groups: ["media"], groupsClaim: "groups" });
    const byName = given.preferred_username === "alice";
    const byAddress = given.email === "alice@example.org" && given.email_verified === true;
    const { groups } = given;
    const byGroup = Array.isArray(groups) && groups.every((one) => typeof one === "string") && groups.includes("media");
    is(allowed, byName || byAddress || byGroup);
  }));
});

Deno.test("the displayed name has no marks that change its appearance", () => {
  const of = (claims: Record<string, unknown>) => allowedUser(claims, { users: [], groups: [], groupsClaim: "groups" });
  same(of({ sub: "id", preferred_username: "ali\u202ece\n" }), { name: "alice", allowed: false });
  same(of({ sub: "id", email: "a@b.example" }), { name: "id", allowed: false });
  same(of({ __proto__: { preferred_username: "alice" } }).allowed, false);
});
