import { createRoute, z } from "@hono/zod-openapi";
import { Fault } from "../../../lib/kit/fault.ts";
import { count } from "../../../lib/kit/format.ts";
import { MAX_BULK_ITEMS } from "../../../lib/jobs/schema.ts";
import type { SelectedFile } from "../../../lib/jobs/intake/selections.ts";
import { TitleChoice } from "../../../lib/library/video/model.ts";
import { body, json, problems, router } from "../../http/router.ts";
import type { Services } from "../../services.ts";

const keep = createRoute({
  method: "post",
  path: "/selections",
  tags: ["Media"],
  summary: "Keep a choice of files, or of titles of a library, for the calls that follow, until the service stops",
  request: body(
    z.union([
      z.object({ paths: z.array(z.string().min(1).max(4096)).min(1).max(MAX_BULK_ITEMS) }),
      z.object({ titles: TitleChoice }),
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
export const selectionRoutes = ({ selections, library }: Pick<Services, "selections" | "library">) =>
  router().openapi(keep, async (c) => {
    const chosen = c.req.valid("json");
    if ("paths" in chosen) {
      const id = selections.keep(chosen.paths.map((path) => ({ path })));
      return c.json({ id, count: selections.paths(id).length }, 201);
    }
    const files = checked(await library.chosenFiles(chosen.titles));
    const id = selections.keep(files);
    const kept = selections.files(id);
    return c.json({ id, count: kept.length, bytes: kept.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0) }, 201);
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
