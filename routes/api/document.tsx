import { Hono } from "hono";
import { VERSION } from "../../lib/kit/version.ts";
import { remembered } from "../../lib/kit/lazy.ts";
import { settingsJsonSchema } from "../../lib/ui/settings/settings_json_schema.ts";
import { drawing } from "../http/draw.ts";
import { type AppEnv, router } from "../http/router.ts";
import { type ApiDocument, ApiPage } from "../pages/platform/api.tsx";
import { API_GROUPS } from "./groups.ts";
import type { Services } from "../services/services.ts";

/** Routes for the OpenAPI 3.1 document of all API routes, and for the page that is created from it. */
export function documentRoutes(services: Services): Hono<AppEnv> {
  const { get } = remembered(() => documentOf(services));
  const { page } = drawing(services);
  return new Hono<AppEnv>()
    .get("/api/openapi.json", async (c) => c.json(await get()))
    .get("/api/docs", async (c) => page(c, <ApiPage document={await get()} />));
}

async function documentOf(services: Services): Promise<ApiDocument> {
  const areas = await Promise.all(API_GROUPS.map(({ load }) => load()));
  const api = router();
  for (const area of areas) api.route("/", area(services));
  api.openAPIRegistry.registerComponent("securitySchemes", "header", {
    type: "apiKey",
    in: "header",
    name: "X-Api-Key",
  });
  api.openAPIRegistry.registerComponent("securitySchemes", "query", { type: "apiKey", in: "query", name: "apikey" });
  const document = api.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Lathe",
      version: VERSION,
      description:
        "Encodes media by profile. Clients on the same network need no credentials while authentication is " +
        "disabled; others send the API key as X-Api-Key or ?apikey=.",
    },
    servers: [{ url: `${services.instance.urlBase}/api` }],
    security: [{ header: [] }, { query: [] }, {}],
  }) as ApiDocument;
  // The settings schema is added here and not in the settings routes, because creating it takes longer than loading any
  // route.
  Object.assign(document.components.schemas.Settings ?? {}, settingsJsonSchema());
  return document;
}
