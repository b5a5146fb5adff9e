import { Hono } from "hono";
import type { AppEnv } from "./http/router.ts";
import type { Services } from "./services/services.ts";

/** Route for Prometheus metrics. */
export const metricsRoutes = ({ metrics }: Pick<Services, "metrics">): Hono<AppEnv> =>
  new Hono<AppEnv>().get(
    "/metrics",
    async (c) => c.body(await metrics.text(), 200, { "Content-Type": metrics.contentType }),
  );
