import { deepStrictEqual as same, match, ok, rejects, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { HttpProblem, type HttpRequest, type HttpResponse } from "../http_client/model.ts";
import { Settings } from "../settings/schema.ts";
import { installText, mechanismOf } from "./install_text.ts";
import { createUpdates, type UpdatesOptions } from "./service.ts";
import { compareVersions, parseVersion } from "./version.ts";

const part = fc.integer({ min: 0, max: 30 });
const version = fc.tuple(part, part, part, part).map((parts) => parts.join("."));

Deno.test("versions are ordered part by part, and a pre-release comes before its release", () => {
  fc.assert(fc.property(version, version, (a, b) => {
    const [left, right] = [a, b].map((text) => text.split(".").reduce((sum, one) => sum * 1000 + Number(one), 0));
    is(Math.sign(compareVersions(a, `v${b}`)), Math.sign((left ?? 0) - (right ?? 0)));
  }));
  ok(compareVersions("1.0.0.0-beta.2", "1.0.0.0") < 0);
  ok(compareVersions("1.0.0.0-beta.10", "1.0.0.0-beta.9") > 0);
  for (const tag of ["1.2.3", "1.2.3.4.5", "latest", "v1.2.3.x", "", "1.2.3.4 "]) {
    is(parseVersion(tag) !== undefined, tag.trim() === "1.2.3.4", tag);
  }
});

Deno.test("the update instructions fit the installation, unless the settings name another type", () => {
  is(mechanismOf("", "docker"), "docker");
  is(mechanismOf("", "source"), "external");
  is(mechanismOf("script", "docker"), "script");
  const facts = { version: "2.0.0.0", scriptPath: "/opt/up.sh", url: "https://example.org/r" };
  match(installText({ ...facts, mechanism: "docker" }), /docker compose pull/);
  match(installText({ ...facts, mechanism: "script" }), /\/opt\/up\.sh 2\.0\.0\.0/);
  match(installText({ ...facts, mechanism: "external" }), /git checkout v2\.0\.0\.0/);
  match(installText({ ...facts, mechanism: "builtIn" }), /https:\/\/example\.org\/r/);
});

const release = (tag: string, more = {}) => ({
  tag_name: tag,
  name: `Lathe ${tag}`,
  body: "notes",
  draft: false,
  prerelease: false,
  published_at: "2026-01-01T00:00:00Z",
  html_url: "https://example.org/r",
  ...more,
});

/** Updates based on a release list that the test returns. */
function setUp(answer: (request: HttpRequest) => Partial<HttpResponse> & { json?: unknown }, general = {}) {
  let now = Date.parse("2026-06-01T00:00:00Z");
  const asked: HttpRequest[] = [];
  const memory = new Map<string, unknown>();
  const announced: string[] = [];
  const options: UpdatesOptions = {
    settings: { current: () => Settings.parse({ general }) },
    http: {
      send(request) {
        asked.push(request);
        const { json, ...more } = answer(request);
        const body = new TextEncoder().encode(JSON.stringify(json ?? null));
        return Promise.resolve({ status: 200, headers: new Headers(), body, url: request.url, ...more });
      },
    },
    clock: { now: () => new Date(now), monotonicMs: () => now },
    current: "1.0.0.0",
    kind: "package",
    memory: {
      get: (key) => Promise.resolve(memory.get(key)),
      set: (key, value) => Promise.resolve(void memory.set(key, value)),
    },
    onNewer: ({ version }) => void announced.push(version),
  };
  return {
    updates: createUpdates(options),
    asked,
    announced,
    pass: (hours: number) => void (now += hours * 3_600_000),
  };
}

Deno.test("releases are sorted by version, marked, and the newest is named and announced once", async () => {
  const json = [
    release("v1.0.0.0"),
    release("v0.9.0.0"),
    release("v1.1.0.0"),
    release("v1.0.0.10"),
    release("nightly"),
    release("v3.0.0.0", { draft: true }),
    release("v2.0.0.0-beta.1", { prerelease: true }),
  ];
  const { updates, announced, pass } = setUp(() => ({ json }));
  const status = await updates.status();
  same(status.releases.map(({ version, installed, newer }) => [version, installed, newer]), [
    ["1.1.0.0", false, true],
    ["1.0.0.10", false, true],
    ["1.0.0.0", true, false],
    ["0.9.0.0", false, false],
  ]);
  is(status.available, "1.1.0.0");
  ok(status.releases[0]?.install && status.releases[2]?.install === undefined);
  pass(7);
  await updates.status();
  same(announced, ["1.1.0.0"]);
});

Deno.test("a branch other than main shows pre-releases too", async () => {
  const json = [release("v2.0.0.0-beta.1", { prerelease: true })];
  is((await setUp(() => ({ json }), { updates: { branch: "beta" } }).updates.status()).available, "2.0.0.0-beta.1");
  is((await setUp(() => ({ json })).updates.status()).available, undefined);
});

Deno.test("the list is read once in six hours, with the tag of the last one; unchanged keeps it", async () => {
  const { updates, asked, pass } = setUp(({ headers }) =>
    headers?.["if-none-match"] === '"a"'
      ? { status: 304 }
      : { json: [release("v1.1.0.0")], headers: new Headers({ etag: '"a"' }) }
  );
  await updates.status();
  pass(5.9);
  await updates.status();
  is(asked.length, 1);
  pass(0.2);
  is((await updates.status()).available, "1.1.0.0");
  is(asked.length, 2);
  is(asked[1]?.headers?.["if-none-match"], '"a"');
});

Deno.test("S-WEB-2: the list can be read again on request once a minute", async () => {
  const { updates, asked, pass } = setUp(() => ({ json: [] }));
  await updates.status({ refresh: true });
  await rejects(updates.status({ refresh: true }), /moment ago/);
  pass(1 / 60);
  await updates.status({ refresh: true });
  is(asked.length, 2);
});

Deno.test("an unreachable list keeps the last one, with the reason", async () => {
  let failure: "" | "limit" | "down" | "odd" = "";
  const { updates, pass } = setUp(() => {
    if (failure === "down") throw new HttpProblem("timeout", "api.github.com did not respond in time.");
    if (failure === "limit") {
      return { status: 403, headers: new Headers({ "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1780000000" }) };
    }
    return { json: failure === "odd" ? { message: "hello" } : [release("v1.1.0.0")] };
  });
  await updates.status();
  for (
    const [what, said] of [["limit", /60 times an hour/], ["down", /did not respond/], [
      "odd",
      /unknown format/,
    ]] as const
  ) {
    failure = what;
    pass(7);
    const status = await updates.status();
    match(status.error ?? "", said);
    is(status.available, "1.1.0.0");
  }
  failure = "";
  pass(7);
  is((await updates.status()).error, undefined);
});
