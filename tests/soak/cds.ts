import { join } from "node:path";
import type { Rip } from "../../lib/discs/rip_schema.ts";
import { startLidarr } from "../fakes/arr/lidarr.ts";
import { type CdImage, writeCdImage } from "../fixtures/discs/cd_images.ts";
import { lidarrArtist, samplesOf } from "../fixtures/discs/cd_world.ts";
import { api, type RunningService, startService } from "../kit/service.ts";
import { hashes, toolsWorkingOn } from "./checker.ts";

/**
 * Kills the complete service at random moments while it reads, copies, writes and delivers a CD from an image, then
 * lets it finish and checks the results: `deno run -A tests/soak/cds.ts [kills = 200]`. Exits with 1 if a check fails.
 */
const kills = Number(Deno.args[0] ?? 200);
const TRACKS = [700, 450, 900, 520, 640];
const MAX_KILLS_OF_ROUND = 40;
const MAX_FAILURES = 3;
const RELEASE = { title: "Quiet Rooms", artist: "The Tests" };

const base = await Deno.makeTempDir({ prefix: "lathe_kill_cds_" });
const problems: string[] = [];
const expect = (holds: boolean, what: string) => holds || problems.push(what);
const disc = await imageOf(join(base, "image"));
/** Number of kills by state of the rip at the time of the kill. */
const killedIn = new Map<string, number>();
let killed = 0;
for (let round = 0; killed < kills && problems.length === 0; round++) {
  await runRound(join(base, `round${round}`));
  console.log(`Round ${round + 1}: ${killed} kills, ${problems.length} problems.`);
}
await Deno.remove(base, { recursive: true });
for (const problem of problems) console.error(problem);
console.log([...killedIn].map(([state, times]) => `${times} while ${state}`).join(", "));
console.log(problems.length === 0 ? `${killed} kills survived.` : "FAILED");
Deno.exit(problems.length === 0 ? 0 : 1);

async function imageOf(folder: string): Promise<CdImage> {
  await Deno.mkdir(folder);
  return await writeCdImage(folder, {
    ...{ title: RELEASE.title, performer: RELEASE.artist },
    tracks: TRACKS.map((sectors, at) => ({ sectors, title: `Song ${at + 1}`, performer: RELEASE.artist })),
  });
}

async function runRound(folder: string): Promise<void> {
  const configDir = join(folder, "config");
  const root = join(folder, "music");
  for (const made of [configDir, root]) await Deno.mkdir(made, { recursive: true });
  const artists = [lidarrArtist(RELEASE, TRACKS.length)];
  await using lidarr = await startLidarr({ root, artists, durations: { command: 6_000 }, speed: 20 });
  let service = await startService({ configDir });
  const set = await api(service, "/api/settings", {
    method: "PUT",
    body: {
      ...{ releasedb: { enabled: false }, cddb: { enabled: false } },
      connections: { music: { enabled: true, url: lidarr.url, apiKey: lidarr.key } },
    },
  });
  if (set.status !== 200) throw new Error(`The settings were refused: ${JSON.stringify(set.body)}`);
  const copies: Copies = new Map();
  const last = Math.min(kills, killed + MAX_KILLS_OF_ROUND);
  for (let ended = false; !ended && killed < last;) {
    const deadline = Date.now() + Math.random() * 2_500;
    let state = "unknown";
    while (!ended && Date.now() < deadline) {
      const rip = await step(service);
      ended = rip.status === "done";
      state = rip.status;
      checkCopies(copies, rip);
      await pause(25);
    }
    if (ended) break;
    await service.kill();
    killed++;
    killedIn.set(state, (killedIn.get(state) ?? 0) + 1);
    await checkTracks(root);
    service = await startService({ configDir });
  }
  await finish(service, copies);
  await judge(service, folder);
  await service.stop();
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Advances the rip from its current state. Creates it if there is none. */
async function step(service: RunningService): Promise<Rip> {
  const { body: { items } } = await api<{ items: Rip[] }>(service, "/api/disc/rips");
  const [known] = items;
  if (known === undefined) return (await api<Rip>(service, "/api/disc/open", { body: { path: disc.cue } })).body;
  const call = (name: string) => api(service, `/api/disc/rips/${known.id}/${name}`, { method: "POST", body: {} });
  if (known.status === "inserted" || known.status === "failed" && known.titles.length === 0) await call("scan");
  else if (["ready", "failed", "interrupted"].includes(known.status)) await call("start");
  return known;
}

async function finish(service: RunningService, copies: Copies): Promise<void> {
  const until = Date.now() + 120_000;
  let rip: Rip | undefined;
  for (let failures = 0; Date.now() < until && failures < MAX_FAILURES;) {
    rip = await step(service);
    checkCopies(copies, rip);
    if (rip.status === "done") return;
    if (rip.status === "failed") failures++;
    await pause(150);
  }
  problems.push(
    `The rip did not come to its end: ${rip?.status} ${rip?.error ?? ""}\n${rip?.log.slice(-20).join("\n")}`,
  );
}

/** Checksum of each copied track. */
type Copies = Map<number, string>;

/** Checks that a track that is recorded as copied stays recorded and does not change. */
function checkCopies(copies: Copies, { cd, files }: Rip): void {
  for (const [number] of copies) {
    expect(files.some(({ titleId }) => titleId === number), `Track ${number} was copied, and is forgotten.`);
  }
  for (const { number, md5 } of cd?.reads ?? []) {
    expect((copies.get(number) ?? md5) === md5, `Track ${number} was copied again as something else.`);
    copies.set(number, md5);
  }
}

/**
 * Checks that each file in Lidarr's library is complete and is the track that its name states. This must hold at any
 * moment.
 */
async function checkTracks(music: string): Promise<void> {
  for (const path of [...(await hashes(music)).keys()].filter((one) => one.endsWith(".flac"))) {
    const number = Number(/(\d\d) - [^/]*$/.exec(path)?.[1]);
    const [found, wanted] = [await samplesOf(path), disc.track(number)];
    const same = found.length === wanted.length && found.every((byte, at) => byte === wanted[at]);
    expect(same, `${path} does not hold the samples of track ${number}.`);
  }
}

/**
 * Checks the final state: every track exists once and was copied once, and there are no leftover files or processes.
 */
async function judge(service: RunningService, folder: string): Promise<void> {
  const music = join(folder, "music");
  await checkTracks(music);
  const tracks = [...(await hashes(music)).keys()].filter((path) => path.endsWith(".flac"));
  expect(tracks.length === TRACKS.length, `${tracks.length} tracks were delivered: ${tracks}`);
  const { log, deliveryDir = "" } = await wholeRip(service);
  for (let track = 1; track <= TRACKS.length; track++) {
    const copies = log.filter((line) => line.startsWith(`Track ${track} is copied and verified`)).length;
    expect(copies <= 1, `Track ${track} was copied ${copies} times.`);
  }
  const kept = [...(await hashes(join(folder, "config/cache/rips"))).keys()];
  const texts = kept.filter((path) => path.startsWith(deliveryDir) && /\.(?:log|cue|m3u8)$/.test(path));
  expect(texts.length === 3, `The texts of the album are ${texts.join(", ")}.`);
  const left = kept.filter((path) => !texts.includes(path));
  expect(left.length === 0, `Left over: ${left.join(", ")}`);
  expect((await toolsWorkingOn(folder)).length === 0, "A program still runs.");
}

async function wholeRip(service: RunningService): Promise<Rip> {
  const { body: { items } } = await api<{ items: Rip[] }>(service, "/api/disc/rips");
  return (await api<Rip>(service, `/api/disc/rips/${items[0]?.id}`)).body;
}
