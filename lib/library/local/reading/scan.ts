import { dirname, sep } from "node:path";
import { yieldToEventLoop } from "../../../kit/async.ts";
import { openDisk } from "./disk.ts";
import type { FoundFolder, KnownFolder, LocalProgress } from "../../local_title_model.ts";
import { isWithin } from "./mounts.ts";
import type { ParseName } from "../recognition/parsed_name.ts";
import { rememberingParse } from "../recognition/repeated_names.ts";
import { rulesStamp } from "./stamp.ts";
import { type ScanRoot, walkRoot } from "./walk.ts";

export type { ScanRoot } from "./walk.ts";

/** Request to the scanning worker. A root inside another root is scanned separately. */
export interface ScanRequest {
  roots: ScanRoot[];
  /** Names of folders to skip, ignoring case. */
  exclude: string[];
}

/**
 * Functions that the worker provides for the scan. The scan waits for `emit`, so that it does not get ahead of the
 * database.
 */
export interface ScanTools {
  parse: ParseName;
  /** Folders that the last scan has stored. */
  known: KnownFolder[];
  signal: AbortSignal;
  /** Stores a new or changed folder. The scan waits for it. */
  emit(folder: FoundFolder): Promise<void>;
  progress(progress: LocalProgress): void;
}

/** Result for one root. `reason` is the reason why it is not available. */
export interface RootResult {
  path: string;
  available: boolean;
  reason?: string;
}

/** Result of a scan. `errors` contains at most 100 messages. */
export interface ScanSummary {
  roots: RootResult[];
  /**
   * Number of folders that were checked, number of folders that were read, and number of files in those that were read.
   */
  folders: number;
  read: number;
  files: number;
  /** Stored folders that no longer exist although their root is available. */
  missing: string[];
  /**
   * Folders of available roots whose contents must be kept for now, because they cannot be read or their disk is
   * absent.
   */
  kept: string[];
  errors: string[];
  durationMs: number;
}

const SLICE_MS = 25;
const MAX_ERRORS = 100;

/**
 * Scans the roots and emits all new or changed folders. Folders that were emitted and stored are skipped the next time,
 * so that an aborted scan continues at the same position. Throws the signal's reason.
 */
export async function scanRoots(request: ScanRequest, tools: ScanTools): Promise<ScanSummary> {
  const started = performance.now();
  const roots = distinct(request.roots);
  const exclude = new Set(request.exclude.map((name) => name.toLowerCase()));
  const known = new Map(tools.known.map((folder) => [folder.path, folder]));
  const summary: ScanSummary = {
    ...{ roots: [], folders: 0, read: 0, files: 0, missing: [], kept: [], errors: [], durationMs: 0 },
  };
  let slice = performance.now();
  const pauseBetween = async (current: string, files: number) => {
    summary.folders++;
    summary.files += files;
    if (performance.now() - slice < SLICE_MS) return;
    tools.progress({ folders: summary.folders, files: summary.files, current });
    // A message to stop can only be received between two tasks.
    await yieldToEventLoop();
    tools.signal.throwIfAborted();
    slice = performance.now();
  };
  const walk = {
    roots,
    known,
    children: childrenOf(tools.known),
    rules: rulesStamp(exclude),
    options: { parse: rememberingParse(tools.parse), exclude },
    disk: openDisk(),
    pauseBetween,
    emit: async (folder: FoundFolder) => {
      summary.read++;
      await tools.emit(folder);
    },
  };
  for (const root of roots) {
    tools.signal.throwIfAborted();
    const { unavailable, visited, kept, problems } = await walkRoot(root, walk);
    summary.errors.push(...problems);
    summary.roots.push({
      path: root.path,
      available: unavailable === undefined,
      ...(unavailable === undefined ? {} : { reason: unavailable }),
    });
    if (unavailable !== undefined) continue;
    const unvisited = tools.known.filter(({ path, root: owner }) => owner === root.path && !visited.has(path));
    const missing = unvisited.filter(({ path }) => !kept.some((folder) => isWithin(path, folder, sep)));
    summary.missing.push(...missing.map(({ path }) => path));
    summary.kept.push(...kept);
    // When a disk is ejected, the system removes its mount folder.
    const places = missing.filter(({ device }) => device !== undefined).map(({ path }) => path);
    for (const [i, state] of (await walk.disk.stats(places)).entries()) {
      // The root exists and was intentionally skipped.
      if (state !== undefined && state !== "refused") continue;
      summary.kept.push(places[i] ?? "");
      summary.errors.push(`${places[i]}: its disk is not available`);
    }
  }
  tools.progress({ folders: summary.folders, files: summary.files });
  summary.errors.splice(MAX_ERRORS);
  summary.durationMs = Math.round(performance.now() - started);
  return summary;
}

/** Returns each root once, without a trailing separator. */
function distinct(roots: ScanRoot[]): ScanRoot[] {
  const plain = roots.map(({ path, kind }) => ({ path: path.length > 1 ? path.replace(/[/\\]+$/, "") : path, kind }));
  return [...new Map(plain.toReversed().map((root) => [root.path, root])).values()].reverse();
}

function childrenOf(known: KnownFolder[]): Map<string, string[]> {
  const children = new Map<string, string[]>();
  for (const { path, missing } of known) {
    if (missing) continue;
    const parent = dirname(path);
    const siblings = children.get(parent);
    if (siblings) siblings.push(path);
    else children.set(parent, [path]);
  }
  return children;
}
