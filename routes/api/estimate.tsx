import { createRoute } from "@hono/zod-openapi";
import { EstimateAccuracy, EstimateInput, Estimates } from "../../lib/estimates/schema.ts";
import { Note } from "../../lib/ui/layout.tsx";
import { renderView } from "../../lib/ui/render.tsx";
import { SizeEstimateLines } from "../../lib/ui/size_estimate.tsx";
import { body, json, problems, router, wantsHtml } from "../router.ts";
import type { Services } from "../services.ts";
import { viewOf } from "../view.ts";

const estimate = createRoute({
  method: "post",
  path: "/estimate",
  tags: ["Profiles"],
  summary: "Size of the result and time of the encode, for files and profiles",
  description: "From the facts of the streams at once, or with `sample` from short encodes, which takes a while.",
  request: body(EstimateInput),
  responses: {
    200: json(Estimates, "One estimate per profile, for all files together"),
    ...problems(["no_profile", "tool_missing"], { body: true }),
  },
});

const accuracy = createRoute({
  method: "get",
  path: "/estimate/accuracy",
  tags: ["Profiles"],
  summary: "How earlier estimates turned out, and how the next ones are corrected",
  responses: { 200: json(EstimateAccuracy, "Errors over the finished jobs"), ...problems() },
});

/** Routes of estimates. */
export function estimateRoutes(services: Pick<Services, "estimates" | "settings" | "instance" | "health">) {
  const { estimates } = services;
  return router()
    .openapi(estimate, async (c) => {
      const answer = await estimates.estimate(c.req.valid("json"));
      if (!wantsHtml(c)) return c.json(answer, 200);
      const [first] = answer.estimates;
      const shown = first
        ? <SizeEstimateLines estimate={first} />
        : <Note tone="bad">{answer.errors.map(({ message }) => message).join(" ")}</Note>;
      // A browser asked for the drawn form of the same answer; the document describes the JSON one.
      return c.html(renderView(viewOf(c, services), shown)) as never;
    })
    .openapi(accuracy, async (c) => c.json(await estimates.accuracy(), 200));
}
