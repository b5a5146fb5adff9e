import type { Rip, RipMedia } from "../../../lib/discs/rip_schema.ts";
import { type RipState, WORKING_STATES } from "../../../lib/discs/rip_states.ts";
import { bytes, duration, percent } from "../../../lib/kit/format.ts";
import { Icon, type IconName } from "../../../lib/ui/icon.tsx";

type Tone = "plain" | "accent" | "good" | "warn" | "bad";

const LOOK: Record<RipState, { label: string; tone: Tone; icon: IconName }> = {
  inserted: { label: "Not scanned yet", tone: "plain", icon: "disc" },
  scanning: { label: "Scanning", tone: "accent", icon: "search" },
  identifying: { label: "Matching", tone: "accent", icon: "search" },
  ready: { label: "Ready", tone: "warn", icon: "check" },
  ripping: { label: "Ripping", tone: "accent", icon: "disc" },
  transcoding: { label: "Encoding", tone: "accent", icon: "encode" },
  delivering: { label: "Importing", tone: "accent", icon: "folder" },
  done: { label: "Done", tone: "good", icon: "check" },
  failed: { label: "Failed", tone: "bad", icon: "cross" },
  cancelled: { label: "Cancelled", tone: "plain", icon: "stop" },
  interrupted: { label: "Interrupted", tone: "warn", icon: "warn" },
};

/** True if the disc is being processed automatically. */
export const isWorking = ({ status }: Pick<Rip, "status">): boolean => WORKING_STATES.some((one) => one === status);

/** True in states in which the user selects what is copied. */
export const isOpen = ({ status, titles }: Pick<Rip, "status" | "titles">): boolean =>
  titles.length > 0 && (["ready", "failed", "cancelled", "interrupted"] as RipState[]).includes(status);

/** Returns the display name of the disc: its title, or its label if the title is unknown. */
export const ripTitle = ({ media, label, volumeName }: Pick<Rip, "media" | "label" | "volumeName">): string =>
  media.title || label || volumeName || "Unnamed disc";

/** Returns `Season 2, disc 1`, or the year of a movie. */
export function ripSubtitle({ media, discType }: Pick<Rip, "media" | "discType">): string {
  const { kind, year, seasonNumber, discNumber } = media;
  const season = kind === "series" && seasonNumber !== undefined
    ? seasonNumber === 0 ? "Specials" : `Season ${seasonNumber}`
    : "";
  return [
    season,
    kind === "album" ? media.artist : "",
    discNumber === undefined || kind === "album" && (media.discCount ?? 1) < 2 ? "" : `Disc ${discNumber}`,
    kind === "series" ? "" : year,
    DISC_TYPES[discType],
  ].filter((part) => part !== "" && part !== undefined).join(" · ");
}

/** Returns season, disc type, label and drive, without duplicates and without the title. */
export function ripFacts(rip: Rip): string {
  const named = new Set([ripSubtitle(rip), rip.label, rip.driveName ?? ""]);
  return [...named].filter((part) => part !== "" && part !== ripTitle(rip)).join(" · ");
}

const DISC_TYPES: Record<Rip["discType"], string> = {
  uhd: "UHD Blu-ray",
  bluray: "Blu-ray",
  dvd: "DVD",
  cd: "Audio CD",
  data: "Data disc",
  unknown: "",
};

/** Returns the title of the movie, series or album with its year. */
export const mediaName = ({ title, year }: Pick<RipMedia, "title" | "year">): string =>
  year === undefined ? title : `${title} (${year})`;

/** State badge, and a note if the disc may be ejected. */
export function RipBadges({ rip }: { rip: Rip }) {
  const { label, tone, icon } = LOOK[rip.status];
  const { selected, ripped } = rip.counts;
  return (
    <span class="badges">
      <span class="badge" data-tone={tone}>
        <Icon name={icon} size={14} />
        {label}
      </span>
      {rip.safeToEject && (
        <span class="badge" data-tone="good" title="All selected titles have been copied and verified">
          <Icon name="eject" size={14} />
          Safe to eject
        </span>
      )}
      {rip.status === "ready" && selected > 0 && <span class="quiet small">{`${selected} selected`}</span>}
      {ripped > 0 && rip.status !== "done" && (
        <span class="quiet small">
          {`${ripped} of ${selected} ${rip.discType === "cd" ? "tracks" : "titles"} copied`}
        </span>
      )}
    </span>
  );
}

/** Progress of the scan or copy, for the current title and in total. */
export function RipBar({ rip }: { rip: Rip }) {
  const { progress } = rip;
  if (progress === undefined || !isWorking(rip)) return null;
  const { titleIndex, titleCount, percent: value, step, etaSeconds, bytesPerSecond, speed, readErrors = 0 } = progress;
  const all = titleCount > 0 ? (Math.max(titleIndex, 1) - 1 + value / 100) / titleCount * 100 : value;
  const facts = [
    titleCount > 0 ? `${rip.discType === "cd" ? "Track" : "Title"} ${titleIndex} of ${titleCount}` : "",
    step,
    bytesPerSecond === undefined ? "" : `${bytes(bytesPerSecond)}/s`,
    speed === undefined ? "" : `${speed} ×`,
    etaSeconds === undefined ? "" : `${duration(etaSeconds)} left`,
    readErrors > 0 ? `${readErrors} read errors` : "",
  ].filter((part) => part !== "");
  return (
    <div class="job-progress">
      <div class="job-progress-line small">
        <strong>{percent(value)}</strong>
        <span>{facts.join(" · ")}</span>
      </div>
      <progress value={value} max={100} aria-label={`${ripTitle(rip)}: current title, ${Math.round(value)} %`} />
      {titleCount > 1 && (
        <progress
          class="progress-thin"
          value={all}
          max={100}
          aria-label={`${ripTitle(rip)}: all titles, ${Math.round(all)} %`}
        />
      )}
    </div>
  );
}
