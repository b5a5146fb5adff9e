import { ago, count, exactTime } from "../../../../lib/kit/format.ts";
import type { LocalStatus } from "../../../../lib/library/local_title_model.ts";
import { Icon } from "../../../../lib/ui/icon.tsx";
import { Note } from "../../../../lib/ui/layout.tsx";
import { took } from "../../platform/system/system_frame.tsx";
import { Amounts } from "../../../../lib/ui/components/amounts.tsx";

/**
 * Card with the state of scan and lookup, the scanned folders, and errors. It is collapsed to one line above the list,
 * which is the main content. `open` expands it.
 */
export function LocalState({ status, open, now }: { status: LocalStatus; open: boolean; now: Date }) {
  const { scanning, metadata, roots } = status;
  const missing = roots.filter(({ exists }) => !exists).length;
  return (
    <details class="card stack" open={open}>
      <summary>
        <h2 class="inline">{scanning ? "Scanning" : "Last scan"}</h2>{" "}
        <span class="quiet">
          <Amounts text={scanLine(status, now)} />
        </span>
        {missing > 0 && (
          <>
            {" "}
            <span class="badge" data-tone="warn">
              <Icon name="warn" size={14} />
              {`${count(missing, "folder")} missing`}
            </span>
          </>
        )}
      </summary>
      <ScanResult status={status} now={now} />
      {metadata !== undefined && <LookedUp metadata={metadata} />}
      <Errors status={status} />
      {roots.length > 0 && <Roots roots={roots} />}
    </details>
  );
}

/** Text of the collapsed card. */
function scanLine({ scanning, scannedAt, progress }: LocalStatus, now: Date): string {
  if (scanning) return progress === undefined ? "starting …" : `${count(progress.files, "media file")} so far`;
  return scannedAt === undefined ? "never" : ago(scannedAt, now);
}

function ScanResult({ status, now }: { status: LocalStatus; now: Date }) {
  const { scanning, scannedAt, progress, durationMs } = status;
  if (scanning) {
    return (
      <>
        <progress aria-label="Scanning" />
        <p role="status">
          {progress === undefined
            ? "Starting …"
            : `${count(progress.folders, "folder")} and ${count(progress.files, "media file")} so far`}
        </p>
        {progress?.current !== undefined && <p class="path small quiet">{progress.current}</p>}
      </>
    );
  }
  if (scannedAt === undefined) return <p>Not scanned yet.</p>;
  return (
    <p title={exactTime(scannedAt)}>
      <Amounts
        text={`${found(status)}. Scanned ${ago(scannedAt, now)}${
          durationMs === undefined ? "" : ` in ${took(durationMs)}`
        }.`}
      />
    </p>
  );
}

function Errors({ status: { errors, roots } }: { status: LocalStatus }) {
  // Missing folders are already reported in the folder list.
  const others = errors.filter((error) => !roots.some(({ path, exists }) => !exists && error.startsWith(`${path}: `)));
  if (others.length === 0) return null;
  return (
    <Note tone="warn">
      <ul class="plain">{others.slice(0, MAX_ERRORS).map((error) => <li key={error}>{error}</li>)}</ul>
      {others.length > MAX_ERRORS && <p>{`and ${others.length - MAX_ERRORS} more`}</p>}
    </Note>
  );
}

const MAX_ERRORS = 10;

function found({ counts }: LocalStatus): string {
  const { movie, series, album, files, hiddenArr, unreadable } = counts;
  const parts = [
    `${count(movie, "movie")}, ${count(series, "series", "series")} and ${count(album, "album")} in ${
      count(files, "file")
    }`,
    hiddenArr > 0 &&
    `${count(hiddenArr, "title")} hidden because a manager already has ${hiddenArr === 1 ? "it" : "them"}`,
    unreadable > 0 &&
    `${count(unreadable, "file name")} skipped because ${unreadable === 1 ? "it is" : "they are"} not valid UTF-8`,
  ];
  return parts.filter((part) => part).join("; ");
}

function LookedUp({ metadata }: { metadata: NonNullable<LocalStatus["metadata"]> }) {
  const { running, done, total, matched, source } = metadata;
  if (!running) {
    return total === 0
      ? null
      : <p class="quiet small">{`Looked up ${done} of ${count(total, "title")}, ${matched} matched.`}</p>;
  }
  return (
    <>
      <progress value={done} max={Math.max(total, 1)} aria-label="Looking up titles" />
      <p role="status">
        {`Looking up titles${source === undefined ? "" : ` with ${source}`}: ${done} of ${total}, ${matched} matched`}
      </p>
    </>
  );
}

const KINDS: Record<LocalStatus["roots"][number]["kind"], string> = {
  auto: "type detected from folder names",
  movie: "movies",
  series: "series",
  anime: "anime",
  music: "music",
};

/** Scanned folders, with a note for missing folders. */
function Roots({ roots }: Pick<LocalStatus, "roots">) {
  return (
    <>
      <h3>Folders</h3>
      <ul class="plain stack">
        {roots.map(({ path, kind, fromMapping, exists }) => (
          <li key={path}>
            <span class="path">{path}</span>
            <span class="small quiet block">{`${KINDS[kind]}${fromMapping ? ", from a path mapping" : ""}`}</span>
            {!exists && (
              <span class="block">
                <span class="badge" data-tone="warn">
                  <Icon name="warn" size={14} />missing
                </span>{" "}
                Is its disk mounted? The titles found in it are kept.
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
