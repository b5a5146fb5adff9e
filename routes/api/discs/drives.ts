import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { DriveOffset } from "../../../lib/discs/cd/read_offsets.ts";
import { AddDrive, DiscStatus, Drive, DriveCandidate, VirtualDrive } from "../../../lib/discs/drive_schema.ts";
import { Rip } from "../../../lib/discs/rip_schema.ts";
import { body, done, IdParam, json, Ok, problems, router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";

const IndexParam = z.object({ index: z.string().regex(/^\d{1,5}$/, "Not a number.").transform(Number) });

const ReadOffsetList = z.object({
  usual: z.int().describe("Default for drives that have no individual offset; the setting disc.cd.readOffset"),
  drives: z.array(DriveOffset),
}).meta({ id: "ReadOffsets" });

const status = createRoute({
  method: "get",
  path: "/disc/status",
  tags: ["Discs"],
  summary: "Return the status of MakeMKV, the drives and ripping",
  responses: { 200: json(DiscStatus, "Status"), ...problems() },
});

const detect = createRoute({
  method: "post",
  path: "/disc/detect",
  tags: ["Discs"],
  summary: "Check the drives now",
  responses: { 200: json(z.object({ created: z.array(Rip) }), "The newly detected discs"), ...problems(["bad_state"]) },
});

const open = createRoute({
  method: "post",
  path: "/disc/open",
  tags: ["Discs"],
  summary: "Open an image or disc folder without adding it as a drive",
  request: body(z.object({ path: z.string().min(1).max(4096) }).strict()),
  responses: {
    201: json(Rip, "The disc, whose scan has started"),
    ...problems(["not_found", "path_not_allowed", "upstream_timeout"], { body: true }),
  },
});

const candidates = createRoute({
  method: "get",
  path: "/disc/drives/candidates",
  tags: ["Discs"],
  summary: "List optical devices of this server that have not been added as drives",
  responses: { 200: json(z.array(DriveCandidate), "Devices"), ...problems() },
});

const add = createRoute({
  method: "post",
  path: "/disc/drives",
  tags: ["Discs"],
  summary: "Add a drive by its device path",
  request: body(AddDrive),
  responses: { 201: json(Drive, "The drive"), ...problems(["conflict", "not_found"], { body: true }) },
});

const remove = createRoute({
  method: "delete",
  path: "/disc/drives/{id}",
  tags: ["Discs"],
  summary: "Remove a drive that was added by its device path",
  request: { params: IdParam },
  responses: { 200: json(Ok, "Done"), ...problems(["not_found", "invalid"]) },
});

const listVirtual = createRoute({
  method: "get",
  path: "/disc/virtual",
  tags: ["Discs"],
  summary: "List images and folders linked as drives",
  responses: { 200: json(z.array(VirtualDrive), "Links"), ...problems() },
});

const link = createRoute({
  method: "post",
  path: "/disc/virtual",
  tags: ["Discs"],
  summary: "Link an image or a disc folder as a drive",
  request: body(AddDrive),
  responses: {
    201: json(VirtualDrive, "The link"),
    ...problems(["not_found", "path_not_allowed", "conflict", "upstream_timeout"], { body: true }),
  },
});

const unlink = createRoute({
  method: "delete",
  path: "/disc/virtual/{id}",
  tags: ["Discs"],
  summary: "Remove a link; the file stays",
  request: { params: IdParam },
  responses: { 200: json(Ok, "Done"), ...problems(["not_found", "invalid"]) },
});

const eject = createRoute({
  method: "post",
  path: "/disc/drives/{index}/eject",
  tags: ["Discs"],
  summary: "Open the tray, or unlink a linked image",
  request: { params: IndexParam },
  responses: { 200: json(Drive, "The drive"), ...problems(["not_found", "bad_state", "invalid", "upstream_failed"]) },
});

const readCd = createRoute({
  method: "post",
  path: "/disc/drives/{index}/cd",
  tags: ["Discs"],
  summary: "Read the audio CD in a drive",
  request: { params: IndexParam },
  responses: {
    201: json(Rip, "The disc, which is now being read"),
    ...problems(["not_found", "bad_state", "invalid"]),
  },
});

const swap = createRoute({
  method: "post",
  path: "/disc/drives/{index}/swap",
  tags: ["Discs"],
  summary: "Eject a ripped disc and wait for the next one of its box set",
  request: { params: IndexParam },
  responses: {
    200: json(z.object({ drive: Drive }), "The drive"),
    ...problems(["not_found", "bad_state", "invalid", "upstream_failed"]),
  },
});

const swapAll = createRoute({
  method: "post",
  path: "/disc/drives/swap-all",
  tags: ["Discs"],
  summary: "Eject every ripped disc and wait for the next ones of their box sets",
  responses: {
    200: json(
      z.object({
        swapped: z.array(z.int()),
        skipped: z.array(z.object({ index: z.int(), reason: z.string() })),
      }),
      "The result",
    ),
    ...problems(),
  },
});

const ImportAccess = z.object({
  dir: z.string(),
  localOk: z.boolean(),
  apps: z.array(z.object({
    app: z.enum(["movie", "series"]),
    path: z.string(),
    visible: z.boolean().nullable(),
    error: z.string().optional(),
  })),
  warnings: z.array(z.string()),
}).meta({ id: "ImportAccess" });

const check = createRoute({
  method: "get",
  path: "/disc/rip-directory/check",
  tags: ["Discs"],
  summary: "Check whether the managers can access the rip folder",
  responses: { 200: json(ImportAccess, "Access"), ...problems() },
});

const importRips = createRoute({
  method: "post",
  path: "/disc/import-rips",
  tags: ["Discs"],
  summary: "Import all files remaining in the rip folder",
  responses: {
    200: json(
      z.object({
        files: z.array(z.object({
          path: z.string(),
          arr: z.enum(["movie", "series"]).optional(),
          result: z.enum(["imported", "rejected", "skipped", "failed"]),
          reason: z.string().optional(),
        })),
        removedFolders: z.int(),
      }),
      "The result for each file",
    ),
    ...problems(["bad_state"]),
  },
});

const offsets = createRoute({
  method: "get",
  path: "/disc/read-offsets",
  tags: ["Discs"],
  summary: "Return the read offsets for audio CDs: the default, and those of individual drives",
  responses: { 200: json(ReadOffsetList, "The read offsets, in samples"), ...problems() },
});

const setOffset = createRoute({
  method: "put",
  path: "/disc/read-offsets",
  tags: ["Discs"],
  summary: "Set the read offset of a drive, or reset it to the default with null",
  request: body(DriveOffset.extend({ readOffset: DriveOffset.shape.readOffset.nullable() }).strict()),
  responses: { 200: json(ReadOffsetList, "The current offsets"), ...problems([], { body: true }) },
});

/** Routes for drives, disc images, and the folder from which finished files are imported. */
export function driveRoutes({ drives, boxSets, rips, readOffsets, settings }: Services) {
  const allOffsets = async () => ({
    usual: settings.current().disc.cd.readOffset,
    drives: await readOffsets.all(),
  });
  return router()
    .openapi(status, async (c) => c.json(await drives.status(), 200))
    .openapi(detect, async (c) => c.json(await drives.detect(), 200))
    .openapi(open, async (c) => c.json(await drives.open(c.req.valid("json").path), 201))
    .openapi(candidates, async (c) => c.json(await drives.candidates(), 200))
    .openapi(add, async (c) => c.json(await drives.add(c.req.valid("json")), 201))
    .openapi(remove, async (c) => {
      await drives.remove(c.req.valid("param").id);
      return done(c);
    })
    .openapi(listVirtual, (c) => c.json(drives.virtual(), 200))
    .openapi(link, async (c) => c.json(await drives.link(c.req.valid("json")), 201))
    .openapi(unlink, async (c) => {
      await drives.unlink(c.req.valid("param").id);
      return done(c);
    })
    .openapi(eject, async (c) => c.json(await drives.eject(c.req.valid("param").index), 200))
    .openapi(readCd, async (c) => c.json(await drives.readCd(c.req.valid("param").index), 201))
    .openapi(offsets, async (c) => c.json(await allOffsets(), 200))
    .openapi(setOffset, async (c) => {
      const { drive, readOffset } = c.req.valid("json");
      await readOffsets.set(drive, readOffset ?? undefined);
      return c.json(await allOffsets(), 200);
    })
    .openapi(swap, async (c) => c.json({ drive: await boxSets.swap(c.req.valid("param").index) }, 200))
    .openapi(swapAll, async (c) => c.json(await boxSets.swapAll(), 200))
    .openapi(check, async (c) => c.json(await rips.importAccess(), 200))
    .openapi(importRips, async (c) => c.json(await rips.importLeft({ again: true }), 200));
}
