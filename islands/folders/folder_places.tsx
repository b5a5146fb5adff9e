import { crumbsOf } from "./folder_listing.ts";

export interface FolderPlacesProps {
  /** Path of the displayed folder. Empty at the top level, undefined before the first listing. */
  path: string | undefined;
  recent: string[];
  favourites: string[];
  onFolder(path: string): void;
  onFavourite(path: string): void;
}

/** Current path with a button for each parent folder, and the recent and favourite folders. */
export function FolderPlaces({ path, recent, favourites, onFolder, onFavourite }: FolderPlacesProps) {
  const crumbs = path === undefined ? [] : crumbsOf(path);
  const others = recent.filter((folder) => folder !== "" && folder !== path && !favourites.includes(folder));
  const isFavourite = path !== undefined && favourites.includes(path);
  return (
    <div class="folder-places">
      <nav aria-label="Parent folders">
        <button type="button" onClick={() => onFolder("")}>This server</button>
        {crumbs.map(({ name, path: to }) => (
          <button
            key={to}
            type="button"
            aria-current={to === path ? "location" : undefined}
            onClick={() => onFolder(to)}
          >
            {name}
          </button>
        ))}
        {path && (
          <button type="button" aria-pressed={isFavourite} onClick={() => onFavourite(path)}>
            {isFavourite ? "★" : "☆"}
            <span class="visually-hidden">Favourite folder</span>
          </button>
        )}
      </nav>
      <Shortcuts label="Favourites" folders={favourites} onFolder={onFolder} />
      <Shortcuts label="Recent" folders={others} onFolder={onFolder} />
    </div>
  );
}

function Shortcuts({ label, folders, onFolder }: { label: string; folders: string[]; onFolder(path: string): void }) {
  if (folders.length === 0) return null;
  return (
    <div role="group" aria-label={label}>
      <span class="quiet small">{label}</span>
      {folders.map((folder) => (
        <button key={folder} type="button" title={folder} onClick={() => onFolder(folder)}>
          {folder.split(/[\\/]/).filter((part) => part !== "").pop() ?? folder}
        </button>
      ))}
    </div>
  );
}
