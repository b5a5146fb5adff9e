/**
 * Tests typical uses of the container image: `deno task try-image FOLDER`, after `deno task image-root FOLDER`. Starts
 * the image with a read-only root as another user. Runs `lathe doctor`, an encode with a quality target and OCR, a
 * segmented encode with a second container as agent, and a rip of an audio CD. Requires root. Exits with 1 if a step
 * fails.
 */
import { match, strictEqual as is } from "node:assert/strict";
import { join, resolve } from "node:path";
import type { Agent } from "../../lib/farm/agents/model.ts";
import type { Rip } from "../../lib/discs/rip_schema.ts";
import type { Job } from "../../lib/jobs/schema.ts";
import { albumCd } from "../fixtures/discs/cd_images.ts";
import { cdCopy } from "../fixtures/discs/cd_world.ts";
import { drawnSup } from "../fixtures/subtitle_pictures.ts";
import { freePorts } from "../kit/free_ports.ts";
import { run } from "../kit/run.ts";
import { api } from "../kit/service.ts";
import { until } from "../farm/world.ts";
import { type Container, startContainer } from "./container.ts";

const USER = 1234;
/** Texts that are drawn as bitmap subtitles and recognised by OCR. */
const SUBTITLES = ["The train leaves at nine.", "Nobody was on the platform."];

async function main(): Promise<void> {
  const [given] = Deno.args;
  if (given === undefined) throw new Error("Specify the folder of the image: deno task try-image FOLDER");
  const image = resolve(given);
  await using closing = new AsyncDisposableStack();
  const folder = await Deno.makeTempDir({ prefix: "lathe-image-" });
  closing.defer(() => Deno.remove(folder, { recursive: true }));
  const [config, agentConfig, media] = ["config", "agent", "media"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const path of [config, agentConfig, media]) await Deno.mkdir(path);
  await makeMedia(media);
  await owned(media);
  await Deno.chmod(folder, 0o755);
  const [port = 0, agentPort = 0] = freePorts(2);
  const user = { PUID: String(USER), PGID: String(USER) };
  const env = { ...user, SERVICE_PORT: String(port) };

  const began = performance.now();
  const server = closing.use(await startContainer({ image, config, media, env }));
  const service = { url: `http://127.0.0.1:${port}` };
  await until("the service is up", async () => await isHealthy(service, server));
  report(`ready after ${((performance.now() - began) / 1000).toFixed(1)} s, ${megabytes(await memoryOf())} MB`);
  is((await Deno.stat(join(config, "lathe.db")).catch(() => Deno.stat(config))).uid, USER, "the owner of /config");

  const doctor = await startContainer({ image, config, media, env, command: ["doctor"] });
  is(await doctor.ended, 0, doctor.output());
  await doctor[Symbol.asyncDispose]();
  report(`doctor:\n${doctor.output()}`);

  is((await api(service, "/api/settings", { method: "PUT", body: { ocr: { enabled: true } } })).status, 200);
  const target = await profile(service, {
    name: "Target",
    video: {
      ...{ encoder: "libsvtav1", preset: "10", quality: 35, pixelFormat: "yuv420p10le" },
      // The metric is XPSNR, because no Debian package has VMAF.
      ...{ targetMetric: "auto", targetScore: 90 },
    },
    audio: { encoder: "libopus" },
    subtitles: { pictureSubtitles: "ocr" },
  });
  const job = await ended(service, await queue(service, target, "/media/Film.mkv"));
  is(job.status, "done", JSON.stringify(job));
  const { body: detail } = await api<{ quality?: unknown }>(service, `/api/jobs/${job.id}`);
  const made = join(media, (job.outputPath ?? "").slice("/media/".length));
  is((await Deno.stat(made)).uid, USER);
  const text = await run("ffmpeg", ["-v", "error", "-i", made, "-map", "0:s:0", "-f", "srt", "-"]);
  for (const line of SUBTITLES) is(text.stdout.includes(line), true, `${text.stdout}${text.stderr}`);
  report(`quality target: ${JSON.stringify(detail.quality)}; OCR: ${text.stdout.split("\n").length} lines of text`);

  const settings = { enabled: true, requireApproval: false, keepLocal: 0, listen: `127.0.0.1:${agentPort}` };
  is((await api(service, "/api/settings", { method: "PUT", body: { agents: settings } })).status, 200);
  let code = "";
  await until("a join code", async () => {
    const { status, body } = await api<{ code: string }>(service, "/api/agents/join-codes", { method: "POST" });
    code = body.code;
    return status < 300;
  });
  closing.use(
    await startContainer({
      ...{ image, config: agentConfig, media, env: user },
      command: ["agent", "--join", code, "--name", "second"],
    }),
  );
  const agents = async () => (await api<{ items: Agent[] }>(service, "/api/agents")).body.items;
  await until("the agent is ready", async () => (await agents()).some(({ state }) => state === "online"));
  const parts = await profile(service, {
    name: "Parts",
    video: { encoder: "libx264", preset: "medium", quality: 22, pixelFormat: "yuv420p" },
    audio: { encoder: "copy" },
    output: { segments: "on" },
  });
  const long = await ended(service, await queue(service, parts, "/media/Long.mkv"));
  is(long.status, "done", JSON.stringify(long));
  const [agent] = await agents();
  report(`parts by the agent: ${agent?.figures.parts}`);
  is((agent?.figures.parts ?? 0) > 0, true, "the agent encoded nothing");

  is((await api(service, "/api/settings", { method: "PUT", body: { disc: { autoTranscode: false } } })).status, 200);
  const cd = await copyDisc(service, "/media/cd-album/album.cue");
  report(`audio CD: ${cd.log.filter((line) => line.includes("copied and verified")).length} tracks verified`);
}

/** Copies an audio CD image. Without Lidarr, the rip ends as failed with its files in the rips folder. */
async function copyDisc(service: { url: string }, path: string): Promise<Rip> {
  const { body: opened, status } = await api<Rip>(service, "/api/disc/open", { body: { path } });
  is(status < 300, true, JSON.stringify(opened));
  const read = async () => (await api<Rip>(service, `/api/disc/rips/${opened.id}`)).body;
  const reaches = async (...states: string[]) => {
    await until(`the disc is ${states.join(" or ")}`, async () => states.includes((await read()).status));
    return await read();
  };
  const ready = await reaches("ready", "failed");
  is(ready.status, "ready", JSON.stringify(ready.log));
  const begun = await api(service, `/api/disc/rips/${opened.id}/start`, { method: "POST", body: {} });
  is(begun.status < 300, true, JSON.stringify(begun.body));
  const copied = await reaches("failed");
  match(copied.log.at(-1) ?? "", /^Lidarr is not connected\. .* The files are in /);
  is(copied.log.filter((line) => line.includes("copied and verified")).length, 5, JSON.stringify(copied.log));
  return copied;
}

async function makeMedia(media: string): Promise<void> {
  const subtitles = join(media, "subtitles.sup");
  await Deno.writeFile(
    subtitles,
    await drawnSup(SUBTITLES.map((text, n) => ({ text, start: 2 + n * 4, end: 5 + n * 4 }))),
  );
  const made = (seconds: number, size: string, more: string[], out: string) =>
    run("ffmpeg", [
      ...["-v", "error", "-y", "-f", "lavfi", "-i", `testsrc2=s=${size}:r=24:d=${seconds}`],
      ...["-f", "lavfi", "-i", `sine=f=440:d=${seconds}`, ...more],
      ...["-c:v", "libx264", "-preset", "ultrafast", "-crf", "12", "-g", "48", "-c:a", "ac3", "-c:s", "copy"],
      join(media, out),
    ]);
  for (
    const { code, stderr } of [
      await made(12, "320x180", [
        ...["-i", subtitles, "-map", "0:v", "-map", "1:a", "-map", "2:s", "-metadata:s:s:0", "language=eng"],
      ], "Film.mkv"),
      await made(240, "320x180", [], "Long.mkv"),
    ]
  ) is(code, 0, stderr);
  await Deno.remove(subtitles);
  await cdCopy(media, await albumCd());
}

async function owned(folder: string): Promise<void> {
  is((await run("chown", ["-R", `${USER}:${USER}`, folder])).code, 0);
}

async function isHealthy({ url }: { url: string }, server: Container): Promise<boolean> {
  const state = await Promise.race([server.ended, Promise.resolve("running")]);
  if (state !== "running") throw new Error(`The container ended with ${state}: ${server.output()}`);
  return await fetch(`${url}/api/health`).then(
    async (response) => (await response.body?.cancel(), response.ok),
    () => false,
  );
}

async function profile(service: { url: string }, body: Record<string, unknown>): Promise<string> {
  const { status, body: made } = await api<{ id: string }>(service, "/api/profiles", { body });
  is(status, 201, JSON.stringify(made));
  return made.id;
}

async function queue(service: { url: string }, profileId: string, localPath: string): Promise<string> {
  const { status, body } = await api<Job>(service, "/api/jobs", { body: { profileId, source: { localPath } } });
  is(status, 201, JSON.stringify(body));
  return body.id;
}

async function ended(service: { url: string }, id: string): Promise<Job> {
  const read = async () => (await api<Job>(service, `/api/jobs/${id}`)).body;
  await until(
    "the job ends",
    async () => ["done", "failed", "skipped", "cancelled"].includes((await read()).status),
    3600,
  );
  return await read();
}

/** Returns the resident bytes of the processes that run as the container's user. */
async function memoryOf(): Promise<number> {
  const { stdout } = await run("ps", ["-o", "rss=", "-u", String(USER)]);
  return stdout.trim().split("\n").reduce((sum, kilobytes) => sum + Number(kilobytes) * 1024, 0);
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);
const report = (text: string): void => console.log(text);

if (import.meta.main) await main();
