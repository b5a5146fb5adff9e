import { join, sep } from "node:path";
import type { Disk, DiskEntry, PathState } from "./disk.ts";
import { isWithin, landmarksOf, strangeTree } from "./mounts.ts";
import type { FoundFolder, KnownFolder, RootKind } from "../../local_title_model.ts";
import { recogniseFolder, type RecogniseOptions } from "../recognition/recognise.ts";
import { folderStamp } from "./stamp.ts";

/** A folder to scan, and the configured kind of content. */
export interface ScanRoot {
  path: string;
  kind: RootKind;
}

/** A folder to check. The device number of its parent is needed to detect mount points. */
interface Step {
  path: string;
  parentDevice?: number;
}

/** State shared by the scans of all roots. `rules` is the version of the recognition rules, and part of each stamp. */
export interface Walk {
  roots: ScanRoot[];
  known: ReadonlyMap<string, KnownFolder>;
  /** Stored folders by their parent folder. */
  children: ReadonlyMap<string, string[]>;
  rules: string;
  options: RecogniseOptions;
  disk: Disk;
  /** Called between folders. Waits, and throws if the scan should stop. */
  pauseBetween(current: string, files: number): Promise<void>;
  emit(folder: FoundFolder): Promise<void>;
}

/** Result of scanning one root. Stored folders that are neither in `visited` nor below `kept` are missing. */
export interface WalkResult {
  /** Reason why the root is considered unavailable. Its contents must then not be removed. */
  unavailable?: string;
  visited: Set<string>;
  /** Folders whose titles are kept, whether they were found or not. */
  kept: string[];
  problems: string[];
}

const BATCH_SIZE = 32;
const MAX_DEPTH = 32;
const KERNEL_FOLDERS = new Set(["/proc", "/sys", "/dev"]);

/** The scan of one root, and its results so far. */
interface RootWalk extends Walk {
  readonly root: ScanRoot;
  /** Paths of the other roots, which are scanned separately. */
  readonly others: ReadonlySet<string>;
  readonly result: WalkResult;
}

/** The next folders to check, and the number of files that were read. */
interface Visited {
  below: string[];
  files: number;
}

/** Scans one root. A folder with an unchanged stamp needs only a single stat call. */
export async function walkRoot(root: ScanRoot, walk: Walk): Promise<WalkResult> {
  const result: WalkResult = { visited: new Set(), kept: [], problems: [] };
  const others = new Set(walk.roots.map(({ path }) => path).filter((path) => path !== root.path));
  const run: RootWalk = { ...walk, root, others, result };
  const stack: Step[] = [{ path: root.path }];
  const [before] = await walk.disk.stats([root.path]);
  while (stack.length > 0) {
    const steps = stack.splice(-BATCH_SIZE);
    const infos = await walk.disk.stats(steps.map(({ path }) => path));
    for (const [i, step] of steps.entries()) {
      const info = infos[i];
      if (info === "refused") {
        keepUnread(run, step.path, "access is denied");
        if (result.unavailable !== undefined) return result;
        continue;
      }
      if (!info?.isDirectory) {
        if (step.path === root.path) return { ...result, unavailable: "it does not exist" };
        // The folder is not marked as visited. It is removed after two scans that did not find it.
        continue;
      }
      const { below, files } = await visitFolder(run, step, info);
      if (result.unavailable !== undefined) return result;
      for (const path of below) stack.push({ path, parentDevice: info.dev });
      await walk.pauseBetween(step.path, files);
    }
  }
  const [after] = await walk.disk.stats([root.path]);
  if (deviceOf(after) !== deviceOf(before)) result.unavailable = "it was removed during the scan";
  return result;
}

async function visitFolder(run: RootWalk, { path, parentDevice }: Step, info: Deno.FileInfo): Promise<Visited> {
  const { root, result } = run;
  const known = run.known.get(path);
  const now = Date.now();
  const stamp = folderStamp(info, now, `${run.rules} ${root.kind}`);
  const unchanged = known && subfoldersIfUnchanged(run, known, { stamp, device: info.dev });
  if (unchanged !== undefined) {
    result.visited.add(path);
    return { below: unchanged, files: 0 };
  }
  let entries: DiskEntry[];
  try {
    entries = await run.disk.list(path);
  } catch (error) {
    return keepUnread(run, path, `cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const names = entries.map(({ name }) => name);
  const strange = known && strangeTree(known, { device: info.dev, names });
  if (strange !== undefined) return keepUnread(run, path, strange);

  result.visited.add(path);
  const { titles, files, poster, descend, unreadable } = recogniseFolder(
    { root: root.path, path, kind: root.kind, entries },
    run.options,
  );
  const below = foldersBelow(run, path, entries, descend);
  if (unreadable > 0) {
    const some = unreadable === 1 ? "one name in it is" : `${unreadable} names in it are`;
    result.problems.push(`${path}: ${some} not UTF-8 and cannot be opened`);
  }
  const isLandmark = path === root.path || parentDevice !== info.dev;
  await run.emit({
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
  return { below, files: files.length };
}

/** Returns the stored subfolders of an unchanged folder, or undefined if the folder must be read. */
function subfoldersIfUnchanged(
  { root, children, others }: RootWalk,
  known: KnownFolder,
  { stamp, device }: { stamp: string; device: number },
): string[] | undefined {
  const moved = known.device !== undefined && known.device !== device;
  if (known.missing || moved || known.root !== root.path || known.stamp !== stamp || stamp === "") return undefined;
  const below = (children.get(known.path) ?? []).filter((child) => !others.has(child));
  return below.length === known.subfolders ? below : undefined;
}

/**
 * Returns the folders of `descend` that are scanned as part of this root. Skipped folders that the user should know
 * about are reported as problems.
 */
function foldersBelow(
  { root, roots, others, result }: RootWalk,
  path: string,
  entries: DiskEntry[],
  descend: string[],
): string[] {
  const linked = new Set(entries.filter(({ link }) => link).map(({ name }) => name));
  const tooDeep = path.split(sep).length - root.path.split(sep).length >= MAX_DEPTH;
  if (tooDeep && descend.length > 0) {
    result.problems.push(`${path}: its subfolders are not read because they are more than ${MAX_DEPTH} levels deep`);
  }
  const out = descend.filter((name) => linked.has(name) && leavesRoots(join(path, name), roots));
  for (const name of out) {
    result.problems.push(`${join(path, name)}: this link points outside the folders in Settings and is not followed`);
  }
  // Targets of links that are inside a root are scanned as part of it.
  return (tooDeep ? [] : descend).filter((name) => !linked.has(name))
    .map((name) => join(path, name)).filter((child) => !KERNEL_FOLDERS.has(child) && !others.has(child));
}

/** Keeps all stored contents of a folder that cannot be read reliably. */
function keepUnread({ root, result }: RootWalk, path: string, why: string): Visited {
  result.problems.push(`${path}: ${why}`);
  if (path === root.path) result.unavailable = why;
  result.kept.push(path);
  return { below: [], files: 0 };
}

/**
 * Age in milliseconds. A file that was changed more recently may still be growing, which does not change the time of
 * its folder.
 */
const GROWING_MS = 10 * 60_000;

const deviceOf = (state: PathState): number | undefined => state === "refused" ? undefined : state?.dev;

/** True if a link leads outside of all roots. Targets inside a root are scanned as part of it. */
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
