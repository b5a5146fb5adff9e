import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { VNode } from "preact";
import {
  EstimateAccuracy,
  EstimateInput,
  type EstimateRequest,
  EstimateRun,
  Estimates,
} from "../../../lib/jobs/estimate_schema.ts";
import { Fault } from "../../../lib/kit/fault.ts";
import { EstimateRunView } from "../../../lib/ui/components/estimate_run.tsx";
import { Note } from "../../../lib/ui/layout.tsx";
import { renderView } from "../../../lib/ui/render.tsx";
import { SizeEstimateLines } from "../../../lib/ui/components/size_estimate.tsx";
import { type AppEnv, body, IdParam, json, problems, router, wantsHtml } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";
import { viewOf } from "../../http/view.ts";

const estimate = createRoute({
  method: "post",
  path: "/estimate",
  tags: ["Profiles"],
  summary: "Estimate the output size and encoding time for files and profiles",
  description:
    "Calculated immediately from the stream details. With `sample`, short samples are encoded in the background: the " +
    "response is 202 with an ID to poll, and `estimate` events on the live stream report the progress.",
  request: body(EstimateInput),
  responses: {
    200: json(Estimates, "One estimate per profile, for all files together"),
    202: json(EstimateRun, "The samples are being encoded: poll the address in the Location header"),
    ...problems(["no_profile", "not_found", "upstream_timeout", "tool_missing", "busy", "shutting_down"], {
      body: true,
    }),
  },
});

const run = createRoute({
  method: "get",
  path: "/estimate/{id}",
  tags: ["Profiles"],
  summary:
    "Return the progress and result of a sampled estimate; the latest finished ones are kept until the service stops",
  request: { params: IdParam },
  responses: { 200: json(EstimateRun, "The estimate"), ...problems(["not_found", "invalid"]) },
});

const cancel = createRoute({
  method: "delete",
  path: "/estimate/{id}",
  tags: ["Profiles"],
  summary: "Cancel a sampled estimate; a finished one is not changed",
  request: { params: IdParam },
  responses: {
    200: json(EstimateRun, "The final state; its encodes have stopped"),
    ...problems(["not_found", "invalid"]),
  },
});

const accuracy = createRoute({
  method: "get",
  path: "/estimate/accuracy",
  tags: ["Profiles"],
  summary: "Return the accuracy of earlier estimates, and how new ones are corrected",
  responses: { 200: json(EstimateAccuracy, "Deviation of estimates from the results of finished jobs"), ...problems() },
});

/** Routes for estimates. */
export function estimateRoutes(
  services: Pick<Services, "estimates" | "selections" | "settings" | "instance" | "health">,
) {
  const { estimates, selections, instance } = services;
  // Browsers get the result as HTML. The OpenAPI document describes the JSON response.
  const drawn = (c: Context<AppEnv>, shown: VNode, status: 200 | 202 = 200) =>
    c.html(renderView(viewOf(c, services), shown), status) as never;
  return router()
    .openapi(estimate, async (c) => {
      const input = filesNamed(c.req.valid("json"), selections);
      if (input.sample) {
        const started = await estimates.measure(input);
        c.header("Location", `${instance.urlBase}/api/estimate/${started.id}`);
        return wantsHtml(c) ? drawn(c, <EstimateRunView run={started} />, 202) : c.json(started, 202);
      }
      const answer = await estimates.estimate(input);
      if (!wantsHtml(c)) return c.json(answer, 200);
      const [first] = answer.estimates;
      return drawn(
        c,
        first
          ? <SizeEstimateLines estimate={first} />
          : <Note tone="bad">{answer.errors.map(({ message }) => message).join(" ")}</Note>,
      );
    })
    .openapi(accuracy, async (c) => c.json(await estimates.accuracy(), 200))
    .openapi(run, (c) => {
      const { id } = c.req.valid("param");
      if (!wantsHtml(c)) return c.json(estimates.run(id), 200);
      try {
        return drawn(c, <EstimateRunView run={estimates.run(id)} />);
      } catch (error) {
        // After a restart of Lathe, a running estimate no longer exists, and the page must stop requesting its state.
        if (!(error instanceof Fault)) throw error;
        return drawn(c, <Note tone="bad">{error.message}</Note>);
      }
    })
    .openapi(cancel, async (c) => {
      const ended = await estimates.cancel(c.req.valid("param").id);
      return wantsHtml(c) ? drawn(c, <EstimateRunView run={ended} />) : c.json(ended, 200);
    });
}

/** Returns the files in an estimate request. Throws `not_found` for an unknown selection. */
function filesNamed(input: EstimateInput, selections: Services["selections"]): EstimateRequest {
  if ("items" in input) return input;
  const { selectionId, ...question } = input;
  const items = selections.files(selectionId).map(({ path, sizeBytes }) => ({
    localPath: path,
    ...(sizeBytes === undefined ? {} : { knownBytes: sizeBytes }),
  }));
  return { ...question, items };
}
