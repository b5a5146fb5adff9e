import { drawing } from "../../http/draw.ts";
import { router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";
import { agentsData, type AgentsServices } from "./agents_data.ts";
import { AgentLists, AgentsPage } from "./agents.tsx";

/** Page of the agents. */
export function agentPages(services: AgentsServices & Pick<Services, "instance" | "health">) {
  const { page, fragment } = drawing(services);
  return router().get("/agents", async (c) => {
    const data = await agentsData(services);
    return c.req.query("part") === "list" ? fragment(c, <AgentLists {...data} />) : page(c, <AgentsPage {...data} />);
  });
}
