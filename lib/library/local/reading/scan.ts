import { dirname, sep } from "node:path";
import { yieldToEventLoop } from "../../../kit/async.ts";
import { openDisk } from "./disk.ts";
import type { FoundFolder, KnownFolder, LocalProgress } from "../recognition/model.ts";
import { isWithin } from "./mounts.ts";
import type { ParseName } from "../recognition/parsed_name.ts";
import { rememberingParse } from "../recognition/repeated_names.ts";
import { rulesStamp } from "./stamp.ts";
import { type ScanRoot, walkRoot } from "./walk.ts";

export type { ScanRoot } from "./walk.ts";

/** Sent to the scanning thread; a root inside another is walked by itself. */
export interface ScanRequest {
  roots: ScanRoot[];
  /** Folder names to pass by, in any case. */
  exclude: string[];
}

/** What the walk is given by its thread; `emit` keeps the walk from running ahead of the store. */
export interface ScanTools {
  parse: ParseName;
  /** What the last scan remembered. */
  known: KnownFolder[];
  signal: AbortSignal;
  /** Takes a folder that is new or changed; the scan waits for it. */
  emit(folder: FoundFolder): Promise<void>;
  progress(progress: LocalProgress): void;
}

/** Whether a root could be walked; `reason` says why not. */
export interface RootResult {
  path: string;
  available: boolean;
  reason?: string;
}

/** What a scan came to; `errors` holds at most 100 texts. */
export interface ScanSummary {
  roots: RootResult[];
  /** Folders looked at, those of them that were read, and the files in these. */
  folders: number;
  read: number;
  files: number;
  /** Remembered folders of available roots that are not there. */
  missing: string[];
  /** Folders of available roots below which nothing may be forgotten soon: they cannot be read, or their disk is away. */
  kept: string[];
  errors: string[];
  durationMs: number;
}

const SLICE_MS = 25;
const MAX_ERRORS = 100;

/**
 * Walks the roots and hands over every folder that is new or changed. What was handed over and remembered is passed by
 * the next time, so that an aborted scan goes on where it was. Throws the signal's reason.
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
    // A message that asks to stop can only arrive between two tasks.
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
    // Systems remove the folder of a disk that is taken out.
    const places = missing.filter(({ device }) => device !== undefined).map(({ path }) => path);
    for (const [i, look] of (await walk.disk.stats(places)).entries()) {
      // One that is passed by on purpose is there.
      if (look !== undefined && look !== "refused") continue;
      summary.kept.push(places[i] ?? "");
      summary.errors.push(`${places[i]}: its disk is not there`);
    }
  }
  tools.progress({ folders: summary.folders, files: summary.files });
  summary.errors.splice(MAX_ERRORS);
  summary.durationMs = Math.round(performance.now() - started);
  return summary;
}

/** Each root once, without a separator at its end. */
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
