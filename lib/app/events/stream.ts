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

/** One listener's own line of messages. */
export interface Subscription {
  /** The next message; undefined once the stream has ended for this listener. */
  next(): Promise<StreamMessage | undefined>;
  close(): void;
}

/** One listener; without options it hears everything from now on, but no log lines. */
export interface SubscribeOptions {
  /** The last number the listener has seen; what it missed is sent, or `resync` when that is no longer known. */
  after?: number;
  /** Also send the log lines of this job. */
  logOf?: string;
  /** What the listener was admitted by: "key", or the digest of a session. Cut off when that ends. */
  credential?: string;
}

/** The live stream behind `GET /api/events`; all listeners share the same numbered messages. */
export interface EventStream {
  /** Joins; undefined when there are too many listeners already. */
  subscribe(options?: SubscribeOptions): Subscription | undefined;
  /** The number of the newest message: who read everything now joins `after` it and misses nothing. */
  newest(): number;
  /** Cuts off who was admitted by a credential that ended. */
  cut(credential: string): void;
  /** Sends every listener away to connect anew. */
  disconnect(): void;
  /** Ends every listener and lets go of the bus. */
  close(): void;
}

/** `limits`: how many listeners, waiting messages of one listener, and remembered messages. Tests lower them. */
export interface EventStreamOptions {
  bus: Pick<Bus<InstanceBusEvents>, "on">;
  settings: Pick<SettingsService, "onChange"> & { restartRequired(): boolean };
  clock: Clock;
  startedAt: Date;
  limits?: { listeners: number; line: number; remembered: number; progressEveryMs: number };
}

const LIMITS = { listeners: 64, line: 256, remembered: 256, progressEveryMs: 500 };

/** Above this many jobs listeners read the list anew, so one more than this is enough to send. */
const MANY = 200;

interface StreamState {
  readonly limits: Required<EventStreamOptions>["limits"];
  readonly startedAt: Date;
  readonly listeners: Set<Listener>;
  /** The newest messages. */
  readonly remembered: StreamMessage[];
  /** The number of the newest message. Numbers go on rising over restarts, so one from before a restart is known to be old. */
  seq: number;
  readonly oldestSeq: number;
}

/** The hub of the live stream: numbers what happens, remembers the newest, thins out progress, feeds each listener. */
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

/** Sends on what the bus and the settings tell. Answers how to end that. */
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
    // Again: who came back before the sessions had ended came in by one of them.
    bus.on("access-changed", ({ keys }) => cutAfter(state, keys)),
  ];
  return () => stop.forEach((off) => off());
}

/** Whatever listeners were admitted by may not hold any more; who still may comes back at once. */
function cutAfter(state: StreamState, keys: string[]): void {
  const security = keys.filter((key) => key.startsWith("general.security."));
  if (security.length === 0) return;
  // A new key says nothing of those who need none.
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
    // Numbered only when it is the newest the listener has to know: else a cut right here would lose what follows.
    ...(behind ? {} : { id: seq }),
    type: "hello",
    data: { type: "hello", version: VERSION, startedAt: startedAt.toISOString(), seq },
  });
  for (const message of behind ? missedSince(state, after) : []) listener.push(message);
  return listener;
}

/** What was sent after a number, or that it is no longer known. */
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
        // A listener this far behind reads everything anew: that costs less than what it missed.
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

/** Lists leave out the whole recipe a smart profile decided on. */
function withoutRecipe({ resolvedProfile, ...job }: Job): object {
  return resolvedProfile === undefined ? job : { ...job, resolvedProfile: { summary: resolvedProfile.summary } };
}
