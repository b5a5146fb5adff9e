import { join } from "node:path";
import { rmdir, stat } from "node:fs/promises";
import { importByHand, importItems, type ImportRequest } from "../../library/managers/commands/manual_import.ts";
import { toRemote } from "../../library/managers/paths/path_mapping.ts";
import { ManagerProblem } from "../../library/managers/request.ts";
import type { ImportItem } from "../../library/managers/wire/manual_import.ts";
import { WORKING_STATES } from "../rip_states.ts";
import { isPartial } from "./copy_beside.ts";
import { type DeliveryDeps, POLL_MS, ripFolderOf } from "./deps.ts";
import type { SweepResult } from "./model.ts";
import { presenceOf } from "./presence.ts";
import { isRetryDue, noteFailure, type RetryMemory } from "./retry_memory.ts";
import { verifyImported, type VideoManager } from "./targets.ts";

type SweptFile = SweepResult["files"][number];

/** Minimum time in milliseconds since the last change. Files that changed more recently may be incomplete. */
const QUIET_MS = 120_000;
const VIDEO = /\.(?:mkv|mp4|m4v|avi|ts|webm)$/i;
const MAX_DEPTH = 3;

/**
 * Offers the movies and series in the rip folder to the managers, including files that were copied there manually.
 * Skips folders in use by a rip, hidden folders and recently changed folders. The delay between retries increases up to
 * one day. Removes empty folders.
 */
export async function sweepRips(deps: DeliveryDeps, memory: RetryMemory, signal: AbortSignal): Promise<SweepResult> {
  const { clock, quietMs = QUIET_MS } = deps;
  const root = ripFolderOf(deps);
  const busy = await foldersAtWork(deps);
  const files: SweptFile[] = [];
  let removedFolders = 0;
  for (const name of await foldersIn(root)) {
    signal.throwIfAborted();
    const folder = join(root, name);
    if (busy.has(folder)) continue;
    const found = await videosBelow(folder);
    if (found.changedAt > clock.now().getTime() - quietMs) {
      files.push(
        ...found.paths.map((path) => ({
          path,
          result: "skipped" as const,
          reason: "Its folder was changed less than two minutes ago.",
        })),
      );
      continue;
    }
    if (found.paths.length > 0 && isRetryDue(memory, folder, clock.now())) {
      files.push(...await offerFolder(deps, folder, found.paths, signal));
    }
    const offered = files.filter(({ path }) => found.paths.includes(path));
    if (offered.some(({ result }) => result !== "imported")) noteFailure(memory, folder, clock.now());
    else if (offered.length > 0) memory.delete(folder);
    if (await removeEmpty(folder)) removedFolders++;
  }
  return { files, removedFolders };
}

/** Returns the folders that a rip is writing to or importing from. */
async function foldersAtWork({ rips }: DeliveryDeps): Promise<Set<string>> {
  const rows = (await rips.list()).filter(({ status }) => WORKING_STATES.some((one) => one === status));
  return new Set(rows.flatMap(({ record }) => record.deliveryDir ?? []));
}

const foldersIn = async (root: string): Promise<string[]> => {
  const entries = await Array.fromAsync(Deno.readDir(root)).catch(() => []);
  return entries.filter(({ name, isDirectory }) => isDirectory && !name.startsWith(".")).map(({ name }) => name).sort();
};

/** Returns the videos in a folder without its extras, and the time of the last change. */
async function videosBelow(folder: string, depth = 0): Promise<{ paths: string[]; changedAt: number }> {
  const paths: string[] = [];
  let changedAt = await stat(folder).then(({ mtimeMs }) => mtimeMs, () => Infinity);
  for (const { name, isDirectory, isFile } of await Array.fromAsync(Deno.readDir(folder)).catch(() => [])) {
    const path = join(folder, name);
    if (isDirectory && depth < MAX_DEPTH && name !== "Extras") {
      const below = await videosBelow(path, depth + 1);
      paths.push(...below.paths);
      changedAt = Math.max(changedAt, below.changedAt);
    } else if (isFile) {
      const { mtimeMs, ctimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity, ctimeMs: Infinity }));
      changedAt = Math.max(changedAt, mtimeMs, ctimeMs);
      if (VIDEO.test(name) && !isPartial(name)) paths.push(path);
    }
  }
  return { paths: paths.sort(), changedAt };
}

/** Offers a folder to each manager in order. The first manager that recognises a file imports it. */
async function offerFolder(
  deps: DeliveryDeps,
  folder: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<SweptFile[]> {
  const results = new Map<string, SweptFile>();
  for (const kind of ["movie", "series"] as const) {
    const manager = deps.managers.connected(kind);
    if (manager === undefined) continue;
    try {
      for (const result of await offerTo(deps, manager, { folder, paths }, signal)) {
        if (results.get(result.path)?.result !== "imported") results.set(result.path, result);
      }
    } catch (error) {
      if (!(error instanceof ManagerProblem)) throw error;
      for (const path of paths) {
        if (!results.has(path)) results.set(path, { path, arr: kind, result: "failed", reason: error.message });
      }
    }
  }
  return paths.map((path) =>
    results.get(path) ?? { path, result: "skipped", reason: "No connected manager recognises it." }
  );
}

/** A file before the import, and the import request for its manager. */
interface Offered {
  path: string;
  sizeBytes: number;
  device: number;
  request: ImportRequest;
}

async function offerTo(
  deps: DeliveryDeps,
  manager: VideoManager,
  { folder, paths }: { folder: string; paths: readonly string[] },
  signal: AbortSignal,
): Promise<SweptFile[]> {
  const { settings, clock, pollMs = POLL_MS } = deps;
  const { pathMappings } = settings.current();
  const items = await importItems(manager, toRemote(folder, manager.kind, pathMappings), signal);
  const results: SweptFile[] = [];
  const offered: Offered[] = [];
  for (const path of paths) {
    const item = items.find((one) => one.path === toRemote(path, manager.kind, pathMappings));
    const target = item && targetOf(item);
    const found = await stat(path).catch(() => undefined);
    if (item === undefined || target === undefined || found === undefined) continue;
    const reasons = (item.rejections ?? []).map(({ reason }) => reason);
    if (reasons.length > 0) results.push({ path, arr: manager.kind, result: "rejected", reason: reasons.join("; ") });
    else offered.push({ path, sizeBytes: found.size, device: found.dev, request: { item, target } });
  }
  if (offered.length > 0) {
    await importByHand(manager, offered.map(({ request }) => request), { clock, pollMs, signal });
    for (const one of offered) results.push(await outcomeOf(manager, one, ripFolderOf(deps)));
  }
  return results;
}

/** Returns the import target recognised by the manager. Undefined if there is none. */
function targetOf({ movie, series, episodes }: ImportItem): ImportRequest["target"] | undefined {
  if (movie !== undefined && movie !== null) return { movieId: movie.id };
  const episodeIds = (episodes ?? []).map(({ id }) => id);
  return series !== undefined && series !== null && episodeIds.length > 0
    ? { seriesId: series.id, episodeIds }
    : undefined;
}

/**
 * Determines the result of an import. A file is considered imported only if it no longer exists in the rip folder and
 * the manager has it, because copies are deleted based on this result.
 */
async function outcomeOf(manager: VideoManager, offered: Offered, root: string): Promise<SweptFile> {
  const { path } = offered;
  const presence = await presenceOf({ ...offered, root });
  const { import: { state, reason } } = await verifyImported(manager, offered, offered.request.target, presence);
  return state === "imported"
    ? { path, arr: manager.kind, result: "imported" }
    : { path, arr: manager.kind, result: "failed", ...(reason === undefined ? {} : { reason }) };
}

/** Removes a folder that contains only empty folders. */
async function removeEmpty(folder: string): Promise<boolean> {
  for (const { name, isDirectory } of await Array.fromAsync(Deno.readDir(folder)).catch(() => [])) {
    if (!isDirectory || !await removeEmpty(join(folder, name))) return false;
  }
  // `rmdir` removes only empty folders, so it cannot delete files that were added since the check or a file that now
  // has this name.
  return await rmdir(folder).then(() => true, () => false);
}
