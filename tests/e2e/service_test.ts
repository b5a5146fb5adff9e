import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import type { Job } from "../../lib/jobs/schema.ts";
import { lines } from "../../lib/kit/process/lines.ts";
import { startLibsqlServer } from "../fakes/libsql_server.ts";
import { makeSmallClip } from "../kit/clips.ts";
import { finished, until } from "../kit/jobs.ts";
import { openFarNetwork } from "../kit/netns.ts";
import { pacedEnv } from "../kit/paced_ffmpeg.ts";
import { api, PROGRAM, type RunningService, startService } from "../kit/service.ts";

/** The program as a process: starting, stopping, power cuts, sockets. */

const [DENO = "", ...RUN] = PROGRAM;

function inFolder(name: string, body: (folder: string) => Promise<void>): void {
  Deno.test(name, async () => {
    const folder = await Deno.makeTempDir({ prefix: "lathe-e2e-" });
    try {
      await body(folder);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}

/** Environment in which a `slowJob` takes at least sixteen seconds. */
async function slow(configDir: string): Promise<{ PATH: string }> {
  await Deno.mkdir(configDir, { recursive: true });
  return await pacedEnv(configDir, 0.25);
}

async function slowJob(service: RunningService, folder: string): Promise<Job> {
  const clip = join(folder, "Slow (2020).mkv");
  await makeSmallClip(clip, { seconds: 4 });
  const { body: profile } = await api<{ id: string }>(service, "/api/profiles", {
    body: { name: "Slow", video: { encoder: "libx264", preset: "ultrafast", pixelFormat: "yuv420p", quality: 30 } },
  });
  const { status, body } = await api<Job>(service, "/api/jobs", {
    body: { profileId: profile.id, source: { localPath: clip } },
  });
  is(status, 201);
  return body;
}

const encoding = ({ status, progress }: Job) => status === "encoding" && (progress?.percent ?? 0) > 0;

/** Returns the processes that have `mark` in their arguments. */
async function processesNaming(mark: string): Promise<number[]> {
  const found: number[] = [];
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const words = await Deno.readTextFile(`/proc/${name}/cmdline`).catch(() => "");
    if (words.includes(mark) && words.includes("/ffmpeg\0")) found.push(Number(name));
  }
  return found;
}

/** Sends raw bytes that no HTTP client would send, and reads the status line. */
async function rawRequest(service: RunningService, text: string): Promise<string> {
  const { port } = new URL(service.url);
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: Number(port) });
  await connection.write(new TextEncoder().encode(text));
  const buffer = new Uint8Array(4096);
  const length = await connection.read(buffer) ?? 0;
  return new TextDecoder().decode(buffer.subarray(0, length)).split("\r\n")[0] ?? "";
}

inFolder("a second start on the same folder names the first and ends", async (folder) => {
  await using service = await startService({ configDir: folder });
  const { code, stderr } = await new Deno.Command(DENO, {
    args: [...RUN, "--config", folder, "--port", "0"],
    stdin: "null",
  }).output();
  is(code, 3);
  match(
    new TextDecoder().decode(stderr),
    new RegExp(`already running with .* at http://localhost:${new URL(service.url).port}`),
  );
});

inFolder("slow: an occupied port has a clear message", async (folder) => {
  await using service = await startService();
  const { code, stderr } = await new Deno.Command(DENO, {
    args: [...RUN, "--config", folder, "--port", new URL(service.url).port],
    stdin: "null",
  }).output();
  is(code, 1);
  match(new TextDecoder().decode(stderr), /Cannot listen on port \d+.*\n.*--port/);
});

inFolder(
  "slow: SIGTERM ends the tool, hands the job back, and the next start finishes it without a new attempt",
  async (folder) => {
    const configDir = join(folder, "config");
    let id: string;
    {
      await using service = await startService({ configDir, env: await slow(configDir) });
      const job = await slowJob(service, folder);
      id = job.id;
      await until(service, id, encoding);
      is(await service.stop(), 0);
      same(await processesNaming(id), []);
    }
    await using service = await startService({ configDir });
    const job = await finished(service, id, 120_000);
    same([job.status, job.attempt], ["done", 1], job.error ?? "");
  },
);

inFolder("S-PROC-8: after kill -9 no tool remains and the next start completes the job", async (folder) => {
  const configDir = join(folder, "config");
  const service = await startService({ configDir, env: await slow(configDir) });
  const job = await slowJob(service, folder);
  await until(service, job.id, encoding);
  await service.kill();
  is((await processesNaming(job.id)).length, 1, "the tool outlives its service");
  const orphans = await processesNaming(job.id);
  await using again = await startService({ configDir });
  const done = await finished(again, job.id, 120_000);
  same([done.status, done.attempt], ["done", 2], done.error ?? "");
  for (const pid of orphans) ok(!(await processesNaming(job.id)).includes(pid));
  same(
    (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).sort(),
    [
      "Slow (2020).mkv",
      "config",
      done.outputPath?.split("/").pop(),
    ].sort(),
  );
});

inFolder(
  "slow: with SERVICE_DATABASE_URL everything is stored on that server, and nothing in a file",
  async (folder) => {
    await using server = startLibsqlServer({ path: join(folder, "server.db"), token: "a-token" });
    const env = { SERVICE_DATABASE_URL: server.url, SERVICE_DATABASE_TOKEN: "a-token" };
    const configDir = join(folder, "config");
    const clip = join(folder, "Clip (2020).mkv");
    await makeSmallClip(clip);
    let id: string;
    {
      await using service = await startService({ configDir, env });
      const { body } = await api<Job>(service, "/api/jobs", {
        body: { profileId: "builtin-web-mp4", source: { localPath: clip } },
      });
      const job = await finished(service, body.id);
      is(job.status, "done", job.error ?? "");
      id = job.id;
      is(await service.stop(), 0);
    }
    await using again = await startService({ configDir, env });
    is((await api<Job>(again, `/api/jobs/${id}`)).body.status, "done");
    const data = (await Array.fromAsync(Deno.readDir(join(configDir, "data")))).map(({ name }) => name);
    same(data.filter((name) => name.includes(".db")), []);
  },
);

Deno.test("S-AUTH-2, S-IN-4: ambiguous request targets, and unknown methods, are refused before any routing", async () => {
  await using service = await startService();
  const { port } = new URL(service.url);
  const ask = (target: string, host = `127.0.0.1:${port}`, method = "GET") =>
    rawRequest(
      service,
      `${method} ${target} HTTP/1.1\r\n${host === "" ? "" : `Host: ${host}\r\n`}Connection: close\r\n\r\n`,
    );
  match(await ask("/api/health"), / 200 /);
  for (
    const target of [
      "/api/../api/queue",
      "/api/%2e%2e/queue",
      "//api/queue",
      "/api//queue",
      "/api%2fqueue",
      "/api\\queue",
    ]
  ) {
    match(await ask(target), / 400 /, target);
  }
  match(await ask("/api/queue", ""), / 400 /, "no Host");
  match(await ask("/api/queue", "rebind.example"), / 421 /);
  match(
    await ask(`http://localhost:${port}/api/queue`, "rebind.example"),
    / 400 /,
    "an absolute target under another name",
  );
  match(await ask("/api/queue", undefined, "TRACE"), / 405 /);
  match(await ask(`/api/jobs?q=${"x".repeat(9000)}`), / 414 /);
});

Deno.test("slow: the live stream has a listener limit, refuses the next one, and ends all of them at shutdown", async () => {
  await using service = await startService();
  const streams = await Promise.all(Array.from({ length: 64 }, () => fetch(`${service.url}/api/events`)));
  const refused = await fetch(`${service.url}/api/events`);
  same([refused.status, refused.headers.get("retry-after")], [503, "30"]);
  is((await refused.json()).code, "busy");
  await streams[0]?.body?.cancel();
  const [, ...rest] = streams;
  const ends = Promise.all(rest.map((stream) => stream.text()));
  is(await service.stop(), 0);
  for (const text of await ends) match(text, /^event: hello\nid: \d+\ndata: \{"type":"hello"/);
});

Deno.test("a listener that reconnects receives the missed events", async () => {
  await using service = await startService();
  const read = async (headers: Record<string, string>, enough: (seen: string[]) => boolean, query = "") => {
    const stop = new AbortController();
    const seen: string[] = [];
    const { body } = await fetch(`${service.url}/api/events${query}`, { headers, signal: stop.signal });
    ok(body);
    try {
      for await (const line of lines(body)) {
        seen.push(line);
        if (enough(seen)) break;
      }
    } finally {
      stop.abort();
    }
    return seen;
  };
  const [, id = ""] = await read({}, (seen) => seen.length === 2);
  for (const concurrency of [2, 3]) await api(service, "/api/settings", { method: "PUT", body: { concurrency } });
  const saved = (seen: string[]) => seen.filter((line) => line === "event: settings").length;
  const missed = await read({ "Last-Event-ID": id.replace("id: ", "") }, (seen) => saved(seen) === 2);
  is(missed[0], "event: hello");
  // A page resumes from the event ID in its address. `Last-Event-ID` takes precedence.
  const after = `?after=${id.replace("id: ", "")}`;
  is((await read({}, (seen) => saved(seen) === 2, after))[0], "event: hello");
  const [, now = ""] = await read({}, (seen) => seen.length === 2);
  await api(service, "/api/settings", { method: "PUT", body: { concurrency: 4 } });
  const isSaved = (seen: string[]) => saved(seen) === 1 && seen.at(-1)?.startsWith("data: ") === true;
  const later = await read({ "Last-Event-ID": now.replace("id: ", "") }, isSaved, after);
  const ids = later.filter((line) => line.startsWith("id: ")).map((line) => Number(line.slice(4)));
  ok(ids.length > 0 && ids.every((one) => one > Number(now.slice(4))), `${later}`);
});

Deno.test("a caller from elsewhere is refused by the real socket, and admitted with the key", async (t) => {
  await using far = await openFarNetwork();
  if (far === undefined) {
    await t.step({ name: "there are no network namespaces here", ignore: true, fn: () => {} });
    return;
  }
  const [program = "", ...words] = far.server;
  await using service = await startService({ command: [program, ...words, ...PROGRAM] });
  const { port } = new URL(service.url);
  const settings = JSON.parse(await Deno.readTextFile(join(service.configDir, "data", "settings.json")));
  const ask = async (headers: Record<string, string>) => {
    const [first = "", ...rest] = far.caller;
    const script = `const r = await fetch("http://${far.address}:${port}/api/queue", ${JSON.stringify({ headers })});
      console.log(r.status);`;
    const { stdout } = await new Deno.Command(first, { args: [...rest, Deno.execPath(), "eval", script] }).output();
    return new TextDecoder().decode(stdout).trim();
  };
  is(await ask({}), "401");
  is(await ask({ "X-Forwarded-For": "127.0.0.1" }), "401");
  is(await ask({ "X-Api-Key": settings.general.security.apiKey }), "200");
});
