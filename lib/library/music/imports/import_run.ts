import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import type { Log } from "../../../kit/log.ts";
import type { Clock } from "../../../kit/clock.ts";
import type { MusicLibrary } from "../music_service.ts";
import { commandState, startCommand } from "../../managers/commands/command.ts";
import { historyMark, historySince } from "../../managers/history.ts";
import { MANAGERS } from "../../../platform/managers/kinds.ts";
import { toLocal, toRemote } from "../../managers/paths/path_mapping.ts";
import type { ManagerClient } from "../../managers/client.ts";
import { ManagerProblem } from "../../managers/request.ts";
import { ImportProposal } from "../../managers/wire/lidarr_import.ts";
import type { SettingsService } from "../../../platform/settings/service.ts";
import { outcomeOf, type PlannedFile, planOf, summaryOf } from "./import_plan.ts";
import type { ImportFile, ImportFolder, ImportRun } from "./model.ts";

/** Services and options of one import. `signal` stops waiting, but not Lidarr's command. */
export interface ImportDeps {
  settings: Pick<SettingsService, "current">;
  lidarr: ManagerClient<"music">;
  music: Pick<MusicLibrary, "refreshArtist">;
  clock: Clock;
  log: Log;
  /** Interval for requesting the progress from Lidarr. */
  pollMs: number;
  signal: AbortSignal;
}

/** Timeout in milliseconds. Lidarr reads the tags of all files and may calculate acoustic fingerprints. */
const READ_TIMEOUT_MS = 15 * 60_000;
/** Timeout in milliseconds. The command may have to wait for others in the queue. */
const IMPORT_TIMEOUT_MS = 2 * 3_600_000;
const { app } = MANAGERS.music;

/** Imports `folder` into Lidarr. Updates files, counts and message of `run`. Throws `ManagerProblem`. */
export async function importFolder(
  run: ImportRun,
  { folder, ...wanted }: ImportFolder & { folder: string },
  deps: ImportDeps,
): Promise<void> {
  const { pathMappings } = deps.settings.current();
  const remote = toRemote(folder, "music", pathMappings);
  const planned = planOf(await proposals(remote, wanted.artistId, deps), wanted, localPathOf(deps));
  run.files = planned.map(({ file }) => file);
  if (planned.length === 0) {
    run.message = `${app} found no new music in ${remote}. If it uses a different path for the folder, ` +
      "add a path mapping in Settings > Media.";
    return;
  }
  if (!wanted.dryRun && planned.some((one) => one.wanted)) {
    run.state = "importing";
    run.message = `${app} is importing ${run.path}`;
    run.files = await importFiles(planned, wanted.mode, deps);
  }
  run.tracks = run.files.filter(({ state }) => state === "imported").length;
  run.message = summaryOf(run.files, wanted.dryRun);
}

const localPathOf = ({ settings }: ImportDeps) => (path: string): string =>
  toLocal(path, "music", settings.current().pathMappings);

/** Returns Lidarr's import suggestions for the files in a folder (a path in Lidarr). Throws `ManagerProblem`. */
export const proposals = (
  folder: string,
  artistId: number | undefined,
  { lidarr, signal }: ImportDeps,
): Promise<ImportProposal[]> => {
  const query = { folder, artistId, filterExistingFiles: true, replaceExistingFiles: false };
  return lidarr.get("/manualimport", z.array(ImportProposal), { query, totalMs: READ_TIMEOUT_MS, signal });
};

async function importFiles(
  planned: PlannedFile[],
  importMode: "move" | "copy",
  deps: ImportDeps,
): Promise<ImportFile[]> {
  const { lidarr } = deps;
  const files = planned.flatMap(({ wanted }) => wanted ?? []);
  const mark = await historyMark(lidarr);
  const command = { name: "ManualImport", importMode, replaceExistingFiles: false, files };
  const { id } = await startCommand(lidarr, command);
  await untilDone(id, deps);
  const history = await historySince(lidarr, mark.since);
  await readArtists(new Set(files.map((file) => file.artistId)), deps);
  return outcomeOf(planned, history.filter((event) => event.id > mark.afterId), localPathOf(deps));
}

/** Waits for the end of a command. This does not show whether the files were imported. Throws `ManagerProblem`. */
export async function untilDone(commandId: number, { lidarr, clock, pollMs, signal }: ImportDeps): Promise<void> {
  const until = clock.monotonicMs() + IMPORT_TIMEOUT_MS;
  while (await commandState(lidarr, commandId, signal) === "running") {
    if (clock.monotonicMs() > until) {
      throw new ManagerProblem("refused", `${app} did not finish the import within two hours; check its queue.`);
    }
    await pause(pollMs, undefined, { signal });
  }
}

/** Refreshes artists. Failures are logged. */
export async function readArtists(ids: Set<number>, { music, log }: ImportDeps): Promise<void> {
  for (const id of ids) {
    await music.refreshArtist(id).catch((error) => {
      if (!(error instanceof ManagerProblem)) throw error;
      log("warn", "An artist could not be read.", { id, reason: error.message });
    });
  }
}
