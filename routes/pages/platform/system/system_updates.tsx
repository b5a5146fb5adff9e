import type { Release, UpdateStatus } from "../../../../lib/platform/model.ts";
import { hx } from "../../../../lib/ui/hx.ts";
import { Icon } from "../../../../lib/ui/icon.tsx";
import { Empty, Note } from "../../../../lib/ui/layout.tsx";
import { Markdown } from "../../../../lib/ui/components/markdown.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { SystemPage, When } from "./system_frame.tsx";

/** Data of the updates page. */
export interface UpdatesData {
  /** List of releases. Undefined if it is not available yet, so that the page loads it after it is shown. */
  updates?: UpdateStatus;
  /** Reason why the requested refresh was not performed. */
  refused?: string;
  now: Date;
}

/** Page of the published releases and the installed release, with update instructions. */
export function UpdatesPage(data: UpdatesData) {
  return (
    <SystemPage title="Updates" lead="Shows new releases and how to install them. Lathe does not update itself.">
      <UpdateList {...data} />
    </SystemPage>
  );
}

/** List of releases. The installed release and newer ones are expanded. */
export function UpdateList({ updates, refused, now }: UpdatesData) {
  const link = useLink();
  if (updates === undefined) {
    return (
      <section
        id="updates"
        aria-label="Releases"
        {...hx({ get: link("/system/updates?part=list"), trigger: "load", swap: "outerHTML", target: "this" })}
      >
        <p class="quiet" role="status">Loading the list of releases …</p>
        <noscript>
          <a href={link("/system/updates?wait=1")}>Show releases</a>
        </noscript>
      </section>
    );
  }
  const { releases, error } = updates;
  return (
    <section id="updates" class="stack" aria-label="Releases">
      <Summary updates={updates} now={now} />
      {refused && <Note>{refused}</Note>}
      {error && (
        <Note tone="warn">
          <p>{error}</p>
          {releases.length > 0 && <p>The list below was loaded before the error.</p>}
        </Note>
      )}
      {releases.length === 0 && (
        <Empty title="No releases to show">
          <p>
            {error ? "Releases appear here once the list can be loaded." : "There are no releases on this branch yet."}
          </p>
        </Empty>
      )}
      {releases.map((release) => <ReleaseCard key={release.version} release={release} now={now} />)}
    </section>
  );
}

function Summary({ updates, now }: { updates: UpdateStatus; now: Date }) {
  const { current, available, checkedAt, error, releases, branch } = updates;
  const link = useLink();
  const known = releases.length > 0;
  const again = hx({ get: link("/system/updates?part=list&refresh=1"), target: "#updates", swap: "outerHTML" });
  return (
    <div class="card section-head">
      <div role="status">
        <p class="update-line">
          <Icon name={available ? "info" : known ? "check" : "warn"} />
          <strong>
            {available
              ? `Version ${available} is available; this is ${current}.`
              : known
              ? `This is the latest version, ${current}.`
              : `This is version ${current}. Lathe cannot determine whether a newer version exists.`}
          </strong>
        </p>
        <p class="small quiet">
          {checkedAt
            ? (
              <>
                {error ? "Last attempt" : "Checked"} <When at={checkedAt} now={now} />
              </>
            )
            : "Not checked yet"}
          {branch !== "main" && `, branch ${branch}`}
        </p>
      </div>
      <a class="button" href={link("/system/updates?wait=1&refresh=1")} {...again}>
        <Icon name="retry" size={16} />Refresh
      </a>
    </div>
  );
}

function ReleaseCard({ release, now }: { release: Release; now: Date }) {
  const { version, name, notes, url, publishedAt, prerelease, installed, newer, install } = release;
  const id = `release-${version.replace(/[^\w-]/g, "-")}`;
  return (
    <article class="card stack" aria-labelledby={id}>
      <div class="section-head">
        <div>
          <h2 id={id}>{name}</h2>
          <p class="small quiet">
            {!name.includes(version) && `${version}, `}
            {publishedAt && <When at={publishedAt} now={now} />}
          </p>
        </div>
        <div class="badges">
          {prerelease && <span class="badge">Pre-release</span>}
          {installed && (
            <span class="badge" data-tone="good">
              <Icon name="check" size={14} />Installed
            </span>
          )}
          {newer && (
            <span class="badge" data-tone="accent">
              <Icon name="up" size={14} />Available
            </span>
          )}
        </div>
      </div>
      {notes.trim() === ""
        ? <p class="quiet">No release notes were published.</p>
        : newer || installed
        ? <Markdown text={notes} shift={2} />
        : (
          <details>
            <summary>Release notes</summary>
            <Markdown text={notes} shift={2} />
          </details>
        )}
      {install && (
        <div class="install">
          <h3>How to install this release</h3>
          <Markdown text={install} shift={3} />
        </div>
      )}
      {/^https?:\/\//.test(url) && (
        <p class="small">
          <a href={url} rel="noreferrer">
            View release online<span class="visually-hidden">: {version}</span>
          </a>
        </p>
      )}
    </article>
  );
}
