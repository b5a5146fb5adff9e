import { DAY_MS } from "../../kit/clock.ts";
import { ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { sessionRepository } from "../../../db/platform/sessions.ts";
import { openStore } from "../../../db/store.ts";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { instanceTag, readCookie, writeCookie } from "./request/cookie.ts";
import { loginTarget } from "./request/redirect.ts";
import { createSessions } from "./session.ts";

inFolder("S-AUTH-8: a session ends by logout, by age, by idleness and by being one of the others", async (folder) => {
  const store = await openStore({ path: `${folder}/s.db` });
  let now = Date.parse("2026-01-01T00:00:00Z");
  const clock = { now: () => new Date(now), monotonicMs: () => now };
  const sessions = createSessions({ repository: sessionRepository(store), clock, secret: "s1" });
  const [remembered, brief, third] = [
    await sessions.open("me", true),
    await sessions.open("me", false),
    await sessions.open("me", true),
  ];
  is((await sessions.find(remembered))?.username, "me");

  const ended = await sessions.find(third);
  ok(ended);
  await sessions.end(ended);
  is(await sessions.find(third), undefined, "a cookie shown again after logout");

  now += DAY_MS - 1;
  ok(await sessions.find(brief), "in use within a day");
  now += DAY_MS - 1;
  ok(await sessions.find(brief), "the use of yesterday counts");
  now += DAY_MS;
  is(await sessions.find(brief), undefined);
  now = Date.parse("2026-01-31T00:00:00Z") - 1;
  ok(await sessions.find(remembered));
  now += 1;
  is(await sessions.find(remembered), undefined, "thirty days are the end, however busy");

  const [kept, other] = [await sessions.open("me", true), await sessions.open("me", true)];
  await sessions.endOthers(await sessions.find(kept));
  ok(await sessions.find(kept));
  is(await sessions.find(other), undefined);
  now += 40 * DAY_MS;
  await sessions.open("me", true);
  is((await store.db.all("select id_digest from sessions")).length, 1, "the old ones are forgotten");
  await store.close();
});

inFolder("slow: S-AUTH-8: a cookie that is changed, truncated or of another instance is invalid", async (folder) => {
  const store = await openStore({ path: `${folder}/s.db` });
  const clock = { now: () => new Date(), monotonicMs: () => 0 };
  const repository = sessionRepository(store);
  const sessions = createSessions({ repository, clock, secret: "s1" });
  const cookie = await sessions.open("me", true);
  const elsewhere = createSessions({ repository, clock, secret: "s2" });
  is(await elsewhere.find(cookie), undefined);
  is(await sessions.find(await elsewhere.open("me", true)), undefined);
  for (let i = 0; i < cookie.length; i += 7) {
    const letter = cookie[i] === "0" ? "1" : "0";
    is(await sessions.find(cookie.slice(0, i) + letter + cookie.slice(i + 1)), undefined, `letter ${i}`);
    is(await sessions.find(cookie.slice(0, i)), undefined, `cut at ${i}`);
  }
  await fc.assert(fc.asyncProperty(fc.string({ unit: "binary" }), async (text) => {
    is(await sessions.find(text), undefined);
  }));
  await store.close();
});

Deno.test("S-AUTH-8: the cookie is unavailable to scripts, limited to this instance and path, and sent only over HTTPS if set over HTTPS", () => {
  const tag = instanceTag("secret");
  const place = { secure: false, base: "/lathe", tag };
  is(writeCookie("v", false, place), `lathe-${tag}=v; Path=/lathe; HttpOnly; SameSite=Lax`);
  is(
    writeCookie("v", true, { ...place, secure: true }),
    `__Secure-lathe-${tag}=v; Path=/lathe; HttpOnly; SameSite=Lax; Secure; Max-Age=2592000`,
  );
  ok(writeCookie("v", true, { secure: true, base: "", tag }).startsWith(`__Host-lathe-${tag}=v; Path=/; `));
  ok(writeCookie("", true, place).endsWith("Max-Age=0"));
  is(readCookie(`a=1; lathe-${tag}=v; b=2`, place), "v");
  is(readCookie(`lathe-${instanceTag("other")}=v`, place), undefined);
  is(readCookie(`lathe-${tag}=v; lathe-${tag}=w`, place), undefined, "two of them are none");
  is(readCookie(`lathe-${tag}=v`, { ...place, secure: true }), undefined, "set by plain HTTP, shown by HTTPS");
  is(readCookie(null, place), undefined);
});

Deno.test("S-AUTH-11: a login leads to a path of ours and nowhere else", () => {
  const elsewhere = [
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "\\\\evil.example",
    "https://evil.example",
    "http:evil.example",
    "//evil.example/..",
    "/\t/evil.example",
    "/\n/evil.example",
    "/\r\n//evil.example",
    " //evil.example",
    "\t//evil.example",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "evil.example",
    "@evil.example",
    ".evil.example",
    "?x",
    "#x",
    "",
    " ",
    "/ /evil.example",
    "/\u0000/evil.example",
    "/\u007f",
    "//",
    "/\\",
    "\\",
    "//[::1]/",
    "//127.0.0.1",
    "//evil%2eexample",
    "https:///evil.example",
    "https:/evil.example",
    "file:///etc/passwd",
    "about:blank",
    "blob:x",
    "/\\/evil.example",
    `/${"x".repeat(3000)}`,
  ];
  for (const target of elsewhere) is(loginTarget(target), "/", JSON.stringify(target));
  for (const own of ["/", "/jobs/42", "/settings#x", "/encode?path=%2Fmedia&x=1"]) is(loginTarget(own), own);
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    const url = new URL(loginTarget(text), "http://own.example/");
    is(url.origin, "http://own.example");
  }));
});
