import { match, ok, strictEqual as is } from "node:assert/strict";
import { type CallInit, openApp, type TestApp } from "../tests/fixtures/app.ts";
import { documentOf, endpointsOf } from "../tests/fixtures/document.ts";

/** Every route there is, against every kind of caller: a route someone adds is in here by itself. */

const FAR = "203.0.113.9";
const OWN = "http://lathe.local:3939";

/** Addresses that exist, documented or not, and some that do not. */
async function everyAddress(app: TestApp): Promise<{ method: string; path: string }[]> {
  const documented = endpointsOf(await documentOf(app)).map(({ method, path }) => ({ method, path }));
  const registered = app.app.routes
    .filter(({ method }) => method !== "ALL")
    .map(({ method, path }) => ({ method, path }));
  const absent = [
    "/api/nowhere",
    "/nowhere",
    "/api",
    "/static",
    "/static/",
    "/api/health/",
    "/API/HEALTH",
    "/api/Health",
  ]
    .map((path) => ({ method: "GET", path }));
  const wrong = ["PUT", "PATCH", "DELETE", "POST"].map((method) => ({ method, path: "/api/health" }));
  return [...documented, ...registered, ...absent, ...wrong]
    .map(({ method, path }) => ({ method, path: path.replace(/\{\w+\}|:\w+/g, "x") }));
}

const isPublic = ({ method, path }: { method: string; path: string }) =>
  method === "GET" && (path === "/api/health" || path === "/static/x");

async function status(app: TestApp, path: string, init: CallInit): Promise<{ status: number; text: string }> {
  const response = await app.call(path, init);
  return { status: response.status, text: await response.text() };
}

Deno.test("from afar every route but health and assets asks for a credential, before it says whether it exists", async () => {
  await using app = await openApp();
  for (const address of await everyAddress(app)) {
    const said = `${address.method} ${address.path}`;
    const claims: Record<string, string>[] = [{}, { "X-Forwarded-For": "127.0.0.1" }, { Accept: "text/html" }];
    for (const headers of claims) {
      const answer = await status(app, address.path, { method: address.method, peer: FAR, headers });
      if (isPublic(address)) ok(answer.status === 200 || answer.status === 404, said);
      else is(answer.status, 401, said);
    }
  }
});

Deno.test("a wrong key opens nothing, from anywhere", async () => {
  await using app = await openApp();
  for (const address of await everyAddress(app)) {
    if (isPublic(address)) continue;
    for (const peer of [FAR, "127.0.0.1"]) {
      const { status: code } = await status(app, address.path, {
        method: address.method,
        peer,
        headers: { "X-Api-Key": "0".repeat(64) },
      });
      ok(code === 401 || code === 429, `${address.method} ${address.path}: ${code}`);
    }
  }
});

Deno.test("authentication asked for everywhere is asked for from here too", async () => {
  const security = { authentication: "forms", authenticationRequired: "enabled", username: "me" };
  await using app = await openApp({ settings: { general: { security } } });
  for (const address of await everyAddress(app)) {
    if (isPublic(address)) continue;
    is((await status(app, address.path, { method: address.method })).status, 401, `${address.method} ${address.path}`);
  }
});

Deno.test("another site cannot change anything in a local caller's name; with the key it may", async () => {
  await using app = await openApp();
  const foreign = ["http://evil.example", "null", "http://lathe.local:8080", "http://sub.lathe.local:3939"];
  for (const { method, path } of endpointsOf(await documentOf(app))) {
    if (method === "GET") continue;
    const address = path.replace("{id}", "nobody");
    const ask = async (headers: Record<string, string>) => {
      const { status: code, text } = await status(app, address, { method, json: {}, headers });
      return code === 403 ? JSON.parse(text).code : "went on";
    };
    for (const origin of foreign) {
      is(await ask({ Origin: origin }), "cross_site", `${method} ${path} from ${origin}`);
      // A key reset would make the key of this test an old one.
      if (!path.endsWith("/apikey")) {
        is(await ask({ Origin: origin, "X-Api-Key": app.apiKey }), "went on", `${method} ${path}`);
      }
    }
    is(await ask({ "Sec-Fetch-Site": "cross-site", Origin: OWN }), "cross_site", `${method} ${path}`);
    if (!path.endsWith("/apikey")) {
      is(await ask({ "Sec-Fetch-Site": "same-origin", Origin: OWN }), "went on", `${method} ${path}`);
    }
  }
});

Deno.test("a preflight is answered without a word about other origins, and runs nothing", async () => {
  await using app = await openApp();
  for (const { path } of endpointsOf(await documentOf(app))) {
    const response = await app.call(path.replace("{id}", "x"), {
      method: "OPTIONS",
      headers: { Origin: "http://evil.example", "Access-Control-Request-Method": "POST" },
    });
    is(response.status, 204, path);
    is(await response.text(), "");
    is([...response.headers.keys()].some((name) => name.startsWith("access-control")), false, path);
  }
});

Deno.test("the refusal says how to get in, to people and to scripts", async () => {
  await using app = await openApp();
  const script = await (await app.call("/api/jobs", { peer: FAR })).json();
  match(script.detail, /X-Api-Key/);
  const page = await status(app, "/", { peer: FAR, headers: { Accept: "text/html" } });
  match(page.text, /<!doctype html>.*X-Api-Key/s);
  ok(!page.text.includes(app.apiKey));
});
