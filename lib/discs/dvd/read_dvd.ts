import { contentHash } from "../fingerprint.ts";
import { type DiscEntry, DiscFault, type DiscFiles } from "../files/model.ts";
import type { ReadDisc } from "../model.ts";
import { readIfo, readStart } from "./ifo/ifo_file.ts";
import { cellCount, readSet, type SetRead } from "./read_set.ts";
import { MAX_TITLES, readVideoManager, type TitleEntry } from "./ifo/video_manager.ts";
import { dvdFolder, setName } from "./vobs.ts";
import { createHash } from "node:crypto";

/** Maximum number of warnings. Damaged tables can cause a warning for each of their entries. */
const MAX_WARNINGS = 100;
/** Maximum number of cells in all titles, counted once per angle. A disc has several hundred. */
const MAX_ALL_CELLS = 50_000;

/**
 * Reads a DVD-Video: its titles with chapters, streams and cells, its protection and its fingerprint. Damaged parts are
 * skipped with a warning. Throws `DiscFault`: `missing_file` if it is not a DVD-Video, `malformed` if no title can be
 * read.
 */
export async function readDvd(files: DiscFiles, signal?: AbortSignal): Promise<ReadDisc> {
  const folder = await dvdFolder(files);
  const manager = await readIfo(files, `${folder}VIDEO_TS`, readVideoManager);
  const inFolder = (await files.list(folder.slice(0, -1))).filter(({ directory }) => !directory);
  const read = await readSets(files, folder, manager.value?.titles, inFolder.map(({ name }) => name), signal);
  const titles = read.flatMap((set) => set.titles).toSorted((a, b) => Number(a.sourceFile) - Number(b.sourceFile));
  const warnings = [...manager.warnings, ...read.flatMap((set) => set.warnings)];
  if (titles.length === 0) {
    throw new DiscFault("malformed", `No title of this DVD can be read. ${warnings.slice(0, 3).join(" ")}`.trim());
  }
  const protection = read.find((set) => set.protection)?.protection;
  return {
    type: "dvd",
    ...(files.volumeName ? { volumeName: files.volumeName } : {}),
    ...(protection ? { protection } : {}),
    fingerprint: { contentHash: hashOf(inFolder), discId: await discId(files, folder) },
    titles,
    warnings: warnings.slice(0, MAX_WARNINGS),
  };
}

/** Returns the content hash by which online catalogues identify a DVD. Undefined for other discs. */
export async function dvdContentHash(files: DiscFiles): Promise<string | undefined> {
  const folder = await dvdFolder(files).catch((error) => {
    if (!(error instanceof DiscFault)) throw error;
  });
  if (folder === undefined) return undefined;
  return hashOf((await files.list(folder.slice(0, -1))).filter(({ directory }) => !directory));
}

const hashOf = (files: DiscEntry[]): string | undefined =>
  contentHash(
    files.map(({ name, size }) => ({ name: name.toUpperCase(), size }))
      .toSorted((a, b) => a.name < b.name ? -1 : 1).map(({ size }) => size),
  );

/**
 * Reads every title set in the disc's title table. Without that table, reads all existing sets and numbers the titles
 * in order.
 */
async function readSets(
  files: DiscFiles,
  folder: string,
  table: TitleEntry[] | undefined,
  names: string[],
  signal?: AbortSignal,
): Promise<SetRead[]> {
  const read: SetRead[] = [];
  let numbered = 0;
  for (const titleSet of new Set(table?.map((entry) => entry.titleSet) ?? setsAmong(names))) {
    signal?.throwIfAborted();
    const entries = (count: number): TitleEntry[] => {
      if (table) return table.filter((entry) => entry.titleSet === titleSet);
      const first = numbered;
      numbered += count;
      return Array.from({ length: count }, (_, i) => ({ number: first + i + 1, titleSet, title: i + 1 }))
        .filter(({ number }) => number <= MAX_TITLES);
    };
    const room = MAX_ALL_CELLS - read.reduce((sum, { titles }) => sum + cellCount(titles), 0);
    read.push(await readSet(files, folder, titleSet, { entries, room }, signal));
  }
  return read;
}

const setsAmong = (names: string[]): number[] =>
  [...new Set(names.map((name) => Number(/^VTS_(\d\d)_0\.(?:IFO|BUP)$/i.exec(name)?.[1] ?? 0)))]
    .filter((number) => number > 0).toSorted((a, b) => a - b);

/** Maximum number of files: the video manager and nine title sets. */
const MAX_FILES = 10;

/**
 * Returns the disc ID of libdvdread: the uppercase MD5 of the contents of `VIDEO_TS.IFO`, `VTS_01_0.IFO` and so on.
 * Missing files are skipped. Undefined if one of them cannot be read completely.
 */
async function discId(files: DiscFiles, folder: string): Promise<string | undefined> {
  const hash = createHash("md5");
  let count = 1;
  for (let number = 0; number < count; number++) {
    const name = number === 0 ? "VIDEO_TS" : `${setName(number)}0`;
    const read = await readStart(files, `${folder}${name}.IFO`);
    if (read === undefined && number > 0) continue;
    if (read === undefined || typeof read === "string" || !read.whole) return undefined;
    hash.update(read.bytes);
    const sets = (read.bytes[0x3e] ?? 0) << 8 | (read.bytes[0x3f] ?? 0);
    if (number === 0) count = Math.min(MAX_FILES, sets + 1);
  }
  return hash.digest("hex").toUpperCase();
}
