import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { startPlex } from "../tests/fakes/plex.ts";
import { openApp, type TestApp } from "../tests/fixtures/app.ts";
import { until } from "../tests/kit/until.ts";
import { MASK } from "../lib/platform/settings/secrets.ts";

const inApp = (
  name: string,
  work: (app: TestApp, fake: ReturnType<typeof startPlex>, logged: string[]) => Promise<void>,
) =>
  Deno.test({
    name,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      await using fake = startPlex();
      const logged: string[] = [];
      await using app = await openApp({
        onLog: (level, message, facts) => void logged.push(`${level} ${message} ${JSON.stringify(facts)}`),
      });
      await work(app, fake, logged);
    },
  });

const saved = (fake: { url: string; token: string }, change: object = {}) => ({
  players: {
    servers: [{
      id: "tv",
      name: "Plex",
      kind: "plex",
      url: fake.url,
      token: fake.token,
      pauseEncodes: true,
      ...change,
    }],
  },
});

const test = async (app: TestApp, json: object) => await (await app.call("/api/players/test", { json })).json();

inApp(
  "a player is tested with the entered values, and S-OUT-3: a stored token is only sent to its address",
  async (app, fake) => {
    await using other = startPlex({ token: fake.token });
    await app.instance.settings.update(saved(fake));
    const entered = { kind: "plex", url: fake.url, token: fake.token };
    same(await test(app, entered), { ok: true, detail: "Version 1.41.3.9314-a0bfb8370. Libraries: Movies, Music." });
    same(await test(app, { ...entered, id: "tv", token: MASK, url: `${fake.url}/` }).then(({ ok }) => ok), true);
    const before = other.refused;
    same(await test(app, { ...entered, id: "tv", name: "TV", token: MASK, url: other.url }), {
      ok: false,
      detail: "TV does not accept the token.",
    });
    is(other.refused, before + 1);
    same(await test(app, { ...entered, token: "wrong" }).then(({ ok }) => ok), false);
    is((await app.call("/api/players/test", { json: { ...entered, url: "file:///etc" } })).status, 422);
    const crowd = await Promise.all(Array.from({ length: 12 }, () => app.call("/api/players/test", { json: entered })));
    ok(crowd.some(({ status }) => status === 429));
  },
);

inApp(
  "players are listed with libraries, streams and rescans, on the page and in the status, without their token",
  async (app, fake, logged) => {
    fake.streams = [{ title: "Dune", transcodes: true }];
    await app.instance.settings.update(saved(fake));
    const { items } = await (await app.call("/api/players")).json();
    const [{ reachable, version, sections, streams, rescans, holds }] = items;
    same([reachable, version, sections.length, holds], [true, "1.41.3.9314-a0bfb8370", 2, false]);
    same(streams, [{ user: "Alice", title: "Dune", device: "Living room", paused: false, transcodes: true }]);
    same(rescans, { waiting: 0, lastFolders: [], failed: 0 });
    const texts = [JSON.stringify(items)];
    for (const path of ["/settings/players", "/settings", "/api/settings", "/api/system?refresh=1", "/system?wait=1"]) {
      const response = await app.call(path);
      is(response.status, 200, path);
      texts.push(await response.text());
    }
    match(texts[1] ?? "", /Connected · 1\.41\.3\.9314-a0bfb8370 · 1 stream/);
    match(texts[4] ?? "", /"name":"Plex","configured":true,"ok":true,"version":"1\.41/);
    fake.behave("unauthorized");
    const [check] = (await app.instance.health.check()).filter(({ source }) => source === "players");
    same([check?.type, check?.message], ["warning", "Plex does not accept the token."]);
    texts.push(JSON.stringify(await app.instance.health.check()), ...logged);
    texts.push(await (await app.call("/api/system/events")).text());
    same(texts.filter((text) => text.includes(fake.token)), []);
  },
);

inApp("a webhook only causes a look at the sessions: its content is never used, whatever it is", async (app, fake) => {
  await app.instance.settings.update(saved(fake));
  const { bus, jobs } = app.instance;
  const held = async () => (await jobs.queueState()).heldBy;
  bus.publish("queue", { ...await jobs.queueState(), running: 1 });
  await until(() => fake.requests.length > 0);
  const payload = JSON.stringify({ event: "media.play", Metadata: { title: "Forged" }, Account: { title: "Mallory" } });
  const form = new FormData();
  form.set("payload", payload);
  form.set("thumb", new Blob([new Uint8Array(200_000)], { type: "image/jpeg" }), "thumb.jpg");
  const bodies: [name: string, body: BodyInit | undefined, type?: string][] = [
    ["Plex", form],
    ["Jellyfin", payload, "application/json"],
    ["Emby", payload, "text/plain"],
    ["a form", "payload=1&id=2", "application/x-www-form-urlencoded"],
    ["no body", undefined],
    ["broken JSON", '{"event":', "application/json"],
    ["deep JSON", "[".repeat(100_000), "application/json"],
    ["no text", new Uint8Array([0xff, 0xfe, 0]), "application/octet-stream"],
    ["an unfinished form", "--edge\r\n", "multipart/form-data; boundary=edge"],
  ];
  for (const [name, body, type] of bodies) {
    const path = `/api/players/tv/webhook?apikey=${app.apiKey}`;
    const response = await app.call(path, {
      method: "POST",
      body,
      peer: "203.0.113.9",
      headers: type === undefined ? {} : { "Content-Type": type },
    });
    same([name, response.status, await response.text()], [name, 200, '{"ok":true}']);
    is(await held(), undefined);
  }
  const post = async (path: string, init: object) =>
    (await app.call(path, { method: "POST", body: payload, ...init })).status;
  const json = { "Content-Type": "application/json" };
  is(await post("/api/players/tv/webhook", { headers: json, peer: "203.0.113.9" }), 401);
  is(await post("/api/players/tv/webhook?apikey=wrong", { headers: json }), 401);
  is(await post("/api/players/tv/webhook", { headers: { ...json, Origin: "http://evil.example" } }), 403);
  is(await post(`/api/players/other/webhook?apikey=${app.apiKey}`, { headers: json }), 404);
  is(await post(`/api/players/${"x".repeat(65)}/webhook?apikey=${app.apiKey}`, { headers: json }), 422);
  is(await post(`/api/players/tv/webhook?apikey=${app.apiKey}`, { body: new Uint8Array(3 << 20) }), 413);

  fake.streams = [{ title: "Dune <b>\u0007" }];
  is(await post(`/api/players/tv/webhook?apikey=${app.apiKey}`, { headers: json }), 200);
  await until(async () => await held() !== undefined);
  is(await held(), "Alice is watching Dune <b> on Plex (Living room)");
  const page = await (await app.call("/activity")).text();
  ok(
    page.includes("Alice is watching Dune &lt;b> on Plex (Living room)") || page.includes("Dune &lt;b&gt; on Plex"),
    "shown",
  );
  fake.streams = [];
  await post(`/api/players/tv/webhook?apikey=${app.apiKey}`, { headers: json });
  await until(async () => await held() === undefined);
});

Deno.test({
  name: "a webhook with any body is accepted below a URL base",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using app = await openApp({ base: "/apps/lathe" });
    await app.instance.settings.update(saved({ url: "http://127.0.0.1:9", token: "t" }, { enabled: false }));
    const form = new FormData();
    form.set("payload", "{}");
    const path = `/apps/lathe/api/players/tv/webhook?apikey=${app.apiKey}`;
    is((await app.call(path, { method: "POST", body: form })).status, 200);
  },
});
