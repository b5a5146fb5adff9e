import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { NotificationTarget } from "../lib/platform/settings/sections/notifications.ts";
import { openApp, type TestApp } from "../tests/fixtures/app.ts";

const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

/** A server that records each request as received and responds with success. */
function wire() {
  const requests: string[] = [];
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const serve = async (connection: Deno.Conn) => {
    const buffer = new Uint8Array(65_536);
    let text = "";
    for (let read = await connection.read(buffer); read !== null; read = await connection.read(buffer)) {
      text += new TextDecoder().decode(buffer.subarray(0, read));
      const [head = "", body = ""] = text.split(/\r\n\r\n([^]*)/);
      const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
      if (!text.includes("\r\n\r\n") || new TextEncoder().encode(body).length < length) continue;
      requests.push(text);
      await connection.write(
        new TextEncoder().encode("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"),
      );
      break;
    }
    connection.close();
  };
  (async () => {
    for await (const connection of listener) void serve(connection).catch(() => {});
  })().catch(() => {});
  return { url: `http://127.0.0.1:${listener.addr.port}`, requests, [Symbol.dispose]: () => listener.close() };
}

const LINES = [
  "\r\nX-Injected: 1",
  "\nX-Injected: 1",
  "\rX-Injected: 1",
  "\r\n\r\nGET /x HTTP/1.1\r\nX-Injected: 1\r\n\r\n",
];
const KINDS = ["discord", "slack", "telegram", "ntfy", "gotify", "pushbullet", "apprise", "webhook"] as const;

test("S19: line ends in any field of a target or a message become no header and no second request", async () => {
  using server = wire();
  await using app = await openApp();
  const { notify } = app.instance;
  let sent = 0;
  for (const kind of KINDS) {
    for (const line of LINES) {
      for (const field of ["url", "token", "target", "name", "id"] as const) {
        const plain = {
          id: "t",
          name: "T",
          kind,
          url: `${server.url}/api/webhooks/1/x`,
          token: "tok",
          target: "12345",
        };
        const entered = { ...plain, [field]: `${plain[field]}${line}` };
        // Independent of schema validation, because a value stored by an older version must be harmless too.
        const parsed = NotificationTarget.safeParse(entered);
        if (!parsed.success) continue;
        const before = server.requests.length;
        const outcome = await notify.test(parsed.data);
        is(typeof outcome.ok, "boolean");
        ok(server.requests.length - before <= 1, `${kind} ${field} sent more than one request`);
        sent += server.requests.length - before;
      }
    }
  }
  ok(sent > 20, `${sent} requests`);
  for (const request of server.requests) {
    const [head = ""] = request.split("\r\n\r\n");
    ok(!/^x-injected/im.test(head), head);
  }
});

test("S19: a secret with line ends is refused by the settings, and reaches no other machine as a header", async () => {
  using server = wire();
  await using app = await openApp();
  for (const line of LINES) {
    const key = `k${line}`;
    const saved = await app.call("/api/settings", {
      method: "PUT",
      json: { connections: { movie: { enabled: true, url: server.url, apiKey: key } } },
    });
    is(saved.status, 422);
    const tried = await app.call("/api/connections/test", {
      json: { kind: "movie", url: server.url, apiKey: key },
    });
    ok(tried.status < 500, await tried.text());
  }
  same(server.requests.filter((text) => /^x-injected/im.test(text.split("\r\n\r\n")[0] ?? "")), []);
});

const SQL = [
  "'; DROP TABLE jobs; --",
  '" OR "1"="1',
  "x' UNION SELECT value FROM key_values --",
  "\\'; --",
  "%",
  "_",
  "%' ESCAPE '",
  "${1+1}",
  "$1 ? :name @p",
  "/* */ 1; PRAGMA writable_schema=1",
  "\u02bc\uff07; DELETE FROM jobs",
];

/** Returns the number of profiles and jobs, and whether there is an event log. */
async function counts(app: TestApp): Promise<string> {
  const read = async (path: string) => await (await app.call(path)).json();
  const [profiles, jobs, events] = await Promise.all(["/api/profiles", "/api/jobs", "/api/system/events"].map(read));
  return [profiles.length, jobs.items.length, Array.isArray(events.items)].join();
}

test("S19: SQL in names, searches, filters and cursors is text", async () => {
  await using app = await openApp();
  const video = { encoder: "libx264", preset: "ultrafast" };
  const make = async (name: string) => await (await app.call("/api/profiles", { json: { name, video } })).json();
  await make("plain");
  const before = await counts(app);
  for (const text of SQL) {
    const made = await make(text);
    is(made.name, text);
    const listed: { id: string; name: string }[] = await (await app.call("/api/profiles")).json();
    is(listed.find(({ id }) => id === made.id)?.name, text);
    const q = encodeURIComponent(text);
    for (
      const path of [
        `/api/jobs?q=${q}`,
        `/api/jobs?sort=${q}`,
        `/api/jobs?status=${q}`,
        `/api/jobs?cursor=${q}`,
        `/api/jobs/${q}`,
        `/api/profiles/${q}`,
        `/api/library/movies?q=${q}`,
        `/api/library/movies?sort=${q}`,
        `/api/local?q=${q}`,
        `/api/search/local?q=${q}`,
        `/api/system/events?source=${q}`,
        `/api/system/events?level=${q}`,
        `/api/music/artists?q=${q}`,
      ]
    ) {
      const answer = await app.call(path);
      const body = await answer.text();
      ok(answer.status < 500, `${path}: ${answer.status} ${body}`);
      ok(!/SQLITE|syntax error|no such (table|column)/i.test(body), `${path}: ${body}`);
    }
    is((await app.call(`/api/profiles/${made.id}`, { method: "DELETE" })).status < 300, true);
    is(await counts(app), before, text);
  }
});
