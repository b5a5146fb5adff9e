import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { callerOf } from "./forwarded.ts";

const local = (peer: string, headers: Record<string, string>, trusted: string[] = []) =>
  callerOf(peer, new Headers(headers), trusted).local;

const FAR = ["203.0.113.9", "8.8.8.8", "2001:db8::7", "::ffff:8.8.4.4", "100.64.0.9", "0.0.0.0"];
const NEAR = ["127.0.0.1", "192.168.1.20", "10.0.0.7", "::1", "fd00::9", "::ffff:172.16.0.3"];
const NONSENSE = [
  "unknown",
  "_hidden",
  "",
  "localhost",
  "1.2.3",
  "127.0.0.1, ,10.0.0.1",
  "127.1",
  "evil",
  "[::1",
  "::1]:80x",
  "::1%a:b",
  "::1%a%b",
];
const SINGLES = ["X-Real-IP", "CF-Connecting-IP", "True-Client-IP", "X-Forwarded-For"];

Deno.test("S-AUTH-4: no header makes a remote peer local", () => {
  for (const peer of FAR) {
    is(local(peer, {}), false);
    for (const name of SINGLES) {
      for (const hop of NEAR) is(local(peer, { [name]: hop }), false, `${peer} ${name}: ${hop}`);
    }
    is(local(peer, { Forwarded: "for=127.0.0.1" }), false);
  }
});

Deno.test("a near peer without forwarded headers is local", () => {
  for (const peer of NEAR) is(local(peer, {}), true, peer);
});

Deno.test("the caller behind a local proxy is local only when every hop is", () => {
  for (const peer of NEAR) {
    for (const name of SINGLES) {
      for (const hop of NEAR) is(local(peer, { [name]: hop }), true, `${peer} ${name}: ${hop}`);
      for (const hop of [...FAR, ...NONSENSE]) is(local(peer, { [name]: hop }), false, `${peer} ${name}: ${hop}`);
    }
  }
});

Deno.test("a forged nearest or farthest hop does not hide a far one", () => {
  for (const hops of ["127.0.0.1, 203.0.113.9", "203.0.113.9, 127.0.0.1", "127.0.0.1, 8.8.8.8, 127.0.0.1"]) {
    is(local("127.0.0.1", { "X-Forwarded-For": hops }), false, hops);
  }
});

Deno.test("S-AUTH-4: one far header among near ones is enough", () => {
  is(local("127.0.0.1", { "X-Forwarded-For": "10.0.0.1", "X-Real-IP": "8.8.8.8" }), false);
  is(local("127.0.0.1", { Forwarded: "for=10.0.0.1", "CF-Connecting-IP": "2001:db8::1" }), false);
});

Deno.test("ports, brackets, quotes, spaces and repeated lines are read", () => {
  for (const hop of ["127.0.0.1:8080", "[::1]:443", "[fd00::1]", "  10.0.0.1  "]) {
    is(local("127.0.0.1", { "X-Forwarded-For": hop }), true, hop);
  }
  for (
    const [value, expected] of [
      ["for=192.168.0.4;proto=https;by=10.0.0.1", true],
      ['For="[fd00::4]:4711"', true],
      ["for=10.0.0.1, for=10.0.0.2", true],
      ["for=10.0.0.1, for=203.0.113.4", false],
      ["for=unknown", false],
      ['for="_gazonk"', false],
      ["proto=https", false],
    ] as const
  ) is(local("10.0.0.2", { Forwarded: value }), expected, value);
  const lines = new Headers([["X-Forwarded-For", "127.0.0.1"], ["X-Forwarded-For", "203.0.113.9"]]);
  is(callerOf("127.0.0.1", lines, []).local, false);
});

Deno.test("S-AUTH-4: more than twenty hops are not trusted", () => {
  const hops = (n: number) => ({ "X-Forwarded-For": Array(n).fill("10.0.0.1").join(", ") });
  is(local("127.0.0.1", hops(20)), true);
  is(local("127.0.0.1", hops(21)), false);
});

Deno.test("with trusted proxies set, forwarded headers of others make the caller remote", () => {
  const header = { "X-Forwarded-For": "10.0.0.5" };
  is(local("10.0.0.2", header, ["10.0.0.2"]), true);
  is(local("10.0.0.2", header, ["10.0.0.0/24"]), true);
  is(local("10.0.0.2", header, ["10.9.0.0/24"]), false);
  is(local("10.0.0.2", {}, ["10.9.0.0/24"]), true);
});

Deno.test("the address for logs is the nearest far hop", () => {
  const of = (hops: string) => callerOf("127.0.0.1", new Headers({ "X-Forwarded-For": hops }), []);
  same(of("1.1.1.1, 203.0.113.9, 10.0.0.1"), { address: "203.0.113.9", local: false, forwarded: true });
  is(of("192.168.1.9").address, "192.168.1.9");
  is(of("1.1.1.1, unknown").address, "127.0.0.1");
  is(of("unknown").address, "127.0.0.1");
});

Deno.test("entries that a local client puts in front of the chain do not change the address for rate limits", () => {
  for (const forged of ["10.0.0.1", "10.0.0.2", "127.0.0.1, ::1"]) {
    const headers = new Headers({ "X-Forwarded-For": `${forged}, 192.168.1.9` });
    same(callerOf("127.0.0.1", headers, []), { address: "192.168.1.9", local: true, forwarded: true });
  }
});

Deno.test("no header raises trust", () => {
  const anything = fc.oneof(fc.string(), fc.ipV4(), fc.ipV6(), fc.constantFrom(...NEAR, ...FAR, ...NONSENSE));
  fc.assert(
    fc.property(fc.constantFrom(...FAR), fc.constantFrom(...SINGLES, "Forwarded"), anything, (peer, name, value) => {
      const headers = new Headers();
      try {
        headers.set(name, value);
      } catch {
        return; // The value is not valid in a header.
      }
      is(callerOf(peer, headers, []).local, false);
    }),
  );
});
