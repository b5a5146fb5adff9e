import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { openApp, type TestApp } from "../tests/fixtures/app.ts";
import { serve } from "./http/serve.ts";

const withApp = (name: string, body: (app: TestApp) => Promise<void>, options?: Parameters<typeof openApp>[0]) =>
  Deno.test(name, async () => {
    await using app = await openApp(options);
    await body(app);
  });

const JSON_TYPE = { "Content-Type": "application/json" };

withApp("a local caller needs nothing while authentication is off", async ({ call }) => {
  const health = await call("/api/health");
  is(health.status, 200);
  same(Object.keys(await health.json()), ["ok", "version"]);
  is((await call("/api/queue")).status, 200);
});

withApp("S-WEB-5: every answer carries the safe headers, errors and redirects too", async ({ call }) => {
  for (
    const [path, init] of [
      ["/api/health", {}],
      ["/", {}],
      ["/api/queue", { peer: "203.0.113.9" }],
      ["/api/nothing", {}],
      ["/api/queue", { host: "evil.example" }],
      ["/api/queue/limit", { body: "{", headers: JSON_TYPE }],
      ["/api/jobs", { method: "OPTIONS" }],
    ] as const
  ) {
    const response = await call(path, init);
    await response.body?.cancel();
    const { headers } = response;
    is(headers.get("x-content-type-options"), "nosniff", path);
    is(headers.get("referrer-policy"), "no-referrer", path);
    is(headers.get("x-frame-options"), "DENY", path);
    is(headers.get("cross-origin-resource-policy"), "same-origin", path);
    is(headers.get("cross-origin-opener-policy"), "same-origin", path);
    is(headers.get("cache-control"), "no-store", path);
    match(headers.get("content-security-policy") ?? "", /default-src 'none'.*frame-ancestors 'none'/);
    match(headers.get("x-request-id") ?? "", /^[a-z0-9]{16}$/);
    is([...headers.keys()].some((name) => name.startsWith("access-control")), false, path);
  }
});

withApp("pages are compressed for who takes that; answers of the API stay as they are", async ({ call }) => {
  const encodingOf = async (path: string, headers: Record<string, string>) => {
    const response = await call(path, { headers });
    const size = (await response.arrayBuffer()).byteLength;
    is(response.status, 200, path);
    return { encoding: response.headers.get("content-encoding"), size };
  };
  const page = await encodingOf("/settings/general", { Accept: "text/html", "Accept-Encoding": "gzip, br" });
  const plain = await encodingOf("/settings/general", { Accept: "text/html" });
  same([page.encoding, plain.encoding], ["gzip", null]);
  ok(page.size < plain.size / 3, `${page.size} of ${plain.size}`);
  const settings = await encodingOf("/api/settings", { "Accept-Encoding": "gzip, br" });
  is(settings.encoding, null);
  ok(settings.size > 1024);
});

for (
  const [name, path, init, status, code] of [
    ["broken JSON", "/api/queue/limit", { body: "{", headers: JSON_TYPE }, 400, "bad_json"],
    [
      "no content type",
      "/api/queue/limit",
      { body: "{}", headers: { "Content-Type": "text/plain" } },
      415,
      "unsupported_media_type",
    ],
    ["a missing field", "/api/queue/limit", { json: {} }, 422, "invalid"],
    ["a number out of range", "/api/queue/limit", { json: { limit: 99 } }, 422, "invalid"],
    ["a body over 1 MB", "/api/queue/limit", { json: { limit: 1, filler: "x".repeat(1 << 20) } }, 413, "too_large"],
    [
      "a body nested too deep",
      "/api/queue/limit",
      { body: "[".repeat(40) + "]".repeat(40), headers: JSON_TYPE },
      400,
      "bad_request",
    ],
    ["an unknown path", "/api/nowhere", {}, 404, "not_found"],
    ["an unknown job", "/api/jobs/nobody", {}, 404, "not_found"],
    ["an id that is none", "/api/jobs/a%20b", {}, 422, "invalid"],
    ["a method that has no route", "/api/jobs", { method: "PATCH", json: {} }, 405, "method_not_allowed"],
    ["an address over 8 kB", `/api/jobs?q=${"x".repeat(9000)}`, {}, 414, "uri_too_long"],
    ["headers over 32 kB", "/api/jobs", { headers: { "X-Filler": "x".repeat(33_000) } }, 431, "headers_too_large"],
    ["a missing Host", "/api/jobs", { host: "" }, 400, "bad_request"],
    ["a foreign Host", "/api/jobs", { host: "rebind.example" }, 421, "wrong_host"],
    [
      "another site's request",
      "/api/queue/pause",
      { json: { paused: true }, headers: { Origin: "http://evil.example" } },
      403,
      "cross_site",
    ],
    [
      "a cross-site fetch",
      "/api/queue/pause",
      { json: { paused: true }, headers: { "Sec-Fetch-Site": "cross-site" } },
      403,
      "cross_site",
    ],
    ["a remote caller without a key", "/api/jobs", { peer: "203.0.113.9" }, 401, "unauthorized"],
    ["a remote caller on a path that does not exist", "/api/nowhere", { peer: "203.0.113.9" }, 401, "unauthorized"],
    ["a wrong key, even from here", "/api/jobs", { headers: { "X-Api-Key": "0".repeat(64) } }, 401, "unauthorized"],
    ["a forwarded remote caller", "/api/jobs", { headers: { "X-Forwarded-For": "203.0.113.9" } }, 401, "unauthorized"],
  ] as const
) {
  withApp(`the API refuses ${name} with ${code}`, async ({ call }) => {
    const response = await call(path, init);
    is(response.status, status);
    match(response.headers.get("content-type") ?? "", /^application\/problem\+json/);
    const problem = await response.json();
    is(problem.code, code);
    is(problem.status, status);
    is(problem.detail, problem.error);
    is(problem.requestId, response.headers.get("x-request-id"));
    ok(problem.detail.length > 10);
  });
}

withApp(
  "S-WEB-3: a Host header that is unreadable or doubled is refused before any credential",
  async ({ app, apiKey }) => {
    const server = await serve({ app, bindAddress: "127.0.0.1", port: 0 });
    try {
      for (const host of ["xn--a", "a.xn--a", "1.2.3.4.5", "999.1.1.1", "a\r\nHost: a", "a\r\nHost: b"]) {
        for (const key of ["", `X-Api-Key: ${apiKey}\r\n`]) {
          const connection = await Deno.connect({ hostname: "127.0.0.1", port: server.port });
          const head = `GET /api/queue HTTP/1.1\r\nHost: ${host}\r\n${key}Connection: close\r\n\r\n`;
          await connection.write(new TextEncoder().encode(head));
          const said = await new Response(connection.readable).text();
          match(said, /^HTTP\/1\.1 400 [^]*"code":"bad_request"/, host);
        }
      }
    } finally {
      await server.stop(0);
    }
  },
);

withApp("a body of several shapes is refused with the fields of the one that was meant", async ({ call }) => {
  const refused = async (path: string, json: unknown) => {
    const answer = await call(path, { json });
    is(answer.status, 422, path);
    return (await answer.json()).errors.map((error: { path: string }) => error.path);
  };
  same(await refused("/api/jobs/bulk", { profileId: "p", items: [{ source: 5 }] }), ["items.0.source"]);
  same(await refused("/api/jobs/bulk", { profileId: "p", selectionId: 5 }), ["selectionId"]);
  same(await refused("/api/jobs/bulk", { profileId: "p" }), ["items", "selectionId", "titles"]);
  for (const path of ["/api/disc/rips/r1/slot", "/api/disc/rips/r1/catalog", "/api/jobs/j1/reorder"]) {
    for (const body of [{}, { releaseId: 5 }, { boxSetId: 5 }, { seasonNumber: "x", disc: [] }]) {
      const paths = await refused(path, body);
      ok(paths.length > 0 && paths.every((one: string) => one !== ""), `${path} ${JSON.stringify(body)}: ${paths}`);
    }
  }
});

withApp("the key opens everything from anywhere, under any host name, in header or query", async ({ call, apiKey }) => {
  const far = { peer: "203.0.113.9", host: "lathe.example.com" };
  is((await call("/api/queue", { ...far, headers: { "X-Api-Key": apiKey } })).status, 200);
  is((await call(`/api/queue?apikey=${apiKey}`, far)).status, 200);
  is((await call(`/api/queue?apikey=${apiKey}&apikey=${apiKey}`, far)).status, 401);
  const foreign = { ...far, headers: { "X-Api-Key": apiKey, Origin: "http://other.example" } };
  is((await call("/api/queue/pause", { ...foreign, json: { paused: true } })).status, 200);
});

withApp(
  "S-AUTH-6, S-AUTH-9: wrong keys are slowed down, per caller, and the right one never is",
  async ({ call, apiKey }) => {
    const guess = (peer: string, key: string) => call("/api/queue", { peer, headers: { "X-Api-Key": key } });
    const seen: number[] = [];
    for (let i = 0; i < 12; i++) seen.push((await guess("203.0.113.9", i.toString(16).repeat(64))).status);
    is(seen[0], 401);
    is(seen.at(-1), 429);
    const late = await guess("203.0.113.9", "f".repeat(64));
    ok(Number(late.headers.get("retry-after")) >= 1);
    is((await guess("203.0.113.9", apiKey)).status, 200);
    is((await guess("203.0.113.10", "f".repeat(64))).status, 401);
  },
);

withApp("a replaced key stops working at once", async ({ call, apiKey }) => {
  const answer = await (await call("/api/settings/apikey", { method: "POST" })).json();
  match(answer.apiKey, /^[0-9a-f]{64}$/);
  is((await call("/api/queue", { headers: { "X-Api-Key": apiKey } })).status, 401);
  is((await call("/api/queue", { headers: { "X-Api-Key": answer.apiKey } })).status, 200);
});

withApp("S-IN-4: 405 says what the address does answer", async ({ call }) => {
  const response = await call("/api/jobs/abc", { method: "PUT", json: {} });
  is(response.status, 405);
  is(response.headers.get("allow"), "DELETE, GET, HEAD");
});

withApp("a plain form is understood as the JSON it means, and a browser is led on to a page", async ({ call }) => {
  const form = { method: "POST", body: new URLSearchParams({ "limit:number": "3" }) };
  const script = await call("/api/queue/limit", form);
  is((await script.json()).limit, 3);
  const browser = await call("/api/queue/limit", { ...form, headers: { Accept: "text/html" } });
  is(browser.status, 303);
  is(browser.headers.get("location"), "/activity");
  const refused = await call("/api/queue/limit", {
    method: "POST",
    body: new URLSearchParams({ "limit:number": "many" }),
    headers: { Accept: "text/html" },
  });
  is(refused.status, 422);
  match(await refused.text(), /<!doctype html>/);
});

withApp("what a browser made is where it is led to", async ({ call }) => {
  const response = await call("/lathe/api/profiles/builtin-web-mp4/clone", {
    method: "POST",
    body: new URLSearchParams({ name: "Mine" }),
    headers: { Accept: "text/html" },
  });
  is(response.status, 303);
  match(response.headers.get("location") ?? "", /^\/lathe\/profiles\/[a-z0-9]{16}$/);
}, { base: "/lathe" });

withApp("under a URL base everything is below it and nothing beside it", async ({ call }) => {
  is((await call("/lathe/api/health")).status, 200);
  is((await call("/lathe")).status, 200);
  is((await call("/lathe/")).status, 200);
  is((await call("/api/health")).status, 404);
  is((await call("/latheapi/health")).status, 404);
  const root = await call("/");
  same([root.status, root.headers.get("location")], [302, "/lathe/"]);
  const page = await (await call("/lathe/", { headers: { Accept: "text/html" } })).text();
  for (const [, link = ""] of page.matchAll(/(?:href|src|action)="([^"#][^"]*)"/g)) match(link, /^\/lathe\//);
}, { base: "/lathe" });

withApp("an error page tells a person what a problem tells a script", async ({ call }) => {
  const response = await call("/jobs/nobody", { headers: { Accept: "text/html" } });
  is(response.status, 404);
  match(await response.text(), /<h1>Not found<\/h1>/);
});

withApp("an unexpected failure says nothing of our insides, and the log says everything", async () => {
  const logged: unknown[] = [];
  await using app = await openApp({ onLog: (level, message, facts) => logged.push([level, message, facts]) });
  app.instance.jobs.queueState = () => Promise.reject(new Error("secret path /home/user"));
  const response = await app.call("/api/queue");
  is(response.status, 500);
  const text = await response.text();
  ok(!text.includes("secret") && !text.includes("at "), text);
  ok(JSON.stringify(logged).includes("secret path"));
});

withApp(
  "slow: S-WEB-2: GET changes nothing: the config folder is the same before and after every one",
  async ({ call, folder, app }) => {
    const snapshot = async (dir: string): Promise<string[]> => {
      const found: string[] = [];
      for await (const entry of Deno.readDir(dir)) {
        const path = `${dir}/${entry.name}`;
        if (entry.isDirectory) found.push(...await snapshot(path));
        else found.push(`${path} ${(await Deno.stat(path)).size}`);
      }
      return found.sort();
    };
    const paths = new Set(
      app.routes.filter(({ method }) => method === "GET").map(({ path }) => path.replace(/:\w+/, "x")),
    );
    paths.delete("/api/events");
    // Opening the updates API or the updates page writes the cached list of releases.
    for (const path of ["/api/system/updates", "/system/updates"]) paths.delete(path);
    const before = await snapshot(folder);
    for (const path of paths) await (await call(path)).body?.cancel();
    same(await snapshot(folder), before);
  },
);

Deno.test("a preview without a file works for every preset and for 8-bit profiles too", async () => {
  await using app = await openApp();
  const preview = async (json: unknown) => await app.call("/api/profiles/preview", { json });
  const items: { id: string }[] = await (await app.call("/api/profiles")).json();
  for (const { id } of items) {
    const response = await preview({ profileId: id });
    const { code } = await response.json();
    ok(response.status === 200 || code === "nothing_to_do", `${id}: ${response.status} ${code}`);
  }
  const profile = { name: "Small", video: { encoder: "libx264", pixelFormat: "yuv420p" }, audio: { encoder: "aac" } };
  is((await preview({ profile })).status, 200);
});
