import type { AgentRow } from "../../../db/schema/agents.ts";
import { type AgentAbilities, type AgentHeartbeat, PROTOCOL } from "../protocol.ts";
import type { Agent } from "./model.ts";

/** Current state of an agent: its row, and its heartbeat if it is online. Pure. */
export interface AgentNow {
  row: AgentRow;
  heartbeat: AgentHeartbeat | undefined;
  lastSeenAt: number | null;
}

/** Returns the agent's representation in the API. */
export function agentView({ row, heartbeat, lastSeenAt }: AgentNow, ownVersion: string): Agent {
  const { abilities } = row;
  const approved = row.state === "approved";
  const running = heartbeat?.running ?? [];
  const here = heartbeat === undefined ? "offline" : running.length > 0 ? "busy" : "online";
  const reason = approved ? unusedReason({ row, heartbeat }, ownVersion) : undefined;
  const time = (ms: number) => new Date(ms).toISOString();
  return {
    id: row.id,
    name: row.name,
    platform: abilities.platform,
    version: abilities.version,
    ffmpegVersion: abilities.ffmpegVersion,
    encoders: [
      ...Object.keys(abilities.encoders),
      ...new Set((abilities.cards ?? []).flatMap(({ encoders }) => encoders)),
    ],
    approved,
    state: approved ? here : "pending",
    paused: row.paused,
    ...(reason === undefined ? {} : { reason }),
    otherVersion: versionMismatch(heartbeat ?? abilities, ownVersion) !== undefined,
    rejected: row.rejectedReason !== null,
    slots: slotsOf(row),
    ...(row.maxSlots === null ? {} : { maxSlots: row.maxSlots }),
    running,
    ...(heartbeat?.load === undefined ? {} : { load: heartbeat.load }),
    mediaAccess: heartbeat?.mediaAccess ?? "transfer",
    joinedAt: time(row.joinedAt),
    ...(row.approvedAt === null ? {} : { approvedAt: time(row.approvedAt) }),
    ...(lastSeenAt === null ? {} : { lastSeen: time(lastSeenAt) }),
    figures: {
      parts: row.partsDone,
      pictures: row.pictures,
      seconds: row.seconds,
      bytes: row.bytes,
      failures: row.failures,
      ...(row.seconds > 0 ? { framesPerSecond: row.pictures / row.seconds } : {}),
      ...(row.lastError === null ? {} : { lastError: row.lastError }),
    },
  };
}

/** Returns the number of concurrent parts for an agent. */
export const slotsOf = ({ abilities, maxSlots }: AgentRow): number => Math.min(abilities.slots, maxSlots ?? Infinity);

/** Returns the reason why an approved agent receives no parts. Undefined if it receives parts. */
export function unusedReason({ row, heartbeat }: Omit<AgentNow, "lastSeenAt">, ownVersion: string): string | undefined {
  if (row.rejectedReason !== null) return `It delivered an incorrect result: ${row.rejectedReason}`;
  const mismatch = versionMismatch(heartbeat ?? row.abilities, ownVersion);
  if (mismatch !== undefined) return mismatch;
  if (row.paused) return "It is paused.";
  if (heartbeat === undefined) return "It is offline.";
  return heartbeat.resting;
}

/** Returns the reason why an agent with this version cannot be used. */
export function versionMismatch(
  { protocol, version }: Pick<AgentAbilities, "protocol" | "version">,
  ownVersion: string,
): string | undefined {
  const release = (text: string) => /^v?(\d+\.\d+)(?:\D|$)/.exec(text)?.[1];
  if (protocol === PROTOCOL && release(version) !== undefined && release(version) === release(ownVersion)) {
    return undefined;
  }
  return `It runs Lathe ${version}, but this server runs ${ownVersion}. Both must run the same release.`;
}
