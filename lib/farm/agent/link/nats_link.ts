import { type ConsumerInfo, jetstream, type JsMsg } from "@nats-io/jetstream";
import { connect, headers, type NatsConnection } from "@nats-io/transport-node";
import { withTimeout } from "../../../kit/async.ts";
import { foreignJson } from "../../../kit/json/json.ts";
import { type AgentHeartbeat, ControlMessage, natsNames, type PartProgress } from "../../protocol.ts";
import type { AgentIdentity } from "../agent_file.ts";
import type { NatsPlace } from "./nats_place.ts";

/** A message that stays with the agent until it is acknowledged. */
export interface Delivery {
  data: Uint8Array;
  /** Says that it is being worked on. */
  working(): void;
  /** It is done with, one way or the other. */
  ack(): void;
}

/** The connection of an agent to the NATS server; it comes back by itself. */
export interface NatsLink {
  readonly place: NatsPlace;
  /** The next message; undefined when there is none for a while. Throws when the server does not answer. */
  next(): Promise<Delivery | undefined>;
  beat(heartbeat: AgentHeartbeat): void;
  progress(progress: PartProgress): void;
  /** Takes the heart beat away and ends the connection. */
  close(): Promise<void>;
}

/** What is heard on the link. */
export interface NatsLinkEvents {
  onControl(message: ControlMessage): void;
  /** The connection broke or was refused; it is tried again. */
  onTrouble(): void;
}

/** How long a pull waits for a message. */
const PULL_MS = 10_000;
const RECONNECT_MS = 2_000;
const JITTER_MS = 2_000;
const CLOSE_MS = 3_000;

/** Connects to the server of `place`. Throws when it cannot be reached, or lets this agent not in. */
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
    // Whether it was revoked is asked over HTTPS; a server that is starting may refuse everybody.
    ignoreAuthErrorAbort: true,
    ignoreClusterUpdates: true,
  });
  void watch(connection, events);
  connection.subscribe(names.control(identity.id), {
    callback(_error, { data }) {
      const message = ControlMessage.safeParse(foreignJson(data));
      if (message.success) events.onControl(message.data);
    },
  });
  const stream = jetstream(connection);
  const key = `$KV.${names.bucket}.${identity.id}`;
  // What an agent may do includes no question about its consumer; its name is all that a pull needs.
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
      // Where the server refuses us, as it does after a revocation, nothing is ever drained.
      const drained = connection.drain().catch(() => {});
      if (await withTimeout(CLOSE_MS, drained.then(() => true)) === undefined) void connection.close().catch(() => {});
    },
  };
}

function publish(connection: NatsConnection, subject: string, value: unknown): void {
  // What is said while the connection is away is old when it comes back.
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
