import { createRoute, z } from "@hono/zod-openapi";
import { MAX_BULK_ITEMS } from "../../../lib/jobs/schema.ts";
import { body, json, problems, router } from "../../http/router.ts";
import type { Services } from "../../services.ts";

const keep = createRoute({
  method: "post",
  path: "/selections",
  tags: ["Media"],
  summary: "Keep a choice of files for the calls that follow, until the service stops",
  request: body(
    z.object({ paths: z.array(z.string().min(1).max(4096)).min(1).max(MAX_BULK_ITEMS) }).meta({ id: "SelectionInput" }),
  ),
  responses: {
    201: json(z.object({ id: z.string(), count: z.int() }).meta({ id: "Selection" }), "The id to name it by"),
    ...problems([], { body: true }),
  },
});

/** Routes of chosen files. */
export const selectionRoutes = ({ selections }: Pick<Services, "selections">) =>
  router().openapi(keep, (c) => {
    const id = selections.keep(c.req.valid("json").paths);
    return c.json({ id, count: selections.paths(id).length }, 201);
  });
