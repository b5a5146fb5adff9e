import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { makeCertificate } from "../fixtures/certificate.ts";
import { testHttpClient } from "../fixtures/http_client.ts";
import { makeSmallClip } from "../kit/clips.ts";
import { freePort } from "../kit/free_ports.ts";
import { withNginx } from "../kit/nginx.ts";
import { pacedEnv } from "../kit/paced_ffmpeg.ts";
import { api, type RunningService, startService } from "../kit/service.ts";

/** The complete program: changing its address, enabling authentication, restoring backups. */

/** The client's connections share one timer that outlives a test. */
const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

/** Polls until `accept` returns true. Throws after two minutes. */
async function until<T>(what: string, ask: () => Promise<T>, accept: (value: T) => boolean): Promise<T> {
  const end = Date.now() + 120_000;
  for (;;) {
    const value = await ask().catch(() => undefined);
    if (value !== undefined && accept(value)) return value;
    if (Date.now() > end) throw new Error(`Not within two minutes: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const up = (url: string) =>
  until(`${url} answers`, () => api<{ ok: boolean }>({ url }, "/api/health"), ({ status }) => status === 200);
const save = (service: { url: string }, settings: unknown) =>
  api(service, "/api/settings", { method: "PUT", body: settings });
const messages = async (service: { url: string }) =>
  (await api<{ items: { message: string }[] }>(service, "/api/system/events?limit=200")).body.items.map(({ message }) =>
    message
  );

Deno.test("slow: restart in place: to another port and base during an encode, and back when the port is occupied", async () => {
  const media = await Deno.makeTempDir();
  await using service = await startService({ env: await pacedEnv(media, 0.1) });
  const clip = join(media, "Clip (2020).mkv");
  await makeSmallClip(clip, { seconds: 12 });
  const profile = await api<{ id: string }>(service, "/api/profiles", {
    body: { name: "Slow", video: { encoder: "libx264", preset: "ultrafast", quality: 30 } },
  });
  const job = await api<{ id: string }>(service, "/api/jobs", {
    body: { profileId: profile.body.id, source: { localPath: clip } },
  });
  const statusAt = async (url: string) =>
    (await api<{ status: string }>({ url }, `/api/jobs/${job.body.id}`)).body.status;
  await until("it encodes", () => statusAt(service.url), (status) => status === "encoding");

  const port = freePort();
  const saved = await save(service, { general: { host: { port, urlBase: "/lathe" } } });
  is((saved.body as { restartRequired: boolean }).restartRequired, true);
  same((await api(service, "/api/system/restart", { method: "POST" })).body, {
    restarting: true,
    port,
    urlBase: "/lathe",
  });
  const moved = { url: `http://127.0.0.1:${port}/lathe` };
  await up(moved.url);
  is(await statusAt(moved.url), "encoding", "the encode went on");
  await until(
    "the old port is closed",
    () => fetch(`${service.url}/api/health`).then(() => false, () => true),
    Boolean,
  );
  is((await api<{ restartRequired: boolean }>(moved, "/api/settings/host")).body.restartRequired, false);

  const taken = Deno.listen({ hostname: "0.0.0.0", port: 0 });
  await save(moved, { general: { host: { port: taken.addr.port } } });
  await api(moved, "/api/system/restart", { method: "POST" });
  const told = await until(
    "it says so",
    () => messages(moved),
    (all) => all.some((one) => one.includes("cannot be used")),
  );
  ok(
    told.some((message) => message.includes(`Port ${taken.addr.port}`) && message.includes(`keeps using port ${port}`)),
  );
  is((await api<{ restartRequired: boolean }>(moved, "/api/settings/host")).body.restartRequired, true);
  taken.close();
  await api(moved, `/api/jobs/${job.body.id}/cancel`, { method: "POST" });
  is((await api(moved, "/api/system/shutdown", { method: "POST" })).status, 200);
  is(await service.stop(), 0);
  await Deno.remove(media, { recursive: true });
});

test("slow: HTTPS on its own port with PEM files and with a .pfx; a certificate that becomes invalid leaves plain HTTP with a message", async () => {
  const folder = await Deno.makeTempDir();
  const { certPath, keyPath, pfxPath } = await makeCertificate(folder, "geheim");
  await using service = await startService();
  await using client = testHttpClient({ security: { certificateValidation: "disabled" } });
  const health = (port: number) => async () => {
    const { body } = await client.send({ class: "configured", url: `https://localhost:${port}/api/health` });
    return JSON.parse(new TextDecoder().decode(body)) as { ok: boolean };
  };
  const restartWith = async (host: Record<string, unknown>) => {
    is((await save(service, { general: { host } })).status, 200);
    await api(service, "/api/system/restart", { method: "POST" });
  };
  const first = freePort();
  await restartWith({ enableSsl: true, sslPort: first, sslCertPath: certPath, sslKeyPath: keyPath });
  is((await until("PEM", health(first), ({ ok }) => ok)).ok, true);
  await up(service.url);

  const second = freePort();
  await restartWith({ sslPort: second, sslCertPath: pfxPath, sslKeyPath: "", sslCertPassword: "geheim" });
  is((await until("pfx", health(second), ({ ok }) => ok)).ok, true);

  is((await save(service, { general: { host: { sslCertPassword: "falsch" } } })).status, 422);
  await Deno.writeTextFile(pfxPath, "no certificate any more");
  await restartWith({ sslPort: freePort(), instanceName: "Another" });
  const told = await until(
    "it says so",
    () => messages(service),
    (all) => all.some((one) => one.startsWith("HTTPS could not")),
  );
  ok(told.length > 0);
  await up(service.url);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("slow: login, session cookie and live stream work behind nginx under a URL base", async () => {
  await using service = await startService({ env: { SERVICE_URL_BASE: "/lathe" } });
  await using proxy = await withNginx({ upstream: new URL(service.url).origin, base: "/lathe" });
  const there = { url: `${proxy.url}/lathe` };
  const security = {
    authentication: "forms",
    authenticationRequired: "enabled",
    username: "me",
    password: "correct horse",
  };
  is((await save(there, { general: { security } })).status, 200);

  const refused = await api<{ login: string }>(there, "/api/jobs");
  is(refused.status, 401);
  is(refused.body.login, "/lathe/login");
  const page = await fetch(`${there.url}/encode?path=%2Fx`, { headers: { Accept: "text/html" }, redirect: "manual" });
  is(page.status, 303);
  is(page.headers.get("location"), "/lathe/login?to=%2Fencode%3Fpath%3D%252Fx");
  await page.body?.cancel();

  const form = (fields: Record<string, string>) =>
    fetch(`${there.url}/login`, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { Accept: "text/html", Origin: proxy.url },
      redirect: "manual",
    });
  const wrong = await form({ username: "me", password: "wrong horse" });
  is(wrong.status, 401);
  match(await wrong.text(), /user name or password is incorrect/);
  const right = await form({ username: "me", password: "correct horse", to: "/jobs/1", "rememberMe:boolean": "true" });
  is(right.status, 303);
  is(right.headers.get("location"), "/lathe/jobs/1");
  await right.body?.cancel();
  const cookie = right.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const headers = { Cookie: cookie };
  is((await api<{ username: string }>(there, "/api/auth/status", { headers })).body.username, "me");

  const stream = await fetch(`${there.url}/api/events`, { headers });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  match((await reader?.read())?.value ?? "", /event: hello/);
  is((await api(there, "/logout", { method: "POST", headers: { ...headers, Origin: proxy.url } })).status, 200);
  // Logging out ends the session's event stream and invalidates its cookie.
  for (let part = await reader?.read(); part && !part.done;) part = await reader?.read();
  is((await api(there, "/api/jobs", { headers })).status, 401);
});

Deno.test("slow: S-AUTH-10: SERVICE_RESET_AUTH removes the login once, and again only after a start without it", async () => {
  const configDir = await Deno.makeTempDir();
  const security = {
    authentication: "basic",
    authenticationRequired: "enabled",
    username: "me",
    password: "correct horse",
  };
  const start = (env: Record<string, string> = {}) => startService({ configDir, env });
  const warned = async (service: RunningService) =>
    (await api<{ code: string }[]>(service, "/api/system/health")).body.some(({ code }) => code === "auth_reset");
  const basic = { Authorization: `Basic ${btoa("me:correct horse")}` };
  {
    await using service = await start();
    is((await save(service, { general: { security } })).status, 200);
    is((await api(service, "/api/queue")).status, 401);
  }
  {
    await using service = await start({ SERVICE_RESET_AUTH: "1" });
    is((await api(service, "/api/queue")).status, 200);
    ok(await warned(service));
    ok((await messages(service)).includes("SERVICE_RESET_AUTH disabled authentication."));
    is((await save(service, { general: { security } })).status, 200);
  }
  {
    await using service = await start({ SERVICE_RESET_AUTH: "1" });
    is((await api(service, "/api/queue")).status, 401, "the password set since then holds");
    is((await api(service, "/api/queue", { headers: basic })).status, 200);
  }
  {
    await using service = await start();
    is((await api(service, "/api/queue")).status, 401);
  }
  {
    await using service = await start({ SERVICE_RESET_AUTH: "1" });
    is((await api(service, "/api/queue")).status, 200, "armed again by a start without it");
  }
  await Deno.remove(configDir, { recursive: true });
});
