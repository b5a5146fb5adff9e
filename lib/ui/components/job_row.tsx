import { Fragment } from "preact";
import type { Job } from "../../jobs/schema.ts";
import { ago, bytes, duration, exactTime, saving } from "../../kit/format.ts";
import { hx, hxAction } from "../hx.ts";
import { Icon } from "../icon.tsx";
import { Labels, mayRetry, resultBytes, StatusBadge } from "./job_status.tsx";
import { useLink } from "../render.tsx";

/** One job of the queue in its place, with the buttons that move it. */
export function QueueRow({ job }: { job: Job }) {
  const link = useLink();
  return (
    <li id={`job-${job.id}`} class="queue-row" data-id={job.id} data-title={job.title} draggable>
      <span class="queue-grip" aria-hidden="true">
        <Icon name="grip" />
      </span>
      <span class="queue-position" aria-label="Position">{job.position ?? "–"}</span>
      <div class="job-title">
        <a href={link(`/jobs/${job.id}`)}>{job.title}</a>
        <span class="quiet small">{[job.subtitle, job.profileName].filter(Boolean).join(" · ")}</span>
        {job.status === "waiting" && job.message && <span class="small">{job.message}</span>}
      </div>
      <div class="badges">
        {job.status !== "queued" && <StatusBadge job={job} />}
        <Labels job={job} />
      </div>
      <span class="queue-size quiet small">{job.inputSizeBytes === undefined ? "" : bytes(job.inputSizeBytes)}</span>
      <div class="row-actions">
        {job.status === "queued" && <MoveButtons job={job} />}
        <RowAction job={job} action="cancel" icon="cross" label="Cancel" />
      </div>
    </li>
  );
}

function MoveButtons({ job }: { job: Job }) {
  const link = useLink();
  const url = link(`/api/jobs/${job.id}/reorder`);
  const position = job.position ?? 1;
  const moves = [
    { label: "first", icon: "top", fields: { direction: "top" } },
    { label: "up", icon: "up", fields: { "position:number": String(Math.max(1, position - 1)) } },
    { label: "down", icon: "down", fields: { "position:number": String(position + 1) } },
  ] as const;
  return (
    <Fragment>
      {moves.map(({ label, icon, fields }) => (
        <form {...hxAction(url)}>
          {Object.entries(fields).map(([name, value]) => <input type="hidden" name={name} value={value} />)}
          <button
            type="submit"
            class="ghost icon-button"
            data-move={label}
            aria-label={`Move ${job.title} ${label}`}
            disabled={position === 1 && label !== "down"}
          >
            <Icon name={icon} size={18} />
          </button>
        </form>
      ))}
    </Fragment>
  );
}

/** One finished job of the history table. */
export function HistoryRow({ job, now }: { job: Job; now: Date }) {
  const link = useLink();
  const { inputSizeBytes: before } = job;
  const after = resultBytes(job);
  return (
    <tr id={`job-${job.id}`}>
      <td class="lead">
        <a href={link(`/jobs/${job.id}`)}>{job.title}</a>
        <div class="quiet small">{[job.subtitle, job.profileName].filter(Boolean).join(" · ")}</div>
        {job.error && <div class="row-error small">{job.error}</div>}
      </td>
      <td data-label="State">
        <span class="badges">
          <StatusBadge job={job} />
          {job.warnings.length > 0 && <span class="badge" data-tone="warn">{job.warnings.length} ⚠</span>}
        </span>
      </td>
      <td class="num" data-label="Size">
        {before !== undefined && after !== undefined
          ? (
            <span>
              {bytes(before)} → {bytes(after)}
              <span class="quiet small block">{saving(before, after)}</span>
            </span>
          )
          : before !== undefined
          ? bytes(before)
          : "–"}
      </td>
      <td class="num" data-label="Took">{job.durationSeconds === undefined ? "–" : duration(job.durationSeconds)}</td>
      <td class="num" data-label="Finished">
        {job.finishedAt && (
          <time dateTime={job.finishedAt} title={exactTime(job.finishedAt)}>{ago(job.finishedAt, now)}</time>
        )}
      </td>
      <td class="row-actions" data-label="">
        {mayRetry(job) && <RowAction job={job} action="retry" icon="retry" label="Retry" />}
        <RemoveAction job={job} />
      </td>
    </tr>
  );
}

function RowAction(
  { job, action, icon, label }: { job: Job; action: "cancel" | "retry"; icon: "cross" | "retry"; label: string },
) {
  const link = useLink();
  const url = link(`/api/jobs/${job.id}/${action}`);
  return (
    <form {...hxAction(url)}>
      <button type="submit" class="ghost icon-button" aria-label={`${label} ${job.title}`} title={label}>
        <Icon name={icon} size={18} />
      </button>
    </form>
  );
}

function RemoveAction({ job }: { job: Job }) {
  const link = useLink();
  const discard = job.status === "publish_failed";
  const url = link(`/api/jobs/${job.id}${discard ? "?discard=1" : ""}`);
  const confirm = discard ? { confirm: "The finished encode that could not be moved will be deleted. Go on?" } : {};
  return (
    <button
      type="button"
      class="ghost icon-button"
      aria-label={`Remove ${job.title} from the history`}
      title="Remove from the history"
      {...hx({ delete: url, swap: "none", ...confirm })}
    >
      <Icon name="trash" size={18} />
    </button>
  );
}
