import type { JobFailureCode } from "../../../kit/fault.ts";
import type { Job } from "../../../jobs/schema.ts";
import { hxAction, hxForm } from "../../hx.ts";
import { Icon } from "../../icon.tsx";
import { useLink } from "../../render.tsx";
import { mayRetry } from "./job_status.tsx";

/** Error codes of jobs that failed before their files were available. */
export const DOWNLOAD_FAILURES = [
  "download_failed",
  "download_removed",
  "not_taken",
  "incomplete",
  "disc_ripping_missing",
  "transfer_failed",
  "image_not_split",
] as const;
/** Error code of a failed job. */
export type FailureCode = JobFailureCode | typeof DOWNLOAD_FAILURES[number];

/** Possible actions after a failure. Each action is a button or a link. */
type Help = "retry" | "system" | "settings" | "checkFile" | "profile" | "checks" | "search" | "discs" | "result";

/** The cause in one sentence, and actions that may help, most likely first. */
export interface Remedy {
  cause: string;
  help: readonly Help[];
}

/** Remedies by error code. A missing entry is a type error. */
export const REMEDIES: Record<FailureCode, Remedy> = {
  source_missing: { cause: "The source file no longer exists, or its disk is not mounted.", help: ["retry"] },
  source_changed: { cause: "The source file was changed or replaced after it was queued.", help: ["retry"] },
  unreadable: { cause: "The source file is damaged or is not a media file.", help: ["checkFile", "profile", "retry"] },
  encoder_missing: { cause: "This profile's encoder does not work on this server.", help: ["profile", "system"] },
  invalid_plan: { cause: "This profile cannot be used for this file.", help: ["profile"] },
  nothing_to_do: { cause: "This profile would not change anything in this file.", help: ["profile"] },
  tool_missing: { cause: "A program that this job needs was not found.", help: ["settings", "retry"] },
  tool_failed: { cause: "The encoder stopped with an error.", help: ["checkFile", "profile", "retry"] },
  stalled: { cause: "The encoder made no progress for a long time and was stopped.", help: ["retry", "settings"] },
  disk_full: { cause: "There was not enough free space.", help: ["system", "retry"] },
  verification_failed: {
    cause: "The result did not pass the checks; the original is untouched.",
    help: ["checks", "checkFile", "retry"],
  },
  output_exists: {
    cause: "A file with the output name already exists.",
    help: ["result", "profile", "retry"],
  },
  publish_failed: { cause: "The encode finished but could not be moved into place.", help: ["retry", "system"] },
  interrupted: { cause: "The encode was interrupted several times.", help: ["retry", "system"] },
  internal: { cause: "This job ended with an unexpected error.", help: ["retry", "system"] },
  download_failed: { cause: "The download failed.", help: ["search"] },
  download_removed: { cause: "The download was removed from the download client.", help: ["search"] },
  not_taken: { cause: "The manager did not accept the release.", help: ["search"] },
  incomplete: { cause: "Some files of the download are missing.", help: ["search"] },
  disc_ripping_missing: {
    cause: "The release is a full disc, and disc ripping is not set up.",
    help: ["settings", "discs"],
  },
  transfer_failed: { cause: "A file could not be downloaded from the Soulseek user.", help: ["search"] },
  image_not_split: { cause: "The album is one long file that could not be split into tracks.", help: ["search"] },
};

/** Returns the remedy for a failed job. Unknown codes of older versions get the remedy for an internal error. */
export function remedyOf({ errorCode }: Pick<Job, "errorCode">): Remedy {
  const known = errorCode !== undefined && Object.hasOwn(REMEDIES, errorCode);
  return known ? REMEDIES[errorCode as FailureCode] : REMEDIES.internal;
}

/** Cause and error message of a failed job, actions that may help, and a link to the end of its log. */
export function JobRemedy({ job }: { job: Job }) {
  const link = useLink();
  const { cause, help } = remedyOf(job);
  return (
    <div class="remedy">
      <p class="row-error small">{cause}</p>
      {job.error && <p class="quiet small remedy-error">{job.error}</p>}
      <div class="actions">{help.map((one) => <HelpButton job={job} help={one} />)}</div>
      <details
        hx-get={link(`/jobs/${job.id}?part=evidence`)}
        hx-trigger="toggle once"
        hx-target={`#evidence-${job.id}`}
        hx-swap="innerMorph"
      >
        <summary>Details</summary>
        <div id={`evidence-${job.id}`} class="evidence">
          <a href={link(`/jobs/${job.id}#log-h`)}>Open log</a>
        </div>
      </details>
    </div>
  );
}

/**
 * The actions on the page of the job, which already shows the message, the log and a Retry button. `except` is the kind
 * of an action that is already shown.
 */
export function JobHelp({ job, except }: { job: Job; except?: string | undefined }) {
  const help = remedyOf(job).help.filter((one) => one !== "retry" && one !== "result" && one !== except);
  return <>{help.map((one) => <HelpButton job={job} help={one} />)}</>;
}

/** Targets of links, with their labels. */
const PLACES = {
  system: ["/system", "Open System"],
  settings: ["/settings", "Open Settings"],
  search: ["/search", "Search again"],
  discs: ["/discs", "Open Discs"],
} as const;

function HelpButton({ job, help }: { job: Job; help: Help }) {
  const link = useLink();
  const path = job.source.localPath;
  switch (help) {
    case "retry": {
      if (!mayRetry(job)) return null;
      return (
        <form {...hxAction(link(`/api/jobs/${job.id}/retry`))}>
          <button type="submit" aria-label={`Retry ${job.title}`}>
            <Icon name="retry" size={16} />Retry
          </button>
        </form>
      );
    }
    case "checkFile":
      if (path === undefined) return null;
      return (
        <form {...hxForm(link("/api/media/check"), { then: "/checks" })}>
          <input type="hidden" name="paths.0" value={path} />
          <button type="submit" aria-label={`Check file: ${job.title}`}>Check file</button>
        </form>
      );
    case "profile":
      if (path === undefined) return null;
      return <a class="button" href={link(`/encode?${new URLSearchParams({ path })}`)}>Choose another profile</a>;
    case "checks":
      return <a class="button" href={link(`/jobs/${job.id}#checks-h`)}>Show checks</a>;
    case "result":
      return <a class="button" href={link(`/jobs/${job.id}`)}>Show job</a>;
    default: {
      const [page, label] = PLACES[help];
      return <a class="button" href={link(page)}>{label}</a>;
    }
  }
}
