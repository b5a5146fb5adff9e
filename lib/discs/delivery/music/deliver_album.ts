import { basename, dirname } from "node:path";
import { Fault } from "../../../kit/fault.ts";
import { newId } from "../../../kit/id.ts";
import { heldAlbum } from "../../../library/managers/add_music.ts";
import type { ManagerClient } from "../../../library/managers/client.ts";
import { toRemote } from "../../../library/managers/paths/path_mapping.ts";
import { HistoryPage } from "../../../library/managers/wire/history.ts";
import { ManagerProblem } from "../../../library/managers/request.ts";
import { importFolder } from "../../../library/music/imports/import_run.ts";
import type { ImportFile, ImportRun } from "../../../library/music/imports/model.ts";
import { MANAGERS, notConnected } from "../../../platform/managers/kinds.ts";
import { doubtfulTracks } from "../../cd/work/track_marks.ts";
import type { RippedFile, StoredRip } from "../../rip_schema.ts";
import { type DeliveryDeps, POLL_MS } from "../deps.ts";
import type { Delivered, DeliverOptions } from "../model.ts";
import { deviceOf, type Presence, presenceOf, unseen } from "../presence.ts";
import { deliveryFolder } from "../publish.ts";
import { addAlbum, releaseGroupOf } from "./add_album.ts";
import { publishAlbum } from "./publish_album.ts";

const { app } = MANAGERS.music;

/** Publishes the tracks of a CD, requests the import by Lidarr, and verifies each file afterwards. */
export async function deliverAlbum(deps: DeliveryDeps, stored: StoredRip, options: DeliverOptions): Promise<Delivered> {
  const lidarr = deps.managers.connected("music");
  const known = lidarr === undefined ? { files: stored.files } : await importedBefore(deps, lidarr, stored, options);
  if (known.error !== undefined) return known;
  const rip = { ...stored, files: known.files };
  const files = await publishAlbum(deps, rip, options);
  const folder = deliveryFolder(deps, rip);
  const doubtful = doubtfulTracks(rip);
  if (doubtful.length > 0 && rip.options.importDoubtful !== true) {
    const tracks = `${doubtful.length === 1 ? "Track" : "Tracks"} ${doubtful.join(", ")}`;
    return {
      files,
      error:
        `${tracks} may differ from the CD, so the album was not imported automatically. It is in ${folder}: listen to ` +
        "the album, then start again and also import these tracks, or rip the CD again.",
    };
  }
  if (lidarr === undefined) return { files, error: `${notConnected("music")} The files are in ${folder}.` };
  try {
    return await importAlbum(deps, lidarr, { rip, files, folder }, options);
  } catch (error) {
    if (options.signal.aborted || !isAnswer(error)) throw error;
    return { files, error: `${error.message} The files stay in ${folder}.` };
  }
}

const isAnswer = (error: unknown): error is ManagerProblem | Fault =>
  error instanceof ManagerProblem || error instanceof Fault;

/** An album in the rip folder. */
interface PublishedAlbum {
  rip: StoredRip;
  files: readonly RippedFile[];
  folder: string;
}

async function importAlbum(
  deps: DeliveryDeps,
  lidarr: ManagerClient<"music">,
  { rip, files, folder }: PublishedAlbum,
  options: DeliverOptions,
): Promise<Delivered> {
  const { settings, music, clock, log, pollMs = POLL_MS } = deps;
  const album = await albumThere(deps, lidarr, rip, options);
  const run: ImportRun = {
    ...{ id: newId(), path: folder, mode: "move", dryRun: false, state: "looking", images: 0, tracks: 0 },
    ...{ message: "", files: [], startedAt: clock.now().toISOString() },
  };
  const devices = new Map<string, number | undefined>();
  for (const { finalPath = "" } of files) devices.set(finalPath, await deviceOf(finalPath));
  if (files.some((file) => file.import?.state !== "imported")) {
    options.onLog(`${app} is importing ${toRemote(folder, "music", settings.current().pathMappings)}`);
    const wanted = {
      path: folder,
      folder,
      mode: "move" as const,
      force: rip.options.importRejected === true,
      dryRun: false,
    };
    await importFolder(run, { ...wanted, ...album }, {
      settings,
      lidarr,
      music,
      clock,
      log,
      pollMs,
      signal: options.signal,
    });
  }
  const taken = await takenPaths(deps, lidarr, rip);
  const judged: RippedFile[] = [];
  for (const file of files) {
    const { finalPath = "" } = file;
    const answer = run.files.find(({ path }) => path === finalPath);
    const presence = await presenceOf({ path: finalPath, root: dirname(folder), device: devices.get(finalPath) });
    const result = file.import?.state === "imported" ? file : judge(deps, file, { answer, taken, presence });
    if (result !== file) await options.onFile(result);
    judged.push(result);
  }
  return { files: judged, error: failureText(deps, judged, run) };
}

/**
 * Finds the album in Lidarr, or adds it if allowed. Without a MusicBrainz release, Lidarr must recognise the album by
 * its tags.
 */
async function albumThere(
  deps: DeliveryDeps,
  lidarr: ManagerClient<"music">,
  rip: StoredRip,
  { onLog }: DeliverOptions,
): Promise<{ artistId?: number; albumId?: number }> {
  const group = releaseGroupOf(rip);
  if (group === undefined) return {};
  let held = await heldAlbum(lidarr, group);
  if (held === undefined && deps.settings.current().disc.addMissing) {
    onLog((await addAlbum(deps, rip)).message);
    held = await heldAlbum(lidarr, group);
  }
  if (held !== undefined) return { artistId: held.artistId, albumId: held.id };
  throw new Fault("bad_state", `${app} does not have ${rip.media.title}. Add it there, or here.`);
}

/**
 * Finds files that were imported while the program was interrupted, so that the import was not recorded. These files
 * were published, no longer exist, and are listed in Lidarr's history. They are not published again.
 */
async function importedBefore(
  deps: DeliveryDeps,
  lidarr: ManagerClient<"music">,
  rip: StoredRip,
  { onFile, onLog, signal }: DeliverOptions,
): Promise<Delivered> {
  const { files } = rip;
  const gone = new Set<number>();
  for (const { titleId, finalPath, import: done } of files) {
    if (finalPath === undefined || done?.state === "imported") continue;
    if (await presenceOf({ path: finalPath, root: dirname(deliveryFolder(deps, rip)) }) === "gone") gone.add(titleId);
  }
  if (gone.size === 0) return { files };
  try {
    const taken = await takenPaths(deps, lidarr, rip);
    const found: RippedFile[] = [];
    for (const file of files) {
      const isTaken = gone.has(file.titleId) && taken.has(file.finalPath ?? "");
      const known: RippedFile = isTaken ? withImport(file, taken.get(file.finalPath ?? "")) : file;
      if (isTaken) {
        onLog(`${app} has already imported ${file.finalPath}`);
        await onFile(known);
      }
      found.push(known);
    }
    return { files: found };
  } catch (error) {
    if (signal.aborted || !isAnswer(error)) throw error;
    return { files, error: error.message };
  }
}

/** Maximum number of recent imports to search. This is enough to find those of an earlier run. */
const MAX_EVENTS = 500;

/**
 * Maps the published paths that Lidarr's history lists as imported to their destinations. Times are not compared,
 * because Lidarr's clock may differ.
 */
async function takenPaths(
  { settings }: DeliveryDeps,
  lidarr: ManagerClient<"music">,
  { files }: StoredRip,
): Promise<Map<string, string>> {
  const { pathMappings } = settings.current();
  const plain = (path: string) => path.replaceAll("\\", "/");
  const query = { page: 1, pageSize: MAX_EVENTS, sortKey: "date", sortDirection: "descending", eventType: 3 };
  const { records } = await lidarr.get("/history", HistoryPage, { query });
  const dropped = new Map(
    // The newest records come first.
    records.toReversed().filter(({ eventType }) => eventType === "trackFileImported").map(({ data }) =>
      [plain(data.droppedPath ?? ""), data.importedPath ?? ""] as const
    ),
  );
  return new Map(files.flatMap(({ finalPath }) => {
    const place = finalPath && dropped.get(plain(toRemote(finalPath, "music", pathMappings)));
    return finalPath === undefined || place === undefined ? [] : [[finalPath, place] as const];
  }));
}

/** Marks a file as imported, with the destination reported by Lidarr. */
const withImport = (file: RippedFile, path: string | undefined): RippedFile => ({
  ...file,
  import: { state: "imported", ...(path ? { path } : {}) },
});

/** Determines whether a file was imported: it no longer exists in the rip folder and is listed in Lidarr's history. */
function judge(
  { settings }: DeliveryDeps,
  file: RippedFile,
  { answer, taken, presence }: {
    answer: ImportFile | undefined;
    taken: ReadonlyMap<string, string>;
    presence: Presence;
  },
): RippedFile {
  const { finalPath = "" } = file;
  const here = presence === "here";
  if (presence === "gone" && (answer?.state === "imported" || taken.has(finalPath))) {
    return withImport(file, taken.get(finalPath));
  }
  // Lidarr does not support hidden tracks, so the file is considered imported at its current location.
  if (file.titleId === 0 && here) return { ...file, import: { state: "imported" } };
  const sent = toRemote(finalPath, "music", settings.current().pathMappings);
  if (presence === "unknown") return { ...file, import: { state: "missing", reason: unseen(app) } };
  if (answer === undefined) {
    const reason = here ? `${app} cannot find ${sent}.` : "It no longer exists, and it is not in Lidarr's history.";
    return { ...file, import: { state: "missing", reason } };
  }
  const reason = answer.reasons.join("; ") ||
    `${app} finished the import without the file; see its log for the reason.`;
  return { ...file, import: { state: here ? "rejected" : "missing", reason: reason.slice(0, 4000) } };
}

/**
 * Returns the error text, with the path sent to Lidarr, the local path and the reason for each file. Undefined if all
 * files were imported.
 */
function failureText(
  { settings }: DeliveryDeps,
  files: readonly RippedFile[],
  run: ImportRun,
): string | undefined {
  const { pathMappings } = settings.current();
  const failed = files.filter((file) => file.import?.state !== "imported");
  if (failed.length === 0) return undefined;
  const folder = dirname(failed[0]?.finalPath ?? "");
  const byReason = Map.groupBy(failed, ({ import: done }) => done?.reason ?? "no reason given");
  const lines = [...byReason].map(([reason, some]) =>
    `${some.map(({ finalPath = "" }) => basename(finalPath)).join(", ")}: ${reason}`
  );
  const remote = toRemote(folder, "music", pathMappings);
  lines.push(remote === folder ? `They are in ${folder}.` : `They are in ${remote} (${folder} on this server).`);
  // If Lidarr returns no candidates, it may not be able to access the folder.
  const hint = run.files.length === 0 ? ` ${run.message}` : "";
  return [`${app} did not import ${failed.length} of ${files.length} files.${hint}`, ...lines].join("\n");
}
