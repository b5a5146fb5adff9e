import { createRoute } from "@hono/zod-openapi";
import { WantedDiscs } from "../../../lib/library/wanted/model.ts";
import { json, problems, router } from "../../http/router.ts";
import type { Services } from "../../services.ts";

const list = createRoute({
  method: "get",
  path: "/wanted",
  tags: ["Barcodes"],
  summary: "Films and seasons below their quality cutoff, and which disc would improve them",
  responses: { 200: json(WantedDiscs, "What was scanned comes first"), ...problems(["experiment_off"]) },
});

/** Routes for the wanted discs list. */
export const wantedRoutes = ({ wanted }: Pick<Services, "wanted">) =>
  router().openapi(list, async (c) => c.json(await wanted.list(c.req.raw.signal), 200));
