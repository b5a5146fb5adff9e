import { differenceText, type Metric, scoreText } from "../../../../lib/encode/metric.ts";
import { MAX_SMALLER } from "../../../../lib/encode/profiles/overrides.ts";
import type { Job } from "../../../../lib/jobs/schema.ts";
import type { QualityReport } from "../../../../lib/jobs/reports/quality.ts";
import { bytes, saving } from "../../../../lib/kit/format.ts";
import { AskWithoutScript } from "../../../../lib/ui/ask_without_script.tsx";
import { Amounts } from "../../../../lib/ui/components/amounts.tsx";
import { type FormOptions, hxAction, hxForm } from "../../../../lib/ui/hx.ts";
import { Icon, type IconName } from "../../../../lib/ui/icon.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";

/** Finished encode that can be compared with its original, and its measured quality. */
export interface DecisionProps {
  job: Job;
  report?: QualityReport | undefined;
  /** True if both files exist. */
  comparable: boolean;
  /** Page to open after a decision. Without it, the page of the job stays open. */
  then?: string;
}

/** Quality, sizes and verification in one line, with buttons to decide about both files. */
export function DecisionBar({ job, report, comparable, then }: DecisionProps) {
  return (
    <section class="card decision-bar" aria-label="Decision">
      <p class="decision-facts">
        <Amounts text={factsOf(job, report).join(" · ")} />
      </p>
      <div class="actions">
        {job.review === "replacing" && <p class="quiet">{job.message}</p>}
        {job.review === "kept" && (
          <>
            <p class="quiet">Both files are kept.</p>
            <Decision job={job} action="review" icon="undo" then={then}>Decide again</Decision>
          </>
        )}
        {isBesideOriginal(job, comparable) && job.review !== "replacing" && (
          <>
            <Decision
              job={job}
              action="delete-encode"
              icon="trash"
              hotkey="x"
              then={then}
              confirm="Move the encode to the recycle bin? The original is kept."
              confirmWithoutScript="Move the encode to the recycle bin"
            >
              Delete this encode
            </Decision>
            {hasSmaller(job) && (
              <Decision
                job={job}
                action="smaller"
                icon="encode"
                hotkey="s"
                then={then ?? "/activity"}
                keyed={then !== undefined}
              >
                Try smaller
              </Decision>
            )}
            {job.review === "undecided" && (
              <Decision job={job} action="keep-both" icon="copy" hotkey="k" then={then}>Keep both</Decision>
            )}
            {isSmaller(job) && (
              <Decision job={job} action="replace" icon="check" hotkey="r" then={then} primary>
                Replace the original
              </Decision>
            )}
          </>
        )}
        {job.review === "undecided" && !comparable && (
          <>
            <p class="quiet">One of the two files is not accessible.</p>
            <Decision job={job} action="keep-both" icon="check" hotkey="k" then={then}>Keep the existing file</Decision>
          </>
        )}
      </div>
    </section>
  );
}

/**
 * True for a finished encode whose original still exists at its path. Jobs from earlier versions of Lathe may have no
 * review.
 */
const isBesideOriginal = (job: Job, comparable: boolean): boolean =>
  comparable && job.status === "done" && job.originalKeptAt === undefined &&
  job.outputPath !== undefined && job.outputPath !== job.source.localPath;

/** True if the video was encoded, and the original can be encoded again to a smaller file. */
const hasSmaller = ({ streams = [], audioOnly, overrides }: Job): boolean =>
  !audioOnly && (overrides?.smaller ?? 0) < MAX_SMALLER &&
  streams.some(({ type, action }) => type === "video" && action === "encode");

/** True if the encode is smaller than its original. */
export const isSmaller = ({ outputSizeBytes = Infinity, inputSizeBytes = 0 }: Job): boolean =>
  outputSizeBytes < inputSizeBytes;

/** Returns texts for the known facts: visual quality, score, sizes and verification. Pure. */
export function factsOf(job: Job, report: QualityReport | undefined): string[] {
  const { inputSizeBytes: before, outputSizeBytes: after } = job;
  const scored = scoreOf(job, report);
  return [
    ...(scored ? [differenceText(scored.metric, scored.score), scoreText(scored.metric, scored.score)] : []),
    ...(before !== undefined && after !== undefined
      ? [`${bytes(before)} → ${bytes(after)} (${saving(before, after)})`]
      : []),
    ...checksText(job),
  ];
}

/** Returns the score that 95 % of the frames reach, from the quality report or the measurement of the job. */
function scoreOf({ quality }: Job, report: QualityReport | undefined): { metric: Metric; score: number } | undefined {
  if (report) return { metric: report.metric, score: report.low };
  return quality?.measured === undefined ? undefined : { metric: quality.metric, score: quality.measured };
}

function checksText({ verification }: Job): string[] {
  const made = (verification?.checks ?? []).filter(({ state }) => state !== "skipped");
  if (made.length === 0) return [];
  return [`${made.filter(({ state }) => state === "passed").length} of ${made.length} checks passed`];
}

interface ActionProps {
  job: Job;
  action: "replace" | "delete-encode" | "smaller" | "keep-both" | "review";
  icon: IconName;
  hotkey?: string;
  /** True if the keyboard shortcut works on this page. */
  keyed?: boolean;
  primary?: boolean;
  then?: string | undefined;
  confirm?: string;
  confirmWithoutScript?: string;
  children: string;
}

function Decision(
  { job, action, icon, hotkey, then, keyed = then !== undefined, primary, confirm, confirmWithoutScript, children }:
    ActionProps,
) {
  const link = useLink();
  const url = link(`/api/jobs/${job.id}/${action}`);
  const options: FormOptions = { ...(confirm ? { confirm } : {}), ...(then ? { then } : {}) };
  return (
    <form {...(then === undefined ? hxAction(url, options) : hxForm(url, options))}>
      {confirmWithoutScript && <AskWithoutScript>{confirmWithoutScript}</AskWithoutScript>}
      <button type="submit" class={primary ? "primary" : undefined} data-key={keyed ? hotkey : undefined}>
        <Icon name={icon} size={16} />
        {children}
        {keyed && hotkey && <Key>{hotkey}</Key>}
      </button>
    </form>
  );
}

/** Keyboard shortcut on a button. */
export const Key = ({ children }: { children: string }) => <kbd class="key" aria-hidden="true">{children}</kbd>;
