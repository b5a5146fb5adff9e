import { join } from "node:path";
import { joinCodeText, parseJoinCode } from "../../lib/farm/protocol.ts";
import type { Agent } from "../../lib/farm/agents/model.ts";
import type { Job } from "../../lib/jobs/schema.ts";
import { lines } from "../../lib/kit/process/lines.ts";
import { type BadLink, openBadLink } from "../kit/bad_link.ts";
import { freePorts } from "../kit/free_ports.ts";
import { openLonelyNetwork } from "../kit/netns.ts";
import { pacedEnv } from "../kit/paced_ffmpeg.ts";
import { run } from "../kit/run.ts";
import { api, PROGRAM, type RunningService, startService } from "../kit/service.ts";

/** A real service and real agents, which are connected only by network links that tests can degrade. */
export interface FarmWorld extends AsyncDisposable {
  folder: string;
  service(): RunningService;
  /** Kills the service with SIGKILL and restarts it. */
  killService(): Promise<void>;
  /** Kills the NATS server with SIGKILL. */
  killNats(): Promise<void>;
  /** Adds an agent on a separate machine and waits until it may receive segments. */
  addAgent(name: string): Promise<FarmAgent>;
  /** Returns a new join code of the service. */
  joinCode(): Promise<string>;
  agents(): Promise<Agent[]>;
  /** Copies the movie into a separate folder and starts encoding it in segments. */
  begin(name: string): Promise<{ id: string; source: string }>;
  job(id: string): Promise<Job>;
  /** Waits until the job has ended. */
  ended(id: string): Promise<Job>;
  /** Path of the movie. */
  film: string;
  /** All packets of the result of a single machine, as text. */
  wanted: string;
  /** Time in milliseconds that a single machine needed for the movie. */
  aloneMs: number;
}

/** An agent in a network namespace that shares no path with the service. */
export interface FarmAgent {
  name: string;
  folder: string;
  https: BadLink;
  nats: BadLink;
  output(): string;
  /** Applies the change to both links of the agent. */
  onLinks(change: (link: BadLink) => void): void;
  /** Starts the agent. `before` is a prefix of its command. */
  start(before?: string[]): void;
  /** Sends the signal to the agent and resolves with the exit code. */
  end(signal: Deno.Signal): Promise<number>;
  /** Resolves with the exit code when the agent exits on its own. */
  status(): Promise<number>;
}

/** Encoding speed as a multiple of playback speed. A one-minute segment takes two seconds. */
const PACE = 30;
const FILM_SECONDS = 200;

/** Polls until the condition holds. Throws after the given number of seconds. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, seconds = 300): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!await holds()) {
    if (performance.now() > end) throw new Error(`never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Creates a movie of the given length and a service. Undefined if network namespaces cannot be created. */
export async function openFarmWorld(seconds = FILM_SECONDS): Promise<FarmWorld | undefined> {
  await using trial = await openLonelyNetwork(60);
  if (trial === undefined) return undefined;
  await using closing = new AsyncDisposableStack();
  const folder = await Deno.makeTempDir({ prefix: "lathe_farm_" });
  closing.defer(() => Deno.remove(folder, { recursive: true }));
  const home = join(folder, "home");
  const tools = join(folder, "tools");
  for (const path of [home, tools]) await Deno.mkdir(path);
  const env = await pacedEnv(tools, PACE);
  const film = join(home, "Film.mkv");
  await makeFilm(film, { seconds });
  const configDir = join(home, "config");
  let service = await startService({ configDir, env });
  closing.defer(async () => void await service.stop());
  const profileId = await addProfile(service);
  const begin = async (name: string) => {
    const source = join(home, name, "Film.mkv");
    await Deno.mkdir(join(home, name));
    await Deno.copyFile(film, source);
    const { status, body } = await api<Job>(service, "/api/jobs", {
      body: { profileId, source: { localPath: source } },
    });
    if (status !== 201) throw new Error(`No job: ${JSON.stringify(body)}`);
    return { id: body.id, source };
  };
  const job = async (id: string) => (await api<Job>(service, `/api/jobs/${id}`)).body;
  const ended = async (id: string) => {
    await until("the job ends", async () => ["done", "failed", "cancelled"].includes((await job(id)).status), 1_800);
    return await job(id);
  };
  const began = performance.now();
  const alone = await ended((await begin("alone")).id);
  const aloneMs = performance.now() - began;
  const wanted = await packetsOf(alone.outputPath ?? "");
  const [port = 0] = freePorts(1);
  const settings = { enabled: true, requireApproval: false, keepLocal: 0, listen: `127.0.0.1:${port}` };
  const set = await api(service, "/api/settings", { method: "PUT", body: { agents: settings } });
  if (set.status !== 200) throw new Error(`No settings: ${JSON.stringify(set.body)}`);
  const agents = async () => (await api<{ items: Agent[] }>(service, "/api/agents")).body.items;
  const joinCode = async () => {
    let code = "";
    await until("a code", async () => {
      const { status, body } = await api<{ code: string }>(service, "/api/agents/join-codes", { method: "POST" });
      code = body.code;
      return status < 300;
    });
    return code;
  };
  let count = 0;
  const all = closing.move();
  const addAgent = async (name: string) => {
    const agent = all.use(
      await openAgent({ name, number: count++, folder, hidden: home, env, port, code: await joinCode() }),
    );
    agent.start();
    await until(
      `${name} is ready`,
      async () =>
        (await agents()).some((one) => one.name === name && one.state === "online" && one.reason === undefined),
    );
    return agent;
  };
  return {
    ...{ folder, film, wanted, aloneMs, agents, addAgent, joinCode, begin, job, ended },
    service: () => service,
    async killService() {
      await service.kill();
      service = await startService({ configDir, env });
    },
    async killNats() {
      const pids = await processesWith(join(configDir, ""), "nats.conf");
      if (pids.length === 0) throw new Error("There is no NATS server.");
      for (const pid of pids) Deno.kill(pid, "SIGKILL");
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** Creates a movie of a few minutes with a low frame rate. `pattern` is its test pattern. */
export async function makeFilm(
  path: string,
  { pattern = "testsrc2", seconds = FILM_SECONDS }: { pattern?: string; seconds?: number } = {},
): Promise<void> {
  const { code, stderr } = await run("ffmpeg", [
    ...["-v", "error", "-y", "-f", "lavfi", "-i", `${pattern}=s=192x108:r=6:d=${seconds}`],
    ...["-f", "lavfi", "-i", `sine=f=440:d=${seconds}`, "-filter:v", "noise=alls=4:allf=t"],
    ...[
      "-c:v",
      "libx264",
      "-preset",
      "ultrafast",
      "-threads",
      "1",
      "-g",
      "12",
      "-c:a",
      "ac3",
      "-metadata:s:a:0",
      "language=eng",
      path,
    ],
  ]);
  if (code !== 0) throw new Error(stderr);
}

async function addProfile(service: RunningService): Promise<string> {
  const { body } = await api<{ id: string }>(service, "/api/profiles", {
    body: {
      name: "Parts",
      // With more threads, a few bits occasionally differ on a busy machine even with the same command.
      video: { encoder: "libx264", preset: "veryfast", quality: 24, pixelFormat: "yuv420p", extraArgs: "-threads:v 1" },
      audio: { encoder: "copy" },
      output: { segments: "on" },
    },
  });
  return body.id;
}

/** Returns every packet of a file with timestamps and hash, without container data that differs in each run. */
export async function packetsOf(path: string): Promise<string> {
  const args = ["-v", "error", "-i", path, "-map", "0", "-c", "copy", "-f", "framemd5", "-"];
  const { code, stdout, stderr } = await run("ffmpeg", args);
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

/** Returns the first packets in which two movies differ. Undefined if they are equal. */
export function differenceOf(made: string, wanted: string): string | undefined {
  const [ours, theirs] = [made.split("\n"), wanted.split("\n")];
  const at = theirs.findIndex((line, i) => line !== ours[i]);
  if (at < 0 && ours.length === theirs.length) return undefined;
  const count = theirs.filter((line, i) => line !== ours[i]).length;
  return `${count} of ${theirs.length} packets (${ours.length} came), first: ${ours[at]} instead of ${theirs[at]}`;
}

/** Returns the processes whose command line contains all words. */
export async function processesWith(...words: string[]): Promise<number[]> {
  const found: number[] = [];
  for await (const { name } of Deno.readDir("/proc")) {
    const text = await Deno.readTextFile(`/proc/${name}/cmdline`).catch(() => "");
    if (words.every((word) => text.includes(word))) found.push(Number(name));
  }
  return found;
}

interface AgentPlace {
  name: string;
  number: number;
  folder: string;
  /** Folder that appears empty to the agent. */
  hidden: string;
  env: Record<string, string>;
  /** HTTPS port. The NATS server uses the next port. */
  port: number;
  code: string;
}

async function openAgent(
  { name, number, folder, hidden, env, port, code }: AgentPlace,
): Promise<FarmAgent & AsyncDisposable> {
  await using closing = new AsyncDisposableStack();
  const network = await openLonelyNetwork(number);
  if (network === undefined) throw new Error("no network namespace");
  closing.use(network);
  const { address } = network;
  const https = closing.use(await openBadLink(port, { host: address, port }));
  const nats = closing.use(await openBadLink(port + 1, { host: address, port: port + 1 }));
  const read = parseJoinCode(code);
  if (read === undefined) throw new Error("no join code");
  const own = joinCodeText({ ...read, addresses: [`${address}:${port}`] });
  const config = join(folder, `agent-${name}`);
  const [program = "", ...inside] = network.inside;
  const words = [...PROGRAM, "agent", "--config", config, "--name", name, "--join", own];
  // Mounts are private to the namespace, so a folder is only hidden there.
  const script = ["sh", "-c", 'mount -t tmpfs none "$0" && exec "$@"', hidden];
  const printed: string[] = [];
  let child: Deno.ChildProcess | undefined;
  let watching: Promise<unknown> = Promise.resolve();
  const watch = async (stream: ReadableStream<Uint8Array>) => {
    for await (const line of lines(stream)) printed.push(line);
  };
  const end = async (signal: Deno.Signal) => {
    try {
      child?.kill(signal);
    } catch {
      // The process has already ended.
    }
    const status = await child?.status;
    await watching;
    return status?.code ?? 0;
  };
  closing.defer(async () => void await end("SIGKILL"));
  const all = closing.move();
  return {
    ...{ name, folder: config, https, nats, end },
    output: () => printed.join("\n"),
    onLinks: (change) => [https, nats].forEach(change),
    start(before = []) {
      const pipes = { stdin: "null", stdout: "piped", stderr: "piped" } as const;
      child = new Deno.Command(program, { args: [...inside, ...script, ...before, ...words], env, ...pipes }).spawn();
      watching = Promise.all([watch(child.stdout), watch(child.stderr)]);
    },
    status: async () => (await child?.status)?.code ?? 0,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
