import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { type CallInit, openApp } from "../tests/fixtures/app.ts";
import { documentOf, endpointsOf } from "../tests/fixtures/document.ts";
import { fromSchema, nearly } from "../tests/fixtures/schema_arbitrary.ts";

/** No request may cause an internal error, an undocumented status code, or the disclosure of internals. */

/** Number of requests. `deno task fuzz` sends many more. */
const RUNS = Deno.env.has("LATHE_FUZZ") ? Number(Deno.env.get("LATHE_FUZZ")) : undefined;

interface Body {
  content?: Record<string, { schema?: unknown }>;
}

const TRAVERSAL = [
  "../../etc/passwd",
  "..%2f..%2fetc%2fpasswd",
  "%2e%2e%2fetc%2fpasswd",
  "....//etc/passwd",
  "/etc/passwd",
  "\\..\\..\\etc\\passwd",
  "settings.json",
  "..",
  ".",
  "app.js%00.css",
  "con",
  "file:///etc/passwd",
  "concat:/etc/passwd",
  "http://127.0.0.1:1/x.mkv",
  "/proc/self/environ",
  "/proc/self/fd/0",
  "/dev/zero",
  "/sys/kernel",
  "~/x",
  "$(id)",
  "`id`",
  "a\nb",
  "\u202egnp.exe",
  "ÿ",
  "e\u0301",
];

const oddText = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom(...TRAVERSAL, "", "0", "-1", "1e999", "NaN", "null", "true", "x".repeat(5000), "\ud800", "__proto__"),
);
const oddValue = fc.oneof(
  { depthSize: "small" },
  oddText,
  fc.integer(),
  fc.double(),
  fc.constantFrom(null, true, false, Number.MAX_SAFE_INTEGER, -0, 1e308),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Bodies with field names known to the API and arbitrary values. */
const FIELDS = [
  "profileId",
  "profile",
  "source",
  "localPath",
  "items",
  "audioOnly",
  "name",
  "video",
  "audio",
  "output",
  "container",
  "limit",
  "paused",
  "suspend",
  "direction",
  "position",
  "before",
  "statuses",
  "concurrency",
  "general",
  "security",
  "dismissed",
  "path",
  "profileIds",
  "priority",
  "kind",
  "url",
  "apiKey",
  "token",
  "target",
  "events",
  "connections",
  "movie",
  "notifications",
  "targets",
  "__proto__",
  "constructor",
] as const;
const oddBody: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  tree: fc.dictionary(
    fc.constantFrom(...FIELDS),
    fc.oneof({ maxDepth: 3 }, oddValue, tie("tree"), fc.array(tie("tree"), { maxLength: 3 })),
    {
      maxKeys: 6,
    },
  ),
})).tree;

const oddQuery = fc.dictionary(
  fc.constantFrom(
    "path",
    "status",
    "limit",
    "cursor",
    "sort",
    "order",
    "q",
    "which",
    "t",
    "w",
    "files",
    "discard",
    "format",
    "part",
    "audioOnly",
    "url",
    "tail",
    "download",
    "before",
    "level",
    "source",
    "refresh",
  ),
  oddText,
  { maxKeys: 4 },
);

Deno.test("slow: S-IN-2: no request crashes the service, leaves the documented responses, or reveals internals", async () => {
  const faults: unknown[] = [];
  await using app = await openApp({
    onLog: (level, message, facts) => level === "error" && faults.push([message, facts]),
  });
  await app.instance.jobs.setPaused(true);
  let before = 0;
  let asked = 0;
  const { apiKey } = app.instance.settings.current().general.security;
  const document = await documentOf(app);
  const endpoints = endpointsOf(document).filter(({ path }) => !/apikey$|restore$/.test(path));
  /** Generates valid bodies, valid bodies with a mistake, and arbitrary values. */
  const bodyFor = ({ operation }: (typeof endpoints)[number]): fc.Arbitrary<unknown> => {
    const schema = (operation.requestBody as Body | undefined)?.content?.["application/json"]?.schema;
    const hostile = fc.oneof(oddBody, oddValue);
    if (schema === undefined) return hostile;
    const valid = fromSchema(schema, document.components.schemas);
    return fc.oneof(valid, nearly(valid, oddValue), hostile);
  };
  const request = fc.constantFrom(...endpoints).chain((endpoint) =>
    fc.record({
      endpoint: fc.constant(endpoint),
      id: fc.oneof(fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/), oddText),
      query: oddQuery,
      body: bodyFor(endpoint),
    })
  );
  await fc.assert(
    fc.asyncProperty(request, async ({ endpoint: { method, path, operation }, id, query, body }) => {
      // The memory is measured after a quarter of the requests, when everything is loaded and warmed up.
      if (++asked === Math.floor((RUNS ?? 0) / 4)) before = Deno.memoryUsage().rss;
      const segment = encodeURIComponent(id.toWellFormed()).replaceAll(".", "%2E") || "x";
      const address = `${path.replace(/\{\w+\}/, segment)}?${new URLSearchParams(query)}`;
      const init: CallInit = method === "GET" ? { method } : { method, json: body ?? {} };
      const response = await app.call(address, { ...init, headers: { "X-Api-Key": apiKey } });
      const text = await response.text();
      const said = `${method} ${address} ${JSON.stringify(init.json)}: ${response.status} ${text.slice(0, 300)}`;
      ok(response.status !== 500, said);
      ok(operation.responses[response.status] ?? [404, 405].includes(response.status), said);
      ok(!/\n\s+at |file:\/\/\/.*\.tsx?:\d/.test(text), said);
      if (response.status >= 400) ok(!text.includes(app.folder), said);
    }),
    RUNS === undefined ? { numRuns: 600, interruptAfterTimeLimit: 20_000 } : { numRuns: RUNS },
  );
  if (RUNS !== undefined) {
    const grown = (Deno.memoryUsage().rss - before) / (1 << 20);
    console.log(`${RUNS} requests, memory ${grown.toFixed(0)} MB more at the end than after a quarter`);
    ok(grown < 64, `${grown} MB`);
  }
  same(faults, []);
  is(Object.hasOwn(Object.prototype, "video"), false);
});

Deno.test("S-PATH-1: a static file is served by its known name only; everything else is not found", async () => {
  await using app = await openApp();
  // The URL parser removes a lone dot segment here. The socket tests send it unchanged.
  for (const name of TRAVERSAL.filter((text) => !/^\.+$/.test(text))) {
    const response = await app.call(`/static/${encodeURIComponent(name)}`);
    await response.body?.cancel();
    ok([400, 404].includes(response.status), `${name}: ${response.status}`);
  }
});

Deno.test("S-PATH-4: files that are not media are never opened: pipes, devices, folders, Lathe's own files", async () => {
  await using app = await openApp();
  const at = (name: string) => `${app.folder}/${name}`;
  await new Deno.Command("mkfifo", { args: [at("pipe.mkv")] }).output();
  await Deno.symlink("/proc/self/environ", at("link.mkv"));
  await Deno.symlink("/nowhere", at("dangling.mkv"));
  await Deno.mkdir(at("folder.mkv"));
  const paths = [
    // Without configured media folders, an absolute path to a regular file may be read (safety.md, S-PATH-4).
    ...TRAVERSAL.filter((path) => path !== "/etc/passwd"),
    ...["pipe.mkv", "link.mkv", "dangling.mkv", "folder.mkv", "config/data/settings.json", "config/data/lathe.db"].map(
      at,
    ),
    `${app.folder}/config/../config/data/lathe.db`,
  ];
  for (const path of paths) {
    const create = await app.call("/api/jobs", { json: { profileId: "builtin-web-mp4", source: { localPath: path } } });
    const metadata = await app.call(`/api/media/metadata?path=${encodeURIComponent(path)}`);
    for (const response of [create, metadata]) {
      ok([403, 404, 422].includes(response.status), `${path}: ${response.status} ${await response.clone().text()}`);
      await response.body?.cancel();
    }
  }
});

Deno.test("S-PATH-2: with media folders set, nothing outside them is read, listed or queued", async () => {
  await using app = await openApp();
  const media = `${app.folder}/media`;
  await Deno.mkdir(media);
  await Deno.mkdir(`${app.folder}/media2`);
  for (const folder of ["media", "media2"]) await Deno.writeTextFile(`${app.folder}/${folder}/a.mkv`, "x");
  await Deno.symlink(`${app.folder}/media2`, `${media}/way-out`);
  await app.instance.settings.update({ general: { security: { mediaRoots: [media] } } });
  const outside = [`${app.folder}/media2/a.mkv`, `${media}/../media2/a.mkv`, `${media}/way-out/a.mkv`, "/etc/hostname"];
  // The response must not disclose whether a file exists.
  const missing = outside.map((path) => path.replace(/[^/]+$/, "none/a.mkv"));
  for (const path of [...outside, ...missing]) {
    const json = { profileId: "builtin-web-mp4", source: { localPath: path } };
    for (
      const response of [
        await app.call("/api/jobs", { json }),
        await app.call(`/api/media/metadata?path=${encodeURIComponent(path)}`),
        await app.call(`/api/media/frame?path=${encodeURIComponent(path)}`),
        await app.call(`/api/fs/list?path=${encodeURIComponent(path.replace(/\/a\.mkv$/, ""))}`),
      ]
    ) {
      is(response.status, 403, `${path}: ${await response.clone().text()}`);
      is((await response.json()).code, "path_not_allowed");
    }
  }
});
