import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import {
  LocalCandidate,
  LocalItem,
  LocalListing,
  LocalQuery,
  LocalStatus,
} from "../../../lib/library/local_title_model.ts";
import { TitleLetters } from "../../../lib/library/video_model.ts";
import { LocalItems, LocalMatch } from "../../../lib/library/local/model.ts";
import { body, IdParam, json, problems, raw, router } from "../../http/router.ts";
import type { Services } from "../../services.ts";

const status = createRoute({
  method: "get",
  path: "/local/status",
  tags: ["Local media"],
  summary: "The folders that are looked through, what is in them, and how the scan stands",
  responses: { 200: json(LocalStatus, "How it stands"), ...problems() },
});
const scan = createRoute({
  method: "post",
  path: "/local/scan",
  tags: ["Local media"],
  summary: "Look through the folders now; a scan that runs already is joined",
  responses: { 202: json(LocalStatus, "It runs"), ...problems(["bad_state"]) },
});
const items = createRoute({
  method: "get",
  path: "/local/items",
  tags: ["Local media"],
  summary: "Titles on this machine that no manager manages, without their files",
  request: { query: LocalQuery },
  responses: { 200: json(LocalItems, "One page of titles"), ...problems(["invalid"]) },
});
const letters = createRoute({
  method: "get",
  path: "/local/letters",
  tags: ["Local media"],
  summary: "Where each letter begins in a list by title",
  request: { query: LocalListing },
  responses: { 200: json(TitleLetters, "In order of the list"), ...problems(["invalid"]) },
});
const item = createRoute({
  method: "get",
  path: "/local/items/{id}",
  tags: ["Local media"],
  summary: "One title with its files",
  request: { params: IdParam },
  responses: { 200: json(LocalItem, "The title"), ...problems(["invalid", "not_found"]) },
});
const candidates = createRoute({
  method: "get",
  path: "/local/items/{id}/candidates",
  tags: ["Local media"],
  summary: "What a title may be, by its manager's online lookup, best first",
  request: {
    params: IdParam,
    query: z.object({ q: z.string().trim().max(200).optional().describe("Look for this in place of the title") }),
  },
  responses: {
    200: json(z.array(LocalCandidate), "Candidates with a score from 0 to 100"),
    ...problems(["invalid", "not_found", "bad_state", "upstream_failed"]),
  },
});
const match = createRoute({
  method: "post",
  path: "/local/items/{id}/match",
  tags: ["Local media"],
  summary: "Say which candidate a title is, or that it is none of them",
  request: { params: IdParam, ...body(LocalMatch) },
  responses: { 200: json(LocalItem, "The title as it is known now"), ...problems(["not_found"], { body: true }) },
});
const refresh = createRoute({
  method: "post",
  path: "/local/metadata/refresh",
  tags: ["Local media"],
  summary: "Look up titles that are not known; force=1 looks all up anew, also those matched by hand",
  request: { query: z.object({ force: z.enum(["0", "1"]).default("0") }) },
  responses: { 202: json(LocalStatus, "It runs"), ...problems(["invalid"]) },
});
const poster = createRoute({
  method: "get",
  path: "/local/items/{id}/poster",
  tags: ["Local media"],
  summary: "The poster in the folder of a title, else a picture out of its first video, as JPEG",
  request: { params: IdParam },
  responses: {
    200: raw("image/jpeg", "The picture"),
    ...problems(["invalid", "not_found", "unreadable", "busy", "tool_missing"]),
  },
});

/** Routes for media on this machine that no manager manages. */
export const localRoutes = ({ local }: Pick<Services, "local">) =>
  router()
    .openapi(status, async (c) => c.json(await local.status(), 200))
    .openapi(scan, async (c) => c.json(await local.scan(), 202))
    .openapi(items, async (c) => c.json(await local.items(c.req.valid("query")), 200))
    .openapi(letters, async (c) => c.json(await local.letters(c.req.valid("query")), 200))
    .openapi(item, async (c) => c.json(await local.item(c.req.valid("param").id), 200))
    .openapi(candidates, async (c) =>
      c.json(await local.candidates(c.req.valid("param").id, c.req.valid("query").q || undefined), 200))
    .openapi(match, async (c) =>
      c.json(await local.match(c.req.valid("param").id, c.req.valid("json")), 200))
    .openapi(refresh, async (c) => c.json(await local.refreshMetadata(c.req.valid("query").force === "1"), 202))
    .openapi(poster, async (c) =>
      c.body(await local.poster(c.req.valid("param").id), 200, {
        "Content-Type": "image/jpeg",
        "Cache-Control": "private, max-age=3600",
      }));
