import { ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { isPublicAddress, refusedAddress, refusedUrl } from "./address_rules.ts";
import { createBreaker } from "./breaker.ts";
import { bypassesProxy, readingProxy } from "../proxy_bypass.ts";

const NOBODY = { ports: [], addresses: [] };

Deno.test("S-OUT-1: a configured target may be in this network, but is never this service or a metadata service", () => {
  const own = { ports: [3939], addresses: ["192.168.1.5", "fe80::1"] };
  const refused = [
    ["127.0.0.1", 3939],
    ["::1", 3939],
    ["::ffff:127.0.0.1", 3939],
    ["127.9.9.9", 3939],
    ["0.0.0.0", 3939],
    ["192.168.1.5", 3939],
    ["169.254.169.254", 80],
    ["::ffff:169.254.169.254", 80],
    ["fd00:ec2::254", 80],
  ] as const;
  for (const [address, port] of refused) ok(refusedAddress("configured", address, port, own), `${address}:${port}`);
  const allowed = [["127.0.0.1", 7878], ["192.168.1.5", 8989], ["192.168.1.6", 3939], ["10.0.0.1", 80], [
    "1.1.1.1",
    80,
  ]];
  for (const [address, port] of allowed as [string, number][]) {
    is(refusedAddress("configured", address, port, own), undefined, `${address}:${port}`);
  }
});

Deno.test("S-OUT-1: fixed hosts are public and requested over HTTPS only", () => {
  ok(refusedUrl("fixed", new URL("http://api.github.com/x")));
  is(refusedUrl("fixed", new URL("https://api.github.com/x")), undefined);
  ok(refusedAddress("fixed", "10.0.0.1", 443, NOBODY));
  is(refusedAddress("fixed", "140.82.121.6", 443, NOBODY), undefined);
});

Deno.test("S-OUT-2: data may choose public addresses only, on the usual port and without a user in the address", () => {
  for (
    const url of ["ftp://a/b", "file:///etc/passwd", "https://u:p@a/b", "https://u@a/", "http://a:8080/", "gopher://a"]
  ) {
    ok(refusedUrl("chosen", new URL(url)), url);
  }
  const inside = [
    "127.0.0.1",
    "0.0.0.0",
    "10.1.2.3",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.0.1",
    "169.254.169.254",
    "100.64.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "198.51.100.7",
    "203.0.113.9",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:10.0.0.1",
    "::ffff:7f00:1",
    "64:ff9b::a00:1",
    "fc00::1",
    "fe80::1",
    "ff02::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "2001::1",
    "nonsense",
  ];
  for (const address of inside) is(isPublicAddress(address), false, address);
  for (const address of ["1.1.1.1", "172.32.0.1", "2606:4700::1111", "2a00:1450::1"]) {
    is(isPublicAddress(address), true);
  }
});

Deno.test("listed names, wildcards and local addresses bypass the proxy", () => {
  const rules = { bypassFilter: "nas; *.home.example, .lan 10.9.*", bypassLocalAddresses: false };
  for (const host of ["nas", "NAS", "a.home.example", "box.lan", "lan", "10.9.8.7"]) {
    ok(bypassesProxy(host, undefined, rules), host);
  }
  for (const host of ["nas2", "home.example", "example.org", "10.8.9.9"]) {
    ok(!bypassesProxy(host, undefined, rules), host);
  }
  const local = { bypassFilter: "", bypassLocalAddresses: true };
  for (const host of ["nas", "192.168.1.2", "[::1]"]) ok(bypassesProxy(host, undefined, local), host);
  ok(bypassesProxy("radarr.example.org", "10.0.0.3", local));
  ok(!bypassesProxy("radarr.example.org", "140.82.121.6", local));
});

Deno.test("S-OUT-3: a proxy can read HTTP requests to other hosts, and HTTPS only when certificates are not checked", () => {
  const proxy = {
    enabled: true,
    type: "http",
    hostname: "proxy.example",
    port: 8080,
    bypassFilter: "near.example",
    bypassLocalAddresses: false,
  };
  const reads = (address: string, certificateValidation: "enabled" | "disabled" = "enabled") =>
    readingProxy(address, { proxy, security: { certificateValidation } });
  for (const address of ["http://far.example", " http://far.example:1/a?b ", "HTTP://8.8.8.8/"]) {
    is(reads(address), "http://proxy.example:8080", address);
  }
  for (
    const address of [
      "https://far.example",
      "http://nas",
      "http://10.0.0.1",
      "http://[::1]:1",
      "http://near.example",
      "",
      "a",
    ]
  ) {
    is(reads(address), undefined, address);
  }
  is(reads("https://far.example", "disabled"), "http://proxy.example:8080");
  const security = { certificateValidation: "disabled" } as const;
  for (const off of [{ ...proxy, enabled: false }, { ...proxy, hostname: "" }]) {
    is(readingProxy("http://far.example", { proxy: off, security }), undefined);
  }
});

Deno.test("a wildcard matches as a regular expression would, and in linear time", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "."), maxLength: 12 });
  const pattern = fc.string({ unit: fc.constantFrom("a", "b", "*"), minLength: 1, maxLength: 8 });
  fc.assert(fc.property(text, pattern, (name, glob) => {
    const expected = new RegExp(`^${glob.replaceAll("*", ".*")}$`, "s").test(name);
    is(bypassesProxy(name, undefined, { bypassFilter: glob, bypassLocalAddresses: false }), expected);
  }));
  // Backtracking over every asterisk would never finish.
  const many = { bypassFilter: `${"*a".repeat(1000)}b`, bypassLocalAddresses: false };
  ok(!bypassesProxy("a".repeat(100_000), undefined, many));
});

Deno.test("S-OUT-4: from the fifth consecutive failure a target is skipped, longer each time, for five minutes at most", () => {
  let now = 0;
  const breaker = createBreaker({ now: () => new Date(now), monotonicMs: () => now });
  for (let i = 0; i < 4; i++) breaker.failed("a", "refused");
  is(breaker.waitMs("a"), 0);
  const waits = Array.from({ length: 9 }, () => {
    breaker.failed("a", "refused");
    const wait = breaker.waitMs("a");
    now += wait;
    return wait;
  });
  is(waits.join(), "5000,10000,20000,40000,80000,160000,300000,300000,300000");
  is(breaker.waitMs("b"), 0);
  breaker.failed("a", "refused");
  is(breaker.waitMs("a", 5000), 5000, "a caller may try again earlier");
  now += 4000;
  is(breaker.waitMs("a", 5000), 1000);
  breaker.succeeded("a");
  breaker.failed("a", "refused");
  is(breaker.waitMs("a"), 0);
});
