import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { Hono } from "hono";
import { asFault } from "../problem.ts";
import type { AppEnv } from "../router.ts";
import { boundedBody, isDeeper } from "./body.ts";

const LIMITS = { bytes: 100, listBytes: 1000, depth: 4, receiveMs: 40 };

function app() {
  const hono = new Hono<AppEnv>();
  hono.use("*", boundedBody(LIMITS));
  hono.post("*", async (c) => c.json(await c.req.json()));
  hono.onError((error, c) => c.text(asFault(error).code, 400));
  return hono;
}
const post = (body: BodyInit, type = "application/json", path = "/api/jobs") =>
  app().request(path, { method: "POST", body, headers: { "Content-Type": type } });

Deno.test("a body within its limits arrives as it was sent", async () => {
  same(await (await post('{"a":[1,{"b":"ü"}]}')).json(), { a: [1, { b: "ü" }] });
});

Deno.test("S-LIM-1: a body that grows beyond its limit is refused while it comes in, long lists later than the rest", async () => {
  const endless = () =>
    new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(30).fill(32)),
    });
  is(await (await post(endless())).text(), "too_large");
  const list = JSON.stringify(Array(100).fill(12));
  is(await (await post(list)).text(), "too_large");
  is((await (await post(list, "application/json", "/api/jobs/bulk")).json()).length, 100);
});

Deno.test("S-LIM-1: a body that never ends is given up", async () => {
  const stuck = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode("{")) });
  is(await (await post(stuck)).text(), "request_timeout");
});

Deno.test("an HTML form is converted to its JSON", async () => {
  const answer = await post("limit%3Anumber=3&name=a+b", "application/x-www-form-urlencoded");
  same(await answer.json(), { limit: 3, name: "a b" });
});

Deno.test("isDeeper() agrees with a parser on any JSON", () => {
  const depthOf = (value: unknown): number =>
    typeof value !== "object" || value === null ? 0 : 1 + Math.max(0, ...Object.values(value).map(depthOf));
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 7 }), fc.integer({ min: 0, max: 7 }), (value, most) => {
    is(isDeeper(JSON.stringify(value), most), depthOf(value) > most);
  }));
});
