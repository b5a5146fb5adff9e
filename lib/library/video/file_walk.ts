import { join } from "node:path";
import type { Clock } from "../../kit/clock.ts";

/** Limits of a search: folder depth below a root, number of entries, and milliseconds. */
export interface WalkLimits {
  depth: number;
  entries: number;
  ms: number;
}

/** Options of `walkFor`. */
export interface WalkOptions {
  roots: string[];
  /** Names of the files to find. */
  names: ReadonlySet<string>;
  /** Names of folders to skip, ignoring case. Folders whose name starts with a dot are skipped too. */
  exclude: readonly string[];
  limits: WalkLimits;
  clock: Pick<Clock, "monotonicMs">;
  signal?: AbortSignal;
}

/** Files that were found, with sizes in bytes. `complete` is false if a limit was reached. */
export interface WalkResult {
  found: { path: string; size: number }[];
  folders: number;
  files: number;
  complete: boolean;
}

/**
 * Finds files by name, breadth-first from the roots. Links are not followed, so that no folder is visited twice or
 * outside the roots. Folders that cannot be read are skipped. Throws if `signal` is aborted.
 */
export async function walkFor({ roots, names, exclude, limits, clock, signal }: WalkOptions): Promise<WalkResult> {
  const passed = new Set(exclude.map((name) => name.toLowerCase()));
  const until = clock.monotonicMs() + limits.ms;
  const result: WalkResult = { found: [], folders: 0, files: 0, complete: true };
  const begun = new Set<string>();
  const isOver = () => clock.monotonicMs() > until || result.folders + result.files > limits.entries;

  let level = roots;
  for (let depth = 0; depth <= limits.depth && level.length > 0; depth++) {
    const below: string[] = [];
    for (const folder of level) {
      if (begun.has(folder)) continue;
      begun.add(folder);
      for await (const { name, isDirectory, isFile } of entriesOf(folder)) {
        signal?.throwIfAborted();
        if (isOver()) return { ...result, complete: false };
        if (isDirectory && !name.startsWith(".") && !passed.has(name.toLowerCase())) {
          result.folders++;
          below.push(join(folder, name));
        } else if (isFile) {
          result.files++;
          if (!names.has(name)) continue;
          const path = join(folder, name);
          const size = await Deno.stat(path).then((info) => info.size, () => undefined);
          if (size !== undefined) result.found.push({ path, size });
        }
      }
    }
    level = below;
  }
  return { ...result, complete: level.length === 0 };
}

/** Yields the entries of a folder that can be read. */
async function* entriesOf(folder: string): AsyncGenerator<Deno.DirEntry> {
  try {
    yield* Deno.readDir(folder);
  } catch {
    // The folder does not exist or cannot be read.
  }
}
