import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import type { Clock } from "../../../kit/clock.ts";
import type { ManagerClient } from "../client.ts";
import { commandState, startCommand } from "./command.ts";
import { ManagerProblem } from "../request.ts";
import { ImportItem } from "../wire/manual_import.ts";

/** The movie or the episodes in a file. */
export type ImportTarget = { movieId: number } | { seriesId: number; episodeIds: number[] };

/** A file for a manager to import. */
export interface ImportRequest {
  item: ImportItem;
  target: ImportTarget;
}

type VideoManager = ManagerClient<"movie" | "series">;

/** Timeout in milliseconds. The manager reads all files in the folder. */
const READ_TIMEOUT_MS = 5 * 60_000;
/** Timeout in milliseconds. The command may have to wait for others in the queue. */
const IMPORT_TIMEOUT_MS = 2 * 3_600_000;
/** Language that managers use if it is unknown. */
const UNKNOWN_LANGUAGE = [{ id: 0, name: "Unknown" }];

/**
 * Returns the files that a manager finds in a folder (a path in the manager), with its import suggestions, or an empty
 * array if it finds none. Throws `ManagerProblem`.
 */
export const importItems = (manager: VideoManager, folder: string, signal: AbortSignal): Promise<ImportItem[]> =>
  manager.get("/manualimport", z.array(ImportItem), {
    query: { folder, filterExistingFiles: true },
    totalMs: READ_TIMEOUT_MS,
    signal,
  });

/**
 * Makes a manager check whether it would import files as the assigned titles. Returns the reasons for rejection by
 * path. Throws `ManagerProblem`.
 */
export async function importRejections(
  manager: VideoManager,
  requests: readonly ImportRequest[],
  signal: AbortSignal,
): Promise<Map<string, string[]>> {
  if (requests.length === 0) return new Map();
  const judged = await manager.post("/manualimport", requests.map(fileOf), z.array(ImportItem), {
    totalMs: READ_TIMEOUT_MS,
    signal,
  });
  return new Map(judged.map(({ path, rejections }) => [path, (rejections ?? []).map(({ reason }) => reason)]));
}

/**
 * Imports files by moving them, and waits for the end of the command. The end of the command does not show whether
 * files were imported.
 */
export async function importByHand(
  manager: VideoManager,
  requests: readonly ImportRequest[],
  { clock, pollMs, signal }: { clock: Clock; pollMs: number; signal: AbortSignal },
): Promise<void> {
  const { id } = await startCommand(manager, {
    name: "ManualImport",
    importMode: "move",
    files: requests.map(fileOf),
  });
  const until = clock.monotonicMs() + IMPORT_TIMEOUT_MS;
  let waitMs = Math.min(FIRST_MS, pollMs);
  while (await commandState(manager, id, signal) === "running") {
    if (clock.monotonicMs() > until) {
      throw new ManagerProblem(
        "refused",
        `${manager.app} did not finish the import within two hours; check its queue.`,
      );
    }
    await pause(waitMs, undefined, { signal });
    waitMs = Math.min(pollMs, waitMs * 2);
  }
}

/** Delay in milliseconds before the first check. An import on the same disk is very fast. */
const FIRST_MS = 100;

const fileOf = ({ item, target }: ImportRequest) => ({
  path: item.path,
  folderName: item.folderName ?? "",
  quality: item.quality,
  languages: item.languages !== undefined && item.languages !== null && item.languages.length > 0
    ? item.languages
    : UNKNOWN_LANGUAGE,
  releaseGroup: item.releaseGroup ?? "",
  indexerFlags: item.indexerFlags ?? 0,
  downloadId: "",
  ...target,
  ...("seriesId" in target
    ? {
      releaseType: target.episodeIds.length > 1 ? "multiEpisode" : "singleEpisode",
    }
    : {}),
});
