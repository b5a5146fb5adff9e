import { deepStrictEqual as same, match, ok, rejects, strictEqual as is } from "node:assert/strict";
import { createJsonClient, type JsonRequest } from "./json_client.ts";
import { HttpProblem, type HttpRequest, type HttpResponse } from "./model.ts";

const KEY = "a-key-that-nobody-may-see";

/** Creates a client whose service always returns `answer`, and records the requests sent to it. */
function service(answer: Partial<HttpResponse> & { text?: string } = {}) {
  const { text = "{}", ...more } = answer;
  const asked: HttpRequest[] = [];
  const send = (request: HttpRequest): Promise<HttpResponse> => {
    asked.push(request);
    const body = new TextEncoder().encode(text);
    return Promise.resolve({ status: 200, headers: new Headers(), body, url: request.url, ...more });
  };
  const headers = { "x-api-key": KEY };
  const client = createJsonClient({ send }, { class: "configured", baseUrl: "http://nas:7878/radarr/api/v3", headers });
  return { asked, client };
}

Deno.test("a request is spelled from path, query and JSON, with the headers of the service and its class", async () => {
  const { asked, client } = service();
  await client("/movie", { query: { term: "a & b", id: [1, 2], monitored: true, none: undefined }, totalMs: 5_000 });
  await client("/command", { method: "POST", json: { name: "Rescan" } });
  await client("/files", { method: "POST", json: [{ name: "ä" }] });
  await client("/search/1", { method: "DELETE" });
  const base = "http://nas:7878/radarr/api/v3";
  same(asked.map(({ method, url, body }) => [method, url, body]), [
    ["GET", `${base}/movie?term=a+%26+b&id=1&id=2&monitored=true`, undefined],
    ["POST", `${base}/command`, '{"name":"Rescan"}'],
    ["POST", `${base}/files`, '[{"name":"ä"}]'],
    ["DELETE", `${base}/search/1`, undefined],
  ]);
  same(asked.map(({ class: target, headers, totalMs }) => [target, headers?.["x-api-key"], totalMs]), [
    ["configured", KEY, 5_000],
    ...Array(3).fill(["configured", KEY, undefined]),
  ]);
  is(asked[1]?.headers?.["content-type"], "application/json");
});

Deno.test("a response of any status is returned unchanged, with its text and its value", async () => {
  const table: [Partial<HttpResponse> & { text?: string }, number, string, unknown][] = [
    [{ text: '{"a":[1]}' }, 200, '{"a":[1]}', { a: [1] }],
    [{ status: 404, text: '{"message":"NotFound"}' }, 404, '{"message":"NotFound"}', { message: "NotFound" }],
    [{ status: 500, text: "<html>" }, 500, "<html>", undefined],
    [{ status: 204, text: "" }, 204, "", undefined],
    [{ status: 304, text: "" }, 304, "", undefined],
    [{ status: 200, text: "" }, 200, "", undefined],
    [{ status: 302, text: "" }, 302, "", undefined],
  ];
  for (const [answer, status, text, value] of table) {
    const found = await service(answer).client("/x");
    same([found.status, found.text, found.value], [status, text, value]);
  }
});

Deno.test("no request is repeated, whatever the response", async () => {
  for (const status of [408, 409, 429, 500, 503]) {
    const { asked, client } = service({ status });
    await client("/x");
    is(asked.length, 1, String(status));
  }
});

Deno.test("S-SEC-2: a failure is the client's own, and holds neither the address nor a key", async () => {
  const problem = new HttpProblem("refused", "nas:7878 refused the connection.");
  const client = createJsonClient({ send: () => Promise.reject(problem) }, {
    class: "fixed",
    baseUrl: `https://db.example/${KEY}`,
  });
  const failed = await client("/x", { query: { api_key: KEY } }).catch((error: unknown) => error);
  is(failed, problem);
  ok(!Deno.inspect(failed).includes(KEY));
});

Deno.test("a cancelled request rejects with the caller's reason, and an invalid status is no response", async () => {
  const reason = new Error("the page was closed");
  const send = ({ signal }: HttpRequest): Promise<HttpResponse> => Promise.reject(signal?.reason);
  const client = createJsonClient({ send }, { class: "fixed", baseUrl: "https://db.example" });
  const ended: JsonRequest = { signal: AbortSignal.abort(reason) };
  is(await client("/x", ended).catch((error: unknown) => error), reason);
  await rejects(service({ status: 999 }).client("/x"), (error: unknown) => {
    ok(error instanceof HttpProblem);
    match(error.message, /^nas:7878 returned 999/);
    return error.reason === "dropped";
  });
});
