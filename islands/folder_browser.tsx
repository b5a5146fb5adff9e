import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../lib/ui/icon.tsx";
import { base, call } from "./call.ts";

export interface FolderBrowserProps {
  /** Where to start; empty = the roots. */
  path: string;
  /** Address of the page a chosen file opens, without the base; the path is added as `?path=`. */
  open: string;
}

interface Listing {
  path: string;
  parent: string | null;
  entries: { name: string; dir: boolean; path: string }[];
  truncated?: boolean;
}

/** Leaves a choice of files with the server: an address holds no more than a few dozen. Answers its id. */
const keep = async (paths: string[]): Promise<string> =>
  (await call<{ id: string }>("/api/selections", { method: "POST", body: { paths } })).id;

/** Walks the server's folders and opens the page of a chosen file. Remembers the last folder in this browser. */
export function FolderBrowser({ path, open }: FolderBrowserProps) {
  const [listing, setListing] = useState<Listing>();
  const [typed, setTyped] = useState(path);
  const [chosen, setChosen] = useState<string[]>([]);
  const [error, setError] = useState<string>();

  const asked = useRef(0);
  const go = async (to: string) => {
    const mine = ++asked.current;
    try {
      const answer = await call<Listing>(`/api/fs/list?files=media&path=${encodeURIComponent(to)}`);
      // A slow answer neither takes the place of a later one nor of what was typed meanwhile.
      if (mine !== asked.current) return;
      setListing(answer);
      setTyped((now) => now === typed ? answer.path : now);
      setError(undefined);
      setChosen([]);
      localStorage.setItem("lathe-folder", answer.path);
    } catch (e) {
      if (mine === asked.current) setError(e instanceof Error ? e.message : String(e));
    }
  };
  useEffect(() => {
    go(path || localStorage.getItem("lathe-folder") || "").catch(() => {});
  }, []);

  const visit = async (files: string[]) => {
    const [only] = files;
    const query = files.length === 1 && only !== undefined
      ? new URLSearchParams({ path: only })
      : new URLSearchParams({ selection: await keep(files) });
    location.href = `${base()}${open}?${query}`;
  };
  const toggle = (file: string) =>
    setChosen((all) => all.includes(file) ? all.filter((other) => other !== file) : [...all, file]);

  return (
    <div class="card flush browser">
      <form
        class="browser-path"
        onSubmit={(event) => {
          event.preventDefault();
          if (/\.[a-z0-9]{2,5}$/i.test(typed)) visit([typed]);
          else go(typed);
        }}
      >
        <button
          type="button"
          class="icon-button"
          aria-label="Parent folder"
          disabled={listing?.parent === null || listing === undefined}
          onClick={() => go(listing?.parent ?? "")}
        >
          <Icon name="up" />
        </button>
        <input
          aria-label="Folder or file on the server"
          value={typed}
          onInput={(e) => setTyped(e.currentTarget.value)}
          spellcheck={false}
          autocomplete="off"
        />
        <button type="submit">Open</button>
      </form>
      {error && <p class="row-error note" role="alert">{error}</p>}
      <ul class="browser-list" aria-label={`Contents of ${listing?.path || "this machine"}`}>
        {listing?.entries.map((entry) => (
          <li key={entry.path}>
            {entry.dir
              ? (
                <button type="button" class="browser-entry" onClick={() => go(entry.path)}>
                  <Icon name="folder" />
                  {entry.name}
                </button>
              )
              : (
                <label class="browser-entry check" data-selected={String(chosen.includes(entry.path))}>
                  <input type="checkbox" checked={chosen.includes(entry.path)} onChange={() => toggle(entry.path)} />
                  <Icon name="file" />
                  {entry.name}
                </label>
              )}
          </li>
        ))}
        {listing?.entries.length === 0 && <li class="empty">No folders or media files here.</li>}
        {listing?.truncated && <li class="quiet small">More than fits: type the path above.</li>}
      </ul>
      <div class="browser-path">
        <button
          type="button"
          class="primary"
          disabled={chosen.length === 0}
          onClick={() => visit(chosen).catch((e) => setError(e instanceof Error ? e.message : String(e)))}
        >
          {chosen.length > 1 ? `Continue with ${chosen.length} files` : "Continue with this file"}
        </button>
        {listing !== undefined && listing.entries.some((entry) => !entry.dir) && (
          <button
            type="button"
            onClick={() => setChosen(listing.entries.filter((e) => !e.dir).map((e) => e.path))}
          >
            All in this folder
          </button>
        )}
      </div>
    </div>
  );
}
