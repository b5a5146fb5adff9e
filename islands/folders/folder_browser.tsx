import { useEffect, useMemo, useState } from "preact/hooks";
import { bytes } from "../../lib/kit/format.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { base, call, errorText } from "../call.ts";
import { DeepChoice } from "./deep_choice.tsx";
import { FolderEntries } from "./folder_entries.tsx";
import {
  filesOf,
  filesQuery,
  isFilePath,
  type ListingEntry,
  pastedPath,
  shownEntries,
  type Sorting,
  sortingAfter,
  toggled,
} from "./folder_listing.ts";
import { FolderPlaces } from "./folder_places.tsx";
import { lastFolder, useFolders, useListing } from "./use_listing.ts";

export interface FolderBrowserProps {
  /** Start folder. If empty, the list of roots. */
  path: string;
  /** URL of the page that opens for a chosen file, without the base path. The file is added as `?path=`. */
  open: string;
}

/**
 * Browses the server's folders and opens the page for chosen files. Recent and favourite folders are stored in this
 * browser.
 */
export function FolderBrowser({ path, open }: FolderBrowserProps) {
  const { listing, typed, chosen, error, setTyped, setChosen, setError, list } = useListing(path, { details: true });
  const { recent, favourites, visited, toggleFavourite } = useFolders();
  const [filter, setFilter] = useState("");
  const [sorting, setSorting] = useState<Sorting>({ by: "name", isDescending: false });
  const openFolder = async (to: string) => {
    const shown = await list(to);
    if (shown === undefined) return;
    setFilter("");
    if (shown !== "") visited(shown);
  };
  useEffect(() => {
    openFolder(path || lastFolder()).catch(() => {});
  }, []);
  // The sorted entries are memoized, because sorting thousands of names takes longer than rendering a changed checkbox.
  const entries = useMemo(() => shownEntries(listing?.entries ?? [], filter, sorting), [listing, filter, sorting]);
  const openTyped = (to: string) => {
    if (isFilePath(to)) openPage(open, [to]).catch((e) => setError(errorText(e)));
    else openFolder(to);
  };
  return (
    <div
      class="card flush browser"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const dropped = pastedPath(event.dataTransfer?.getData("text/plain") ?? "");
        if (dropped === "") setError(NO_PATH);
        else openTyped(dropped);
      }}
    >
      <PathForm typed={typed} parent={listing?.parent} onTyped={setTyped} onOpen={openTyped} onFolder={openFolder} />
      <FolderPlaces
        path={listing?.path}
        recent={recent}
        favourites={favourites}
        onFolder={openFolder}
        onFavourite={toggleFavourite}
      />
      {error && <p class="row-error note" role="alert">{error}</p>}
      <div class="browser-path">
        <input
          type="search"
          aria-label="Filter this folder"
          placeholder="Filter"
          value={filter}
          onInput={(e) => setFilter(e.currentTarget.value)}
          autocomplete="off"
        />
      </div>
      {listing !== undefined && (
        <FolderEntries
          entries={entries}
          label={`Contents of ${listing.path || "this server"}`}
          chosen={chosen}
          sorting={sorting}
          onSort={(by) => setSorting(sortingAfter(sorting, by))}
          onFolder={openFolder}
          onFile={(file) => setChosen((all) => toggled(all, file))}
        />
      )}
      {listing?.truncated && <p class="quiet small">Too many entries to list. Enter the path above.</p>}
      {listing !== undefined && listing.path !== "" && (
        <DeepChoice
          key={listing.path}
          folder={listing.path}
          onContinue={(id) => openSelection(open, id)}
        />
      )}
      <Chosen
        files={filesOf({ entries })}
        chosen={chosen}
        bytesOf={listing?.entries ?? []}
        onContinue={() => openPage(open, chosen).catch((e) => setError(errorText(e)))}
        onAll={setChosen}
      />
    </div>
  );
}

/** Stores a selection of files on the server and returns its ID. A URL can contain only a few dozen files. */
const keepSelection = async (paths: string[]): Promise<string> =>
  (await call<{ id: string }>("/api/selections", { method: "POST", body: { paths } })).id;

const openSelection = (page: string, id: string): void => {
  location.href = `${base()}${page}?${new URLSearchParams({ selection: id })}`;
};

async function openPage(page: string, files: string[]): Promise<void> {
  const query = await filesQuery(files, keepSelection);
  location.href = `${base()}${page}?${query}`;
}

interface PathFormProps {
  typed: string;
  /** Path of the parent folder. `null` at the top level, undefined before the first listing. */
  parent: string | null | undefined;
  onTyped(path: string): void;
  /** Called with the typed path of a folder or file. */
  onOpen(path: string): void;
  onFolder(path: string): void;
}

function PathForm({ typed, parent, onTyped, onOpen, onFolder }: PathFormProps) {
  return (
    <form
      class="browser-path"
      onSubmit={(event) => {
        event.preventDefault();
        onOpen(pastedPath(typed));
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

interface ChosenProps {
  /** All files in the folder. */
  files: string[];
  chosen: string[];
  bytesOf: ListingEntry[];
  onContinue(): void;
  onAll(files: string[]): void;
}

function Chosen({ files, chosen, bytesOf, onContinue, onAll }: ChosenProps) {
  const picked = new Set(chosen);
  const total = bytesOf.reduce((sum, { path, sizeBytes = 0 }) => picked.has(path) ? sum + sizeBytes : sum, 0);
  return (
    <div class="browser-path">
      <button type="button" class="primary" disabled={chosen.length === 0} onClick={onContinue}>
        {chosen.length > 1 ? `Continue with ${chosen.length} files` : "Continue with this file"}
      </button>
      {files.length > 0 && <button type="button" onClick={() => onAll(files)}>All in this folder</button>}
      {chosen.length > 0 && (
        <span class="quiet small folder-sum" role="status">{`${chosen.length} selected, ${bytes(total)}`}</span>
      )}
    </div>
  );
}

/** Message after a file was dropped on the page. */
const NO_PATH = "Browsers do not reveal the path of a dropped file. Paste the path of the file on the server instead.";
