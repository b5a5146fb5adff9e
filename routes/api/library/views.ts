import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { LIST_KINDS, SavedView, SavedViewChange, SavedViewInput } from "../../../lib/library/lists/model.ts";
import { body, IdParam, json, problems, router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";

const list = createRoute({
  method: "get",
  path: "/views",
  tags: ["Library"],
  summary: "List saved views",
  request: { query: z.object({ kind: z.enum(LIST_KINDS).optional() }) },
  responses: { 200: json(z.array(SavedView), "The views, sorted by name"), ...problems(["invalid"]) },
});
const add = createRoute({
  method: "post",
  path: "/views",
  tags: ["Library"],
  summary: "Save a list with its filters, sort order and layout as a view",
  request: body(SavedViewInput),
  responses: { 201: json(SavedView, "The view"), ...problems(["conflict", "bad_state"], { body: true }) },
});
const change = createRoute({
  method: "patch",
  path: "/views/{id}",
  tags: ["Library"],
  summary: "Rename a view, or change its list",
  request: { params: IdParam, ...body(SavedViewChange) },
  responses: { 200: json(SavedView, "The updated view"), ...problems(["not_found", "conflict"], { body: true }) },
});
const remove = createRoute({
  method: "post",
  path: "/views/{id}/remove",
  tags: ["Library"],
  summary: "Delete a view; the titles are not changed",
  request: { params: IdParam },
  responses: { 200: json(SavedView, "The deleted view"), ...problems(["not_found", "invalid"]) },
});

/** Routes for saved views. */
export const viewRoutes = ({ views, instance }: Pick<Services, "views" | "instance">) => {
  // Page to which a form redirects without JavaScript.
  const pageOf = (view: SavedView): string => `${instance.urlBase}/api/views/${view.id}`;
  return router()
    .openapi(list, async (c) => c.json(await views.list(c.req.valid("query").kind), 200))
    .openapi(add, async (c) => {
      const view = await views.add(c.req.valid("json"));
      c.header("Location", pageOf(view));
      return c.json(view, 201);
    })
    .openapi(change, async (c) => {
      const view = await views.change(c.req.valid("param").id, c.req.valid("json"));
      c.header("Location", pageOf(view));
      return c.json(view, 200);
    })
    .openapi(remove, async (c) => {
      const view = await views.remove(c.req.valid("param").id);
      c.header("Location", `${instance.urlBase}/api/views?kind=${view.kind}`);
      return c.json(view, 200);
    });
};
