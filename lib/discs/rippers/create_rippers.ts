import { join } from "node:path";
import { count } from "../../kit/format.ts";
import type { Settings } from "../../platform/settings/schema.ts";
import type { ReadDisc } from "../model.ts";
import { chooseRipper, noRipper } from "./choose_ripper.ts";
import type { ListedDrive } from "./makemkv/drive_list.ts";
import { findMakemkv, type FindTool } from "./makemkv/find_makemkv.ts";
import { createMakemkvRipper, type MakemkvRipper } from "./makemkv/makemkv_ripper.ts";
import { readTitleOf } from "./makemkv/match_titles.ts";
import type { MakemkvTimes } from "./makemkv/run_makemkv.ts";
import {
  type DiscSource,
  type Rippers,
  RipProblem,
  type Scan,
  type TitleCopy,
  type Watching,
} from "../ripper_model.ts";
import { createOpenRipper, type OpenRipper, openScan } from "./open/open_ripper.ts";
import { refuseOtherDisc } from "./refuse_other_disc.ts";
import { titleFaults, type TrackDifference } from "./verify/title_faults.ts";
import type { ToolLookup } from "../../media/tools/tools.ts";
import { readFileFacts } from "./verify/stream_facts.ts";

/** Services and options of the rippers. */
export interface RippersDeps {
  settings: { current(): Pick<Settings, "disc" | "ffprobePath"> };
  findTool: FindTool;
  /** Lathe's folders. MakeMKV uses a separate folder in the config folder. */
  folders: { config: string };
  times?: MakemkvTimes;
}

/** The rippers, and the drives that MakeMKV finds. */
export interface DiscRippers extends Rippers {
  /**
   * Lists the drives. MakeMKV inspects all of them, so this must not be called while a drive is being read. Throws
   * `RipProblem` `tool_missing` without MakeMKV.
   */
  listDrives(signal: AbortSignal): Promise<ListedDrive[]>;
  /** Returns the reason why no disc can be copied at present. Undefined if some discs can. */
  obstacle(): Promise<string | undefined>;
}

interface State extends RippersDeps {
  open: OpenRipper;
  makemkv: MakemkvRipper;
}

/** Timeout in milliseconds for querying MakeMKV's version. */
const STATUS_MS = 120_000;
const NO_DIFFERENCE: TrackDifference = { missing: { audio: [], subtitles: [] } };

/** Creates the rippers. */
export function createRippers(deps: RippersDeps): DiscRippers {
  const { settings, findTool, folders, times } = deps;
  const find = () => findMakemkv(findTool, settings.current().disc.ripperPath);
  const findMkvmerge = () => findTool("mkvmerge", "");
  const open = createOpenRipper({ find: findMkvmerge });
  const makemkv = createMakemkvRipper({
    ...{ find, findMkvmerge, key: () => settings.current().disc.ripperKey, home: join(folders.config, "makemkv") },
    times,
  });
  const state: State = { ...deps, open, makemkv };
  // Track differences of copies that have not been verified yet, by path.
  const differences = new Map<string, TrackDifference>();
  let cached: { about: string; status: ReturnType<Rippers["status"]> } | undefined;
  return {
    scan: (source, options) => scan(state, source, options),
    async copy(ripper, source, copy, options) {
      if (ripper === "makemkv") await compareDisc(open, source, copy, options.signal);
      const { missing, unrecognised, ...copied } = await (ripper === "open" ? open : makemkv).copy(
        source,
        copy,
        options,
      );
      differences.set(copied.path, { missing, unrecognised });
      return copied;
    },
    async verify(path, copy, signal) {
      const difference = differences.get(path) ?? NO_DIFFERENCE;
      differences.delete(path);
      const find = () => findTool("ffprobe", settings.current().ffprobePath);
      await verifyTitle(path, { find, copy, difference, signal });
    },
    status() {
      const { ripperPath, ripperKey } = settings.current().disc;
      const about = `${ripperPath}\n${ripperKey}`;
      if (cached?.about === about) return cached.status;
      const status = makemkv.status(AbortSignal.timeout(STATUS_MS));
      cached = { about, status };
      // A missing program is not cached, because the user may install it.
      const forget = () => cached?.status === status ? cached = undefined : undefined;
      status.then(({ path }) => path === undefined ? forget() : undefined, forget);
      return status;
    },
    listDrives: (signal) => makemkv.listDrives(signal),
    async obstacle() {
      const setting = settings.current().disc.ripper;
      return noRipper({ setting, makemkv: await find(), mkvmerge: await findMkvmerge() });
    },
  };
}

/**
 * Rejects a changed disc before MakeMKV copies it, because the information from MakeMKV does not identify the disc. If
 * the file names cannot be read, only the match of the titles is checked.
 */
async function compareDisc(
  open: OpenRipper,
  source: DiscSource,
  { disc }: TitleCopy,
  signal: AbortSignal,
): Promise<void> {
  if (disc === undefined) return;
  const found = await open.hashes(source, signal).catch((problem) => {
    if (!(problem instanceof RipProblem)) throw problem;
    return [];
  });
  refuseOtherDisc(found, source, disc);
}

type ScanOptions = { minSeconds: number } & Watching;

async function scan(state: State, source: DiscSource, options: ScanOptions): Promise<Scan & { reason: string }> {
  const { settings, findTool, open, makemkv } = state;
  const own = await open.read(source, options.signal).then(
    (disc) => ({ disc }),
    (problem) => {
      if (problem instanceof RipProblem && !FINAL.some((code) => code === problem.code)) return { problem };
      throw problem;
    },
  );
  const { ripper: setting, ripperPath } = settings.current().disc;
  const { ripper, reason } = chooseRipper({
    ...{ setting, own },
    makemkv: await findMakemkv(findTool, ripperPath),
    mkvmerge: await findTool("mkvmerge", ""),
  });
  options.onLog(reason);
  const disc = "disc" in own ? own.disc : undefined;
  if (ripper === "open" && disc !== undefined) {
    return { ...withNote(openScan(disc, options.minSeconds), disc, options), reason };
  }
  return { ...await scanWithMakemkv(makemkv, source, disc, options), reason };
}

/** Errors after which no other ripper would succeed either. */
const FINAL = ["no_disc", "changed"] as const;

function withNote(scan: Scan, { titles, type }: ReadDisc, { minSeconds, onLog }: ScanOptions): Scan {
  const short = titles.length - scan.titles.length;
  if (short > 0) {
    onLog(`Skipped: ${count(short, "title")} shorter than ${minSeconds} s, the minimum title length in the settings`);
  }
  if (scan.titles.length > 0) return scan;
  const lengths = titles.map(({ durationMs }) => durationMs / 1000);
  return {
    ...scan,
    note: type === "data" ? "The disc contains files but no movie." : nothingFound(lengths, minSeconds),
  };
}

/** Returns the titles from MakeMKV, combined with information from the built-in readers. */
async function scanWithMakemkv(
  makemkv: MakemkvRipper,
  source: DiscSource,
  disc: ReadDisc | undefined,
  options: ScanOptions,
): Promise<Scan> {
  const found = await makemkv.scan(source, options);
  const note = found.titles.length > 0 ? undefined : await explainEmptyScan(makemkv, source, options);
  const titles = found.titles.map(({ title }) => {
    const read = disc && readTitleOf(title, disc.titles);
    return { title, ...(read === undefined ? {} : { read }) };
  });
  if (disc === undefined) return { ...found, titles, ...(note === undefined ? {} : { note }) };
  const { volumeName = found.volumeName, discName = found.discName, type, protection, fingerprint, warnings } = disc;
  return {
    ...found,
    ...{ titles, type, fingerprint, warnings: [...warnings, ...found.warnings] },
    ...(volumeName === undefined ? {} : { volumeName }),
    ...(discName === undefined ? {} : { discName }),
    ...(protection === undefined ? {} : { protection }),
    ...(note === undefined ? {} : { note }),
  };
}

/** Lists titles of any length to find out why a scan found none. */
async function explainEmptyScan(makemkv: MakemkvRipper, source: DiscSource, options: ScanOptions): Promise<string> {
  options.onLog(`No title of at least ${options.minSeconds} s; searching for shorter ones`);
  const { titles, note } = await makemkv.scan(source, { ...options, minSeconds: 0 });
  const reason = [note, NO_TITLES].filter(Boolean).join(" ");
  return nothingFound(titles.map(({ title }) => title.durationSeconds), options.minSeconds, reason);
}

/** Known reasons why MakeMKV opens a video disc but lists no titles. */
const NO_TITLES = "The system may have mounted the disc, or the key or the drive cannot decrypt it.";

/** Explains why a scan found no title, based on the lengths (in seconds) of all titles on the disc. Pure. */
export function nothingFound(lengths: readonly number[], minSeconds: number, reason?: string): string {
  if (lengths.length === 0) {
    return reason === undefined ? "The disc has no titles." : `The disc has no titles. ${reason}`;
  }
  const longest = lengthText(Math.max(...lengths));
  const found = lengths.length === 1
    ? `The disc has one title of ${longest}, but the minimum length is ${minSeconds} s.`
    : `${count(lengths.length, "title")}, none of at least ${minSeconds} s; the longest is ${longest}.`;
  return `${found} For shorter titles, lower the minimum title length under Settings, Discs, and scan the disc again.`;
}

const lengthText = (seconds: number): string =>
  seconds < 60 ? `${Math.round(seconds)} s` : `${Math.floor(seconds / 60)} min`;

/** Expected properties of a copied file. */
interface Verification {
  find(): Promise<ToolLookup>;
  copy: TitleCopy;
  difference: TrackDifference;
  signal: AbortSignal;
}

/**
 * Reads a copied file completely and compares its length and streams with the expected title, and checks for damage.
 * Throws `RipProblem`: `short` with the missing parts, `tool_missing` without ffprobe.
 */
async function verifyTitle(path: string, { find, copy, difference, signal }: Verification): Promise<void> {
  const { path: ffprobe, error } = await find();
  if (ffprobe === undefined) throw new RipProblem("tool_missing", `A copy cannot be verified. ${error ?? ""}`.trim());
  const faults = titleFaults(await readFileFacts(ffprobe, path, signal), copy, difference);
  if (faults.length === 0) return;
  throw new RipProblem("short", `The copy does not match the title. ${faults.join(" ")}`, {
    remedy: "Clean the disc and copy the title again.",
  });
}
