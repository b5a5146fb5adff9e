import { createRoute } from "@hono/zod-openapi";
import { MetadataState } from "../../../lib/library/metadata_state.ts";
import { json, problems, router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";

const status = createRoute({
  method: "get",
  path: "/metadata/status",
  tags: ["Metadata"],
  summary: "Return the status of anime data, OMDb and the product database; omits disabled services",
  responses: { 200: json(MetadataState, "The status of the services"), ...problems() },
});

/** Routes for the metadata services. */
export const metadataRoutes = ({ metadataState }: Pick<Services, "metadataState">) =>
  router().openapi(status, async (c) => c.json(await metadataState(), 200));
