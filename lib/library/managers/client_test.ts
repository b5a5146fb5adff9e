import { deepStrictEqual as same, rejects, strictEqual as is } from "node:assert/strict";
import * as z from "zod";
import type { HttpResponse } from "../../platform/http_client/model.ts";
import { createManagerClient } from "./client.ts";

/** A Radarr with a fixed response. */
function radarr(body: string, type = "application/json") {
  const answer = (): Promise<HttpResponse> =>
    Promise.resolve({
      status: 200,
      headers: new Headers({ "content-type": type }),
      body: new TextEncoder().encode(body),
      url: "",
    });
  const http = { send: answer, open: () => Promise.reject(new Error("No list is asked for.")) };
  return createManagerClient(http, "movie", { url: "http://nas:7878/radarr/", apiKey: "k" });
}

Deno.test("S-OUT-5: keys that reach into objects are dropped from foreign JSON, at every depth", async () => {
  const text = '{"a":1,"__proto__":{"evil":1},"b":[{"constructor":{"prototype":{"evil":1}},"c":2}]}';
  const read = await radarr(text).get("/x", z.looseObject({}));
  same(JSON.stringify(read), '{"a":1,"b":[{"c":2}]}');
  is(Object.hasOwn(Object.prototype, "evil"), false);
  for (const hidden of ["\\u005f_proto__", "\\u0063onstructor", "proto\\u0074ype", "__PROTO__", "__proto__"]) {
    const read = await radarr(`[{"${hidden}" :{"evil":1}}]`).get("/x", z.unknown());
    same(JSON.stringify(read), hidden === "__PROTO__" ? '[{"__PROTO__":{"evil":1}}]' : "[{}]", hidden);
  }
});

Deno.test("S-OUT-5: input that is no JSON, or JSON of another shape, is only malformed", async () => {
  for (const text of ["", "{", "null", "[1,2", '{"id":"x"}', "[".repeat(100_000)]) {
    await rejects(radarr(text).get("/x", z.object({ id: z.int() })), /unknown format/);
  }
  await rejects(radarr("{}", "text/html").get("/x", z.object({})), /not Radarr/);
});
