import type { HealthCheck } from "../../../lib/platform/model.ts";
import type { Job, QueueState } from "../../../lib/jobs/schema.ts";
import { bytes, count } from "../../../lib/kit/format.ts";
import { JobCard } from "../../../lib/ui/components/jobs/job_card.tsx";
import { hx } from "../../../lib/ui/hx.ts";
import { Icon } from "../../../lib/ui/icon.tsx";
import { Page } from "../../../lib/ui/layout.tsx";
import { useLink } from "../../../lib/ui/render.tsx";
import type { FormatSize } from "../../../lib/library/video/disk_usage.ts";
import type { LibrarySize } from "../../../lib/library/video/service.ts";
import type { Savings } from "../../../lib/jobs/reports/savings.ts";
import { SavedByMonth, SavedNotes } from "../jobs/saved_notes.tsx";
import { QueueSummary, whyNothingRuns } from "../jobs/activity.tsx";
import type { Gain } from "./best_gains.ts";
import type { AttentionCounts } from "../../services/attention_memory.ts";
import { type FirstStep, isOpen } from "../../data/first_steps.ts";
import { DiskMap } from "./disk_map.tsx";
import { GainPlaceholder } from "./gain_list.tsx";
import { Needs } from "./needs.tsx";
import { StepList } from "./first_steps/step_list.tsx";

/** Data of the home page. */
export interface HomeData {
  queue: QueueState;
  running: Job[];
  /** Findings of the last health check, most severe first, without passed checks. */
  findings: HealthCheck[];
  /** Number of failed jobs, jobs waiting for space, and discs waiting for the user, excluding dismissed ones. */
  attention: AttentionCounts;
  steps: FirstStep[];
  /** Size of each library. Empty libraries are omitted. */
  sizes: LibrarySize[];
  /** Size of each format in each library. */
  formats: FormatSize[];
  savings: Savings;
  now: Date;
}

/** Home page: disk usage, running work, and tasks for the user. */
export function HomePage(data: HomeData) {
  const link = useLink();
  return (
    <Page
      title="Home"
      live="activity"
      lead={<QueueSummary queue={data.queue} />}
      actions={
        <a class="button primary" href={link("/encode")}>
          <Icon name="plus" size={18} />Encode a file
        </a>
      }
    >
      <DiskMap sizes={data.sizes} formats={data.formats} />
      <div
        id="home"
        {...hx({
          get: link("/?part=lists"),
          trigger: "lists from:body delay:150ms",
          swap: "innerMorph",
          target: "this",
          sync: "this:queue last",
        })}
      >
        <HomeLists {...data} />
      </div>
      <Gains sizes={data.sizes} />
      <Saved savings={data.savings} now={data.now} />
    </Page>
  );
}

/** The part of the page that is updated when a job moves to another list. */
export function HomeLists({ queue, running, findings, attention, steps }: HomeData) {
  const link = useLink();
  // Running and queued jobs are shown before the setup steps.
  const busy = running.length + queue.queued > 0;
  return (
    <>
      {!busy && <Steps steps={steps} />}
      <section class="stack" aria-labelledby="running-h">
        <div class="section-head">
          <h2 id="running-h">Running</h2>
          <a href={link("/activity")}>Queue and history</a>
        </div>
        {running.map((job) => <JobCard job={job} />)}
        {running.length === 0 && <p class="quiet">{whyNothingRuns(queue)}</p>}
      </section>
      <section class="section stack" aria-labelledby="needs-h">
        <h2 id="needs-h">Needs attention</h2>
        <Needs findings={findings} attention={attention} />
      </section>
      {busy && <Steps steps={steps} />}
    </>
  );
}

/** Setup steps, which are shown until all are done or skipped. */
function Steps({ steps }: Pick<HomeData, "steps">) {
  const link = useLink();
  if (!steps.some(isOpen)) return null;
  return (
    <section class="section stack first-steps-section" aria-labelledby="steps-h">
      <div class="section-head">
        <h2 id="steps-h">First steps</h2>
        <a class="button primary" href={link("/first-steps")}>Continue</a>
      </div>
      <StepList steps={steps.filter((step) => step.done || isOpen(step))} then="/" />
    </section>
  );
}

/** Lists of the largest titles, by library. Albums are not estimated. */
const GAIN_LISTS: Record<LibrarySize["arr"], Gain["kind"] | undefined> = {
  movie: "movies",
  series: "series",
  music: undefined,
};

/** Titles with the largest savings. */
function Gains({ sizes }: Pick<HomeData, "sizes">) {
  const kinds = sizes.flatMap(({ arr }) => GAIN_LISTS[arr] ?? []);
  return (
    <div class="section two">
      {kinds.map((kind) => (
        <section class="card stack has-backdrop" aria-labelledby={`gains-${kind}`}>
          <h2 id={`gains-${kind}`}>Largest {kind === "movies" ? "movies" : "series"}</h2>
          <GainPlaceholder kind={kind} />
        </section>
      ))}
    </div>
  );
}

const MONTHS = 12;

function Saved({ savings, now }: Pick<HomeData, "savings" | "now">) {
  const link = useLink();
  const { total, byMonth, wouldFree } = savings;
  if (total.jobs + wouldFree.jobs === 0) return null;
  return (
    <section class="section card stack" aria-labelledby="saved-h">
      <div class="section-head">
        <h2 id="saved-h">{total.jobs > 0 ? `Saved so far: ${bytes(total.savedBytes)}` : "Space to free"}</h2>
        {total.jobs > 0 && <a href={link("/savings")}>By {count(total.jobs, "encode")}</a>}
      </div>
      <SavedNotes savings={savings} />
      {byMonth.length > 0 && <SavedByMonth byMonth={byMonth} months={MONTHS} now={now} />}
    </section>
  );
}
