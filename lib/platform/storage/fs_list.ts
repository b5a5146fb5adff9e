import { realpath } from "node:fs/promises";
import { basename, dirname, extname, isAbsolute, join, normalize, sep } from "node:path";
import { realPlace } from "../../kit/disk/real_place.ts";
import { Fault } from "../../kit/fault.ts";

/** One entry in the folder picker. `path` is absolute. */
export interface FolderEntry {
  name: string;
  dir: boolean;
  path: string;
}

/** Contents of one folder for the picker: only names (safety.md, S-PATH-3). */
export interface FolderListing {
  /** Path of the folder. Empty for the list of start folders. */
  path: string;
  /** Path of the parent folder. Null if there is none that may be shown. */
  parent: string | null;
  entries: FolderEntry[];
  /** True if the folder has more entries than are listed. */
  truncated: boolean;
}

/** Options of the picker: only folders, or media files too. */
export interface FolderOptions {
  files: "none" | "media";
  /** Folders that may be browsed. If empty, all folders. */
  roots: string[];
}

/** Maximum number of entries. A longer list would not be useful on a page. The result is marked as truncated. */
const MAX_ENTRIES = 5000;

/** Maximum number of names that are read from a folder. Enough for useful sorting; folders may have millions. */
const MAX_NAMES = 50_000;

/** Folders of kernel interfaces. Access to some of their entries hangs. */
const KERNEL_FOLDERS = ["/proc", "/sys", "/dev"];

/** Common media folders. Those that exist are listed first. */
const USUAL_FOLDERS = ["/media", "/mnt", "/srv", "/data", "/home", "/storage", "/share", "/volume1", "/Volumes"];

/** File extensions of media in lower case. */
export const MEDIA_EXTENSIONS: ReadonlySet<string> = new Set(
  ("mkv mk3d mka mp4 m4v mov avi divx ts m2ts mts m2t webm mpg mpeg m2v wmv asf flv f4v vob evo ogm ogv 3gp rm rmvb " +
    "iso img cue flac mp3 m4a m4b aac wav w64 aiff aif opus ogg oga wv ape tak tta dts dtshd ac3 eac3 thd mlp dsf dff wma")
    .split(" "),
);

/**
 * Lists a folder, or the folder that contains a media file. For an empty path, lists the starting points. Throws
 * `invalid`, `not_found`, `path_not_allowed`. Files are never opened, because a named pipe or device would hang.
 */
export async function listFolder(path: string, { files, roots }: FolderOptions): Promise<FolderListing> {
  if (path === "") return { path: "", parent: null, entries: await startingPoints(roots), truncated: false };
  if (!isAbsolute(path) || hasControls(path) || path.includes("\ufffd")) {
    throw new Fault("invalid", `${JSON.stringify(path)} is not an absolute path.`, {
      fields: [{ path: "path", message: "not an absolute path" }],
    });
  }
  const realRoots = await Promise.all(roots.map((root) => realPlace(root)));
  const allowed = (real: string) => !inKernel(real) && (roots.length === 0 || isInsideAny(real, realRoots));

  const asked = withoutEndSlash(normalize(path));
  const found = await resolve(asked, allowed);
  const folder = found.dir ? asked : dirname(asked);
  const real = found.dir ? found.real : (await resolve(folder, allowed)).real;
  const { names, more } = await namesOf(real);
  const entries: FolderEntry[] = [];
  for (const { name, symlink, dir, file } of names) {
    const kind = symlink ? await kindBehind(join(real, name), allowed) : { dir, file };
    const shown = kind.dir ? allowed(join(real, name)) || symlink : kind.file && files === "media" && isMedia(name);
    if (shown) entries.push({ name, dir: kind.dir, path: join(folder, name) });
  }
  entries.sort(foldersFirst);
  const above = dirname(folder);
  const parentReal = above === folder || realRoots.includes(real) ? undefined : await realpath(above).catch(() => {});
  return {
    path: folder,
    parent: typeof parentReal === "string" && allowed(parentReal) ? above : null,
    entries: entries.slice(0, MAX_ENTRIES),
    truncated: more || entries.length > MAX_ENTRIES,
  };
}

/** Returns the folder or media file at a path. */
async function resolve(
  path: string,
  allowed: (real: string) => boolean,
): Promise<{ real: string; dir: boolean }> {
  let real: string;
  try {
    real = await realpath(path);
  } catch (cause) {
    // Callers must not find out what exists outside the roots, not even through links.
    if (!allowed(await realPlace(path))) throw notAllowed(path);
    if (isDenied(cause)) throw notReadable(path, cause);
    throw new Fault("not_found", `${path} does not exist.`, { cause });
  }
  if (!allowed(real)) throw notAllowed(path);
  const info = await Deno.stat(real).catch((cause) => {
    throw notReadable(path, cause);
  });
  if (info.isDirectory || (info.isFile && isMedia(real))) return { real, dir: info.isDirectory };
  throw new Fault("invalid", `${path} is not a folder.`, { fields: [{ path: "path", message: "not a folder" }] });
}

interface Name {
  name: string;
  symlink: boolean;
  dir: boolean;
  file: boolean;
}

async function namesOf(folder: string): Promise<{ names: Name[]; more: boolean }> {
  const names: Name[] = [];
  try {
    for await (const { name, isSymlink, isDirectory, isFile } of Deno.readDir(folder)) {
      if (!isShown(name)) continue;
      if (names.length === MAX_NAMES) return { names, more: true };
      names.push({ name, symlink: isSymlink, dir: isDirectory, file: isFile });
    }
  } catch (cause) {
    throw notReadable(folder, cause);
  }
  return { names, more: false };
}

/**
 * Returns the kind of a symbolic link's target. It is neither a folder nor a file if the link is broken, circular, or
 * leads outside the allowed folders.
 */
async function kindBehind(
  link: string,
  allowed: (real: string) => boolean,
): Promise<{ dir: boolean; file: boolean }> {
  try {
    const real = await realpath(link);
    if (!allowed(real)) return { dir: false, file: false };
    const { isDirectory, isFile } = await Deno.stat(real);
    return { dir: isDirectory, file: isFile };
  } catch {
    return { dir: false, file: false };
  }
}

async function startingPoints(roots: string[]): Promise<FolderEntry[]> {
  const drives = () => Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ", (letter) => `${letter}:\\`);
  const usual = () => Deno.build.os === "windows" ? drives() : ["/", ...USUAL_FOLDERS];
  const entries = await Promise.all((roots.length > 0 ? roots : usual()).map(async (path) => {
    const { dir } = await kindBehind(path, (real) => !inKernel(real));
    return dir ? [{ name: path, dir, path }] : [];
  }));
  return entries.flat();
}

/**
 * True if an entry is shown. A name that is not UTF-8 contains U+FFFD and cannot be used (safety.md, S-PATH-6).
 * `.partial` files are unfinished outputs of Lathe.
 */
const isShown = (name: string): boolean =>
  !name.startsWith(".") && !name.endsWith(".partial") && !name.includes("\ufffd") && !hasControls(name);

const isMedia = (path: string): boolean => MEDIA_EXTENSIONS.has(extname(basename(path)).slice(1).toLowerCase());

// deno-lint-ignore no-control-regex
const hasControls = (text: string): boolean => /[\u0000-\u001f\u007f]/.test(text);

/** True if a path is inside any of the folders. Whole segments are compared: `/media2` is not inside `/media`. */
const isInsideAny = (path: string, folders: string[]): boolean =>
  folders.some((folder) => path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep));

const inKernel = (path: string): boolean => isInsideAny(path, KERNEL_FOLDERS);

const withoutEndSlash = (path: string): string => path.length > 1 && /[^:][\\/]$/.test(path) ? path.slice(0, -1) : path;

const isDenied = (error: unknown): boolean =>
  error instanceof Error && ["EACCES", "EPERM"].includes((error as { code?: string }).code ?? "");

const notAllowed = (path: string) =>
  new Fault(
    "path_not_allowed",
    `${path} cannot be listed: it is outside the media folders or belongs to the system.`,
  );

const notReadable = (path: string, cause: unknown) =>
  new Fault("path_not_allowed", `${path} is not readable.`, { cause });

const natural = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

function foldersFirst(a: FolderEntry, b: FolderEntry): number {
  if (a.dir !== b.dir) return a.dir ? -1 : 1;
  return natural.compare(a.name, b.name) || (a.name < b.name ? -1 : 1);
}
