import { bytes } from "../../../../lib/kit/format.ts";
import type { ImportFile, ImportRun } from "../../../../lib/library/music/imports/model.ts";
import { hx, hxForm } from "../../../../lib/ui/hx.ts";
import { Note, Page } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";

/** Form for the folder that Lidarr should import. */
export function MusicImportPage() {
  const link = useLink();
  return (
    <Page
      title="Import a folder"
      lead="Lidarr identifies the files and imports them. A single-file album with a cue sheet is first split into tracks."
    >
      <form {...hxForm(link("/api/music/import-folder"), { then: "/music/import/{id}" })} class="card stack">
        <div class="field">
          <label for="path">Folder on this server</label>
          <input id="path" name="path" required maxLength={4096} placeholder="/data/rips/Artist - Album" />
        </div>
        <div class="field">
          <label for="mode">Import mode</label>
          <select id="mode" name="mode">
            <option value="copy">Copy and keep the source</option>
            <option value="move">Move into the library</option>
          </select>
        </div>
        <label class="check">
          <input type="checkbox" name="force:boolean" value="true" />
          Also import albums that Lidarr would reject, for example because of missing tracks
        </label>
        <p class="actions">
          <button type="submit" name="dryRun:boolean" value="true">Dry run</button>
          <button type="submit" class="primary">Import</button>
        </p>
      </form>
    </Page>
  );
}

/** Result of a folder import. The page polls until the import has ended. */
export function ImportRunPage({ run }: { run: ImportRun }) {
  const link = useLink();
  return (
    <Page
      title={run.dryRun ? "Import preview" : "Import"}
      lead={<span class="path">{run.path}</span>}
      actions={<a class="button" href={link("/music/import")}>Import another folder</a>}
    >
      <ImportLive run={run} />
    </Page>
  );
}

/** State of one import. It polls every two seconds until the import has ended. */
export function ImportLive({ run }: { run: ImportRun }) {
  const link = useLink();
  const { id, state, message, files } = run;
  const busy = state !== "done" && state !== "failed";
  const live = busy
    ? hx({ get: link(`/music/import/${id}?part=run`), trigger: "every 2s", target: "this", swap: "outerMorph" })
    : {};
  return (
    <div id="run" {...live}>
      <Note tone={state === "failed" ? "bad" : files.some(({ state }) => state === "missed") ? "warn" : "info"}>
        {message}
      </Note>
      {files.length > 0 && (
        <div class="table-wrap section">
          <table class="cards" aria-label="Files">
            <thead>
              <tr>
                <th scope="col">File</th>
                <th scope="col">Identified as</th>
                <th scope="col">Quality</th>
                <th scope="col" class="num">Size</th>
                <th scope="col">State</th>
              </tr>
            </thead>
            <tbody>{files.map((file) => <FileRow file={file} />)}</tbody>
          </table>
        </div>
      )}
    </div>
  );
}

const STATES = {
  ready: ["would be imported", undefined],
  imported: ["imported", "good"],
  refused: ["refused", "warn"],
  missed: ["not imported", "bad"],
} as const satisfies Record<ImportFile["state"], readonly [string, string | undefined]>;

function FileRow({ file: { path, artist, album, tracks, quality, size, state, reasons } }: { file: ImportFile }) {
  const [word, tone] = STATES[state];
  return (
    <tr>
      <td class="lead path">{path.split(/[/\\]/).at(-1)}</td>
      <td data-label="Identified as">
        {[artist, album, tracks.join(", ")].filter((part) => part).join(" · ") || "not identified"}
      </td>
      <td data-label="Quality">{quality ?? "–"}</td>
      <td class="num" data-label="Size">{bytes(size)}</td>
      <td data-label="State">
        <span class="badge" data-tone={tone}>{word}</span>
        {reasons.map((reason) => <p class="quiet small">{reason}</p>)}
      </td>
    </tr>
  );
}
