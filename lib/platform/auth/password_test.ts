import { deepStrictEqual as same, match, notStrictEqual as isNot, ok, strictEqual as is } from "node:assert/strict";
import { scrypt } from "node:crypto";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { openStore } from "../../../db/store.ts";
import { loginFailureRepository } from "../../../db/platform/login_failures.ts";
import { sessionRepository } from "../../../db/platform/sessions.ts";
import { openSettings } from "../settings/store.ts";
import { createAuth } from "./auth.ts";
import { createPasswords } from "./password.ts";
import { passwordProblem } from "./password_rules.ts";

const quick = createPasswords({ cost: 10 });

Deno.test("S-AUTH-7: a hash contains its salt and cost, and matches only its password", async () => {
  const [a, b] = await Promise.all([quick.hash("correct horse"), quick.hash("correct horse")]);
  match(a, /^scrypt\$10\$8\$1\$/);
  isNot(a, b);
  same(await quick.verify("correct horse", a), { right: true, outdated: false });
  for (const wrong of ["correct horse ", "Correct horse", "", "x".repeat(2000)]) {
    is((await quick.verify(wrong, a)).right, false, wrong);
  }
});

Deno.test("S-AUTH-7: the same letters in another Unicode composition are the same password", async () => {
  ok((await quick.verify("geho\u0308rt", await quick.hash("gehört"))).right);
});

Deno.test("S-AUTH-7: a hash with another cost is valid, and marked for renewal", async () => {
  same(await createPasswords({ cost: 11 }).verify("pw", await quick.hash("pw")), { right: true, outdated: true });
});

Deno.test("S-AUTH-7: a foreign hash never matches, and an excessive cost is not computed", async () => {
  const real = await quick.hash("password");
  const odd = [
    "",
    "password",
    "scrypt$",
    "scrypt$10$8$1$$",
    real.replace("$10$", "$99$"),
    real.replace("$10$", "$31$"),
  ];
  for (const stored of odd) is((await quick.verify("password", stored)).right, false, stored);
});

Deno.test("S-AUTH-7: hashing at the current cost is slow, but does not block the main thread", async () => {
  let beats = 0;
  const beat = setInterval(() => beats++, 1);
  const hash = await createPasswords().hash("correct horse");
  clearInterval(beat);
  match(hash, /^scrypt\$17\$/);
  ok(beats > 0, "the main thread stood still all the while");
});

Deno.test("S-AUTH-7: short, endless, common and self-naming passwords are refused, everything else is not", () => {
  for (const bad of ["", "short", "password", "PassWord1", "12345678", "aaaaaaaaaa", "x".repeat(1025), "theowner"]) {
    ok(passwordProblem(bad, "TheOwner"), bad);
  }
  for (const good of ["correct horse battery", "ünïcödë…", "        x", "x".repeat(1023) + "y", "🐎🐎🐎🐎🔋🔋🔋📎"]) {
    is(passwordProblem(good, "owner"), undefined, good);
  }
});

inFolder(
  "S-AUTH-7, S19: a login costs the very same hash, whether the name is known, the password right or neither",
  async (folder) => {
    const store = await openStore({ path: `${folder}/a.db` });
    const settings = await openSettings({ path: `${folder}/settings.json`, env: {} });
    const asked: string[] = [];
    const derive = ((...all: Parameters<typeof scrypt>) => {
      const [, salt, length, { N, r, p } = {}] = all as unknown as [string, string, number, Record<string, number>];
      asked.push([salt.toString(), length, N, r, p].join());
      scrypt(...all);
    }) as typeof scrypt;
    let ms = 0;
    const auth = await createAuth({
      settings,
      sessions: sessionRepository(store),
      failures: loginFailureRepository(store),
      secret: "s",
      clock: { now: () => new Date(ms), monotonicMs: () => ms },
      passwords: { cost: 5, derive },
      onFailure: () => {},
      onError: (error) => {
        throw error;
      },
    });
    // Hashed with a different cost than the current one. The response time must still not disclose if a user exists.
    const password = await createPasswords({ cost: 4 }).hash("correct horse");
    await settings.update({
      general: { security: { authentication: "forms", username: "me", password, passwordSet: true } },
    });
    const caller = { address: "192.0.2.1", local: false, loopback: false, foreignPage: false };
    const cost = async (username: string, tried: string): Promise<string[]> => {
      ms += 86_400_000;
      asked.length = 0;
      await auth.login(username, tried, false, caller).catch(({ code }) => is(code, "unauthorized"));
      await auth.basic(`Basic ${btoa(`${username}:${tried}`)}`, { ...caller, address: "192.0.2.2" });
      return [...asked];
    };
    const known = await cost("me", "wrong");
    is(known.length, 2);
    for (
      const [name, tried] of [["you", "wrong"], ["", ""], ["you", "correct horse"], ["ME", "correct horse"], [
        "m".repeat(200),
        "x",
      ]]
    ) {
      same(await cost(name ?? "", tried ?? ""), known, `${name}`);
    }
    await auth.login("me", "correct horse", false, caller);
    same(asked[0], known[0]);
    await store.close();
  },
);
