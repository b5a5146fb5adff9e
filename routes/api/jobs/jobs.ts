import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { bulkQuery } from "../../../lib/jobs/intake/bulk_summary.ts";
import { Job, JobLog } from "../../../lib/jobs/schema.ts";
import {
  BulkCreate,
  BulkOfSelection,
  BulkResult,
  CreateJob,
  JobPage,
  JobQuery,
  Reorder,
  SkippedJob,
} from "../../../lib/jobs/request_schema.ts";
import { JobFigures, JobFilter, JobsChange, JobsChanged } from "../../../lib/jobs/change_schema.ts";
import type { ReviewDecision } from "../../../lib/jobs/review.ts";
import { JOB_STATES } from "../../../lib/jobs/states.ts";
import { body, done, IdParam, json, Ok, problems, router } from "../../http/router.ts";
import { ListChoice } from "../../../lib/library/lists/list_choice.ts";
import type { Services } from "../../services/services.ts";
import { type ChoiceServices, filesOfTitles } from "./chosen_titles.ts";

const States = z.preprocess((value) => value === undefined ? [] : [value].flat(), z.array(z.enum(JOB_STATES)))
  .meta({ description: "Repeatable" });

const figures = createRoute({
  method: "get",
  path: "/jobs/figures",
  tags: ["Jobs"],
  summary: "Return the IDs of all jobs in a list for bulk actions, with their expected size and time",
  request: { query: JobFilter.extend({ status: States }) },
  responses: {
    200: json(JobFigures, "The jobs, up to the maximum number of jobs in a bulk change"),
    ...problems(["invalid"]),
  },
});

const list = createRoute({
  method: "get",
  path: "/jobs",
  tags: ["Jobs"],
  summary: "List jobs, one page at a time",
  request: {
    query: JobQuery.extend({
      status: States,
      page: z.coerce.number().pipe(z.int().min(1).max(100_000)).optional().meta({
        description: "Page number from 1, instead of a cursor",
      }),
      arrId: z.coerce.number().pipe(z.int().positive()).optional().meta({
        description: "The ID of the title in that manager; requires arr",
      }),
      limit: z.coerce.number().pipe(z.int().min(1).max(500)).default(50).optional().transform((n) => n ?? 50),
    }),
  },
  responses: { 200: json(JobPage, "One page"), ...problems(["invalid"]) },
});

const create = createRoute({
  method: "post",
  path: "/jobs",
  tags: ["Jobs"],
  summary: "Queue one file",
  request: body(CreateJob),
  responses: {
    200: json(
      z.union([Job, SkippedJob]),
      "The active job for this file and profile, or the reason why no job is needed",
    ),
    201: json(Job, "The new job"),
    ...problems([
      "path_not_allowed",
      "upstream_timeout",
      "not_found",
      "no_profile",
      "encoder_missing",
      "nothing_to_do",
      "output_exists",
      "unreadable",
    ], { body: true }),
  },
});

const BulkOfTitles = BulkCreate.omit({ items: true }).extend({
  titles: ListChoice.describe("Titles of a library; all their files are queued"),
}).meta({ id: "BulkOfTitles" });

const bulk = createRoute({
  method: "post",
  path: "/jobs/bulk",
  tags: ["Jobs"],
  summary: "Queue many files; an invalid item does not block the others",
  request: body(z.union([BulkCreate, BulkOfSelection, BulkOfTitles])),
  responses: {
    200: json(BulkResult, "The created jobs, and the items for which no job was created"),
    ...problems(["no_profile", "nothing_to_do", "not_found"], { body: true }),
  },
});

const change = createRoute({
  method: "post",
  path: "/jobs/change",
  tags: ["Jobs"],
  summary:
    "Cancel, remove, retry or move many jobs, change their profile, or decide about their encodes; a rejected job does not stop the others",
  request: body(JobsChange),
  responses: {
    200: json(JobsChanged, "The number of changed jobs, and the jobs that were not changed"),
    ...problems(["no_profile"], { body: true }),
  },
});

const retryFailed = createRoute({
  method: "post",
  path: "/jobs/retry-failed",
  tags: ["Jobs"],
  summary: "Queue every failed job again",
  responses: { 200: json(z.object({ retried: z.int() }), "The number of jobs"), ...problems() },
});

const clear = createRoute({
  method: "post",
  path: "/jobs/clear",
  tags: ["Jobs"],
  summary: "Remove finished jobs from the history",
  request: {
    body: {
      required: false,
      content: {
        "application/json": { schema: z.object({ statuses: z.array(z.enum(JOB_STATES)).max(20).optional() }) },
      },
    },
  },
  responses: { 200: json(z.object({ removed: z.int() }), "The number of jobs"), ...problems([], { body: true }) },
});

const get = createRoute({
  method: "get",
  path: "/jobs/{id}",
  tags: ["Jobs"],
  summary: "Return a job",
  request: { params: IdParam },
  responses: { 200: json(Job, "The job"), ...problems(["not_found", "invalid"]) },
});

/** Codes of the errors that can occur when the original is queued again. */
const SMALLER_PROBLEMS = ["no_profile", "nothing_to_do", "path_not_allowed", "encoder_missing", "unreadable"] as const;

const action = (
  name: "cancel" | "retry" | "undo" | "replace" | "delete-encode" | "delete-original" | "smaller" | ReviewDecision,
  summary: string,
) =>
  createRoute({
    method: "post",
    path: `/jobs/{id}/${name}`,
    tags: ["Jobs"],
    summary,
    request: { params: IdParam },
    responses: {
      200: json(Ok, "Done"),
      ...problems([
        ...["not_found", "bad_state", "output_exists", "conflict", "invalid", "upstream_timeout"] as const,
        ...name === "smaller" ? SMALLER_PROBLEMS : [],
      ]),
    },
  });

const reorder = createRoute({
  method: "post",
  path: "/jobs/{id}/reorder",
  tags: ["Jobs"],
  summary: "Move a queued job",
  request: { params: IdParam, ...body(Reorder) },
  responses: { 200: json(Ok, "Done"), ...problems(["not_found", "bad_state"], { body: true }) },
});

const remove = createRoute({
  method: "delete",
  path: "/jobs/{id}",
  tags: ["Jobs"],
  summary: "Remove a finished job",
  request: {
    params: IdParam,
    query: z.object({
      discard: z.enum(["0", "1"]).optional().describe(
        "1 also removes the kept output of a job that could not be moved",
      ),
    }),
  },
  responses: { 200: json(Ok, "Done"), ...problems(["not_found", "bad_state", "invalid"]) },
});

const log = createRoute({
  method: "get",
  path: "/jobs/{id}/log",
  tags: ["Jobs"],
  summary: "Return the command and the output of the tool; text/plain on request",
  request: { params: IdParam, query: z.object({ format: z.enum(["json", "text"]).optional() }) },
  responses: {
    200: {
      description: "The log",
      content: { "application/json": { schema: JobLog }, "text/plain": { schema: z.string() } },
    },
    ...problems(["not_found", "invalid"]),
  },
});

/** Routes for jobs. */
export const jobRoutes = (
  { jobs, selections, ...services }: Pick<Services, "jobs" | "selections"> & ChoiceServices,
) => {
  async function withFiles(
    { profileId, audioOnly, includeEncoded, original, ...wanted }: z.infer<
      typeof BulkOfSelection | typeof BulkOfTitles
    >,
  ): Promise<BulkCreate> {
    const files = "titles" in wanted
      ? await filesOfTitles(services, wanted.titles)
      : selections.files(wanted.selectionId);
    const items = files.map(({ path }) => ({ source: { kind: "file" as const, localPath: path } }));
    return { profileId, audioOnly, includeEncoded, original, items };
  }

  return router()
    .openapi(list, async (c) => c.json(await jobs.list(c.req.valid("query")), 200))
    .openapi(create, async (c) => {
      const answer = await jobs.create(c.req.valid("json"));
      if ("skipped" in answer) return c.json(answer, 200);
      return answer.created ? c.json(answer.job, 201) : c.json(answer.job, 200);
    })
    .openapi(bulk, async (c) => {
      const wanted = c.req.valid("json");
      const result = await jobs.createBulk("items" in wanted ? wanted : await withFiles(wanted));
      c.set("queryAfterForm", bulkQuery(result));
      return c.json(result, 200);
    })
    .openapi(figures, async (c) => c.json(await jobs.figures(c.req.valid("query")), 200))
    .openapi(change, async (c) => c.json(await jobs.change(c.req.valid("json")), 200))
    .openapi(retryFailed, async (c) => c.json(await jobs.retryFailed(), 200))
    .openapi(clear, async (c) => c.json(await jobs.clear(c.req.valid("json").statuses), 200))
    .openapi(get, async (c) => c.json(await jobs.get(c.req.valid("param").id), 200))
    .openapi(action("cancel", "Cancel a job; responds once its tool has ended"), async (c) => {
      await jobs.cancel(c.req.valid("param").id);
      return done(c);
    })
    .openapi(action("retry", "Run a failed, cancelled or skipped job again"), async (c) => {
      await jobs.retry(c.req.valid("param").id);
      return done(c);
    })
    .openapi(action("undo", "Restore a replaced original while it is kept"), async (c) => {
      await jobs.undo(c.req.valid("param").id);
      return done(c);
    })
    .openapi(action("replace", "Compare every frame, then replace the original of a finished job"), async (c) => {
      await jobs.replaceOriginal(c.req.valid("param").id);
      return done(c);
    })
    .openapi(
      action("delete-encode", "Move the encode of a finished job to the recycle bin; the original stays"),
      async (c) => {
        await jobs.deleteEncode(c.req.valid("param").id);
        return done(c);
      },
    )
    .openapi(
      action("delete-original", "Delete a replaced original from the recycle bin, which cannot be undone"),
      async (c) => {
        await jobs.deleteOriginal(c.req.valid("param").id);
        return done(c);
      },
    )
    .openapi(
      action("smaller", "Move the encode to the recycle bin, and encode the original again to a smaller file"),
      async (c) => {
        await jobs.trySmaller(c.req.valid("param").id);
        return done(c);
      },
    )
    .openapi(action("keep-both", "Keep both a finished encode and its original, and end the review"), async (c) => {
      await jobs.decideReview(c.req.valid("param").id, "keep-both");
      return done(c);
    })
    .openapi(action("review", "Review an encode and its original again after both were kept"), async (c) => {
      await jobs.decideReview(c.req.valid("param").id, "review");
      return done(c);
    })
    .openapi(reorder, async (c) => {
      await jobs.reorder(c.req.valid("param").id, c.req.valid("json"));
      return done(c);
    })
    .openapi(remove, async (c) => {
      await jobs.remove(c.req.valid("param").id, { discard: c.req.valid("query").discard === "1" });
      return done(c);
    })
    .openapi(log, async (c) => {
      const found = await jobs.log(c.req.valid("param").id);
      const asText = c.req.valid("query").format === "text" || c.req.header("accept")?.startsWith("text/plain");
      if (!asText) return c.json(found, 200);
      return c.text([found.command, "", ...found.lines, ""].join("\n"), 200);
    });
};
