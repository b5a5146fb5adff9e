import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { SmartProfile, SmartProfileInput } from "../../../lib/encode/profiles/smart/schema.ts";
import { body, done, IdParam, json, Ok, problems, router } from "../../http/router.ts";
import { ruleMatches } from "../../data/rule_matches.ts";
import type { Services } from "../../services/services.ts";

const list = createRoute({
  method: "get",
  path: "/smart-profiles",
  tags: ["Profiles"],
  summary: "List smart profiles: the two built-in ones and yours",
  responses: { 200: json(z.array(SmartProfile), "All smart profiles"), ...problems() },
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
  summary: "Replace a smart profile; omitted fields get their defaults",
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
  responses: { 200: json(Ok, "Deleted"), ...problems(["not_found", "builtin_readonly", "in_use", "invalid"]) },
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

const test = createRoute({
  method: "post",
  path: "/smart-profiles/test",
  tags: ["Profiles"],
  summary: "Test rules, saved or not, on up to 20 library files, newest first",
  request: body(
    z.object({
      smart: SmartProfileInput,
      q: z.string().max(200).default("").describe("Only titles that contain these words"),
    }).meta({ id: "RuleTestInput" }),
  ),
  responses: {
    200: json(
      z.array(z.object({
        title: z.string(),
        path: z.string(),
        reasons: z.array(z.string()).describe("Which rules matched, with their conditions"),
        summary: z.array(z.string()).describe("The plan for the file"),
        nothingToDo: z.boolean(),
        estimate: z.object({
          bytes: z.int(),
          sourceBytes: z.int(),
          encodeSeconds: z.number().optional(),
        }).optional(),
        problem: z.string().optional().describe("Why the file cannot be evaluated"),
      })).meta({ id: "RuleMatches" }),
      "One entry per file; files of the newest jobs if the libraries are empty",
    ),
    ...problems(["no_profile", "tool_missing"], { body: true }),
  },
});

/** Routes for smart profiles, which are adapted to each file. */
export function smartProfileRoutes(services: Services) {
  const { profiles: { smart }, instance } = services;
  return router()
    .openapi(test, async (c) => {
      const { smart: draft, q } = c.req.valid("json");
      const { signal } = c.req.raw;
      return c.json(await ruleMatches(services, await smart.draft(draft), { q, signal }), 200);
    })
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
