import { join } from "node:path";
import { startSonarr } from "../fakes/arr/sonarr.ts";
import { asker } from "../fakes/arr/testing.ts";
import { installMakemkv } from "../fakes/makemkv.ts";
import type { FakeTitle } from "../fakes/makemkv_disc.ts";
import { createBlurayShelf, SEASON } from "../fixtures/discs/bluray_discs.ts";
import { makeBridgeImage } from "../fixtures/discs/image_bridge.ts";
import { api, type RunningService, startService } from "../kit/service.ts";
import type { Rip } from "../../lib/discs/rip_schema.ts";
import { damagedMedia, hashes, leftovers } from "./checker.ts";

/**
 * Kills the complete service at random moments while it scans, copies, encodes and delivers a season from an image,
 * alternating between both rippers, then lets it finish and checks the results: `deno run -A tests/soak/rips.ts [kills
 * = 200]`. Exits with 1 if a check fails.
 */
const kills = Number(Deno.args[0] ?? 200);
const EPISODES = 4;
/** Number of failures without a kill after which a rip is considered unable to finish. */
const MAX_FAILURES = 3;
/**
 * Maximum number of kills per round, because all later kills would interrupt an encode that takes longer than the time
 * to the next kill.
 */
const MAX_KILLS_OF_ROUND = 12;
/** Maximum time in which a restarted service must end the processes left by the killed one. */
const ORPHAN_MS = 5_000;
const ADD = {
  title: "Dark",
  tvdbId: 334824,
  qualityProfileId: 4,
  languageProfileId: 1,
  seasonFolder: true,
  monitored: false,
  monitorNewItems: "none",
  seasons: [],
  addOptions: { monitor: "none", searchForMissingEpisodes: false },
};

const base = await Deno.makeTempDir({ prefix: "lathe_kill_rips_" });
const problems: string[] = [];
const expect = (holds: boolean, what: string) => holds || problems.push(what);

/** Folder for programs, which must not be in a world-writable folder. */
const programs = await Deno.makeTempDir({ dir: Deno.env.get("HOME"), prefix: ".lathe_soak_" });
const shelf = createBlurayShelf();
const disc = await shelf.make(SEASON);
const image = join(base, "DARK_S1_D1.iso");
await makeBridgeImage(disc.folder, image, { volumeName: "DARK_S1_D1" });

/** Number of frames of each episode. Each number is unique. */
const FRAMES = SEASON.clips.map(({ id }) => disc.clips.get(id)?.frames ?? 0);
/** Number of kills by state of the rip at the time of the kill. */
const killedIn = new Map<string, number>();
let killed = 0;
for (let round = 0; killed < kills && problems.length === 0; round++) {
  const ripper = round % 2 === 0 ? "open" : "makemkv";
  // Only few rounds encode, because an encode takes longer than all other steps combined and is killed repeatedly.
  const transcode = round % 8 >= 6;
  await runRound(join(base, `round${round}`), { ripper, transcode });
  console.log(
    `Round ${round + 1} (${ripper}${transcode ? ", encoded" : ""}): ${killed} kills, ${problems.length} problems.`,
  );
}
shelf.remove();
for (const folder of [base, programs]) await Deno.remove(folder, { recursive: true });
for (const problem of problems) console.error(problem);
console.log([...killedIn].map(([state, times]) => `${times} while ${state}`).join(", "));
console.log(problems.length === 0 ? `${killed} kills survived.` : "FAILED");
Deno.exit(problems.length === 0 ? 0 : 1);

interface Round {
  ripper: "open" | "makemkv";
  transcode: boolean;
}

async function runRound(folder: string, { ripper, transcode }: Round): Promise<void> {
  const configDir = join(folder, "config");
  await Deno.mkdir(configDir, { recursive: true });
  await using sonarr = await startSonarr({ root: join(folder, "tv"), durations: { command: 50 }, speed: 20 });
  await asker(sonarr, "v3")("POST", "/series", { ...ADD, rootFolderPath: sonarr.root });
  await sonarr.tick(5_000);
  const makemkv = await installMakemkv(programs, {
    type: "bluray",
    label: "DARK_S1_D1",
    titles: await savedTitles(folder),
  });
  let service = await startService({ configDir });
  const set = await api(service, "/api/settings", {
    method: "PUT",
    body: {
      connections: { series: { enabled: true, url: sonarr.url, apiKey: sonarr.key } },
      disc: { ripper, ripperPath: makemkv.path, minTitleSeconds: 0, autoTranscode: transcode, ripDirectory: "" },
    },
  });
  if (set.status !== 200) throw new Error(`The settings were refused: ${JSON.stringify(set.body)}`);
  let id: string | undefined;
  const copies: Copies = new Map();
  const last = Math.min(kills, killed + MAX_KILLS_OF_ROUND);
  for (let ended = false; !ended && killed < last;) {
    id = await step(service, id, transcode);
    // The deadline is during scanning, copying, encoding or delivering.
    const deadline = Date.now() + Math.random() * (transcode ? 2_500 : 700);
    let state = "unknown";
    while (!ended && Date.now() < deadline) {
      const rip = await ripOf(service, id);
      ended = rip?.status === "done";
      state = rip?.status ?? state;
      await checkCopies(copies, rip);
      if (rip?.status === "ready") await step(service, id, transcode);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    if (ended) break;
    await service.kill();
    killed++;
    killedIn.set(state, (killedIn.get(state) ?? 0) + 1);
    await checkDelivered(join(folder, "tv"));
    const orphans = await programsWorkingOn(folder);
    service = await startService({ configDir });
    await checkOrphans(orphans);
  }
  await finish(service, id, { transcode, copies });
  await judge(service, folder, id);
  await service.stop();
}

/** Advances a rip from its current state. Creates it if there is none. */
async function step(service: RunningService, id: string | undefined, transcode: boolean): Promise<string> {
  const known = id === undefined ? undefined : await ripOf(service, id);
  if (known === undefined) {
    const { body } = await api<{ items: Rip[] }>(service, "/api/disc/rips");
    const [open] = body.items;
    if (open !== undefined) return open.id;
    return (await api<Rip>(service, "/api/disc/open", { body: { path: image } })).body.id;
  }
  if (known.status === "inserted") await api(service, `/api/disc/rips/${known.id}/scan`, { method: "POST", body: {} });
  if (known.status === "failed" && known.titles.length === 0) {
    await api(service, `/api/disc/rips/${known.id}/scan`, { method: "POST", body: {} });
  }
  if (["ready", "failed", "interrupted"].includes(known.status) && known.titles.length > 0) {
    const media = { kind: "series", title: "Dark", externalId: 334824, arrId: 1, seasonNumber: 1, genres: [] };
    const episodes = known.titles.filter(({ flags }) => flags.length === 0).slice(0, EPISODES).map((title) => title.id);
    const choice = known.status === "interrupted" || known.files.length > 0 ? {} : {
      media,
      selectedTitleIds: episodes,
      titleRoles: {},
      episodeMap: Object.fromEntries(episodes.map((title, at) => [String(title), at + 1])),
      options: { transcode, deliver: true, eject: false, keepRaw: false },
      profileId: "builtin-movie-1080p",
    };
    await api(service, `/api/disc/rips/${known.id}/start`, { body: choice });
  }
  return known.id;
}

async function ripOf(service: RunningService, id: string): Promise<Rip | undefined> {
  const { status, body } = await api<Rip>(service, `/api/disc/rips/${id}`);
  return status === 200 ? body : undefined;
}

async function finish(
  service: RunningService,
  id: string | undefined,
  { transcode, copies }: { transcode: boolean; copies: Copies },
): Promise<void> {
  const until = Date.now() + 300_000;
  for (let failures = 0; Date.now() < until && failures < MAX_FAILURES;) {
    id = await step(service, id, transcode);
    const rip = await ripOf(service, id);
    await checkCopies(copies, rip);
    if (rip?.status === "done") return;
    if (rip?.status === "failed") failures++;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const rip = id === undefined ? undefined : await ripOf(service, id);
  problems.push(
    `The rip did not come to its end: ${rip?.status} ${rip?.error ?? ""}\n${rip?.log.slice(-20).join("\n")}`,
  );
}

/**
 * Checks that each file in the manager's library is complete and is the episode that its name states. This must hold at
 * any moment.
 */
async function checkDelivered(tv: string): Promise<void> {
  const paths = [...(await hashes(tv).catch(() => new Map<string, string>())).keys()];
  problems.push(...await damagedMedia(paths));
  for (const path of paths.filter((one) => one.endsWith(".mkv"))) {
    const episode = Number(/S01E0(\d)/.exec(path)?.[1]);
    const frames = await framesOf(path);
    expect(frames === FRAMES[episode - 1], `${path} has ${frames} pictures in place of ${FRAMES[episode - 1]}.`);
  }
}

/** Inode of each copied title's file. */
type Copies = Map<number, number>;

/** Checks that a verified title is never written again. */
async function checkCopies(copies: Copies, rip: Rip | undefined): Promise<void> {
  for (const { titleId, path } of rip?.files ?? []) {
    const { ino } = await Deno.stat(path).catch(() => ({ ino: null }));
    if (ino === null) continue;
    expect((copies.get(titleId) ?? ino) === ino, `Title ${titleId + 1} was copied again, though it was there.`);
    copies.set(titleId, ino);
  }
}

/** Checks that the next start ends the processes of a killed service within five seconds. */
async function checkOrphans(orphans: readonly number[]): Promise<void> {
  const isAlive = (pid: number) => Deno.stat(`/proc/${pid}`).then(() => true, () => false);
  const until = Date.now() + ORPHAN_MS;
  let left = [...orphans];
  while (left.length > 0 && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const alive = await Promise.all(left.map(isAlive));
    left = left.filter((_, at) => alive[at]);
  }
  expect(left.length === 0, `Orphans ${ORPHAN_MS} ms after a restart: ${left.join(", ")}`);
}

/** Returns the processes with the folder in their command line, except the service itself. */
async function programsWorkingOn(folder: string, service?: RunningService): Promise<number[]> {
  const found: number[] = [];
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name) || Number(name) === service?.pid) continue;
    const words = await Deno.readTextFile(`/proc/${name}/cmdline`).catch(() => "");
    if (words.includes(`${folder}/`)) found.push(Number(name));
  }
  return found;
}

/**
 * Checks the final state: every episode exists once and was copied once, and there are no leftover files or processes.
 */
async function judge(service: RunningService, folder: string, id: string | undefined): Promise<void> {
  const tv = join(folder, "tv");
  const delivered = [...await hashes(tv)].filter(([path]) => path.endsWith(".mkv"));
  expect(
    delivered.length === EPISODES,
    `${delivered.length} episodes were delivered: ${delivered.map(([path]) => path)}`,
  );
  await checkDelivered(tv);
  const { body } = await api<Rip>(service, `/api/disc/rips/${id}`);
  for (let title = 1; title <= body.titles.length; title++) {
    const copies = body.log.filter((line) => line.includes(`Title ${title} is copied and verified`)).length;
    expect(copies <= 1, `Title ${title} was copied ${copies} times.`);
  }
  const kept = await Promise.all(["rips", "transcodes"].map((name) => filesIn(join(folder, "config/cache", name))));
  const left = [...kept.flat(), ...leftovers(await filesIn(tv)), ...partials(await filesIn(tv))];
  expect(left.length === 0, `Left over: ${left.join(", ")}`);
  expect((await programsWorkingOn(folder, service)).length === 0, "A program still runs.");
}

async function filesIn(folder: string): Promise<string[]> {
  return [...(await hashes(folder).catch(() => new Map())).keys()];
}

function partials(paths: readonly string[]): string[] {
  return paths.filter((path) => path.endsWith(".lathe-part"));
}

async function framesOf(path: string): Promise<number> {
  const args = ["-v", "error", "-select_streams", "v:0", "-count_packets", "-show_entries", "stream=nb_read_packets"];
  const { stdout } = await new Deno.Command("ffprobe", { args: [...args, "-of", "csv=p=0", path] }).output();
  return parseInt(new TextDecoder().decode(stdout));
}

/** Creates the titles that the MakeMKV fake saves: each episode as a Matroska file. */
async function savedTitles(folder: string): Promise<FakeTitle[]> {
  const titles: FakeTitle[] = [];
  for (
    const [at, { clip }] of SEASON.playlists.slice(0, EPISODES).map(({ items }) => items[0] ?? { clip: "" }).entries()
  ) {
    const media = join(folder, `saved${at}.mkv`);
    const source = join(disc.folder, "BDMV/STREAM", `${clip}.m2ts`);
    const { success } = await new Deno.Command("mkvmerge", { args: ["-q", "-o", media, source] }).output();
    if (!success) throw new Error(`mkvmerge could not read ${source}.`);
    titles.push({
      seconds: SEASON.clips[at]?.seconds ?? 0,
      file: `0010${at}.mpls`,
      segments: String(Number(clip)),
      streams: [
        { kind: "video", codec: "V_MPEG4/ISO/AVC", size: "1920x1080" },
        { kind: "audio", codec: "A_AC3", language: "eng", channels: 2 },
      ],
      media,
    });
  }
  return titles;
}
