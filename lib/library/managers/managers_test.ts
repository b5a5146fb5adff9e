import { deepStrictEqual as same, strictEqual as is, throws } from "node:assert/strict";
import * as z from "zod";
import type { HttpRequest } from "../../platform/http_client/model.ts";
import { Settings } from "../../platform/settings/schema.ts";
import { createManagers } from "./managers.ts";

/** Managers with settings that a test can change, and the requests with address and key. */
function world() {
  const asked: string[] = [];
  const send = ({ url, headers }: HttpRequest) => {
    asked.push(`${url} ${headers?.["x-api-key"]}`);
    const body = new TextEncoder().encode("{}");
    return Promise.resolve({ status: 200, headers: new Headers({ "content-type": "application/json" }), body, url });
  };
  let settings = Settings.parse({});
  const set = (movie: unknown) => settings = Settings.parse({ connections: { movie } });
  const managers = createManagers({
    http: { send, open: () => Promise.reject(new Error("No list is asked for.")) },
    settings: { current: () => settings },
  });
  return { asked, set, managers };
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
