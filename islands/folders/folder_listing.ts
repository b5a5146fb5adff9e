/** Data of the folder browser: a listing from the API, and its selected files. */

export interface ListingEntry {
  name: string;
  dir: boolean;
  path: string;
  sizeBytes?: number;
  modifiedAt?: string;
  /** True if Lathe created this file. */
  encodedHere?: boolean;
  /** True if a check has found damage in the file. */
  broken?: boolean;
}

export interface Listing {
  path: string;
  /** Path of the parent folder. `null` at the top level. */
  parent: string | null;
  entries: ListingEntry[];
  /** True if the folder has more entries than the server lists. */
  truncated?: boolean;
}

/** Returns true if a typed path looks like a file, which means that it ends in an extension. */
export const isFilePath = (path: string): boolean => /\.[a-z0-9]{2,5}$/i.test(path);

/** Adds a file to the selection, or removes it if it is already selected. */
export const toggled = (chosen: string[], file: string): string[] =>
  chosen.includes(file) ? chosen.filter((other) => other !== file) : [...chosen, file];

export const filesOf = ({ entries }: Pick<Listing, "entries">): string[] =>
  entries.filter(({ dir }) => !dir).map(({ path }) => path);

/** Returns the URL that lists a folder. `details` adds sizes, times and status marks. */
export const listingAddress = (path: string, details = false): string =>
  `/api/fs/list?files=media&path=${encodeURIComponent(path)}${details ? "&details=1" : ""}`;

/** Sort field of a listing. */
export type SortKey = "name" | "size" | "date";

/** Sort column and direction. */
export interface Sorting {
  by: SortKey;
  isDescending: boolean;
}

/**
 * Returns the sort order after a click on a column. The first click sorts names in ascending order, and sizes and dates
 * in descending order. The second click reverses the order.
 */
export const sortingAfter = ({ by, isDescending }: Sorting, pressed: SortKey): Sorting =>
  by === pressed ? { by, isDescending: !isDescending } : { by: pressed, isDescending: pressed !== "name" };

const natural = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

const COMPARE: Record<SortKey, (a: ListingEntry, b: ListingEntry) => number> = {
  name: (a, b) => natural.compare(a.name, b.name),
  size: (a, b) => (a.sizeBytes ?? 0) - (b.sizeBytes ?? 0),
  date: (a, b) => (a.modifiedAt ?? "").localeCompare(b.modifiedAt ?? ""),
};

/** Returns the entries whose names contain all words of the filter, folders first, in the given order. */
export function shownEntries(entries: readonly ListingEntry[], filter: string, { by, isDescending }: Sorting) {
  const words = filter.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const direction = isDescending ? -1 : 1;
  return entries.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    .toSorted((a, b) =>
      Number(b.dir) - Number(a.dir) || direction * COMPARE[by](a, b) || natural.compare(a.name, b.name)
    );
}

/** Returns a path and its parent folders, topmost first. */
export function crumbsOf(path: string): { name: string; path: string }[] {
  // A Windows share is a single segment, because it has no parent folder.
  const [share] = /^\\\\[^\\]+\\[^\\]+/.exec(path) ?? [];
  if (share !== undefined) {
    const names = path.slice(share.length).split("\\").filter((part) => part !== "");
    return [share, ...names].map((name, i) => ({ name, path: [share, ...names.slice(0, i)].join("\\") }));
  }
  const separator = path.includes("\\") && !path.startsWith("/") ? "\\" : "/";
  const parts = path.split(separator).filter((part) => part !== "");
  const top = separator === "/" ? [{ name: "/", path: "/" }] : [];
  if (path === "") return [];
  return [
    ...top,
    ...parts.map((name, i) => ({
      name,
      path: (separator === "/" ? "/" : "") + parts.slice(0, i + 1).join(separator) +
        (separator === "\\" && i === 0 ? separator : ""),
    })),
  ];
}

const MAX_RECENT = 6;

/** Returns the recent folders with one added, newest first. */
export const recentWith = (recent: readonly string[], path: string): string[] =>
  [path, ...recent.filter((other) => other !== path)].slice(0, MAX_RECENT);

/** Cleans a pasted or dropped path: removes quotes, surrounding spaces, and a file manager's URL scheme. */
export function pastedPath(text: string): string {
  const line = text.split(/\r?\n/).map((one) => one.trim()).find((one) => one !== "" && !one.startsWith("#")) ?? "";
  const bare = line.replace(/^(["'])(.*)\1$/, "$2");
  if (!bare.startsWith("file://")) return bare;
  try {
    // In the URL of a drive path, such as `/C:/films`, the leading slash is not part of the path.
    return decodeURIComponent(new URL(bare).pathname).replace(/^\/(?=[A-Za-z]:)/, "");
  } catch {
    return bare;
  }
}

/** True for names of video files, of which a frame can be shown. */
export const isVideo = (name: string): boolean =>
  /\.(mkv|mk3d|mp4|m4v|mov|avi|divx|ts|m2ts|mts|webm|mpe?g|wmv|flv|vob|ogm|ogv|3gp)$/i.test(name);

/**
 * Returns the query that passes files to a page: a single file by its path, several files by the ID under which `keep`
 * stores them.
 */
export async function filesQuery(
  files: string[],
  keep: (paths: string[]) => Promise<string>,
): Promise<URLSearchParams> {
  const [only] = files;
  return files.length === 1 && only !== undefined
    ? new URLSearchParams({ path: only })
    : new URLSearchParams({ selection: await keep(files) });
}
