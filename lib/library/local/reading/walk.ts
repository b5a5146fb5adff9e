import { join, sep } from "node:path";
import type { Disk, DiskEntry, Look } from "./disk.ts";
import { isWithin, landmarksOf, strangeTree } from "./mounts.ts";
import type { FoundFolder, KnownFolder, RootKind } from "../recognition/model.ts";
import { recogniseFolder, type RecogniseOptions } from "../recognition/recognise.ts";
import { folderStamp } from "./stamp.ts";

export interface ScanRoot {
  path: string;
  kind: RootKind;
}

/** A folder to look at; the device of what it lies in tells mount points. */
interface Step {
  path: string;
  parentDevice?: number;
}

export interface Walk {
  roots: ScanRoot[];
  known: ReadonlyMap<string, KnownFolder>;
  /** Remembered folders by the one they lie in. */
  children: ReadonlyMap<string, string[]>;
  rules: string;
  options: RecogniseOptions;
  disk: Disk;
  /** Called between folders: waits, and throws when the scan is to end. */
  breathe(current: string, files: number): Promise<void>;
  emit(folder: FoundFolder): Promise<void>;
}

export interface WalkResult {
  /** Why the root is taken for unavailable; nothing of it may be forgotten then. */
  unavailable?: string;
  visited: Set<string>;
  /** Below these nothing may be forgotten. */
  kept: string[];
  problems: string[];
}

const AT_ONCE = 32;
const DEEPEST = 32;
const KERNEL_FOLDERS = new Set(["/proc", "/sys", "/dev"]);

/** Walks one root. A folder with the stamp it had costs one look at it. */
export async function walkRoot(root: ScanRoot, walk: Walk): Promise<WalkResult> {
  const result: WalkResult = { visited: new Set(), kept: [], problems: [] };
  const others = new Set(walk.roots.map(({ path }) => path).filter((path) => path !== root.path));
  const stack: Step[] = [{ path: root.path }];
  const [before] = await walk.disk.stats([root.path]);
  while (stack.length > 0) {
    const steps = stack.splice(-AT_ONCE);
    const infos = await walk.disk.stats(steps.map(({ path }) => path));
    for (const [i, step] of steps.entries()) {
      const info = infos[i];
      if (info === "refused") {
        fail(step.path, "it may not be looked at");
        if (result.unavailable !== undefined) return result;
        continue;
      }
      if (!info?.isDirectory) {
        if (step.path === root.path) return { ...result, unavailable: "it is not there" };
        // Not visited: two scans without it, and it goes.
        continue;
      }
      const { names, files } = await visit(step, info);
      if (result.unavailable !== undefined) return result;
      for (const path of names) stack.push({ path, parentDevice: info.dev });
      await walk.breathe(step.path, files);
    }
  }
  const [after] = await walk.disk.stats([root.path]);
  if (deviceOf(after) !== deviceOf(before)) result.unavailable = "it went away while it was scanned";
  return result;

  async function visit({ path, parentDevice }: Step, info: Deno.FileInfo): Promise<{ names: string[]; files: number }> {
    const known = walk.known.get(path);
    const now = Date.now();
    const stamp = folderStamp(info, now, `${walk.rules} ${root.kind}`);
    const moved = known?.device !== undefined && known.device !== info.dev;
    if (known && !known.missing && !moved && known.root === root.path && known.stamp === stamp && stamp !== "") {
      const names = (walk.children.get(path) ?? []).filter((child) => !others.has(child));
      if (names.length === known.subfolders) {
        result.visited.add(path);
        return { names, files: 0 };
      }
    }
    let entries: DiskEntry[];
    try {
      entries = await walk.disk.list(path);
    } catch (error) {
      return fail(path, `cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    }
    const names = entries.map(({ name }) => name);
    const strange = known && strangeTree(known, { device: info.dev, names });
    if (strange !== undefined) return fail(path, strange);

    result.visited.add(path);
    const { titles, files, poster, descend, unreadable } = recogniseFolder(
      { root: root.path, path, kind: root.kind, entries },
      walk.options,
    );
    const isLandmark = path === root.path || parentDevice !== info.dev;
    const linked = new Set(entries.filter(({ link }) => link).map(({ name }) => name));
    const tooDeep = path.split(sep).length - root.path.split(sep).length >= DEEPEST;
    if (tooDeep && descend.length > 0) {
      result.problems.push(`${path}: what lies in its folders is not read, they are more than ${DEEPEST} folders deep`);
    }
    const out = descend.filter((name) => linked.has(name) && leavesRoots(join(path, name), walk.roots));
    for (const name of out) {
      result.problems.push(`${join(path, name)}: leads out of the folders of Settings and is not followed`);
    }
    if (unreadable > 0) {
      const some = unreadable === 1 ? "one name in it is" : `${unreadable} names in it are`;
      result.problems.push(`${path}: ${some} not UTF-8 and cannot be opened`);
    }
    // What a link within the roots leads to is walked by itself.
    const below = (tooDeep ? [] : descend).filter((name) => !linked.has(name))
      .map((name) => join(path, name)).filter((child) => !KERNEL_FOLDERS.has(child) && !others.has(child));
    await walk.emit({
      path,
      root: root.path,
      stamp: files.some(({ mtime }) => Math.abs(now - mtime) < GROWING_MS) ? "" : stamp,
      subfolders: below.length,
      ...(isLandmark ? { device: info.dev, landmarks: landmarksOf(names) } : {}),
      ...(poster === undefined ? {} : { poster }),
      unreadable,
      titles,
      files,
    });
    return { names: below, files: files.length };
  }

  /** A folder that cannot be trusted keeps everything that is remembered of it. */
  function fail(path: string, why: string): { names: string[]; files: number } {
    result.problems.push(`${path}: ${why}`);
    if (path === root.path) result.unavailable = why;
    result.kept.push(path);
    return { names: [], files: 0 };
  }
}

/** A file that changed so lately may still be written; its folder's own time does not tell. */
const GROWING_MS = 10 * 60_000;

const deviceOf = (look: Look): number | undefined => look === "refused" ? undefined : look?.dev;

/** Whether a link leads out of every root: what lies in a root is walked by itself. */
function leavesRoots(link: string, roots: ScanRoot[]): boolean {
  const real = (path: string): string => {
    try {
      return Deno.realPathSync(path);
    } catch {
      return path;
    }
  };
  const target = real(link);
  return target !== link && !roots.some(({ path }) => isWithin(target, real(path), sep));
}
