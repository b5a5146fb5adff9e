import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { findSource } from "../../../lib/jobs/intake/source_file.ts";
import { answered } from "../../../lib/kit/disk/disk_reads.ts";
import { Fault } from "../../../lib/kit/fault.ts";
import { type FolderListing, listFolder } from "../../../lib/platform/storage/fs_list.ts";
import { jpeg, json, problems, raw, router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";
import { mapConcurrent } from "../../../lib/kit/async.ts";

/**
 * Timeout for listing a folder, in milliseconds. It suffices for fifty thousand names on a slow share whose disks may
 * be in standby.
 */
const LISTING_MS = 30_000;

const Path = z.string().min(1).max(4096);

const metadata = createRoute({
  method: "get",
  path: "/media/metadata",
  tags: ["Media"],
  summary: "Return every tag, stream and format detail of a file",
  request: { query: z.object({ path: Path }) },
  responses: {
    200: json(
      z.object({
        path: z.string(),
        format: z.record(z.string(), z.unknown()).describe("As reported by ffprobe"),
        streams: z.array(z.record(z.string(), z.unknown())).describe("As reported by ffprobe"),
        chapters: z.array(z.record(z.string(), z.unknown())).describe("As reported by ffprobe"),
      }).meta({ id: "MediaMetadata" }),
      "The output of ffprobe",
    ),
    ...problems(["not_found", "path_not_allowed", "upstream_timeout", "invalid", "unreadable", "tool_missing"]),
  },
});

const frame = createRoute({
  method: "get",
  path: "/media/frame",
  tags: ["Media"],
  summary: "Return a frame of a file that has no job yet",
  request: { query: z.object({ path: Path, t: z.string().regex(/^\d{1,9}(\.\d{1,6})?$/).default("0") }) },
  responses: {
    200: raw("image/jpeg", "The frame"),
    ...problems([
      "not_found",
      "path_not_allowed",
      "upstream_timeout",
      "no_preview",
      "invalid",
      "unreadable",
      "tool_missing",
    ]),
  },
});

const list = createRoute({
  method: "get",
  path: "/fs/list",
  tags: ["Media"],
  summary: "List folders of the server, and optionally media files",
  request: {
    query: z.object({
      path: z.string().max(4096).default(""),
      files: z.enum(["none", "media"]).default("none"),
      details: z.enum(["0", "1"]).default("0").describe(
        "1: also return size, modification time and flags of media files, which takes longer",
      ),
    }),
  },
  responses: {
    200: json(
      z.object({
        path: z.string(),
        parent: z.string().nullable(),
        entries: z.array(z.object({
          name: z.string(),
          dir: z.boolean(),
          path: z.string(),
          sizeBytes: z.int().optional(),
          modifiedAt: z.iso.datetime().optional(),
          encodedHere: z.boolean().optional().describe("True if Lathe wrote this file"),
          broken: z.boolean().optional().describe("True if a file check found damage"),
        })),
        truncated: z.boolean(),
      }).meta({ id: "FolderListing" }),
      "The folder",
    ),
    ...problems(["not_found", "path_not_allowed", "upstream_timeout", "invalid"]),
  },
});

/** Routes for media files that do not depend on jobs. */
export function mediaRoutes(services: Pick<Services, "media" | "settings" | "storage" | "disks" | "reports">) {
  const { media, settings, storage, disks } = services;
  const source = async (path: string) =>
    await findSource({ kind: "file", localPath: path }, {
      mediaRoots: settings.current().general.security.mediaRoots,
      storage,
      disks,
    });
  return router()
    .openapi(metadata, async (c) => c.json(await media.metadata((await source(c.req.valid("query").path)).path), 200))
    .openapi(frame, async (c) => {
      const { path, t } = c.req.valid("query");
      const found = await source(path);
      const probe = await media.probe(found.path);
      const video = probe.streams.find((stream) => stream.kind === "video");
      if (video?.kind !== "video") throw new Fault("no_preview", "The file has no video.");
      return jpeg(c, await media.frame({ path: found.path, atSeconds: Number(t), width: 560, hdr: video.hdr }));
    })
    .openapi(list, async (c) => {
      const { path, files, details } = c.req.valid("query");
      const { mediaRoots: roots } = settings.current().general.security;
      const listed = disks.read(path, () => listFolder(path, { files, roots }), LISTING_MS);
      const listing = answered(path, await listed);
      return c.json(details === "1" ? await withDetails(listing, services) : listing, 200);
    });
}

/** Maximum number of concurrent stat calls, because all files are on one disk. */
const CONCURRENT_PROBES = 8;
const PATIENCE_MS = 5_000;

/**
 * Adds size and modification time to the media files in a listing, and marks files that Lathe wrote or that are
 * damaged.
 */
async function withDetails(listing: FolderListing, { disks, reports }: Pick<Services, "disks" | "reports">) {
  const probed = await mapConcurrent(listing.entries, CONCURRENT_PROBES, async (entry) => {
    if (entry.dir) return entry;
    const found = await disks.read(entry.path, () => Deno.stat(entry.path).catch(() => undefined), PATIENCE_MS);
    if (!found?.isFile) return entry;
    return { ...entry, sizeBytes: found.size, ...(found.mtime ? { modifiedAt: found.mtime.toISOString() } : {}) };
  });
  const sized = probed.flatMap((entry) => "sizeBytes" in entry ? [{ path: entry.path, size: entry.sizeBytes }] : []);
  const [encoded, checks] = await Promise.all([reports.encodedAmong(sized), reports.checks.list()]);
  const broken = new Set(
    checks.filter(({ state, health }) => state === "failed" || (health !== undefined && !health.ok))
      .map(({ path }) => path),
  );
  return {
    ...listing,
    entries: probed.map((entry) => ({
      ...entry,
      ...(encoded.has(entry.path) ? { encodedHere: true } : {}),
      ...(broken.has(entry.path) ? { broken: true } : {}),
    })),
  };
}
