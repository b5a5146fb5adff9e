import { deepStrictEqual as same, match, strictEqual as is } from "node:assert/strict";
import { api, startService } from "../kit/service.ts";

/** The header of a reverse proxy, as bytes on a real connection. */

const PASSWORD = "correct horse battery";

/** Sends a request line with these header lines and returns the status of the response. */
async function statusOf(url: string, lines: string[]): Promise<number> {
  const { hostname, port, host } = new URL(url);
  using connection = await Deno.connect({ hostname, port: Number(port) });
  const text = ["GET /api/queue HTTP/1.1", `Host: ${host}`, "Connection: close", ...lines, "", ""].join("\r\n");
  await connection.write(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
  const answer = new Uint8Array(4096);
  const read = await connection.read(answer);
  return Number(/^HTTP\/1\.1 (\d+)/.exec(new TextDecoder().decode(answer.subarray(0, read ?? 0)))?.[1]);
}

Deno.test("slow: S-AUTH-13: 0 of the malformed and repeated headers on the wire are admitted", async () => {
  await using service = await startService();
  const save = (security: Record<string, unknown>, headers: Record<string, string> = {}) =>
    api(service, "/api/settings", { method: "PUT", body: { general: { security } }, headers });
  const { body: { apiKey } } = await api<{ apiKey: string }>(service, "/api/settings/apikey", { method: "POST" });
  const login = {
    authentication: "forms",
    authenticationRequired: "enabled",
    username: "owner",
    password: PASSWORD,
    trustedProxies: ["127.0.0.1"],
    proxyHeader: { enabled: true, users: ["alice"] },
  };
  const saved = await save(login, { "X-Api-Key": apiKey });
  is(saved.status, 200, JSON.stringify(saved.body));
  is(await statusOf(service.url, ["Remote-User: alice"]), 200);
  is(await statusOf(service.url, ["remote-user:alice"]), 200);
  const attacks = [
    [],
    ["Remote-User: mallory", "Remote-User: alice"],
    ["Remote-User: alice", "Remote-User: mallory"],
    ["Remote-User: alice", "Remote-User: alice"],
    ["Remote-User: alice", "remote-user: "],
    ["Remote-User : alice"],
    ["Remote_User: alice"],
    ["Remote-User: alice\0"],
    ["Remote-User: alice\x01"],
    ["Remote-User: \xe1lice"],
    ["Remote-User: mallory", "\talice"],
    ["Remote-User:", " alice mallory"],
    ["Connection: Remote-User", "Remote-User: mallory"],
    ["Cookie: Remote-User=alice"],
    ["X-Api-Key: 0", "Remote-User: alice"],
  ];
  const admitted: string[] = [];
  for (const lines of attacks) {
    const status = await statusOf(service.url, lines);
    if (![400, 401].includes(status)) admitted.push(`${status}: ${JSON.stringify(lines)}`);
  }
  same(admitted, []);
  const moved = await save({ trustedProxies: ["127.0.0.2"], currentPassword: PASSWORD }, { "X-Api-Key": apiKey });
  is(moved.status, 200, JSON.stringify(moved.body));
  is(await statusOf(service.url, ["Remote-User: alice"]), 401);
  is(await statusOf(service.url, ["Remote-User: alice", "X-Forwarded-For: 127.0.0.2"]), 401);
  const events = await api<{ items: { message: string }[] }>(service, "/api/system/events", {
    headers: { "X-Api-Key": apiKey },
  });
  match(events.body.items.map(({ message }) => message).join(), /The header Remote-User was ignored/);
});
