import type { Context } from "hono";
import type { Fault } from "../../lib/kit/fault.ts";
import { renderView } from "../../lib/ui/render.tsx";
import { ErrorPage } from "../pages/platform/error.tsx";
import type { Services } from "../services.ts";
import { problemOf } from "./problem.ts";
import type { AppEnv } from "./router.ts";
import { viewOf } from "./view.ts";

/** Renders the error page for a browser. */
export function errorPage(
  c: Context<AppEnv>,
  services: Pick<Services, "settings" | "instance" | "health">,
  fault: Fault,
): Response {
  const { status, title, detail, requestId } = problemOf(c, fault);
  const page = <ErrorPage status={status} title={title} detail={detail} requestId={requestId} />;
  return c.html("<!doctype html>" + renderView(viewOf(c, services), page), fault.status) as Response;
}
