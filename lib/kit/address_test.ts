import { strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { canonicalAddress, isListed, isLocalAddress } from "./address.ts";

const LOCAL = [
  "127.0.0.1",
  "127.255.255.254",
  "10.0.0.1",
  "10.255.255.255",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.0.1",
  "192.168.255.255",
  "169.254.0.1",
  "169.254.169.254",
  "::1",
  "0:0:0:0:0:0:0:1",
  "[::1]",
  "fc00::1",
  "fd12:3456:789a::1",
  "FD00::ABCD",
  "fe80::1",
  "fe80::1%eth0",
  "fe80::1%25",
  "febf::1",
  "::ffff:127.0.0.1",
  "::ffff:10.1.2.3",
  "::ffff:c0a8:1",
  "::FFFF:192.168.1.1",
  "[::ffff:172.16.5.4]",
];
const FOREIGN = [
  "0.0.0.0",
  "::",
  "1.1.1.1",
  "8.8.8.8",
  "9.255.255.255",
  "11.0.0.0",
  "100.64.0.1",
  "100.127.255.255",
  "126.255.255.255",
  "128.0.0.1",
  "172.15.255.255",
  "172.32.0.0",
  "192.167.255.255",
  "192.169.0.0",
  "169.253.255.255",
  "169.255.0.0",
  "203.0.113.9",
  "255.255.255.255",
  "2001:db8::1",
  "fbff::1",
  "fe00::1",
  "fec0::1",
  "ff02::1",
  "::2",
  "::ffff:8.8.8.8",
  "::ffff:100.64.0.1",
  "64:ff9b::7f00:1",
  "",
  "localhost",
  "127.1",
  "0177.0.0.1",
  "0x7f.0.0.1",
  "2130706433",
  "127.0.0.1:80",
  "127.0.0.1 ",
  "127.0.0.256",
  "127.0.0.1%eth0",
  "::1%a%b",
  "::1%a:b",
  "fe80::1%",
  "[::1%a:b]",
  "127.0.0.1.example",
  "[127.0.0.1",
  "::1::",
  "unknown",
];

Deno.test("S-AUTH-3: loopback, private, link-local and unique-local addresses are local; nothing else is", () => {
  for (const address of LOCAL) is(isLocalAddress(address), true, address);
  for (const address of FOREIGN) is(isLocalAddress(address), false, address);
});

Deno.test("S-AUTH-3: an IPv4 address and its mapped form are one address with one verdict", () => {
  fc.assert(fc.property(fc.ipV4(), (plain) => {
    is(canonicalAddress(`::ffff:${plain}`), plain);
    is(isLocalAddress(`::ffff:${plain}`), isLocalAddress(plain));
  }));
});

Deno.test("every IPv6 spelling comes down to one", () => {
  fc.assert(fc.property(fc.ipV6(), (address) => {
    const once = canonicalAddress(address);
    is(typeof once, "string", address);
    is(canonicalAddress(once ?? ""), once);
    is(canonicalAddress(address.toUpperCase()), once);
  }));
});

Deno.test("no text makes the parser throw, however similar to an address", () => {
  const part = fc.constantFrom(
    "::1",
    "fe80::1",
    "127.0.0.1",
    "::ffff:",
    "%",
    "a",
    "eth0",
    ":",
    ".",
    "[",
    "]",
    "/",
    "25",
    " ",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const text = parts.join("");
      const address = canonicalAddress(text);
      is(address === undefined || canonicalAddress(address) === address, true, text);
      is(typeof isListed("127.0.0.1", [text]), "boolean");
    }),
    { numRuns: 2000 },
  );
});

Deno.test("a list accepts addresses and networks, and invalid entries match nothing", () => {
  is(isListed("10.1.2.3", ["10.0.0.0/8"]), true);
  is(isListed("::ffff:10.1.2.3", ["10.1.2.3"]), true);
  is(isListed("fd00::7", ["fd00::/16"]), true);
  is(isListed("11.1.2.3", ["10.0.0.0/8"]), false);
  is(isListed("10.1.2.3", ["10.0.0.0/33", "10.0.0.0/x", "10.0.0.0/", "::/0", "nonsense", ""]), false);
  is(isListed("nonsense", ["0.0.0.0/0"]), false);
});
