import type { Agent } from "../../../lib/farm/agents/model.ts";
import type { Job } from "../../../lib/jobs/schema.ts";
import { isRunning } from "../../../lib/jobs/states.ts";
import { Partial, renderView, type View } from "../../../lib/ui/render.tsx";
import type { DiscEvent } from "./live_discs.tsx";
import type { LiveUpdate } from "./live_update.ts";
import { AgentFigures, AgentNow } from "../farm/agent_card.tsx";
import { type AgentWork, workOf } from "../farm/agent_work.ts";
import { UsedJoinCode } from "../farm/join_code.tsx";

/** Events that may change the agents page. */
export type AgentEvent =
  | { type: "agent"; agent: Agent }
  | { type: "agent-removed" }
  | { type: "agents" }
  | { type: "join-code-used"; id: string };

/** Events of jobs, the queue and discs. Only some of them change the agents page. */
type OtherEvent = { type: "job"; job: Job } | { type: "job-removed" | "jobs" | "queue" | DiscEvent["type"] };

/** True if an open page shows agents. */
export const isAgentsPage = (page: string): boolean => page === "agents";

/**
 * Renders events for the agents page. Figures from heartbeats and progress of parts are updated in place; any other
 * change makes the page reload itself.
 */
export function createAgentsView(
  view: View,
  now: () => Date = () => new Date(),
): (event: AgentEvent | OtherEvent) => LiveUpdate {
  const last = new Map<string, string>();
  const work = new Map<string, AgentWork[]>();
  const changed = (agent: Agent): boolean => {
    const { load: _, running: __, lastSeen: ___, figures: ____, ...lasting } = agent;
    const text = JSON.stringify(lasting);
    const before = last.get(agent.id);
    last.set(agent.id, text);
    return before !== text;
  };
  const followJob = (job: Job): LiveUpdate => {
    const before = work.get(job.id) ?? [];
    const after = isRunning(job.status) ? workOf(job) : [];
    if (after.length === 0) work.delete(job.id);
    else work.set(job.id, after);
    const agents = new Set([...before, ...after].map(({ agentId }) => agentId));
    if (agents.size === 0) return {};
    const all = [...work.values()].flat();
    return {
      html: [...agents].map((id) => drawWork(view, id, all.filter(({ agentId }) => agentId === id))).join(""),
    };
  };
  return (event) => {
    switch (event.type) {
      case "agent":
        if (changed(event.agent)) return { lists: true };
        return { html: drawFigures(view, event.agent, now()) };
      case "join-code-used":
        return { html: drawUsedCode(view, event.id) };
      case "agent-removed":
      case "agents":
        return { lists: true };
      case "job":
        return followJob(event.job);
      case "job-removed":
        work.clear();
        return { lists: true };
      default:
        return {};
    }
  };
}

const drawFigures = (view: View, agent: Agent, now: Date): string =>
  renderView(
    view,
    <Partial target={`#agent-figures-${agent.id}`}>
      <AgentFigures agent={agent} now={now} />
    </Partial>,
  );

const drawWork = (view: View, agentId: string, work: AgentWork[]): string =>
  renderView(
    view,
    <Partial target={`#agent-work-${agentId}`}>
      <AgentNow agentId={agentId} work={work} />
    </Partial>,
  );

const drawUsedCode = (view: View, id: string): string =>
  renderView(
    view,
    <Partial target={`#join-code-${id}`}>
      <UsedJoinCode id={id} />
    </Partial>,
  );
