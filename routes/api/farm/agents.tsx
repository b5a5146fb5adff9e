import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import type { Context } from "hono";
import type { VNode } from "preact";
import { Agent, AgentChange, AgentList, JoinInvitation, RevokedAgent } from "../../../lib/farm/agents/model.ts";
import { renderView } from "../../../lib/ui/render.tsx";
import { type AppEnv, body, IdParam, json, problems, router, wantsHtml } from "../../http/router.ts";
import { viewOf } from "../../http/view.ts";
import { agentsData, type AgentsServices } from "../../pages/farm/agents_data.ts";
import { AgentsPage } from "../../pages/farm/agents.tsx";
import { JoinCodeCard } from "../../pages/farm/join_code.tsx";
import { RevokedNote } from "../../pages/farm/revoked.tsx";
import type { Services } from "../../services/services.ts";

const list = createRoute({
  method: "get",
  path: "/agents",
  tags: ["Agents"],
  summary: "List the agents, with the reason if no segments can be sent to them",
  responses: { 200: json(AgentList, "The agents, in the order in which they joined"), ...problems() },
});
const invite = createRoute({
  method: "post",
  path: "/agents/join-codes",
  tags: ["Agents"],
  summary: "Create a code for one agent to join; valid once, for 15 minutes",
  responses: { 201: json(JoinInvitation, "The code, and the command that uses it"), ...problems(["bad_state"]) },
});
const decide = createRoute({
  method: "post",
  path: "/agents/{id}/approve",
  tags: ["Agents"],
  summary: "Approve or reject an agent",
  request: { params: IdParam, ...body(z.object({ approved: z.boolean() }).meta({ id: "AgentDecision" })) },
  responses: {
    200: json(RevokedAgent, "The agent; if it was rejected, its last state"),
    ...problems(["not_found"], { body: true }),
  },
});
const change = createRoute({
  method: "patch",
  path: "/agents/{id}",
  tags: ["Agents"],
  summary: "Rename, pause or limit an agent, or re-enable one that returned a wrong result",
  request: { params: IdParam, ...body(AgentChange) },
  responses: { 200: json(Agent, "The updated agent"), ...problems(["not_found"], { body: true }) },
});
const revoke = createRoute({
  method: "delete",
  path: "/agents/{id}",
  tags: ["Agents"],
  summary: "Revoke an agent: its credentials expire immediately, and its segments are encoded elsewhere",
  request: { params: IdParam },
  responses: { 200: json(RevokedAgent, "The last state of the agent"), ...problems(["not_found", "invalid"]) },
});

/** Routes for agents. */
export function agentRoutes(services: AgentsServices & Pick<Services, "instance" | "health">) {
  const { farm, clock } = services;
  /**
   * Renders a response as HTML: a fragment, or without JavaScript the whole page. The OpenAPI document describes the
   * JSON response.
   */
  const drawn = async (
    c: Context<AppEnv>,
    part: VNode,
    shown: { code?: JoinInvitation; revoked?: RevokedAgent },
    status: 200 | 201 = 200,
  ): Promise<Response> => {
    const view = viewOf(c, services);
    if (c.req.header("hx-request") !== undefined) return c.html(renderView(view, part), status);
    c.set("drawnPage", true);
    const page = <AgentsPage {...await agentsData(services)} {...shown} />;
    return c.html(`<!doctype html>${renderView({ ...view, path: "/agents" }, page)}`, status);
  };
  return router()
    .openapi(list, async (c) => c.json(await farm.list(), 200))
    .openapi(invite, async (c) => {
      const { code, ...rest } = await farm.invite(hostName(c.get("host") ?? ""));
      const { renderSVG } = await import("uqr");
      c.header("Cache-Control", "no-store");
      const invitation: JoinInvitation = {
        code,
        command: `lathe agent --join ${code}`,
        ...rest,
        qrSvg: renderSVG(code, { ecc: "L", border: 2 }),
      };
      if (!wantsHtml(c)) return c.json(invitation, 201);
      const card = <JoinCodeCard code={invitation} now={clock.now()} />;
      return await drawn(c, card, { code: invitation }, 201) as never;
    })
    .openapi(decide, async (c) => {
      const { id } = c.req.valid("param");
      if (c.req.valid("json").approved) return c.json(await farm.decide(id, true), 200);
      const revoked = await farm.revoke(id);
      if (revoked.warning === undefined || !wantsHtml(c)) return c.json(revoked, 200);
      return await drawn(c, <RevokedNote revoked={revoked} />, { revoked }) as never;
    })
    .openapi(change, async (c) => c.json(await farm.change(c.req.valid("param").id, c.req.valid("json")), 200))
    .openapi(revoke, async (c) => c.json(await farm.revoke(c.req.valid("param").id), 200));
}

/** Returns the host name in a Host header, without the port. Empty for localhost and other local names. */
function hostName(host: string): string {
  const name = URL.parse(`http://${host}`)?.hostname.replace(/^\[|\]$/g, "") ?? "";
  return /^(localhost|127\.|::1$)/.test(name) ? "" : name;
}
