import { useState } from "preact/hooks";
import { Icon } from "../../lib/ui/icon.tsx";
import type { ListingEntry } from "./folder_listing.ts";
import { lastFolder, useListing } from "./use_listing.ts";

export interface PathPickerProps {
  /** ID of the field that receives the chosen path. */
  input: string;
  /** Label of the field, for screen readers. */
  label: string;
  /** File extensions that can be selected, in lower case with the dot. If empty, only folders. */
  endings: string[];
}

/**
 * Button next to a path field that browses the server's folders and writes the chosen file or folder into the field.
 */
export function PathPicker({ input, label, endings }: PathPickerProps) {
  const [isOpen, setOpen] = useState(false);
  const { listing, error, list } = useListing("");
  const choose = (path: string) => {
    const field = document.getElementById(input);
    setOpen(false);
    if (!(field instanceof HTMLInputElement)) return;
    field.value = path;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.focus();
  };
  const toggle = () => {
    setOpen(!isOpen);
    if (!isOpen) list(lastFolder());
  };
  const shown = listing?.entries.filter(({ name, dir }) => dir || hasEnding(name, endings)) ?? [];
  return (
    <>
      <button type="button" aria-expanded={isOpen} aria-label={`Browse: ${label}`} onClick={toggle}>Browse</button>
      {isOpen && (
        <div class="card flush browser path-picker">
          <div class="browser-path">
            <button
              type="button"
              class="icon-button"
              aria-label="Parent folder"
              disabled={listing?.parent === null}
              onClick={() => list(listing?.parent ?? "")}
            >
              <Icon name="up" />
            </button>
            <span class="path">{listing?.path || "This server"}</span>
            <button type="button" disabled={!listing?.path} onClick={() => choose(listing?.path ?? "")}>
              Use this folder
            </button>
          </div>
          {error && <p class="row-error note" role="alert">{error}</p>}
          <ul class="browser-list" aria-label={`Contents of ${listing?.path || "this server"}`}>
            {shown.map((entry) => (
              <Entry
                key={entry.path}
                entry={entry}
                onFolder={() => list(entry.path)}
                onFile={() => choose(entry.path)}
              />
            ))}
            {listing !== undefined && shown.length === 0 && (
              <li class="empty">
                {endings.length === 0
                  ? "No folders here."
                  : `No folders and no files ending in ${endings.join(" or ")} here.`}
              </li>
            )}
            {listing?.truncated && <li class="quiet small">Too many entries to list. Enter the path above.</li>}
          </ul>
        </div>
      )}
    </>
  );
}

const hasEnding = (name: string, endings: string[]): boolean =>
  endings.some((ending) => name.toLowerCase().endsWith(ending));

function Entry({ entry, onFolder, onFile }: { entry: ListingEntry; onFolder(): void; onFile(): void }) {
  return (
    <li>
      <button type="button" class="browser-entry" onClick={entry.dir ? onFolder : onFile}>
        <Icon name={entry.dir ? "folder" : "file"} />
        {entry.name}
      </button>
    </li>
  );
}
