import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import type { Clock } from "../../../kit/clock.ts";
import type { ManagerClient } from "../client.ts";
import { commandState, startCommand } from "./command.ts";
import { ManagerProblem } from "../request.ts";
import { ImportItem } from "../wire/manual_import.ts";

/** The film or the episodes that a file is. */
export type ImportTarget = { movieId: number } | { seriesId: number; episodeIds: number[] };

/** A file as its manager is asked to import it. */
export interface ImportRequest {
  item: ImportItem;
  target: ImportTarget;
}

type VideoManager = ManagerClient<"movie" | "series">;

/** A manager reads every file of the folder. */
const LOOK_MS = 5 * 60_000;
/** A command waits for its turn behind others. */
const IMPORT_MS = 2 * 3_600_000;
/** Managers take this for a file whose languages nobody knows. */
const UNKNOWN_LANGUAGE = [{ id: 0, name: "Unknown" }];

/** What a manager sees in a folder (its own path), and thinks of it; empty where it sees none. Throws `ManagerProblem`. */
export const importItems = (manager: VideoManager, folder: string, signal: AbortSignal): Promise<ImportItem[]> =>
  manager.get("/manualimport", z.array(ImportItem), {
    query: { folder, filterExistingFiles: true },
    totalMs: LOOK_MS,
    signal,
  });

/** The same files with what they are: answers why each would be rejected, by its path. Throws `ManagerProblem`. */
export async function importRejections(
  manager: VideoManager,
  requests: readonly ImportRequest[],
  signal: AbortSignal,
): Promise<Map<string, string[]>> {
  if (requests.length === 0) return new Map();
  const judged = await manager.post("/manualimport", requests.map(fileOf), z.array(ImportItem), {
    totalMs: LOOK_MS,
    signal,
  });
  return new Map(judged.map(({ path, rejections }) => [path, (rejections ?? []).map(({ reason }) => reason)]));
}

/** Has files imported by moving them, and waits for the end of the command: that says nothing about the files. */
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
  const until = clock.monotonicMs() + IMPORT_MS;
  let waitMs = Math.min(FIRST_MS, pollMs);
  while (await commandState(manager, id, signal) === "running") {
    if (clock.monotonicMs() > until) {
      throw new ManagerProblem("refused", `${manager.app} did not finish the import in two hours; look at its queue.`);
    }
    await pause(waitMs, undefined, { signal });
    waitMs = Math.min(pollMs, waitMs * 2);
  }
}

/** Within one disk an import takes a moment. */
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
