import { join } from "node:path";
import { makeClip } from "../fixtures/clip.ts";
import { namesIn, openQueue } from "../fixtures/queue.ts";
import { damagedMedia, hashes, leftovers, toolsWorkingOn } from "./checker.ts";
import { runQueue } from "./killable.ts";
import { ledgerOf } from "./store_reader.ts";

/**
 * Kills the queue at random moments while it processes ten short clips, then lets it finish and checks the results:
 * `deno run -A tests/soak/kill9.ts [kills = 100]`. Exits with 1 if a check fails.
 */
const kills = Number(Deno.args[0] ?? 100);
const JOBS = 10;

const base = await Deno.makeTempDir({ prefix: "lathe_kill9_" });
const [media, configDir] = [join(base, "media"), join(base, "config")];
const problems: string[] = [];
const expect = (holds: boolean, what: string) => holds || problems.push(what);
let round = 0;

for (let killed = 0; killed < kills; round++) {
  for (const folder of [media, configDir]) {
    await Deno.remove(folder, { recursive: true }).catch(() => {});
    await Deno.mkdir(folder);
  }
  const jobs = await prepare();
  const originals = await hashes(media);
  const orders = { configDir, settings: { concurrency: 2 }, jobs, retryInterrupted: true };
  let ended = false;
  while (!ended && killed < kills) {
    // Starting takes about half a second. The kill then happens during probing, encoding, verifying or delivering.
    const { signal, output } = await runQueue(orders, { killAfterMs: 350 + Math.random() * 2500 });
    ended = signal === null;
    if (!ended) killed++;
    expect(signal !== null || output.includes('"end"'), `The queue ended by itself: ${output}`);
    await checkNames(originals);
  }
  // The next start must end every orphan within five seconds and then continue.
  if (!ended) {
    const restarted = runQueue(orders, { killAfterMs: 180_000 });
    const orphans = await toolsWorkingOn(media);
    await new Promise((resolve) => setTimeout(resolve, 5000));
    const left = (await toolsWorkingOn(media)).filter((pid) => orphans.includes(pid));
    expect(left.length === 0, `Orphans 5 s after a restart: ${left.join(", ")}`);
    const { signal, output } = await restarted;
    expect(signal === null && output.includes('"end"'), `The last start did not come to its end: ${output}`);
  }
  await judge(jobs.map((job) => job.path), originals);
  console.log(`Round ${round + 1}: ${killed} kills so far, ${problems.length} problems.`);
  if (problems.length > 0) break;
}
await Deno.remove(base, { recursive: true });
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? `${kills} kills survived in ${round} rounds.` : "FAILED");
Deno.exit(problems.length === 0 ? 0 : 1);

/**
 * Creates clips for all three outcomes: published beside the source, replaced under the same name, replaced under
 * another name.
 */
async function prepare(): Promise<{ path: string; profileId: string }[]> {
  await using queue = await openQueue({ configDir, start: false });
  const encode = { encoder: "libx264", preset: "medium", quality: 26 };
  const replaceOriginal = true;
  const profiles = [
    await queue.quickProfile({ video: encode }),
    await queue.quickProfile({ video: encode, output: { suffix: "", replaceOriginal } }),
    await queue.quickProfile({ video: encode, output: { suffix: ".new", replaceOriginal } }),
  ];
  const jobs: { path: string; profileId: string }[] = [];
  for (let n = 0; n < JOBS; n++) {
    const path = join(media, `clip${n}.mkv`);
    await makeClip(path, { seconds: 3, width: 640, height: 360, seed: n });
    jobs.push({ path, profileId: profiles[n % profiles.length] ?? "" });
  }
  return jobs;
}

/**
 * Checks that every file with a media name is complete, and that every original exists somewhere. This must hold at any
 * moment.
 */
async function checkNames(originals: Map<string, string>): Promise<void> {
  const now = await hashes(media);
  const known = new Set(originals.values());
  const fresh = [...now].filter(([, hash]) => !known.has(hash)).map(([path]) => path);
  problems.push(...await damagedMedia(fresh));
  for (const [path, hash] of originals) expect([...now.values()].includes(hash), `The original of ${path} is gone.`);
}

/**
 * Checks the final state: there is exactly one finished job per file, every file is in its place, and there are no
 * leftovers.
 */
async function judge(paths: string[], originals: Map<string, string>): Promise<void> {
  await checkNames(originals);
  const rows = await ledgerOf(join(configDir, "data", "lathe.db"));
  const sources = rows.map((row) => row.sourcePath).sort();
  expect(JSON.stringify(sources) === JSON.stringify([...paths].sort()), `Jobs lost or doubled: ${sources.join(", ")}`);
  for (const row of rows) {
    expect(row.status === "done", `${row.sourcePath} is ${row.status}: ${row.error}`);
    const there = row.outputPath !== null &&
      await Deno.stat(row.outputPath).then((s) => s.size === row.outputSizeBytes, () => false);
    expect(there, `${row.sourcePath} has no output of its size at ${row.outputPath}`);
  }
  const names = (await namesIn(media)).filter((name) => !name.startsWith("."));
  const expected = paths.flatMap((_, n) =>
    [[`clip${n}.mkv`, `clip${n}.small.mkv`], [`clip${n}.mkv`], [`clip${n}.new.mkv`]][n % 3] ?? []
  );
  expect(JSON.stringify(names) === JSON.stringify(expected.sort()), `Names in the folder: ${names.join(", ")}`);
  const left = leftovers([...(await hashes(media)).keys(), ...(await hashes(join(configDir, "cache"))).keys()]);
  expect(left.length === 0, `Left over: ${left.join(", ")}`);
  expect((await toolsWorkingOn(media)).length === 0, "A tool still runs.");
}
