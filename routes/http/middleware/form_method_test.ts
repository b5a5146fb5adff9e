import { strictEqual as is } from "node:assert/strict";
import { withFormMethod } from "./form_method.ts";

const sent = (query: string, type = "application/x-www-form-urlencoded", method = "POST") =>
  withFormMethod(
    new Request(`http://lathe/api/settings${query}`, {
      method,
      ...(method === "GET" ? {} : { headers: { "content-type": type }, body: "a=1" }),
    }),
  );

Deno.test("a posted form has the method of its address, with its body", async () => {
  const request = sent("?_method=put");
  is(request.method, "PUT");
  is(await request.text(), "a=1");
  is(sent("?_method=patch").method, "PATCH");
});

Deno.test("only a posted form changes its method, and only to put or patch", () => {
  is(sent("").method, "POST");
  is(sent("?_method=delete").method, "POST");
  is(sent("?_method=constructor").method, "POST");
  is(sent("?_method=put", "application/json").method, "POST");
  is(sent("?_method=put", "", "GET").method, "GET");
});

Deno.test("a request that implements the Request interface is converted with its whole body", async () => {
  const plain = new Request("http://lathe/api/settings?_method=put", {
    method: "POST",
    body: new URLSearchParams({ a: "1", b: "zwei & drei" }),
  });
  const { method, url, headers, body, signal } = plain;
  // The request is created as in the adapter of the HTTP server: with the correct prototype and fields, but without
  // internals.
  const received = Object.create(Request.prototype, {
    ...Object.fromEntries(
      Object.entries({ method, url, headers, body, signal }).map(([key, value]) => [key, { value }]),
    ),
  }) as Request;
  const meant = withFormMethod(received);
  is(meant.method, "PUT");
  is(meant.headers.get("content-type"), "application/x-www-form-urlencoded;charset=UTF-8");
  is(await meant.text(), "a=1&b=zwei+%26+drei");
});
