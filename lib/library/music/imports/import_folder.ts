import { realpath } from "node:fs/promises";
import { isAbsolute, normalize } from "node:path";
import type { JobStorage } from "../../../jobs/deps.ts";
import type { Log } from "../../../kit/log.ts";
import { checkMediaPath } from "../../../jobs/intake/source_file.ts";
import { isInside } from "../../../platform/storage/own_places.ts";
import { keepWhileRunning, withTimeout } from "../../../kit/async.ts";
import type { Clock } from "../../../kit/clock.ts";
import { answered, type DiskReads, isFolder } from "../../../kit/disk/disk_reads.ts";
import { realPlace } from "../../../kit/disk/real_place.ts";
import { Fault, isSystemError } from "../../../kit/fault.ts";
import { newId } from "../../../kit/id.ts";
import type { MusicLibrary } from "../music_service.ts";
import { MANAGERS, notConnected } from "../../../platform/managers/kinds.ts";
import type { ManagerClient } from "../../managers/client.ts";
import type { Managers } from "../../managers/managers.ts";
import { ManagerProblem } from "../../managers/request.ts";
import type { CueSplits } from "../cue_splits/service.ts";
import type { SettingsService } from "../../../platform/settings/service.ts";
import { importFolder } from "./import_run.ts";
import type { ImportFolder, ImportRun } from "./model.ts";
import { count } from "../../../kit/format.ts";
import { removeEmptied } from "../cue_splits/remove_emptied.ts";

/** Imports folders into Lidarr and verifies the result. */
export interface FolderImports {
  /**
   * Starts an import. Returns when it has ended or takes too long. Throws `invalid`, `path_not_allowed`, `not_found`,
   * `bad_state`, `in_use`, `upstream_timeout`.
   */
  start(wanted: ImportFolder): Promise<ImportRun>;
  /** Returns an import that was started since the last start of Lathe. Throws `not_found`. */
  get(id: string): ImportRun;
  close(): Promise<void>;
}

/**
 * Services and options of folder imports. `storage` contains Lathe's own folders. Only rips may be imported from them.
 */
export interface FolderImportsOptions {
  settings: Pick<SettingsService, "current">;
  managers: Pick<Managers, "connected">;
  storage: Pick<JobStorage, "configDir" | "folders">;
  disks: Pick<DiskReads, "read">;
  music: Pick<MusicLibrary, "refreshArtist">;
  /** Splits CD images into tracks before Lidarr reads the folder. */
  cueSplits: Pick<CueSplits, "inspect" | "split">;
  clock: Clock;
  log: Log;
  /** Called for each import that has ended. */
  onEnd?: (run: ImportRun) => void;
  /** Interval for requesting the progress from Lidarr, and the maximum time that a caller waits. */
  waits?: { pollMs?: number; patienceMs?: number };
}

interface FolderImportsState extends FolderImportsOptions {
  /** Imports by ID, oldest first. */
  readonly runs: Map<string, ImportRun>;
  readonly working: Set<Promise<unknown>>;
  readonly closing: AbortController;
}

const POLL_MS = 1_000;
/** Maximum time in milliseconds that a request waits for its import. After that, it returns the import in progress. */
const PATIENCE_MS = 10_000;
const MAX_KEPT_RUNS = 50;
const KERNEL_FOLDERS = ["/proc", "/sys", "/dev"];
const { app } = MANAGERS.music;

/**
 * Creates the service for folder imports. The last 50 imports are kept in memory. Different folders may be imported at
 * the same time.
 */
export function createFolderImports(options: FolderImportsOptions): FolderImports {
  const state: FolderImportsState = {
    ...options,
    runs: new Map(),
    working: new Set(),
    closing: new AbortController(),
  };
  return {
    start: (wanted) => startImport(state, wanted),
    get(id) {
      const run = state.runs.get(id);
      if (run === undefined) {
        throw new Fault("not_found", "There is no such import; imports are not kept after a restart.");
      }
      return { ...run };
    },
    async close() {
      state.closing.abort();
      await Promise.allSettled(state.working);
    },
  };
}

async function startImport(state: FolderImportsState, wanted: ImportFolder): Promise<ImportRun> {
  const { managers, runs, working, clock, waits } = state;
  const lidarr = managers.connected("music");
  if (lidarr === undefined) throw new Fault("bad_state", notConnected("music"));
  const path = await folderOf(wanted.path, state);
  if (runs.values().some((run) => run.path === path && run.finishedAt === undefined)) {
    throw new Fault("in_use", `${path} is already being imported.`);
  }
  const run: ImportRun = {
    id: newId(),
    path,
    mode: wanted.mode,
    dryRun: wanted.dryRun,
    state: "looking",
    images: 0,
    tracks: 0,
    message: `${app} is checking ${path}`,
    files: [],
    startedAt: clock.now().toISOString(),
  };
  keepRun(runs, run);
  const whole = runToEnd(state, run, { wanted, lidarr });
  keepWhileRunning(working, whole);
  await withTimeout(waits?.patienceMs ?? PATIENCE_MS, whole);
  return { ...run };
}

/** Returns the normalised folder, if it is allowed for media. */
async function folderOf(path: string, { settings, storage, disks }: FolderImportsState): Promise<string> {
  const wrong = (message: string) => new Fault("invalid", message, { fields: [{ path: "path", message }] });
  if (!isAbsolute(path) || path.includes("\0")) throw wrong(`${JSON.stringify(path)} is not an absolute path.`);
  const folder = normalize(path).replace(/(?<=[^:])[\\/]+$/, "");
  const real = answered(folder, await disks.read(folder, (path) => realPlace(path)));
  if (KERNEL_FOLDERS.some((one) => isInside(real, one))) {
    throw new Fault("path_not_allowed", `${folder} belongs to the system.`);
  }
  const { mediaRoots } = settings.current().general.security;
  await checkMediaPath(real, { mediaRoots, storage, disks }, folder);
  const isThere = answered(folder, await disks.read(folder, (path) => realpath(path).then(() => true, () => false)));
  if (!isThere) throw new Fault("not_found", `${folder} does not exist or cannot be read.`);
  if (!answered(folder, await disks.read(real, isFolder))) throw wrong(`${folder} is not a folder.`);
  return folder;
}

/** Runs an import. Never throws. The run contains the result. */
async function runToEnd(
  { settings, music, cueSplits, clock, log, onEnd, waits, closing: { signal } }: FolderImportsState,
  run: ImportRun,
  { wanted, lidarr }: { wanted: ImportFolder; lidarr: ManagerClient<"music"> },
): Promise<void> {
  try {
    const pollMs = waits?.pollMs ?? POLL_MS;
    const deps = { settings, lidarr, music, clock, log, pollMs, signal };
    await splitFirst(run, wanted, cueSplits, (asked) => importFolder(run, asked, deps));
    run.state = "done";
  } catch (error) {
    run.state = "failed";
    const known = error instanceof ManagerProblem || error instanceof Fault || isSystemError(error);
    run.message = signal.aborted
      ? `Lathe was stopped; ${app} continues on its own.`
      : known
      ? error.message
      : "An internal error occurred; see the log for details.";
    if (!known && !signal.aborted) log("error", "A folder could not be imported.", { error: String(error) });
  }
  run.finishedAt = clock.now().toISOString();
  onEnd?.(run);
}

function keepRun(runs: Map<string, ImportRun>, run: ImportRun): void {
  runs.set(run.id, run);
  for (const [id, { finishedAt }] of runs) {
    if (runs.size <= MAX_KEPT_RUNS) return;
    if (finishedAt !== undefined) runs.delete(id);
  }
}

/**
 * Imports a folder with `importFrom`. CD images in the folder are split first. Their tracks are always moved, whatever
 * the import mode is. Updates state, images and message of `run`. Throws the errors of splitting and importing.
 */
async function splitFirst(
  run: ImportRun,
  wanted: ImportFolder,
  splits: Pick<CueSplits, "inspect" | "split">,
  importFrom: (wanted: ImportFolder & { folder: string }) => Promise<void>,
): Promise<void> {
  const { images, problems, tracks } = await splits.inspect(run.path);
  run.images = images.length;
  if (images.length === 0) {
    await importFrom({ ...wanted, folder: run.path });
    run.message = [run.message, ...problems].join(" ");
    return;
  }
  const what = `${count(images.length, "CD image")} into ${count(tracks, "track")}`;
  if (wanted.dryRun) {
    run.message = `Lathe would first split ${what}; Lidarr would then import them.`;
    return;
  }
  run.state = "splitting";
  run.message = `Lathe is splitting ${what}`;
  const folder = await splits.split(run.path) ?? run.path;
  run.state = "looking";
  run.message = `Lidarr is checking ${count(tracks, "track")}`;
  await importFrom({ ...wanted, mode: "move", folder });
  run.message = [run.message, ...problems].join(" ");
  await removeEmptied(folder);
}
