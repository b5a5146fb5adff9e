import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { MAX_BULK_ITEMS } from "../../../lib/jobs/request_schema.ts";
import { ListChoice } from "../../../lib/library/lists/list_choice.ts";
import { folderSelection, totalOf } from "../../data/folder_selection.ts";
import { body, json, problems, router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";
import { type ChoiceServices, filesOfTitles } from "./chosen_titles.ts";

const keep = createRoute({
  method: "post",
  path: "/selections",
  tags: ["Media"],
  summary:
    "Store a selection of files, of library titles, or of all media in a folder, for later calls until the service stops",
  request: body(
    z.union([
      z.object({ paths: z.array(z.string().min(1).max(4096)).min(1).max(MAX_BULK_ITEMS) }),
      z.object({ titles: ListChoice }),
      z.object({ folder: z.string().min(1).max(4096).describe("All media files in this folder and its subfolders") }),
    ]).meta({ id: "SelectionInput" }),
  ),
  responses: {
    201: json(
      z.object({
        id: z.string(),
        count: z.int().describe("Files"),
        bytes: z.int().optional().describe(
          "Total size of the files; present if library titles or a folder were chosen",
        ),
        note: z.string().optional().describe("What was omitted from a folder, and why"),
      }).meta({ id: "Selection" }),
      "The ID of the selection",
    ),
    ...problems(["not_found", "path_not_allowed", "upstream_timeout"], { body: true }),
  },
});

/** Routes for file selections. */
export const selectionRoutes = (services: Pick<Services, "selections" | "settings" | "disks"> & ChoiceServices) =>
  router().openapi(keep, async (c) => {
    const { selections } = services;
    const chosen = c.req.valid("json");
    if ("paths" in chosen) {
      const id = selections.keep(chosen.paths.map((path) => ({ path })));
      return c.json({ id, count: selections.paths(id).length }, 201);
    }
    if ("folder" in chosen) return c.json(await folderSelection(services, chosen.folder, c.req.raw.signal), 201);
    const id = selections.keep(await filesOfTitles(services, chosen.titles));
    return c.json({ id, ...totalOf(selections.files(id)) }, 201);
  });
