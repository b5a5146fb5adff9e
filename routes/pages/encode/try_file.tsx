import type { TriedFile } from "../../data/library_files.ts";
import { hx } from "../../../lib/ui/hx.ts";
import { useLink } from "../../../lib/ui/render.tsx";
import { MediaPicker } from "../media_picker.tsx";

/** Files on which a profile can be tried. */
export interface TryFileData {
  profileId: string;
  recent: TriedFile[];
  /** Library files found by searching for `q`. */
  found: TriedFile[];
  q: string;
}

/**
 * Selects the file on which the edited profile is tried. Its fields belong to the form of the profile, so that a change
 * of the file or of the profile requests a preview. Without JavaScript, a button requests the preview.
 */
export function TryFile({ profileId, recent, found, q }: TryFileData) {
  const link = useLink();
  const preview = link("/api/profiles/preview");
  return (
    <section class="card stack try-file" aria-labelledby="try-h" data-behaviour="tryFile">
      <h2 id="try-h">Try it on a file</h2>
      <input type="hidden" form="profile-form" name="profileId" value={profileId} />
      <div class="field">
        <label for="try-path">File on the server</label>
        <div class="path-form">
          <input
            id="try-path"
            form="profile-form"
            name="path:text??"
            placeholder="/media/… (empty = sample file)"
            spellcheck={false}
            autocomplete="off"
            {...hx({
              post: preview,
              trigger: "input delay:500ms, change",
              target: "#profile-preview",
              swap: "innerMorph",
              sync: "this:replace",
            })}
          />
          <MediaPicker input="try-path" label="File on the server" />
        </div>
      </div>
      <noscript>
        <button type="submit" form="profile-form" formaction={preview} formmethod="post">
          Show size, time and command
        </button>
      </noscript>
      {recent.length > 0 && (
        <div role="group" aria-labelledby="try-recent-h">
          <h3 id="try-recent-h" class="small">Recent files</h3>
          <TriedFiles files={recent} />
        </div>
      )}
      <form
        class="inline-form"
        role="search"
        method="get"
        action={link(`/profiles/${profileId}`)}
        {...hx({
          get: link("/profiles/files"),
          target: "#try-found",
          trigger: "submit, input delay:300ms",
          swap: "innerHTML",
          sync: "this:replace",
        })}
      >
        <label for="try-q">Library title</label>
        <input id="try-q" type="search" name="q" value={q} autocomplete="off" />
        <button type="submit">Search</button>
      </form>
      <div id="try-found" aria-live="polite">
        <FoundFiles files={found} q={q} />
      </div>
    </section>
  );
}

/** Search results. */
export function FoundFiles({ files, q }: { files: TriedFile[]; q: string }) {
  if (q === "") return null;
  return files.length === 0
    ? <p class="quiet small">No matching library title has a file on this server.</p>
    : <TriedFiles files={files} />;
}

/** Buttons that select a file. Without JavaScript, each button opens a separate page with the result of the profile. */
function TriedFiles({ files }: { files: TriedFile[] }) {
  const link = useLink();
  return (
    <ul class="try-files">
      {files.map(({ title, path }) => (
        <li>
          <button
            type="submit"
            form="profile-form"
            formaction={link("/api/profiles/preview")}
            formmethod="post"
            name="path"
            value={path}
            title={path}
            data-try-path
          >
            {title}
          </button>
        </li>
      ))}
    </ul>
  );
}
