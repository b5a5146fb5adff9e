import type { Agent } from "../../../lib/farm/agents/model.ts";
import { count } from "../../../lib/kit/format.ts";
import type { IconName } from "../../../lib/ui/icon.tsx";

/** Texts of the agents page. */
export const AGENTS_PAGE = {
  lead: "Other machines that encode segments of movies for this server.",
  add: "Add a machine",
  off: "Agents are disabled",
  none: "No agents yet",
  what: [
    "An agent is another machine that runs Lathe and ffmpeg. It encodes segments of movies for this server, without a network share " +
    "or an open port. Every result is verified here before it is used.",
    "If an agent shuts down or loses its connection, its segment is encoded elsewhere. All finished segments are kept.",
  ],
  switchOn: "Enable agents",
  offWithAgents: "These machines receive no work while agents are disabled.",
  command: "Run this on the other machine. Lathe and ffmpeg must be installed there.",
  qr: "This QR code contains the join code. Scan it on a machine with a camera.",
  used: "A machine used this code to join. It is listed below.",
  rejectedNext: "Test that machine's memory and cooling before you use it again.",
  foreign:
    "Segments are transferred through the NATS server in the settings. Revoking an agent ends its access to Lathe. Its access " +
    "to the NATS server ends when you change the agents' token or password there.",
  pendingNext: "Approve only machines that you have just added, and refuse all others.",
} as const;

/** Label, tone and icon of an agent's state. */
export interface AgentStatus {
  label: string;
  tone?: "good" | "warn" | "bad" | "accent";
  icon: IconName;
}

/** Returns the label of an agent's state. Reasons that prevent work have priority over the agent's activity. Pure. */
export function agentStatus({ state, paused, rejected, otherVersion }: Agent): AgentStatus {
  if (state === "pending") return { label: "Waiting for approval", tone: "warn", icon: "clock" };
  if (rejected) return { label: "Rejected", tone: "bad", icon: "warn" };
  if (otherVersion) return { label: "Version mismatch", tone: "warn", icon: "warn" };
  if (state === "offline") return { label: "Offline", icon: "cross" };
  if (state === "busy") {
    return { label: paused ? "Paused, finishing its segment" : "Encoding", tone: "accent", icon: "encode" };
  }
  return paused ? { label: "Paused", tone: "warn", icon: "pause" } : { label: "Online", tone: "good", icon: "check" };
}

/** Returns the reason why an agent receives no work, unless its state already shows it. Pure. */
export function agentReason({ reason, rejected, otherVersion, paused, state }: Agent): string | undefined {
  if (rejected || otherVersion) return reason;
  return paused || state === "offline" || state === "pending" ? undefined : reason;
}

/** Returns the confirmation question before revoking an agent, with the consequences. Pure. */
export function revokeQuestion({ name, running, figures: { parts } }: Agent): string {
  return [
    `${name} can no longer connect: its credential and its key are revoked immediately.`,
    ...(running.length > 0
      ? [`${count(running.length, "segment")} that it is encoding will be encoded elsewhere.`]
      : []),
    `Its history (${count(parts, "segment")} done) is removed from this page. Finished segments and movies are kept.`,
    "The machine can join again with a new code.",
  ].join(" ");
}

/** Returns the confirmation question before refusing a machine. Pure. */
export const refuseQuestion = ({ name }: Agent): string =>
  `${name} is refused and can no longer connect. The machine can join again with a new code.`;

/**
 * Formats a number as `1 234 567` with narrow spaces, because a comma or point is a decimal separator in some regions.
 * Pure.
 */
export const grouped = (value: number): string => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, "\u202f");

/** Formats a machine's total work time: `40 s`, `12 min`, `3.4 h`, `120 h`. Pure. */
export function workTime(seconds: number): string {
  if (seconds < 59.5) return `${Math.round(seconds)} s`;
  if (seconds < 59.5 * 60) return `${Math.round(seconds / 60)} min`;
  const hours = seconds / 3600;
  return `${hours < 9.95 ? hours.toFixed(1) : Math.round(hours)} h`;
}

/** Describes how an agent reads sources. Undefined for an offline agent, whose access is unknown. Pure. */
export function accessText({ state, mediaAccess }: Agent): string | undefined {
  if (state === "offline") return undefined;
  return mediaAccess === "shared" ? "shared storage" : "over the network";
}
