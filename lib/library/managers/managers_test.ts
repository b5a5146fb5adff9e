import { deepStrictEqual as same, strictEqual as is, throws } from "node:assert/strict";
import * as z from "zod";
import { type HttpFailure, HttpProblem, type HttpRequest } from "../../platform/http_client/model.ts";
import { Settings } from "../../platform/settings/schema.ts";
import { createManagers } from "./managers.ts";

/** Managers with settings that a test can change, and the requests with address and key. */
function world() {
  const asked: string[] = [];
  let now = 0;
  let failure: HttpFailure | undefined;
  let status = 200;
  const send = ({ url, headers, signal }: HttpRequest) => {
    if (signal?.aborted) return Promise.reject(signal.reason);
    asked.push(`${url} ${headers?.["x-api-key"]}`);
    now += 1000;
    if (failure !== undefined) return Promise.reject(new HttpProblem(failure, "nas refused the connection."));
    const body = new TextEncoder().encode("{}");
    return Promise.resolve({ status, headers: new Headers({ "content-type": "application/json" }), body, url });
  };
  let settings = Settings.parse({});
  const set = (movie: unknown) => settings = Settings.parse({ connections: { movie } });
  const managers = createManagers({
    http: { send, open: () => Promise.reject(new Error("No list is asked for.")) },
    clock: { now: () => new Date(now) },
    settings: { current: () => settings },
  });
  const fail = (reason?: HttpFailure, answered = 200) => [failure, status] = [reason, answered];
  return { asked, set, managers, fail };
}

Deno.test("an unconnected manager has no client, and callers that require one receive an error", () => {
  const { set, managers } = world();
  is(managers.connected("movie"), undefined);
  throws(() => managers.require("movie"), /Radarr is not connected/);
  set({ enabled: true, url: "http://one:7878", apiKey: "k" });
  same([managers.require("movie").app, managers.connected("series")], ["Radarr", undefined]);
});

Deno.test("a client keeps its address and key when the settings change; the next one has the new ones", async () => {
  const { asked, set, managers } = world();
  set({ enabled: true, url: "http://one:7878/", apiKey: "first" });
  const radarr = managers.require("movie");
  is(managers.require("movie"), radarr);
  set({ enabled: true, url: "http://two:7878", apiKey: "second" });
  await radarr.get("/movie", z.object({}));
  await managers.require("movie").get("/movie", z.object({}));
  await managers.at("movie", { url: "http://three", apiKey: "third" }).get("/movie", z.object({}));
  same(asked, [
    "http://one:7878/api/v3/movie first",
    "http://two:7878/api/v3/movie second",
    "http://three/api/v3/movie third",
  ]);
});

Deno.test("an outage lasts from the first failed request to the next response, for each application separately", async () => {
  const { set, managers, fail } = world();
  const ask = () => managers.require("movie").get("/movie", z.object({})).catch(() => {});
  const since = () => managers.downSince("movie")?.getTime();
  set({ enabled: true, url: "http://one:7878", apiKey: "k" });
  is(since(), undefined);
  fail("refused");
  await ask();
  fail("timeout");
  await ask();
  same([since(), managers.downSince("series")], [1000, undefined]);
  fail(undefined, 401);
  await ask();
  is(since(), undefined, "an application that refuses the key is up");
  fail(undefined, 503);
  await ask();
  is(since(), 4000, "a proxy responded instead");
  await managers.require("movie").get("/movie", z.object({}), { signal: AbortSignal.abort() }).catch(() => {});
  is(since(), 4000, "an aborted request tells nothing");
  fail("too_large");
  await ask();
  is(since(), undefined, "its response was only too large");
  fail("dropped");
  await ask();
  set({ enabled: true, url: "http://two:7878", apiKey: "k" });
  managers.connected("movie");
  is(since(), undefined, "another address");
});
