import { createRoute, z } from "@hono/zod-openapi";
import { SmartProfile, SmartProfileInput } from "../../../lib/encode/profiles/smart/schema.ts";
import { body, done, IdParam, json, Ok, problems, router } from "../../http/router.ts";
import type { Services } from "../../services.ts";

const list = createRoute({
  method: "get",
  path: "/smart-profiles",
  tags: ["Profiles"],
  summary: "Smart profiles: the two built-in ones and yours",
  responses: { 200: json(z.array(SmartProfile), "All of them"), ...problems() },
});
const create = createRoute({
  method: "post",
  path: "/smart-profiles",
  tags: ["Profiles"],
  summary: "Create a smart profile",
  request: body(SmartProfileInput),
  responses: { 201: json(SmartProfile, "The smart profile"), ...problems([], { body: true }) },
});
const update = createRoute({
  method: "put",
  path: "/smart-profiles/{id}",
  tags: ["Profiles"],
  summary: "Replace a smart profile; what is left out takes its default",
  request: { params: IdParam, ...body(SmartProfileInput) },
  responses: {
    200: json(SmartProfile, "The smart profile"),
    ...problems(["not_found", "builtin_readonly"], { body: true }),
  },
});
const remove = createRoute({
  method: "delete",
  path: "/smart-profiles/{id}",
  tags: ["Profiles"],
  summary: "Delete a smart profile",
  request: { params: IdParam },
  responses: { 200: json(Ok, "Gone"), ...problems(["not_found", "builtin_readonly", "in_use", "invalid"]) },
});
const clone = createRoute({
  method: "post",
  path: "/smart-profiles/{id}/clone",
  tags: ["Profiles"],
  summary: "Copy a smart profile; the only way to change a built-in one",
  request: {
    params: IdParam,
    body: {
      required: false,
      content: { "application/json": { schema: z.object({ name: z.string().trim().min(1).max(120).optional() }) } },
    },
  },
  responses: { 201: json(SmartProfile, "The copy"), ...problems(["not_found"], { body: true }) },
});

/** Routes of profiles that decide per file. */
export function smartProfileRoutes({ profiles: { smart }, instance }: Pick<Services, "profiles" | "instance">) {
  return router()
    .openapi(list, async (c) => c.json(await smart.list(), 200))
    .openapi(create, async (c) => {
      const profile = await smart.create(c.req.valid("json"));
      c.header("Location", `${instance.urlBase}/api/smart-profiles/${profile.id}`);
      return c.json(profile, 201);
    })
    .openapi(update, async (c) => c.json(await smart.update(c.req.valid("param").id, c.req.valid("json")), 200))
    .openapi(remove, async (c) => {
      await smart.remove(c.req.valid("param").id);
      return done(c);
    })
    .openapi(clone, async (c) => {
      const profile = await smart.clone(c.req.valid("param").id, c.req.valid("json").name);
      c.header("Location", `${instance.urlBase}/api/smart-profiles/${profile.id}`);
      return c.json(profile, 201);
    });
}
