import { join } from "node:path";
import { type DiscSource, RipProblem, sourceText, type TitleCopy, type Watching } from "../../ripper_model.ts";
import { identify } from "../mux/identify.ts";
import { mux, requireMkvmerge } from "../mux/mkvmerge.ts";
import type { OpenCopy } from "../open/open_ripper.ts";
import { diskFull, isFolderFull } from "../problems.ts";
import type { InfoTitle } from "./disc_info.ts";
import { listedStreams, makemkvTitle } from "./disc_titles.ts";
import { keepArgs, keptTracks } from "./kept_tracks.ts";
import { sameTitleIn } from "./match_titles.ts";
import { type MakemkvDeps, openDisc, start, whileBusy } from "./open_disc.ts";
import { copyProblem, readErrorsOf, warningsOf } from "./outcome.ts";
import type { RobotRecord } from "./robot_record.ts";
import type { MakemkvEnd } from "./run_makemkv.ts";

type SaveOptions = { folder: string; minSeconds: number } & Watching;

/**
 * Saves a title and removes the tracks that are not kept. The disc is opened and listed again, because title numbers
 * are only valid for one opening. Throws `RipProblem`.
 */
export async function saveTitle(
  deps: MakemkvDeps,
  source: DiscSource,
  copy: TitleCopy,
  options: SaveOptions,
): Promise<OpenCopy> {
  const mkvmerge = await requireMkvmerge(() => deps.findMkvmerge());
  const listed = await findTitle(deps, source, copy, options);
  const { path, end } = await saveNumbered(deps, source, listed, copy, options);
  for (const warning of warningsOf(end)) options.onLog(warning);
  const found = await identify(mkvmerge, path, options.signal);
  const { keep, missing, unrecognised } = keptTracks(listedStreams(listed), found, copy);
  for (const index of missing.audio) options.onLog(`Audio track ${index + 1} is missing from MakeMKV's output`);
  for (const index of missing.subtitles) options.onLog(`Subtitle track ${index + 1} is missing from MakeMKV's output`);
  for (const [kind, tracks] of Object.entries(unrecognised)) {
    if (tracks > 0) options.onLog(`Kept ${tracks} ${kind} tracks that match none of the listed ones`);
  }
  const output = join(options.folder, "title.mkv");
  if (keep === undefined) await Deno.rename(path, output);
  else {
    const args = keepArgs({ input: path, output, title: copy.name }, keep);
    const { folder, signal, onLog } = options;
    const onProgress = (fraction: number) => options.onProgress({ step: "Removing tracks", fraction });
    await mux({ mkvmerge, args, folder, signal, onLog, onProgress });
    await Deno.remove(path);
  }
  const { size } = await Deno.stat(output);
  return { path: output, sizeBytes: size, readErrors: readErrorsOf(end), missing, unrecognised };
}

/** Finds the title to save in the current list of titles. */
async function findTitle(
  deps: MakemkvDeps,
  source: DiscSource,
  { title }: TitleCopy,
  { minSeconds, signal, onLog }: SaveOptions,
): Promise<InfoTitle> {
  const { info } = await openDisc(deps, source, { minSeconds, signal, onLog });
  const place = sameTitleIn(title, info.titles.map((listed, id) => makemkvTitle(listed, id)));
  const listed = place === undefined ? undefined : info.titles[place];
  if (listed !== undefined) return listed;
  throw new RipProblem("changed", `MakeMKV does not list the title that was scanned (${title.name}).`, {
    remedy:
      "Insert the disc that was scanned, or scan this one again: changing the minimum length renumbers the titles.",
  });
}

/** Number of the message for a listed Blu-ray title: `File 00800.mpls was added as title #0`. */
const ADDED = 3307;
const OPENED = 5011;

/** Saves the title with its number in the list. If the number has changed, retries with the current one. */
async function saveNumbered(
  deps: MakemkvDeps,
  source: DiscSource,
  listed: InfoTitle,
  { title }: TitleCopy,
  options: SaveOptions,
): Promise<{ path: string; end: MakemkvEnd }> {
  let number = listed.index;
  for (let tried = 0; tried < 2; tried++) {
    const numbers = new Map<string, number>();
    const saved = await whileBusy(deps, options, async () => {
      numbers.clear();
      return await saveOnce(deps, source, number, { ...options, numbers, sourceFile: title.sourceFile });
    });
    if (saved !== undefined) return saved;
    number = numbers.get(title.sourceFile ?? "") ?? number;
    options.onLog(`MakeMKV renumbered the titles: ${title.name} is now title ${number}`);
  }
  throw new RipProblem("failed", "MakeMKV numbers the titles of this disc differently each time it opens it.", {
    remedy: "Start again.",
  });
}

interface SaveOnce extends SaveOptions {
  /** Filled with the title number of each source file. */
  numbers: Map<string, number>;
  sourceFile: string | undefined;
}

/** Saves a title. Undefined if the number belongs to another title, whose output is removed. */
async function saveOnce(
  deps: MakemkvDeps,
  source: DiscSource,
  number: number,
  { folder, minSeconds, signal, onProgress, onLog, numbers, sourceFile }: SaveOnce,
): Promise<{ path: string; end: MakemkvEnd } | undefined> {
  const output = join(folder, "makemkv");
  await Deno.remove(output, { recursive: true }).catch(() => {});
  await Deno.mkdir(output, { mode: 0o700 });
  const renumbered = new AbortController();
  let isOther = false;
  const onRecord = (record: RobotRecord) => {
    if (record.type !== "MSG" || record.code !== ADDED && record.code !== OPENED) return;
    const [named = "", place = ""] = record.code === ADDED ? record.params : [];
    const file = named.replace(/\(\d+\)$/, "");
    if (file !== "" && !numbers.has(file)) numbers.set(file, Number(place));
    if (place !== "" && Number(place) === number && sourceFile !== undefined && file !== sourceFile) isOther = true;
    // The run is stopped as soon as the current number is known, before anything is saved.
    if (isOther && (record.code === OPENED || numbers.has(sourceFile ?? ""))) renumbered.abort();
  };
  const args = ["--cache=512", `--minlength=${minSeconds}`, "--noscan", "--directio=true"];
  args.push("mkv", sourceText(source), String(number), output);
  try {
    const end = await start(deps, {
      ...{ args, saves: true, onProgress, onLog, onRecord },
      signal: AbortSignal.any([signal, renumbered.signal]),
    });
    const files = await filesIn(output);
    const problem = copyProblem(end, source, files);
    if (problem !== undefined) throw await isFolderFull(folder) ? diskFull(problem) : problem;
    const [file] = files.filter(({ name }) => /\.mkv$/i.test(name));
    return { path: join(output, file?.name ?? ""), end };
  } catch (error) {
    signal.throwIfAborted();
    if (renumbered.signal.aborted) return undefined;
    throw error;
  }
}

async function filesIn(folder: string): Promise<{ name: string; sizeBytes: number }[]> {
  const entries = (await Array.fromAsync(Deno.readDir(folder))).filter(({ isFile }) => isFile);
  return await Promise.all(entries.map(async ({ name }) => ({
    ...{ name, sizeBytes: (await Deno.stat(join(folder, name))).size },
  })));
}
