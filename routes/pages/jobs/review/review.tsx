import type { ReviewPlace } from "../../../../lib/jobs/review.ts";
import { bytes, count } from "../../../../lib/kit/format.ts";
import type { Job, QueueState } from "../../../../lib/jobs/schema.ts";
import type { QualityReport } from "../../../../lib/jobs/reports/quality.ts";
import type { ComparedVideo } from "../../../../lib/jobs/reports/service.ts";
import { Icon } from "../../../../lib/ui/icon.tsx";
import { Empty, Note, Page } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { ComparePlayer } from "./compare_player.tsx";
import { DecisionBar, Key } from "./decision_bar.tsx";

/** One finished encode that waits for a decision, with its position among all of them. */
export interface ReviewData {
  job: Job;
  place: ReviewPlace;
  queue: QueueState;
  compare?: ComparedVideo | undefined;
  report?: QualityReport | undefined;
  /** Job about which the user decided last. */
  last?: Job | undefined;
}

/** Page to compare finished encodes with their originals and decide which files to keep, one encode at a time. */
export function ReviewPage({ job, place, queue, compare, report, last }: ReviewData) {
  const link = useLink();
  const position = job.review === "undecided" ? `${place.before + 1} of ${queue.undecided}` : "";
  return (
    <Page
      title={job.title}
      lead={[position, job.subtitle, job.profileName, job.source.localPath].filter(Boolean).join(" · ")}
      actions={<Steps job={job} place={place} />}
    >
      <div class="stack review">
        {last && <LastDecision job={last} />}
        <DecisionBar job={job} report={report} comparable={compare !== undefined} then={`/review?after=${job.id}`} />
        {compare
          ? (
            <section class="card" aria-label="Comparison">
              <ComparePlayer job={job} video={compare} report={report} />
            </section>
          )
          : <p class="quiet">There is no video to compare, or one of the files is not accessible.</p>}
        {job.warnings.length > 0 && (
          <Note tone="warn">
            <ul>{job.warnings.map((warning) => <li>{warning}</li>)}</ul>
          </Note>
        )}
        <p class="quiet small">
          <a href={link(`/jobs/${job.id}`)}>Open job</a>
          {" with streams, checks and log · "}
          <a href={link("/activity?status=undecided")}>All {count(queue.undecided, "encode")} to review</a>
        </p>
      </div>
    </Page>
  );
}

function Steps({ job, place }: Pick<ReviewData, "job" | "place">) {
  const link = useLink();
  return (
    <>
      {place.previous && (
        <a class="button" href={link(`/review/${place.previous}`)} data-key="p">
          <Icon name="undo" size={16} />Back<Key>p</Key>
        </a>
      )}
      {(place.next || job.review === "undecided") && (
        <a class="button" href={link(place.next ? `/review/${place.next}` : "/review/end")} data-key="n">
          <Icon name="skip" size={16} />Next<Key>n</Key>
        </a>
      )}
    </>
  );
}

/** Outcome of the previous decision, with a link to its job. */
function LastDecision({ job }: { job: Job }) {
  const link = useLink();
  const outcome = job.review === "kept" ? "Both files are kept." : job.message ?? "Decided.";
  return (
    <p class="quiet small" role="status">
      {`${job.title}: ${outcome} `}
      <a href={link(job.review === "kept" ? `/review/${job.id}` : `/jobs/${job.id}`)}>
        {job.review === "kept" ? "Decide again" : "Open job"}
      </a>
    </p>
  );
}

/** Page after the last encode, or if no encode waits for a decision. */
export function ReviewEnd({ queue, last }: Pick<ReviewData, "queue" | "last">) {
  const link = useLink();
  return (
    <Page title="Review">
      {last && <LastDecision job={last} />}
      {queue.undecided > 0
        ? (
          <Empty title="End of the list">
            <p>
              {`${count(queue.undecided, "encode")} ${queue.undecided === 1 ? "is" : "are"}`}
              {` still to be reviewed. Replacing the originals would free ${bytes(queue.wouldFreeBytes)}.`}
            </p>
            <div class="actions">
              <a class="button primary" href={link("/review")}>Start with the newest</a>
            </div>
          </Empty>
        )
        : (
          <Empty title="Nothing to review">
            <p>
              Finished encodes whose originals are still in place appear here. You can then keep one of the two files or
              both.
            </p>
            <div class="actions">
              <a class="button primary" href={link("/activity?tab=history")}>Show history</a>
            </div>
          </Empty>
        )}
    </Page>
  );
}
