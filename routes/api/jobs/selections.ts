import { createRoute, z } from "@hono/zod-openapi";
import { Fault } from "../../../lib/kit/fault.ts";
import { count } from "../../../lib/kit/format.ts";
import { MAX_BULK_ITEMS } from "../../../lib/jobs/schema.ts";
import type { SelectedFile } from "../../../lib/jobs/intake/selections.ts";
import { TitleChoice } from "../../../lib/library/video/model.ts";
import { folderSelection, totalOf } from "./folder_selection.ts";
import { body, json, problems, router } from "../../http/router.ts";
import type { Services } from "../../services.ts";

const keep = createRoute({
  method: "post",
  path: "/selections",
  tags: ["Media"],
  summary:
    "Keep a choice of files, of titles of a library, or of all media below a folder, for the calls that follow, until the service stops",
  request: body(
    z.union([
      z.object({ paths: z.array(z.string().min(1).max(4096)).min(1).max(MAX_BULK_ITEMS) }),
      z.object({ titles: TitleChoice }),
      z.object({ folder: z.string().min(1).max(4096).describe("All media files in it and in the folders below") }),
    ]).meta({ id: "SelectionInput" }),
  ),
  responses: {
    201: json(
      z.object({
        id: z.string(),
        count: z.int().describe("Files"),
        bytes: z.int().optional().describe("Of all files, where titles of a library or a folder were chosen"),
        note: z.string().optional().describe("What is left out of a folder, and why"),
      }).meta({ id: "Selection" }),
      "The id to name it by",
    ),
    ...problems(["not_found", "path_not_allowed", "upstream_timeout"], { body: true }),
  },
});

/** Routes of chosen files. */
export const selectionRoutes = (
  services: Pick<Services, "selections" | "library" | "settings" | "disks">,
) =>
  router().openapi(keep, async (c) => {
    const { selections, library } = services;
    const chosen = c.req.valid("json");
    if ("paths" in chosen) {
      const id = selections.keep(chosen.paths.map((path) => ({ path })));
      return c.json({ id, count: selections.paths(id).length }, 201);
    }
    if ("folder" in chosen) return c.json(await folderSelection(services, chosen.folder, c.req.raw.signal), 201);
    const files = checked(await library.chosenFiles(chosen.titles));
    const id = selections.keep(files);
    return c.json({ id, ...totalOf(selections.files(id)) }, 201);
  });

/** Throws `invalid` when nothing is on disk, or more than one call may queue. */
function checked(files: SelectedFile[]): SelectedFile[] {
  if (files.length === 0) throw new Fault("invalid", "None of the chosen titles has a file.");
  if (files.length > MAX_BULK_ITEMS) {
    throw new Fault(
      "invalid",
      `That are ${
        count(files.length, "file", "files")
      }; at most ${MAX_BULK_ITEMS} can be chosen at once. Narrow the list.`,
    );
  }
  return files;
}
