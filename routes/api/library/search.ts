import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { Movie, Series } from "../../../lib/library/video_model.ts";
import {
  AddTitle,
  LookupResult,
  ReleaseQuery,
  ReleaseSearch,
  SEARCH_SCOPES,
  SmartSearch,
} from "../../../lib/library/search_model.ts";
import { body, json, problems, router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";

const Words = z.object({ q: z.string().trim().min(1).max(200) });

const smart = createRoute({
  method: "get",
  path: "/search/smart",
  tags: ["Search"],
  summary:
    "Search the libraries, the disk and, optionally, online; the text may include season, year, quality or an ID",
  request: {
    query: Words.extend({
      scope: z.enum(SEARCH_SCOPES).default("all"),
      online: z.enum(["0", "1"]).default("0").describe("1: also use the managers' online lookup"),
    }),
  },
  responses: {
    200: json(SmartSearch, "The results of each source; failed sources are named"),
    ...problems(["invalid"]),
  },
});
const local = createRoute({
  method: "get",
  path: "/search/local",
  tags: ["Search"],
  summary: "Search the titles on disk that are not in a manager's library",
  request: { query: Words },
  responses: { 200: json(z.array(LookupResult), "The results, best match first"), ...problems(["invalid"]) },
});
const lookup = createRoute({
  method: "get",
  path: "/search/lookup",
  tags: ["Search"],
  summary: "Look up a title online through Radarr and Sonarr",
  request: { query: Words.extend({ kind: z.enum(["movie", "series"]).optional() }) },
  responses: {
    200: json(z.array(LookupResult), "The results, best match first"),
    ...problems(["invalid", "bad_state", "upstream_failed"]),
  },
});
const add = createRoute({
  method: "post",
  path: "/search/add",
  tags: ["Search"],
  summary: "Add a title to Radarr or Sonarr",
  request: body(AddTitle),
  responses: {
    201: json(z.union([Movie, Series]), "The new title; episodes of a series follow a little later"),
    ...problems(["not_found", "conflict", "bad_state", "upstream_failed", "upstream_timeout"], { body: true }),
  },
});
const releases = createRoute({
  method: "get",
  path: "/search/releases",
  tags: ["Search"],
  summary: "Search for releases of a title, best first; indexers may take more than a minute",
  request: { query: ReleaseQuery },
  responses: {
    200: json(ReleaseSearch, "The results of each source; failed sources are named"),
    ...problems(["invalid"]),
  },
});

/** Routes for searching titles and their releases. */
export const searchRoutes = ({ search }: Pick<Services, "search">) =>
  router()
    .openapi(smart, async (c) => {
      const { q, scope, online } = c.req.valid("query");
      return c.json(await search.smart(q, { scope, online: online === "1", signal: c.req.raw.signal }), 200);
    })
    .openapi(local, async (c) => c.json(await search.local(c.req.valid("query").q), 200))
    .openapi(lookup, async (c) => {
      const { q, kind } = c.req.valid("query");
      return c.json(await search.lookup(q, kind, c.req.raw.signal), 200);
    })
    .openapi(add, async (c) => c.json(await search.add(c.req.valid("json")), 201))
    .openapi(releases, async (c) => c.json(await search.releases(c.req.valid("query"), c.req.raw.signal), 200));
