import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { MappingFind } from "../../../lib/library/video/mappings/mapping_model.ts";
import { Fault } from "../../../lib/kit/fault.ts";
import { KindWord } from "../../../lib/platform/managers/kind_word.ts";
import { body, json, problems, router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";

const find = createRoute({
  method: "post",
  path: "/settings/path-mappings/find",
  tags: ["Settings"],
  summary: "Search this server for files that the managers report but Lathe cannot open, and suggest mappings",
  request: body(z.object({ app: KindWord.optional() }).meta({ id: "MappingFindInput" })),
  responses: { 200: json(MappingFind, "The result; takes up to 20 seconds"), ...problems([], { body: true }) },
});

/** Routes for finding path mappings. */
export const mappingRoutes = ({ mappings }: Pick<Services, "mappings">) =>
  router().openapi(find, async (c) => {
    const { app } = c.req.valid("json");
    if (app !== undefined && app !== "movie" && app !== "series") {
      throw new Fault("invalid", "Only files managed by Radarr or Sonarr can be searched for.", {
        fields: [{ path: "app", message: "movie or series" }],
      });
    }
    return c.json(await mappings.find({ app, signal: c.req.raw.signal }), 200);
  });
