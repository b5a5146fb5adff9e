import { match, ok, strictEqual as is } from "node:assert/strict";
import { type CallInit, openApp, type TestApp } from "../tests/fixtures/app.ts";
import { documentOf, endpointsOf } from "../tests/fixtures/document.ts";

/** What refused callers are told; who is refused is the matrix's business (tests/matrix). */

const FAR = "203.0.113.9";

async function status(app: TestApp, path: string, init: CallInit): Promise<{ status: number; text: string }> {
  const response = await app.call(path, init);
  return { status: response.status, text: await response.text() };
}

Deno.test("S-WEB-4: a preflight is answered without a word about other origins, and runs nothing", async () => {
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

Deno.test("the refusal says how to get in, to people and to scripts", async () => {
  await using app = await openApp();
  const script = await (await app.call("/api/jobs", { peer: FAR })).json();
  match(script.detail, /X-Api-Key/);
  const page = await status(app, "/", { peer: FAR, headers: { Accept: "text/html" } });
  match(page.text, /<!doctype html>.*X-Api-Key/s);
  ok(!page.text.includes(app.apiKey));
});
