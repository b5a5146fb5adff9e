import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { ListedPolicy, Policy, PolicyInput, PolicyOrder } from "../../../lib/library/policies/model.ts";
import {
  PolicyDraft,
  PolicyPlan,
  PolicyRun,
  PolicyRunResult,
  PolicyTrace,
} from "../../../lib/library/policies/plan_model.ts";
import { renderView } from "../../../lib/ui/render.tsx";
import { PlanSection } from "../../../lib/ui/policies/policy_plan.tsx";
import { planView } from "../../data/plan_view.ts";
import { body, IdParam, json, problems, router, wantsHtml } from "../../http/router.ts";
import { viewOf } from "../../http/view.ts";
import type { Services } from "../../services/services.ts";

const tags = ["Policies"];
const list = createRoute({
  method: "get",
  path: "/policies",
  tags,
  summary: "List all policies in order; auto transcode is the first",
  responses: { 200: json(z.array(ListedPolicy), "The policies"), ...problems() },
});
const create = createRoute({
  method: "post",
  path: "/policies",
  tags,
  summary: "Add a policy, which is disabled by default",
  request: body(PolicyInput),
  responses: { 201: json(Policy, "The policy"), ...problems(["conflict", "bad_state"], { body: true }) },
});
const order = createRoute({
  method: "post",
  path: "/policies/order",
  tags,
  summary: "Set the order of the policies; the first enabled one that includes a file encodes it",
  request: body(PolicyOrder),
  responses: { 200: json(z.array(ListedPolicy), "All policies"), ...problems(["conflict"], { body: true }) },
});
const plan = createRoute({
  method: "post",
  path: "/policies/plan",
  tags,
  summary: "Return what the saved policies, or those with a draft, would do with all files; nothing is queued",
  request: body(PolicyDraft),
  responses: { 200: json(PolicyPlan, "The plan"), ...problems(["not_found"], { body: true }) },
});
const trace = createRoute({
  method: "get",
  path: "/policies/trace",
  tags,
  summary: "Return the reasons for the decision about one file",
  request: { query: z.object({ path: z.string().min(1).max(4096) }) },
  responses: { 200: json(PolicyTrace, "The result of every policy"), ...problems(["invalid", "not_found"]) },
});
const runs = createRoute({
  method: "get",
  path: "/policies/runs",
  tags,
  summary: "List the newest 100 runs that queued jobs",
  responses: { 200: json(z.array(PolicyRun), "The runs, newest first"), ...problems() },
});
const get = createRoute({
  method: "get",
  path: "/policies/{id}",
  tags,
  summary: "Return one policy",
  request: { params: IdParam },
  responses: { 200: json(ListedPolicy, "The policy"), ...problems(["invalid", "not_found"]) },
});
const change = createRoute({
  method: "put",
  path: "/policies/{id}",
  tags,
  summary: "Change a policy; absent fields get their default values",
  request: { params: IdParam, ...body(PolicyInput) },
  responses: {
    200: json(Policy, "The updated policy"),
    ...problems(["not_found", "conflict", "builtin_readonly"], { body: true }),
  },
});
const remove = createRoute({
  method: "delete",
  path: "/policies/{id}",
  tags,
  summary: "Delete a policy; its jobs and runs are kept",
  request: { params: IdParam },
  responses: {
    200: json(Policy, "The deleted policy"),
    ...problems(["invalid", "not_found", "builtin_readonly"]),
  },
});
const run = createRoute({
  method: "post",
  path: "/policies/{id}/run",
  tags,
  summary: "Queue the files of an enabled policy now; with dryRun=1, only return what would be queued",
  request: { params: IdParam, query: z.object({ dryRun: z.enum(["0", "1"]).default("0") }) },
  responses: {
    200: json(PolicyRunResult, "The queued files"),
    ...problems(["invalid", "not_found", "builtin_readonly", "bad_state"]),
  },
});

type PolicyRouteServices = Pick<Services, "policies" | "mediaIndex" | "settings" | "instance" | "health">;

/** Routes for policies. */
export const policyRoutes = (services: PolicyRouteServices) => {
  const { policies, instance } = services;
  const pageOf = (id: string): string => `${instance.urlBase}/api/policies/${id}`;
  return router()
    .openapi(list, async (c) => c.json(await policies.list(), 200))
    .openapi(create, async (c) => {
      const policy = await policies.create(c.req.valid("json"));
      c.header("Location", pageOf(policy.id));
      return c.json(policy, 201);
    })
    .openapi(order, async (c) => c.json(await policies.reorder(c.req.valid("json")), 200))
    .openapi(plan, async (c) => {
      const planned = await policies.plan(c.req.valid("json").draft);
      if (!wantsHtml(c)) return c.json(planned, 200);
      // Browsers get the result as HTML. The OpenAPI document describes the JSON response.
      const view = await planView(services, planned);
      return c.html(renderView(viewOf(c, services), <PlanSection {...view} title="Plan" />)) as never;
    })
    .openapi(trace, async (c) => c.json(await policies.trace(c.req.valid("query").path), 200))
    .openapi(runs, async (c) => c.json(await policies.runs(), 200))
    .openapi(get, async (c) => c.json(await policies.get(c.req.valid("param").id), 200))
    .openapi(change, async (c) => {
      const policy = await policies.change(c.req.valid("param").id, c.req.valid("json"));
      c.header("Location", pageOf(policy.id));
      return c.json(policy, 200);
    })
    .openapi(remove, async (c) => {
      const policy = await policies.remove(c.req.valid("param").id);
      c.header("Location", `${instance.urlBase}/api/policies`);
      return c.json(policy, 200);
    })
    .openapi(run, async (c) => {
      const dryRun = c.req.valid("query").dryRun === "1";
      return c.json(await policies.run(c.req.valid("param").id, { dryRun }), 200);
    });
};
