import { deepStrictEqual as same, rejects } from "node:assert/strict";
import { withPage } from "../tests/fixtures/dom.ts";
import { base, call } from "./call.ts";

Deno.test("a call goes below the URL base, with a JSON body if any, and throws the server's message", () =>
  withPage("", async (page) => {
    same(base(), "/lathe");
    page.answer = () => Response.json({ id: 1 });
    same(await call("/api/jobs"), { id: 1 });
    await call("/api/jobs/1", { method: "POST", body: { a: [1] } });
    same(page.requests, [
      { path: "/lathe/api/jobs", method: "GET", body: undefined },
      { path: "/lathe/api/jobs/1", method: "POST", body: { a: [1] } },
    ]);
    page.answer = () => new Response(null, { status: 204 });
    same(await call("/x"), undefined);
    page.answer = () =>
      Response.json({ detail: "No.", errors: [{ path: "a", message: "Too long." }] }, { status: 422 });
    await rejects(call("/x"), { message: "No. a: Too long." });
    page.answer = () => new Response("<h1>502</h1>", { status: 502 });
    await rejects(call("/x"), { message: "The server returned 502." });
  }));
