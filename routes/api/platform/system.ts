import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { HealthCheck } from "../../../lib/platform/model.ts";
import { StoragePath } from "../../../lib/platform/storage/paths.ts";
import { FfmpegStatus, ffmpegStatus, SystemStatus, systemStatus } from "../../../lib/app/status/status.ts";
import { json, problems, Refresh, router } from "../../http/router.ts";
import type { Services } from "../../services.ts";

const status = createRoute({
  method: "get",
  path: "/system",
  tags: ["System"],
  summary: "This instance: versions, programs, hardware, connections, folders",
  request: { query: Refresh },
  responses: { 200: json(SystemStatus, "How it is"), ...problems(["invalid"]) },
});
const checks = createRoute({
  method: "get",
  path: "/system/health",
  tags: ["System"],
  summary: "What is wrong, what is doubtful, what is well",
  request: { query: Refresh },
  responses: { 200: json(z.array(HealthCheck), "The checks, the worst first"), ...problems(["invalid"]) },
});
const ffmpeg = createRoute({
  method: "get",
  path: "/system/ffmpeg",
  tags: ["System"],
  summary: "What the ffmpeg at hand can do, and what profiles miss",
  responses: { 200: json(FfmpegStatus, "The encoders"), ...problems() },
});
const paths = createRoute({
  method: "get",
  path: "/system/paths",
  tags: ["System"],
  summary: "Every folder that is used, with its size and what its disk has left",
  request: { query: Refresh },
  responses: { 200: json(z.array(StoragePath), "The folders"), ...problems(["invalid"]) },
});
const restart = createRoute({
  method: "post",
  path: "/system/restart",
  tags: ["System"],
  summary: "Bind anew with the host settings as they are now; what runs goes on",
  responses: {
    200: json(
      z.object({ restarting: z.literal(true), port: z.int(), urlBase: z.string() }).meta({ id: "Restarting" }),
      "Where it will be in a moment",
    ),
    ...problems(),
  },
});
const shutdown = createRoute({
  method: "post",
  path: "/system/shutdown",
  tags: ["System"],
  summary: "Stop the service; jobs go on at the next start",
  responses: {
    200: json(z.object({ shuttingDown: z.literal(true) }).meta({ id: "ShuttingDown" }), "It goes down"),
    ...problems(),
  },
});

/** Collects the inputs of the status from all services. */
export const statusOf = (services: Services, refresh: boolean) =>
  systemStatus({ ...services, configDir: services.storage.configDir }, { refresh });

/** Routes for the instance itself. */
export const systemRoutes = (services: Services) =>
  router()
    .openapi(status, async (c) => c.json(await statusOf(services, c.req.valid("query").refresh), 200))
    .openapi(checks, async (c) => {
      const { refresh } = c.req.valid("query");
      return c.json(await (refresh ? services.health.look() : services.health.current()), 200);
    })
    .openapi(ffmpeg, async (c) => c.json(await ffmpegStatus(services), 200))
    .openapi(paths, async (c) => c.json(await services.paths.list(c.req.valid("query")), 200))
    .openapi(restart, (c) => c.json({ restarting: true, ...services.control.restart() } as const, 200))
    .openapi(shutdown, (c) => {
      services.control.shutdown();
      return c.json({ shuttingDown: true } as const, 200);
    });
