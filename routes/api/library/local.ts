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
import type { Services } from "../../services/services.ts";

const status = createRoute({
  method: "get",
  path: "/local/status",
  tags: ["Local media"],
  summary: "Return the scanned folders, their contents and the scan status",
  responses: { 200: json(LocalStatus, "The status"), ...problems() },
});
const scan = createRoute({
  method: "post",
  path: "/local/scan",
  tags: ["Local media"],
  summary: "Scan the folders now; joins a running scan",
  responses: { 202: json(LocalStatus, "Started"), ...problems(["bad_state"]) },
});
const items = createRoute({
  method: "get",
  path: "/local/items",
  tags: ["Local media"],
  summary: "List titles on this server that are not in a manager's library, without their files",
  request: { query: LocalQuery },
  responses: { 200: json(LocalItems, "One page of titles"), ...problems(["invalid"]) },
});
const letters = createRoute({
  method: "get",
  path: "/local/letters",
  tags: ["Local media"],
  summary: "Return where each letter starts in a list sorted by title",
  request: { query: LocalListing },
  responses: { 200: json(TitleLetters, "The letters, in list order"), ...problems(["invalid"]) },
});
const item = createRoute({
  method: "get",
  path: "/local/items/{id}",
  tags: ["Local media"],
  summary: "Return a title with its files",
  request: { params: IdParam },
  responses: { 200: json(LocalItem, "The title"), ...problems(["invalid", "not_found"]) },
});
const candidates = createRoute({
  method: "get",
  path: "/local/items/{id}/candidates",
  tags: ["Local media"],
  summary: "List possible matches for a title from its manager's online lookup, best match first",
  request: {
    params: IdParam,
    query: z.object({ q: z.string().trim().max(200).optional().describe("Search for this instead of the title") }),
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
  summary: "Choose the candidate that matches a title, or reject them all",
  request: { params: IdParam, ...body(LocalMatch) },
  responses: { 200: json(LocalItem, "The updated title"), ...problems(["not_found"], { body: true }) },
});
const refresh = createRoute({
  method: "post",
  path: "/local/metadata/refresh",
  tags: ["Local media"],
  summary: "Look up unidentified titles; force=1 looks up all of them again, including manual matches",
  request: { query: z.object({ force: z.enum(["0", "1"]).default("0") }) },
  responses: { 202: json(LocalStatus, "Started"), ...problems(["invalid"]) },
});
const poster = createRoute({
  method: "get",
  path: "/local/items/{id}/poster",
  tags: ["Local media"],
  summary: "Return the poster in the folder of a title, or a frame of its first video if there is none, as JPEG",
  request: { params: IdParam },
  responses: {
    200: raw("image/jpeg", "The image"),
    ...problems(["invalid", "not_found", "unreadable", "busy", "tool_missing"]),
  },
});

/** Routes for media on this machine that is not in a manager's library. */
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
