import { JetStreamApiError } from "@nats-io/jetstream";
import type { BrokerConnection } from "../broker/connection.ts";
import type { PartsChannel } from "../parts_channel.ts";
import { AgentHeartbeat, type ControlMessage, natsNames, PartProgress } from "../protocol.ts";
import type { Log } from "../../kit/log.ts";
import { parseUntrustedJson } from "../../kit/json/json.ts";
import { limitHeartbeats } from "./heartbeat_limit.ts";
import type { Registry } from "./registry_model.ts";

/** Services and options of the channel. The connection may change or be absent. */
export interface ChannelDeps {
  instance: string;
  registry: Registry;
  connection: () => BrokerConnection | undefined;
  /** Returns the reason why there is no connection. */
  problem: () => string | undefined;
  /**
   * Called with true when the NATS server responds to a part, and with false after two parts in a row without a
   * response.
   */
  onAnswers?(isAnswering: boolean): void;
  log: Log;
}

/** Sends parts to agents over NATS and receives their messages. */
export interface Channel extends PartsChannel {
  /** Subscribes to a new connection until it ends. */
  follow(connection: BrokerConnection): Promise<void>;
  /** Sends a control message to an agent. */
  control(agentId: string, message: ControlMessage): void;
}

/** Maximum number of stored parts that can be withdrawn. Older parts were completed long ago. */
const MAX_SENT = 10_000;

/** Number of consecutive parts without a response after which the server is considered stuck. */
const MAX_UNANSWERED = 2;

/** Maximum size of a progress report in bytes. A report has about 200 bytes. Larger ones are not decoded. */
const MAX_PROGRESS_BYTES = 4_096;

/** Space in bytes for headers that the client adds to a message. */
const HEADER_BYTES = 1_024;

/** Creates a channel without sending any message. */
export function createChannel(deps: ChannelDeps): Channel {
  const { instance, registry, connection, problem, onAnswers } = deps;
  const names = natsNames(instance);
  const sent = new Map<string, number>();
  let unanswered = 0;
  const listeners = new Set<(agentId: string, progress: PartProgress) => void>();
  const control = (agentId: string, message: ControlMessage): void => {
    try {
      connection()?.nc.publish(names.control(agentId), JSON.stringify(message));
    } catch {
      // Without a connection, the agent does not receive the message. It requests its status after reconnecting.
    }
  };
  return {
    present: () => connection() === undefined ? [] : registry.present(),
    async send(agentId, part) {
      const open = connection();
      if (open === undefined) throw new Error(problem() ?? "There is no connection to the NATS server.");
      const text = new TextEncoder().encode(JSON.stringify(part));
      const room = open.nc.info?.max_payload ?? Infinity;
      if (text.length + HEADER_BYTES > room) {
        throw new Error(
          `The segment has too many frames for one NATS message (max_payload ${room}); it is encoded here.`,
        );
      }
      const before = unanswered;
      try {
        const { seq } = await open.js.publish(names.parts(agentId), text);
        unanswered = 0;
        onAnswers?.(true);
        sent.set(part.id, seq);
        if (sent.size > MAX_SENT) sent.delete(sent.keys().next().value ?? "");
      } catch (error) {
        // Several parts that are sent concurrently and get no response count as one failure.
        unanswered = error instanceof JetStreamApiError ? 0 : before + 1;
        if (unanswered >= MAX_UNANSWERED) {
          unanswered = 0;
          onAnswers?.(false);
        }
        throw new Error(sendProblem(error), { cause: error });
      }
    },
    async withdraw(agentId, partId) {
      control(agentId, { kind: "cancel", id: partId });
      const seq = sent.get(partId);
      sent.delete(partId);
      // A message that was acknowledged no longer exists.
      if (seq !== undefined) await connection()?.jsm.streams.deleteMessage(names.stream, seq).catch(() => {});
    },
    onProgress(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onGone: registry.onGone,
    onChange: registry.onChange,
    recordDone: registry.recordDone,
    recordFailure: registry.recordFailure,
    reject: registry.reject,
    async purge() {
      sent.clear();
      await connection()?.jsm.streams.purge(names.stream);
    },
    control,
    follow: (open) => follow(open, deps, (id, progress) => listeners.forEach((listener) => listener(id, progress))),
  };
}

/** Handles the messages of all agents until the connection ends. */
async function follow(
  open: BrokerConnection,
  { instance, registry, log }: ChannelDeps,
  onProgress: (agentId: string, progress: PartProgress) => void,
): Promise<void> {
  const progress = open.nc.subscribe(natsNames(instance).progress("*"), {
    callback: (_, message) => {
      if (message.data.length > MAX_PROGRESS_BYTES) return;
      const read = PartProgress.safeParse(parseUntrustedJson(message.string()));
      if (read.success) onProgress(message.subject.split(".").at(-1) ?? "", read.data);
    },
  });
  const heartbeats = limitHeartbeats((agentId, value) => heard(registry, agentId, value));
  try {
    const watch = await open.kv.watch();
    for await (const { key, operation, value } of watch) {
      if (operation === "PUT") heartbeats.push(key, value);
      else {
        heartbeats.drop(key);
        registry.markOffline(key, "The agent has stopped.");
      }
    }
  } catch (error) {
    log("warn", "Heartbeats cannot be monitored.", { error: String(error) });
  } finally {
    heartbeats.end();
    progress.unsubscribe();
  }
}

function heard(registry: Registry, agentId: string, value: Uint8Array): void {
  const read = AgentHeartbeat.safeParse(parseUntrustedJson(new TextDecoder().decode(value)));
  // Invalid messages are ignored.
  if (read.success) registry.beat(agentId, read.data);
}

function sendProblem(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (error instanceof JetStreamApiError && /maximum|resources|storage/i.test(text)) {
    return "The storage of the NATS server is full; the segment is encoded elsewhere.";
  }
  return `The segment could not be sent to the NATS server: ${text.replace(/\.?$/, "")}.`;
}
