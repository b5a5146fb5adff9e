import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { LogFile } from "../../../lib/platform/logs/log_files.ts";
import { attachment } from "../../http/attachment.ts";
import { done, json, NameParam, Ok, problems, raw, router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";

const list = createRoute({
  method: "get",
  path: "/system/logs",
  tags: ["System"],
  summary: "List log files",
  responses: { 200: json(z.array(LogFile), "The log files, newest first"), ...problems() },
});
const read = createRoute({
  method: "get",
  path: "/system/logs/{name}",
  tags: ["System"],
  summary: "Read or download a log file",
  request: {
    params: NameParam,
    query: z.object({
      tail: z.coerce.number().int().min(1).max(10_000).optional().describe("Only the last lines"),
      download: z.enum(["0", "1"]).default("0"),
    }),
  },
  responses: { 200: raw("text/plain", "The text of the log file"), ...problems(["invalid", "not_found"]) },
});
const clear = createRoute({
  method: "delete",
  path: "/system/logs",
  tags: ["System"],
  summary: "Delete the older log files and clear the current one",
  responses: { 200: json(Ok, "Deleted"), ...problems() },
});

/** Routes for log files. */
export const logRoutes = ({ logFiles }: Pick<Services, "logFiles">) =>
  router()
    .openapi(list, async (c) => c.json(await logFiles.list(), 200))
    .openapi(read, async (c) => {
      const { name } = c.req.valid("param");
      const { tail, download } = c.req.valid("query");
      const headers = {
        "Content-Type": "text/plain; charset=utf-8",
        ...(download === "1" ? { "Content-Disposition": attachment(name) } : {}),
      };
      if (tail !== undefined) return c.body(await logFiles.tail(name, tail), 200, headers);
      const { stream } = await logFiles.open(name);
      return c.body(stream, 200, headers);
    })
    .openapi(clear, async (c) => {
      await logFiles.clear();
      return done(c);
    });
