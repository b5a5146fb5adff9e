import { join } from "node:path";
import type { Job } from "../../lib/jobs/schema.ts";
import type { Rip } from "../../lib/discs/rip_schema.ts";
import { albumCd } from "../fixtures/discs/cd_images.ts";
import { cdCopy } from "../fixtures/discs/cd_world.ts";
import { discImage, seasonDisc } from "../fixtures/discs/disc_app.ts";
import { makeSmallClip } from "../kit/clips.ts";
import { finished, until } from "../kit/jobs.ts";
import { pacedEnv } from "../kit/paced_ffmpeg.ts";
import { run } from "../kit/run.ts";
import { api, type RunningService, startService } from "../kit/service.ts";
import { writeHistory } from "./history.ts";
import { startLibraries } from "./libraries.ts";

/** Services and data on which the states are based. */
export interface World extends AsyncDisposable {
  /** A service in use. */
  url: string;
  /** A service that was just installed. */
  newUrl: string;
  /** A service that requires a password. */
  lockedUrl: string;
  media: string;
  jobs: { done: string; failed: string; running: string };
  discs: { bluray: string; cd: string };
  /** A user-defined profile and smart profile. */
  profile: string;
}

/** A service in use whose queue is stopped, and a service that was just installed. */
export type LibraryWorld = Pick<World, "url" | "newUrl" | "media"> & AsyncDisposable;

const QUICK = { encoder: "libx264", preset: "ultrafast", pixelFormat: "yuv420p", quality: 30 };

/** Options of the demo: the port of the service in use, and artwork that works in any browser. */
export interface WorldOptions {
  port?: number;
  drawnArtwork?: boolean;
}

/** Starts the services and a small library without jobs and discs, for tests that only need pages of the library. */
export async function openLibraryWorld(): Promise<LibraryWorld> {
  await using stack = new AsyncDisposableStack();
  const media = await makeFolder(stack, "lathe-looks-media-");
  const libraries = stack.use(await startLibraries(media, { films: 60, shows: 1 }));
  const service = stack.use(await startService());
  await configure(service, media, libraries);
  const fresh = stack.use(await startService());
  await api(service, "/api/library/movies/refresh", { method: "POST" });
  const kept = stack.move();
  return { url: service.url, newUrl: fresh.url, media, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** Creates a folder that is removed with `stack`. */
async function makeFolder(stack: AsyncDisposableStack, prefix: string): Promise<string> {
  const path = await Deno.makeTempDir({ prefix });
  stack.defer(() => Deno.remove(path, { recursive: true }));
  return path;
}

/** Starts all services, which takes about a minute. */
export async function openWorld({ port = 0, drawnArtwork = false }: WorldOptions = {}): Promise<World> {
  await using stack = new AsyncDisposableStack();
  const media = await makeFolder(stack, "lathe-looks-media-");
  const configDir = await makeFolder(stack, "lathe-looks-config-");
  const libraries = stack.use(await startLibraries(media, { drawnArtwork }));
  const { profile, ...jobs } = await finishedJobs(configDir, media, libraries);
  await writeHistory(configDir, libraries.movies);
  const env = await pacedEnv(await makeFolder(stack, "lathe-looks-tools-"), 1);
  const service = stack.use(await startService({ configDir, env, args: ["--port", String(port)] }));
  const fresh = stack.use(await startService());
  const locked = stack.use(await startLocked());
  const running = await runningJob(service, media, profile);
  const discs = await readDiscs(service, media);
  for (const kind of ["movies", "series"]) await api(service, `/api/library/${kind}/refresh`, { method: "POST" });
  await api(service, "/api/music/refresh", { method: "POST" });
  await api(service, "/api/local/scan", { method: "POST" });
  await api(service, "/api/system/backups", { method: "POST" });
  const kept = stack.move();
  return {
    url: service.url,
    newUrl: fresh.url,
    lockedUrl: locked.url,
    media,
    profile,
    jobs: { ...jobs, running },
    discs,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

async function startLocked(): Promise<RunningService> {
  const service = await startService();
  const security = {
    authentication: "forms",
    authenticationRequired: "enabled",
    username: "owner",
    password: "correct horse battery",
  };
  await api(service, "/api/settings", { method: "PUT", body: { general: { security } } });
  return service;
}

interface Connected {
  connections: Record<string, unknown>;
  player: Record<string, unknown>;
}

/** Connects the service to the libraries, and stops its queue. Returns the ID of a new profile. */
async function configure(service: RunningService, media: string, { connections, player }: Connected): Promise<string> {
  await api(service, "/api/settings", {
    method: "PUT",
    body: {
      connections,
      players: { servers: [player] },
      pollIntervalSeconds: 86_400,
      localMedia: { folders: [{ path: join(media, "local") }, { path: "/mnt/not-there" }] },
      discdb: { enabled: false },
      releasedb: { enabled: false },
      cddb: { enabled: false },
      experiments: { barcode: true, wanted: true },
      disc: {
        minTitleSeconds: 1,
        autoTranscode: false,
        autoDeliver: false,
        groupBoxSets: true,
        ripDirectory: join(media, "rips"),
      },
      notifications: {
        targets: [
          { name: "Phone", kind: "ntfy", url: "https://ntfy.example/lathe", events: ["encode.failed", "rip.done"] },
          { name: "Discord of the house", kind: "discord", url: "https://discord.example/api/webhooks/1/2" },
        ],
      },
    },
  });
  const { body: { id: profile } } = await api<{ id: string }>(service, "/api/profiles", {
    body: { name: "Living room television, small and quick", video: QUICK },
  });
  await api(service, "/api/queue/limit", { body: { limit: 0 } });
  return profile;
}

/** Sets up the service and queues two files, of which one is encoded and one fails. */
async function finishedJobs(configDir: string, media: string, { clip, ...connected }: Connected & { clip: string }) {
  await using service = await startService({ configDir });
  const profile = await configure(service, media, connected);
  await api(service, "/api/queue/limit", { body: { limit: 1 } });
  const broken = join(media, "Broken film that was cut off while it was copied (1999).mkv");
  await Deno.writeTextFile(broken, "no film at all");
  const whole = join(media, "The Thing (1982) Remux-1080p.mkv");
  await Deno.copyFile(clip, whole);
  const encode = async (localPath: string) => {
    const { body } = await api<Job>(service, "/api/jobs", { body: { profileId: profile, source: { localPath } } });
    return (await finished(service, body.id)).id;
  };
  const jobs = { profile, done: await encode(whole), failed: await encode(broken) };
  await api(service, "/api/queue/limit", { body: { limit: 0 } });
  return jobs;
}

/** Starts a half-hour encode at the head of the queue. The other jobs wait after it. */
async function runningJob(service: RunningService, media: string, profileId: string): Promise<string> {
  const minute = join(media, "minute.mkv");
  const path = join(media, "Long Night of the Hunter (2019) Remux-1080p.mkv");
  await makeSmallClip(minute, { seconds: 60 });
  await run("ffmpeg", ["-v", "error", "-stream_loop", "40", "-i", minute, "-c", "copy", path]);
  await Deno.remove(minute);
  const { body: { id } } = await api<Job>(service, "/api/jobs", {
    body: { profileId, source: { localPath: path } },
  });
  await api(service, `/api/jobs/${id}/reorder`, { body: { direction: "top" } });
  await api(service, "/api/queue/limit", { body: { limit: 1 } });
  return (await until(service, id, ({ progress }) => (progress?.percent ?? 0) > 0)).id;
}

/** Reads two discs of one season, which form a box set, and an audio CD. */
async function readDiscs(service: RunningService, media: string): Promise<World["discs"]> {
  const open = async (path: string) => {
    const { body } = await api<Rip>(service, "/api/disc/open", { body: { path } });
    for (let status: string = body.status; status !== "ready" && status !== "failed";) {
      status = (await api<Rip>(service, `/api/disc/rips/${body.id}`)).body.status;
    }
    return body.id;
  };
  const disc = (number: number, lengths: number[]) =>
    discImage(media, `DARK_S1_D${number}`, seasonDisc(`Dark Season 1 Disc ${number}`, lengths, number));
  const bluray = await open(await disc(1, [1.6, 2.4]));
  await open(await disc(2, [3.2, 4]));
  return { bluray, cd: await open(await cdCopy(media, await albumCd())) };
}
