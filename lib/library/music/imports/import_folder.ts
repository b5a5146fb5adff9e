import { realpath } from "node:fs/promises";
import { isAbsolute, normalize } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import type { JobStorage } from "../../../jobs/deps.ts";
import type { Log } from "../../../kit/log.ts";
import { checkMediaPath, isInside } from "../../../jobs/intake/source_file.ts";
import { withTimeout } from "../../../kit/async.ts";
import type { Clock } from "../../../kit/clock.ts";
import { answered, type DiskReads, isFolder } from "../../../kit/disk/disk_reads.ts";
import { realPlace } from "../../../kit/disk/real_place.ts";
import { Fault } from "../../../kit/fault.ts";
import { newId } from "../../../kit/id.ts";
import type { MusicLibrary } from "../music_service.ts";
import { commandState, startCommand } from "../../managers/command.ts";
import { historyMark, historySince } from "../../managers/history.ts";
import { MANAGERS, notConnected } from "../../../platform/managers/kinds.ts";
import { toLocal, toRemote } from "../../managers/paths/path_mapping.ts";
import type { ManagerClient } from "../../managers/client.ts";
import type { Managers } from "../../managers/managers.ts";
import { ManagerProblem } from "../../managers/request.ts";
import { ImportProposal } from "../../managers/wire/lidarr_import.ts";
import type { SettingsService } from "../../../platform/settings/service.ts";
import { outcomeOf, type PlannedFile, planOf, summaryOf } from "./import_plan.ts";
import type { ImportFolder, ImportRun } from "./model.ts";

/** Has Lidarr import folders, and looks whether it did. */
export interface FolderImports {
  /**
   * Begins, and answers when it is over or takes long. Throws `invalid`, `path_not_allowed`, `not_found`, `bad_state`,
   * `in_use`, `upstream_timeout`.
   */
  start(wanted: ImportFolder): Promise<ImportRun>;
  /** An import of this start of the program. Throws `not_found`. */
  get(id: string): ImportRun;
  close(): Promise<void>;
}

export interface FolderImportsOptions {
  settings: Pick<SettingsService, "current">;
  managers: Pick<Managers, "connected">;
  storage: Pick<JobStorage, "configDir" | "folders">;
  disks: Pick<DiskReads, "read">;
  music: Pick<MusicLibrary, "refreshArtist">;
  clock: Clock;
  log: Log;
  /** Hears of every import that is over. */
  onEnd?: (run: ImportRun) => void;
  /** How often Lidarr is asked how far it is, and how long a caller waits. */
  waits?: { pollMs?: number; patienceMs?: number };
}

const POLL_MS = 1_000;
/** behaviour.md, section 39. */
const PATIENCE_MS = 10_000;
/** Lidarr reads the tags of every file, and may listen to them. */
const LOOK_MS = 15 * 60_000;
/** A command waits for its turn behind others. */
const IMPORT_MS = 2 * 3_600_000;
const KEPT_MOST = 50;
const KERNEL_FOLDERS = ["/proc", "/sys", "/dev"];
const { app } = MANAGERS.music;

export function createFolderImports(options: FolderImportsOptions): FolderImports {
  const { settings, managers, storage, disks, music, clock, log, onEnd = () => {}, waits = {} } = options;
  const { pollMs = POLL_MS, patienceMs = PATIENCE_MS } = waits;
  const runs = new Map<string, ImportRun>();
  const working = new Set<Promise<void>>();
  const closing = new AbortController();
  const { signal } = closing;

  const mappings = () => settings.current().pathMappings;
  const here = (path: string) => toLocal(path, "music", mappings());

  function connectedLidarr(): ManagerClient<"music"> {
    const lidarr = managers.connected("music");
    if (lidarr !== undefined) return lidarr;
    throw new Fault("bad_state", notConnected("music"));
  }

  /** The folder as it was named, without loose ends, when it is one of media. */
  async function folderOf(path: string): Promise<string> {
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
    if (!isThere) throw new Fault("not_found", `${folder} is not there, or may not be read.`);
    if (!answered(folder, await disks.read(real, isFolder))) throw wrong(`${folder} is not a folder.`);
    return folder;
  }

  async function work(run: ImportRun, wanted: ImportFolder, lidarr: ManagerClient<"music">): Promise<void> {
    const remote = toRemote(run.path, "music", mappings());
    run.images = await cueSheets(run.path);
    const planned = planOf(await proposals(lidarr, remote, wanted.artistId), wanted, here);
    run.files = planned.map(({ file }) => file);
    if (planned.length === 0) {
      run.message = `${app} finds no music that is new to it in ${remote}. If it sees the folder under another path, ` +
        "add a path mapping under Settings, Media.";
      return;
    }
    if (!wanted.dryRun && planned.some((one) => one.wanted)) {
      run.state = "importing";
      run.message = `${app} imports ${run.path}`;
      run.files = await imported(planned, wanted.mode, lidarr);
    }
    run.tracks = run.files.filter(({ state }) => state === "imported").length;
    run.message = summaryOf(run.files, { dryRun: wanted.dryRun, images: run.images });
  }

  async function proposals(
    lidarr: ManagerClient<"music">,
    folder: string,
    artistId?: number,
  ): Promise<ImportProposal[]> {
    const query = { folder, artistId, filterExistingFiles: true, replaceExistingFiles: false };
    return await lidarr.get("/manualimport", z.array(ImportProposal), { query, totalMs: LOOK_MS, signal });
  }

  async function imported(planned: PlannedFile[], importMode: "move" | "copy", lidarr: ManagerClient<"music">) {
    const files = planned.flatMap(({ wanted }) => wanted ?? []);
    const mark = await historyMark(lidarr);
    const command = { name: "ManualImport", importMode, replaceExistingFiles: false, files };
    const { id } = await startCommand(lidarr, command);
    const until = clock.monotonicMs() + IMPORT_MS;
    while (await commandState(lidarr, id) === "running") {
      if (clock.monotonicMs() > until) {
        throw new ManagerProblem("refused", `${app} did not finish the import in two hours; look at its queue.`);
      }
      await pause(pollMs, undefined, { signal });
    }
    const history = await historySince(lidarr, mark.since);
    for (const artistId of new Set(files.map((file) => file.artistId))) {
      await music.refreshArtist(artistId).catch((error) => {
        if (!(error instanceof ManagerProblem)) throw error;
        log("warn", "An artist could not be read.", { id: artistId, reason: error.message });
      });
    }
    return outcomeOf(planned, history.filter((event) => event.id > mark.afterId), here);
  }

  async function followed(run: ImportRun, wanted: ImportFolder, lidarr: ManagerClient<"music">): Promise<void> {
    try {
      await work(run, wanted, lidarr);
      run.state = "done";
    } catch (error) {
      run.state = "failed";
      const known = error instanceof ManagerProblem || error instanceof Fault;
      run.message = signal.aborted
        ? `Lathe stopped; ${app} goes on by itself.`
        : known
        ? error.message
        : "It failed on our side; the log has the details.";
      if (!known && !signal.aborted) log("error", "A folder could not be imported.", { error: String(error) });
    }
    run.finishedAt = clock.now().toISOString();
    onEnd(run);
  }

  function keep(run: ImportRun): void {
    runs.set(run.id, run);
    for (const [id, { finishedAt }] of runs) {
      if (runs.size <= KEPT_MOST) return;
      if (finishedAt !== undefined) runs.delete(id);
    }
  }

  return {
    async start(wanted) {
      const lidarr = connectedLidarr();
      const path = await folderOf(wanted.path);
      if (runs.values().some((run) => run.path === path && run.finishedAt === undefined)) {
        throw new Fault("in_use", `${path} is being imported just now.`);
      }
      const run: ImportRun = {
        id: newId(),
        path,
        mode: wanted.mode,
        dryRun: wanted.dryRun,
        state: "looking",
        images: 0,
        tracks: 0,
        message: `${app} looks at ${path}`,
        files: [],
        startedAt: clock.now().toISOString(),
      };
      keep(run);
      const whole = followed(run, wanted, lidarr).finally(() => working.delete(whole));
      working.add(whole);
      await withTimeout(patienceMs, whole);
      return { ...run };
    },
    get(id) {
      const run = runs.get(id);
      if (run === undefined) throw new Fault("not_found", "There is no such import; a restart forgets them.");
      return { ...run };
    },
    async close() {
      closing.abort();
      await Promise.allSettled(working);
    },
  };
}

const cueSheets = async (folder: string): Promise<number> => {
  const names = await Array.fromAsync(Deno.readDir(folder), ({ name }) => name).catch(() => []);
  return names.filter((name) => /\.cue$/i.test(name)).length;
};
