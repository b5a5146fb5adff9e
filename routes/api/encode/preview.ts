import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { PreviewClipsInput, PreviewClipsRun, PreviewInput, PreviewRun } from "../../../lib/jobs/previews/schema.ts";
import { body, clipResponse, IdParam, json, problems, raw, router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";

const start = createRoute({
  method: "post",
  path: "/preview",
  tags: ["Previews"],
  summary: "Encode the same scenes of a file with one to four profiles, to compare them before queuing",
  description: "The scenes are encoded and scored in the background, one preview at a time: poll the address " +
    "in the Location header. Samples that an estimate encoded from the same file with the same profile are " +
    "reused, and vice versa. The encoded scenes of all previews use at most 256 MB, are removed a day after their " +
    "last use, and are deleted when the service stops.",
  request: body(PreviewInput),
  responses: {
    202: json(PreviewRun, "The preview is being created"),
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
  summary:
    "Return the progress of a preview and the results so far; the latest previews are kept until the service stops",
  request: { params: IdParam },
  responses: { 200: json(PreviewRun, "The preview"), ...problems(["not_found", "invalid"]) },
});

const cancel = createRoute({
  method: "delete",
  path: "/preview/{id}",
  tags: ["Previews"],
  summary: "Cancel a preview; finished scenes are kept, and a finished preview is not changed",
  request: { params: IdParam },
  responses: {
    200: json(PreviewRun, "The final state; its encodes have stopped"),
    ...problems(["not_found", "invalid"]),
  },
});

const SIDE = z.union([z.literal("source"), z.string().regex(/^\d$/)]);
const SMALL_NUMBER = z.string().regex(/^\d{1,5}$/, "A number from 0 to 99999.");

const frame = createRoute({
  method: "get",
  path: "/preview/{id}/frame",
  tags: ["Previews"],
  summary: "Return one frame of a scene, from the source or as encoded by a profile",
  request: {
    params: IdParam,
    query: z.object({
      side: SIDE.default("source").describe("`source`, or the index of a side, from 0"),
      like: z.string().regex(/^\d$/).default("0").describe(
        "The side whose crop is applied to the source",
      ),
      scene: SMALL_NUMBER.default("0"),
      n: SMALL_NUMBER.default("0").describe("The index of the frame in the scene, from 0"),
      w: SMALL_NUMBER.default("1280").describe("Width in pixels, from 160 to 3840; never upscaled"),
    }),
  },
  responses: {
    200: raw("image/jpeg", "The frame"),
    ...problems(["not_found", "no_preview", "invalid", "unreadable", "tool_missing"]),
  },
});

const startClips = createRoute({
  method: "post",
  path: "/preview/{id}/clips",
  tags: ["Previews"],
  summary: "Convert a scene for playback in a browser, for one side or for the two being compared",
  description:
    "Copies of the scene in VP9, or in H.264 if this ffmpeg has no VP9 encoder, without audio, at most 1920 pixels " +
    "wide and at a quality that shows an encode as it is; HDR is converted for SDR screens. They are created one after " +
    "another, even while a preview is running, and count toward the 256 MB of all previews.",
  request: { params: IdParam, ...body(PreviewClipsInput) },
  responses: {
    202: json(PreviewClipsRun, "The copies are being created"),
    ...problems(["not_found", "no_preview", "busy", "shutting_down"], { body: true }),
  },
});

const ClipsParam = IdParam.extend({ clips: IdParam.shape.id });

const getClips = createRoute({
  method: "get",
  path: "/preview/{id}/clips/{clips}",
  tags: ["Previews"],
  summary: "Return the progress of the playable copies of a scene",
  request: { params: ClipsParam },
  responses: { 200: json(PreviewClipsRun, "The copies"), ...problems(["not_found", "invalid"]) },
});

const cancelClips = createRoute({
  method: "delete",
  path: "/preview/{id}/clips/{clips}",
  tags: ["Previews"],
  summary: "Stop converting a scene for playback; finished copies are kept",
  request: { params: ClipsParam },
  responses: { 200: json(PreviewClipsRun, "The final state"), ...problems(["not_found", "invalid"]) },
});

const clip = createRoute({
  method: "get",
  path: "/preview/{id}/clip",
  tags: ["Previews"],
  summary: "Return the playable copy of a scene, or the byte range requested with a Range header",
  request: {
    params: IdParam,
    query: z.object({
      side: SIDE.default("source").describe("`source`, or the index of a side, from 0"),
      like: SIDE.default("0").describe("The side whose crop is applied to the source"),
      scene: SMALL_NUMBER.default("0"),
    }),
  },
  responses: {
    200: raw("video/webm", "The copy; `video/mp4` for H.264"),
    206: raw("video/webm", "The requested byte range"),
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
      const jpeg = await previews.frame(c.req.valid("param").id, {
        side: sideOf(side),
        like: Number(like),
        scene: Number(scene),
        frame: Number(n),
        width: clamp(Number(w), 160, 3840),
      });
      // A preview has a unique ID and never changes, so the browser loads each frame only once.
      return c.body(jpeg, 200, { "Content-Type": "image/jpeg", "Cache-Control": "private, max-age=3600" });
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
      return await clipResponse(c, await previews.clips.file(c.req.valid("param").id, wanted)) as never;
    });
