import type { Job } from "../../jobs/schema.ts";
import type { Bus } from "../../kit/bus.ts";
import type { Clock } from "../../kit/clock.ts";
import { VERSION } from "../../kit/version.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import type { InstanceBusEvents } from "../instance_events.ts";
import { createProgressGate } from "./progress_gate.ts";

/** One message of the live stream. Messages without an id are not remembered. */
export interface StreamMessage {
  id?: number;
  type: string;
  data: Record<string, unknown>;
}

/** Message queue of one listener. */
export interface Subscription {
  /** Returns the next message. Undefined once the stream has ended for this listener. */
  next(): Promise<StreamMessage | undefined>;
  close(): void;
}

/** Options of a listener. Without them it receives all messages from now on, but no log lines. */
export interface SubscribeOptions {
  /** Last number the listener has seen. Missed messages are sent, or `resync` if they are no longer remembered. */
  after?: number;
  /** Adds the log lines of this job. */
  logOf?: string;
  /** Credential of the listener: "key" or the digest of a session. It is disconnected when the credential ends. */
  credential?: string;
}

/** Live stream of `GET /api/events`. All listeners share the same numbered messages. */
export interface EventStream {
  /** Adds a listener. Undefined if there are too many already. */
  subscribe(options?: SubscribeOptions): Subscription | undefined;
  /** Number of the newest message. A client that has just read everything subscribes `after` it and misses nothing. */
  newest(): number;
  /** Disconnects the listeners admitted by a credential that has ended. */
  cut(credential: string): void;
  /** Disconnects every listener, to make them reconnect. */
  disconnect(): void;
  /** Disconnects every listener and unsubscribes from the bus. */
  close(): void;
}

/** `limits`: maximum number of listeners, queued messages per listener, and remembered messages. Tests lower them. */
export interface EventStreamOptions {
  bus: Pick<Bus<InstanceBusEvents>, "on">;
  settings: Pick<SettingsService, "onChange"> & { restartRequired(): boolean };
  clock: Clock;
  startedAt: Date;
  limits?: { listeners: number; line: number; remembered: number; progressEveryMs: number };
}

const LIMITS = { listeners: 64, line: 256, remembered: 256, progressEveryMs: 500 };

/** With more jobs than this, listeners reload the list. Sending one more than this triggers that. */
const MANY = 200;

interface StreamState {
  readonly limits: Required<EventStreamOptions>["limits"];
  readonly startedAt: Date;
  readonly listeners: Set<Listener>;
  readonly remembered: StreamMessage[];
  /**
   * Number of the newest message. Numbers keep rising across restarts, so that one from before a restart is recognised
   * as old.
   */
  seq: number;
  readonly oldestSeq: number;
}

/** Creates the live stream: numbers messages, remembers the newest, throttles progress and feeds each listener. */
export function createEventStream(options: EventStreamOptions): EventStream {
  const { clock, startedAt, limits = LIMITS } = options;
  const seq = startedAt.getTime();
  const state: StreamState = { limits, startedAt, listeners: new Set(), remembered: [], seq, oldestSeq: seq };
  const progress = createProgressGate({
    clock,
    everyMs: limits.progressEveryMs,
    send: (job) => publish(state, "job", { job }),
  });
  const unfollow = follow(state, options, progress);
  return {
    subscribe: (wanted = {}) => subscribe(state, wanted),
    newest: () => state.seq,
    cut: (credential) => cut(state, (listener) => listener.credential === credential),
    disconnect: () => cut(state, () => true),
    close() {
      unfollow();
      progress.close();
      cut(state, () => true);
    },
  };
}

/** Forwards events of the bus and the settings. Returns a function that stops this. */
function follow(
  state: StreamState,
  { bus, settings }: EventStreamOptions,
  progress: ReturnType<typeof createProgressGate>,
): () => void {
  const send = (type: string, payload: object) => publish(state, type, payload);
  const stop = [
    bus.on("job", ({ job }) => progress.offer(job)),
    bus.on("jobs", ({ jobs }) => send("jobs", { jobs: jobs.slice(0, MANY + 1).map(withoutRecipe) })),
    bus.on("job-removed", ({ id }) => send("job-removed", { id })),
    bus.on("queue", ({ paused, limit, ...counts }) => send("queue", { paused, limit, counts })),
    bus.on("notice", (notice) => send("notice", notice)),
    bus.on("event", ({ event }) => send("event", { event })),
    bus.on("health", ({ checks }) => send("health", { checks })),
    bus.on("task", ({ task }) => send("task", { task })),
    bus.on("estimate", ({ estimate }) => send("estimate", { estimate })),
    bus.on("update", ({ update }) => send("update", { update })),
    bus.on("rip", ({ rip }) => send("rip", { rip })),
    bus.on("rip-removed", ({ id }) => send("rip-removed", { id })),
    bus.on("batch", ({ batch }) => send("batch", { batch })),
    bus.on("batch-removed", ({ id }) => send("batch-removed", { id })),
    bus.on("agent", ({ agent }) => send("agent", { agent })),
    bus.on("agent-removed", ({ id }) => send("agent-removed", { id })),
    bus.on("join-code-used", ({ id }) => send("join-code-used", { id })),
    bus.on("agents", (state) => send("agents", state)),
    bus.on("drives", ({ drives }) => send("drives", { drives })),
    bus.on("expected", ({ expected, removed }) => send("expected", { expected, ...(removed ? { removed } : {}) })),
    bus.on("cue-split", ({ cueSplit }) => send("cue-split", { cueSplit })),
    bus.on("local", ({ local }) => send("local", { local })),
    bus.on("log", ({ jobId, line }) => {
      const message = { type: "log", data: { type: "log", jobId, line } };
      for (const listener of state.listeners) if (listener.logOf === jobId) listener.push(message);
    }),
    settings.onChange((keys) => {
      send("settings", { keys, restartRequired: settings.restartRequired() });
      cutAfter(state, keys);
    }),
    // Repeated, because a listener that reconnected before the sessions ended was admitted by one of them.
    bus.on("access-changed", ({ keys }) => cutAfter(state, keys)),
  ];
  return () => stop.forEach((off) => off());
}

/** The listeners' credentials may no longer be valid. Those still admitted reconnect at once. */
function cutAfter(state: StreamState, keys: string[]): void {
  const security = keys.filter((key) => key.startsWith("general.security."));
  if (security.length === 0) return;
  // A new key does not affect listeners that need none.
  const isOnlyKey = security.every((key) => key === "general.security.apiKey");
  cut(state, ({ credential }) => !isOnlyKey || credential !== undefined);
}

function publish(state: StreamState, type: string, payload: object): void {
  const { limits, listeners, remembered } = state;
  const message = { id: ++state.seq, type, data: { type, ...payload } };
  remembered.push(message);
  if (remembered.length > limits.remembered) remembered.shift();
  for (const listener of listeners) listener.push(message);
}

function cut({ listeners }: StreamState, wanted: (listener: Listener) => boolean): void {
  for (const listener of [...listeners]) if (wanted(listener)) listener.close();
}

function subscribe(state: StreamState, { after, logOf, credential }: SubscribeOptions): Subscription | undefined {
  const { limits, listeners, seq, startedAt } = state;
  if (listeners.size >= limits.listeners) return undefined;
  const listener = createListener({ logOf, credential, room: limits.line, left: () => listeners.delete(listener) });
  listeners.add(listener);
  const behind = after !== undefined && after !== seq;
  listener.push({
    // Numbered only if there are no missed messages. Otherwise a disconnect at this point would lose them.
    ...(behind ? {} : { id: seq }),
    type: "hello",
    data: { type: "hello", version: VERSION, startedAt: startedAt.toISOString(), seq },
  });
  for (const message of behind ? missedSince(state, after) : []) listener.push(message);
  return listener;
}

/** Returns the messages after a number, or `resync` if they are no longer remembered. */
function missedSince({ oldestSeq, remembered, seq }: StreamState, after: number): StreamMessage[] {
  const firstKept = remembered[0]?.id ?? seq + 1;
  const known = after >= oldestSeq && after <= seq && after >= firstKept - 1;
  return known ? remembered.filter(({ id = 0 }) => id > after) : [RESYNC];
}

const RESYNC: StreamMessage = { type: "resync", data: { type: "resync" } };

interface Listener extends Subscription {
  readonly logOf: string | undefined;
  readonly credential: string | undefined;
  push(message: StreamMessage): void;
}

function createListener(
  { logOf, credential, room, left }: Pick<Listener, "logOf" | "credential"> & { room: number; left: () => void },
): Listener {
  let line: StreamMessage[] = [];
  let ended = false;
  let wake = () => {};
  const end = () => {
    ended = true;
    left();
    wake();
  };
  return {
    logOf,
    credential,
    push(message) {
      if (ended) return;
      if (line.length < room) line.push(message);
      else {
        // For a listener this far behind, reloading is cheaper than the missed messages.
        line = [RESYNC];
        end();
      }
      wake();
    },
    async next() {
      while (line.length === 0 && !ended) await new Promise<void>((resolve) => wake = resolve);
      return line.shift();
    },
    close() {
      line = [];
      end();
    },
  };
}

/** Omits the recipe that a smart profile decided on, as lists do not need it. */
function withoutRecipe({ resolvedProfile, ...job }: Job): object {
  return resolvedProfile === undefined ? job : { ...job, resolvedProfile: { summary: resolvedProfile.summary } };
}
