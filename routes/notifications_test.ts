import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { complete, MESSAGE } from "../tests/fixtures/notify_targets.ts";
import { openApp, type TestApp } from "../tests/fixtures/app.ts";
import { makeSmallClip } from "../tests/kit/clips.ts";
import { type FailMode, startNotifyServer } from "../tests/fakes/notify_server.ts";

/** Targets as configured by a user, with a server that checks each protocol. */
const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

const events = async (app: TestApp) => (await app.instance.events.list({ limit: 100 })).items;

test("each kind of target receives the test message as entered, and refusals contain its own words", async () => {
  await using server = await startNotifyServer();
  await using app = await openApp();
  let caller = 0;
  const tried = async (target: unknown) =>
    await (await app.call("/api/notifications/test", { json: target, peer: `10.0.0.${++caller}` })).json();
  for (const [kind, target] of Object.entries(complete(server.url))) {
    same(await tried(target), { ok: true, detail: "The message was accepted." }, kind);
  }
  same(server.received.map(({ status }) => status < 300), Array(8).fill(true));
  const failures: [keyof ReturnType<typeof complete>, FailMode, RegExp][] = [
    ["discord", "unknown", /404/],
    ["slack", "token", /403/],
    ["telegram", "unknown", /chat not found/],
    ["ntfy", "token", /401/],
    ["gotify", "token", /401/],
    ["pushbullet", "rate", /429/],
    ["apprise", "nothing", /204/],
    ["apprise", "partial", /424/],
    ["webhook", "html", /502/],
    ["webhook", "drop", /closed the connection/],
  ];
  for (const [kind, mode, said] of failures) {
    server.failNext(mode);
    const target = complete(server.url)[kind];
    const answer = await tried(target);
    is(answer.ok, false, `${kind} ${mode}`);
    match(answer.detail, said, `${kind} ${mode}`);
    for (const secret of [target.token, target.url].filter((text) => text.length > 25)) {
      ok(!answer.detail.includes(secret));
    }
  }
  same(await tried({ kind: "gotify", url: server.url }), { ok: false, detail: "Enter the application token." });
});

test("slow: a finished encode notifies the subscribed targets, and a hung target delays nothing", async () => {
  await using server = await startNotifyServer();
  await using app = await openApp();
  const { webhook, gotify, discord } = complete(server.url);
  const script = `${app.folder}/tell.sh`;
  await Deno.writeTextFile(script, `#!/bin/sh\nenv | grep ^SERVICE_ | sort > ${app.folder}/told\n`, { mode: 0o755 });
  await Deno.chmod(script, 0o755);
  const targets = [
    { ...webhook, id: "a", name: "Hook", events: ["encode.done", "encode.failed"] },
    { ...gotify, id: "b", name: "Phone", events: ["encode.failed"] },
    { ...discord, id: "c", name: "Chat", events: ["encode.done"], enabled: false },
    { id: "d", name: "Script", kind: "script", path: script, events: ["encode.done"] },
  ];
  const saved = await app.call("/api/settings", { method: "PUT", json: { notifications: { targets } } });
  is(saved.status, 200, await saved.text());

  // The next delivery hangs until its ten-second timeout. Nothing waits for this delivery.
  server.failNext("hang");
  const clip = `${app.folder}/Heat (1995).mkv`;
  await makeSmallClip(clip, { seconds: 1 });
  const video = { encoder: "libx264", quality: 40, preset: "ultrafast", pixelFormat: "yuv420p" };
  const profile = await (await app.call("/api/profiles", { json: { name: "Quick", video } })).json();
  const ended = Promise.withResolvers<void>();
  app.instance.bus.on("job-ended", () => ended.resolve());
  await app.instance.jobs.start();
  await app.call("/api/jobs", { json: { profileId: profile.id, source: { localPath: clip } } });
  await ended.promise;
  const other = app.instance.notify.test({ ...webhook, id: "x", name: "x" });
  same(await other, { ok: true });
  // The hanging delivery is still pending.
  same((await events(app)).filter(({ source }) => source === "notify"), []);
  await app.instance.notify.settled();
  same(server.received.map(({ kind }) => kind), ["webhook", "webhook"]);
  const told = server.received[0]?.body as Record<string, unknown>;
  same([told.event, told.title, told.failed], ["encode.done", "Encode finished: Heat (1995)", false]);
  is((server.received[1]?.body as Record<string, unknown>).event, "test", "a test says that it is one");
  match(String(told.message), / to .* (saved|larger)\) in \d+ s, Quick$/);
  const variables = await Deno.readTextFile(`${app.folder}/told`);
  match(
    variables,
    /^SERVICE_AT=.*\nSERVICE_EVENT=encode\.done\nSERVICE_FAILED=0\nSERVICE_MESSAGE=.*\nSERVICE_TITLE=.*\nSERVICE_VERSION=0\.1\.0\.0\n$/,
  );
  const failed = (await events(app)).find(({ source }) => source === "notify");
  match(failed?.message ?? "", /^The notification "Encode finished: Heat \(1995\)" could not be delivered to Hook\.$/);
  match(failed?.details ?? "", /did not respond in time/);
  const health = await app.instance.health.check();
  ok(health.some(({ code, message }) => code === "not_delivered" && message.includes("Hook")));
});

test("S-SEC-4: a failure is sent without the folders of the file, and only to the subscribed targets", async () => {
  await using server = await startNotifyServer();
  await using app = await openApp();
  const { webhook, gotify } = complete(server.url);
  const targets = [
    { ...webhook, id: "a", name: "Hook", events: ["encode.done"] },
    { ...gotify, id: "b", name: "Phone", events: ["encode.failed"] },
  ];
  await app.call("/api/settings", { method: "PUT", json: { notifications: { targets } } });
  const clip = `${app.folder}/deep/down/Bad film.mkv`;
  await Deno.mkdir(`${app.folder}/deep/down`, { recursive: true });
  await makeSmallClip(clip, { seconds: 1 });
  const ended = Promise.withResolvers<void>();
  app.instance.bus.on("job-ended", () => ended.resolve());
  await app.instance.jobs.setPaused(true);
  await app.instance.jobs.start();
  await app.call("/api/jobs", { json: { profileId: "builtin-web-mp4", source: { localPath: clip } } });
  await Deno.remove(clip);
  await app.instance.jobs.setPaused(false);
  await ended.promise;
  await app.instance.notify.settled();
  same(server.received.map(({ kind }) => kind), ["gotify"]);
  const { title, message, priority } = server.received[0]?.body as { title: string; message: string; priority: number };
  match(title, /^Encode failed: /);
  is(priority, 8);
  ok(!`${title} ${message}`.includes("/"), message);
  ok(MESSAGE.failed);
});
