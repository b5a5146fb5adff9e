import { join } from "node:path";
import { findProgram } from "../../build/needs.ts";
import { openDiscFiles } from "../../lib/discs/files/open_disc_files.ts";
import { readDisc } from "../../lib/discs/reading/read_disc.ts";
import { createOpenRipper } from "../../lib/discs/rippers/open/open_ripper.ts";
import { makeDvdClip, tool } from "../fixtures/discs/dvd_clips.ts";
import { copyOf, findTools, watching } from "../fixtures/discs/ripping.ts";
import { run } from "../kit/run.ts";
import { type Figure, median } from "./report.ts";

const ROUNDS = 6;
/** Number of repetitions of a four-second clip. */
const REPEATS = 900;
/**
 * Maximum memory growth in MB, for copy buffers and for garbage between two collections. It does not depend on the
 * length of the title.
 */
const MAX_GROWTH_MB = 64;
const SAMPLE_MS = 20;

/**
 * Measures a one-hour DVD: reading its title list, and copying its title compared with `cat` of the same bytes plus
 * mkvmerge, alternating in one run.
 */
export async function measureDiscs(): Promise<Figure[]> {
  const folder = await Deno.makeTempDir({ prefix: "lathe-bench-" });
  try {
    const disc = join(folder, "disc");
    await authorLong(folder, disc);
    const vobs = (await Array.fromAsync(Deno.readDir(join(disc, "VIDEO_TS"))))
      .map(({ name }) => name).filter((name) => /_[1-9]\.VOB$/.test(name)).sort()
      .map((name) => join(disc, "VIDEO_TS", name));
    const lists: number[] = [];
    const ours: number[] = [];
    const bare: number[] = [];
    const grown: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      lists.push(await timed(() => listTitles(disc)));
      const copies = [
        async () =>
          ours.push(
            await timed(async () => void grown.push(await growthMb(() => rip(disc, join(folder, `ours-${round}`))))),
          ),
        async () => bare.push(await timed(() => byHand(vobs, join(folder, `bare-${round}`)))),
      ];
      // Each copy starts with no pending writes, and each of the two methods runs first in every second round.
      for (const copy of round % 2 === 0 ? copies : copies.reverse()) {
        await settle(folder);
        await copy();
      }
    }
    const bytes = (await Promise.all(vobs.map((path) => Deno.stat(path)))).reduce((sum, { size }) => sum + size, 0);
    return [
      { name: "list of titles of a DVD, warm", value: median(lists), unit: "ms", limit: 100 },
      {
        name: "copy of a title by the open ripper",
        value: median(ours),
        unit: "ms",
        limit: 1.15,
        note: `${(bytes / 1e6).toFixed(0)} MB`,
        baseline: { name: "cat and mkvmerge", value: median(bare) },
      },
      // The first round also allocates memory that all later rounds reuse. The median shows the memory for a copy
      // alone.
      { name: "memory while a title is copied", value: median(grown), unit: "MB more", limit: MAX_GROWTH_MB },
    ];
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/**
 * Flushes pending writes and frees as much memory as a copy needs. In a virtual machine, fetching long-unused pages
 * from the host takes longer than filling them.
 */
async function settle(folder: string): Promise<void> {
  const path = join(folder, "settle");
  await run("dd", ["if=/dev/zero", `of=${path}`, "bs=1M", "count=1500"]);
  await Deno.remove(path);
  await run("sync", []);
}

async function authorLong(folder: string, disc: string): Promise<void> {
  const clip = await makeDvdClip(folder, "long", { standard: "pal", seconds: 4, times: REPEATS });
  const title =
    `<video format="pal" aspect="16:9"/><audio format="ac3" channels="2" lang="en"/><pgc><vob file="${clip.path}"/></pgc>`;
  const xml = `<dvdauthor dest="${disc}"><vmgm/><titleset><titles>${title}</titles></titleset></dvdauthor>`;
  await Deno.writeTextFile(join(folder, "disc.xml"), xml);
  await tool("dvdauthor", ["-x", join(folder, "disc.xml")], folder, { VIDEO_FORMAT: "PAL" });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Returns the peak growth of this process's resident size in MB. */
async function growthMb(work: () => Promise<void>): Promise<number> {
  const before = Deno.memoryUsage().rss;
  let most = before;
  const timer = setInterval(() => most = Math.max(most, Deno.memoryUsage().rss), SAMPLE_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return (most - before) / 1e6;
}

async function listTitles(disc: string): Promise<void> {
  const files = await openDiscFiles(disc);
  await readDisc(files);
  await files.close();
}

async function rip(disc: string, folder: string): Promise<void> {
  await Deno.mkdir(folder);
  const ripper = createOpenRipper({ find: () => findTools()("mkvmerge") });
  const source = { kind: "folder", path: disc } as const;
  const [title] = (await ripper.scan(source, { minSeconds: 0, ...watching() })).titles;
  if (title === undefined) throw new Error("The disc has no title.");
  await ripper.copy(source, copyOf(title), { folder, minSeconds: 0, ...watching() });
  await Deno.remove(folder, { recursive: true });
}

async function byHand(vobs: string[], folder: string): Promise<void> {
  await Deno.mkdir(folder);
  const whole = join(folder, "whole.vob");
  await run("sh", ["-c", `cat "$@" > "$0"`, whole, ...vobs]);
  const { code, stdout } = await run(findProgram("mkvmerge") ?? "mkvmerge", [
    "-q",
    "-o",
    join(folder, "whole.mkv"),
    whole,
  ]);
  if (code > 1) throw new Error(stdout);
  await Deno.remove(folder, { recursive: true });
}
