import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { attachment } from "../../http/attachment.ts";
import { IdParam, jpeg, problems, raw, router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";

const Seconds = z.string().regex(/^\d{1,9}(\.\d{1,6})?$/, "Seconds, such as 63.5.").default("0");

const live = createRoute({
  method: "get",
  path: "/jobs/{id}/preview/live.jpg",
  tags: ["Previews"],
  summary: "Return the source frame being encoded",
  request: { params: IdParam },
  responses: { 200: raw("image/jpeg", "The frame"), ...problems(["not_found", "no_preview", "invalid"]) },
});

const encoded = createRoute({
  method: "get",
  path: "/jobs/{id}/preview/encoded.jpg",
  tags: ["Previews"],
  summary: "Return a frame near the end of the file being written",
  request: { params: IdParam },
  responses: {
    200: raw("image/jpeg", "The frame"),
    ...problems(["not_found", "no_preview", "invalid", "unreadable", "tool_missing"]),
  },
});

const frame = createRoute({
  method: "get",
  path: "/jobs/{id}/frame",
  tags: ["Previews"],
  summary: "Return a frame of the source or output at a given time",
  request: {
    params: IdParam,
    query: z.object({
      which: z.enum(["source", "output"]),
      t: Seconds,
      w: z.string().regex(/^\d{1,5}$/, "A width in pixels.").default("960"),
    }),
  },
  responses: {
    200: raw("image/jpeg", "The frame"),
    ...problems(["not_found", "no_preview", "invalid", "unreadable", "tool_missing"]),
  },
});

const pair = createRoute({
  method: "get",
  path: "/jobs/{id}/before-after.jpg",
  tags: ["Previews"],
  summary: "Return one image with the source on the left and the output on the right at a given time",
  request: { params: IdParam, query: z.object({ t: Seconds }) },
  responses: {
    200: raw("image/jpeg", "The image, as a download"),
    ...problems(["not_found", "no_preview", "invalid", "unreadable", "tool_missing"]),
  },
});

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** Routes for the preview frames of jobs. */
export const previewRoutes = ({ jobs }: Pick<Services, "jobs">) =>
  router()
    .openapi(live, async (c) => jpeg(c, await jobs.livePreview(c.req.valid("param").id)))
    .openapi(encoded, async (c) => jpeg(c, await jobs.encodedPreview(c.req.valid("param").id)))
    .openapi(pair, async (c) => {
      const { id } = c.req.valid("param");
      const { title } = await jobs.get(id);
      c.header("Content-Disposition", attachment(`${title} before and after.jpg`));
      return jpeg(c, await jobs.framePair(id, Number(c.req.valid("query").t)));
    })
    .openapi(frame, async (c) => {
      const { which, t, w } = c.req.valid("query");
      return jpeg(c, await jobs.frame(c.req.valid("param").id, which, Number(t), clamp(Number(w), 160, 1920)));
    });
