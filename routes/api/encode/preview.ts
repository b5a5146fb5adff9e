import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { PreviewClipsInput, PreviewClipsRun, PreviewInput, PreviewRun } from "../../../lib/jobs/previews/schema.ts";
import { Fault } from "../../../lib/kit/fault.ts";
import { byteRange, bytesOfFile } from "../../../lib/kit/disk/byte_range.ts";
import { body, IdParam, json, problems, raw, router } from "../../http/router.ts";
import type { Services } from "../../services.ts";

const start = createRoute({
  method: "post",
  path: "/preview",
  tags: ["Previews"],
  summary: "Encode the same scenes of a file through one to four profiles, to compare them before anything is queued",
  description:
    "The scenes are encoded and scored in the background, one preview at a time: ask for it at the address " +
    "in the Location header. What an estimate from samples encoded of the same file with the same profile is used " +
    "again, and the other way round. The pieces of all previews take at most 256 MB, are removed a day after their " +
    "last use, and end with the service.",
  request: body(PreviewInput),
  responses: {
    202: json(PreviewRun, "It is being made"),
    ...problems(
      [
        "no_profile",
        "not_found",
        "path_not_allowed",
        "no_preview",
        "unreadable",
        "upstream_timeout",
        "tool_missing",
        "encoder_missing",
        "busy",
        "shutting_down",
      ],
      { body: true },
    ),
  },
});

const get = createRoute({
  method: "get",
  path: "/preview/{id}",
  tags: ["Previews"],
  summary: "How far a preview is, and what is ready of it; the latest are kept until the service ends",
  request: { params: IdParam },
  responses: { 200: json(PreviewRun, "The preview"), ...problems(["not_found", "invalid"]) },
});

const cancel = createRoute({
  method: "delete",
  path: "/preview/{id}",
  tags: ["Previews"],
  summary: "Cancel a preview; what is ready stays, and one that has finished stays as it is",
  request: { params: IdParam },
  responses: { 200: json(PreviewRun, "As it ended; its encodes have stopped"), ...problems(["not_found", "invalid"]) },
});

const SIDE = z.union([z.literal("source"), z.string().regex(/^\d$/)]);
const SMALL_NUMBER = z.string().regex(/^\d{1,5}$/, "A number from 0 to 99999.");

const frame = createRoute({
  method: "get",
  path: "/preview/{id}/frame",
  tags: ["Previews"],
  summary: "One picture of a scene, of the source or as a profile makes it",
  request: {
    params: IdParam,
    query: z.object({
      side: SIDE.default("source").describe("`source`, or the number of a side from 0"),
      like: z.string().regex(/^\d$/).default("0").describe(
        "The side whose cut of the picture the source is shown with",
      ),
      scene: SMALL_NUMBER.default("0"),
      n: SMALL_NUMBER.default("0").describe("The picture of the scene, from 0"),
      w: SMALL_NUMBER.default("1280").describe("Width in pixels, from 160 to 3840; never enlarged"),
    }),
  },
  responses: {
    200: raw("image/jpeg", "The picture"),
    ...problems(["not_found", "no_preview", "invalid", "unreadable", "tool_missing"]),
  },
});

const startClips = createRoute({
  method: "post",
  path: "/preview/{id}/clips",
  tags: ["Previews"],
  summary: "Make a scene playable in a browser, for one side or for the two that are compared",
  description:
    "Copies of the scene in VP9, or in H.264 where this ffmpeg has no encoder for VP9, without sound, at most 1920 pixels " +
    "wide and so good that an encode looks as it is; HDR is brought to what every screen shows. They are made one after " +
    "the other, beside a preview that still goes on, and count among its pieces.",
  request: { params: IdParam, ...body(PreviewClipsInput) },
  responses: {
    202: json(PreviewClipsRun, "They are being made"),
    ...problems(["not_found", "no_preview", "busy", "shutting_down"], { body: true }),
  },
});

const ClipsParam = IdParam.extend({ clips: IdParam.shape.id });

const getClips = createRoute({
  method: "get",
  path: "/preview/{id}/clips/{clips}",
  tags: ["Previews"],
  summary: "How far the playable copies of a scene are",
  request: { params: ClipsParam },
  responses: { 200: json(PreviewClipsRun, "The copies"), ...problems(["not_found", "invalid"]) },
});

const cancelClips = createRoute({
  method: "delete",
  path: "/preview/{id}/clips/{clips}",
  tags: ["Previews"],
  summary: "Stop making a scene playable; copies that are made stay",
  request: { params: ClipsParam },
  responses: { 200: json(PreviewClipsRun, "As it ended"), ...problems(["not_found", "invalid"]) },
});

const clip = createRoute({
  method: "get",
  path: "/preview/{id}/clip",
  tags: ["Previews"],
  summary: "The playable copy of a scene; a part of it when asked for by a Range header",
  request: {
    params: IdParam,
    query: z.object({
      side: SIDE.default("source").describe("`source`, or the number of a side from 0"),
      like: SIDE.default("0").describe("The side whose cut of the picture the source has"),
      scene: SMALL_NUMBER.default("0"),
    }),
  },
  responses: {
    200: raw("video/webm", "The copy; `video/mp4` where it is H.264"),
    206: raw("video/webm", "The part of it"),
    ...problems(["not_found", "no_preview", "invalid", "encoder_missing"]),
  },
});

const sideOf = (text: string): number | "source" => text === "source" ? text : Number(text);

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** Routes for previews before encoding. */
export const encodePreviewRoutes = ({ previews, instance }: Pick<Services, "previews" | "instance">) =>
  router()
    .openapi(start, async (c) => {
      const run = await previews.start(c.req.valid("json"));
      c.header("Location", `${instance.urlBase}/api/preview/${run.id}`);
      return c.json(run, 202);
    })
    .openapi(get, (c) => c.json(previews.get(c.req.valid("param").id), 200))
    .openapi(cancel, async (c) => c.json(await previews.cancel(c.req.valid("param").id), 200))
    .openapi(frame, async (c) => {
      const { side, like, scene, n, w } = c.req.valid("query");
      const picture = await previews.frame(c.req.valid("param").id, {
        side: sideOf(side),
        like: Number(like),
        scene: Number(scene),
        frame: Number(n),
        width: clamp(Number(w), 160, 3840),
      });
      // A preview has its own ID and never changes, so stepping back and forth loads it once.
      return c.body(picture, 200, { "Content-Type": "image/jpeg", "Cache-Control": "private, max-age=3600" });
    })
    .openapi(startClips, (c) => {
      const { id } = c.req.valid("param");
      const run = previews.clips.start(id, c.req.valid("json"));
      c.header("Location", `${instance.urlBase}/api/preview/${id}/clips/${run.id}`);
      return c.json(run, 202);
    })
    .openapi(getClips, (c) => c.json(previews.clips.get(c.req.valid("param").clips), 200))
    .openapi(cancelClips, async (c) => c.json(await previews.clips.cancel(c.req.valid("param").clips), 200))
    .openapi(clip, async (c) => {
      const { side, like, scene } = c.req.valid("query");
      const wanted = { side: sideOf(side), like: sideOf(like), scene: Number(scene) };
      const { path, type } = await previews.clips.file(c.req.valid("param").id, wanted);
      const file = await Deno.open(path).catch((cause) => {
        throw new Fault("no_preview", "This scene is not kept any more; play it again.", { cause });
      });
      const { size } = await file.stat();
      const range = byteRange(c.req.header("Range"), size);
      const { first, last } = range ?? { first: 0, last: size - 1 };
      const headers = {
        "Content-Type": type,
        "Content-Length": String(last - first + 1),
        "Accept-Ranges": "bytes",
        "Cache-Control": "private, max-age=3600",
        ...(range ? { "Content-Range": `bytes ${first}-${last}/${size}` } : {}),
      };
      return c.body(await bytesOfFile(file, { first, last }), range ? 206 : 200, headers) as never;
    });
