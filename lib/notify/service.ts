import type { Clock } from "../kit/clock.ts";
import { type Outgoing, OutgoingProblem } from "../outgoing/model.ts";
import type { SettingsService } from "../settings/service.ts";
import type { Message, Outcome, Target } from "./message.ts";
import { missingParts, requestFor } from "./requests.ts";
import { runScript } from "./script.ts";

/** Tells the targets of the settings what happened. */
export interface Notify {
  /** Tells every target that wants this event. Returns at once: a target that hangs delays nothing, and none is asked twice. */
  tell(message: Message): void;
  /** Sends one message to a target as it is given. */
  test(target: Target): Promise<Outcome>;
  /** Resolves when everything told so far was tried. */
  settled(): Promise<void>;
}

export interface NotifyOptions {
  settings: Pick<SettingsService, "current">;
  outgoing: Pick<Outgoing, "send">;
  clock: Clock;
  version: string;
  /** Hears how each delivery went. */
  onOutcome: (target: Pick<Target, "id" | "name">, message: Message, outcome: Outcome) => void;
}

const LIMIT_MS = 10_000;
/** A gateway sends to all its services before it answers (contracts/notifications.md). */
const GATEWAY_LIMIT_MS = 30_000;

export function createNotify({ settings, outgoing, clock, version, onOutcome }: NotifyOptions): Notify {
  const underway = new Set<Promise<void>>();

  async function deliver(target: Target, message: Message): Promise<Outcome> {
    const [missing] = missingParts(target);
    if (missing !== undefined) return { ok: false, detail: missing };
    if (target.kind === "script") return await runScript(target.path, message, version);
    const { url, method, headers, body, judge } = requestFor(target, message);
    try {
      const answer = await outgoing.send({
        class: "configured",
        url,
        method,
        headers,
        body,
        redirects: 0,
        totalMs: target.kind === "apprise" ? GATEWAY_LIMIT_MS : LIMIT_MS,
      });
      return judge({ status: answer.status, body: new TextDecoder().decode(answer.body) });
    } catch (error) {
      if (error instanceof OutgoingProblem) return { ok: false, detail: error.message };
      throw error;
    }
  }

  return {
    tell(message) {
      const wanting = settings.current().notifications.targets
        .filter(({ enabled, events }) => enabled && events.includes(message.event));
      for (const target of wanting) {
        const work = deliver(target, message)
          .catch((error): Outcome => ({ ok: false, detail: `It failed unexpectedly: ${error}` }))
          .then((outcome) => onOutcome(target, message, outcome));
        const kept = work.finally(() => underway.delete(kept));
        underway.add(kept);
      }
    },
    test: (target) =>
      deliver(target, {
        event: "encode.done",
        title: "Test from Lathe",
        message: "This is what a message looks like. Nothing was encoded.",
        failed: false,
        at: clock.now().toISOString(),
      }),
    settled: async () => void await Promise.allSettled(underway),
  };
}
