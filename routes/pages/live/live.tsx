import type { Job, QueueState } from "../../../lib/jobs/schema.ts";
import { isFinished, isRunning, type JobState } from "../../../lib/jobs/states.ts";
import { JobCard } from "../../../lib/ui/components/jobs/job_card.tsx";
import { DiscsBadge } from "../../../lib/ui/menu.tsx";
import { tabProgress, tabTitle } from "../../../lib/ui/tab_title.ts";
import { Partial, renderView, type View } from "../../../lib/ui/render.tsx";
import { QueueControls, QueueSummary } from "../jobs/activity.tsx";
import { type AgentEvent, createAgentsView, isAgentsPage } from "./live_agents.tsx";
import { createDiscsView, type DiscEvent, isDiscsPage } from "./live_discs.tsx";
import type { LiveUpdate } from "./live_update.ts";
import { JobHead } from "../jobs/job_head.tsx";

/** Events that can change an open page. `jobs` means that many jobs changed. */
export type LiveEvent =
  | DiscEvent
  | AgentEvent
  | { type: "job"; job: Job }
  | { type: "jobs" }
  | { type: "job-removed" }
  | { type: "queue"; queue: QueueState };

/**
 * Renders events for one open page. Progress updates the affected card. If a job moves between lists (queued, running,
 * finished), the page reloads its lists. The renderer remembers the last state of each job.
 */
export function createLiveView(page: string, view: View): (event: LiveEvent) => LiveUpdate {
  if (isDiscsPage(page)) return createDiscsView(page, view);
  if (isAgentsPage(page)) return createAgentsView(view);
  const last = new Map<string, string>();
  const percents = new Map<string, number>();
  const moved = (job: Job): boolean => {
    const place = `${listOf(job.status)} ${job.position ?? ""} ${job.preview} ${job.review} ${job.originalKeptAt}`;
    const before = last.get(job.id);
    if (isFinished(job.status)) last.delete(job.id);
    else last.set(job.id, place);
    return before !== place;
  };
  const ownJob = page.startsWith("job:") ? page.slice("job:".length) : undefined;
  /** Renders the title of the browser tab if the progress in it has changed. */
  const titled = (job: Job): string => {
    const before = tabProgress([...percents.values()]);
    if (isRunning(job.status)) percents.set(job.id, job.progress?.percent ?? 0);
    else percents.delete(job.id);
    const now = tabProgress([...percents.values()]);
    return now === before ? "" : drawTitle(view, ownJob === undefined ? "Activity" : job.title, now);
  };

  return (event) => {
    switch (event.type) {
      case "queue":
        return ownJob === undefined ? { html: drawQueue(view, event.queue) } : {};
      case "job": {
        const { job } = event;
        if (ownJob !== undefined) {
          if (job.id !== ownJob) return {};
          // The explanation of a failure is part of the head, and is only read when the whole page is rendered.
          const failed = job.status === "failed" || job.status === "publish_failed";
          return { html: (failed ? "" : drawHead(view, job)) + titled(job), lists: moved(job) || failed };
        }
        const html = (isRunning(job.status) ? drawCard(view, job) : "") + titled(job);
        return { html: html === "" ? undefined : html, lists: moved(job) };
      }
      case "jobs":
      case "job-removed":
        return { lists: true };
      default:
        return {};
    }
  };
}

/**
 * Renders the number of waiting discs for the navigation of an open page. The result is empty if the number has not
 * changed.
 */
export function createDiscsBadge(view: View, count: () => number): () => string {
  let shown: number | undefined;
  return () => {
    const now = count();
    if (now === shown) return "";
    shown = now;
    return renderView(
      view,
      <Partial target="#nav-discs">
        <DiscsBadge count={now} />
      </Partial>,
    );
  };
}

function listOf(status: JobState): string {
  if (isRunning(status)) return "running";
  return isFinished(status) ? "finished" : status;
}

const drawQueue = (view: View, queue: QueueState): string =>
  renderView(
    view,
    <>
      <Partial target="#queue-summary">
        <QueueSummary queue={queue} />
      </Partial>
      <Partial target="#queue-controls">
        <QueueControls queue={queue} />
      </Partial>
    </>,
  );

const drawCard = (view: View, job: Job): string =>
  renderView(
    view,
    <Partial target={`#job-${job.id}`}>
      <JobCard job={job} />
    </Partial>,
  );

const drawTitle = (view: View, page: string, progress: string | undefined): string =>
  renderView(view, <Partial target="title" swap="innerHTML">{tabTitle(page, view.instanceName, progress)}</Partial>);

const drawHead = (view: View, job: Job): string =>
  renderView(
    view,
    <Partial target={`#job-head-${job.id}`}>
      <JobHead job={job} />
    </Partial>,
  );
