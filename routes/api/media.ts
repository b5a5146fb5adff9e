import { createRoute, z } from "@hono/zod-openapi";
import { offer, refusal } from "../../lib/encode/offer.ts";
import { findSource } from "../../lib/jobs/source_file.ts";
import { Fault } from "../../lib/kit/fault.ts";
import { listFolder } from "../../lib/system/fs_list.ts";
import { asFault } from "../problem.ts";
import { body, jpeg, json, problems, raw, router } from "../router.ts";
import type { Services } from "../services.ts";

const Path = z.string().min(1).max(4096);

const metadata = createRoute({
  method: "get",
  path: "/media/metadata",
  tags: ["Media"],
  summary: "Every tag, stream and format detail of a file",
  request: { query: z.object({ path: Path }) },
  responses: {
    200: json(
      z.object({
        path: z.string(),
        format: z.record(z.string(), z.unknown()),
        streams: z.array(z.record(z.string(), z.unknown())),
        chapters: z.array(z.record(z.string(), z.unknown())),
      }).meta({ id: "MediaMetadata" }),
      "ffprobe's own answer",
    ),
    ...problems(["not_found", "path_not_allowed", "invalid", "unreadable", "tool_missing"]),
  },
});

const frame = createRoute({
  method: "get",
  path: "/media/frame",
  tags: ["Media"],
  summary: "A frame of a file that no job has yet",
  request: { query: z.object({ path: Path, t: z.string().regex(/^\d{1,9}(\.\d{1,6})?$/).default("0") }) },
  responses: {
    200: raw("image/jpeg", "The frame"),
    ...problems(["not_found", "path_not_allowed", "no_preview", "invalid", "unreadable", "tool_missing"]),
  },
});

const list = createRoute({
  method: "get",
  path: "/fs/list",
  tags: ["Media"],
  summary: "Folders of the server; media files too when asked for",
  request: {
    query: z.object({ path: z.string().max(4096).default(""), files: z.enum(["none", "media"]).default("none") }),
  },
  responses: {
    200: json(
      z.object({
        path: z.string(),
        parent: z.string().nullable(),
        entries: z.array(z.object({ name: z.string(), dir: z.boolean(), path: z.string() })),
        truncated: z.boolean(),
      }).meta({ id: "FolderListing" }),
      "The folder",
    ),
    ...problems(["not_found", "path_not_allowed", "invalid"]),
  },
});

const EstimateInput = z.object({
  items: z.array(z.object({ localPath: Path, anime: z.boolean().optional() })).min(1).max(500),
  profileIds: z.array(z.string().max(64)).max(200).optional(),
  audioOnly: z.boolean().default(false),
}).meta({ id: "EstimateInput" });

const Estimate = z.object({
  profileId: z.string(),
  profileName: z.string(),
  bytes: z.int(),
  low: z.int(),
  high: z.int(),
  sourceBytes: z.int(),
  parts: z.object({ video: z.int(), audio: z.int(), subtitles: z.int(), other: z.int() }),
  videoKbps: z.int().optional(),
  notes: z.array(z.string()),
  exact: z.boolean(),
  nothingToDo: z.boolean(),
}).meta({ id: "SizeEstimate" });

const estimate = createRoute({
  method: "post",
  path: "/estimate",
  tags: ["Profiles"],
  summary: "Size of the result for files and profiles, from the facts of their streams",
  request: body(EstimateInput),
  responses: {
    200: json(
      z.object({
        estimates: z.array(Estimate),
        probed: z.int(),
        files: z.int(),
        errors: z.array(
          z.object({
            index: z.int().optional(),
            profileId: z.string().optional(),
            code: z.string(),
            message: z.string(),
          }),
        ),
      }).meta({ id: "Estimates" }),
      "One estimate per profile, for all files together",
    ),
    ...problems(["no_profile", "tool_missing"], { body: true }),
  },
});

/** How many of many files are read; the rest is scaled by size. */
const PROBED = 8;

/** Routes about files before there is a job. */
export function mediaRoutes(services: Pick<Services, "media" | "settings" | "storage" | "profiles">) {
  const { media, settings, storage, profiles } = services;
  const source = async (path: string) =>
    await findSource({ kind: "file", localPath: path }, {
      mediaRoots: settings.current().general.security.mediaRoots,
      storage,
    });
  return router()
    .openapi(metadata, async (c) => c.json(await media.metadata((await source(c.req.valid("query").path)).path), 200))
    .openapi(frame, async (c) => {
      const { path, t } = c.req.valid("query");
      const found = await source(path);
      const probe = await media.probe(found.path);
      const video = probe.streams.find((stream) => stream.kind === "video");
      if (video?.kind !== "video") throw new Fault("no_preview", "The file has no picture.");
      return jpeg(c, await media.frame({ path: found.path, atSeconds: Number(t), width: 560, hdr: video.hdr }));
    })
    .openapi(list, async (c) => {
      const { path, files } = c.req.valid("query");
      return c.json(await listFolder(path, { files, roots: settings.current().general.security.mediaRoots }), 200);
    })
    .openapi(estimate, async (c) => {
      const { items, profileIds, audioOnly } = c.req.valid("json");
      const capabilities = await media.capabilities();
      const chosen = await Promise.all(
        (profileIds ?? (await profiles.list()).map(({ id }) => id)).map(profiles.recipe),
      );
      const errors: { index?: number; profileId?: string; code: string; message: string }[] = [];
      const files: { probe?: Awaited<ReturnType<typeof media.probe>>; bytes: number }[] = [];
      for (const [index, { localPath }] of items.entries()) {
        try {
          const { path, identity } = await source(localPath);
          files.push({ bytes: identity.sizeBytes, probe: index < PROBED ? await media.probe(path) : undefined });
        } catch (error) {
          const { code, message } = asFault(error);
          errors.push({ index, code, message });
        }
      }
      const probed = files.flatMap(({ probe }) => probe ?? []);
      const sourceBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
      const scale = sourceBytes / Math.max(1, probed.reduce((sum, probe) => sum + probe.sizeBytes, 0));
      const estimates = chosen.flatMap((recipe) => {
        try {
          const offers = probed.map((probe) => offer(probe, recipe, capabilities, { audioOnly }));
          if (offers.length === 0) return [];
          const sum = (of: (one: (typeof offers)[number]) => number) =>
            Math.round(offers.reduce((all, one) => all + of(one), 0) * scale);
          return [{
            profileId: recipe.id,
            profileName: recipe.name,
            bytes: sum((o) => o.estimate.bytes),
            low: sum((o) => o.estimate.low),
            high: sum((o) => o.estimate.high),
            sourceBytes,
            parts: {
              video: sum((o) => o.estimate.parts.video),
              audio: sum((o) => o.estimate.parts.audio),
              subtitles: sum((o) => o.estimate.parts.subtitles),
              other: sum((o) => o.estimate.parts.other),
            },
            videoKbps: offers.length === 1 ? offers[0]?.estimate.videoKbps : undefined,
            notes: [...new Set(offers.flatMap((o) => o.estimate.notes))],
            exact: scale === 1 && offers.every((o) => o.estimate.exact),
            nothingToDo: offers.every((o) => o.nothingToDo),
          }];
        } catch (error) {
          const message = refusal(error);
          if (message === undefined) throw error;
          errors.push({ profileId: recipe.id, code: asFault(error).code, message });
          return [];
        }
      });
      return c.json({ estimates, probed: probed.length, files: items.length, errors }, 200);
    });
}
