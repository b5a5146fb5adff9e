import { type ConsumerInfo, jetstream, type JsMsg } from "@nats-io/jetstream";
import { connect, headers, type NatsConnection } from "@nats-io/transport-node";
import { withTimeout } from "../../../kit/async.ts";
import { parseUntrustedJson } from "../../../kit/json/json.ts";
import { type AgentHeartbeat, ControlMessage, natsNames, type PartProgress } from "../../protocol.ts";
import type { AgentIdentity } from "../agent_file.ts";
import type { NatsPlace } from "./nats_place.ts";

/** A message that stays assigned to the agent until it is acknowledged. */
export interface Delivery {
  data: Uint8Array;
  /** Signals that the message is still being processed. */
  working(): void;
  /** Acknowledges the message, regardless of the outcome. */
  ack(): void;
}

/** Connection of an agent to the NATS server. Reconnects automatically. */
export interface NatsLink {
  readonly place: NatsPlace;
  /** Returns the next message. Undefined if none arrives for a while. Throws if the server does not respond. */
  next(): Promise<Delivery | undefined>;
  beat(heartbeat: AgentHeartbeat): void;
  progress(progress: PartProgress): void;
  /** Removes the heartbeat and closes the connection. */
  close(): Promise<void>;
}

/** Events of the link. */
export interface NatsLinkEvents {
  onControl(message: ControlMessage): void;
  /** Called when the connection has failed or was refused. It is retried. */
  onTrouble(): void;
}

/** Time in milliseconds that a pull waits for a message. */
const PULL_MS = 10_000;
const RECONNECT_MS = 2_000;
const JITTER_MS = 2_000;
const CLOSE_MS = 3_000;

/** Connects to the server of `place`. Throws if it cannot be reached or refuses the agent. */
export async function openNatsLink(
  { place, identity, events }: {
    place: NatsPlace;
    identity: Pick<AgentIdentity, "id" | "instance">;
    events: NatsLinkEvents;
  },
): Promise<NatsLink> {
  const names = natsNames(identity.instance);
  const connection = await connect({
    ...place.options,
    name: `lathe agent ${identity.id}`,
    inboxPrefix: names.inbox(identity.id),
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MS,
    reconnectJitter: JITTER_MS,
    reconnectJitterTLS: JITTER_MS,
    // A refusal is not treated as a revocation, which is checked over HTTPS. A server that is starting may refuse all
    // clients.
    ignoreAuthErrorAbort: true,
    ignoreClusterUpdates: true,
  });
  void watch(connection, events);
  connection.subscribe(names.control(identity.id), {
    callback(_error, { data }) {
      const message = ControlMessage.safeParse(parseUntrustedJson(data));
      if (message.success) events.onControl(message.data);
    },
  });
  const stream = jetstream(connection);
  const key = `$KV.${names.bucket}.${identity.id}`;
  // An agent has no permission to query its consumer. A pull needs only its name.
  const known = { stream_name: names.stream, name: identity.id, config: {} } as ConsumerInfo;
  const consumer = stream.consumers.getConsumerFromInfo(known);
  return {
    place,
    async next() {
      const message = await consumer.next({ expires: PULL_MS });
      return message === null ? undefined : deliveryOf(message);
    },
    beat: (heartbeat) => publish(connection, key, heartbeat),
    progress: (progress) => publish(connection, names.progress(identity.id), progress),
    async close() {
      const gone = headers();
      gone.set("KV-Operation", "DEL");
      if (!connection.isClosed()) connection.publish(key, new Uint8Array(), { headers: gone });
      // If the server refuses the agent, for example after it was revoked, draining never completes.
      const drained = connection.drain().catch(() => {});
      if (await withTimeout(CLOSE_MS, drained.then(() => true)) === undefined) void connection.close().catch(() => {});
    },
  };
}

function publish(connection: NatsConnection, subject: string, value: unknown): void {
  // Messages sent while disconnected would be outdated after reconnecting.
  if (!connection.isClosed()) connection.publish(subject, JSON.stringify(value));
}

const deliveryOf = (message: JsMsg): Delivery => ({
  data: message.data,
  working: () => message.working(),
  ack: () => message.ack(),
});

async function watch(connection: NatsConnection, { onTrouble }: NatsLinkEvents): Promise<void> {
  for await (const { type } of connection.status()) {
    if (type === "disconnect" || type === "error" || type === "staleConnection") onTrouble();
  }
  onTrouble();
}
