import type { Context } from "hono";
import { JobQuery } from "../../../lib/jobs/schema.ts";
import { FINISHED_STATES, type JobState, RUNNING_STATES } from "../../../lib/jobs/states.ts";
import { Partial } from "../../../lib/ui/render.tsx";
import { drawing } from "../../http/draw.ts";
import { type AppEnv, router } from "../../http/router.ts";
import type { Services } from "../../services.ts";
import { type ActivityData, ActivityLists, ActivityPage } from "./activity.tsx";
import { JobActions, JobBody, JobPage, type JobPageData } from "./job.tsx";

const WAITING = ["queued", "waiting", "waiting_for_space"] as const satisfies JobState[];
const PAGE = 50;
/** A page is drawn anew at every change of its job; the whole log is a download. */
const SHOWN_LOG_BYTES = 64 * 1024;

/** The queue and its jobs: each page makes the calls of the JSON API and draws the answer. */
export function activityPages(services: Services) {
  const { jobs, media, clock, instance } = services;
  const { page, fragment } = drawing(services);

  async function activity(c: Context<AppEnv>): Promise<ActivityData> {
    const { q = "", status = "", cursor } = c.req.query();
    const wanted = FINISHED_STATES.filter((state) => status === "" || state === status);
    const query = (part: Partial<JobQuery>) => jobs.list(JobQuery.parse(part));
    const [queue, running, queued, history] = await Promise.all([
      jobs.queueState(),
      query({ status: [...RUNNING_STATES], sort: "position", order: "asc" }),
      query({ status: [...WAITING], sort: "position", order: "asc" }),
      query({
        status: wanted,
        sort: "finishedAt",
        q: q.slice(0, 200) || undefined,
        cursor: cursor || undefined,
        limit: PAGE,
      }),
    ]);
    return { queue, running: running.items, queued, history, filter: { q, status, cursor }, now: clock.now() };
  }

  async function jobData(id: string): Promise<JobPageData> {
    const { reports } = services;
    const [job, log, report, compare] = await Promise.all([
      jobs.get(id),
      jobs.log(id, { endBytes: SHOWN_LOG_BYTES }),
      reports.quality.get(id).catch(() => undefined),
      reports.comparison(id),
    ]);
    return { job, log, report, compare };
  }

  const app = router();
  app.get("/", async (c) => {
    const data = await activity(c);
    if (c.req.query("part") === "lists") return fragment(c, <ActivityLists {...data} />);
    const found = await media.tools();
    const missing = found.ffmpeg.error !== undefined || found.ffprobe.error !== undefined;
    if (missing && !await services.setup.dismissed()) return c.redirect(`${instance.urlBase}/setup`, 303);
    return page(c, <ActivityPage {...data} />);
  });
  app.get("/jobs/:id", async (c) => {
    const data = await jobData(c.req.param("id"));
    if (c.req.query("part") !== "job") return page(c, <JobPage {...data} />);
    return fragment(
      c,
      <>
        <JobBody {...data} />
        <Partial target="#job-actions">
          <JobActions job={data.job} />
        </Partial>
      </>,
    );
  });
  return app;
}
