import { useRef, useState } from "preact/hooks";
import { call, errorText } from "../call.ts";
import { type Listing, listingAddress, recentWith, toggled } from "./folder_listing.ts";

const LAST_FOLDER = "lathe-folder";

/** Returns the folder that this browser showed last. If empty, the list of roots. */
export const lastFolder = (): string => localStorage.getItem(LAST_FOLDER) ?? "";

const RECENT_FOLDERS = "lathe-recent-folders";
const FAVOURITE_FOLDERS = "lathe-favourite-folders";

/** Returns a list of folders stored in this browser. Invalid data is treated as an empty list. */
function storedFolders(key: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(stored) ? stored.filter((path) => typeof path === "string") : [];
  } catch {
    return [];
  }
}

/** Recent and favourite folders of this browser, with functions that change them. */
export function useFolders() {
  const [recent, setRecent] = useState(() => storedFolders(RECENT_FOLDERS));
  const [favourites, setFavourites] = useState(() => storedFolders(FAVOURITE_FOLDERS));
  const keep = (key: string, set: (paths: string[]) => void, paths: string[]) => {
    localStorage.setItem(key, JSON.stringify(paths));
    set(paths);
  };
  return {
    recent,
    favourites,
    visited: (path: string) => keep(RECENT_FOLDERS, setRecent, recentWith(storedFolders(RECENT_FOLDERS), path)),
    toggleFavourite: (path: string) => keep(FAVOURITE_FOLDERS, setFavourites, toggled(favourites, path)),
  };
}

/** Displayed folder, input and selection, with functions to open another folder. */
export function useListing(path: string, { details = false }: { details?: boolean } = {}) {
  const [listing, setListing] = useState<Listing>();
  const [typed, setTyped] = useState(path);
  const [chosen, setChosen] = useState<string[]>([]);
  const [error, setError] = useState<string>();
  const latestRequest = useRef(0);
  const list = async (to: string) => {
    const mine = ++latestRequest.current;
    try {
      const answer = await call<Listing>(listingAddress(to, details));
      // A slow response must not replace a later response or newer input.
      if (mine !== latestRequest.current) return undefined;
      setListing(answer);
      setTyped((now) => now === typed ? answer.path : now);
      setError(undefined);
      setChosen([]);
      localStorage.setItem(LAST_FOLDER, answer.path);
      return answer.path;
    } catch (e) {
      if (mine === latestRequest.current) setError(errorText(e));
    }
  };
  return { listing, typed, chosen, error, setTyped, setChosen, setError, list };
}
