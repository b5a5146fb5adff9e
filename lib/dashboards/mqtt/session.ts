import type { Socket } from "node:net";
import type { HttpClient } from "../../platform/http_client/model.ts";
import type { MqttSettings } from "../../platform/settings/sections/mqtt.ts";
import {
  connectPacket,
  DISCONNECT,
  type Message,
  messageOf,
  PACKET,
  type Packet,
  PING,
  publishPacket,
  subscribePacket,
  type Will,
} from "./packets.ts";
import { createPacketReader } from "./packet_reader.ts";

/** A broker that cannot be used. The message is a sentence for the user, without credentials. */
export class MqttProblem extends Error {
  override name = "MqttProblem";
}

/** Address and credentials of a broker. */
export type BrokerAddress = Pick<MqttSettings, "url" | "username" | "password">;

/** Options of a session. */
export interface SessionOptions {
  address: BrokerAddress;
  clientId: string;
  will?: Will;
  /** Topic to subscribe to. */
  subscribeTo?: string;
  onMessage?(message: Message): void;
  /** Ends the session immediately when aborted, also during the login. */
  signal?: AbortSignal;
  /** Called for a message that is too large or malformed, which is discarded. */
  onDiscarded?(): void;
}

/** A connection that the broker has accepted. */
export interface Session {
  /** Publishes a retained message. An empty payload deletes the retained message of the topic. */
  publish(topic: string, payload: string): void;
  /** Resolves with the reason when the connection ends, or with undefined after `close`. */
  readonly ended: Promise<string | undefined>;
  /** Sends everything that was published and disconnects, so that the will is not published. */
  close(): Promise<void>;
}

/** Time in milliseconds for the broker's response to the login, and for sending the last messages. */
const RESPONSE_MS = 10_000;
const CLOSE_MS = 2_000;
/**
 * Keep-alive interval that is announced to the broker, and interval at which pings are sent. A broker disconnects a
 * silent client after one and a half times the announced interval.
 */
const KEEP_ALIVE_SECONDS = 30;
const PING_MS = 20_000;
/** Maximum size of a received packet. A command is a few bytes long, and its topic at most 300. */
const MAX_PACKET_BYTES = 4_096;
/** Maximum size of messages that are not sent yet, for brokers that do not read. */
const MAX_UNSENT_BYTES = 256 << 10;
const DEFAULT_PORTS: Record<string, number> = { "mqtt:": 1883, "mqtts:": 8883 };

/** Reasons for which a broker refuses a login (MQTT 3.1.1, table 3.1). */
const REFUSALS: Record<number, string> = {
  1: "does not support MQTT 3.1.1",
  2: "does not accept the client ID",
  3: "is not available",
  4: "does not accept the user name or password",
  5: "does not accept the user name or password",
};

/** Connects and logs in. Throws `HttpProblem` or `MqttProblem`. */
export async function openSession(http: Pick<HttpClient, "connect">, options: SessionOptions): Promise<Session> {
  const { protocol, hostname, port } = new URL(options.address.url);
  const host = { host: hostname, port: Number(port) || (DEFAULT_PORTS[protocol] ?? 1883), tls: protocol === "mqtts:" };
  const socket = await http.connect(host);
  const session = follow(socket, `${host.host}:${host.port}`, options);
  socket.write(
    connectPacket({ ...options.address, ...options, will: options.will, keepAliveSeconds: KEEP_ALIVE_SECONDS }),
  );
  await session.accepted;
  if (options.subscribeTo !== undefined) socket.write(subscribePacket(options.subscribeTo));
  return session;
}

/** Reads the packets of a connection. */
function follow(
  socket: Socket,
  broker: string,
  { onMessage, onDiscarded, signal }: SessionOptions,
): Session & { accepted: Promise<void> } {
  const accepted = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<string | undefined>();
  let isPinged = false;
  const end = (reason: string | undefined): void => {
    clearTimeout(limit);
    clearInterval(pings);
    signal?.removeEventListener("abort", onAbort);
    accepted.reject(new MqttProblem(reason ?? `The connection to ${broker} was closed.`));
    ended.resolve(reason);
    socket.destroy();
  };
  const onAbort = (): void => end(undefined);
  signal?.addEventListener("abort", onAbort);
  const limit = setTimeout(
    () => end(`${broker} did not respond to the login. It may not be an MQTT broker.`),
    RESPONSE_MS,
  );
  const pings = setInterval(() => {
    if (isPinged) return end(`${broker} does not respond.`);
    isPinged = true;
    socket.write(PING);
  }, PING_MS);

  const onPacket = (packet: Packet): void => {
    const code = packet.body[1] ?? 0;
    if (packet.type === PACKET.connected) {
      clearTimeout(limit);
      if (code === 0) accepted.resolve();
      else end(`${broker} ${REFUSALS[code] ?? "refused the connection"}.`);
    } else if (packet.type === PACKET.pong) isPinged = false;
    else if (packet.type === PACKET.message) {
      const message = messageOf(packet);
      if (message === undefined) onDiscarded?.();
      else onMessage?.(message);
    }
  };
  const read = createPacketReader({ maxBytes: MAX_PACKET_BYTES, onPacket, onTooLarge: () => onDiscarded?.() });
  socket.on("data", (bytes: Uint8Array) => {
    try {
      read(bytes);
    } catch {
      end(`${broker} sent a malformed response. It may not be an MQTT broker.`);
    }
  });
  socket.on("error", () => end(`The connection to ${broker} was lost.`));
  socket.on("close", () => end(`${broker} closed the connection.`));
  return {
    accepted: accepted.promise,
    ended: ended.promise,
    publish(topic, payload) {
      if (socket.writableLength > MAX_UNSENT_BYTES) end(`${broker} does not read the messages.`);
      else if (!socket.destroyed) socket.write(publishPacket(topic, payload));
    },
    async close() {
      if (!socket.destroyed) {
        const flushed = Promise.withResolvers<void>();
        const timer = setTimeout(flushed.resolve, CLOSE_MS);
        // The broker closes the connection after it has read everything. Closing it first could lose the last messages.
        socket.once("close", () => flushed.resolve()).end(DISCONNECT);
        await flushed.promise;
        clearTimeout(timer);
      }
      end(undefined);
    },
  };
}
