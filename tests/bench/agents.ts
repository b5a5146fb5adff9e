import { join } from "node:path";
import type { AgentList, JoinInvitation } from "../../lib/farm/agents/model.ts";
import type { Job } from "../../lib/jobs/schema.ts";
import { type AgentProcess, startAgent } from "../kit/agent_process.ts";
import { finished } from "../kit/jobs.ts";
import { run } from "../kit/run.ts";
import { api, type RunningService, startService } from "../kit/service.ts";
import { type OneCore, oneCore } from "./one_core.ts";
import { measurePartOverhead } from "./part_overhead.ts";
import { type Figure, median, NO_LIMIT_MS } from "./report.ts";

const PARTS = 12;
const ROUNDS = 1;
/** Maximum ratio of the two wall times: two machines must be at least 1.85 times as fast as one. */
const LIMIT = 1 / 1.85;

/**
 * Compares encoding a movie on two single-core machines with encoding it on one of them, and measures the overhead of a
 * remote segment.
 */
export async function measureAgents(): Promise<Figure[]> {
  return [await measureTwoMachines(), await measurePartOverhead()];
}

async function measureTwoMachines(): Promise<Figure> {
  const folder = await Deno.makeTempDir({ prefix: "lathe-bench-" });
  try {
    const film = join(folder, "film.mkv");
    await makeFilm(film);
    await using service = await startService();
    await api(service, "/api/settings", {
      method: "PUT",
      body: { agents: { enabled: true, requireApproval: false, keepLocal: 0, listen: "127.0.0.1:0" } },
    });
    await using cores = new AsyncDisposableStack();
    const [core0, core1] = [cores.use(await oneCore(0)), cores.use(await oneCore(1))];
    await using first = await addAgent(service, "core 0", core0);
    const one: number[] = [];
    for (let round = 0; round < ROUNDS; round++) one.push(await secondsOf(service, film, `one ${round}`));
    await using second = await addAgent(service, "core 1", core1);
    const two: number[] = [];
    for (let round = 0; round < ROUNDS; round++) two.push(await secondsOf(service, film, `two ${round}`));
    console.log(`  one machine ${one.map(Math.round)} s, two ${two.map(Math.round)} s`);
    if (!first.output() || !second.output()) throw new Error("A machine said nothing.");
    return {
      name: "two machines of one core each",
      value: median(two),
      unit: "s",
      limit: LIMIT,
      baseline: { name: "one of them", value: median(one) },
      note: `${(median(one) / median(two)).toFixed(2)} times as fast; ${PARTS} parts of a minute by x265 slow`,
    };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Starts an agent restricted to one processor and waits until it accepts segments. */
async function addAgent(service: RunningService, name: string, core: OneCore): Promise<AgentProcess> {
  const command = await shownCommand(service);
  const agent = await startAgent(command, {
    before: core.before,
    more: ["--name", name.replace(" ", "-"), "--slots", "1"],
  });
  const isReady = async () =>
    (await api<AgentList>(service, "/api/agents")).body.items
      .some((one) => one.name === name.replace(" ", "-") && one.state === "online");
  while (!await isReady()) await new Promise((resolve) => setTimeout(resolve, 200));
  return agent;
}

/** Returns the command of a new join code. Retries until the farm is open. */
async function shownCommand(service: RunningService): Promise<string> {
  for (;;) {
    const { status, body } = await api<JoinInvitation>(service, "/api/agents/join-codes", { method: "POST" });
    if (status < 300) return body.command;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Returns the seconds from the request for an encode until its result is in place. */
async function secondsOf(service: RunningService, source: string, name: string): Promise<number> {
  const { body: profile } = await api<{ id: string }>(service, "/api/profiles", {
    body: {
      name,
      video: { encoder: "libx265", preset: "slow", quality: 24, pixelFormat: "yuv420p" },
      audio: { encoder: "copy" },
      output: { segments: "on", suffix: ` ${name}` },
    },
  });
  const started = performance.now();
  const { body: created } = await api<Job>(service, "/api/jobs", {
    body: { profileId: profile.id, source: { localPath: source } },
  });
  const job = await finished(service, created.id, NO_LIMIT_MS);
  if (job.status !== "done") throw new Error(`The job ended ${job.status}: ${job.error}`);
  return (performance.now() - started) / 1000;
}

/** Generates a moving pattern with grain and a keyframe every two seconds. Segments are one minute long. */
async function makeFilm(path: string): Promise<void> {
  const { code, stderr } = await run("ffmpeg", [
    ...["-v", "error", "-y", "-f", "lavfi", "-i", `testsrc2=s=640x360:r=24:d=${PARTS * 60}`],
    ...["-filter:v", "noise=alls=8:allf=t", "-c:v", "libx264", "-preset", "veryfast", "-crf", "18", "-g", "48", path],
  ]);
  if (code !== 0) throw new Error(stderr);
}
