import { basename, join } from "node:path";
import { copyVerified, identityOf, moveWithoutOverwriting, removeOwnFile } from "../../jobs/delivery/file_moves.ts";
import { checkMediaPath } from "../../jobs/intake/source_file.ts";
import { syncFolder } from "../../kit/atomic_file.ts";
import { Fault, isSystemError, JobFailure } from "../../kit/fault.ts";
import { realPlace } from "../../kit/disk/real_place.ts";
import { toLocal } from "../../library/managers/paths/path_mapping.ts";
import { RadarrMovie } from "../../library/managers/wire/radarr.ts";
import { SonarrSeries } from "../../library/managers/wire/sonarr.ts";
import { isExtra } from "../choose/rip_names.ts";
import type { RippedFile } from "../rip_schema.ts";
import type { DeliveryDeps } from "./deps.ts";
import type { DeliverOptions } from "./model.ts";
import type { TitleFiles, VideoManager } from "./targets.ts";

/**
 * Moves extras beside the film or the episodes, into the folder `Extras` of the title: managers import films and episodes
 * only, and players look there. An extra that cannot be moved stays in the rip folder, and the log says why.
 */
export async function placeExtras(
  deps: DeliveryDeps,
  manager: VideoManager,
  { rip, files, arrId }: TitleFiles,
  { onFile, onLog }: DeliverOptions,
): Promise<RippedFile[]> {
  const isWaiting = ({ titleId, import: done }: RippedFile) => {
    const role = rip.titleRoles[String(titleId)];
    return role !== undefined && isExtra(role) && done?.state !== "imported";
  };
  if (!files.some(isWaiting)) return [...files];
  const folder = await titleFolder(deps, manager, arrId);
  const placed: RippedFile[] = [];
  for (const file of files) {
    if (!isWaiting(file)) {
      placed.push(file);
      continue;
    }
    const moved = typeof folder === "string" ? await moveExtra(file, folder, onLog) : file;
    if (typeof folder !== "string") {
      onLog(`${basename(file.finalPath ?? "")} stays in the rip folder: ${folder.reason}`);
    }
    // No manager takes extras: where they are is where they belong.
    const settled: RippedFile = { ...moved, import: { state: "imported" } };
    await onFile(settled);
    placed.push(settled);
  }
  return placed;
}

async function titleFolder(
  { settings, storage, disks }: DeliveryDeps,
  manager: VideoManager,
  arrId: number,
): Promise<string | { reason: string }> {
  const { path } = manager.kind === "movie"
    ? await manager.get(`/movie/${arrId}`, RadarrMovie)
    : await manager.get(`/series/${arrId}`, SonarrSeries);
  const { pathMappings, general } = settings.current();
  const local = toLocal(path, manager.kind, pathMappings);
  const there = await disks.read(local, (one) => Deno.stat(one).then(({ isDirectory }) => isDirectory, () => false));
  if (local === "" || there !== true) return { reason: `the folder of the title (${path}) is not there yet.` };
  try {
    const rules = { mediaRoots: general.security.mediaRoots, storage, disks };
    await checkMediaPath(await realPlace(local), rules, local);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { reason: error.message };
  }
  return join(local, "Extras");
}

async function moveExtra(file: RippedFile, folder: string, onLog: (line: string) => void): Promise<RippedFile> {
  const from = file.finalPath ?? file.path;
  const to = join(folder, basename(from));
  try {
    await Deno.mkdir(folder, { recursive: true });
    const identity = await identityOf(from);
    if (identity === undefined) return file;
    await moveWithoutOverwriting(from, to, identity).catch(async (error) => {
      if (!(error instanceof Error && "code" in error && error.code === "EXDEV")) throw error;
      await copyAcross(from, to);
    });
    return { ...file, finalPath: to };
  } catch (error) {
    if (!(error instanceof JobFailure || isSystemError(error))) throw error;
    onLog(`${basename(from)} stays in the rip folder: ${error.message}`);
    return file;
  }
}

/** The library lies on another file system. */
async function copyAcross(from: string, to: string): Promise<void> {
  const partial = `${to}.lathe-part`;
  const identity = await copyVerified(from, partial);
  await moveWithoutOverwriting(partial, to, identity);
  await syncFolder(join(to, ".."));
  await removeOwnFile(from);
}
