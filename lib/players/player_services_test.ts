import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { startJellyfin } from "../../tests/fakes/jellyfin.ts";
import { startPlex } from "../../tests/fakes/plex.ts";
import { testHttpClient } from "../../tests/fixtures/http_client.ts";
import { openQueue, type Queue, type QueueOptions, withFolders } from "../../tests/fixtures/queue.ts";
import { makeSmallClip } from "../../tests/kit/clips.ts";
import { makePacedFfmpeg } from "../../tests/kit/paced_ffmpeg.ts";
import { until } from "../../tests/kit/until.ts";
import { systemClock } from "../kit/clock.ts";
import { openMachine } from "../platform/storage/boot.ts";
import { createPlayerServices } from "./player_services.ts";
import { type PlayerTime, systemTime } from "./player_time.ts";

/** Factor by which the time of the player services runs faster than real time: an hour takes a minute. */
const SPEED = 60;
const fastTime: PlayerTime = {
  nowMs: () => performance.now() * SPEED,
  sleep: (ms, signal) => systemTime.sleep(ms / SPEED, signal),
};

// The timers of the connections to the fake servers outlive a test.
const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

type Players = ReturnType<typeof createPlayerServices>["services"]["players"];

async function withPlayers(
  servers: (media: string) => object[],
  work: (queue: Queue, players: Players, media: string, logged: string[]) => Promise<void>,
  options: Partial<QueueOptions> = {},
  time = fastTime,
): Promise<void> {
  await withFolders(async ({ media, configDir }) => {
    await using http = testHttpClient();
    const logged: string[] = [];
    const log = (level: string, message: string, facts?: object) =>
      void logged.push(`${level} ${message} ${JSON.stringify(facts)}`);
    await using queue = await openQueue({ configDir, ...options, log });
    await queue.settings.update({ players: { servers: servers(media) } });
    const core = { settings: queue.settings as never, http, bus: queue.bus, clock: systemClock, log };
    const district = createPlayerServices(core, { jobs: queue.jobs, time });
    try {
      await work(queue, district.services.players, media, logged);
    } finally {
      await district.close?.();
    }
  });
}

const plexAt = (fake: { url: string; token: string }, change: object = {}) => ({
  ...{ id: "tv", name: "Plex", kind: "plex", url: fake.url, token: fake.token },
  ...change,
});

test("without a player, and with disabled ones, changed files and running encodes cause no request", async () => {
  await using fake = startPlex();
  const off = { pauseEncodes: true, enabled: false };
  const unused = { id: "b", rescan: false, keepWatched: false };
  await withPlayers(() => [plexAt(fake, off), plexAt(fake, unused)], async (queue, players) => {
    const state = await queue.jobs.queueState();
    queue.bus.publish("files-changed", { from: "/data/movies/a.avi", to: "/data/movies/a.mkv" });
    queue.bus.publish("queue", { ...state, running: 1 });
    await players.pollNow("tv");
    await new Promise((resolve) => setTimeout(resolve, 200));
    same(fake.requests, []);
    await queue.settings.update({ players: { servers: [] } });
    same(await players.list(), []);
  });
});

test("slow: 200 imports publish their events without waiting for a player that hangs, and every folder is rescanned later", async () => {
  await using fake = startPlex();
  fake.behave("hang");
  await withPlayers(() => [plexAt(fake)], async (queue, players, _, logged) => {
    const startedAt = performance.now();
    for (let i = 0; i < 200; i++) queue.bus.publish("files-changed", { to: `/data/movies/${i}/film.mkv` });
    const publishedMs = performance.now() - startedAt;
    // Publishing did not wait for the player: a single request would take longer, because the player does not respond.
    ok(publishedMs < 5_000, `${publishedMs} ms`);
    await until(() => fake.requests.length > 0);
    fake.behave("well");
    await queue.settings.update({ players: { servers: [plexAt(fake, { url: `${fake.url}/` })] } });
    await until(async () => fake.rescans.length >= 200 || (await players.list())[0]?.rescans.failed === 200);
    is(new Set(fake.rescans).size, 200);
    same(logged.filter((line) => line.includes(fake.token)), []);
  });
});

test("slow: a real encode that replaces its original is delivered, rescanned in both folders' places and stays watched, while another player refuses everything", async () => {
  await using plex = startPlex();
  await using broken = startJellyfin();
  broken.behave("error");
  const servers = (media: string) => [
    plexAt(plex, { mappings: [{ remote: "/data/movies", local: media }] }),
    { ...plexAt(broken), id: "j", kind: "jellyfin", name: "Jellyfin" },
  ];
  await withPlayers(servers, async (queue, players, media) => {
    await Deno.mkdir(join(media, "Dune"));
    await makeSmallClip(join(media, "Dune", "Dune.mkv"), { seconds: 2 });
    plex.movies.items.push({
      id: "7",
      file: "/data/movies/Dune/Dune.mkv",
      states: new Map([["", { watched: true, positionMs: 0 }]]),
    });
    plex.movies.disk.add("/data/movies/Dune/Dune.mp4");
    const profile = await queue.quickProfile({
      container: "mp4",
      audio: { encoder: "aac" },
      output: { suffix: "", replaceOriginal: true },
    });
    const { id } = await queue.create(join(media, "Dune", "Dune.mkv"), profile);
    const done = await queue.finished(id);
    same([done.status, done.outputPath], ["done", join(media, "Dune", "Dune.mp4")]);
    await until(() => plex.rescans.length > 0);
    same(plex.rescans, ["/data/movies/Dune"]);
    await until(async () => (await players.list())[0]?.watched.kept === 1);
    same(plex.movies.items.map(({ file, states }) => [file, states.get("")?.watched]), [
      ["/data/movies/Dune/Dune.mp4", true],
    ]);
    plex.movies.disk = new Set(["/data/movies/Dune/Dune.mkv"]);
    await queue.jobs.undo(id);
    await until(() => plex.rescans.length > 1);
    is(plex.movies.items[0]?.file, "/data/movies/Dune/Dune.mkv");
    await until(async () => (await players.list())[1]?.rescans.failed !== 0);
  });
});

async function processState(pid: number): Promise<string | undefined> {
  const stat = await Deno.readTextFile(`/proc/${pid}/stat`).catch(() => "");
  return stat.slice(stat.lastIndexOf(")") + 2)[0];
}

test("slow: a running encode is suspended when a film starts and continues when it ends, in 50 of 50 rounds", async () => {
  await using fake = startPlex();
  await withPlayers(() => [plexAt(fake, { pauseEncodes: true })], async (queue, players, media) => {
    await queue.settings.update({
      ffmpegPath: await makePacedFfmpeg(await Deno.makeTempDir({ dir: join(media, "..") }), 1),
    });
    await makeSmallClip(join(media, "a.mkv"), { seconds: 60 });
    const { id } = await queue.create(join(media, "a.mkv"), await queue.quickProfile());
    await queue.until(id, (job) => job.status === "encoding" && (job.progress?.outTimeSeconds ?? 0) > 0);
    const machine = await openMachine();
    const all = async (wanted: (state: string | undefined) => boolean) => {
      const pids = await machine.children(new Set(), [`.${id}.partial`]);
      return pids.length > 0 && (await Promise.all(pids.map(processState))).every(wanted);
    };
    const facts: boolean[] = [];
    const off = queue.bus.on("queue", ({ heldBy }) => {
      if (facts.at(-1) !== (heldBy !== undefined)) facts.push(heldBy !== undefined);
    });
    for (let round = 0; round < 50; round++) {
      fake.streams = [{ title: "Dune", transcodes: true }];
      await players.pollNow("tv");
      await until(() => all((state) => state === "T"));
      is((await queue.jobs.get(id)).heldBy, "Alice is watching Dune on Plex (Living room)");
      fake.streams = [];
      await players.pollNow("tv");
      await until(() => all((state) => state !== "T"));
    }
    off();
    is(facts.filter((held) => held).length, 50);
    await queue.jobs.cancel(id);
    is((await queue.jobs.queueState()).heldBy, undefined);
  });
});
