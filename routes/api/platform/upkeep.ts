import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { EventQuery, InstanceEvent, Task, UpdateStatus } from "../../../lib/platform/model.ts";
import { done, IdParam, json, Ok, problems, Refresh, router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";

const tasks = createRoute({
  method: "get",
  path: "/system/tasks",
  tags: ["System"],
  summary: "List scheduled tasks: last run, result, interval, next run",
  responses: { 200: json(z.array(Task), "The tasks"), ...problems() },
});
const runTask = createRoute({
  method: "post",
  path: "/system/tasks/{id}/run",
  tags: ["System"],
  summary: "Run a task now",
  request: { params: IdParam },
  responses: { 202: json(Task, "Started"), ...problems(["invalid", "not_found", "conflict"]) },
});
const events = createRoute({
  method: "get",
  path: "/system/events",
  tags: ["System"],
  summary: "List events, newest first",
  request: { query: EventQuery },
  responses: {
    200: json(
      z.object({ items: z.array(InstanceEvent), total: z.int(), limit: z.int(), nextCursor: z.string().optional() })
        .meta({ id: "EventPage" }),
      "One page of events",
    ),
    ...problems(["invalid"]),
  },
});
const clearEvents = createRoute({
  method: "delete",
  path: "/system/events",
  tags: ["System"],
  summary: "Clear the events list",
  responses: { 200: json(Ok, "The list is empty, except for the event that records its clearing"), ...problems() },
});
const updates = createRoute({
  method: "get",
  path: "/system/updates",
  tags: ["System"],
  summary: "List published releases with their notes, and the installed version",
  request: { query: Refresh },
  responses: { 200: json(UpdateStatus, "The releases, newest first"), ...problems(["invalid"]) },
});

/** Routes for tasks, events and updates. */
export const upkeepRoutes = (services: Pick<Services, "tasks" | "events" | "updates">) =>
  router()
    .openapi(tasks, async (c) => c.json(await services.tasks.list(), 200))
    .openapi(runTask, async (c) => c.json(await services.tasks.runNow(c.req.valid("param").id), 202))
    .openapi(events, async (c) => {
      const query = c.req.valid("query");
      return c.json({ ...await services.events.list(query), limit: query.limit }, 200);
    })
    .openapi(clearEvents, async (c) => {
      await services.events.clear();
      return done(c);
    })
    .openapi(updates, async (c) => c.json(await services.updates.status(c.req.valid("query")), 200));
