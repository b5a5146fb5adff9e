import { join } from "node:path";
import { run } from "../kit/run.ts";
import { makeSmallClip } from "../kit/clips.ts";
import { freePorts } from "../kit/free_ports.ts";
import { until } from "../farm/world.ts";
import { api, PROGRAM, type RunningService, startService } from "../kit/service.ts";
import type { Agent } from "../../lib/farm/agents/model.ts";
import type { Job } from "../../lib/jobs/schema.ts";
import { type CardsFfmpeg, makeCardsFfmpeg } from "../fakes/cards/make_cards_ffmpeg.ts";
import type { CardRecord } from "../fakes/cards/sessions.ts";

/**
 * Runs jobs on a service with two stand-in GPUs and the CPU, and on an agent with another GPU. GPUs have no session,
 * devices are lost in the middle, and the agent is killed.
 */

const NODE = "/dev/dri/renderD128";
/** Limits of the service and the agent. */
const LIMITS = { cpu: 2, "0": 2, [NODE]: 1 };
const AGENT_LIMITS = { cpu: 1, "0": 2 };

/** Result of all jobs. */
export interface CardsRun {
  jobs: Job[];
  /** Problems of results, such as a missing frame. */
  problems: string[];
  /** Statistics of each GPU with its limit. */
  devices: { name: string; limit: number; record: CardRecord }[];
  /** Number of jobs by the kind of their encoder. */
  software: number;
  byAgent: number;
}

/** Runs `count` jobs and verifies every result. */
export async function runCards(count: number): Promise<CardsRun> {
  await using closing = new AsyncDisposableStack();
  const folder = await Deno.makeTempDir({ prefix: "lathe_cards_" });
  closing.defer(() => Deno.remove(folder, { recursive: true }));
  const places = { here: join(folder, "here"), there: join(folder, "there"), media: join(folder, "media") };
  for (const place of Object.values(places)) await Deno.mkdir(place);
  const cards = { "0": { sessions: LIMITS["0"] }, [NODE]: { sessions: LIMITS[NODE] ?? 0 } };
  const here = await makeCardsFfmpeg(places.here, { cards, refuseEvery: 9, loseEvery: 13 });
  const there = await makeCardsFfmpeg(places.there, { cards: { "0": { sessions: AGENT_LIMITS["0"] } } });
  const service = closing.use(await startService({ env: pathWith(places.here) }));
  const profiles = await configure(service);
  const agent = await startAgent(service, join(folder, "agent"), places.there);
  closing.defer(() => agent.kill());
  await there.configure({ refuseEvery: 11, loseEvery: 7 });
  const ids = await addJobs(service, places.media, profiles, count);
  await until("a third", async () => await finished(service) >= count / 3, WAIT_SECONDS);
  await agent.kill();
  // Limits also hold while the settings change.
  const fewer = { cards: cardLimits(1), hardwareDecoding: false };
  await change(service, { transcoding: fewer, agents: { keepLocal: 3 } });
  await until("half", async () => await finished(service) >= count / 2, WAIT_SECONDS);
  await change(service, { transcoding: { cards: cardLimits(LIMITS["0"]) }, agents: { keepLocal: 1 } });
  await agent.start();
  await until("all jobs", async () => await finished(service) >= count, WAIT_SECONDS);
  return await collect(service, ids, { here, there });
}

const WAIT_SECONDS = 3 * 3600;

const pathWith = (folder: string) => ({ PATH: `${folder}:${Deno.env.get("PATH") ?? ""}` });

const cardLimits = (first: number) => [{ device: "0", limit: first }, { device: NODE, limit: LIMITS[NODE] }];

async function change(service: RunningService, settings: unknown): Promise<void> {
  const { status, body } = await api(service, "/api/settings", { method: "PUT", body: settings });
  if (status !== 200) throw new Error(JSON.stringify(body));
}

/** Sets the limits. Returns the IDs of the profiles. */
async function configure(service: RunningService): Promise<string[]> {
  const [port = 0] = freePorts(1);
  const settings = {
    concurrency: LIMITS.cpu,
    transcoding: {
      ...{ hardwareDecoding: false, verify: "full" },
      cards: cardLimits(LIMITS["0"]),
    },
    agents: { enabled: true, requireApproval: false, keepLocal: 1, listen: `127.0.0.1:${port}` },
  };
  await change(service, settings);
  const ids: string[] = [];
  for (
    const video of [
      { encoder: "hevc_nvenc", quality: 30, preset: "p1", pixelFormat: "nv12" },
      { encoder: "h264_nvenc", quality: 30, preset: "p1", pixelFormat: "nv12" },
      { encoder: "hevc_vaapi", quality: 30, preset: "", pixelFormat: "nv12" },
      { encoder: "libx264", quality: 30, preset: "ultrafast", pixelFormat: "yuv420p" },
    ]
  ) {
    const profile = { name: video.encoder, video, audio: { encoder: "copy" }, output: { suffix: `.${ids.length}` } };
    const answer = await api<{ id: string }>(service, "/api/profiles", { body: profile });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    ids.push(answer.body.id);
  }
  return ids;
}

async function addJobs(service: RunningService, media: string, profiles: string[], count: number): Promise<string[]> {
  const clip = join(media, "clip.mkv");
  await makeSmallClip(clip, { seconds: 0.3, width: 64, height: 36 });
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const path = join(media, `${i}.mkv`);
    await Deno.copyFile(clip, path);
    const job = { profileId: profiles[i % profiles.length], source: { localPath: path } };
    const { status, body } = await api<Job>(service, "/api/jobs", { body: job });
    if (status !== 201) throw new Error(JSON.stringify(body));
    ids.push(body.id);
  }
  return ids;
}

/** Number of jobs that have ended. */
async function finished(service: RunningService): Promise<number> {
  const { body } = await api<{ done: number; failed: number }>(service, "/api/queue");
  return body.done + body.failed;
}

interface RestartableAgent {
  start(): Promise<void>;
  kill(): Promise<void>;
}

/** Joins an agent and waits until it accepts work. */
async function startAgent(service: RunningService, folder: string, tools: string): Promise<RestartableAgent> {
  let code = "";
  await until("a join code", async () => {
    const answer = await api<{ code: string }>(service, "/api/agents/join-codes", { method: "POST" });
    code = answer.body.code;
    return answer.status < 300;
  }, WAIT_SECONDS);
  const [program = "", ...leading] = PROGRAM;
  const words = ["agent", "--join", code, "--config", folder, "--name", "attic", "--slots", "1"];
  let child: Deno.ChildProcess | undefined;
  const agent = {
    async start() {
      const args = [...leading, ...words, "--gpu", `0=${AGENT_LIMITS["0"]}`];
      const streams = { stdin: "null", stdout: "null", stderr: "null" } as const;
      child = new Deno.Command(program, { args, env: pathWith(tools), ...streams }).spawn();
      await until(
        "the agent",
        async () => {
          const { body } = await api<{ items: Agent[] }>(service, "/api/agents");
          return body.items.some(({ state, reason }) => state === "online" && reason === undefined || state === "busy");
        },
        WAIT_SECONDS,
      );
    },
    async kill() {
      try {
        child?.kill("SIGKILL");
      } catch {
        // The process has already ended.
      }
      await child?.status;
      child = undefined;
    },
  };
  await agent.start();
  return agent;
}

/** Reads all jobs, and compares each result with its source. */
async function collect(
  service: RunningService,
  ids: string[],
  { here, there }: { here: CardsFfmpeg; there: CardsFfmpeg },
): Promise<CardsRun> {
  const jobs: Job[] = [];
  const problems: string[] = [];
  let byAgent = 0;
  for (const id of ids) {
    const { status, body: job } = await api<Job>(service, `/api/jobs/${id}`);
    if (status !== 200) {
      problems.push(`${id} is lost`);
      continue;
    }
    jobs.push(job);
    const problem = job.status === "done" ? await problemOf(job) : `${job.status}: ${job.error}`;
    if (problem !== undefined) problems.push(`${job.profileName} ${id}: ${problem}`);
    const log = await api<{ lines: string[] }>(service, `/api/jobs/${id}/log`);
    if (log.body.lines.some((line) => /^Segment 1 was encoded by attic/.test(line))) byAgent++;
  }
  const devices = [];
  for (const [ffmpeg, place, limits] of [[here, "here", LIMITS], [there, "agent", AGENT_LIMITS]] as const) {
    for (const [device, limit] of Object.entries(limits)) {
      devices.push({ name: `${place} ${device}`, limit, record: await ffmpeg.record(device) });
    }
  }
  return { jobs, problems, devices, byAgent, software: jobs.filter(({ software }) => software).length };
}

async function problemOf({ outputPath = "", profileName }: Job): Promise<string | undefined> {
  const codec = profileName.startsWith("hevc") ? "hevc" : "h264";
  const { stdout } = await run("ffprobe", [
    ...["-v", "error", "-select_streams", "v:0", "-count_frames"],
    ...["-show_entries", "stream=codec_name,width,height,nb_read_frames", "-of", "csv=p=0", outputPath],
  ]);
  const wanted = `${codec},64,36,8`;
  return stdout.trim() === wanted ? undefined : `${stdout.trim()} instead of ${wanted}`;
}

/** Returns the limits that were exceeded. */
export const exceeded = ({ devices }: CardsRun): string[] =>
  devices.filter(({ limit, record }) => record.peak > limit).map(({ name, limit, record }) =>
    `${name}: ${record.peak} of ${limit}`
  );
