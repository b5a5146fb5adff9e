/** What the browser of the server's folders works on: a listing of the API, and which of its files are chosen. */

export interface ListingEntry {
  name: string;
  dir: boolean;
  path: string;
  sizeBytes?: number;
  modifiedAt?: string;
  /** Lathe wrote this very file. */
  encodedHere?: boolean;
  /** A check found damage. */
  broken?: boolean;
}

export interface Listing {
  path: string;
  /** `null` at the top. */
  parent: string | null;
  entries: ListingEntry[];
  /** There is more in the folder than the server lists. */
  truncated?: boolean;
}

/** Whether a typed path is meant as a file: it ends in what looks like an extension. */
export const isFilePath = (path: string): boolean => /\.[a-z0-9]{2,5}$/i.test(path);

/** The chosen files with one more, or one less when it was among them. */
export const toggled = (chosen: string[], file: string): string[] =>
  chosen.includes(file) ? chosen.filter((other) => other !== file) : [...chosen, file];

export const filesOf = ({ entries }: Pick<Listing, "entries">): string[] =>
  entries.filter(({ dir }) => !dir).map(({ path }) => path);

/** What is asked of the server to list a folder; sizes, times and marks come with `details`. */
export const listingAddress = (path: string, details = false): string =>
  `/api/fs/list?files=media&path=${encodeURIComponent(path)}${details ? "&details=1" : ""}`;

/** What a list is sorted by. */
export type SortKey = "name" | "size" | "date";

/** A column, and whether the greatest comes first. */
export interface Sorting {
  by: SortKey;
  isDescending: boolean;
}

/** A first press sorts by a column: names from A, sizes and dates from the greatest; a second one turns it round. */
export const sortingAfter = ({ by, isDescending }: Sorting, pressed: SortKey): Sorting =>
  by === pressed ? { by, isDescending: !isDescending } : { by: pressed, isDescending: pressed !== "name" };

const natural = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

const COMPARE: Record<SortKey, (a: ListingEntry, b: ListingEntry) => number> = {
  name: (a, b) => natural.compare(a.name, b.name),
  size: (a, b) => (a.sizeBytes ?? 0) - (b.sizeBytes ?? 0),
  date: (a, b) => (a.modifiedAt ?? "").localeCompare(b.modifiedAt ?? ""),
};

/** The entries whose names hold all words of the filter, folders first, in the order that was asked for. */
export function shownEntries(entries: readonly ListingEntry[], filter: string, { by, isDescending }: Sorting) {
  const words = filter.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const direction = isDescending ? -1 : 1;
  return entries.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    .toSorted((a, b) =>
      Number(b.dir) - Number(a.dir) || direction * COMPARE[by](a, b) || natural.compare(a.name, b.name)
    );
}

/** The folders above a path and itself, from the top. */
export function crumbsOf(path: string): { name: string; path: string }[] {
  // A share of Windows is one step: nothing lies above it.
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

/** The folders shown last, the newest first. */
export const recentWith = (recent: readonly string[], path: string): string[] =>
  [path, ...recent.filter((other) => other !== path)].slice(0, MAX_RECENT);

/** A path as it was pasted or dropped: without quotes, spaces around it and the scheme of a file manager. */
export function pastedPath(text: string): string {
  const line = text.split(/\r?\n/).map((one) => one.trim()).find((one) => one !== "" && !one.startsWith("#")) ?? "";
  const bare = line.replace(/^(["'])(.*)\1$/, "$2");
  if (!bare.startsWith("file://")) return bare;
  try {
    // Of a drive, as `/C:/films`, the slash is part of the address alone.
    return decodeURIComponent(new URL(bare).pathname).replace(/^\/(?=[A-Za-z]:)/, "");
  } catch {
    return bare;
  }
}

/** Names of what has moving pictures: only these have a still to show. */
export const isVideo = (name: string): boolean =>
  /\.(mkv|mk3d|mp4|m4v|mov|avi|divx|ts|m2ts|mts|webm|mpe?g|wmv|flv|vob|ogm|ogv|3gp)$/i.test(name);

/** The query that hands files to a page: one by its path, several by an id under which `keep` leaves them. */
export async function filesQuery(
  files: string[],
  keep: (paths: string[]) => Promise<string>,
): Promise<URLSearchParams> {
  const [only] = files;
  return files.length === 1 && only !== undefined
    ? new URLSearchParams({ path: only })
    : new URLSearchParams({ selection: await keep(files) });
}
