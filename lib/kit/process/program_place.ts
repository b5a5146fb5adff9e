import { realpath } from "node:fs/promises";
import { dirname, isAbsolute, join, relative } from "node:path";

/** Where a program may lie: nobody but its owner and root can put another one in its place (safety.md, S-PROC-5). */
export interface ProgramPlaces {
  /** Folders that we or callers write to. */
  writtenFolders: string[];
  /** The permissions of this folder and of those above it are not looked at; undefined looks at all of them. */
  ownFolder?: string;
  os?: typeof Deno.build.os;
}

/** As many links as Linux follows in one path. */
const MAX_LINKS = 40;
/** As many interpreters of interpreters as Linux starts. */
const MAX_INTERPRETERS = 4;

/**
 * Why a program may not be used, in a sentence; undefined when it may. Every link on the way counts, also one that only
 * leads to another link, and so does the interpreter that the first line of a script names.
 */
export function programProblem(path: string, places: ProgramPlaces): Promise<string | undefined> {
  return problemOf(path, places, 0);
}

async function problemOf(path: string, places: ProgramPlaces, depth: number): Promise<string | undefined> {
  const os = places.os ?? Deno.build.os;
  if (!isAbsolute(path)) return "Use an absolute path.";
  const way = os === "windows" ? await windowsWay(path) : await wayTo(path);
  const info = way && await Deno.stat(way.end).catch(() => undefined);
  if (way === undefined || info === undefined) return "There is no such file.";
  if (!info.isFile) return "This is not a file.";
  if (os !== "windows" && info.mode !== null) {
    if ((info.mode & 0o111) === 0) return "This file is not marked as executable.";
    if ((info.mode & OTHERS_WRITE) !== 0) return "Others may write this file: take that right away first (chmod go-w).";
  }
  const written = await writtenFolderOf(way, places.writtenFolders);
  if (written !== undefined) return `Programs may not lie in a folder that Lathe writes to (${written}).`;
  const open = os === "windows" ? undefined : await openFolderOf(way, places.ownFolder);
  if (open !== undefined) {
    return `Others may write the folder ${open} above it, and so put another program in its place. Use a program in a folder that only its owner may write, such as /opt.`;
  }
  const interpreter = depth < MAX_INTERPRETERS ? await interpreterOf(way.end) : undefined;
  if (interpreter === undefined) return undefined;
  const problem = await problemOf(interpreter, places, depth + 1);
  // A missing one is named where the program is started, with the reason.
  if (problem === undefined || problem === "There is no such file.") return undefined;
  return `Its interpreter ${interpreter}: ${problem}`;
}

/** Write permission of the group and of everybody. */
const OTHERS_WRITE = 0o022;
/** In a folder with this bit, such as /tmp, only its owner exchanges or renames an entry. */
const STICKY = 0o1000;

/** How a path leads to a file. */
interface Way {
  /** The file at the end, without links. */
  end: string;
  /** Folders that were entered, without links. */
  folders: string[];
  /** Where links lie, and the end: what somebody who writes there could exchange. */
  places: string[];
}

/** Follows a path as the kernel does; undefined when it leads nowhere. */
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

/** The folder we write to that the way leads through, by name or, where a disk has several names for it, by identity. */
async function writtenFolderOf({ folders, places }: Way, written: string[]): Promise<string | undefined> {
  const entered = new Set((await Promise.all(folders.map(identityOf))).filter((id) => id !== undefined));
  for (const folder of written) {
    const root = await realpath(folder).catch(() => folder);
    // All of the disk says nothing about a part of it.
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

/** The first folder on the way where others may put another program in the place of this one. */
async function openFolderOf({ folders, places }: Way, ownFolder: string | undefined): Promise<string | undefined> {
  const own = ownFolder === undefined ? undefined : await realpath(ownFolder).catch(() => undefined);
  for (const folder of folders) {
    if (own !== undefined && isBelow(own, folder)) continue;
    const info = await Deno.stat(folder).catch(() => undefined);
    if (!info?.mode || (info.mode & OTHERS_WRITE) === 0) continue;
    // Beside a program others could put libraries that it loads: it needs a folder of its own below.
    if ((info.mode & STICKY) === 0 || !ourselvesOrRoot(info.uid) || places.some((place) => dirname(place) === folder)) {
      return folder;
    }
    const entries = folders.filter((entry) => entry !== folder && dirname(entry) === folder);
    if (!(await Promise.all(entries.map(isOurs))).every(Boolean)) return folder;
  }
}

/** Whether an entry of a sticky folder can be exchanged by nobody but this user and root. */
const isOurs = async (path: string): Promise<boolean> =>
  ourselvesOrRoot((await Deno.lstat(path).catch(() => undefined))?.uid ?? null);

const ourselvesOrRoot = (uid: number | null): boolean => uid !== null && (uid === 0 || uid === Deno.uid());

/** What the first line of a script names; undefined for other programs and for those that may not be read. */
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
