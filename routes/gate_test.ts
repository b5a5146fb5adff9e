import { match, ok, strictEqual as is } from "node:assert/strict";
import { type CallInit, openApp, type TestApp } from "../tests/fixtures/app.ts";
import { documentOf, endpointsOf } from "../tests/fixtures/document.ts";

/** Responses to rejected callers. The matrix (tests/matrix) covers which callers are rejected. */

const FAR = "203.0.113.9";

async function status(app: TestApp, path: string, init: CallInit): Promise<{ status: number; text: string }> {
  const response = await app.call(path, init);
  return { status: response.status, text: await response.text() };
}

Deno.test("S-WEB-4: a preflight is answered without headers for other origins, and runs nothing", async () => {
  await using app = await openApp();
  for (const { path } of endpointsOf(await documentOf(app))) {
    const response = await app.call(path.replace(/\{\w+\}/, "x"), {
      method: "OPTIONS",
      headers: { Origin: "http://evil.example", "Access-Control-Request-Method": "POST" },
    });
    is(response.status, 204, path);
    is(await response.text(), "");
    is([...response.headers.keys()].some((name) => name.startsWith("access-control")), false, path);
  }
});

Deno.test("the refusal states how to log in, for people and for scripts", async () => {
  await using app = await openApp();
  const script = await (await app.call("/api/jobs", { peer: FAR })).json();
  match(script.detail, /X-Api-Key/);
  const page = await status(app, "/", { peer: FAR, headers: { Accept: "text/html" } });
  match(page.text, /<!doctype html>.*X-Api-Key/s);
  ok(!page.text.includes(app.apiKey));
});

const WRONG = "0".repeat(64);

/** Opens an app that requires a user name and password. */
async function withBasicLogin(): Promise<TestApp> {
  const app = await openApp();
  const security = {
    authentication: "basic",
    authenticationRequired: "enabled",
    username: "me",
    password: "correct horse",
  };
  const response = await app.call("/api/settings", { method: "PUT", json: { general: { security } } });
  is(response.status, 200, await response.text());
  return app;
}

Deno.test("wrong keys that a foreign page sends through the owner's browser do not throttle the owner", async () => {
  await using app = await withBasicLogin();
  for (
    const init of <CallInit[]> [
      { headers: { "Sec-Fetch-Site": "cross-site" } },
      { headers: { Origin: "http://evil.example" } },
      { host: "evil.example" },
    ]
  ) {
    for (let i = 0; i < 8; i++) {
      const path = `/api/jobs?apikey=${WRONG}`;
      is((await status(app, path, init)).status < 400, false);
    }
  }
  is((await status(app, "/api/jobs", { headers: { Authorization: `Basic ${btoa("me:correct horse")}` } })).status, 200);
  is((await status(app, "/api/jobs", { headers: { "X-Api-Key": WRONG } })).status, 401);
});

Deno.test("S-AUTH-9: wrong keys and wrong logins of one address are counted apart", async () => {
  await using app = await withBasicLogin();
  const withKey = async () => (await status(app, "/api/jobs", { headers: { "X-Api-Key": WRONG } })).status;
  for (let i = 0; i < 8; i++) await withKey();
  is(await withKey(), 429);
  is((await status(app, "/api/jobs", { headers: { Authorization: `Basic ${btoa("me:correct horse")}` } })).status, 200);
});

Deno.test("a body is JSON, or a form of one of our pages; other types are refused", async () => {
  await using app = await openApp();
  const send = async (type: string, body: string, headers: Record<string, string> = {}) =>
    (await status(app, "/api/settings", { method: "PUT", body, headers: { "Content-Type": type, ...headers } })).status;
  is(await send("application/json", `{"concurrency":2}`), 200);
  is(await send("application/json; charset=utf-8", `{"concurrency":2}`), 200);
  is(await send("application/x-www-form-urlencoded", "concurrency:number=3"), 200);
  const key = { "X-Api-Key": app.apiKey };
  for (
    const [type, body, headers] of [
      ["application/x-www-form-urlencoded", `{"concurrency":4}`, key],
      ["application/vnd.api+json", `{"concurrency":4}`, {}],
      ["application/jsonp", `{"concurrency":4}`, {}],
      ["text/plain", `{"concurrency":4}`, {}],
      ["text/json", `{"concurrency":4}`, {}],
      ["", `{"concurrency":4}`, {}],
    ] as const
  ) is(await send(type, body, headers), 415, type);
});

Deno.test("a login after the session ended leads back to the page, not to the requested part of it", async () => {
  await using app = await withBasicLogin();
  await app.instance.settings.update({ general: { security: { authentication: "forms" } } });
  const redirect = async (path: string, current: string) => {
    const headers = { Accept: "text/html", "HX-Request": "true", "HX-Current-URL": current };
    const response = await app.call(path, { headers });
    await response.body?.cancel();
    return response.headers.get("hx-redirect");
  };
  const part = "/library/movies?part=list&page=2";
  is(await redirect(part, "http://lathe.local:3939/library/movies?q=a"), "/login?to=%2Flibrary%2Fmovies%3Fq%3Da");
  is(await redirect("/?part=queue", "http://lathe.local:3939/"), "/login");
  is(await redirect("/?part=queue", "no address"), "/login?to=%2F%3Fpart%3Dqueue");
  is(await redirect("/?part=queue", "http://evil.example//evil.example/x"), "/login?to=%2F%2Fevil.example%2Fx");
});
