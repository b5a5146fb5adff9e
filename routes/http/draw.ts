import type { Context } from "hono";
import type { VNode } from "preact";
import { renderView } from "../../lib/ui/render.tsx";
import type { Services } from "../services/services.ts";
import type { AppEnv } from "./router.ts";
import { viewOf } from "./view.ts";

/** Creates the functions that render a page or a fragment for a group of pages. */
export function drawing(services: Pick<Services, "settings" | "instance" | "health">) {
  const fragment = (c: Context<AppEnv>, node: VNode, lead = ""): Response =>
    c.html(lead + renderView(viewOf(c, services), node)) as Response;
  return { fragment, page: (c: Context<AppEnv>, node: VNode): Response => fragment(c, node, "<!doctype html>") };
}
