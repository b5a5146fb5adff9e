import { useState } from "preact/hooks";
import { bytes } from "../../lib/kit/format.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { base } from "../call.ts";
import { isVideo, type ListingEntry, type Sorting, type SortKey } from "./folder_listing.ts";

export interface FolderEntriesProps {
  entries: ListingEntry[];
  /** Accessible name of the folder. */
  label: string;
  chosen: string[];
  sorting: Sorting;
  onSort(by: SortKey): void;
  onFolder(path: string): void;
  onFile(path: string): void;
}

const HEADS: [SortKey, string][] = [["name", "Name"], ["size", "Size"], ["date", "Modified"]];

/** Folders to open and files to select, with their details. */
export function FolderEntries({ entries, label, chosen, sorting, onSort, onFolder, onFile }: FolderEntriesProps) {
  const picked = new Set(chosen);
  return (
    <div class="folder-list">
      <div class="folder-heads" role="group" aria-label="Sort by">
        {HEADS.map(([key, text]) => (
          <button type="button" aria-pressed={sorting.by === key} onClick={() => onSort(key)}>
            {text}
            {sorting.by === key && (
              <>
                <span aria-hidden="true">{sorting.isDescending ? "↓" : "↑"}</span>
                <span class="visually-hidden">{sorting.isDescending ? "descending" : "ascending"}</span>
              </>
            )}
          </button>
        ))}
      </div>
      <ul class="browser-list" aria-label={label} onKeyDown={moveFocus}>
        {entries.map((entry) => (
          <li key={entry.path}>
            {entry.dir
              ? (
                <button type="button" class="browser-entry" onClick={() => onFolder(entry.path)}>
                  <Icon name="folder" />
                  <span class="folder-name">{entry.name}</span>
                </button>
              )
              : <FileEntry entry={entry} isChosen={picked.has(entry.path)} onFile={() => onFile(entry.path)} />}
          </li>
        ))}
        {entries.length === 0 && <li class="empty">No folders or media files here.</li>}
      </ul>
    </div>
  );
}

/** Moves between entries with the arrow keys. */
function moveFocus(event: KeyboardEvent): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const list = event.currentTarget as HTMLElement;
  const stops = [...list.querySelectorAll<HTMLElement>("button, input")];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  const next = stops[at + (event.key === "ArrowDown" ? 1 : -1)];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}

/**
 * Date format in this browser's time zone. It is created only once, because a folder may contain thousands of files.
 */
const DAY = new Intl.DateTimeFormat("en-CA");

function FileEntry({ entry, isChosen, onFile }: { entry: ListingEntry; isChosen: boolean; onFile(): void }) {
  const { name, path, sizeBytes, modifiedAt, encodedHere, broken } = entry;
  return (
    <label class="browser-entry check" data-selected={String(isChosen)}>
      <input type="checkbox" checked={isChosen} onChange={onFile} />
      {isVideo(name) ? <Still path={path} /> : <Icon name="file" />}
      <span class="folder-name">
        {name}
        {encodedHere && <span class="badge" data-tone="good">encoded here</span>}
        {broken && <span class="badge" data-tone="bad">damaged</span>}
      </span>
      <span class="folder-fact">{sizeBytes === undefined ? "" : bytes(sizeBytes)}</span>
      <span class="folder-fact">
        {modifiedAt === undefined ? "" : DAY.format(new Date(modifiedAt))}
      </span>
    </label>
  );
}

/** Frame of a video file, loaded when it is scrolled into view. */
function Still({ path }: { path: string }) {
  const [isFailed, setFailed] = useState(false);
  if (isFailed) return <Icon name="file" />;
  return (
    <img
      class="folder-still"
      src={`${base()}/api/media/frame?path=${encodeURIComponent(path)}&t=60`}
      alt=""
      loading="lazy"
      width={64}
      height={36}
      onError={() => setFailed(true)}
    />
  );
}
