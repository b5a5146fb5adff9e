import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { JobsChanged } from "../../../lib/jobs/change_schema.ts";
import { FailureExplanation, FailureGroup, FailureGroupInput } from "../../../lib/jobs/failures/schema.ts";
import { attachment } from "../../http/attachment.ts";
import { body, IdParam, json, problems, raw, router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";

const groups = createRoute({
  method: "get",
  path: "/jobs/failures",
  tags: ["Jobs"],
  summary: "List failed jobs by cause, with an explanation and a remedy for each",
  responses: {
    200: json(z.object({ groups: z.array(FailureGroup) }).meta({ id: "FailureGroups" }), "The groups, largest first"),
    ...problems(),
  },
});
const retry = createRoute({
  method: "post",
  path: "/jobs/failures/retry",
  tags: ["Jobs"],
  summary: "Queue all failed jobs with the same cause again; a rejected job does not stop the others",
  request: body(FailureGroupInput),
  responses: {
    200: json(JobsChanged, "The number of queued jobs, and the jobs that were not queued"),
    ...problems(["not_found", "bad_state"], { body: true }),
  },
});
const explain = createRoute({
  method: "get",
  path: "/jobs/{id}/failure",
  tags: ["Jobs"],
  summary: "Explain why a job failed",
  request: { params: IdParam },
  responses: {
    200: json(FailureExplanation, "The cause, the remedy, and the lines that report the failure"),
    ...problems(["not_found", "bad_state", "invalid"]),
  },
});
const report = createRoute({
  method: "get",
  path: "/jobs/{id}/failure-report",
  tags: ["Jobs"],
  summary: "Return a report of a failed job for a bug report; paths, names, hosts and keys are replaced",
  request: { params: IdParam, query: z.object({ download: z.enum(["0", "1"]).default("0") }) },
  responses: {
    200: raw("text/plain", "The report"),
    ...problems(["not_found", "bad_state", "invalid"]),
  },
});

/** Routes that explain failed jobs. */
export const failureRoutes = ({ failures }: Pick<Services, "failures">) =>
  router()
    .openapi(groups, async (c) => c.json({ groups: await failures.groups() }, 200))
    .openapi(retry, async (c) => c.json(await failures.retry(c.req.valid("json").group), 200))
    .openapi(explain, async (c) => c.json(await failures.of(c.req.valid("param").id), 200))
    .openapi(report, async (c) => {
      const { id } = c.req.valid("param");
      const text = await failures.report(id);
      const saved = c.req.valid("query").download === "1"
        ? { "Content-Disposition": attachment(`lathe-failure-${id}.txt`) }
        : {};
      return c.body(text, 200, { "Content-Type": "text/plain; charset=utf-8", ...saved });
    });
