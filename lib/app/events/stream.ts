import type { Job } from "../../jobs/schema.ts";
import type { Bus } from "../../kit/bus.ts";
import type { Clock } from "../../kit/clock.ts";
import { VERSION } from "../../kit/version.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import type { InstanceBusEvents } from "../instance_events.ts";
import { createProgressGate } from "./progress_gate.ts";

/** One message of the live stream. Messages without an ID are not kept for listeners that reconnect. */
export interface StreamMessage {
  id?: number;
  type: string;
  data: Record<string, unknown>;
}

/** Message queue of one listener. */
export interface Subscription {
  /** Returns the next message, or undefined when the stream has ended for this listener. */
  next(): Promise<StreamMessage | undefined>;
  close(): void;
}

/** Options of a listener. By default, it receives all new messages, but no log lines. */
export interface SubscribeOptions {
  /**
   * Number of the last message that the listener has received. Missed messages are sent, or `resync` if they are no
   * longer available.
   */
  after?: number;
  /** ID of the job whose log lines are sent too. */
  logOf?: string;
  /**
   * Credential of the listener: "key" or the digest of a session. The listener is disconnected when the credential is
   * no longer valid.
   */
  credential?: string;
}

/** Live stream of `GET /api/events`. All listeners receive the same numbered messages. */
export interface EventStream {
  /** Adds a listener. Returns undefined if there are already too many. */
  subscribe(options?: SubscribeOptions): Subscription | undefined;
  /** Number of the newest message. A client that has loaded all data subscribes `after` this number. */
  newest(): number;
  /** Disconnects the listeners whose credential is no longer valid. */
  cut(credential: string): void;
  /** Disconnects all listeners, so that they reconnect. */
  disconnect(): void;
  /** Disconnects all listeners and unsubscribes from the bus. */
  close(): void;
}

/**
 * Options of the live stream. `limits`: maximum number of listeners, queued messages per listener, and kept messages.
 * Tests use lower limits.
 */
export interface EventStreamOptions {
  bus: Pick<Bus<InstanceBusEvents>, "on">;
  settings: Pick<SettingsService, "onChange"> & { restartRequired(): boolean };
  clock: Clock;
  startedAt: Date;
  limits?: { listeners: number; line: number; remembered: number; progressEveryMs: number };
}

const LIMITS = { listeners: 64, line: 256, remembered: 256, progressEveryMs: 500 };

/**
 * Maximum number of jobs that listeners update individually. If more jobs change at once, one more than this number is
 * sent, which makes listeners reload their lists.
 */
const MAX_JOBS_PER_EVENT = 200;

interface StreamState {
  readonly limits: Required<EventStreamOptions>["limits"];
  readonly startedAt: Date;
  readonly listeners: Set<Listener>;
  readonly remembered: StreamMessage[];
  /**
   * Number of the newest message. Numbers keep increasing across restarts, so that a number from before a restart is
   * recognised as older.
   */
  seq: number;
  readonly oldestSeq: number;
}

/**
 * Creates the live stream: numbers messages, keeps the newest ones, limits the rate of progress messages and supplies
 * each listener.
 */
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

/** Forwards events from the bus and changes of settings. Returns a function that stops this. */
function follow(
  state: StreamState,
  { bus, settings }: EventStreamOptions,
  progress: ReturnType<typeof createProgressGate>,
): () => void {
  const send = (type: string, payload: object) => publish(state, type, payload);
  const stop = [
    bus.on("job", ({ job }) => progress.offer(job)),
    bus.on("jobs", ({ jobs }) => send("jobs", { jobs: jobs.slice(0, MAX_JOBS_PER_EVENT + 1).map(withoutRecipe) })),
    bus.on("job-removed", ({ id }) => send("job-removed", { id })),
    bus.on("queue", ({ paused, limit, ...counts }) => send("queue", { paused, limit, counts })),
    bus.on("notice", (notice) => send("notice", notice)),
    bus.on("event", ({ event }) => send("event", { event })),
    bus.on("health", ({ checks }) => send("health", { checks })),
    bus.on("task", ({ task }) => send("task", { task })),
    bus.on("estimate", ({ estimate }) => send("estimate", { estimate })),
    bus.on("undo", ({ undo }) => send("undo", { undo })),
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
    // Listeners are disconnected again, because a listener that reconnected before the sessions ended was accepted with
    // one of these sessions.
    bus.on("access-changed", ({ keys }) => cutAfter(state, keys)),
  ];
  return () => stop.forEach((off) => off());
}

/** The credentials of the listeners may no longer be valid. Listeners with valid credentials reconnect immediately. */
function cutAfter(state: StreamState, keys: string[]): void {
  const security = keys.filter((key) => key.startsWith("general.security."));
  if (security.length === 0) return;
  // A new API key does not affect listeners that need no credential.
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
    // The message has a number only if there are no missed messages. Otherwise a disconnect at this point would lose
    // them.
    ...(behind ? {} : { id: seq }),
    type: "hello",
    data: { type: "hello", version: VERSION, startedAt: startedAt.toISOString(), seq },
  });
  for (const message of behind ? missedSince(state, after) : []) listener.push(message);
  return listener;
}

/** Returns the messages after a number, or `resync` if they are no longer available. */
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
        // For a listener that is this far behind, reloading the page takes less time than sending the missed messages.
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

/** Omits the recipe that a smart profile has determined, because lists do not need it. */
function withoutRecipe({ resolvedProfile, ...job }: Job): object {
  return resolvedProfile === undefined ? job : { ...job, resolvedProfile: { summary: resolvedProfile.summary } };
}
