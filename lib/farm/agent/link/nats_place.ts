import { type ConnectionOptions, nkeyAuthenticator } from "@nats-io/transport-node";
import { foreignServer } from "../../broker/foreign_server.ts";
import { type AgentStanding, CERTIFICATE_NAME } from "../../protocol.ts";
import type { AgentIdentity } from "../agent_file.ts";
import { splitAddress } from "./pinned_https.ts";

/** Where the NATS server of an agent is, and what lets the agent in there. */
export interface NatsPlace {
  /** Tells one place from another. */
  key: string;
  options: ConnectionOptions;
}

/**
 * The place that the service names: its own server, with the key of this agent and the certificate that was pinned, or one
 * of somebody else, with what the service gave for it and by the rules of its scheme. `service` is where the service was
 * reached. Undefined while there is none. Pure.
 */
export function natsPlace(
  { state, nats, natsCredential = "" }: AgentStanding,
  { service, identity }: { service: string; identity: Pick<AgentIdentity, "seed" | "certificate"> },
): NatsPlace | undefined {
  if (state !== "approved" || nats === undefined) return undefined;
  const key = `${nats} ${natsCredential}`;
  const foreign = foreignServer(nats);
  if (foreign !== undefined) return { key, options: { ...foreign.options, ...credentialOf(natsCredential) } };
  const { host, port } = splitAddress(nats);
  const name = host === "" ? splitAddress(service).host : host;
  return {
    key,
    options: {
      servers: `${name.includes(":") ? `[${name}]` : name}:${port}`,
      authenticator: nkeyAuthenticator(new TextEncoder().encode(identity.seed)),
      tls: { ca: identity.certificate, servername: CERTIFICATE_NAME } as Record<string, string>,
    },
  };
}

/** Of `user:password` or a token. */
function credentialOf(text: string): Pick<ConnectionOptions, "user" | "pass" | "token"> {
  if (text === "") return {};
  const at = text.indexOf(":");
  return at < 0 ? { token: text } : { user: text.slice(0, at), pass: text.slice(at + 1) };
}
