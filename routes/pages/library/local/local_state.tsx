import { ago, count, exactTime } from "../../../../lib/kit/format.ts";
import type { LocalStatus } from "../../../../lib/library/local/recognition/model.ts";
import { Icon } from "../../../../lib/ui/icon.tsx";
import { Note } from "../../../../lib/ui/layout.tsx";
import { took } from "../../platform/system/system_frame.tsx";

/** How the scan and the lookup stand, and what went wrong. */
export function LocalState({ status, now }: { status: LocalStatus; now: Date }) {
  const { scanning, scannedAt, progress, metadata, roots } = status;
  // The list of folders says which are not there, and what that means.
  const errors = status.errors.filter((error) =>
    !roots.some(({ path, exists }) => !exists && error.startsWith(`${path}: `))
  );
  return (
    <section class="card stack" aria-labelledby="local-state-h">
      <h2 id="local-state-h">{scanning ? "Scanning" : "Last scan"}</h2>
      {scanning
        ? (
          <>
            <progress aria-label="Scanning" />
            <p role="status">
              {progress === undefined
                ? "Beginning …"
                : `${count(progress.folders, "folder")} and ${count(progress.files, "media file")} so far`}
            </p>
            {progress?.current !== undefined && <p class="path small quiet">{progress.current}</p>}
          </>
        )
        : scannedAt === undefined
        ? <p>Nothing was scanned yet.</p>
        : (
          <p title={exactTime(scannedAt)}>
            {`${found(status)}. Scanned ${ago(scannedAt, now)}${
              status.durationMs === undefined ? "" : ` in ${took(status.durationMs)}`
            }.`}
          </p>
        )}
      {metadata !== undefined && <LookedUp metadata={metadata} />}
      {errors.length > 0 && (
        <Note tone="warn">
          <ul class="plain">{errors.slice(0, MAX_ERRORS).map((error) => <li key={error}>{error}</li>)}</ul>
          {errors.length > MAX_ERRORS && <p>{`and ${errors.length - MAX_ERRORS} more`}</p>}
        </Note>
      )}
    </section>
  );
}

const MAX_ERRORS = 10;

function found({ counts }: LocalStatus): string {
  const { movie, series, album, files, hiddenArr, unreadable } = counts;
  const parts = [
    `${count(movie, "film")}, ${count(series, "series", "series")} and ${count(album, "album")} in ${
      count(files, "file")
    }`,
    hiddenArr > 0 && `${count(hiddenArr, "title")} hidden because a manager has ${hiddenArr === 1 ? "it" : "them"}`,
    unreadable > 0 &&
    `${count(unreadable, "name")} that cannot be read, because ${unreadable === 1 ? "it is" : "they are"} not UTF-8`,
  ];
  return parts.filter((part) => part).join("; ");
}

function LookedUp({ metadata }: { metadata: NonNullable<LocalStatus["metadata"]> }) {
  const { running, done, total, matched, source } = metadata;
  if (!running) {
    return total === 0
      ? null
      : <p class="quiet small">{`Looked up ${done} of ${count(total, "title")}, ${matched} known.`}</p>;
  }
  return (
    <>
      <progress value={done} max={Math.max(total, 1)} aria-label="Looking titles up" />
      <p role="status">
        {`Looking titles up${source === undefined ? "" : ` at ${source}`}: ${done} of ${total}, ${matched} known`}
      </p>
    </>
  );
}

const KINDS: Record<LocalStatus["roots"][number]["kind"], string> = {
  auto: "by its folder names",
  movie: "films",
  series: "series",
  music: "music",
};

/** The folders that are looked through, and whether they are there. */
export function LocalRoots({ status: { roots } }: { status: LocalStatus }) {
  if (roots.length === 0) return null;
  const away = roots.filter(({ exists }) => !exists).length;
  return (
    <details class="card stack" open={away > 0}>
      <summary>
        <h2 class="inline">Folders</h2>{" "}
        <span class="quiet">{away > 0 ? `${away} of ${roots.length} not there` : String(roots.length)}</span>
      </summary>
      <ul class="plain stack">
        {roots.map(({ path, kind, fromMapping, exists }) => (
          <li key={path}>
            <span class="path">{path}</span>
            <span class="small quiet block">{`${KINDS[kind]}${fromMapping ? ", from a path mapping" : ""}`}</span>
            {!exists && (
              <span class="block">
                <span class="badge" data-tone="warn">
                  <Icon name="warn" size={14} />not there
                </span>{" "}
                Is its disk mounted? What was found in it is kept.
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
