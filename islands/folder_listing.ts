/** What the browser of the server's folders works on: a listing of the API, and which of its files are chosen. */

export interface ListingEntry {
  name: string;
  dir: boolean;
  path: string;
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

export const filesOf = ({ entries }: Listing): string[] => entries.filter(({ dir }) => !dir).map(({ path }) => path);

/** What is asked of the server to list a folder. */
export const listingAddress = (path: string): string => `/api/fs/list?files=media&path=${encodeURIComponent(path)}`;

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
