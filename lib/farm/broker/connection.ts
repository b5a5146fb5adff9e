import {
  DiscardPolicy,
  jetstream,
  type JetStreamClient,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from "@nats-io/jetstream";
import { type KV, Kvm } from "@nats-io/kv";
import { connect, type ConnectionOptions, type NatsConnection } from "@nats-io/transport-node";
import { HEARTBEAT_TTL_MS, natsNames } from "../protocol.ts";

/** Connection of this service to the NATS server, and its stream and bucket. */
export interface BrokerConnection {
  nc: NatsConnection;
  js: JetStreamClient;
  jsm: JetStreamManager;
  kv: KV;
}

/** Maximum total size of waiting parts in bytes. A part has a few kilobytes. */
const MAX_STREAM_BYTES = 256 << 20;
const MAX_BUCKET_BYTES = 16 << 20;
/** Maximum size of one heartbeat in bytes. The bucket has space for the maximum number of agents. */
const MAX_HEARTBEAT_BYTES = 32 << 10;
/** Time in milliseconds after which the server delivers a part again if the receiver has not sent any message. */
export const ACK_WAIT_MS = 60_000;
const MAX_DELIVERIES = 3;
const CONNECT_MS = 10_000;
const RECONNECT_MS = 1_000;

/** Size of the stream, and timeout for storing a part. Tests use lower values. */
export interface StoreLimits {
  streamBytes?: number;
  answerMs?: number;
}

/** Connects, and creates the stream and the bucket if they do not exist. Throws the errors of the client. */
export async function openConnection(
  options: ConnectionOptions,
  instance: string,
  { streamBytes = MAX_STREAM_BYTES, answerMs = CONNECT_MS }: StoreLimits = {},
): Promise<BrokerConnection> {
  const nc = await connect({
    name: `Lathe ${instance}`,
    timeout: CONNECT_MS,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MS,
    ...options,
  });
  try {
    const jsm = await jetstreamManager(nc, { timeout: CONNECT_MS });
    const names = natsNames(instance);
    const stream = {
      name: names.stream,
      subjects: [names.parts("*")],
      retention: RetentionPolicy.Workqueue,
      storage: StorageType.File,
      // If there is no space for a part, it is encoded elsewhere. Waiting parts are not discarded to make room.
      discard: DiscardPolicy.New,
      max_bytes: streamBytes,
    };
    const known = await jsm.streams.info(names.stream).catch(() => undefined);
    if (known === undefined) await jsm.streams.add(stream);
    else await jsm.streams.update(names.stream, { max_bytes: streamBytes });
    const kv = await new Kvm(nc).create(names.bucket, {
      history: 1,
      ttl: HEARTBEAT_TTL_MS,
      max_bytes: MAX_BUCKET_BYTES,
      storage: StorageType.Memory,
    });
    await jsm.streams.update(`KV_${names.bucket}`, {
      max_msg_size: MAX_HEARTBEAT_BYTES,
      // With a rollup header, an agent could delete all heartbeats.
      allow_rollup_hdrs: false,
    });
    return { nc, js: jetstream(nc, { timeout: answerMs }), jsm, kv };
  } catch (error) {
    await nc.close();
    throw error;
  }
}

/** Creates the consumer of an agent. A message that is not acknowledged is delivered at most three times. */
export async function ensureConsumer({ jsm }: BrokerConnection, instance: string, agent: string): Promise<void> {
  const { stream, parts } = natsNames(instance);
  const known = await jsm.consumers.info(stream, agent).catch(() => undefined);
  if (known !== undefined) return;
  await jsm.consumers.add(stream, {
    durable_name: agent,
    filter_subject: parts(agent),
    ack_policy: "explicit",
    ack_wait: ACK_WAIT_MS * 1_000_000,
    max_deliver: MAX_DELIVERIES,
    max_ack_pending: 64,
  });
}

/** Removes the waiting messages of an agent, and its consumer. */
export async function removeConsumer({ jsm }: BrokerConnection, instance: string, agent: string): Promise<void> {
  const { stream, parts } = natsNames(instance);
  await jsm.streams.purge(stream, { filter: parts(agent) }).catch(() => {});
  await jsm.consumers.delete(stream, agent).catch(() => false);
}
