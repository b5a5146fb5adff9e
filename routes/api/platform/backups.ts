import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { Fault } from "../../../lib/kit/fault.ts";
import { Backup } from "../../../lib/platform/model.ts";
import { attachment } from "../../http/attachment.ts";
import { done, json, NameParam, Ok, problems, raw, router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";
import { receiveUpload } from "../../http/upload/upload.ts";

const Restored = z.object({
  restored: z.array(z.string()),
  restarting: z.literal(true),
  notes: z.array(z.string()).describe("What was changed or omitted, in sentences"),
}).meta({ id: "Restored" });

const list = createRoute({
  method: "get",
  path: "/system/backups",
  tags: ["System"],
  summary: "List backups",
  responses: { 200: json(z.array(Backup), "The backups, newest first"), ...problems() },
});
const create = createRoute({
  method: "post",
  path: "/system/backups",
  tags: ["System"],
  summary: "Back up now",
  responses: { 201: json(Backup, "The backup was created and verified"), ...problems() },
});
const download = createRoute({
  method: "get",
  path: "/system/backups/{name}",
  tags: ["System"],
  summary: "Download a backup; it contains secrets",
  request: { params: NameParam },
  responses: { 200: raw("application/zip", "The archive"), ...problems(["invalid", "not_found"]) },
});
const remove = createRoute({
  method: "delete",
  path: "/system/backups/{name}",
  tags: ["System"],
  summary: "Delete a backup",
  request: { params: NameParam },
  responses: { 200: json(Ok, "Deleted"), ...problems(["invalid", "not_found"]) },
});
const restoreListed = createRoute({
  method: "post",
  path: "/system/backups/{name}/restore",
  tags: ["System"],
  summary: "Restore a listed backup, and restart",
  request: { params: NameParam },
  responses: {
    200: json(Restored, "The restore takes effect after the restart"),
    ...problems(["invalid", "not_found", "conflict"]),
  },
});
const restoreUploaded = createRoute({
  method: "post",
  path: "/system/backups/restore",
  tags: ["System"],
  summary: "Restore an uploaded backup, and restart",
  request: {
    body: {
      required: true,
      description: "The archive as the body itself; a form (multipart/form-data) with the field `file` is accepted too",
      content: {
        "application/octet-stream": { schema: z.string().meta({ format: "binary" }) },
        "application/zip": { schema: z.string().meta({ format: "binary" }) },
      },
    },
  },
  responses: {
    200: json(Restored, "The restore takes effect after the restart"),
    ...problems(["conflict"], { body: true }),
  },
});

/** Routes for backups. */
export const backupRoutes = ({ backups, control, events }: Pick<Services, "backups" | "control" | "events">) => {
  async function restore(path: string, name: string) {
    const { restored, notes } = await backups.restore(path, name);
    events.record({
      level: "warning",
      source: "storage",
      message: `Restoring ${name}; Lathe restarts.`,
      ...(notes.length === 0 ? {} : { details: notes.join("\n") }),
    });
    await events.settled();
    control.reopen();
    return { restored, restarting: true, notes } as const;
  }
  return router()
    .openapi(list, async (c) => c.json(await backups.list(), 200))
    .openapi(create, async (c) => c.json(await backups.create("manual"), 201))
    // Added before the route with a name parameter, so that "restore" is not treated as a name.
    .openapi(restoreUploaded, async (c) => {
      // The response to a plain form is a page, as in other routes.
      c.set("sentAsForm", /^multipart\//i.test(c.req.header("content-type") ?? ""));
      const path = backups.uploadPath();
      try {
        await receiveUpload(c.req.raw, path);
        return c.json(await restore(path, "an uploaded backup"), 200);
      } finally {
        await Deno.remove(path).catch(() => {});
      }
    })
    .openapi(download, async (c) => {
      const { name } = c.req.valid("param");
      const file = await Deno.open(await backups.pathOf(name), { read: true });
      return c.body(file.readable, 200, {
        "Content-Type": "application/zip",
        "Content-Length": String((await file.stat()).size),
        "Content-Disposition": attachment(name),
      });
    })
    .openapi(remove, async (c) => {
      await backups.remove(c.req.valid("param").name);
      return done(c);
    })
    .openapi(restoreListed, async (c) => {
      const { name } = c.req.valid("param");
      const path = await backups.pathOf(name).catch((error) => {
        throw error instanceof Fault ? error : new Fault("not_found", "There is no such backup.", { cause: error });
      });
      return c.json(await restore(path, name), 200);
    });
};
