import { realpath } from "node:fs/promises";
import { dirname, isAbsolute, join, relative } from "node:path";

/**
 * Locations that are allowed for programs. Only the owner and root may be able to replace the program (docs/safety.md,
 * S-PROC-5).
 */
export interface ProgramPlaces {
  /** Folders to which Lathe or API callers write. */
  writtenFolders: string[];
  /** Folder whose permissions, and those of its parents, are not checked. If undefined, all are checked. */
  ownFolder?: string;
  os?: typeof Deno.build.os;
}

/** Maximum number of links that Linux follows in a path. */
const MAX_LINKS = 40;
/** Maximum nesting of interpreters in Linux. */
const MAX_INTERPRETERS = 4;

/**
 * Returns the reason why a program must not be used, as a sentence. Undefined if it may be used. All links in the path
 * are checked, including links to links, and so is the interpreter in the first line of a script.
 */
export function programProblem(path: string, places: ProgramPlaces): Promise<string | undefined> {
  return problemOf(path, places, 0);
}

async function problemOf(path: string, places: ProgramPlaces, depth: number): Promise<string | undefined> {
  const os = places.os ?? Deno.build.os;
  if (!isAbsolute(path)) return "Use an absolute path.";
  const way = os === "windows" ? await windowsWay(path) : await wayTo(path);
  const info = way && await Deno.stat(way.end).catch(() => undefined);
  if (way === undefined || info === undefined) return MISSING_FILE;
  if (!info.isFile) return "This is not a file.";
  if (os !== "windows" && info.mode !== null) {
    if ((info.mode & 0o111) === 0) return "This file is not marked as executable.";
    if ((info.mode & OTHERS_WRITE) !== 0) {
      return "Other users can write to this file. Remove that permission first (chmod go-w).";
    }
  }
  const written = await writtenFolderOf(way, places.writtenFolders);
  if (written !== undefined) return `Programs must not be in a folder that Lathe writes to (${written}).`;
  const open = os === "windows" ? undefined : await openFolderOf(way, places.ownFolder);
  if (open !== undefined) {
    return `Other users can write to its parent folder ${open} and replace the program. Use a program in a folder that only its owner can write to, such as /opt.`;
  }
  const interpreter = depth < MAX_INTERPRETERS ? await interpreterOf(way.end) : undefined;
  if (interpreter === undefined) return undefined;
  const problem = await problemOf(interpreter, places, depth + 1);
  // A missing interpreter is reported when the program is started.
  if (problem === undefined || problem === MISSING_FILE) return undefined;
  return `Its interpreter ${interpreter}: ${problem}`;
}

const MISSING_FILE = "There is no such file.";

/** Bits for write permission of group and others. */
const OTHERS_WRITE = 0o022;
/** Sticky bit of folders such as `/tmp`, in which only the owner of an entry can replace or rename it. */
const STICKY = 0o1000;

/** Result of resolving a path to a file. */
interface Way {
  /** The final file, with all links resolved. */
  end: string;
  /** Folders on the way to the file, with all links resolved. */
  folders: string[];
  /** Locations of the links and of the final file. Anyone with write access there could replace it. */
  places: string[];
}

/** Resolves a path in the same way as the kernel. Undefined if it does not exist. */
async function wayTo(path: string): Promise<Way | undefined> {
  const left = path.split("/").reverse();
  const folders = ["/"];
  const places: string[] = [];
  let at = "/";
  let links = 0;
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    if (part === "" || part === ".") continue;
    const next = part === ".." ? dirname(at) : join(at, part);
    const info = await Deno.lstat(next).catch(() => undefined);
    if (info === undefined) return undefined;
    if (info.isSymlink) {
      if (++links > MAX_LINKS) return undefined;
      places.push(next);
      const target = await Deno.readLink(next).catch(() => undefined);
      if (target === undefined) return undefined;
      left.push(...target.split("/").reverse());
      if (target.startsWith("/")) at = "/";
      continue;
    }
    at = next;
    if (info.isDirectory) folders.push(at);
  }
  return { end: at, folders, places: [...places, at] };
}

async function windowsWay(path: string): Promise<Way | undefined> {
  const end = await realpath(path).catch(() => undefined);
  return end === undefined ? undefined : { end, folders: [], places: [path, end] };
}

/**
 * Returns the first folder in the path to which Lathe writes. Folders are compared by name and, because a disk may have
 * several names for a folder, by identity.
 */
async function writtenFolderOf({ folders, places }: Way, written: string[]): Promise<string | undefined> {
  const entered = new Set((await Promise.all(folders.map(identityOf))).filter((id) => id !== undefined));
  for (const folder of written) {
    const root = await realpath(folder).catch(() => folder);
    // The root folder contains everything, so it is ignored.
    if (root === "/") continue;
    if (places.some((place) => isBelow(place, root))) return folder;
    const id = await identityOf(root);
    if (id !== undefined && entered.has(id)) return folder;
  }
}

function isBelow(path: string, folder: string): boolean {
  const inside = relative(folder, path);
  return inside === "" || (!/^\.\.([\\/]|$)/.test(inside) && !isAbsolute(inside));
}

async function identityOf(path: string): Promise<string | undefined> {
  const info = await Deno.stat(path).catch(() => undefined);
  return info?.ino ? `${info.dev}:${info.ino}` : undefined;
}

/** Returns the first folder in the path in which other users could replace the program. */
async function openFolderOf({ folders, places }: Way, ownFolder: string | undefined): Promise<string | undefined> {
  const own = ownFolder === undefined ? undefined : await realpath(ownFolder).catch(() => undefined);
  for (const folder of folders) {
    if (own !== undefined && isBelow(own, folder)) continue;
    const info = await Deno.stat(folder).catch(() => undefined);
    if (!info?.mode || (info.mode & OTHERS_WRITE) === 0) continue;
    // A program directly in a sticky folder is refused, because it would load libraries that other users place next to
    // it.
    if ((info.mode & STICKY) === 0 || !ourselvesOrRoot(info.uid) || places.some((place) => dirname(place) === folder)) {
      return folder;
    }
    const entries = folders.filter((entry) => entry !== folder && dirname(entry) === folder);
    if (!(await Promise.all(entries.map(isOurs))).every(Boolean)) return folder;
  }
}

/** True if only this user and root can replace an entry in a sticky folder. */
const isOurs = async (path: string): Promise<boolean> =>
  ourselvesOrRoot((await Deno.lstat(path).catch(() => undefined))?.uid ?? null);

const ourselvesOrRoot = (uid: number | null): boolean => uid !== null && (uid === 0 || uid === Deno.uid());

/** Returns the interpreter in the first line of a script. Undefined for other programs and unreadable files. */
async function interpreterOf(path: string): Promise<string | undefined> {
  try {
    using file = await Deno.open(path);
    const buffer = new Uint8Array(256);
    const head = new TextDecoder("latin1").decode(buffer.subarray(0, await file.read(buffer) ?? 0));
    return /^#![ \t]*(\/[^\s]*)/.exec(head)?.[1];
  } catch {
    return undefined;
  }
}
