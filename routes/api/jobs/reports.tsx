import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { Fault } from "../../../lib/kit/fault.ts";
import { FileCheck } from "../../../lib/jobs/reports/schema.ts";
import { QualityReport } from "../../../lib/jobs/reports/quality.ts";
import { Savings } from "../../../lib/jobs/reports/savings.ts";
import { body, done, IdParam, json, Ok, problems, router, wantsHtml } from "../../http/router.ts";
import { QualityReportView } from "../../../lib/ui/components/quality_report.tsx";
import { renderView } from "../../../lib/ui/render.tsx";
import type { Services } from "../../services/services.ts";
import { viewOf } from "../../http/view.ts";

/** Maximum number of files that one call may check. */
const MAX_CHECKED_FILES = 1000;
const Path = z.string().min(1).max(4096);
const Checks = z.object({ checks: z.array(FileCheck) }).meta({ id: "FileChecks" });

const quality = createRoute({
  method: "get",
  path: "/jobs/{id}/quality",
  tags: ["Jobs"],
  summary: "Return the last measured quality of the result compared with its source",
  request: { params: IdParam },
  responses: {
    200: json(QualityReport, "Score over time and the worst moments"),
    ...problems(["not_found", "invalid"]),
  },
});
const measure = createRoute({
  method: "post",
  path: "/jobs/{id}/quality",
  tags: ["Jobs"],
  summary: "Measure the quality of the result compared with its source; takes about a minute for a movie",
  request: { params: IdParam },
  responses: {
    200: json(QualityReport, "The new report"),
    ...problems(["not_found", "bad_state", "invalid", "tool_missing", "unreadable"]),
  },
});
const savings = createRoute({
  method: "get",
  path: "/savings",
  tags: ["Jobs"],
  summary: "Return the space saved by encodes: in total, by month and by profile",
  responses: { 200: json(Savings, "Savings of all jobs in the history"), ...problems() },
});
const checks = createRoute({
  method: "get",
  path: "/media/checks",
  tags: ["Media"],
  summary: "List file checks: running, waiting, and the latest results",
  responses: { 200: json(Checks, "All file checks"), ...problems() },
});
const check = createRoute({
  method: "get",
  path: "/media/check",
  tags: ["Media"],
  summary: "Return the check result of a file in its current state",
  request: { query: z.object({ path: Path }) },
  responses: {
    200: json(FileCheck, "The check"),
    ...problems(["not_found", "path_not_allowed", "upstream_timeout", "invalid", "unreadable"]),
  },
});
const start = createRoute({
  method: "post",
  path: "/media/check",
  tags: ["Media"],
  summary: "Decode files in full and map their damage, one after another",
  request: body(
    z.object({
      paths: z.array(Path).min(1).max(MAX_CHECKED_FILES).optional(),
      selectionId: z.string().min(1).max(64).optional().describe(
        "Instead of paths: an ID returned by POST /api/selections",
      ),
      again: z.boolean().default(false).describe("Also check files whose current content was already checked"),
    }).meta({ id: "FileCheckInput" }),
  ),
  responses: {
    202: json(Checks, "Known results and queued checks"),
    ...problems(["not_found", "path_not_allowed", "upstream_timeout", "unreadable", "tool_missing"], { body: true }),
  },
});
const cancel = createRoute({
  method: "delete",
  path: "/media/check",
  tags: ["Media"],
  summary: "Stop the check of a file",
  request: { query: z.object({ path: Path }) },
  responses: { 200: json(Ok, "Stopped"), ...problems(["not_found", "invalid"]) },
});

/** Routes for reports on finished work: quality, savings, file health. */
export function reportRoutes(services: Pick<Services, "reports" | "settings" | "instance" | "health" | "selections">) {
  const { reports, selections } = services;
  return router()
    .openapi(quality, async (c) => c.json(await reports.quality.get(c.req.valid("param").id), 200))
    .openapi(measure, async (c) => {
      const { id } = c.req.valid("param");
      const report = await reports.quality.make(id);
      if (!wantsHtml(c)) return c.json(report, 200);
      // Browsers get the result as HTML. The OpenAPI document describes the JSON response.
      return c.html(renderView(viewOf(c, services), <QualityReportView jobId={id} report={report} />)) as never;
    })
    .openapi(savings, async (c) => c.json(await reports.savings(), 200))
    .openapi(checks, async (c) => c.json({ checks: await reports.checks.list() }, 200))
    .openapi(check, async (c) => c.json(await reports.checks.get(c.req.valid("query").path), 200))
    .openapi(start, async (c) => {
      const { paths, selectionId, again } = c.req.valid("json");
      const chosen = paths ?? (selectionId === undefined ? [] : selections.paths(selectionId));
      if (chosen.length === 0 || chosen.length > MAX_CHECKED_FILES) {
        const message = `Specify 1 to ${MAX_CHECKED_FILES} files, by paths or selectionId.`;
        throw new Fault("invalid", message, { fields: [{ path: "paths", message }] });
      }
      return c.json({ checks: await reports.checks.start(chosen, { again }) }, 202);
    })
    .openapi(cancel, (c) => {
      reports.checks.cancel(c.req.valid("query").path);
      return done(c);
    });
}
