import { AgentStanding } from "../../protocol.ts";
import type { PinnedClient } from "./pinned_https.ts";

/**
 * Requests the status of this agent. If the service does not know the credential, it has revoked the agent. Throws if
 * there is no valid response.
 */
export async function fetchStanding(client: PinnedClient, signal: AbortSignal): Promise<AgentStanding> {
  const { status, value } = await client.json({ method: "GET", path: "/agent", signal });
  if (status === 401 || status === 403 || status === 410) return { state: "revoked", name: "", paused: false };
  if (status !== 200) throw new Error(`The service returned status ${status}.`);
  return AgentStanding.parse(value);
}
