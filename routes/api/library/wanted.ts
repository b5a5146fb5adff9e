import { createRoute } from "@hono/zod-openapi";
import { WantedDiscs } from "../../../lib/library/wanted/model.ts";
import { json, problems, router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";

const list = createRoute({
  method: "get",
  path: "/wanted",
  tags: ["Barcodes"],
  summary: "List movies and seasons below their quality cutoff, and the discs that would improve them",
  responses: { 200: json(WantedDiscs, "The titles; those with scanned discs first"), ...problems(["experiment_off"]) },
});

/** Routes for the list of wanted discs. */
export const wantedRoutes = ({ wanted }: Pick<Services, "wanted">) =>
  router().openapi(list, async (c) => c.json(await wanted.list(c.req.raw.signal), 200));
