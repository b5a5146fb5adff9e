import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { VERSION } from "../../../lib/kit/version.ts";
import { json, problems, router } from "../../http/router.ts";

const health = createRoute({
  method: "get",
  path: "/health",
  tags: ["System"],
  summary: "Return the version of the server; public",
  responses: {
    200: json(z.object({ ok: z.literal(true), version: z.string() }).meta({ id: "Health" }), "The server is running"),
    ...problems(),
  },
});

/** Route that reports whether the service is running. */
export const healthRoutes = () => router().openapi(health, (c) => c.json({ ok: true, version: VERSION } as const, 200));
