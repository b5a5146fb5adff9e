import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import * as z from "zod";
import { Settings } from "../lib/platform/settings/schema.ts";
import { treeWith, valueAt } from "../lib/platform/settings/tree.ts";
import { inApp } from "../tests/fixtures/app.ts";

/** Invalid values of every setting are rejected with the name of the field, and nothing is saved. */

interface JsonSchema {
  type?: string;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  pattern?: string;
}

/** Keys whose values are set by the API itself or are write-only. */
const OWN = new Set(["general.security.apiKey", "general.security.passwordSet", "general.security.password"]);

/** Returns values that are invalid for a leaf of the schema. */
function wrongValues(schema: JsonSchema): unknown[] {
  if (schema.enum) return ["no such choice", null, 7, {}];
  switch (schema.type) {
    case "boolean":
      return ["true", 1, null];
    case "integer":
      return [
        ...(schema.minimum === undefined ? [] : [schema.minimum - 1]),
        ...(schema.maximum === undefined ? [] : [schema.maximum + 1]),
        1.5,
        "12",
        null,
        2 ** 60,
      ];
    case "string":
      return [
        ...(schema.maxLength === undefined ? [] : ["a".repeat(schema.maxLength + 1)]),
        ...(schema.minLength ? [""] : []),
        5,
        [],
        "line\u0000end",
        "line\u001bend",
      ];
    case "array":
      return ["text", {}, null, [null]];
  }
  return [true, ["a"]];
}

function leaves(schema: JsonSchema, key = ""): { key: string; schema: JsonSchema }[] {
  if (!schema.properties) return [{ key, schema }];
  return Object.entries(schema.properties).flatMap(([name, part]) =>
    leaves(part, key === "" ? name : `${key}.${name}`)
  );
}

/** Invalid values of the right type. The error must name the key, or `field` if present. */
const WRONG: [key: string, value: unknown, field?: string][] = [
  ...["999.1.1.1", "8.8.8.8", "300.0.0.1", "somewhere", "::g", "1.2.3", "2001:db8::1"].map((value) =>
    ["general.host.bindAddress", value] as [string, unknown]
  ),
  ...["/../x", "/..", "/a/../b", "/.", "/...", "//", "/a/", "a", "/a b", "/a?b"].map((value) =>
    ["general.host.urlBase", value] as [string, unknown]
  ),
  ["general.host", { enableSsl: true }, "general.host.sslCertPath"],
  ["general.host", { enableSsl: true, sslCertPath: "/nowhere/a.pem" }, "general.host.sslCertPath"],
  ["general.host", { enableSsl: true, sslCertPath: "/etc/hostname" }, "general.host.sslCertPath"],
  ["general.host.sslCertPath", "relative.pem"],
  ["general.host.sslKeyPath", "../key.pem"],
  ["general.host", { enableSsl: true, sslPort: 3939 }, "general.host.sslPort"],
  ...["ftp://host", "http://", "host:80", "http://me:secret@host", "http://host/?a=b", "http://host/#part"].flatMap((
    value,
  ) =>
    ["general.host.applicationUrl", "connections.movie.url", "connections.soulseek.url"].map((key) =>
      [key, value] as [string, unknown]
    )
  ),
  ["general.host.allowedHosts", ["a b"], "general.host.allowedHosts.0"],
  ["general.security.username", "me:you"],
  ...["10.0.0.0/33", "nonsense", "10.0.0", "::1/129", "10.0.0.0/8/8", "10.0.0.0/x", "*"].map((value) =>
    ["general.security.trustedProxies", ["127.0.0.1", value], "general.security.trustedProxies.1"] as [
      string,
      unknown,
      string,
    ]
  ),
  ...["media", "./media", "../media", "C:/media"].map((value) =>
    ["general.security.mediaRoots", [value], "general.security.mediaRoots.0"] as [string, unknown, string]
  ),
  ["general.security.oidc", { enabled: true }, "general.security.oidc.issuer"],
  ["general.security.oidc.issuer", "auth.example.org"],
  ["general.security.oidc.users", [""], "general.security.oidc.users.0"],
  ["general.security.proxyHeader", { enabled: true }, "general.security.proxyHeader.users"],
  ["general.security.proxyHeader.header", "Remote User"],
  ["general.proxy", { enabled: true }, "general.proxy.hostname"],
  ["general.proxy", { enabled: true, hostname: "" }, "general.proxy.hostname"],
  ["general.proxy.hostname", "http://proxy"],
  ["general.proxy.hostname", "pro xy"],
  ["general.updates.branch", ""],
  ["general.updates.branch", "../../other"],
  ["general.updates.branch", "main branch"],
  ["general.updates.scriptPath", "update.sh"],
  ["general.updates.scriptPath", "/nowhere/update.sh"],
  ...["/tmp", "..", "../elsewhere", "a/../../b", "/", "."].map((value) =>
    ["general.backups.folder", value] as [string, unknown]
  ),
  ["connections.movie", { enabled: true, url: "" }, "connections.movie.url"],
  ["connections.series", { enabled: true, url: "" }, "connections.series.url"],
  ["connections.soulseek.downloadsPath", "downloads"],
  ["pathMappings", [{ remote: "movies", local: "/movies" }], "pathMappings.0.remote"],
  ["pathMappings", [{ remote: "/movies", local: "movies" }], "pathMappings.0.local"],
  ["pathMappings", [{ remote: "/movies", local: "C:\\movies" }], "pathMappings.0.local"],
  ["pathMappings", [{ remote: "/a", local: "/b" }, { remote: "", local: "/b" }], "pathMappings.1.remote"],
  ["localMedia.folders", [{ path: "films" }], "localMedia.folders.0.path"],
  ["localMedia.folders", [{ path: "/films", kind: "book" }], "localMedia.folders.0.kind"],
  ["defaultProfiles.movie", "no-such-profile"],
  ["defaultProfiles.movie", ""],
  ["defaultProfiles.movie", "builtin-music-flac"],
  ["defaultProfiles.anime", "builtin-music-opus"],
  ["defaultProfiles.tv", "../builtin"],
  ["defaultProfiles.music", "builtin-movie-1080p"],
  ["defaultProfiles.music", "builtin-smart-anime"],
  ["auto.profiles.movie", "no-such-profile"],
  ["auto.profiles.tv", "builtin-music-flac"],
  ["auto.profiles.anime", "builtin-music-mp3-v0"],
  ["omdb", { enabled: true }, "omdb.apiKey"],
  ["transcoding.schedule", { enabled: true, from: "22:00", to: "22:00" }, "transcoding.schedule.to"],
  ["transcoding.schedule.from", "24:00"],
  ["transcoding.schedule.days", [7], "transcoding.schedule.days.0"],
  ...["/proc/x", "/etc/rips", "/", "/etc/hostname/rips", "/dev/shm"].map((value) =>
    ["disc.ripDirectory", value] as [string, unknown]
  ),
  ["disc.virtualDriveDirectory", "/nowhere/images"],
  ["disc.virtualDriveDirectory", "/etc/hostname"],
  ["ffmpegPath", "ffmpeg"],
  ["ffmpegPath", "/nowhere/ffmpeg"],
  ["ffprobePath", "/etc"],
  ["ocr.languages", ["english"], "ocr.languages.0"],
  ["languages.preferred", ["English"], "languages.preferred.0"],
  ["localMedia.metadataLanguage", "english"],
  ["cddb.server", "gnudb.org"],
  ["disc.virtualDriveDirectory", "discs"],
  ...["http://host:1883", "mqtt://", "mqtt://user:secret@host", "mqtt://host/path", "mqtt://host:99999", "host:1883"]
    .map((
      url,
    ) => ["mqtt.url", url] as [string, unknown]),
  ...["", "/lathe", "lathe/", "a//b", "#", "a/+/b", "$SYS", "a b"].flatMap((topic) =>
    ["mqtt.baseTopic", "mqtt.discoveryPrefix"].map((key) => [key, topic] as [string, unknown])
  ),
  ["mqtt.enabled", true, "mqtt.url"],
  ["mqtt.password", "secret", "mqtt.username"],
  ["disc.ripDirectory", "rips"],
  ["disc.virtualDrives", [{ id: "a", path: "a.iso", addedAt: "2026-01-01T00:00:00Z" }], "disc.virtualDrives.0.path"],
  [
    "disc.virtualDrives",
    ["/a.iso", "/b.iso"].map((path) => ({ id: "a", path, addedAt: "2026-01-01T00:00:00Z" })),
    "disc.virtualDrives.1.id",
  ],
  ["disc.addTargets", { movie: { root: "movies" } }, "disc.addTargets.movie.root"],
  ...[
    { kind: "webhook" },
    { kind: "webhook", url: "host/path" },
    { kind: "webhook", url: "ftp://host/path" },
    { kind: "discord", url: "javascript:alert(1)" },
    { kind: "telegram", token: "1:a" },
    { kind: "telegram", target: "5" },
    { kind: "gotify", url: "http://host" },
    { kind: "ntfy", url: "http://host" },
    { kind: "apprise", url: "http://host" },
    { kind: "pushbullet" },
    { kind: "script" },
  ].map((target) =>
    ["notifications.targets", [{ id: "one", name: "One", ...target }], "notifications.targets.0"] as [
      string,
      unknown,
      string,
    ]
  ),
  ...[
    [{ url: "" }, "url"],
    [{ token: "" }, "token"],
    [{ url: "ftp://plex" }, "url"],
    [{ mappings: ["/data"] }, "mappings.0"],
    [{ mappings: [{ remote: "", local: "/a" }] }, "mappings.0.remote"],
    [{ streamLimit: -1 }, "streamLimit"],
    [{ kind: "kodi" }, "kind"],
    [{ name: "a\nb" }, "name"],
  ].map(([change, field]): [string, unknown, string] => [
    "players.servers",
    [{ id: "tv", name: "TV", kind: "plex", url: "http://plex:32400", token: "t", ...change as object }],
    `players.servers.0.${field}`,
  ]),
  [
    "notifications.targets",
    [{ id: "one", name: "One", kind: "script", path: "/nowhere" }],
    "notifications.targets.0.path",
  ],
  [
    "notifications.targets",
    [1, 2].map((n) => ({ id: "one", name: `${n}`, kind: "webhook", url: "http://host/" })),
    "notifications.targets.1.id",
  ],
];

inApp("slow: every setting refuses values that cannot work, naming the field, and saves nothing", async (app) => {
  const generated = leaves(z.toJSONSchema(Settings, { unrepresentable: "any", io: "input" }) as JsonSchema)
    .filter(({ key }) => !OWN.has(key))
    .flatMap(({ key, schema }) => wrongValues(schema).map((value): [string, unknown] => [key, value]));
  const cases: typeof WRONG = [...generated, ...WRONG];
  ok(cases.length >= 300, `${cases.length}`);
  const before = app.instance.settings.stored();
  const accepted: string[] = [];
  for (const [key, value, field = key] of cases) {
    const response = await app.call("/api/settings", { method: "PUT", json: treeWith(key, value) });
    const problem = await response.json();
    const named = (problem.errors ?? []).map(({ path }: { path: string }) => path);
    // A secret can be cleared with null.
    if (response.status === 200 && value === null) continue;
    if (response.status !== 422 || !named.some((path: string) => path === field || path.startsWith(`${field}.`))) {
      accepted.push(`${key} = ${JSON.stringify(value)?.slice(0, 80)}: ${response.status} ${named.join(", ")}`);
    }
    if (valueAt(app.instance.settings.stored(), key) !== valueAt(before, key)) {
      same(app.instance.settings.stored(), before, key);
    }
  }
  same(accepted, []);
});

inApp("settings that stay as they are do not stop others from being saved", async (app) => {
  await app.instance.settings.update({
    general: { host: { bindAddress: "10.99.99.99" } },
    pathMappings: [{ remote: "a", local: "b" }],
  });
  const response = await app.call("/api/settings", { method: "PUT", json: { concurrency: 3 } });
  is(response.status, 200);
});

inApp("a notification target without an id gets one and keeps it", async (app) => {
  const target = { name: "Hook", kind: "webhook", url: "http://host/" };
  const put = async (targets: unknown[]) =>
    (await (await app.call("/api/settings", { method: "PUT", json: { notifications: { targets } } })).json())
      .notifications.targets;
  const [first] = await put([target]);
  ok(/^[A-Za-z0-9_-]+$/.test(first.id), JSON.stringify(first));
  const again = await put([first, target]);
  is(again[0].id, first.id);
  ok(again[1].id !== first.id);
});

const UNKNOWN: [patch: unknown, key: string, nearest: string][] = [
  [{ concurency: 3 }, "concurency", "concurrency"],
  [{ concurrency: 3, disc: { minTitleSecond: 60 } }, "disc.minTitleSecond", "disc.minTitleSeconds"],
  [
    { disc: { addTargets: { movie: { rootFolderPath: "/movies" } } } },
    "disc.addTargets.movie.rootFolderPath",
    "disc.addTargets.movie.root",
  ],
];

inApp("an unknown key is refused with the nearest known one, and nothing is saved", async (app) => {
  const before = app.instance.settings.stored();
  for (const [patch, key, nearest] of UNKNOWN) {
    const response = await app.call("/api/settings", { method: "PUT", json: patch });
    const problem = await response.json();
    is(response.status, 422);
    is(problem.code, "invalid");
    same(problem.errors, [{ path: key, message: `There is no such setting. The closest match is ${nearest}.` }]);
    same(app.instance.settings.stored(), before);
  }
});

inApp("what the settings return can be sent back as it is", async (app) => {
  for (const method of ["GET", "PUT"]) {
    const tree = await (await app.call("/api/settings", method === "GET" ? {} : { method, json: {} })).json();
    is((await app.call("/api/settings", { method: "PUT", json: tree })).status, 200, method);
  }
});
