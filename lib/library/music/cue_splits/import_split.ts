import { basename } from "node:path";
import { Fault } from "../../../kit/fault.ts";
import { count, withFullStop } from "../../../kit/format.ts";
import { MANAGERS } from "../../../platform/managers/kinds.ts";
import { startCommand } from "../../managers/commands/command.ts";
import { historySince } from "../../managers/history.ts";
import { toLocal, toRemote } from "../../managers/paths/path_mapping.ts";
import { outcomeOf, type PlannedFile, planOf } from "../imports/import_plan.ts";
import { type ImportDeps, proposals, readArtists, untilDone } from "../imports/import_run.ts";
import type { HistoryPlace } from "./model.ts";

/** Split tracks of a download, and the entry in Lidarr's queue to which they belong. */
export interface SplitImport {
  /** Local folder of the tracks. */
  folder: string;
  downloadId: string;
  /** Album ID in Lidarr. Set if all queue entries of the download are for one album. */
  albumId?: number;
  artistId?: number;
  /** Number of tracks. */
  tracks: number;
  /** Position in Lidarr's history before the first request. */
  mark: HistoryPlace;
}

const { app } = MANAGERS.music;

/**
 * Imports all tracks of a queue item into Lidarr and verifies the import in Lidarr's history. Tracks imported by an
 * earlier attempt are included. If Lidarr rejects any track, nothing is imported. Throws `Fault` with Lidarr's reason,
 * or `ManagerProblem`.
 */
export async function importSplit(wanted: SplitImport, deps: ImportDeps): Promise<void> {
  const { pathMappings } = deps.settings.current();
  const remote = toRemote(wanted.folder, "music", pathMappings);
  const before = await importedFrom(remote, wanted.mark, deps);
  if (before >= wanted.tracks) return;
  const planned = planOf(
    await proposals(remote, wanted.artistId, deps),
    { albumId: wanted.albumId, force: before > 0 },
    (path) => toLocal(path, "music", pathMappings),
  );
  checkPlan(planned, wanted.tracks - before, remote);
  const files = planned.flatMap((one) => one.wanted ? [{ ...one.wanted, downloadId: wanted.downloadId }] : []);
  const command = { name: "ManualImport", importMode: "move", replaceExistingFiles: false, files };
  const { id } = await startCommand(deps.lidarr, command);
  await untilDone(id, deps);
  const history = (await historySince(deps.lidarr, wanted.mark.since)).filter((one) => one.id > wanted.mark.afterId);
  await readArtists(new Set(files.map(({ artistId }) => artistId)), deps);
  const missed = outcomeOf(planned, history, (path) => path).filter(({ state }) => state === "missed");
  const [first] = missed;
  if (first === undefined) return;
  throw new Fault(
    "upstream_failed",
    `${app} did not import ${count(missed.length, "track")} (first: ${
      basename(first.path)
    }); see its log for the reason.`,
  );
}

function checkPlan(planned: PlannedFile[], expected: number, remote: string): void {
  const all = count(expected, "track");
  if (planned.length < expected) {
    throw new Fault(
      "bad_state",
      `${app} finds ${planned.length} of ${all} in ${remote}. If it uses a different path for the folder, add a path ` +
        "mapping in Settings > Media, then import the folder manually.",
    );
  }
  const refused = planned.filter(({ wanted }) => wanted === undefined);
  // If a single file has no matching track, Lidarr rejects all of them.
  const first = refused.find(({ file }) => file.tracks.length === 0) ?? refused[0];
  if (first === undefined) return;
  const reasons = [...new Set(refused.flatMap(({ file }) => file.reasons))].slice(0, 3).join("; ");
  throw new Fault(
    "conflict",
    `${app} rejects ${refused.length} of ${all} (first: ${basename(first.file.path)}): ${withFullStop(reasons)} ` +
      `The tracks stay in ${remote}.`,
  );
}

/** Returns the number of tracks in a folder that Lidarr's history lists as imported. */
async function importedFrom(remote: string, mark: HistoryPlace, { lidarr }: ImportDeps): Promise<number> {
  const plain = (path: string) => path.replaceAll("\\", "/").replace(/\/+$/, "");
  const paths = (await historySince(lidarr, mark.since))
    .filter(({ id, eventType }) => id > mark.afterId && eventType === "trackFileImported")
    .map(({ data }) => plain(data.droppedPath ?? ""))
    .filter((path) => path.startsWith(`${plain(remote)}/`));
  return new Set(paths).size;
}
