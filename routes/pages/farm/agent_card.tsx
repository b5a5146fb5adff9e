import type { Agent } from "../../../lib/farm/agents/model.ts";
import { ago, bytes, count, exactTime, percent } from "../../../lib/kit/format.ts";
import { fpsText } from "../../../lib/ui/components/jobs/job_plots.tsx";
import { Icon } from "../../../lib/ui/icon.tsx";
import { Note } from "../../../lib/ui/layout.tsx";
import { useLink } from "../../../lib/ui/render.tsx";
import { AgentActions, AgentEdit } from "./agent_actions.tsx";
import { accessText, agentReason, AGENTS_PAGE, agentStatus, grouped, workTime } from "./agent_texts.ts";
import type { AgentWork } from "./agent_work.ts";

/** Card of one agent: hardware, current work, statistics and actions. */
export function AgentCard(
  { agent, work, now, foreignServer = false }: {
    agent: Agent;
    work: AgentWork[];
    now: Date;
    foreignServer?: boolean;
  },
) {
  const { id, name, platform, version, ffmpegVersion, encoders } = agent;
  const reason = agentReason(agent);
  const link = useLink();
  return (
    <li class="card stack agent-card" id={`agent-${id}`}>
      <div>
        <h3>{name}</h3>
        <p class="quiet small">{`${platform} · Lathe ${version} · ffmpeg ${ffmpegVersion}`}</p>
      </div>
      <AgentState agent={agent} />
      {reason !== undefined && (
        <Note tone={agent.rejected ? "bad" : "warn"}>
          <p>{reason}</p>
          {agent.rejected && <p>{AGENTS_PAGE.rejectedNext}</p>}
        </Note>
      )}
      <AgentNow agentId={id} work={work} />
      <AgentFigures agent={agent} now={now} />
      <p class="small">
        <span class="quiet">Encoders:</span>{" "}
        {encoders.length > 0 ? encoders.join(", ") : "none that can encode segments"}
      </p>
      <p class="small">
        <a href={link(`/system/events?${new URLSearchParams({ source: "agents", q: name })}`)}>
          {`History of ${name}`}
        </a>
      </p>
      <AgentActions agent={agent} foreignServer={foreignServer} />
      {agent.approved && <AgentEdit agent={agent} />}
    </li>
  );
}

function AgentState({ agent }: { agent: Agent }) {
  const { label, tone, icon } = agentStatus(agent);
  return (
    <p class="badges">
      <span class="badge" data-tone={tone}>
        <Icon name={icon} size={14} />
        {label}
      </span>
    </p>
  );
}

/** Parts that are being encoded. The live stream updates them. */
export function AgentNow({ agentId, work }: { agentId: string; work: AgentWork[] }) {
  const link = useLink();
  return (
    <ul class="agent-work" id={`agent-work-${agentId}`} aria-label="Current encodes">
      {work.map(({ jobId, title, part, of, share, fps }) => (
        <li>
          <p>
            <a href={link(`/jobs/${jobId}`)}>{title}</a>{" "}
            <span class="quiet small">
              {`segment ${part} of ${of}, ${percent(share * 100)}${fps > 0 ? `, ${fpsText(fps)}` : ""}`}
            </span>
          </p>
          <progress value={share} max={1} aria-label={`Segment ${part} of ${title}`}></progress>
        </li>
      ))}
    </ul>
  );
}

/** Known capabilities and statistics. The live stream updates them. */
export function AgentFigures({ agent, now }: { agent: Agent; now: Date }) {
  const { id, approved, slots, load, lastSeen, joinedAt, state, figures } = agent;
  const { parts, pictures, seconds, bytes: size, failures, framesPerSecond, lastError } = figures;
  const shown: [name: string, value: string | undefined][] = approved
    ? [
      ["Speed", framesPerSecond === undefined ? undefined : fpsText(framesPerSecond)],
      ["Load", state === "offline" || load === undefined ? undefined : percent(load * 100)],
      ["Concurrent segments", String(slots)],
      ["Source access", accessText(agent)],
      ["Segments done", grouped(parts)],
      ["Frames", parts > 0 ? grouped(pictures) : undefined],
      ["Encoding time", seconds > 0 ? workTime(seconds) : undefined],
      ["Delivered", size > 0 ? bytes(size) : undefined],
      ["Failures", grouped(failures)],
    ]
    : [["Capacity", `${count(slots, "segment")} at a time`]];
  return (
    <div class="stack" id={`agent-figures-${id}`}>
      <dl class="facts agent-facts">
        {shown.map(([name, value]) =>
          value !== undefined && (
            <div>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          )
        )}
        <Time name={approved ? "Last seen" : "Requested"} at={approved ? lastSeen ?? joinedAt : joinedAt} now={now} />
      </dl>
      {lastError !== undefined && (
        <p class="small">
          <span class="quiet">Last failure:</span> {lastError}
        </p>
      )}
    </div>
  );
}

const Time = ({ name, at, now }: { name: string; at: string; now: Date }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <time dateTime={at} title={exactTime(at)}>{ago(at, now)}</time>
    </dd>
  </div>
);
