import type { ComponentChildren } from "preact";
import type { AgentList, JoinInvitation, RevokedAgent } from "../../../lib/farm/agents/model.ts";
import { count } from "../../../lib/kit/format.ts";
import { hx, hxForm } from "../../../lib/ui/hx.ts";
import { Empty, Note, Page } from "../../../lib/ui/layout.tsx";
import { useLink } from "../../../lib/ui/render.tsx";
import { AgentCard } from "./agent_card.tsx";
import { AGENTS_PAGE } from "./agent_texts.ts";
import type { AgentWork } from "./agent_work.ts";
import { AddMachine, JoinCodePlace } from "./join_code.tsx";
import { RevokedPlace } from "./revoked.tsx";

/** Data of the agents page. */
export interface AgentsData {
  agents: AgentList;
  work: AgentWork[];
  /** Number of encodes that stay on this machine. 0 = all encodes are sent to agents. */
  keepLocal: number;
  /** True if an environment variable sets the switch for agents, so that the page cannot change it. */
  locked: boolean;
  now: Date;
}

/** Page with all agents, and the form to add another. */
export function AgentsPage({ code, revoked, ...data }: AgentsData & { code?: JoinInvitation; revoked?: RevokedAgent }) {
  const link = useLink();
  const { enabled } = data.agents;
  return (
    <Page
      title="Agents"
      live="agents"
      lead={AGENTS_PAGE.lead}
      actions={
        <>
          <a class="button" href={link("/settings/agents#agents")}>Agent settings</a>
          {enabled && <AddMachine />}
        </>
      }
    >
      <JoinCodePlace now={data.now} {...(code && { code })} />
      <RevokedPlace {...(revoked && { revoked })} />
      <div
        id="agents"
        class="redrawn stack"
        {...hx({
          get: link("/agents?part=list"),
          trigger: "lists from:body delay:150ms",
          swap: "innerMorph",
          target: "this",
          sync: "this:queue last",
        })}
      >
        <AgentLists {...data} />
      </div>
    </Page>
  );
}

/** Content that is updated when an agent joins, leaves or changes. */
export function AgentLists({ agents, work, keepLocal, locked, now }: AgentsData) {
  const { enabled, foreignServer, problem, items } = agents;
  const mayStart = !enabled && !locked;
  const pending = items.filter(({ approved }) => !approved);
  const approved = items.filter((agent) => agent.approved);
  const cards = (list: AgentList["items"]) => (
    <ul class="agent-cards">
      {list.map((agent) => (
        <AgentCard
          key={agent.id}
          agent={agent}
          work={work.filter(({ agentId }) => agentId === agent.id)}
          now={now}
          foreignServer={foreignServer}
        />
      ))}
    </ul>
  );
  return (
    <>
      {enabled && problem !== undefined && <Note tone="warn">{`Agents receive no work: ${problem}`}</Note>}
      {!enabled && items.length > 0 && <Note>{AGENTS_PAGE.offWithAgents}</Note>}
      {enabled && foreignServer && items.length > 0 && <Note>{AGENTS_PAGE.foreign}</Note>}
      {pending.length > 0 && (
        <section aria-labelledby="pending-h">
          <div class="section-head">
            <h2 id="pending-h">Waiting for approval</h2>
            <span class="quiet small">{AGENTS_PAGE.pendingNext}</span>
          </div>
          {cards(pending)}
        </section>
      )}
      {approved.length > 0 && (
        <section aria-labelledby="agents-h">
          <div class="section-head">
            <h2 id="agents-h">Machines</h2>
            <span class="quiet small">{summary(approved, keepLocal)}</span>
          </div>
          {cards(approved)}
        </section>
      )}
      {items.length === 0 && <NoAgents enabled={enabled}>{mayStart && <SwitchOn />}</NoAgents>}
      {items.length > 0 && mayStart && <SwitchOn />}
    </>
  );
}

/** Returns `2 of 3 machines online; 1 encode stays on this machine`. */
function summary(agents: AgentList["items"], keepLocal: number): string {
  const there = agents.filter(({ state }) => state === "online" || state === "busy").length;
  const here = keepLocal === 0
    ? "all segments are sent to agents while one is online"
    : `${count(keepLocal, "encode")} ${keepLocal === 1 ? "stays" : "stay"} on this server`;
  return `${there} of ${count(agents.length, "agent")} online; ${here}`;
}

function NoAgents({ enabled, children }: { enabled: boolean; children: ComponentChildren }) {
  const link = useLink();
  return (
    <Empty title={enabled ? AGENTS_PAGE.none : AGENTS_PAGE.off}>
      {AGENTS_PAGE.what.map((text) => <p>{text}</p>)}
      <p>
        <a href={link("/docs/agents")}>How agents work</a>
      </p>
      {children}
    </Empty>
  );
}

/** Form that enables agents. */
function SwitchOn() {
  const link = useLink();
  return (
    <form class="agents-switch" {...hxForm(link("/api/settings"), { method: "put", then: "/agents" })}>
      <input type="hidden" name="agents.enabled:boolean" value="true" />
      <button type="submit" class="primary">{AGENTS_PAGE.switchOn}</button>
    </form>
  );
}
