import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { QueuePlan, QueueState } from "../../../lib/jobs/schema.ts";
import { body, json, problems, router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";

const state = createRoute({
  method: "get",
  path: "/queue",
  tags: ["Queue"],
  summary: "Return the state of the queue",
  responses: { 200: json(QueueState, "The state"), ...problems() },
});

const plan = createRoute({
  method: "get",
  path: "/queue/plan",
  tags: ["Queue"],
  summary: "Return the expected start and end of each waiting job",
  responses: { 200: json(QueuePlan, "The expected times"), ...problems() },
});

const limit = createRoute({
  method: "post",
  path: "/queue/limit",
  tags: ["Queue"],
  summary: "Set the number of concurrent encodes; 0 starts none",
  request: body(z.object({ limit: z.int().min(0).max(32) })),
  responses: { 200: json(QueueState, "The state"), ...problems([], { body: true }) },
});

const pause = createRoute({
  method: "post",
  path: "/queue/pause",
  tags: ["Queue"],
  summary: "Pause or resume; suspend also freezes running encodes",
  request: body(z.object({ paused: z.boolean(), suspend: z.boolean().optional() })),
  responses: { 200: json(z.object({ paused: z.boolean() }), "The current state"), ...problems([], { body: true }) },
});

/** Routes for the queue as a whole. */
export const queueRoutes = ({ jobs }: Pick<Services, "jobs">) =>
  router()
    .openapi(state, async (c) => c.json(await jobs.queueState(), 200))
    .openapi(plan, async (c) => {
      const { endsAt, jobs: times } = await jobs.timeline();
      return c.json({ endsAt, jobs: [...times].map(([id, planned]) => ({ id, ...planned })) }, 200);
    })
    .openapi(limit, async (c) => c.json(await jobs.setLimit(c.req.valid("json").limit), 200))
    .openapi(pause, async (c) => {
      const { paused, suspend } = c.req.valid("json");
      return c.json(await jobs.setPaused(paused, suspend), 200);
    });
