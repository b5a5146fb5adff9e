import { createRoute, z } from "@hono/zod-openapi";
import { Agent, AgentChange, AgentList, JoinInvitation, RevokedAgent } from "../../../lib/farm/agents/model.ts";
import { renderView } from "../../../lib/ui/render.tsx";
import { body, IdParam, json, problems, router, wantsHtml } from "../../http/router.ts";
import { viewOf } from "../../http/view.ts";
import { agentsData, type AgentsServices } from "../../pages/farm/agents_data.ts";
import { AgentsPage } from "../../pages/farm/agents.tsx";
import { JoinCodeCard } from "../../pages/farm/join_code.tsx";
import type { Services } from "../../services.ts";

const list = createRoute({
  method: "get",
  path: "/agents",
  tags: ["Agents"],
  summary: "The machines that encode for this one, and why no part can go out",
  responses: { 200: json(AgentList, "In the order in which they joined"), ...problems() },
});
const invite = createRoute({
  method: "post",
  path: "/agents/join-codes",
  tags: ["Agents"],
  summary: "Make a code with which one machine can join; it works once, for 15 minutes",
  responses: { 201: json(JoinInvitation, "The code, and the command that uses it"), ...problems(["bad_state"]) },
});
const decide = createRoute({
  method: "post",
  path: "/agents/{id}/approve",
  tags: ["Agents"],
  summary: "Let an agent work, or turn it away",
  request: { params: IdParam, ...body(z.object({ approved: z.boolean() }).meta({ id: "AgentDecision" })) },
  responses: { 200: json(Agent, "The agent"), ...problems(["not_found"], { body: true }) },
});
const change = createRoute({
  method: "patch",
  path: "/agents/{id}",
  tags: ["Agents"],
  summary: "Name, pause or limit an agent, or let one work again that brought something wrong",
  request: { params: IdParam, ...body(AgentChange) },
  responses: { 200: json(Agent, "As it is now"), ...problems(["not_found"], { body: true }) },
});
const revoke = createRoute({
  method: "delete",
  path: "/agents/{id}",
  tags: ["Agents"],
  summary: "Revoke an agent: its credentials end at once, and its parts are encoded elsewhere",
  request: { params: IdParam },
  responses: { 200: json(RevokedAgent, "As it was"), ...problems(["not_found", "invalid"]) },
});

/** Routes of the machines that encode for this one. */
export function agentRoutes(services: AgentsServices & Pick<Services, "instance" | "health">) {
  const { farm, clock } = services;
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
      // A browser asked for the drawn form of the same answer; the document describes the JSON one.
      const view = viewOf(c, services);
      if (c.req.header("hx-request") !== undefined) {
        return c.html(renderView(view, <JoinCodeCard code={invitation} now={clock.now()} />), 201) as never;
      }
      c.set("drawnPage", true);
      const page = <AgentsPage {...await agentsData(services)} code={invitation} />;
      return c.html(`<!doctype html>${renderView({ ...view, path: "/agents" }, page)}`, 201) as never;
    })
    .openapi(decide, async (c) => c.json(await farm.decide(c.req.valid("param").id, c.req.valid("json").approved), 200))
    .openapi(change, async (c) => c.json(await farm.change(c.req.valid("param").id, c.req.valid("json")), 200))
    .openapi(revoke, async (c) => c.json(await farm.revoke(c.req.valid("param").id), 200));
}

/** The name in a Host header, without its port; nothing for this machine's own. */
function hostName(host: string): string {
  const name = URL.parse(`http://${host}`)?.hostname.replace(/^\[|\]$/g, "") ?? "";
  return /^(localhost|127\.|::1$)/.test(name) ? "" : name;
}
