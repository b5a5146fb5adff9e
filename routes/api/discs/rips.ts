import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { BoxSet, BoxSetPatch } from "../../../lib/discs/box_set_schema.ts";
import { ChooseRelease } from "../../../lib/discs/cd_schema.ts";
import { Rip, RipEstimate, RipEstimateRequest, RipPatch, RipQuery, ScanRip } from "../../../lib/discs/rip_schema.ts";
import { RIP_STATES } from "../../../lib/discs/rip_states.ts";
import { ALBUM_TEXTS } from "../../../lib/discs/rips/cd/album_text.ts";
import { attachment } from "../../http/attachment.ts";
import { body, done, IdParam, jpeg, json, Ok, problems, raw, router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";

const list = createRoute({
  method: "get",
  path: "/disc/rips",
  tags: ["Discs"],
  summary: "List discs and rips, newest first, with their box sets; all of them if no limit is given",
  request: {
    query: RipQuery.extend({
      status: z.preprocess((value) => value === undefined ? [] : [value].flat(), z.array(z.enum(RIP_STATES)))
        .meta({ description: "Repeatable" }),
      limit: z.coerce.number().pipe(z.int().min(1).max(500)).optional(),
      logLines: z.coerce.number().pipe(z.int().min(0).max(400)).optional().meta({
        description: "Number of lines to return from the end of each log; 400 if omitted",
      }),
    }),
  },
  responses: {
    200: json(
      z.object({
        items: z.array(Rip),
        batches: z.array(BoxSet),
        total: z.int(),
        limit: z.int().optional(),
        nextCursor: z.string().optional(),
      }),
      "Rips",
    ),
    ...problems(["invalid"]),
  },
});

const get = createRoute({
  method: "get",
  path: "/disc/rips/{id}",
  tags: ["Discs"],
  summary: "Return a rip with its full log",
  request: { params: IdParam },
  responses: { 200: json(Rip, "The rip"), ...problems(["not_found", "invalid"]) },
});

const scan = createRoute({
  method: "post",
  path: "/disc/rips/{id}/scan",
  tags: ["Discs"],
  summary: "Scan the titles of a disc again",
  request: { params: IdParam, body: { required: false, content: { "application/json": { schema: ScanRip } } } },
  responses: { 200: json(Rip, "The rip"), ...problems(["not_found", "bad_state"], { body: true }) },
});

const step = (name: "identify" | "cancel", summary: string) =>
  createRoute({
    method: "post",
    path: `/disc/rips/{id}/${name}`,
    tags: ["Discs"],
    summary,
    request: { params: IdParam },
    responses: { 200: json(Rip, "The rip"), ...problems(["not_found", "bad_state", "invalid"]) },
  });

const optionalPatch = { body: { required: false, content: { "application/json": { schema: RipPatch } } } };

const start = createRoute({
  method: "post",
  path: "/disc/rips/{id}/start",
  tags: ["Discs"],
  summary: "Start ripping, or continue with the missing titles; accepts the same body as PATCH",
  request: { params: IdParam, ...optionalPatch },
  responses: {
    200: json(Rip, "The rip"),
    ...problems(["not_found", "bad_state", "nothing_selected", "no_profile", "unreadable", "conflict"], { body: true }),
  },
});

const change = createRoute({
  method: "patch",
  path: "/disc/rips/{id}",
  tags: ["Discs"],
  summary: "Change the match, the titles with their episodes, roles and audio, and what happens after ripping",
  request: { params: IdParam, ...body(RipPatch) },
  responses: { 200: json(Rip, "The rip"), ...problems(["not_found", "bad_state", "no_profile"], { body: true }) },
});

const changeByForm = createRoute({
  method: "post",
  path: "/disc/rips/{id}",
  tags: ["Discs"],
  summary: "Same as PATCH, for plain HTML forms",
  request: { params: IdParam, ...body(RipPatch) },
  responses: {
    200: json(Rip, "The rip"),
    ...problems(["not_found", "bad_state", "no_profile"], { body: true }),
  },
});

const catalog = createRoute({
  method: "post",
  path: "/disc/rips/{id}/catalog",
  tags: ["Discs"],
  summary: "Choose the release of an audio CD",
  request: { params: IdParam, ...body(ChooseRelease) },
  responses: {
    200: json(Rip, "The rip"),
    ...problems(["not_found", "bad_state", "upstream_failed", "upstream_timeout", "busy"], { body: true }),
  },
});

const albumText = createRoute({
  method: "get",
  path: "/disc/rips/{id}/album/{text}",
  tags: ["Discs"],
  summary: "Return the log, cue sheet or playlist written with the tracks of an audio CD",
  request: { params: IdParam.extend({ text: z.enum(ALBUM_TEXTS) }) },
  responses: { 200: raw("text/plain", "The text"), ...problems(["not_found", "invalid"]) },
});

const estimate = createRoute({
  method: "post",
  path: "/disc/rips/{id}/estimate",
  tags: ["Discs"],
  summary: "Estimate the size of a selection of titles",
  request: { params: IdParam, ...body(RipEstimateRequest) },
  responses: { 200: json(RipEstimate, "Sizes"), ...problems(["not_found", "no_profile"], { body: true }) },
});

const addToLibrary = createRoute({
  method: "post",
  path: "/disc/rips/{id}/add-to-library",
  tags: ["Discs"],
  summary: "Add the movie, series or album to its manager now",
  request: { params: IdParam },
  responses: {
    200: json(Rip, "The rip, with its ID in the manager"),
    ...problems(["not_found", "bad_state", "invalid", "upstream_failed", "upstream_timeout"]),
  },
});

const forget = createRoute({
  method: "delete",
  path: "/disc/rips/{id}",
  tags: ["Discs"],
  summary: "Remove a rip",
  request: {
    params: IdParam,
    query: z.object({
      files: z.enum(["0", "1", "false", "true"]).optional().describe("1 also removes copies that were not delivered"),
    }),
  },
  responses: { 200: json(Ok, "Done"), ...problems(["not_found", "bad_state", "invalid"]) },
});

const forgetByForm = createRoute({
  method: "post",
  path: "/disc/rips/{id}/forget",
  tags: ["Discs"],
  summary: "Same as DELETE, for plain HTML forms",
  request: { params: IdParam, ...body(z.object({ files: z.boolean().optional() }).strict()) },
  responses: { 200: json(Ok, "Done"), ...problems(["not_found", "bad_state"], { body: true }) },
});

const join = createRoute({
  method: "post",
  path: "/disc/rips/{id}/batch",
  tags: ["Discs"],
  summary: "Accept or decline the offer to join a box set",
  request: { params: IdParam, ...body(z.object({ accept: z.boolean() }).strict()) },
  responses: { 200: json(Rip, "The rip"), ...problems(["not_found", "bad_state", "conflict"], { body: true }) },
});

const share = createRoute({
  method: "post",
  path: "/disc/rips/{id}/share",
  tags: ["Discs"],
  summary: "Choose whether to share a delivered disc with the disc index",
  request: { params: IdParam, ...body(z.object({ accept: z.boolean() }).strict()) },
  responses: {
    200: json(Rip, "The rip, with the choice"),
    ...problems(["not_found", "bad_state", "upstream_failed"], { body: true }),
  },
});

const leave = createRoute({
  method: "delete",
  path: "/disc/rips/{id}/batch",
  tags: ["Discs"],
  summary: "Remove a disc from its box set",
  request: { params: IdParam },
  responses: { 200: json(Rip, "The rip"), ...problems(["not_found", "bad_state", "invalid"]) },
});

const Slot = z.union([
  z.object({ disc: z.int().min(1).max(1000), replace: z.boolean().optional() }).strict(),
  z.object({ reject: z.literal(true) }).strict(),
]);

const slot = createRoute({
  method: "post",
  path: "/disc/rips/{id}/slot",
  tags: ["Discs"],
  summary: "Assign a number to a disc of a box set, or reject it",
  request: { params: IdParam, ...body(Slot) },
  responses: { 200: json(Rip, "The rip"), ...problems(["not_found", "bad_state", "conflict"], { body: true }) },
});

const changeSet = createRoute({
  method: "patch",
  path: "/disc/batches/{id}",
  tags: ["Discs"],
  summary: "Rename a box set, or set its number of discs",
  request: { params: IdParam, ...body(BoxSetPatch) },
  responses: { 200: json(BoxSet, "The box set"), ...problems(["not_found", "conflict"], { body: true }) },
});

const frame = createRoute({
  method: "get",
  path: "/disc/rips/{id}/titles/{title}/picture",
  tags: ["Discs"],
  summary: "Return one of four frames of a title from an unprotected disc",
  request: {
    params: IdParam.extend({ title: z.string().regex(/^\d{1,5}$/, "Not a number.").transform(Number) }),
    query: z.object({ which: z.enum(["0", "1", "2", "3"]).default("0") }),
  },
  responses: {
    200: raw("image/jpeg", "The frame"),
    ...problems(["not_found", "no_preview", "bad_state", "invalid", "tool_missing", "unreadable"]),
  },
});

const titleClip = createRoute({
  method: "get",
  path: "/disc/rips/{id}/titles/{title}/clip",
  tags: ["Discs"],
  summary: "Return a few seconds of a title from an unprotected disc, without audio, for playback in a browser",
  request: frame.request,
  responses: {
    200: raw("video/webm", "The clip; `video/mp4` for H.264"),
    ...problems(["not_found", "no_preview", "bad_state", "busy", "invalid", "tool_missing", "encoder_missing"]),
  },
});

/** Routes for discs, from scan to delivery. */
export function ripRoutes({ rips, boxSets, titlePreviews }: Services) {
  return router()
    .openapi(frame, async (c) => {
      const { id, title } = c.req.valid("param");
      return jpeg(c, await titlePreviews.image(id, title, Number(c.req.valid("query").which)));
    })
    .openapi(titleClip, async (c) => {
      const { id, title } = c.req.valid("param");
      const { bytes, type } = await titlePreviews.clip(id, title, Number(c.req.valid("query").which));
      return c.body(bytes, 200, { "Content-Type": type, "Cache-Control": "private, max-age=3600" });
    })
    .openapi(list, async (c) => {
      const query = c.req.valid("query");
      const [page, batches] = await Promise.all([rips.page(query), boxSets.list()]);
      return c.json({ ...page, batches, ...(query.limit === undefined ? {} : { limit: query.limit }) }, 200);
    })
    .openapi(get, async (c) => c.json(await rips.get(c.req.valid("param").id), 200))
    .openapi(change, async (c) => c.json(await rips.patch(c.req.valid("param").id, c.req.valid("json")), 200))
    .openapi(scan, async (c) => c.json(await rips.scan(c.req.valid("param").id, c.req.valid("json")), 200))
    .openapi(changeByForm, async (c) => c.json(await rips.patch(c.req.valid("param").id, c.req.valid("json")), 200))
    .openapi(
      step("identify", "Match again"),
      async (c) => c.json(await rips.identify(c.req.valid("param").id), 200),
    )
    .openapi(start, async (c) => c.json(await rips.start(c.req.valid("param").id, c.req.valid("json")), 200))
    .openapi(
      step("cancel", "Stop ripping; titles already copied are kept"),
      async (c) => c.json(await rips.cancel(c.req.valid("param").id), 200),
    )
    .openapi(
      catalog,
      async (c) => c.json(await rips.chooseRelease(c.req.valid("param").id, c.req.valid("json")), 200),
    )
    .openapi(albumText, async (c) => {
      const { id, text: kind } = c.req.valid("param");
      const { name, text } = await rips.albumText(id, kind);
      return c.body(text, 200, {
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Disposition": attachment(name),
        "Cache-Control": "no-store",
      });
    })
    .openapi(estimate, async (c) => c.json(await rips.estimate(c.req.valid("param").id, c.req.valid("json")), 200))
    .openapi(addToLibrary, async (c) => c.json(await rips.addToLibrary(c.req.valid("param").id), 200))
    .openapi(forget, async (c) => {
      await rips.forget(c.req.valid("param").id, { files: ["1", "true"].includes(c.req.valid("query").files ?? "") });
      return done(c);
    })
    .openapi(forgetByForm, async (c) => {
      await rips.forget(c.req.valid("param").id, c.req.valid("json"));
      return done(c);
    })
    .openapi(join, async (c) => c.json(await boxSets.answer(c.req.valid("param").id, c.req.valid("json").accept), 200))
    .openapi(share, async (c) => c.json(await rips.share(c.req.valid("param").id, c.req.valid("json").accept), 200))
    .openapi(leave, async (c) => c.json(await boxSets.removeDisc(c.req.valid("param").id), 200))
    .openapi(slot, async (c) => c.json(await boxSets.file(c.req.valid("param").id, c.req.valid("json")), 200))
    .openapi(
      changeSet,
      async (c) => c.json(await boxSets.change(c.req.valid("param").id, c.req.valid("json")), 200),
    );
}
