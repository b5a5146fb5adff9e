import { drawing } from "../../../http/draw.ts";
import { router } from "../../../http/router.ts";
import type { Services } from "../../../services/services.ts";
import { ReviewEnd, ReviewPage } from "./review.tsx";

/** Pages to compare finished encodes with their originals and decide which files to keep, newest encode first. */
export function reviewPages(services: Services) {
  const { jobs, reports, instance } = services;
  const { page } = drawing(services);
  const lastOf = async (id: string | undefined) =>
    id === undefined ? undefined : await jobs.get(id).catch(() => undefined);

  const app = router();
  app.get("/review", async (c) => {
    const last = await lastOf(c.req.query("after"));
    const { next } = await jobs.reviewPlace(last?.id);
    const after = last ? `?after=${last.id}` : "";
    return c.redirect(`${instance.urlBase}/review/${next ?? "end"}${after}`, 303);
  });
  app.get("/review/end", async (c) => {
    const [queue, last] = await Promise.all([jobs.queueState(), lastOf(c.req.query("after"))]);
    return page(c, <ReviewEnd queue={queue} last={last} />);
  });
  app.get("/review/:id", async (c) => {
    const id = c.req.param("id");
    const [job, place, queue, compare, report, last] = await Promise.all([
      jobs.get(id),
      jobs.reviewPlace(id),
      jobs.queueState(),
      reports.comparison(id),
      reports.quality.get(id).catch(() => undefined),
      lastOf(c.req.query("after")),
    ]);
    return page(c, <ReviewPage {...{ job, place, queue, compare, report, last }} />);
  });
  return app;
}
