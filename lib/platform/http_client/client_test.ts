import { deepStrictEqual as same, ok, rejects, strictEqual as is } from "node:assert/strict";
import { makeCertificate } from "../../../tests/fixtures/certificate.ts";
import { tarpit, testHttpClient } from "../../../tests/fixtures/http_client.ts";
import { HttpProblem } from "./model.ts";

type Handler = (request: Request, seen: Request[]) => Response | Promise<Response>;

/** Starts a web server for the test. */
function listen(handler: Handler, tls: { cert?: string; key?: string } = {}) {
  const seen: Request[] = [];
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {}, ...tls } as Deno.ServeTcpOptions,
    (request) => {
      seen.push(request);
      return handler(request, seen);
    },
  );
  const { port } = server.addr;
  return { port, seen, [Symbol.asyncDispose]: () => server.shutdown() };
}
/** Defines a test without sanitizers, because the timer that undici shares among its connections outlives each test. */
const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const reason = (wanted: string) => (error: unknown) => error instanceof HttpProblem && error.reason === wanted;

test("a response has status, headers and body; an error status is a response too", async () => {
  await using server = listen(async (request) =>
    new Response(`${request.method} ${await request.text()} ${request.headers.get("user-agent")}`, {
      status: 418,
      headers: { "X-Kind": "pot" },
    })
  );
  await using http = testHttpClient();
  const url = `http://127.0.0.1:${server.port}/a?b=1`;
  const answer = await http.send({ class: "configured", url, method: "POST", body: "tea" });
  is(answer.status, 418);
  is(text(answer.body), "POST tea Lathe-test");
  is(answer.headers.get("x-kind"), "pot");
});

test("S-OUT-4: a target that is silent, sends too much, disconnects or is unreachable has its own message", async () => {
  using silent = tarpit();
  let pulled = 0;
  await using flood = listen(() =>
    new Response(
      new ReadableStream({
        pull(controller) {
          pulled++;
          controller.enqueue(new Uint8Array(65_536));
        },
      }),
    )
  );
  const dropping = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const dropped = (async () => {
    for await (const connection of dropping) connection.close();
  })().catch(() => {});
  await using http = testHttpClient();
  const ask = (port: number, extra = {}) =>
    http.send({ class: "configured", url: `http://127.0.0.1:${port}/secret-path`, ...extra });
  await rejects(ask(silent.port, { totalMs: 200 }), reason("timeout"));
  await rejects(ask(flood.port, { maxBytes: 1_000_000 }), reason("too_large"));
  ok(pulled < 200, "the flood was cut off");
  await rejects(ask(dropping.addr.port), reason("dropped"));
  await rejects(ask(1), (error: Error) => reason("refused")(error) && !error.message.includes("secret-path"));
  await rejects(http.send({ class: "configured", url: "http://nobody.invalid/" }), reason("unreachable"));
  dropping.close();
  await dropped;
});

test("S-OUT-4: a target that keeps failing receives no requests for a while", async () => {
  await using http = testHttpClient();
  const ask = () => http.send({ class: "configured", url: "http://127.0.0.1:1/" });
  for (let i = 0; i < 5; i++) await rejects(ask(), reason("refused"));
  await rejects(ask(), (error: Error) => reason("circuit_open")(error) && /refused the connection/.test(error.message));
});

test("S-OUT-4: credentials do not follow a redirect to another host, and bodies follow no redirect", async () => {
  await using other = listen((request) => new Response(JSON.stringify(Object.fromEntries(request.headers))));
  await using server = listen((request) => {
    const host = new URL(request.url).searchParams.get("to");
    return new Response(null, { status: 302, headers: { Location: `http://${host}/` } });
  });
  await using http = testHttpClient();
  const headers = { "X-Api-Key": "secret", Authorization: "Bearer secret", Accept: "text/plain" };
  const url = `http://127.0.0.1:${server.port}/?to=127.0.0.1:${other.port}`;
  const arrived = JSON.parse(text((await http.send({ class: "configured", url, headers })).body));
  is(arrived.accept, "text/plain");
  same([arrived["x-api-key"], arrived.authorization], [undefined, undefined]);
  const posted = await http.send({ class: "configured", url, method: "POST", body: "x" });
  is(posted.status, 302);
  is(other.seen.length, 1);
});

test("redirects end after three", async () => {
  await using server = listen((_, seen) =>
    new Response(null, { status: 302, headers: { Location: `/${seen.length}` } })
  );
  await using http = testHttpClient();
  const answer = await http.send({ class: "configured", url: `http://127.0.0.1:${server.port}/` });
  is(answer.status, 302);
  is(server.seen.length, 4);
});

test("S-OUT-2: no connection is made to an internal address, by any name, number or redirect", async () => {
  await using inside = listen(() => new Response("the crown jewels"));
  await using outside = listen((request) =>
    new Response(null, { status: 302, headers: { Location: new URL(request.url).searchParams.get("to") ?? "/" } })
  );
  let turn = 0;
  await using http = testHttpClient({}, {
    resolve: (host) =>
      Promise.resolve(
        ({
          "public.example": ["93.184.216.34"],
          "inside.example": ["127.0.0.1"],
          "both.example": ["93.184.216.34", "10.0.0.1"],
          "turning.example": [host === "turning.example" && turn++ === 0 ? "93.184.216.34" : "127.0.0.1"],
        })[host] ?? [],
      ),
    reroute: (address, port) =>
      address === "93.184.216.34"
        ? { address: "127.0.0.1", port: outside.port }
        : { address, port: inside.port ?? port },
  });
  const blocked = [
    "http://127.0.0.1/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://0177.0.0.1/",
    "http://127.1/",
    "http://localhost/",
    "http://inside.example/",
    "http://both.example/",
    "http://169.254.169.254/latest/meta-data",
    `http://public.example/?to=${encodeURIComponent("http://127.0.0.1/")}`,
    `http://public.example/?to=${encodeURIComponent("http://inside.example/")}`,
    `http://public.example/?to=${encodeURIComponent("http://[::1]:22/")}`,
    `http://public.example/?to=${encodeURIComponent("file:///etc/passwd")}`,
    "http://user:pass@public.example/",
    "http://public.example:22/",
    "ftp://public.example/",
    "not an address",
  ];
  for (const url of blocked) {
    await rejects(
      http.send({ class: "chosen", url }),
      (error: unknown) => error instanceof HttpProblem && ["blocked", "unreachable"].includes(error.reason),
      url,
    );
  }
  // The name is resolved once, so later changes have no effect.
  const turned = await http.send({ class: "chosen", url: "http://turning.example/", redirects: 0 });
  is(turned.status, 302);
  is(inside.seen.length, 0);
});

test("S-OUT-4: certificates are checked, never checked, or not checked for local addresses", async () => {
  const folder = await Deno.makeTempDir();
  const { cert, key } = await makeCertificate(folder);
  await using server = listen(() => new Response("ok"), { cert, key });
  const reroute = () => ({ address: "127.0.0.1", port: server.port });
  const resolve = (host: string) => Promise.resolve([host === "public.example" ? "93.184.216.34" : "192.168.1.9"]);
  const ask = async (certificateValidation: string, host: string) => {
    await using http = testHttpClient({ security: { certificateValidation } }, { resolve, reroute });
    return await http.send({ class: "configured", url: `https://${host}/` }).then(
      ({ status }) => status,
      (error: HttpProblem) => error.reason,
    );
  };
  is(await ask("enabled", "nas.example"), "certificate");
  is(await ask("enabled", "public.example"), "certificate");
  is(await ask("disabledForLocalAddresses", "nas.example"), 200);
  is(await ask("disabledForLocalAddresses", "public.example"), "certificate");
  is(await ask("disabled", "public.example"), 200);
  await Deno.remove(folder, { recursive: true });
});

test("requests use the proxy with its credentials, except those that bypass it", async () => {
  await using target = listen(() => new Response("straight"));
  await using proxy = listen((request) =>
    new Response(`through ${request.headers.get("proxy-authorization")} ${request.url}`)
  );
  const resolve = (host: string) => Promise.resolve(host === "far.example" ? ["93.184.216.34"] : ["127.0.0.1"]);
  await using http = testHttpClient({
    proxy: {
      enabled: true,
      hostname: "127.0.0.1",
      port: proxy.port,
      username: "ü",
      password: "p w",
      bypassFilter: "near.example",
      bypassLocalAddresses: false,
    },
  }, { resolve });
  const far = text((await http.send({ class: "configured", url: "http://far.example/x" })).body);
  is(far, `through Basic ${btoa("\u00c3\u00bc:p w")} http://far.example/x`);
  const near = text((await http.send({ class: "configured", url: `http://near.example:${target.port}/` })).body);
  is(near, "straight");
});

test("S-OUT-3: a call to a local address that a proxy could read never uses it", async () => {
  await using target = listen(() => new Response("straight"));
  await using proxy = listen(() => new Response("read"));
  const settings = { enabled: true, hostname: "127.0.0.1", port: proxy.port, bypassLocalAddresses: false };
  await using http = testHttpClient({ proxy: settings }, { resolve: () => Promise.resolve(["127.0.0.1"]) });
  for (const host of ["127.0.0.1", "nas", "radarr.home.example"]) {
    const url = `http://${host}:${target.port}/api`;
    is(text((await http.send({ class: "configured", url, headers: { "X-Api-Key": "k" } })).body), "straight", host);
    is(text((await http.send({ class: "configured", url: `${url}?token=k` })).body), "straight", host);
  }
  same(proxy.seen.length, 0);
});

test("a SOCKS5 proxy is spoken to", async () => {
  await using target = listen(() => new Response("behind socks"));
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const serving = (async () => {
    for await (const connection of listener) void socks(connection, target.port).catch(() => {});
  })().catch(() => {});
  {
    await using http = testHttpClient({
      proxy: {
        enabled: true,
        type: "socks5",
        hostname: "127.0.0.1",
        port: listener.addr.port,
        bypassLocalAddresses: false,
      },
    }, { resolve: () => Promise.resolve(["93.184.216.34"]) });
    is(text((await http.send({ class: "configured", url: "http://far.example/" })).body), "behind socks");
  }
  listener.close();
  await serving;
});

/** Serves one SOCKS5 connection (RFC 1928: no authentication, CONNECT). Every destination is redirected to `port`. */
async function socks(client: Deno.Conn, port: number): Promise<void> {
  const buffer = new Uint8Array(512);
  await client.read(buffer);
  await client.write(new Uint8Array([5, 0]));
  await client.read(buffer);
  await client.write(new Uint8Array([5, 0, 0, 1, 127, 0, 0, 1, 0, 0]));
  const server = await Deno.connect({ hostname: "127.0.0.1", port });
  await Promise.allSettled([client.readable.pipeTo(server.writable), server.readable.pipeTo(client.writable)]);
}
