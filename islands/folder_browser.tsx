import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../lib/ui/icon.tsx";
import { base, call, errorText } from "./call.ts";
import {
  filesOf,
  filesQuery,
  isFilePath,
  type Listing,
  listingAddress,
  type ListingEntry,
  toggled,
} from "./folder_listing.ts";

export interface FolderBrowserProps {
  /** Where to start; empty = the roots. */
  path: string;
  /** Address of the page a chosen file opens, without the base; the path is added as `?path=`. */
  open: string;
}

const LAST_FOLDER = "lathe-folder";

/** Walks the server's folders and opens the page of a chosen file. Remembers the last folder in this browser. */
export function FolderBrowser({ path, open }: FolderBrowserProps) {
  const { listing, typed, chosen, error, setTyped, setChosen, setError, list } = useListing(path);
  useEffect(() => {
    list(path || localStorage.getItem(LAST_FOLDER) || "").catch(() => {});
  }, []);
  return (
    <div class="card flush browser">
      <PathForm
        typed={typed}
        parent={listing?.parent}
        onTyped={setTyped}
        onFile={(file) => openPage(open, [file])}
        onFolder={list}
      />
      {error && <p class="row-error note" role="alert">{error}</p>}
      <ul class="browser-list" aria-label={`Contents of ${listing?.path || "this machine"}`}>
        {listing?.entries.map((entry) => (
          <Entry
            key={entry.path}
            entry={entry}
            isChosen={chosen.includes(entry.path)}
            onFolder={() => list(entry.path)}
            onFile={() => setChosen((all) => toggled(all, entry.path))}
          />
        ))}
        {listing?.entries.length === 0 && <li class="empty">No folders or media files here.</li>}
        {listing?.truncated && <li class="quiet small">More than fits: type the path above.</li>}
      </ul>
      <Chosen
        files={listing === undefined ? [] : filesOf(listing)}
        chosen={chosen}
        onContinue={() => openPage(open, chosen).catch((e) => setError(errorText(e)))}
        onAll={setChosen}
      />
    </div>
  );
}

/** The folder that is shown, what is typed and chosen, and how to show another folder. */
function useListing(path: string) {
  const [listing, setListing] = useState<Listing>();
  const [typed, setTyped] = useState(path);
  const [chosen, setChosen] = useState<string[]>([]);
  const [error, setError] = useState<string>();
  const asked = useRef(0);
  const list = async (to: string) => {
    const mine = ++asked.current;
    try {
      const answer = await call<Listing>(listingAddress(to));
      // A slow answer neither takes the place of a later one nor of what was typed meanwhile.
      if (mine !== asked.current) return;
      setListing(answer);
      setTyped((now) => now === typed ? answer.path : now);
      setError(undefined);
      setChosen([]);
      localStorage.setItem(LAST_FOLDER, answer.path);
    } catch (e) {
      if (mine === asked.current) setError(errorText(e));
    }
  };
  return { listing, typed, chosen, error, setTyped, setChosen, setError, list };
}

/** Leaves a choice of files with the server: an address holds no more than a few dozen. Answers its id. */
const keepSelection = async (paths: string[]): Promise<string> =>
  (await call<{ id: string }>("/api/selections", { method: "POST", body: { paths } })).id;

async function openPage(page: string, files: string[]): Promise<void> {
  const query = await filesQuery(files, keepSelection);
  location.href = `${base()}${page}?${query}`;
}

interface PathFormProps {
  typed: string;
  /** `null` at the top, undefined before the first listing. */
  parent: string | null | undefined;
  onTyped(path: string): void;
  onFile(path: string): void;
  onFolder(path: string): void;
}

function PathForm({ typed, parent, onTyped, onFile, onFolder }: PathFormProps) {
  return (
    <form
      class="browser-path"
      onSubmit={(event) => {
        event.preventDefault();
        if (isFilePath(typed)) onFile(typed);
        else onFolder(typed);
      }}
    >
      <button
        type="button"
        class="icon-button"
        aria-label="Parent folder"
        disabled={parent === null || parent === undefined}
        onClick={() => onFolder(parent ?? "")}
      >
        <Icon name="up" />
      </button>
      <input
        aria-label="Folder or file on the server"
        value={typed}
        onInput={(e) => onTyped(e.currentTarget.value)}
        spellcheck={false}
        autocomplete="off"
      />
      <button type="submit">Open</button>
    </form>
  );
}

interface EntryProps {
  entry: ListingEntry;
  isChosen: boolean;
  onFolder(): void;
  onFile(): void;
}

/** A folder to open, or a file to choose. */
function Entry({ entry, isChosen, onFolder, onFile }: EntryProps) {
  return (
    <li>
      {entry.dir
        ? (
          <button type="button" class="browser-entry" onClick={onFolder}>
            <Icon name="folder" />
            {entry.name}
          </button>
        )
        : (
          <label class="browser-entry check" data-selected={String(isChosen)}>
            <input type="checkbox" checked={isChosen} onChange={onFile} />
            <Icon name="file" />
            {entry.name}
          </label>
        )}
    </li>
  );
}

interface ChosenProps {
  /** All files of the folder. */
  files: string[];
  chosen: string[];
  onContinue(): void;
  onAll(files: string[]): void;
}

function Chosen({ files, chosen, onContinue, onAll }: ChosenProps) {
  return (
    <div class="browser-path">
      <button type="button" class="primary" disabled={chosen.length === 0} onClick={onContinue}>
        {chosen.length > 1 ? `Continue with ${chosen.length} files` : "Continue with this file"}
      </button>
      {files.length > 0 && <button type="button" onClick={() => onAll(files)}>All in this folder</button>}
    </div>
  );
}
