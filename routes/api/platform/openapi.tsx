import type { OpenAPIHono } from "@hono/zod-openapi";
import { VERSION } from "../../../lib/kit/version.ts";
import { type ApiDocument, ApiPage } from "../../pages/platform/api.tsx";
import { renderView } from "../../../lib/ui/render.tsx";
import type { AppEnv } from "../../http/router.ts";
import type { Services } from "../../services.ts";
import { viewOf } from "../../http/view.ts";

/** Serves the OpenAPI 3.1 document of everything registered on `api`, and the page drawn from it. */
export function addDocument(
  api: OpenAPIHono<AppEnv>,
  services: Pick<Services, "settings" | "instance" | "health">,
): void {
  let known: ApiDocument | undefined;
  const document = (): ApiDocument =>
    known ??= api.getOpenAPI31Document({
      openapi: "3.1.0",
      info: {
        title: "Lathe",
        version: VERSION,
        description:
          "Encodes media by profile. Callers on the same network need no credential while authentication is " +
          "off; others send the API key as X-Api-Key or ?apikey=.",
      },
      servers: [{ url: `${services.instance.urlBase}/api` }],
      security: [{ header: [] }, { query: [] }, {}],
    }) as ApiDocument;
  api.openAPIRegistry.registerComponent("securitySchemes", "header", {
    type: "apiKey",
    in: "header",
    name: "X-Api-Key",
  });
  api.openAPIRegistry.registerComponent("securitySchemes", "query", { type: "apiKey", in: "query", name: "apikey" });
  api.get("/openapi.json", (c) => c.json(document()));
  api.get(
    "/docs",
    (c) => c.html("<!doctype html>" + renderView(viewOf(c, services), <ApiPage document={document()} />)),
  );
}
