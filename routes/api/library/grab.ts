import { createRoute } from "@hono/zod-openapi";
import { GrabAnswer, GrabRequest } from "../../../lib/library/downloads/model.ts";
import { body, json, problems, router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";

const grab = createRoute({
  method: "post",
  path: "/search/grab",
  tags: ["Search"],
  summary: "Download a release through the manager that found it, and encode it once it is imported",
  request: body(GrabRequest),
  responses: {
    200: json(GrabAnswer, "The release was requested; the job is waiting for it"),
    ...problems(["no_profile", "not_found", "conflict", "bad_state", "upstream_failed"], { body: true }),
  },
});

/** Route that starts the download of a release. */
export const grabRoutes = ({ grab: service }: Pick<Services, "grab">) =>
  router().openapi(grab, async (c) => c.json(await service.grab(c.req.valid("json")), 200));
