import type { Job } from "../../jobs/schema.ts";
import type { Bus } from "../../kit/bus.ts";
import type { Clock } from "../../kit/clock.ts";
import { VERSION } from "../../kit/version.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import type { InstanceBusEvents } from "../instance_events.ts";
import { createProgressGate } from "./progress_gate.ts";

/** One message of the live stream (records.md, section 15). Messages without an id are not remembered. */
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

export interface SubscribeOptions {
  /** The last number the listener has seen; what it missed is sent, or `resync` when that is no longer known. */
  after?: number;
  /** Also send the log lines of this job. */
  logOf?: string;
  /** What the listener was admitted by: "key", or the digest of a session. Cut off when that ends. */
  credential?: string;
}

export interface EventStream {
  /** Joins; undefined when there are too many listeners already. */
  subscribe(options?: SubscribeOptions): Subscription | undefined;
  /** Cuts off who was admitted by a credential that ended. */
  cut(credential: string): void;
  /** Sends every listener away to connect anew. */
  disconnect(): void;
  /** Ends every listener and lets go of the bus. */
  close(): void;
}

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

/** The hub of the live stream: numbers what happens, remembers the newest, thins out progress, feeds each listener. */
export function createEventStream(options: EventStreamOptions): EventStream {
  const { bus, settings, clock, startedAt, limits = LIMITS } = options;
  const listeners = new Set<Listener>();
  const remembered: StreamMessage[] = [];
  // Numbers go on rising over restarts, so a number from before one is known to be old.
  let seq = startedAt.getTime();
  const oldestSeq = seq;

  function publish(type: string, payload: object): void {
    const message = { id: ++seq, type, data: { type, ...payload } };
    remembered.push(message);
    if (remembered.length > limits.remembered) remembered.shift();
    for (const listener of listeners) listener.push(message);
  }

  const cut = (wanted: (listener: Listener) => boolean): void => {
    for (const listener of [...listeners]) if (wanted(listener)) listener.close();
  };

  const progress = createProgressGate({
    clock,
    everyMs: limits.progressEveryMs,
    send: (job) => publish("job", { job }),
  });
  const stop = [
    bus.on("job", ({ job }) => progress.offer(job)),
    bus.on("jobs", ({ jobs }) => publish("jobs", { jobs: jobs.slice(0, MANY + 1).map(withoutRecipe) })),
    bus.on("job-removed", ({ id }) => publish("job-removed", { id })),
    bus.on("queue", ({ paused, limit, ...counts }) => publish("queue", { paused, limit, counts })),
    bus.on("notice", (notice) => publish("notice", notice)),
    bus.on("event", ({ event }) => publish("event", { event })),
    bus.on("health", ({ checks }) => publish("health", { checks })),
    bus.on("task", ({ task }) => publish("task", { task })),
    bus.on("estimate", ({ estimate }) => publish("estimate", { estimate })),
    bus.on("update", ({ update }) => publish("update", { update })),
    bus.on("local", ({ local }) => publish("local", { local })),
    bus.on("log", ({ jobId, line }) => {
      const message = { type: "log", data: { type: "log", jobId, line } };
      for (const listener of listeners) if (listener.logOf === jobId) listener.push(message);
    }),
    settings.onChange((keys) => {
      publish("settings", { keys, restartRequired: settings.restartRequired() });
      // Whatever they were admitted by may not hold any more; who still may comes back at once.
      if (keys.some((key) => key.startsWith("general.security."))) cut(({ credential }) => credential !== undefined);
    }),
  ];

  return {
    subscribe({ after, logOf, credential } = {}) {
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
      if (behind) {
        const firstKept = remembered[0]?.id ?? seq + 1;
        const known = after >= oldestSeq && after <= seq && after >= firstKept - 1;
        const missed = known ? remembered.filter(({ id = 0 }) => id > after) : [RESYNC];
        for (const message of missed) listener.push(message);
      }
      return listener;
    },
    cut: (credential) => cut((listener) => listener.credential === credential),
    disconnect: () => cut(() => true),
    close() {
      for (const off of stop) off();
      progress.close();
      cut(() => true);
    },
  };
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

/** Lists leave out the whole recipe a smart profile decided on (records.md, section 2). */
function withoutRecipe({ resolvedProfile, ...job }: Job): object {
  return resolvedProfile === undefined ? job : { ...job, resolvedProfile: { summary: resolvedProfile.summary } };
}
