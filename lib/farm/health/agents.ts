import type { AgentList } from "../agents/model.ts";
import type { Finding, HealthProbe } from "../../platform/health/probe.ts";
import type { SettingsService } from "../../platform/settings/service.ts";

/** Data for the agent check. */
export interface AgentFacts {
  settings: Pick<SettingsService, "current">;
  agents(): Promise<AgentList>;
}

/**
 * Checks that agents can receive parts and that every approved agent can be used. An agent that is offline is not a
 * problem.
 */
export const agentsProbe = ({ settings, agents }: AgentFacts): HealthProbe => ({
  source: "agents",
  fine: "No problems with agents.",
  async check() {
    if (!settings.current().agents.enabled) return [];
    const { problem, items } = await agents();
    const found: Finding[] = problem === undefined ? [] : [{
      id: "agents problem",
      type: "error",
      code: "agents_unreachable",
      message: `Agents receive no work: ${problem}`,
      link: "/settings/agents#agents",
    }];
    for (const { id, name, approved, rejected, otherVersion, reason = "" } of items) {
      if (!approved || !rejected && !otherVersion) continue;
      found.push({
        id: `agent ${id} ${rejected ? "rejected" : "version"}`,
        type: "warning",
        code: rejected ? "agent_rejected" : "agent_version",
        message: `The agent ${name} is not used. ${reason}`,
        link: "/agents",
      });
    }
    return found;
  },
});
