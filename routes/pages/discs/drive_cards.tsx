import type { BoxSet } from "../../../lib/discs/box_set_schema.ts";
import type { Drive } from "../../../lib/discs/drive_schema.ts";
import { MIN_CONFIDENCE } from "../../../lib/discs/identify/model.ts";
import type { Rip } from "../../../lib/discs/rip_schema.ts";
import { AskWithoutScript } from "../../../lib/ui/ask_without_script.tsx";
import { hx, hxForm } from "../../../lib/ui/hx.ts";
import { Icon, type IconName } from "../../../lib/ui/icon.tsx";
import { Picture } from "../../../lib/ui/components/picture.tsx";
import { Note } from "../../../lib/ui/layout.tsx";
import { useLink } from "../../../lib/ui/render.tsx";
import { isWorking, RipBadges, ripSubtitle, ripTitle } from "./rip_state.tsx";

/** The action of a drive: an API call, or a link to the page of its disc. */
export type DriveAction =
  | { kind: "call"; label: "Open" | "Eject" | "Detect" | "Scan" | "Rip"; path: string; primary: boolean }
  | { kind: "page"; label: "Choose titles" | "Show"; path: string; primary: boolean };

const STATES: Record<Drive["state"], string> = {
  empty: "Empty",
  open: "Tray open",
  loaded: "Disc loaded",
  loading: "Reading the disc",
  unknown: "Unknown state",
  missing: "Not found",
};

/** Returns the next action for a drive and its disc. Pure. */
export function driveAction({ index, state }: Drive, rip: Rip | undefined): DriveAction | undefined {
  const call = (label: "Open" | "Eject" | "Detect", path: string, primary = false): DriveAction => ({
    kind: "call",
    label,
    path,
    primary,
  });
  if (state === "missing" || state === "loading") return undefined;
  if (state === "empty") return call("Open", `/api/disc/drives/${index}/eject`);
  if (state === "open" || state === "unknown" || rip === undefined) return call("Detect", "/api/disc/detect");
  const page = `/discs/${rip.id}`;
  if (rip.status === "inserted") {
    return { kind: "call", label: "Scan", path: `/api/disc/rips/${rip.id}/scan`, primary: true };
  }
  if (rip.status === "done" || rip.safeToEject && rip.status !== "failed") {
    return call("Eject", `/api/disc/drives/${index}/eject`, true);
  }
  if (rip.status === "ready" && isSure(rip)) {
    return { kind: "call", label: "Rip", path: `/api/disc/rips/${rip.id}/start`, primary: true };
  }
  return isWorking(rip)
    ? { kind: "page", label: "Show", path: page, primary: false }
    : { kind: "page", label: "Choose titles", path: page, primary: true };
}

/** True if the user need not decide anything before the disc is copied. */
const isSure = ({ media, counts, slot, batchOffer }: Rip): boolean =>
  media.kind !== "unknown" && media.confidence >= MIN_CONFIDENCE && counts.selected > 0 &&
  slot?.state !== "unexpected" &&
  batchOffer === undefined;

/** All drives and their discs. */
export function DriveCards({ drives, rips, sets }: { drives: Drive[]; rips: Rip[]; sets: BoxSet[] }) {
  return (
    <ul class="drive-cards">
      {drives.map((drive) => {
        const rip = rips.find(({ id }) => id === drive.ripId);
        const set = sets.find(({ id }) => id === rip?.batchId);
        return <DriveCard key={drive.index} drive={drive} rip={rip} isOfOpenSet={set?.state === "open"} />;
      })}
    </ul>
  );
}

function DriveCard({ drive, rip, isOfOpenSet }: { drive: Drive; rip?: Rip; isOfOpenSet: boolean }) {
  const link = useLink();
  const { name, path, state, virtual, busy, waitingFor, note, discLabel } = drive;
  const action = driveAction(drive, rip);
  return (
    <li class="card stack drive-card" id={`drive-${drive.index}`}>
      <div>
        <h3>{name}</h3>
        <p class="quiet small path">{path}</p>
      </div>
      <p class="badges">
        <span class="badge" data-tone={state === "missing" ? "warn" : undefined}>
          <Icon name={virtual ? "file" : "disc"} size={14} />
          {virtual && state === "loaded" ? "Linked image" : STATES[state]}
        </span>
        {busy && <span class="badge" data-tone="accent">Busy</span>}
        {waitingFor && <span class="badge" data-tone="warn">{`Waiting for disc ${waitingFor.disc}`}</span>}
      </p>
      {rip && (
        <div class="drive-disc">
          <span class="rip-poster">
            <Picture url={rip.media.poster} title={rip.media.title || ripTitle(rip)} width={48} height={72} />
          </span>
          <div class="rip-body">
            <p>
              <a href={link(`/discs/${rip.id}`)}>{ripTitle(rip)}</a> <span class="quiet small">{ripSubtitle(rip)}</span>
            </p>
            <RipBadges rip={rip} />
          </div>
        </div>
      )}
      {!rip && discLabel !== "" && <p>{discLabel}</p>}
      {note && <Note tone="warn">{note}</Note>}
      <div class="actions">
        {action && <ActionButton action={action} drive={drive} />}
        {isOfOpenSet && rip?.safeToEject === true && <SwapForm drive={drive} />}
        {mayHoldCd(drive, rip) && <ReadCdForm drive={drive} />}
        <RemoveButton drive={drive} />
      </div>
    </li>
  );
}

/** True if the disc may be an audio CD, because it has not been scanned yet. */
const mayHoldCd = ({ state, busy, virtual }: Drive, rip: Rip | undefined): boolean =>
  (state === "loaded" || state === "unknown") && !busy && !virtual &&
  (rip === undefined || rip.titles.length === 0 && !isWorking(rip));

function ReadCdForm({ drive }: { drive: Drive }) {
  const link = useLink();
  return (
    <form {...hxForm(link(`/api/disc/drives/${drive.index}/cd`), { done: "The CD is being read." })}>
      <button type="submit" aria-label={`Read the audio CD in ${drive.name}`}>Read audio CD</button>
    </form>
  );
}

const ICONS: Record<DriveAction["label"], IconName> = {
  Open: "eject",
  Eject: "eject",
  Detect: "search",
  Scan: "search",
  Rip: "disc",
  "Choose titles": "check",
  Show: "info",
};

function ActionButton({ action, drive }: { action: DriveAction; drive: Drive }) {
  const link = useLink();
  const { label, path, primary } = action;
  const content = (
    <>
      <Icon name={ICONS[label]} size={18} />
      {label}
    </>
  );
  const name = `${label}: ${drive.name}`;
  if (action.kind === "page") {
    return <a class={primary ? "button primary" : "button"} href={link(path)} aria-label={name}>{content}</a>;
  }
  const unlinks = label === "Eject" && drive.virtual;
  const confirm = unlinks ? { confirm: `Remove the link to ${drive.path}? The file is not deleted.` } : {};
  return (
    <form {...hxForm(link(path), { ...confirm, done: DONE[action.label] })}>
      {unlinks && <AskWithoutScript>Remove the link</AskWithoutScript>}
      <button type="submit" class={primary ? "primary" : ""} aria-label={name}>{content}</button>
    </form>
  );
}

const DONE: Record<Extract<DriveAction, { kind: "call" }>["label"], string> = {
  Open: "The tray is opening.",
  Eject: "Ejected.",
  Detect: "The drives were checked.",
  Scan: "The disc is being scanned.",
  Rip: "Ripping has started.",
};

function SwapForm({ drive }: { drive: Drive }) {
  const link = useLink();
  return (
    <form {...hxForm(link(`/api/disc/drives/${drive.index}/swap`), { done: "Insert the next disc." })}>
      <button type="submit" aria-label={`Swap disc: ${drive.name}`}>Swap disc</button>
    </form>
  );
}

/** Only drives that were added manually can be removed. */
function RemoveButton({ drive: { id, name, path, manual, virtual } }: { drive: Drive }) {
  const link = useLink();
  if (id === undefined || (!manual && !virtual)) return null;
  const url = link(virtual ? `/api/disc/virtual/${id}` : `/api/disc/drives/${id}`);
  const confirm = virtual
    ? `Remove the link to ${path}? The file is not deleted.`
    : `Remove the drive ${name} from the list?`;
  return (
    <button type="button" class="ghost scripted" {...hx({ delete: url, swap: "none", confirm })}>
      {virtual ? "Remove link" : "Remove"}
      <span class="visually-hidden">{` ${name}`}</span>
    </button>
  );
}
