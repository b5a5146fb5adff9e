import type { Job } from "../../../jobs/schema.ts";
import { ago, bytes, duration, exactTime, saving } from "../../../kit/format.ts";
import { hx, hxAction } from "../../hx.ts";
import { Icon } from "../../icon.tsx";
import { JobRemedy } from "./job_remedy.tsx";
import { JobTick } from "./job_row.tsx";
import { mayRetry, resultBytes, StatusBadge } from "./job_status.tsx";
import { Picture } from "../picture.tsx";
import { useLink } from "../../render.tsx";
import { Amounts } from "../amounts.tsx";

/** One finished job in the history table. */
export function HistoryRow({ job, now, tick = false }: { job: Job; now: Date; tick?: boolean }) {
  const link = useLink();
  const { inputSizeBytes: before } = job;
  const after = resultBytes(job);
  const failed = job.status === "failed" || job.status === "publish_failed";
  return (
    <tr id={`job-${job.id}`}>
      <td class="lead">
        <div class="history-title">
          {tick && <JobTick job={job} />}
          <span class="queue-poster">
            <Picture url={job.poster} title={job.title} width={28} height={42} />
          </span>
          <div class="job-title">
            <a href={link(`/jobs/${job.id}`)}>{job.title}</a>
            <div class="quiet small">{[job.subtitle, job.profileName].filter(Boolean).join(" · ")}</div>
          </div>
        </div>
        {failed ? <JobRemedy job={job} /> : job.error && <div class="row-error small">{job.error}</div>}
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
              <Amounts text={`${bytes(before)} → ${bytes(after)}`} />
              <span class="quiet small block">{saving(before, after)}</span>
            </span>
          )
          : before !== undefined
          ? bytes(before)
          : "–"}
      </td>
      <td class="num took" data-label="Duration">
        {job.durationSeconds === undefined ? "–" : duration(job.durationSeconds)}
      </td>
      <td class="num" data-label="Finished">
        {job.finishedAt && (
          <time dateTime={job.finishedAt} title={exactTime(job.finishedAt)}>{ago(job.finishedAt, now)}</time>
        )}
      </td>
      <td class="row-actions" data-label="">
        {mayRetry(job) && !failed && <RetryAction job={job} />}
        <RemoveAction job={job} />
      </td>
    </tr>
  );
}

function RetryAction({ job }: { job: Job }) {
  const link = useLink();
  return (
    <form {...hxAction(link(`/api/jobs/${job.id}/retry`))}>
      <button type="submit" class="ghost icon-button" aria-label={`Retry ${job.title}`} title="Retry">
        <Icon name="retry" size={18} />
      </button>
    </form>
  );
}

function RemoveAction({ job }: { job: Job }) {
  const link = useLink();
  const discard = job.status === "publish_failed";
  const url = link(`/api/jobs/${job.id}${discard ? "?discard=1" : ""}`);
  const confirm = discard
    ? `This deletes the history entry of ${job.title} and its finished encode, which could not be moved. The original is kept.`
    : `${job.title} is removed from the history along with its log and report. Its files are not touched.`;
  return (
    <button
      type="button"
      class="ghost icon-button"
      aria-label={`Remove ${job.title} from history`}
      title="Remove from history"
      {...hx({ delete: url, swap: "none", confirm })}
    >
      <Icon name="trash" size={18} />
    </button>
  );
}
