import { natsNames } from "../protocol.ts";

/** An agent that may connect. */
export interface NatsUser {
  id: string;
  publicKey: string;
}

/** What the file of the NATS server says. */
export interface ServerConfig {
  instance: string;
  /** Empty: every address of the machine. */
  host: string;
  /** -1 takes any free port. */
  port: number;
  certPath: string;
  keyPath: string;
  storeFolder: string;
  /** Public key of the service's own user. */
  servicePublicKey: string;
  agents: readonly NatsUser[];
}

/** Room of the store on the disk; messages are small, and none outlives the wait for its part. */
const MAX_STORE_BYTES = 512 << 20;
/** A part lists when each of its pictures is shown. */
export const MAX_MESSAGE_BYTES = 8 << 20;
/** What an agent sends is a heart beat at most; what it gets may be larger. */
export const MAX_AGENT_MESSAGE_BYTES = 64 << 10;
const MAX_CONNECTIONS = 1_024;
/** Of one connection; an agent has two or three. */
const MAX_SUBSCRIPTIONS = 256;

/** Spells the configuration of our own NATS server. Pure: the same in, the same text. */
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

/** Everything one agent may say and hear; nothing else exists for it. */
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

/** What the service's account offers; which agent has which of it is said by the account of that agent. */
function exportsOf(instance: string): string[] {
  const { publish } = agentPermissions("*", instance);
  // One request for the next part is answered by a part, and by words about the wait.
  const streamed = (subject: string) => subject.includes(".MSG.NEXT.") ? ", response_type: stream" : "";
  return [
    ...publish.map((subject) => `      { service: ${text(subject)}${streamed(subject)} }`),
    `      { stream: ${text(natsNames(instance).control("*"))} }`,
  ];
}

/**
 * Every agent has an account of its own. Permissions alone would not hold it: the answer to a request goes to whatever
 * subject the request names, in the name of the server, also to one that empties the stream or takes parts of others.
 * Between accounts an answer reaches only who asked.
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

/** A text of the configuration; its escapes are those of JSON. */
const text = (value: string): string => JSON.stringify(value);
