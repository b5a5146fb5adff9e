import type { Context } from "hono";
import * as z from "zod";
import { BulkCounts, bulkSummary } from "../../../lib/jobs/intake/bulk_summary.ts";
import { JobQuery } from "../../../lib/jobs/request_schema.ts";
import { FINISHED_STATES, isFinished, RUNNING_STATES } from "../../../lib/jobs/states.ts";
import { Partial } from "../../../lib/ui/render.tsx";
import type { ComparedVideo } from "../../../lib/jobs/reports/service.ts";
import { profileOptions } from "../../data/profile_choices.ts";
import { drawing } from "../../http/draw.ts";
import { readQuery } from "../../data/read_query.ts";
import { type AppEnv, router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";
import { type ActivityData, ActivityLists, ActivityPage } from "./activity.tsx";
import { ActivityFilter, listedBy } from "./activity_filter.tsx";
import { Evidence } from "./activity_history.tsx";
import { FailureReport } from "./failure_card.tsx";
import { JobActions, JobBody, JobPage, type JobPageData } from "./job.tsx";

/** Number of jobs per page, which is more than fits on a screen. */
const PAGE = 30;
/** Number of results shown with the queue. */
const LATEST = 5;
/** Maximum size of the log excerpt in bytes. */
const EVIDENCE_BYTES = 4 * 1024;
const EVIDENCE_LINES = 20;
/**
 * Maximum size of the log on a page in bytes, because every change of the job updates the page. The whole log is
 * available as a download.
 */
const SHOWN_LOG_BYTES = 64 * 1024;

/** Returns the position in seconds from the URL, limited to the duration of the video. Undefined if it is invalid. */
function momentOf(asked: string | undefined, video: ComparedVideo | undefined): number | undefined {
  const seconds = z.coerce.number().min(0).safeParse(asked).data;
  return seconds === undefined || video === undefined ? undefined : Math.min(seconds, video.durationSeconds);
}

/** Pages of queue and jobs. Each calls the JSON API and renders the response. */
export function activityPages(services: Services) {
  const { jobs, clock, failures } = services;
  const { page, fragment } = drawing(services);

  const query = (part: Partial<JobQuery>) => jobs.list(JobQuery.parse(part));
  const running = async () => (await query({ status: [...RUNNING_STATES], sort: "position", order: "asc" })).items;

  async function activity(c: Context<AppEnv>): Promise<ActivityData> {
    const filters = Object.entries(c.req.query()).filter(([name]) => !(name in BulkCounts.shape));
    const { query: filter, ignored } = readQuery(ActivityFilter, Object.fromEntries(filters));
    const inQueue = filter.tab === "queue";
    const byTime = filter.tab === "history";
    const showsCauses = filter.status === "failed" || filter.status === "publish_failed";
    const [queue, runs, list, latest, first, names, timeline, causes] = await Promise.all([
      jobs.queueState(),
      running(),
      query({
        ...listedBy(filter),
        sort: filter.sort || (byTime ? "finishedAt" : "position"),
        order: filter.order || (byTime ? "desc" : "asc"),
        q: filter.q || undefined,
        profileId: filter.profile || undefined,
        page: filter.page,
        limit: PAGE,
      }),
      inQueue ? query({ status: [...FINISHED_STATES], sort: "finishedAt", limit: LATEST }) : undefined,
      query({ status: ["waiting", "waiting_for_space"], sort: "position", order: "asc", limit: 1 }),
      profileOptions(services),
      jobs.timeline(),
      showsCauses ? failures.groups() : [],
    ]);
    const waitsFor = first.items[0]?.message;
    return {
      queue,
      running: runs,
      list,
      latest: latest?.items ?? [],
      timeline,
      waitsFor,
      profiles: names,
      filter,
      ignored,
      causes,
      now: clock.now(),
    };
  }

  async function jobData(id: string): Promise<JobPageData> {
    const { reports } = services;
    const [job, log, report, compare] = await Promise.all([
      jobs.get(id),
      jobs.log(id, { endBytes: SHOWN_LOG_BYTES }),
      reports.quality.get(id).catch(() => undefined),
      reports.comparison(id),
    ]);
    // Every change of a running job updates its page.
    const next = isFinished(job.status) ? (await jobs.reviewPlace(id)).next : undefined;
    const hasFailed = job.status === "failed" || job.status === "publish_failed";
    const failure = hasFailed ? await failures.of(id).catch(() => undefined) : undefined;
    const planned = job.status === "queued" ? (await jobs.timeline()).jobs.get(id) : undefined;
    return { job, log, report, compare, next, planned, failure };
  }

  const app = router();
  app.get("/activity", async (c) => {
    const data = await activity(c);
    // The page and its lists share one URL, so that a reload renders the whole page.
    if (c.req.header("hx-request") !== undefined) return fragment(c, <ActivityLists {...data} />);
    const counts = BulkCounts.safeParse(c.req.query());
    return page(c, <ActivityPage {...data} queued={counts.data && bulkSummary(counts.data)} />);
  });
  app.get("/jobs/:id", async (c) => {
    if (c.req.query("part") === "evidence") {
      const { lines } = await jobs.log(c.req.param("id"), { endBytes: EVIDENCE_BYTES });
      return fragment(c, <Evidence lines={lines.slice(-EVIDENCE_LINES)} />);
    }
    if (c.req.query("part") === "report") {
      const jobId = c.req.param("id");
      return fragment(c, <FailureReport jobId={jobId} text={await failures.report(jobId)} />);
    }
    const data = await jobData(c.req.param("id"));
    if (c.req.query("part") !== "job") {
      return page(c, <JobPage {...data} moment={momentOf(c.req.query("at"), data.compare)} />);
    }
    return fragment(
      c,
      <>
        <JobBody {...data} />
        <Partial target="#job-actions">
          <JobActions job={data.job} comparable={data.compare !== undefined} next={data.next} />
        </Partial>
      </>,
    );
  });
  return app;
}
