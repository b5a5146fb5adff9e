import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { inApp, openApp, type TestApp } from "../tests/fixtures/app.ts";
import { startManager } from "../tests/fakes/manager.ts";
import { attachment } from "./http/attachment.ts";
import { FFMPEG } from "../tests/kit/ffmpeg.ts";

/** Information about the instance in the API. The HTTP client shares one timer among all tests. */
const jsonOf = async (response: Promise<Response>) => await (await response).json();
const put = (app: TestApp, settings: unknown) => app.call("/api/settings", { method: "PUT", json: settings });

const TRAVERSAL = [
  "../settings.json",
  "..%2fsettings.json",
  "....//settings.json",
  "/etc/passwd",
  "service.txt/../../data/settings.json",
  "service.txt\0.zip",
  "settings.json",
  "lathe.db",
  "service.txt.zip",
  "..",
  ".",
  "~",
  "%2e%2e",
  "service.1.txt/",
  "C:\\Windows\\win.ini",
  "\\\\host\\share",
  "a".repeat(255),
  "service.txt ",
  "SERVICE.TXT",
];

inApp("S-PATH-1: logs and backups are named from their lists, and by no other spelling", async (app) => {
  const { logs } = app.instance.storage.folders;
  await Deno.writeTextFile(`${logs}/service.txt`, "first\nsecond\nthird\n");
  await Deno.writeTextFile(`${logs}/secret.txt`, "hidden");
  const { name } = await jsonOf(app.call("/api/system/backups", { method: "POST" }));
  same((await jsonOf(app.call("/api/system/logs"))).map((file: { name: string }) => file.name), ["service.txt"]);
  is(await (await app.call("/api/system/logs/service.txt?tail=2")).text(), "second\nthird\n");
  // The URL parser removes lone dots here. The socket tests send them unchanged.
  for (const odd of [...TRAVERSAL, "secret.txt"].filter((text) => !/^(\.|%2e)+$/i.test(text))) {
    const coded = encodeURIComponent(odd).replaceAll(".", "%2E");
    for (
      const [method, path] of [["GET", `logs/${coded}`], ["GET", `backups/${coded}`], ["DELETE", `backups/${coded}`], [
        "POST",
        `backups/${coded}/restore`,
      ]]
    ) {
      const response = await app.call(`/api/system/${path}`, { method });
      const text = await response.text();
      ok([400, 404].includes(response.status), `${method} ${path}: ${response.status} ${text}`);
    }
  }
  is((await app.call(`/api/system/backups/${name}`, { method: "DELETE" })).status, 200);
  same(await jsonOf(app.call("/api/system/backups")), []);
});

inApp("S-WEB-8: what is downloaded is saved, never shown, whatever its name holds", async (app) => {
  const { name } = await jsonOf(app.call("/api/system/backups", { method: "POST" }));
  const response = await app.call(`/api/system/backups/${name}`);
  is(response.headers.get("content-disposition"), `attachment; filename="${name}"; filename*=UTF-8''${name}`);
  is(response.headers.get("content-type"), "application/zip");
  is((await response.bytes()).length, Number(response.headers.get("content-length")));
  for (const odd of ['a"b.txt', "a\r\nSet-Cookie: x=1", "ü\u202egnp.exe", "a;b=c", "a\\b", "%41"]) {
    const header = attachment(odd);
    match(header, /^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w%.~!#$&+^`|{}-]+$/);
    ok(!/[\r\n]/.test(header) && header.split('"').length === 3, header);
    new Headers({ "Content-Disposition": header });
  }
});

inApp("tasks run on demand and are seen running; a second call and an unknown id are refused", async (app) => {
  const tasks = await jsonOf(app.call("/api/system/tasks"));
  same(tasks.map(({ id }: { id: string }) => id), [
    "health",
    "ffmpeg",
    "auto",
    "policies",
    "animedb",
    "local-scan",
    "waiting-jobs",
    "clean-images",
    "drives",
    "import-rips",
    "updates",
    "clean-transcodes",
    "backup",
  ]);
  const begun = await app.call("/api/system/tasks/backup/run", { method: "POST" });
  is(begun.status, 202);
  is((await begun.json()).running, true);
  is((await app.call("/api/system/tasks/backup/run", { method: "POST" })).status, 409);
  is((await app.call("/api/system/tasks/nobody/run", { method: "POST" })).status, 404);
  const ended = Promise.withResolvers<void>();
  app.instance.bus.on("task", ({ task }) => task.running || ended.resolve());
  await ended.promise;
  const [backup] = (await jsonOf(app.call("/api/system/tasks"))).filter(({ id }: { id: string }) => id === "backup");
  match(backup.lastResult, /_scheduled\.zip$/);
});

inApp("S-LIM-4: events are paged, filtered, searched and bounded; clearing them says so", async (app) => {
  const { events } = app.instance;
  for (let i = 0; i < 60; i++) {
    events.record({
      level: i % 3 === 0 ? "error" : "info",
      source: i % 2 === 0 ? "jobs" : "auth",
      message: `Event ${i} 100%`,
    });
  }
  const first = await jsonOf(app.call("/api/system/events?limit=20&source=jobs"));
  is(first.total, 30);
  is(first.items[0].message, "Event 58 100%");
  const second = await jsonOf(app.call(`/api/system/events?limit=20&source=jobs&cursor=${first.nextCursor}`));
  is(second.items[0].message, "Event 18 100%");
  is((await jsonOf(app.call("/api/system/events?level=error&limit=500"))).items.length, 20);
  is((await jsonOf(app.call("/api/system/events?q=event%203"))).total, 11);
  is((await jsonOf(app.call("/api/system/events?q=%25%25"))).total, 0, "% is a letter, not a wildcard");
  is((await app.call("/api/system/events", { method: "DELETE" })).status, 200);
  const left = await jsonOf(app.call("/api/system/events"));
  same(left.items.map(({ message }: { message: string }) => message), ["The event list was cleared."]);
});

inApp("the status names this instance, its programs, folders and jobs", async (app) => {
  const status = await jsonOf(app.call("/api/system"));
  is(status.version, "0.1.0.0");
  is(status.configDir, app.instance.storage.configDir);
  ok(status.ffmpeg.available && status.ffmpeg.videoEncoders.includes("libx264"));
  is(status.storage.length, 8);
  ok(status.storage.every(({ exists, writable }: { exists: boolean; writable: boolean }) => exists && writable));
  same(status.connections.map(({ name }: { name: string }) => name), [
    "Radarr",
    "Sonarr",
    "Lidarr",
    "Prowlarr",
    "slskd",
  ]);
});

inApp("metrics are plain text behind the door, with few series whatever is asked", async (app) => {
  for (const path of ["/api/queue", "/api/jobs/a", "/api/jobs/b", "/nowhere/a", "/nowhere/b"]) {
    await (await app.call(path)).text();
  }
  const response = await app.call("/metrics");
  match(response.headers.get("content-type") ?? "", /^text\/plain/);
  const text = await response.text();
  for (
    const name of ["lathe_jobs{", "lathe_saved_bytes", "process_resident_memory_bytes", 'lathe_info{version="0.1.0.0"}']
  ) {
    ok(text.includes(name), name);
  }
  const counts = text.split("\n").filter((line) => line.startsWith("lathe_http_request_duration_seconds_count"));
  ok(counts.some((line) => line.includes('route="/api/jobs/:id"') && line.endsWith(" 2")), counts.join("\n"));
  ok(!text.includes("/nowhere/a"));
  is((await app.call("/metrics", { peer: "203.0.113.9" })).status, 401);
});

Deno.test({
  name: "connection tests distinguish: success, wrong application, wrong key, login page, disconnected, silent",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    await using radarr = startManager({ appName: "Radarr", roots: ["/movies/"] });
    await using app = await openApp();
    const key = "0123456789abcdef0123456789abcdef";
    let ms = 0;
    const tried = async (kind: string, apiKey = key) => {
      // Tests are limited to one per second and caller, so each comes from another address.
      const peer = `192.168.1.${++ms}`;
      return await jsonOf(app.call(`/api/settings/test/${kind}`, { json: { url: radarr.url, apiKey }, peer }));
    };
    same(await tried("radarr"), { ok: true, appName: "Radarr", version: "5.28.0.10274" });
    same(await tried("movie-manager"), { ok: true, appName: "Radarr", version: "5.28.0.10274" });
    is((await tried("sonarr")).error, "This is Radarr, not Sonarr.");
    match((await tried("movie", "wrong")).error, /API key/);
    for (
      const [how, said] of [
        ["html", /not Radarr/],
        ["error", /^Radarr reports: database is locked$/],
        ["malformed", /unknown format/],
        ["redirect", /URL base/],
        ["drop", /closed the connection/],
      ] as const
    ) {
      radarr.behave(how);
      const answer = await tried("movie");
      is(answer.ok, false, how);
      match(answer.error, said, how);
    }
    is((await app.call("/api/settings/test/plex", { json: {} })).status, 404);
    radarr.behave("well");
    await put(app, { connections: { movie: { enabled: true, url: radarr.url, apiKey: key } } });
    same(await jsonOf(app.call("/api/settings/arr-options")), {
      movie: {
        qualityProfiles: [{ id: 6, name: "HD - 720p/1080p" }],
        rootFolders: [{ id: 1, path: "/movies/", freeBytes: 1e12 }],
      },
    });
    radarr.behave("malformed");
    const { movie, errors } = await jsonOf(app.call("/api/settings/arr-options"));
    same([movie, Object.keys(errors)], [undefined, ["movie"]]);
  },
});

Deno.test({
  name: "S-OUT-3: a masked key is sent only to its stored address, once a second",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    await using own = startManager({ appName: "Radarr", key: "stored-key" });
    await using other = startManager({ appName: "Radarr", key: "stored-key" });
    await using app = await openApp();
    await put(app, { connections: { movie: { enabled: true, url: own.url, apiKey: "stored-key" } } });
    const test = (json: unknown, peer: string) => app.call("/api/settings/test/movie", { json, peer });
    is((await jsonOf(test({ url: `${own.url}/`, apiKey: "********" }, "10.0.0.1"))).ok, true);
    is((await jsonOf(test({}, "10.0.0.2"))).ok, true);
    is((await jsonOf(test({ url: other.url, apiKey: "********" }, "10.0.0.3"))).ok, false);
    is((await jsonOf(test({ url: other.url }, "10.0.0.4"))).ok, false);
    same([...new Set(other.keys)], [""]);
    const crowd = await Promise.all(Array.from({ length: 12 }, () => test({}, "10.0.0.6")));
    const refused = crowd.filter(({ status }) => status === 429);
    ok(refused.length > 0 && refused.length <= 7, "those of five applications may come at once, and no more than that");
    for (const answer of refused) ok(Number(answer.headers.get("retry-after")) > 0);
    for (const answer of crowd) await answer.body?.cancel();

    const target = { id: "t1", name: "Phone", kind: "gotify", url: own.url, token: "Astored" };
    await put(app, { notifications: { targets: [target] } });
    const masked = { ...target, url: other.url, token: "********" };
    const answer = await jsonOf(app.call("/api/notifications/test", { json: masked, peer: "10.0.0.5" }));
    same([answer.ok, answer.detail], [false, "Enter the application token."]);
  },
});

Deno.test({
  name: "S-WEB-7, S-OUT-2: images are sent as JPEG from covers of managers, and no other content is passed on",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    await using radarr = startManager({ appName: "Radarr", key: "k" });
    await using app = await openApp();
    await put(app, { connections: { movie: { enabled: true, url: radarr.url, apiKey: "k" } } });
    const image = (url: string) => app.call(`/api/image?url=${encodeURIComponent(url)}`);
    const cover = await image(`${radarr.url}/MediaCover/1/poster.jpg?lastWrite=1`);
    is(cover.headers.get("content-type"), "image/jpeg");
    same([...(await cover.bytes()).slice(0, 3)], [0xff, 0xd8, 0xff]);
    const asked = radarr.paths.length;
    is((await image(`${radarr.url}/MediaCover/1/poster.jpg?lastWrite=1`)).status, 200);
    is(radarr.paths.length, asked, "kept");
    for (const name of ["x.svg", "x.html", "broken.png"]) {
      const response = await image(`${radarr.url}/MediaCover/1/${name}`);
      is(response.status, 422, `${name}: ${await response.text()}`);
    }
    const refused = [
      `${radarr.url}/api/v3/system/status`,
      `${radarr.url}/MediaCover/../api/v3/system/status`,
      `${radarr.url}/MediaCover/%2e%2e/api/v3/movie`,
      radarr.url.replace("127.0.0.1", "localhost") + "/MediaCover/1/poster.jpg",
      "http://127.0.0.1:1/MediaCover/1/poster.jpg",
      "http://169.254.169.254/latest/meta-data",
      "https://image.tmdb.org.evil.example/x.jpg",
      "https://image.tmdb.org@evil.example/x.jpg",
      "https://user:pass@image.tmdb.org/x.jpg",
      "http://image.tmdb.org/x.jpg",
      "https://image.tmdb.org:8443/x.jpg",
      "file:///etc/passwd",
      "data:image/png;base64,AAAA",
      "//image.tmdb.org/x.jpg",
      "",
    ];
    for (const url of refused) {
      const response = await image(url);
      ok([403, 422].includes(response.status), `${url}: ${response.status} ${await response.text()}`);
    }
    ok(!radarr.paths.some((path) => path.includes("system/status") || path.includes("/movie")));
    is((await image("https://image.tmdb.org/t/p/w500/x.jpg")).status, 502, "a known host that cannot be reached");
  },
});

inApp("S-WEB-9: no page holds the key of the API, not even for the one who is logged in with it", async (app) => {
  for (
    const path of [
      "/",
      "/activity",
      "/settings",
      "/profiles",
      "/savings",
      "/checks",
      "/discs",
      "/setup",
      "/api/docs",
      "/api/settings",
    ]
  ) {
    const response = await app.call(path, { headers: { Accept: "text/html", "X-Api-Key": app.apiKey } });
    ok(!(await response.text()).includes(app.apiKey), path);
  }
});

inApp(
  "programs named in the settings are judged before they are saved, and a change is told with what was before",
  async (app) => {
    const refused = await put(app, { ffmpegPath: `${app.folder}/nothing`, concurrency: 7 });
    is(refused.status, 422);
    same((await refused.json()).errors, [{ path: "ffmpegPath", message: "There is no such file." }]);
    is(app.instance.settings.current().concurrency, 1, "nothing was saved");
    await put(app, { ffmpegPath: FFMPEG });
    const { items } = await jsonOf(app.call("/api/system/events"));
    const told = items.find(({ message }: { message: string }) =>
      message === "The program path ffmpegPath was changed."
    );
    match(told.details, /Changed from auto-detected to \/usr\/bin\/ffmpeg by 127\.0\.0\.1/);
  },
);

inApp("S-AUTH-7: switching authentication on needs a login, and changing it the password of now", async (app) => {
  const security = (values: unknown) => put(app, { general: { security: values } });
  const fields = async (response: Response) =>
    ((await response.json()).errors ?? []).map(({ path }: { path: string }) => path.replace("general.security.", ""));
  same(await fields(await security({ authentication: "forms" })), ["username", "password"]);
  same(await fields(await security({ authentication: "forms", username: "me", password: "password" })), ["password"]);
  is((await security({ authentication: "forms", username: "me", password: "correct horse" })).status, 200);
  const stored = app.instance.settings.current().general.security;
  match(stored.password, /^scrypt\$/);
  ok(!JSON.stringify(app.instance.settings.masked()).includes("scrypt$"));
  same(await fields(await security({ password: "another horse" })), ["currentPassword"]);
  same(await fields(await security({ password: "another horse", currentPassword: "wrong horse" })), [
    "currentPassword",
  ]);
  same(await fields(await security({ username: "you" })), ["currentPassword"]);
  is((await security({ password: "another horse", currentPassword: "correct horse" })).status, 200);
  for (const nothing of ["", null]) {
    same(await fields(await security({ password: nothing, currentPassword: "another horse" })), ["password"]);
    same(await fields(await security({ authentication: "none", password: nothing })), ["currentPassword"]);
  }
  const off = { authentication: "none", password: "********" };
  same(await fields(await security(off)), ["currentPassword"]);
  same(await fields(await security({ ...off, currentPassword: "wrong horse" })), ["currentPassword"]);
  is((await security({ ...off, currentPassword: "another horse" })).status, 200);
});

inApp(
  "S-AUTH-7: fewer callers are asked for the login only with the current password, more without it",
  async (app) => {
    const security = (values: unknown) =>
      app.call("/api/settings", {
        method: "PUT",
        json: { general: { security: values } },
        headers: { "X-Api-Key": app.apiKey },
      });
    const login = { authentication: "basic", username: "me", password: "correct horse" };
    is((await security({ ...login, authenticationRequired: "enabled" })).status, 200);
    const open = { authenticationRequired: "disabledForLocalAddresses" };
    is((await security(open)).status, 422);
    is((await security({ ...open, currentPassword: "correct horse" })).status, 200);
    is((await security({ authenticationRequired: "enabled" })).status, 200);
    is((await security({ authentication: "forms" })).status, 200, "both modes ask for the login");
    is((await security({ authentication: "none", currentPassword: "correct horse" })).status, 200);
    is((await security(open)).status, 200, "nothing is asked for any more");
  },
);

inApp("S-LIM-2: asking for the head of the live stream takes no place in it", async (app) => {
  for (let i = 0; i < 80; i++) is((await app.call("/api/events", { method: "HEAD" })).status, 200);
  const stop = new AbortController();
  const stream = await app.call("/api/events", { signal: stop.signal });
  is(stream.status, 200);
  await stream.body?.cancel();
  stop.abort();
});

inApp("GET /api/settings/host holds the fields of HTTPS", async (app) => {
  const host = await (await app.call("/api/settings/host")).json();
  same([host.enableSsl, host.sslCertPath, host.sslKeyPath, host.sslPort], [false, "", "", undefined]);
  await app.instance.settings.update({
    general: { host: { enableSsl: true, sslCertPath: "/a.pem", sslKeyPath: "/b.pem" } },
  });
  const secure = await (await app.call("/api/settings/host")).json();
  same([secure.enableSsl, secure.sslCertPath, secure.sslKeyPath, secure.sslPort], [true, "/a.pem", "/b.pem", 9898]);
});
