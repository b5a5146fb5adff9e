import { strictEqual as is } from "node:assert/strict";
import { hostAllowed } from "./host.ts";

const KNOWN = {
  machineName: "Tower.example.net",
  applicationUrl: "https://lathe.example.org/base",
  allowedHosts: ["media.example.com"],
};

Deno.test("names that only we can have are allowed, with any port and in any case", () => {
  const allowed = [
    "127.0.0.1",
    "192.168.1.5:3939",
    "203.0.113.4:80",
    "[::1]",
    "[fd00::5]:3939",
    "localhost",
    "localhost:3939",
    "LOCALHOST.",
    "lathe.localhost",
    "nas",
    "NAS:3939",
    "nas_1",
    "tower.local",
    "lathe.lan:3939",
    "lathe.home.arpa",
    "lathe.internal",
    "tower.example.net",
    "TOWER.EXAMPLE.NET:1",
    "lathe.example.org",
    "media.example.com:8443",
    "media.example.com.",
  ];
  for (const host of allowed) is(hostAllowed(host, KNOWN), true, host);
});

Deno.test("public and invalid host names are not allowed", () => {
  const refused = [
    "",
    ".",
    "evil.com",
    "evil.com:3939",
    "127.0.0.1.nip.io",
    "localhost.evil.com",
    "evil.com.local.evil.com",
    "evillocal.com",
    "xlathe.example.org",
    "lathe.example.org.evil.com",
    "sub.media.example.com",
    "example.net",
    "127.1",
    "0x7f.1",
    "1.2.3.4.5",
    "256.1.1.1",
    "2130706433",
    "a b",
    "x@y",
    "host:80:80",
    "host:",
    "host:port",
    "host/path",
    "[::1",
    "::1",
    "[evil.com]",
    "[127.0.0.1]",
    "a..local",
    ".local",
    "nas\u0000",
    "münchen.local",
    "nas,evil.com",
  ];
  for (const host of refused) is(hostAllowed(host, KNOWN), false, host);
});

Deno.test("an instance without its own names allows no further ones", () => {
  const none = { machineName: "", applicationUrl: "", allowedHosts: [] };
  is(hostAllowed("lathe.example.org", none), false);
  is(hostAllowed("", none), false);
  is(hostAllowed("localhost", none), true);
});
