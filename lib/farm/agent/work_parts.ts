import { JobFailure } from "../../kit/fault.ts";
import type { Log } from "../../kit/log.ts";
import { parseUntrustedJson } from "../../kit/json/json.ts";
import { PartMessage } from "../protocol.ts";
import type { Delivery, NatsLink } from "./link/nats_link.ts";
import { PartGone, partRequests } from "./link/part_requests.ts";
import { pause } from "./link/with_retries.ts";
import type { PartTools } from "./run_part.ts";
import type { Slot } from "./slot.ts";

/** Services and options for receiving and encoding parts. */
export interface WorkDeps {
  slots: readonly Slot[];
  tools: PartTools;
  log: Log;
  /** Returns the current link. Undefined while parts must not be accepted. */
  link(): NatsLink | undefined;
  /** Called when the set of running parts has changed. */
  onChange(): void;
}

/** The running parts of an agent. */
export interface PartWork {
  running(): string[];
  /** Stops a part that is no longer wanted. */
  cancel(id: string): void;
  /** Resolves when all parts have ended after the signal was aborted. */
  done: Promise<void>;
}

/** A running part and its message, which is replaced if the server delivers it again. */
interface Running {
  delivery: Delivery;
  cancel: AbortController;
}

/**
 * Interval of the signals for a message in progress, in milliseconds. Must be less than a minute, after which the
 * server delivers an unacknowledged message again.
 */
const WORKING_EVERY_MS = 15_000;
const IDLE_MS = 1_000;
const FAILED_MS = 3_000;

/** Processes messages in each slot, one after another, until the signal is aborted. Never throws. */
export function workParts(deps: WorkDeps, signal: AbortSignal): PartWork {
  const running = new Map<string, Running>();
  const ended = new Promise<undefined>((resolve) => {
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
  const work = async (slot: Slot) => {
    while (!signal.aborted) {
      const link = deps.link();
      const delivery = await Promise.race([link?.next().catch(() => undefined), ended]);
      if (delivery && !signal.aborted) await handlePart(delivery, slot, running, deps, signal);
      else await pause(IDLE_MS, signal).catch(() => {});
    }
  };
  return {
    running: () => [...running.keys()],
    cancel: (id) => running.get(id)?.cancel.abort(new PartGone("The service no longer needs this segment.")),
    done: Promise.all(deps.slots.map(work)).then(() => {}),
  };
}

async function handlePart(
  delivery: Delivery,
  slot: Slot,
  running: Map<string, Running>,
  deps: WorkDeps,
  signal: AbortSignal,
): Promise<void> {
  const message = PartMessage.safeParse(parseUntrustedJson(delivery.data));
  if (!message.success) {
    deps.log("warn", "An invalid segment message was rejected.");
    return delivery.ack();
  }
  const part = message.data;
  const known = running.get(part.id);
  if (known) {
    // The message was delivered again after the connection was interrupted.
    known.delivery = delivery;
    return;
  }
  const own: Running = { delivery, cancel: new AbortController() };
  running.set(part.id, own);
  deps.onChange();
  const timer = setInterval(() => own.delivery.working(), WORKING_EVERY_MS);
  const title = `Segment ${part.segment.number + 1} of ${nameOf(part.source.path)}`;
  deps.log("info", `Encoding ${title} (${part.segment.pictures} frames, ${part.encoder}).`);
  try {
    await slot.run(part, deps.tools, AbortSignal.any([signal, own.cancel.signal]));
    deps.log("info", `${title} was delivered to the service.`);
  } catch (error) {
    await report(error, { title, part, signal }, deps);
  } finally {
    clearInterval(timer);
    running.delete(part.id);
    own.delivery.ack();
    deps.onChange();
  }
}

async function report(
  error: unknown,
  { title, part, signal }: { title: string; part: PartMessage; signal: AbortSignal },
  { log, tools: { client } }: WorkDeps,
): Promise<void> {
  if (error instanceof PartGone) return log("info", `${title} is no longer needed.`);
  const why = signal.aborted ? "The agent was stopped." : error instanceof Error ? error.message : String(error);
  const code = signal.aborted ? "interrupted" : error instanceof JobFailure ? error.code : "internal";
  if (!signal.aborted) log("warn", `${title} could not be encoded: ${why}`);
  // Reports the failure, so that the service encodes the part elsewhere. If the report is lost, the service detects the
  // failure by a timeout.
  const requests = partRequests({ client, part, signal: AbortSignal.timeout(FAILED_MS) });
  await requests.fail({ code, message: why.slice(0, 500) || "The encode failed." }).catch(() => {});
}

/** Returns a file name without control characters, which could affect a terminal. */
const nameOf = (path: string): string =>
  // deno-lint-ignore no-control-regex -- control characters are what it replaces
  (path.split(/[/\\]/).at(-1) ?? path).replace(/[\u0000-\u001f\u007f-\u009f]/g, "\ufffd");
