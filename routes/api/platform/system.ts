import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { HealthCheck } from "../../../lib/platform/model.ts";
import { StoragePath } from "../../../lib/platform/storage/paths.ts";
import { FfmpegStatus, ffmpegStatus, SystemStatus } from "../../../lib/app/status/status.ts";
import { body, json, problems, Refresh, router } from "../../http/router.ts";
import { systemStatusOf } from "../../data/system_data.ts";
import type { Services } from "../../services/services.ts";

const status = createRoute({
  method: "get",
  path: "/system",
  tags: ["System"],
  summary: "Return versions, programs, hardware, connections and folders of this instance",
  request: { query: Refresh },
  responses: { 200: json(SystemStatus, "The status"), ...problems(["invalid"]) },
});
const checks = createRoute({
  method: "get",
  path: "/system/health",
  tags: ["System"],
  summary: "List health checks: errors, warnings and passed checks",
  request: { query: Refresh },
  responses: { 200: json(z.array(HealthCheck), "The checks, worst first"), ...problems(["invalid"]) },
});
const dismiss = createRoute({
  method: "post",
  path: "/system/health/dismiss",
  tags: ["System"],
  summary: "Dismiss a problem until it disappears or becomes an error, or show it again",
  request: body(z.object({ id: z.string().min(1).max(500), dismissed: z.boolean().default(true) })),
  responses: {
    200: json(z.array(HealthCheck), "The checks, worst first"),
    ...problems(["not_found"], { body: true }),
  },
});
const ffmpeg = createRoute({
  method: "get",
  path: "/system/ffmpeg",
  tags: ["System"],
  summary: "Return the features of the detected ffmpeg, and the encoders of profiles that it lacks",
  responses: { 200: json(FfmpegStatus, "The encoders"), ...problems() },
});
const paths = createRoute({
  method: "get",
  path: "/system/paths",
  tags: ["System"],
  summary: "List every folder in use, with its size and the free space on its disk",
  request: { query: Refresh },
  responses: { 200: json(z.array(StoragePath), "The folders"), ...problems(["invalid"]) },
});
const restart = createRoute({
  method: "post",
  path: "/system/restart",
  tags: ["System"],
  summary: "Restart the web server with the current host settings; running jobs continue",
  responses: {
    200: json(
      z.object({ restarting: z.literal(true), port: z.int(), urlBase: z.string() }).meta({ id: "Restarting" }),
      "The address after the restart",
    ),
    ...problems(),
  },
});
const shutdown = createRoute({
  method: "post",
  path: "/system/shutdown",
  tags: ["System"],
  summary: "Stop the service; jobs continue at the next start",
  responses: {
    200: json(z.object({ shuttingDown: z.literal(true) }).meta({ id: "ShuttingDown" }), "Shutting down"),
    ...problems(),
  },
});

/** Routes for the instance itself. */
export const systemRoutes = (services: Services) =>
  router()
    .openapi(status, async (c) => c.json(await systemStatusOf(services, c.req.valid("query").refresh), 200))
    .openapi(checks, async (c) => {
      const { refresh } = c.req.valid("query");
      return c.json(await (refresh ? services.health.check() : services.health.current()), 200);
    })
    .openapi(dismiss, async (c) => {
      const { id, dismissed } = c.req.valid("json");
      return c.json(await services.health.dismiss(id, dismissed), 200);
    })
    .openapi(ffmpeg, async (c) => c.json(await ffmpegStatus(services), 200))
    .openapi(paths, async (c) => c.json(await services.paths.list(c.req.valid("query")), 200))
    .openapi(restart, (c) => c.json({ restarting: true, ...services.control.restart() } as const, 200))
    .openapi(shutdown, (c) => {
      services.control.shutdown();
      return c.json({ shuttingDown: true } as const, 200);
    });
