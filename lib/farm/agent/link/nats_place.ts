import { type ConnectionOptions, nkeyAuthenticator } from "@nats-io/transport-node";
import { foreignServer } from "../../broker/foreign_server.ts";
import { type AgentStanding, CERTIFICATE_NAME } from "../../protocol.ts";
import type { AgentIdentity } from "../agent_file.ts";
import { splitAddress } from "./pinned_https.ts";

/** Address and credentials of an agent's NATS server. */
export interface NatsPlace {
  /** Identifies the place. */
  key: string;
  options: ConnectionOptions;
}

/**
 * Returns the server named by the service: its own, with the agent's key and the pinned certificate, or a foreign one,
 * with the credentials from the service and the options of its scheme. `service` is the address at which the service
 * was reached. Undefined while there is none. Pure.
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

/** Parses `user:password` or a token. */
function credentialOf(text: string): Pick<ConnectionOptions, "user" | "pass" | "token"> {
  if (text === "") return {};
  const at = text.indexOf(":");
  return at < 0 ? { token: text } : { user: text.slice(0, at), pass: text.slice(at + 1) };
}
