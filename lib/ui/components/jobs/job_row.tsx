import { Fragment } from "preact";
import type { Job } from "../../../jobs/schema.ts";
import type { PlannedTime } from "../../../jobs/service.ts";
import { bytes, saving } from "../../../kit/format.ts";
import { timeText } from "../../profiles/estimate_text.ts";
import { type ActionOptions, hxAction } from "../../hx.ts";
import { Icon } from "../../icon.tsx";
import { Labels, StatusBadge } from "./job_status.tsx";
import { Picture } from "../picture.tsx";
import { useLink } from "../../render.tsx";
import { Amounts } from "../amounts.tsx";
import { Moment } from "../moment.tsx";

/** ID of the form for the checkboxes of a list. */
export const CHANGE_FORM = "change-jobs";

/** Expected start and end of a waiting job, and the time at the right edge of the timeline. */
export interface RowPlan extends PlannedTime {
  now: Date;
  until: string;
}

/** One waiting job with its checkbox, its expected time and size, and the buttons that move it. */
export function QueueRow({ job, movable = true, plan }: { job: Job; movable?: boolean; plan?: RowPlan | undefined }) {
  const link = useLink();
  const draggable = movable && job.status === "queued";
  return (
    <li id={`job-${job.id}`} class="queue-row" data-id={job.id} data-title={job.title} draggable={draggable}>
      <JobTick job={job} />
      <span class="queue-grip" aria-hidden="true">{draggable && <Icon name="grip" />}</span>
      <span class="queue-position" aria-label="Position">{job.position ?? "–"}</span>
      <span class="queue-poster">
        <Picture url={job.poster} title={job.title} width={28} height={42} />
      </span>
      <div class="job-title">
        <a href={link(`/jobs/${job.id}`)}>{job.title}</a>
        <span class="quiet small">{[job.subtitle, job.profileName].filter(Boolean).join(" · ")}</span>
        {job.waitsFor && <span class="small queue-message">{job.waitsFor}.</span>}
        {job.status !== "queued" && job.message && <span class="small queue-message">{job.message}</span>}
        <span class="quiet small queue-figures">
          {plan && (
            <>
              done <Moment at={plan.endsAt} near /> ·{" "}
            </>
          )}
          {figuresText(job)}
        </span>
      </div>
      <div class="badges">
        {job.status !== "queued" && <StatusBadge job={job} />}
        <Labels job={job} />
      </div>
      <span class="queue-size small">{sizeText(job)}</span>
      <span class="queue-time small">
        <span class="quiet">{expectedTime(job)}</span>
        {plan && <PlanBar plan={plan} />}
      </span>
      <div class="row-actions">
        {job.status === "queued" && <MoveButtons job={job} />}
        <CancelButton job={job} />
      </div>
    </li>
  );
}

/**
 * Expected end of a waiting job, and a bar from its expected start to its end. All bars of a list have the same scale.
 */
function PlanBar({ plan: { startsAt, endsAt, now, until } }: { plan: RowPlan }) {
  const from = now.getTime();
  const span = Math.max(1, Date.parse(until) - from);
  const x = (Date.parse(startsAt) - from) / span * 100;
  const width = (Date.parse(endsAt) - Date.parse(startsAt)) / span * 100;
  return (
    <>
      <span>
        done <Moment at={endsAt} near />
      </span>
      <svg class="queue-bar" aria-hidden="true">
        <rect class="plot-track" width="100%" height="100%" rx="2" />
        <rect
          class="plot-bar"
          x={`${x.toFixed(2)}%`}
          width={`${Math.max(1, width).toFixed(2)}%`}
          height="100%"
          rx="2"
        />
      </svg>
    </>
  );
}

/** Checkbox of a job for bulk actions. Its data attributes are used for the totals of a selection. */
export function JobTick({ job }: { job: Job }) {
  return (
    <label class="job-tick">
      <input
        type="checkbox"
        name="ids:texts"
        value={job.id}
        form={CHANGE_FORM}
        aria-label={`Select ${job.title}`}
        data-bytes={job.inputSizeBytes}
        data-expected={job.expectedBytes}
        data-seconds={job.expectedSeconds}
        data-encode={job.review === undefined ? undefined : job.outputSizeBytes}
      />
    </label>
  );
}

const sizeText = ({ inputSizeBytes: before, expectedBytes: after }: Job) => {
  if (before === undefined) return null;
  if (after === undefined) return bytes(before);
  return (
    <Fragment>
      <Amounts text={`${bytes(before)} → ${bytes(after)}`} /> <span class="quiet block">{saving(before, after)}</span>
    </Fragment>
  );
};

/** Estimated time of the encode, based on earlier jobs with the same profile. */
const expectedTime = ({ expectedSeconds }: Job): string => timeText({ encodeSeconds: expectedSeconds });

/** Sizes and time in one line, for narrow screens. */
const figuresText = (job: Job): string => {
  const { inputSizeBytes: before, expectedBytes: after } = job;
  const sizes = before === undefined ? "" : after === undefined ? bytes(before) : `${bytes(before)} → ${bytes(after)}`;
  return [sizes, expectedTime(job)].filter(Boolean).join(" · ");
};

function MoveButtons({ job }: { job: Job }) {
  const link = useLink();
  const url = link(`/api/jobs/${job.id}/reorder`);
  const position = job.position ?? 1;
  const moves = [
    { label: "first", icon: "top", name: "direction", value: "top" },
    { label: "up", icon: "up", name: "position:number", value: Math.max(1, position - 1) },
    { label: "down", icon: "down", name: "position:number", value: position + 1 },
  ] as const;
  return (
    <form {...hxAction(url)} class="row-moves">
      {moves.map(({ label, icon, name, value }) => (
        <button
          type="submit"
          class="ghost icon-button"
          data-move={label}
          name={name}
          value={value}
          aria-label={`Move ${job.title} ${label}`}
          disabled={position === 1 && label !== "down"}
        >
          <Icon name={icon} size={18} />
        </button>
      ))}
    </form>
  );
}

function CancelButton({ job }: { job: Job }) {
  const link = useLink();
  return (
    <form {...hxAction(link(`/api/jobs/${job.id}/cancel`), cancelOptions(job))}>
      <button type="submit" class="ghost icon-button" aria-label={`Cancel ${job.title}`} title="Cancel">
        <Icon name="cross" size={18} />
      </button>
    </form>
  );
}

/**
 * A job that has not started is cancelled without confirmation, because the undo button adds it to the queue again at
 * the same position.
 */
function cancelOptions({ id, title, status, position }: Job): ActionOptions {
  if (status !== "queued") return {};
  const again = { path: `/api/jobs/${id}/retry` };
  const place = { path: `/api/jobs/${id}/reorder`, body: { position: position ?? 1 } };
  return { did: `${title} was cancelled.`, undo: [again, place], undone: `${title} is queued again.` };
}
