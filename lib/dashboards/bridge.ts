import { setTimeout as sleep } from "node:timers/promises";
import type { JobBusEvents, Jobs } from "../jobs/service.ts";
import { createCoalescer } from "../kit/async.ts";
import type { Bus } from "../kit/bus.ts";
import type { Log } from "../kit/log.ts";
import { VERSION } from "../kit/version.ts";
import { type HttpClient, HttpProblem } from "../platform/http_client/model.ts";
import type { MqttSettings } from "../platform/settings/sections/mqtt.ts";
import { discoveryDocument } from "./home_assistant/discovery.ts";
import { topicsOf } from "./home_assistant/topics.ts";
import type { Message } from "./mqtt/packets.ts";
import { MqttProblem, openSession, type Session } from "./mqtt/session.ts";
import type { BridgeState } from "./state.ts";
import { readWidget, shortText } from "./widget.ts";

/** Intervals in milliseconds. Tests use shorter ones. */
export interface BridgeTimes {
  /** Minimum time between two published states, and between two executed commands. */
  stateMs: number;
  commandMs: number;
  /** Pause after the first failed attempt to connect, and longest pause after repeated failures. */
  retryMs: number;
  longestRetryMs: number;
}

export const BRIDGE_TIMES: BridgeTimes = { stateMs: 2_000, commandMs: 1_000, retryMs: 1_000, longestRetryMs: 60_000 };

/** Services and settings of a bridge. */
export interface BridgeOptions {
  http: Pick<HttpClient, "connect">;
  bus: Pick<Bus<JobBusEvents>, "on">;
  jobs: Pick<Jobs, "queueState" | "get" | "setPaused">;
  log: Log;
  mqtt: MqttSettings;
  /** ID of this instance, which is part of all its topics. */
  instance: string;
  /** Display name of the device. */
  name: string;
  times: BridgeTimes;
}

/** The connection to a broker, which is opened again whenever it ends. */
export interface Bridge {
  state(): BridgeState;
  /** Disconnects. With `remove`, first deletes everything that this instance has published. */
  stop(options: { remove: boolean }): Promise<void>;
}

/** Starts a bridge. The first attempt to connect begins immediately. */
export function startBridge(options: BridgeOptions): Bridge {
  const { bus, mqtt, instance, log, times, jobs } = options;
  const topics = topicsOf(mqtt, instance);
  const stopped = new AbortController();
  let isStopped = false;
  const state: BridgeState = { connected: false, downSinceMs: performance.now(), ignored: 0 };
  let session: Session | undefined;
  let sent = "";

  const failed = (message: string) => (error: unknown) => log("error", message, { error: String(error) });
  const states = createCoalescer({
    everyMs: times.stateMs,
    async work() {
      if (session === undefined) return;
      const text = JSON.stringify(await readWidget(jobs));
      if (text !== sent) session?.publish(topics.state, text);
      sent = text;
    },
    onError: failed("The state was not published to the MQTT broker."),
  });
  const commands = createPauseCommands(options);
  const onMessage = (message: Message): void => {
    if (message.topic !== topics.pause || !commands.accept(message)) state.ignored++;
  };

  async function connectOnce(): Promise<string | undefined> {
    const opened = await openSession(options.http, {
      address: mqtt,
      clientId: `lathe-${instance}`,
      will: { topic: topics.availability, payload: "offline" },
      subscribeTo: topics.pause,
      onMessage,
      signal: stopped.signal,
      onDiscarded: () => void state.ignored++,
    });
    if (isStopped) {
      await opened.close();
      return undefined;
    }
    session = opened;
    Object.assign(state, { connected: true, downSinceMs: undefined, error: undefined });
    log("info", "Connected to the MQTT broker.");
    opened.publish(
      topics.discovery,
      JSON.stringify(discoveryDocument({ topics, instance, name: shortText(options.name), version: VERSION })),
    );
    opened.publish(topics.availability, "online");
    sent = "";
    states.request();
    const reason = await opened.ended;
    session = undefined;
    return reason;
  }

  async function run(): Promise<void> {
    for (let failures = 0; !isStopped; failures++) {
      const reason = await connectOnce().catch(sentenceOf);
      if (isStopped) return;
      if (state.connected) failures = 0;
      // Repeated failures for the same reason are logged once.
      if (state.connected || state.error !== reason) {
        log("warn", "There is no connection to the MQTT broker.", { reason });
      }
      Object.assign(state, { connected: false, downSinceMs: state.downSinceMs ?? performance.now(), error: reason });
      const pauseMs = Math.min(times.longestRetryMs, times.retryMs * 2 ** failures);
      await sleep(pauseMs, undefined, { signal: stopped.signal }).catch(() => {});
    }
  }

  const unsubscribe = [bus.on("queue", states.request), bus.on("job", states.request)];
  const running = run();
  return {
    state: () => ({ ...state }),
    async stop({ remove }) {
      for (const off of unsubscribe) off();
      isStopped = true;
      await Promise.all([states.stop(), commands.stop()]);
      const gone = remove ? [topics.discovery, topics.state, topics.availability] : [];
      for (const topic of gone) session?.publish(topic, "");
      if (!remove) session?.publish(topics.availability, "offline");
      await session?.close();
      // Ends the pause or the attempt to connect that is in progress.
      stopped.abort();
      await running;
    },
  };
}

/** Applies the commands of the pause switch. Of several commands within the interval, only the last one is applied. */
function createPauseCommands({ jobs, log, times }: BridgeOptions) {
  let wanted: boolean | undefined;
  const changes = createCoalescer({
    everyMs: times.commandMs,
    async work() {
      const paused = wanted;
      if (paused === undefined || (await jobs.queueState()).paused === paused) return;
      log("info", paused ? "The queue was paused over MQTT." : "The queue was resumed over MQTT.");
      await jobs.setPaused(paused);
    },
    onError: (error) => log("error", "A command from the MQTT broker was not executed.", { error: String(error) }),
  });
  return {
    /**
     * Returns false for a message that is not a command. A command that the broker had stored is outdated, so it is not
     * executed.
     */
    accept({ payload, retained }: Message): boolean {
      if (retained || (payload !== "ON" && payload !== "OFF")) return false;
      wanted = payload === "ON";
      changes.request();
      return true;
    },
    stop: changes.stop,
  };
}

/**
 * Describes a failure in a sentence. For an unexpected error, the sentence is general and does not contain the error's
 * message.
 */
const sentenceOf = (error: unknown): string =>
  error instanceof HttpProblem || error instanceof MqttProblem ? error.message : "The connection failed unexpectedly.";
