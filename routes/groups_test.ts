import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { openApp } from "../tests/fixtures/app.ts";
import { createApp } from "./app.ts";
import { groupsOf } from "./http/group.ts";
import { GROUPS } from "./groups.ts";

Deno.test("a group serves each path that equals one of its addresses or is below one", () => {
  const groups = [{ at: ["/"] }, { at: ["/jobs"] }, { at: ["/api/jobs", "/jobs/deep"] }];
  const found = (path: string) => groupsOf(groups, path).map((group) => groups.indexOf(group));
  same(found("/"), [0]);
  same(found("/jobs"), [1]);
  same(found("/jobs/1"), [1]);
  same(found("/jobsx"), []);
  same(found("/jobs/deep/1"), [1, 2]);
});

Deno.test("every route is below an address of its group, so that a request loads it", async () => {
  await using app = await openApp();
  const astray: string[] = [];
  let routes = 0;
  for (const group of GROUPS) {
    for (const { path } of (await group.load())(app.services).routes) {
      routes++;
      const whole = `${group.below ?? ""}${path}`;
      if (!groupsOf([group], whole).length) astray.push(whole);
    }
  }
  same(astray, []);
  ok(routes > 150, String(routes));
});

Deno.test("slow: a route responds identically whether its group alone is loaded or all of them", async () => {
  await using app = await openApp();
  const { routes } = app.app;
  const paths = new Set(routes.filter(({ method }) => method !== "ALL").map(({ path }) => path.replace(/:\w+/g, "x")));
  // The live stream never ends, and the paths for updates access the network.
  for (const path of ["/api/events", "/api/system/updates", "/system/updates"]) paths.delete(path);
  for (const path of [...paths, "/nowhere", "/api/nowhere", "/jobs/"]) {
    for (const init of [{}, { method: "PATCH" }, { headers: { Accept: "text/html" } }]) {
      // Each request uses a new app, in which no group is loaded yet.
      const alone = createApp(app.services);
      const request = () => {
        const headers = { ...init.headers, Host: "lathe.local:3939" };
        return new Request(`http://lathe.local:3939${path}`, { ...init, headers });
      };
      const [lazy, whole] = [
        await alone.fetch(request(), { peer: "127.0.0.1" }),
        await app.app.fetch(request(), { peer: "127.0.0.1" }),
      ];
      const about = ({ status, headers }: Response) => [status, headers.get("allow"), headers.get("content-type")];
      same(about(lazy), about(whole), `${init.method ?? "GET"} ${path}`);
      await Promise.all([lazy.body?.cancel(), whole.body?.cancel()]);
    }
  }
});

Deno.test("two simultaneous first requests to a group share its routes and their state", async () => {
  await using app = await openApp();
  const alone = createApp(app.services);
  const ask = (path: string) =>
    alone.fetch(new Request(`http://lathe.local:3939${path}`, { headers: { Host: "lathe.local:3939" } }), {
      peer: "127.0.0.1",
    });
  const answers = await Promise.all(["/api/jobs", "/api/jobs", "/api/queue", "/", "/api/openapi.json"].map(ask));
  same(answers.map(({ status }) => status), [200, 200, 200, 200, 200]);
  const document = await answers.at(-1)?.json();
  is(Object.keys(document.paths)[0], "/health");
  await Promise.all(answers.slice(0, -1).map(({ body }) => body?.cancel()));
});
