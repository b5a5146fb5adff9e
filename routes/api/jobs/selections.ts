import { createRoute, z } from "@hono/zod-openapi";
import { MAX_BULK_ITEMS } from "../../../lib/jobs/schema.ts";
import { ListChoice } from "../../../lib/library/lists/list_choice.ts";
import { body, json, problems, router } from "../../http/router.ts";
import type { Services } from "../../services.ts";
import { type ChoiceServices, filesOfTitles } from "./chosen_titles.ts";

const keep = createRoute({
  method: "post",
  path: "/selections",
  tags: ["Media"],
  summary: "Keep a choice of files, or of titles of a library, for the calls that follow, until the service stops",
  request: body(
    z.union([
      z.object({ paths: z.array(z.string().min(1).max(4096)).min(1).max(MAX_BULK_ITEMS) }),
      z.object({ titles: ListChoice }),
    ]).meta({ id: "SelectionInput" }),
  ),
  responses: {
    201: json(
      z.object({
        id: z.string(),
        count: z.int().describe("Files"),
        bytes: z.int().optional().describe("Of all files, where titles of a library were chosen"),
      }).meta({ id: "Selection" }),
      "The id to name it by",
    ),
    ...problems([], { body: true }),
  },
});

/** Routes of chosen files. */
export const selectionRoutes = ({ selections, ...services }: Pick<Services, "selections"> & ChoiceServices) =>
  router().openapi(keep, async (c) => {
    const chosen = c.req.valid("json");
    if ("paths" in chosen) {
      const id = selections.keep(chosen.paths.map((path) => ({ path })));
      return c.json({ id, count: selections.paths(id).length }, 201);
    }
    const id = selections.keep(await filesOfTitles(services, chosen.titles));
    const kept = selections.files(id);
    return c.json({ id, count: kept.length, bytes: kept.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0) }, 201);
  });
