import { lstat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import {
  identityOf,
  isSameFile,
  isUnchanged,
  moveWithoutOverwriting,
  removeOwnFile,
  systemErrorCode,
} from "../../jobs/delivery/file_moves.ts";
import { checkMediaPath } from "../../jobs/intake/source_file.ts";
import { syncFolder } from "../../kit/atomic_file.ts";
import { Fault, isSystemError, JobFailure } from "../../kit/fault.ts";
import { realPlace } from "../../kit/disk/real_place.ts";
import { toLocal } from "../../library/managers/paths/path_mapping.ts";
import { ManagerProblem } from "../../library/managers/request.ts";
import { RadarrMovie } from "../../library/managers/wire/radarr.ts";
import { SonarrSeries } from "../../library/managers/wire/sonarr.ts";
import type { SourceIdentity } from "../../media/probe/source.ts";
import type { Space } from "../../platform/storage/space.ts";
import { isExtra } from "../choose/rip_names.ts";
import type { RippedFile, StoredRip } from "../rip_schema.ts";
import { RipProblem } from "../ripper_model.ts";
import { copyBeside, partialOf } from "./copy_beside.ts";
import type { DeliveryDeps } from "./deps.ts";
import type { DeliverOptions } from "./model.ts";
import type { TitleFiles, VideoManager } from "./targets.ts";

/**
 * Moves extras to the `Extras` folder next to the movie or episodes, where players look for them. Managers import only
 * movies and episodes. Must be called after the import, which creates the folder of a new title. An extra that cannot
 * be moved stays in the rip folder and is marked `missing` with the reason, so that a later delivery tries again.
 */
export async function placeExtras(
  deps: DeliveryDeps,
  manager: VideoManager,
  { rip, files, arrId }: TitleFiles,
  { onFile, onLog }: DeliverOptions,
): Promise<RippedFile[]> {
  if (!files.some((file) => isWaitingExtra(rip, file))) return [...files];
  const folder = await titleFolder(deps, manager, arrId);
  const placed: RippedFile[] = [];
  for (const file of files) {
    if (!isWaitingExtra(rip, file)) {
      placed.push(file);
      continue;
    }
    const moved = typeof folder === "string" ? await moveExtra(deps, file, { folder, ripId: rip.id }) : folder;
    if ("reason" in moved) onLog(`${basename(file.finalPath ?? "")} stays in the rip folder: ${moved.reason}`);
    const settled: RippedFile = "reason" in moved
      ? { ...file, import: { state: "missing", reason: moved.reason.slice(0, MAX_REASON) } }
      : { ...moved, import: await placeOf(moved) };
    await onFile(settled);
    placed.push(settled);
  }
  return placed;
}

/** Maximum length of a reason in a rip's record. */
const MAX_REASON = 4000;

/** True if a file is an extra. */
export const isExtraFile = ({ titleRoles }: Pick<StoredRip, "titleRoles">, { titleId }: RippedFile): boolean => {
  const role = titleRoles[String(titleId)];
  return role !== undefined && isExtra(role);
};

/** True if a file is an extra that has not been moved to the folder of its title. */
export const isWaitingExtra = (rip: Pick<StoredRip, "titleRoles">, file: RippedFile): boolean =>
  isExtraFile(rip, file) && file.import?.state !== "imported";

/**
 * Returns the path of an extra. No manager imports extras, so any existing path is accepted. A missing file is
 * published again by the next attempt.
 */
async function placeOf({ finalPath = "", sizeBytes }: RippedFile): Promise<NonNullable<RippedFile["import"]>> {
  const found = await identityOf(finalPath);
  if (found?.sizeBytes === sizeBytes) return { state: "imported" };
  return { state: "missing", reason: `The extra was not found in ${dirname(finalPath)}.` };
}

async function titleFolder(
  { settings, storage, disks }: DeliveryDeps,
  manager: VideoManager,
  arrId: number,
): Promise<string | { reason: string }> {
  const answer = manager.kind === "movie"
    ? manager.get(`/movie/${arrId}`, RadarrMovie)
    : manager.get(`/series/${arrId}`, SonarrSeries);
  const title = await answer.catch((error) => {
    if (!(error instanceof ManagerProblem)) throw error;
    return error;
  });
  if (title instanceof ManagerProblem) return { reason: title.message };
  const { path } = title;
  const { pathMappings, general } = settings.current();
  const local = toLocal(path, manager.kind, pathMappings);
  const there = await disks.read(local, (one) => Deno.stat(one).then(({ isDirectory }) => isDirectory, () => false));
  if (local === "" || there !== true) return { reason: `the title's folder (${path}) does not exist yet.` };
  try {
    const rules = { mediaRoots: general.security.mediaRoots, storage, disks };
    await checkMediaPath(await realPlace(local), rules, local);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { reason: error.message };
  }
  return join(local, "Extras");
}

/** Moves an extra, or records why it was not moved. */
async function moveExtra(
  { storage: { space } }: Pick<DeliveryDeps, "storage">,
  file: RippedFile,
  { folder, ripId }: { folder: string; ripId: string },
): Promise<RippedFile | { reason: string }> {
  const from = file.finalPath ?? file.path;
  const to = join(folder, basename(from));
  try {
    await Deno.mkdir(folder, { recursive: true });
    const partial = partialOf(folder, ripId, file.titleId);
    await removeOwnFile(partial);
    const identity = await identityOf(from);
    if (identity === undefined) return file;
    // The rip folder is also a root folder of the manager. The extra is already in place, with a different path.
    if (isSameFile(await identityOf(dirname(from)), await identityOf(folder))) return file;
    for (const path of [from, to]) await refuseLink(path);
    await moveWithoutOverwriting(from, to, identity).catch(async (error) => {
      if (systemErrorCode(error) !== "EXDEV") throw error;
      await copyAcross(space, { from, partial, to, identity });
    });
    return { ...file, finalPath: to };
  } catch (error) {
    if (!(error instanceof JobFailure || error instanceof RipProblem || isSystemError(error))) throw error;
    return { reason: error.message };
  }
}

/** Throws if the path is a link, because a link may point to the only copy of the file. */
async function refuseLink(path: string): Promise<void> {
  if (!await lstat(path).then((found) => found.isSymbolicLink(), () => false)) return;
  throw new JobFailure("output_exists", `${path} is a link, and links are not followed.`);
}

/** Moves an extra to a library on another file system, as a verified copy. */
async function copyAcross(
  space: Space,
  { from, partial, to, identity }: { from: string; partial: string; to: string; identity: SourceIdentity },
): Promise<void> {
  const copy = await copyBeside(space, from, partial);
  try {
    if (!isUnchanged(await identityOf(from), identity)) {
      throw new JobFailure("publish_failed", "It was changed while it was being copied.");
    }
    await moveWithoutOverwriting(partial, to, copy);
  } catch (error) {
    await Deno.remove(partial).catch(() => {});
    throw error;
  }
  if (isUnchanged(await identityOf(to), copy) && isUnchanged(await identityOf(from), identity)) {
    await removeOwnFile(from);
    await syncFolder(dirname(from));
  }
}
