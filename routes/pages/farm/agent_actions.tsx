import type { Agent } from "../../../lib/farm/agents/model.ts";
import { AskWithoutScript } from "../../../lib/ui/ask_without_script.tsx";
import { hx, hxForm } from "../../../lib/ui/hx.ts";
import { Icon, type IconName } from "../../../lib/ui/icon.tsx";
import { useLink } from "../../../lib/ui/render.tsx";
import { refuseQuestion, revokeQuestion } from "./agent_texts.ts";
import { intoRevokedPlace } from "./revoked.tsx";

/** A button that changes one agent. */
interface AgentAction {
  label: string;
  icon: IconName;
  done: string;
  /** Fields of the request body. */
  fields: Record<string, string>;
  /** Path segment after the URL of the agent. If absent, the request is sent to the URL of the agent. */
  step?: "approve";
  primary?: boolean;
  question?: string;
  /** True if the action ends the agent's access. */
  ends?: true;
}

/** Returns the possible actions for an agent's current state. Pure. */
export function agentActions(agent: Agent): AgentAction[] {
  const { approved, paused, rejected } = agent;
  const turnAway = { icon: "cross", step: "approve", ends: true, fields: { "approved:boolean": "false" } } as const;
  if (!approved) {
    return [
      {
        ...{ label: "Approve", icon: "check", step: "approve", primary: true, done: "The agent was approved." },
        fields: { "approved:boolean": "true" },
      },
      { ...turnAway, label: "Refuse", done: "The agent was refused.", question: refuseQuestion(agent) },
    ];
  }
  return [
    ...(rejected
      ? [{
        ...{ label: "Use again", icon: "retry", done: "The agent receives segments again." } as const,
        fields: { "clearRejection:boolean": "true" },
      }]
      : []),
    paused
      ? {
        label: "Resume",
        icon: "play",
        done: "The agent receives segments again.",
        fields: { "paused:boolean": "false" },
      }
      : {
        ...{
          label: "Pause",
          icon: "pause",
          done: "The agent receives no more segments; segments in progress are finished.",
        },
        fields: { "paused:boolean": "true" },
      },
    // Revoking uses the same request as refusing a machine, because a form can send POST but not DELETE.
    { ...turnAway, label: "Revoke", done: "The agent was revoked.", question: revokeQuestion(agent) },
  ];
}

/** Action buttons of an agent. Each is a form, so they work without JavaScript. */
export function AgentActions({ agent, foreignServer }: { agent: Agent; foreignServer: boolean }) {
  return (
    <div class="actions">
      {agentActions(agent).map((action) => <ActionForm key={action.label} {...{ agent, action, foreignServer }} />)}
    </div>
  );
}

function ActionForm(
  { agent: { id, name }, action, foreignServer }: { agent: Agent; action: AgentAction; foreignServer: boolean },
) {
  const link = useLink();
  const { label, icon, done, fields, step, primary, question, ends = false } = action;
  const url = link(step === undefined ? `/api/agents/${id}` : `/api/agents/${id}/${step}`);
  const method = step === undefined ? "patch" : "post";
  // If the user manages the NATS server of the agents, the response lists the remaining steps on that server and stays
  // visible.
  const sending = ends && foreignServer
    ? { method, action: url, ...hx({ post: url, ...intoRevokedPlace, confirm: question, sync: "drop" }) }
    : hxForm(url, { method, done, confirm: question });
  return (
    <form
      id={`${label.toLowerCase().replaceAll(" ", "-")}-${id}`}
      {...sending}
    >
      {Object.entries(fields).map(([field, value]) => <input type="hidden" name={field} value={value} />)}
      {question !== undefined && <AskWithoutScript>{question}</AskWithoutScript>}
      <button type="submit" class={primary ? "primary" : ""} aria-label={`${label}: ${name}`}>
        <Icon name={icon} size={18} />
        {label}
      </button>
    </form>
  );
}

/** Form for the agent's name and its number of concurrent parts. */
export function AgentEdit({ agent: { id, name, slots, maxSlots } }: { agent: Agent }) {
  const link = useLink();
  return (
    <details id={`edit-${id}`}>
      <summary>Rename or limit</summary>
      <form class="stack" {...hxForm(link(`/api/agents/${id}`), { method: "patch", done: "Saved." })}>
        <div class="field">
          <label for={`name-${id}`}>Name</label>
          <input id={`name-${id}`} name="name" type="text" value={name} required maxLength={100} autocomplete="off" />
        </div>
        <div class="field">
          <label for={`slots-${id}`}>Concurrent segments</label>
          <input
            id={`slots-${id}`}
            name="slots:number?"
            type="number"
            min={1}
            max={64}
            value={maxSlots ?? ""}
            placeholder={String(slots)}
            aria-describedby={`slots-${id}-help`}
          />
          <p class="help" id={`slots-${id}-help`}>Empty = as many as the agent offers.</p>
        </div>
        <div class="actions">
          <button type="submit" aria-label={`Save: ${name}`}>Save</button>
        </div>
      </form>
    </details>
  );
}
