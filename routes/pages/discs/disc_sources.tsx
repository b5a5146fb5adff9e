import type { ImportAccess } from "../../../lib/discs/delivery/model.ts";
import type { DiscStatus, DriveCandidate } from "../../../lib/discs/drive_schema.ts";
import { hxForm } from "../../../lib/ui/hx.ts";
import { Icon } from "../../../lib/ui/icon.tsx";
import { Note } from "../../../lib/ui/layout.tsx";
import { useLink } from "../../../lib/ui/render.tsx";

/** Data for the list of requirements for ripping, which is shown as long as there are no discs. */
export interface DiscNeeds {
  status: DiscStatus;
  /** True if a manager of movies or series is connected. */
  connected: boolean;
  /** True if MakeMKV copies all discs, or the discs that Lathe cannot copy. */
  usesMakemkv: boolean;
}

/** List of the requirements for ripping, with the state of each. */
export function DiscStart({ status, connected, usesMakemkv }: DiscNeeds) {
  const link = useLink();
  const { ripper, drives } = status;
  return (
    <section class="card stack" aria-labelledby="start-h">
      <h2 id="start-h">Rip your discs into the library</h2>
      <ol class="needs">
        <Need isThere={drives.length > 0}>
          <strong>A drive or an image:</strong> {drives.length > 0
            ? "insert a disc, and it is scanned automatically."
            : "no drive was found. Add one below, or open an .iso file, the .cue of a CD, or a folder with VIDEO_TS or BDMV."}
        </Need>
        {usesMakemkv && (
          <Need isThere={ripper.available && ripper.keyExpired !== true}>
            <strong>MakeMKV, for copy-protected discs:</strong> <RipperText status={status} />
          </Need>
        )}
        <Need isThere={connected}>
          <strong>Radarr and Sonarr, to import rips:</strong> {connected ? "connected." : (
            <>
              not connected. Files stay in the rip folder.{" "}
              <a href={link("/settings/connections#connections")}>Connect them</a>
            </>
          )}
        </Need>
      </ol>
      <p>
        <a href={link("/docs/discs")}>How discs are ripped</a>
      </p>
    </section>
  );
}

/** Shows whether MakeMKV is available. */
export function RipperText({ status: { ripper } }: { status: DiscStatus }) {
  const link = useLink();
  const { available, version, path, error, keyExpired } = ripper;
  if (keyExpired) {
    return (
      <>
        The key has expired. <a href={link("/settings/discs#discs")}>Enter a new key</a>
      </>
    );
  }
  if (available) return <>{["Found", version, path && `at ${path}`].filter(Boolean).join(" ")}.</>;
  return (
    <>
      {error ?? "It was not found."} Discs without copy protection can be read without it. <MakemkvLink />
    </>
  );
}

/** Download page of MakeMKV. */
export const MakemkvLink = () => <a href="https://www.makemkv.com/download/" rel="noreferrer">Get MakeMKV</a>;

function Need({ isThere, children }: { isThere: boolean; children: preact.ComponentChildren }) {
  return (
    <li data-there={String(isThere)}>
      <Icon name={isThere ? "check" : "warn"} />
      <p>
        <span class="visually-hidden">{isThere ? "Available: " : "Missing: "}</span>
        {children}
      </p>
    </li>
  );
}

/** Sources of discs other than the detected drives: images, folders and devices. */
export function DiscSources({ candidates }: { candidates: DriveCandidate[] }) {
  const link = useLink();
  return (
    <section class="section" aria-labelledby="sources-h">
      <div class="section-head">
        <h2 id="sources-h">Images, folders and other drives</h2>
      </div>
      <div class="card stack">
        <PathForm
          id="open-path"
          label="Open an image or disc folder once"
          action="/api/disc/open"
          button="Open image"
          then="/discs/{id}"
          endings={IMAGES}
          hint="An .iso or .img file, the .cue or .toc of a CD, or a folder with VIDEO_TS or BDMV. Enter its path on this server."
        />
        <PathForm
          id="link-path"
          label="Link an image as a drive"
          action="/api/disc/virtual"
          button="Link image"
          then="/discs"
          endings={IMAGES}
          hint="A linked image is listed as a drive with a disc in it until the link is removed."
        />
        <details open={candidates.length > 0}>
          <summary>Add a drive</summary>
          {candidates.map(({ path, name, note }) => (
            <form key={path} {...hxForm(link("/api/disc/drives"), { then: "/discs" })} class="candidate-drive">
              <input type="hidden" name="path" value={path} />
              <p>
                {name} <span class="quiet small path">{path}</span>
                {note && <span class="small block">{note}</span>}
              </p>
              <button type="submit" aria-label={`Add drive ${name}`}>Add drive</button>
            </form>
          ))}
          <PathForm
            id="drive-path"
            label="Add a drive by its device path"
            action="/api/disc/drives"
            button="Add drive"
            then="/discs"
            hint="For example /dev/sr0, /dev/disk/by-id/…, or /dev/disk4 on a Mac. A container needs both the sr and the sg device."
          />
        </details>
      </div>
    </section>
  );
}

const IMAGES = [".iso", ".img", ".cue", ".toc"];

function PathForm({ id, label, action, button, then, hint, endings }: {
  id: string;
  label: string;
  action: string;
  button: string;
  then: string;
  hint: string;
  /** File extensions for the file browser. Absent for a field without a file browser. */
  endings?: string[];
}) {
  const link = useLink();
  return (
    <form {...hxForm(link(action), { then })} class="field">
      <label for={id}>{label}</label>
      <div class="path-form">
        <input
          id={id}
          name="path"
          required
          maxLength={4096}
          spellcheck={false}
          autocomplete="off"
          aria-describedby={`${id}-help`}
        />
        <button type="submit">{button}</button>
        {endings && (
          <div
            data-island="PathPicker"
            data-props={JSON.stringify({ input: id, label, endings })}
          >
          </div>
        )}
      </div>
      <p class="help" id={`${id}-help`}>{hint}</p>
    </form>
  );
}

/**
 * The folder from which the managers import finished files: whether they can access it, and the files that remain in
 * it.
 */
export function ImportFolder({ access }: { access?: ImportAccess }) {
  const link = useLink();
  return (
    <section class="section" aria-labelledby="import-h" id="import">
      <div class="section-head">
        <h2 id="import-h">Import folder</h2>
        <div class="actions">
          <a class="button" href={link("/discs?check=1#import")}>Check import access</a>
          <form
            {...hxForm(link("/api/disc/import-rips"), { done: "The rip folder was checked." })}
            data-behaviour="discResults"
          >
            <button type="submit">Import remaining files</button>
            <output class="small" hidden></output>
          </form>
        </div>
      </div>
      <p class="quiet small">
        Finished files are moved to the rip folder, from which Radarr and Sonarr import them.{" "}
        <a href={link("/settings/discs#discs")}>Change the folder</a>
      </p>
      {access && <Access access={access} />}
    </section>
  );
}

const APPS = { movie: "Radarr", series: "Sonarr" } as const;

function Access({ access: { dir, localOk, apps, warnings } }: { access: ImportAccess }) {
  return (
    <div class="card stack" role="status">
      <p class="path">{`${localOk ? "Lathe can write to" : "Lathe cannot write to"} ${dir}.`}</p>
      {apps.length === 0 && <p>Neither Radarr nor Sonarr is connected.</p>}
      {apps.map(({ app, path, visible, error }) => (
        <p key={app} class="path">
          {visible === true
            ? `${APPS[app]} sees this folder as ${path}.`
            : visible === false
            ? `${APPS[app]} does not see ${path}. Mount the folder there, or add a path mapping.`
            : `${APPS[app]} could not be reached: ${error ?? "no response"}`}
        </p>
      ))}
      {warnings.map((warning) => <Note key={warning} tone="warn">{warning}</Note>)}
    </div>
  );
}
