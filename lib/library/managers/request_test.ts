import { deepStrictEqual as same, rejects } from "node:assert/strict";
import * as z from "zod";
import { type Scripted, scriptedManager } from "../../../tests/fixtures/scripted_manager.ts";
import { createManagerClient } from "./client.ts";
import { testConnection } from "./connection.ts";
import { ManagerProblem } from "./request.ts";

const problemOf = async (work: Promise<unknown>): Promise<[reason: string, message: string, status?: number]> => {
  const error = await work.then(() => undefined, (error: unknown) => error);
  if (!(error instanceof ManagerProblem)) throw error ?? new Error("Nothing was refused.");
  return error.status === undefined ? [error.reason, error.message] : [error.reason, error.message, error.status];
};

const html = { text: "<html>Welcome</html>", type: "text/html; charset=utf-8" };
const REFUSALS: [name: string, answer: Scripted, problem: [reason: string, message: string, status?: number]][] = [
  ["a wrong key", { value: {}, status: 401 }, ["unauthorized", "Radarr does not accept the API key.", 401]],
  ["a forbidden read", { ...html, status: 403 }, ["unauthorized", "Radarr does not accept the API key.", 403]],
  ["a page elsewhere", { text: "", status: 307 }, [
    "wrong_application",
    "Radarr redirects to another page: the URL base may be missing or wrong.",
  ]],
  ["a page of another server", html, ["wrong_application", "The server is not Radarr: it sent text/html."]],
  ["an answer without a type", { text: "{}", type: "" }, [
    "wrong_application",
    "The server is not Radarr: it sent no type.",
  ]],
  ["a refusal in words", { value: { message: "No  such\nmovie" }, status: 404 }, [
    "refused",
    "Radarr reports: No such movie",
    404,
  ]],
  ["a refusal of fields", { value: [{ errorMessage: "Path is in use." }], status: 400 }, [
    ...["refused", "Radarr reports: Path is in use."] as const,
    400,
  ]],
  ["a refusal as text", { text: "Database is locked", status: 500 }, [
    "refused",
    "Radarr reports: Database is locked",
    500,
  ]],
  ["a refusal as a page", { ...html, status: 502 }, ["refused", "Radarr returned status 502.", 502]],
  ["a refusal without a word", { text: "", status: 503 }, ["refused", "Radarr returned status 503.", 503]],
  ["an answer of another shape", { value: { id: "one" } }, [
    "malformed",
    "The response from Radarr has an unknown format.",
  ]],
  ["an answer that ends early", { text: '{"id":', type: "application/json" }, [
    "malformed",
    "The response from Radarr has an unknown format.",
  ]],
  ["nothing where a record is asked for", { text: "", type: "application/json" }, [
    "malformed",
    "The response from Radarr has an unknown format.",
  ]],
  ["no answer in time", { failure: "timeout" }, [
    "unreachable",
    "Radarr is not available: nas does not answer (timeout).",
  ]],
  ["a connection that drops", { failure: "dropped" }, [
    "unreachable",
    "Radarr is not available: nas does not answer (dropped).",
  ]],
];

for (const [name, answer, problem] of REFUSALS) {
  Deno.test(`a manager with ${name} is described in a sentence, by record, list and test alike`, async () => {
    const { manager } = scriptedManager("movie", () => answer);
    const One = z.object({ id: z.int() });
    same(await problemOf(manager.get("/movie/1", One)), problem);
    const listed = await problemOf(manager.getList("/movie", One));
    same(listed[0], problem[0], listed[1]);
    if (problem[0] !== "malformed") same(listed, problem);
    same(await testConnection(manager), { ok: false, error: problem[1] });
  });
}

Deno.test("a read-only key is distinguished from a wrong one", async () => {
  const { manager } = scriptedManager("series", () => ({ value: {}, status: 403 }));
  same(await problemOf(manager.post("/command", {}, z.unknown())), [
    "unauthorized",
    "The API key for Sonarr is read-only.",
    403,
  ]);
  same((await problemOf(manager.delete("/queue/1")))[1], "The API key for Sonarr is read-only.");
});

Deno.test("a manager without an address receives no request", async () => {
  const http = { send: () => Promise.reject(new Error("asked")), open: () => Promise.reject(new Error("asked")) };
  const manager = createManagerClient(http, "music", { url: "", apiKey: "" });
  const problem = ["unreachable", "Enter the address of Lidarr."];
  same(await problemOf(manager.get("/artist", z.unknown())), problem);
  same(await problemOf(manager.getList("/artist", z.unknown())), problem);
  same(await problemOf(manager.post("/artist", {}, z.unknown())), problem);
});

Deno.test("an error that is neither a response nor a refusal is rethrown, also by the connection test", async () => {
  const broken = new RangeError("a bug of ours");
  const { manager } = scriptedManager("movie", () => Promise.reject(broken));
  await rejects(manager.get("/movie", z.unknown()), broken);
  await rejects(manager.getList("/movie", z.unknown()), broken);
  await rejects(testConnection(manager), broken);
});

Deno.test("a command without a result is done, and an unknown result is not", async () => {
  const { manager, asked } = scriptedManager("movie", () => ({ text: "", status: 202 }));
  same(await manager.post("/command", { name: "x" }, z.undefined()), undefined);
  await manager.put("/command/1");
  await manager.delete("/command/1");
  same(asked.map(({ method, path, json }) => [method, path, json]), [
    ["POST", "/command", { name: "x" }],
    ["PUT", "/command/1", undefined],
    ["DELETE", "/command/1", undefined],
  ]);
  const { manager: page } = scriptedManager("movie", () => html);
  same((await problemOf(page.post("/command", {}, z.unknown())))[0], "wrong_application");
});

Deno.test("every request carries the key in its head alone, below the address with its base, and follows nowhere", async () => {
  const { manager, asked } = scriptedManager("movie", ({ path }) => ({ value: path === "/movie" ? [] : {} }));
  await manager.get("/movie/1", z.unknown(), { query: { q: "a&b=c #1", half: "\ud83d", none: undefined } });
  await manager.getList("/movie", z.unknown());
  same(asked.map(({ request }) => [request.headers?.["x-api-key"], request.redirects, request.class]), [
    ["key", 0, "configured"],
    ["key", 0, "configured"],
  ]);
  same(asked.map(({ request }) => request.url.includes("key")), [false, false]);
  same(asked[0]?.query, { q: "a&b=c #1", half: "\ufffd" });
  same(asked[0]?.request.url.startsWith("http://nas:7878/base/api/v3/movie/1?"), true);
});

Deno.test("the time of the other machine is reported if it sends one", async () => {
  for (
    const [date, time] of [["Wed, 25 Nov 2026 02:00:00 GMT", Date.UTC(2026, 10, 25, 2)], [
      "yesterday",
      undefined,
    ]] as const
  ) {
    const { manager } = scriptedManager("movie", () => ({ value: {}, headers: { date } }));
    same((await manager.getDated("/x", z.unknown())).date?.getTime(), time);
  }
});

const STATUS: [name: string, value: unknown, state: Record<string, unknown>][] = [
  ["itself", { appName: "Radarr", version: "5.1" }, { ok: true, appName: "Radarr", version: "5.1", date: undefined }],
  ["its neighbour", { appName: "Sonarr", version: "4" }, {
    ...{ ok: false, appName: "Sonarr", version: "4", error: "This is Sonarr, not Radarr." },
  }],
  ["a fork", { appName: "radarr", version: "1" }, {
    ...{ ok: false, appName: "radarr", version: "1", error: "This is radarr, not Radarr." },
  }],
  ["nobody", { name: "x" }, { ok: false, error: "The response from Radarr has an unknown format." }],
];

for (const [name, value, state] of STATUS) {
  Deno.test(`a test of a connection reports ${name} by its name`, async () => {
    same({ ...await testConnection(scriptedManager("movie", () => ({ value })).manager) }, state);
  });
}

Deno.test("slskd returns its version, and a warning while it is not logged in", async () => {
  const state = (value: unknown) => testConnection(scriptedManager("soulseek", () => ({ value })).manager);
  same(await state({ version: { full: "0.21.4+abc", current: "0.21.4" }, server: { isLoggedIn: true } }), {
    ...{ ok: true, appName: "slskd", version: "0.21.4" },
  });
  same((await state({ version: { full: "0.21.4+abc" } })).version, "0.21.4+abc");
  const out = await state({ version: {}, server: { isLoggedIn: false } });
  same([out.ok, /not logged in/.test(out.error ?? "")], [true, true]);
});
