import { deepStrictEqual as same, match, notStrictEqual as isNot, ok, strictEqual as is } from "node:assert/strict";
import { createPasswords } from "./password.ts";
import { passwordProblem } from "./password_rules.ts";

const quick = createPasswords({ cost: 10 });

Deno.test("S-AUTH-7: a hash holds its salt and cost, and only the password it was made from fits it", async () => {
  const [a, b] = await Promise.all([quick.hash("correct horse"), quick.hash("correct horse")]);
  match(a, /^scrypt\$10\$8\$1\$/);
  isNot(a, b);
  same(await quick.verify("correct horse", a), { right: true, outdated: false });
  for (const wrong of ["correct horse ", "Correct horse", "", "x".repeat(2000)]) {
    is((await quick.verify(wrong, a)).right, false, wrong);
  }
});

Deno.test("S-AUTH-7: the same letters composed in another way are the same password", async () => {
  ok((await quick.verify("geho\u0308rt", await quick.hash("gehört"))).right);
});

Deno.test("S-AUTH-7: a hash of another cost still fits, and says that it is to be made anew", async () => {
  same(await createPasswords({ cost: 11 }).verify("pw", await quick.hash("pw")), { right: true, outdated: true });
});

Deno.test("S-AUTH-7: what is no hash of ours fits nothing, and a cost beyond all reason is not even tried", async () => {
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

Deno.test("S-AUTH-7: the cost in use takes the machine a while, but not the main thread", async () => {
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
