import { join } from "node:path";
import type { Clock } from "../../kit/clock.ts";

/** Where a walk ends early: folders below a root, folders and files together, milliseconds. */
export interface WalkLimits {
  depth: number;
  entries: number;
  ms: number;
}

/** What `walkFor` looks for and where. */
export interface WalkOptions {
  roots: string[];
  /** Names of the files that are looked for. */
  names: ReadonlySet<string>;
  /** Folders of these names are passed over, whatever their case; so is what begins with a dot. */
  exclude: readonly string[];
  limits: WalkLimits;
  clock: Pick<Clock, "monotonicMs">;
  signal?: AbortSignal;
}

/** Files of the wanted names, sizes in bytes; `complete` is false when a limit ended the walk. */
export interface WalkResult {
  found: { path: string; size: number }[];
  folders: number;
  files: number;
  complete: boolean;
}

/**
 * Looks for files by name, what lies near the roots first. Links are not followed, so that nothing is seen twice and
 * nothing outside. What cannot be read is passed over. Throws when `signal` is aborted.
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

/** The entries of a folder as far as they can be read. */
async function* entriesOf(folder: string): AsyncGenerator<Deno.DirEntry> {
  try {
    yield* Deno.readDir(folder);
  } catch {
    // Not there, or not ours to read.
  }
}
