import { natsNames } from "../protocol.ts";

/** An agent that may connect. */
export interface NatsUser {
  id: string;
  publicKey: string;
}

/** Values for the configuration file of the server. */
export interface ServerConfig {
  instance: string;
  /** Listen address. If empty, all addresses of the machine. */
  host: string;
  /** Port of the server. -1 for any free port. */
  port: number;
  certPath: string;
  keyPath: string;
  storeFolder: string;
  /** Public key of the user for this service. */
  servicePublicKey: string;
  agents: readonly NatsUser[];
}

/** Maximum size of the store on disk in bytes. Messages are small and are kept only while their part is needed. */
const MAX_STORE_BYTES = 512 << 20;
/** Maximum size of a message in bytes. A part contains the timestamps of all its frames. */
export const MAX_MESSAGE_BYTES = 8 << 20;
/** Maximum size in bytes of a message from an agent. Heartbeats are the largest. Agents may receive larger messages. */
export const MAX_AGENT_MESSAGE_BYTES = 64 << 10;
const MAX_CONNECTIONS = 1_024;
/** Maximum number of subscriptions per connection. An agent has two or three. */
const MAX_SUBSCRIPTIONS = 256;

/** Builds the configuration of Lathe's NATS server. The same input gives the same text. Pure. */
export function serverConfig(config: ServerConfig): string {
  const { instance, host, port, certPath, keyPath, storeFolder, servicePublicKey, agents } = config;
  return `# Written by Lathe at every start and whenever an agent is approved or revoked.
host: ${text(host === "" ? "0.0.0.0" : host)}
port: ${port}
server_name: ${text(`lathe-${instance}`)}
max_payload: ${MAX_MESSAGE_BYTES}
max_pending: ${MAX_MESSAGE_BYTES * 4}
max_connections: ${MAX_CONNECTIONS}
max_subscriptions: ${MAX_SUBSCRIPTIONS}
ping_interval: "20s"
tls {
  cert_file: ${text(certPath)}
  key_file: ${text(keyPath)}
  timeout: 10
}
jetstream {
  store_dir: ${text(storeFolder)}
  max_memory_store: ${64 << 20}
  max_file_store: ${MAX_STORE_BYTES}
}
accounts {
  ${SERVICE_ACCOUNT} {
    jetstream: enabled
    users: [{ nkey: ${servicePublicKey} }]
    exports: [
${exportsOf(instance).join("\n")}
    ]
  }
${agents.map((agent) => accountOf(agent, instance)).join("\n")}
}
`;
}

const SERVICE_ACCOUNT = "LATHE";

/** Returns all subjects that an agent may publish or subscribe to. */
export function agentPermissions(id: string, instance: string): { publish: string[]; subscribe: string[] } {
  const names = natsNames(instance);
  return {
    publish: [
      `$JS.API.CONSUMER.MSG.NEXT.${names.stream}.${id}`,
      `$JS.ACK.${names.stream}.${id}.>`,
      `$KV.${names.bucket}.${id}`,
      names.progress(id),
    ],
    subscribe: [`${names.inbox(id)}.>`, names.control(id)],
  };
}

/** Returns the exports of this service's account. The account of each agent imports only its own subjects. */
function exportsOf(instance: string): string[] {
  const { publish } = agentPermissions("*", instance);
  // A request for the next part gets several responses: the part, and status messages while waiting.
  const streamed = (subject: string) => subject.includes(".MSG.NEXT.") ? ", response_type: stream" : "";
  return [
    ...publish.map((subject) => `      { service: ${text(subject)}${streamed(subject)} }`),
    `      { stream: ${text(natsNames(instance).control("*"))} }`,
  ];
}

/**
 * Each agent has its own account, because permissions are not sufficient. The server sends the response to a request to
 * any reply subject in the request, with its own permissions, so an agent could purge the stream or receive parts for
 * others. Between accounts, only the sender of the request receives the response.
 */
function accountOf({ id, publicKey }: NatsUser, instance: string): string {
  const { publish, subscribe } = agentPermissions(id, instance);
  const list = (subjects: string[]) => `[${subjects.map(text).join(", ")}]`;
  const imported = (kind: string, subject: string) =>
    `      { ${kind}: { account: ${SERVICE_ACCOUNT}, subject: ${text(subject)} } }`;
  return `  AGENT_${id} {
    users: [{ nkey: ${publicKey}, permissions: { publish: ${list(publish)}, subscribe: ${list(subscribe)} } }]
    limits: { max_payload: ${MAX_AGENT_MESSAGE_BYTES} }
    imports: [
${publish.map((subject) => imported("service", subject)).join("\n")}
${imported("stream", natsNames(instance).control(id))}
    ]
  }`;
}

/** Quotes a string for the configuration, which has the same escapes as JSON. */
const text = (value: string): string => JSON.stringify(value);
