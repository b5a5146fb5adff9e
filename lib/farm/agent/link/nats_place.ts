import { type ConnectionOptions, nkeyAuthenticator } from "@nats-io/transport-node";
import { foreignServer } from "../../broker/foreign_server.ts";
import { type AgentStanding, CERTIFICATE_NAME } from "../../protocol.ts";
import type { AgentIdentity } from "../agent_file.ts";
import { splitAddress } from "./pinned_https.ts";

/** Address and credentials of an agent's NATS server. */
export interface NatsPlace {
  /** Text that is equal for the same server and credentials. */
  key: string;
  options: ConnectionOptions;
}

/**
 * Returns the NATS server that the service specifies. For the server of the service, the agent's key and the pinned
 * certificate are used. For an external server, the credentials from the service and the options of its scheme are
 * used. `service` is the address at which the service was reached. Undefined if there is no server. Pure.
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
