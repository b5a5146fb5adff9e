import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { AnimeHit, AnimeStatus } from "../../../lib/library/anime/model.ts";
import { json, problems, router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";

const status = createRoute({
  method: "get",
  path: "/animedb/status",
  tags: ["Anime data"],
  summary: "Return whether anime titles are available, how many, and the last error",
  responses: { 200: json(AnimeStatus, "The state of the data"), ...problems() },
});
const refresh = createRoute({
  method: "post",
  path: "/animedb/refresh",
  tags: ["Anime data"],
  summary: "Download new data; joins a running refresh, and contacts AniDB at most once a day",
  responses: { 202: json(AnimeStatus, "Started"), ...problems(["bad_state"]) },
});
const search = createRoute({
  method: "get",
  path: "/animedb/search",
  tags: ["Anime data"],
  summary: "Search anime by any of their names, in any language, best match first",
  request: { query: z.object({ q: z.string().trim().min(1).max(200) }) },
  responses: { 200: json(z.array(AnimeHit), "At most 30 results"), ...problems(["invalid", "bad_state"]) },
});

/** Routes for anime titles. */
export const animeRoutes = ({ anime }: Pick<Services, "anime">) =>
  router()
    .openapi(status, async (c) => c.json(await anime.status(), 200))
    .openapi(refresh, async (c) => c.json(await anime.refresh(), 202))
    .openapi(search, async (c) => c.json(await anime.search(c.req.valid("query").q), 200));
