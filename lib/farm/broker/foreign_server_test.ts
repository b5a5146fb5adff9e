import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { foreignServer } from "./foreign_server.ts";

Deno.test("an external server has a user, a token or neither in its address, percent-encoded where required", () => {
  const at = (text: string) => foreignServer(text)?.options;
  same(at("nats://lathe:100%25@nats:4222"), { servers: "nats:4222", user: "lathe", pass: "100%" });
  same(at("nats://w%C3%B6rd@nats"), { servers: "nats:4222", token: "wörd" });
  same(at("tls://nats:4223"), { servers: "nats:4223", tls: {} });
  is(foreignServer("tls://lathe:geheim@nats")?.url, "tls://nats:4222");
});

Deno.test("an address whose credentials cannot be decoded is invalid", () => {
  for (const credentials of ["lathe:100%", "100%:geheim", "%zz", "lathe:%ff"]) {
    is(foreignServer(`nats://${credentials}@nats:4222`), undefined, credentials);
  }
  for (const text of ["", "nats", "nats://", "http://nats:4222", "nats:4222"]) is(foreignServer(text), undefined, text);
});
