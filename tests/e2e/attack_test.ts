import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { openApp } from "../fixtures/app.ts";
import { api, startService } from "../kit/service.ts";

/** Password guessing, flooding and probing, limited in number and time, and only on this machine. */

const SECURITY = {
  authentication: "forms",
  authenticationRequired: "enabled",
  username: "me",
  password: "correct horse",
};

Deno.test("slow: S-AUTH-9: at most 15 of 1,000 guesses with rotating addresses are checked", async () => {
  for (const rotate of ["forwarded", "real"] as const) {
    let ms = Date.parse("2026-06-01T00:00:00Z");
    await using app = await openApp({ clock: { now: () => new Date(ms), monotonicMs: () => ms } });
    const caller = { address: "127.0.0.1", local: true, loopback: true };
    await app.instance.settingsChange.save({ general: { security: SECURITY } }, { caller });
    const seen = new Map<number, number>();
    for (let i = 0; i < 1000; i++) {
      ms += 20;
      const odd = `198.51.${i >> 8}.${i & 255}`;
      const response = await app.call("/login", {
        json: { username: "me", password: `guess number ${i}` },
        // The peer is either a proxy on the local network that forwards the headers of its client, or a different
        // client for each guess.
        peer: rotate === "forwarded" ? "192.168.1.2" : odd,
        headers: rotate === "forwarded" ? { "X-Forwarded-For": `${odd}, 203.0.113.9` } : {},
      });
      await response.body?.cancel();
      seen.set(response.status, (seen.get(response.status) ?? 0) + 1);
    }
    const looked = (await app.instance.events.list({ limit: 500, source: "auth", q: "incorrect login" })).total;
    ok(looked >= 5 && looked <= 15, `${looked} guesses were looked at (${rotate})`);
    same([...seen.keys()].sort(), [401, 429]);
    // Failed logins of other clients never lock out the local machine.
    const own = await app.call("/login", { json: { username: "me", password: "correct horse" } });
    is(own.status, 200, await own.text());
  }
});

Deno.test("slow: S-AUTH-7: 200 simultaneous logins delay no other request", async () => {
  await using service = await startService();
  await api(service, "/api/settings", {
    method: "PUT",
    body: { general: { security: { ...SECURITY, authenticationRequired: "disabledForLocalAddresses" } } },
  });
  const stream = await fetch(`${service.url}/api/events`);
  const reader = stream.body?.getReader();
  await reader?.read();
  let healthy = 0;
  let running = true;
  const watch = (async () => {
    while (running) {
      await (await fetch(`${service.url}/api/health`)).text();
      if (running) healthy++;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const answers = await Promise.all(
    Array.from(
      { length: 200 },
      (_, i) => api(service, "/login", { body: { username: `user ${i}`, password: `password ${i}` } }),
    ),
  );
  running = false;
  await watch;
  await reader?.cancel();
  ok(answers.every(({ status }) => [401, 429, 503].includes(status)), answers.map(({ status }) => status).join());
  ok(healthy >= 5, `only ${healthy} others were answered before the last login was`);
});

Deno.test("S-SEC-2: no secret of the settings appears anywhere: logs, events, streams, responses, metrics", async () => {
  const configDir = await Deno.makeTempDir();
  const canary = (name: string) => `CANARY${name}7f3a9`;
  await using service = await startService({ configDir, env: { LOG_LEVEL: "trace" } });
  const stream = await fetch(`${service.url}/api/events`);
  const heard: string[] = [];
  const listening = (async () => {
    for await (const part of (stream.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      heard.push(part);
    }
  })().catch(() => {});
  const dead = "http://127.0.0.1:1";
  const settings = {
    connections: Object.fromEntries(
      ["movie", "series", "music", "indexer", "soulseek"].map((
        kind,
      ) => [kind, { enabled: true, url: dead, apiKey: canary(kind) }]),
    ),
    general: {
      proxy: { password: canary("proxy") },
      host: { sslCertPassword: canary("pfx") },
    },
    omdb: { apiKey: canary("omdb") },
    agents: { token: canary("agents") },
    localMedia: { tmdbApiKey: canary("tmdb") },
    disc: { ripperKey: canary("ripper") },
    notifications: {
      targets: [
        {
          id: "a",
          name: "A",
          kind: "telegram",
          url: dead,
          token: `123456789:${canary("telegram")}`,
          target: "1",
          events: ["encode.failed"],
        },
        { id: "b", name: "B", kind: "webhook", url: `${dead}/${canary("hook")}`, events: ["encode.failed"] },
      ],
    },
  };
  const answers: string[] = [];
  const ask = async (path: string, init?: Parameters<typeof fetch>[1]) => {
    const response = await fetch(service.url + path, init);
    answers.push(await response.text());
  };
  const send = (method: string, path: string, body: unknown) =>
    ask(path, { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  await send("PUT", "/api/settings", settings);
  await send("PUT", "/api/settings", { concurrency: -1, omdb: { apiKey: canary("omdb") } });
  for (const kind of ["movie", "series", "music", "indexer", "soulseek"]) {
    await send("POST", `/api/settings/test/${kind}`, {});
  }
  for (const target of settings.notifications.targets) await send("POST", "/api/notifications/test", target);
  await send("POST", "/api/jobs", {
    profileId: "builtin-web-mp4",
    source: { localPath: `/none/${canary("movie")}.mkv` },
  });
  for (
    const path of [
      "/",
      "/activity",
      "/settings",
      "/api/settings",
      "/api/system",
      "/api/system/health?refresh=1",
      "/api/system/events",
      "/metrics",
      `/api/queue?apikey=${canary("movie")}`,
    ]
  ) {
    await ask(path, { headers: { Accept: "text/html,application/json" } });
  }
  await ask("/api/system/logs/service.txt");
  await service.stop();
  await listening;
  const logs: string[] = [service.output()];
  for await (const { name, isFile } of Deno.readDir(join(configDir, "log"))) {
    if (isFile) logs.push(await Deno.readTextFile(join(configDir, "log", name)));
  }
  for (const [where, texts] of Object.entries({ answers, heard, logs })) {
    const hits = texts.flatMap((text) => text.match(/.{0,60}CANARY\w+.{0,20}/g) ?? []);
    // A response may contain data from the request: the path of a missing file.
    same(hits.filter((hit) => !hit.includes("/none/")), [], where);
  }
  ok(logs.join("").includes("/api/settings"), "the log was written at all");
  await Deno.remove(configDir, { recursive: true });
});
