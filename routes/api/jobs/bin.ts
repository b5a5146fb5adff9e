import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import {
  BinDelete,
  BinDeleted,
  BinPage,
  BinQuery,
  UndoPlan,
  UndoRun,
  UndoRunDetails,
  UndoScope,
} from "../../../lib/jobs/bin_schema.ts";
import { body, IdParam, json, problems, router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";

const undo = createRoute({
  method: "post",
  path: "/jobs/undo",
  tags: ["Jobs"],
  summary: "Restore the replaced originals of several jobs in the background, the newest replacement first",
  request: {
    ...body(UndoScope),
    query: z.object({
      dryRun: z.enum(["0", "1"]).default("0").describe("1 only returns the outcome for each job, without any change"),
    }),
  },
  responses: {
    200: json(UndoPlan, "The expected outcome, with dryRun=1"),
    202: json(UndoRun, "The started run"),
    ...problems(["not_found"], { body: true }),
  },
});

const runs = createRoute({
  method: "get",
  path: "/jobs/undo",
  tags: ["Jobs"],
  summary: "List the latest restores of several jobs",
  responses: { 200: json(z.object({ items: z.array(UndoRun) }), "The runs, newest first"), ...problems() },
});

const run = createRoute({
  method: "get",
  path: "/jobs/undo/{id}",
  tags: ["Jobs"],
  summary: "Return a restore with the outcome of each job",
  request: { params: IdParam },
  responses: { 200: json(UndoRunDetails, "The run"), ...problems(["not_found", "invalid"]) },
});

const count = (most: number) => z.coerce.number().pipe(z.int().min(1).max(most));

const list = createRoute({
  method: "get",
  path: "/bin",
  tags: ["Jobs"],
  summary: "List the replaced originals and removed encodes that are kept in recycle bins",
  request: {
    query: BinQuery.extend({
      page: count(100_000).default(1).optional().transform((n) => n ?? 1),
      limit: count(200).default(50).optional().transform((n) => n ?? 50),
    }),
  },
  responses: { 200: json(BinPage, "One page, with the totals of all entries"), ...problems(["invalid"]) },
});

const remove = createRoute({
  method: "post",
  path: "/bin/delete",
  tags: ["Jobs"],
  summary: "Delete files from the recycle bins, which cannot be undone; a rejected file does not stop the others",
  request: body(BinDelete),
  responses: {
    200: json(BinDeleted, "The number of deleted files, and the files that were not deleted"),
    ...problems([], { body: true }),
  },
});

/** Routes for restoring several originals, and for the recycle bins. */
export const binRoutes = ({ jobs }: Pick<Services, "jobs">) =>
  router()
    .openapi(undo, async (c) => {
      const scope = c.req.valid("json");
      if (c.req.valid("query").dryRun === "1") return c.json(await jobs.undoRuns.plan(scope), 200);
      const started = await jobs.undoRuns.start(scope);
      c.set("queryAfterForm", `?${new URLSearchParams({ run: started.id })}`);
      return c.json(started, 202);
    })
    .openapi(runs, async (c) => c.json({ items: await jobs.undoRuns.list() }, 200))
    .openapi(run, async (c) => c.json(await jobs.undoRuns.get(c.req.valid("param").id), 200))
    .openapi(list, async (c) => c.json(await jobs.bin.list(c.req.valid("query")), 200))
    .openapi(remove, async (c) => {
      const result = await jobs.bin.delete(c.req.valid("json").paths);
      c.set("queryAfterForm", `?${new URLSearchParams({ deleted: String(result.deleted) })}`);
      return c.json(result, 200);
    });
