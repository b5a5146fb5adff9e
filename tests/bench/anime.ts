/** Builds and searches an anime title file of realistic size. `deno run -A tests/bench/anime.ts`. */
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { type AnimeFile, openAnimeFile } from "../../db/library/anime/anime_file.ts";
import { searchAnime } from "../../lib/library/anime/search.ts";
import { ANIME_SOURCES } from "../../lib/library/anime/sources.ts";
import { buildInProcess } from "../../lib/library/anime/build/build_process.ts";
import { type OwnProgram, ownProgram } from "../../lib/kit/process/own_program.ts";
import { dumpText, inventedAnime, KNOWN_ANIME, mappingText, seasonsText } from "../fixtures/anime_data.ts";
import { type Figure, median, quantile, runSuite } from "./report.ts";

const ANIME = 14_000;
/** Number of languages in which each anime has a title. AniDB has about 80,000 titles. */
const LANGUAGES = 20;
const QUERIES = 500;
/**
 * Measures how long a separate process takes to build the file, the memory and delays that this causes in the service,
 * and searches by typed text and by labels.
 */
export async function measureAnime(): Promise<Figure[]> {
  const folder = await Deno.makeTempDir({ prefix: "lathe-bench-" });
  try {
    const { copies, packedMb } = await sourcesIn(folder);
    const target = join(folder, "anime.db");
    const program = await stagedProgram(folder);
    const watch = await watchMemory();
    const before = watch.own();
    const started = performance.now();
    const answer = await buildInProcess(program, { sources: ANIME_SOURCES, copies, target });
    const buildMs = performance.now() - started;
    const { most, ofProcess, delayMs } = watch.end();
    if (!answer.built) throw new Error(JSON.stringify(answer));
    await settled();
    const after = watch.own();
    const file = openAnimeFile(target);
    if (file === undefined) throw new Error("The file does not open.");
    const times = searchTimes(file);
    const searching = watch.own();
    file.close();
    return [
      {
        name: "sources to file",
        value: buildMs,
        unit: "ms",
        limit: 15_000,
        note: `${packedMb.toFixed(1)} MB of sources`,
      },
      {
        name: "memory while it is made",
        value: most - before,
        unit: "MB",
        limit: 60,
        note: `service and process together; ${ofProcess.toFixed(1)} MB of it the process`,
      },
      { name: "memory that stays afterwards", value: after - before, unit: "MB", limit: 5 },
      { name: "longest delay of the main thread meanwhile", value: delayMs, unit: "ms", limit: 120 },
      { name: "size of the file", value: (await Deno.stat(target)).size / 1e6, unit: "MB", limit: 80 },
      { name: "memory of searching", value: searching - after, unit: "MB", limit: 30 },
      { name: "search, median", value: median(times), unit: "ms", limit: 5 },
      { name: "search, 95 of 100", value: quantile(times, 0.95), unit: "ms", limit: 10 },
    ];
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/**
 * Builds the program as it is shipped. In a source checkout, Deno reads every module, even if the process does not need
 * it.
 */
async function stagedProgram(folder: string): Promise<OwnProgram> {
  const target = join(folder, "program");
  const script = `import { stageProgram } from ${
    JSON.stringify(new URL("../../build/executable/stage.ts", import.meta.url).href)
  };
    await stageProgram(new URL(${JSON.stringify(new URL("../../", import.meta.url).href)}), ${JSON.stringify(target)});
    Deno.exit(0);`;
  const { success } = await new Deno.Command(Deno.execPath(), { args: ["eval", script] }).output();
  if (!success) throw new Error("The program could not be staged.");
  return ownProgram(pathToFileURL(join(target, "main.js")).href, "work");
}

/** Measures the memory of this process and its child process in MB. Shared pages count once. */
async function watchMemory() {
  const own = () => proportionalMb(Deno.pid);
  let [most, ofProcess, delayMs, last] = [0, 0, 0, performance.now()];
  const watch = setInterval(() => {
    delayMs = Math.max(delayMs, performance.now() - last - 50);
    const children = childrenOf(Deno.pid).map(proportionalMb).reduce((sum, mb) => sum + mb, 0);
    const sum = own() + children;
    if (sum > most) [most, ofProcess] = [sum, children];
    last = performance.now();
  }, 50);
  // The wait lets the measuring code allocate its memory before the first comparison.
  await settled();
  [most, delayMs, last] = [0, 0, performance.now()];
  const end = () => {
    clearInterval(watch);
    return { most, ofProcess, delayMs };
  };
  return { own, end };
}

/** Proportional set size of a process as reported by Linux. 0 if the process has ended. */
function proportionalMb(pid: number): number {
  try {
    const [, kib] = /^Pss:\s+(\d+)/m.exec(Deno.readTextFileSync(`/proc/${pid}/smaps_rollup`)) ?? [];
    return Number(kib ?? 0) * 1024 / 1e6;
  } catch {
    return 0;
  }
}

const childrenOf = (pid: number): number[] =>
  Deno.readDirSync(`/proc/${pid}/task`).flatMap(({ name }) =>
    Deno.readTextFileSync(`/proc/${pid}/task/${name}/children`).split(" ").filter(Boolean).map(Number)
  ).toArray();

/** Waits so that the garbage collector and timers can run. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 500));

/**
 * Writes the source files in a separate process, so that the measurement excludes the memory that writing them
 * allocates.
 */
async function sourcesIn(folder: string) {
  const args = ["run", "-A", fileURLToPath(import.meta.url), "write", folder];
  const { success } = await new Deno.Command(Deno.execPath(), { args }).output();
  if (!success) throw new Error("The sources could not be written.");
  const paths = sourcePaths(folder);
  const sizes = await Promise.all(paths.map(async (path) => (await Deno.stat(path)).size));
  const [titles, mapping, seasons] = paths;
  return {
    copies: { titles: [titles], mapping: [mapping], seasons: [seasons] },
    packedMb: sizes.reduce((sum, size) => sum + size, 0) / 1e6,
  };
}

const sourcePaths = (folder: string) =>
  [join(folder, "titles"), join(folder, "mapping"), join(folder, "seasons")] as const;

async function writeSources(folder: string): Promise<void> {
  const paths = sourcePaths(folder);
  const all = () => [...KNOWN_ANIME, ...inventedAnime({ count: ANIME, languages: LANGUAGES })];
  const texts = [gzipSync(dumpText(all())), mappingText(all()), seasonsText(all())] as const;
  for (const [at, path] of paths.entries()) await Deno.writeFile(path, bytesOf(texts[at] ?? ""));
}

const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === "string" ? new TextEncoder().encode(content) : content;

/** Searches for partially typed titles, whole titles in many languages, and labels without spaces. */
function searchTimes(file: AnimeFile): number[] {
  const typed: string[] = [];
  for (const { titles } of inventedAnime({ count: ANIME, languages: LANGUAGES })) {
    const text = titles[typed.length % titles.length]?.split("|")[2] ?? "";
    typed.push(text, text.slice(0, 9), text.replaceAll(" ", ""), `${text} season 2`);
    if (typed.length >= QUERIES) break;
  }
  return typed.map((text) => {
    const started = performance.now();
    searchAnime(file, [{ text }], 20);
    return performance.now() - started;
  });
}

if (import.meta.main && Deno.args[0] === "write") await writeSources(Deno.args[1] ?? "");
else if (import.meta.main) Deno.exit(await runSuite("anime", measureAnime) === 0 ? 0 : 1);
