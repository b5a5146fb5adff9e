import type { Job } from "../../../jobs/schema.ts";
import { type JobState, nextState } from "../../../jobs/states.ts";
import { Icon, type IconName } from "../../icon.tsx";

type Tone = "plain" | "accent" | "good" | "warn" | "bad";

const LOOK: Record<JobState, { label: string; tone: Tone; icon: IconName }> = {
  waiting: { label: "Waiting", tone: "plain", icon: "clock" },
  queued: { label: "Queued", tone: "plain", icon: "clock" },
  probing: { label: "Reading the source", tone: "accent", icon: "file" },
  encoding: { label: "Encoding", tone: "accent", icon: "play" },
  finalizing: { label: "Finishing", tone: "accent", icon: "check" },
  waiting_for_space: { label: "Waiting for space", tone: "warn", icon: "disk" },
  publish_failed: { label: "Could not be moved", tone: "bad", icon: "warn" },
  done: { label: "Done", tone: "good", icon: "check" },
  skipped: { label: "Nothing to do", tone: "plain", icon: "skip" },
  failed: { label: "Failed", tone: "bad", icon: "cross" },
  cancelled: { label: "Cancelled", tone: "plain", icon: "stop" },
};

const PHASES: Record<NonNullable<Job["phase"]>, string> = {
  search: "Finding the right quality",
  ocr: "Reading bitmap subtitles",
  encode: "Encoding",
  verify: "Verifying the result",
  publish: "Moving into place",
  rescan: "Requesting a rescan from the manager",
};

/** Returns the state as text, without markup. */
export const statusText = (job: Job): string =>
  job.phase !== undefined && (job.status === "encoding" || job.status === "finalizing")
    ? PHASES[job.phase]
    : LOOK[job.status].label;

/** Badge with icon, text and tone of the state. */
export function StatusBadge({ job }: { job: Job }) {
  const { tone, icon } = LOOK[job.status];
  return (
    <span class="badge" data-tone={tone}>
      <Icon name={icon} size={14} />
      {statusText(job)}
    </span>
  );
}

/** Labels such as "Auto", "Disc" and "Audio only". */
export function Labels({ job }: { job: Job }) {
  return <>{job.labels.map((label) => <span class="badge">{label}</span>)}</>;
}

/** Reason for which a running encode is suspended. */
export function HeldBy({ job: { heldBy } }: { job: Job }) {
  return heldBy === undefined ? null : <span class="quiet small">Suspended: {heldBy}</span>;
}

/** True if a retry may help. It does not help if the download failed, because there is nothing to encode. */
export const mayRetry = (job: Job): boolean =>
  nextState(job.status, "retry") !== undefined && job.source.localPath !== undefined;

/**
 * Returns the size of the output. Undefined while the job is running, if it has failed, or if the encode was discarded.
 */
export const resultBytes = ({ status, outputPath, outputSizeBytes }: Job): number | undefined =>
  outputPath !== undefined || status === "publish_failed" ? outputSizeBytes : undefined;
