import { strictEqual as is } from "node:assert/strict";
import { networkInterfaces } from "node:os";
import { phoneHost } from "./barcodes.ts";

const interfacesOf = (addresses: Record<string, string[]>) =>
  Object.fromEntries(
    Object.entries(addresses).map(([name, all]) => [
      name,
      all.map((address) => ({ address, internal: name === "lo", family: address.includes(":") ? "IPv6" : "IPv4" })),
    ]),
  ) as ReturnType<typeof networkInterfaces>;

const HOME = interfacesOf({
  lo: ["127.0.0.1", "::1"],
  docker0: ["172.17.0.1"],
  tun0: ["10.8.0.2"],
  eth0: ["fe80::1", "192.168.1.5"],
});

Deno.test("a phone is sent to the address in the home network when the page was opened on this machine", () => {
  for (const host of ["127.0.0.1", "127.1.2.3", "localhost", "LOCALHOST", "[::1]"]) {
    is(phoneHost(`${host}:3939`, HOME), "192.168.1.5:3939", host);
    is(phoneHost(host, HOME), "192.168.1.5", host);
  }
});

Deno.test("a name that others know stays, and so does one for which there is no other", () => {
  for (const host of ["nas:3939", "192.168.1.9:3939", "lathe.example.com", "localhost.example:80", "127.example"]) {
    is(phoneHost(host, HOME), host);
  }
  is(
    phoneHost("localhost:3939", interfacesOf({ lo: ["127.0.0.1"], docker0: ["172.17.0.1"], eth0: ["203.0.113.5"] })),
    "localhost:3939",
  );
});
