import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { JobClipsInput, PreviewClipsRun } from "../../../lib/jobs/previews/schema.ts";
import { body, clipResponse, IdParam, json, problems, raw, router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";

const start = createRoute({
  method: "post",
  path: "/jobs/{id}/clips",
  tags: ["Previews"],
  summary: "Convert a few seconds of the source and the output for playback in a browser",
  description:
    "Creates copies of five seconds from the given time, in the same format as for the scenes of a preview. Side 0 is the output.",
  request: { params: IdParam, ...body(JobClipsInput) },
  responses: {
    202: json(PreviewClipsRun, "The copies are being created"),
    ...problems(["not_found", "no_preview", "busy", "shutting_down", "tool_missing", "encoder_missing"], {
      body: true,
    }),
  },
});

const ClipsParam = IdParam.extend({ clips: IdParam.shape.id });

const get = createRoute({
  method: "get",
  path: "/jobs/{id}/clips/{clips}",
  tags: ["Previews"],
  summary: "Return the progress of the playable copies of source and output",
  request: { params: ClipsParam },
  responses: { 200: json(PreviewClipsRun, "The copies"), ...problems(["not_found", "invalid"]) },
});

const cancel = createRoute({
  method: "delete",
  path: "/jobs/{id}/clips/{clips}",
  tags: ["Previews"],
  summary: "Stop converting source and output for playback; finished copies are kept",
  request: { params: ClipsParam },
  responses: { 200: json(PreviewClipsRun, "The final state"), ...problems(["not_found", "invalid"]) },
});

const clip = createRoute({
  method: "get",
  path: "/jobs/{id}/clip",
  tags: ["Previews"],
  summary: "Return the playable copy of the source or output, or the byte range requested with a Range header",
  request: {
    params: IdParam,
    query: z.object({
      which: z.enum(["source", "output"]),
      t: z.string().regex(/^\d{1,9}(\.\d{1,6})?$/, "Seconds, such as 63.5.").default("0").describe(
        "The time for which the clips were requested",
      ),
    }),
  },
  responses: {
    200: raw("video/webm", "The copy; `video/mp4` for H.264"),
    206: raw("video/webm", "The requested byte range"),
    ...problems(["not_found", "no_preview", "invalid", "tool_missing", "encoder_missing"]),
  },
});

/** Routes for playing finished jobs. */
export const jobClipRoutes = ({ jobClips, instance }: Pick<Services, "jobClips" | "instance">) =>
  router()
    .openapi(start, async (c) => {
      const { id } = c.req.valid("param");
      const run = await jobClips.start(id, c.req.valid("json").atSeconds);
      c.header("Location", `${instance.urlBase}/api/jobs/${id}/clips/${run.id}`);
      return c.json(run, 202);
    })
    .openapi(get, (c) => c.json(jobClips.get(c.req.valid("param").clips), 200))
    .openapi(cancel, async (c) => c.json(await jobClips.cancel(c.req.valid("param").clips), 200))
    .openapi(clip, async (c) => {
      const { which, t } = c.req.valid("query");
      return await clipResponse(c, await jobClips.file(c.req.valid("param").id, which, Number(t))) as never;
    });
