import type { Clock } from "../../kit/clock.ts";
import { type HttpClient, HttpProblem } from "../http_client/model.ts";
import type { SettingsService } from "../settings/service.ts";
import { createLine, type Line } from "./line.ts";
import type { Message, Outcome, Target } from "./message.ts";
import { missingParts, requestFor } from "./requests.ts";
import { runScript } from "./script.ts";

/** Sends notifications to the configured targets. */
export interface Notify {
  /**
   * Sends a message to all targets that subscribe to its event. Returns immediately. A target that does not respond
   * does not delay others, and nothing is sent twice. Each target receives one message at a time.
   */
  tell(message: Message): void;
  /** Sends one message to the given target, which need not have been saved. */
  test(target: Target): Promise<Outcome>;
  /** Resolves when the delivery of all messages so far has been attempted. */
  settled(): Promise<void>;
}

/** Services and options of notifications. `version` is passed to scripts. */
export interface NotifyOptions {
  settings: Pick<SettingsService, "current">;
  http: Pick<HttpClient, "send">;
  clock: Clock;
  version: string;
  /** Returns the reason why a script may not be run. Called at each run. */
  judgeScript?(path: string): Promise<string | undefined>;
  /** Called with the outcome of each delivery, and the settings of the target at that time. */
  onOutcome: (target: Target, message: Message, outcome: Outcome) => void;
}

const LIMIT_MS = 10_000;
/** Timeout in milliseconds. A gateway sends to all its services before it responds. */
const GATEWAY_LIMIT_MS = 30_000;

/**
 * Creates the notification service. The messages for a target are sent one after another. Targets do not wait for each
 * other.
 */
export function createNotify({ settings, http, clock, version, judgeScript, onOutcome }: NotifyOptions): Notify {
  const lines = new Map<string, Line>();

  /**
   * Returns the queue of a target, which uses the settings at the time of sending. A removed target receives no more
   * messages.
   */
  const lineOf = (id: string): Line => {
    const known = lines.get(id);
    if (known) return known;
    const line = createLine(async (message) => {
      const target = settings.current().notifications.targets.find((one) => one.id === id && one.enabled);
      if (target === undefined) return;
      const outcome = await deliver(target, message)
        .catch((error): Outcome => ({ ok: false, detail: `The delivery failed unexpectedly: ${error}` }));
      onOutcome(target, message, outcome);
    });
    lines.set(id, line);
    return line;
  };

  async function deliver(target: Target, message: Message): Promise<Outcome> {
    const [missing] = missingParts(target);
    if (missing !== undefined) return { ok: false, detail: missing };
    if (target.kind === "script") return await runScript(target.path, message, version, { judge: judgeScript });
    const { url, method, headers, body, judge } = requestFor(target, message);
    try {
      const answer = await http.send({
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
      if (error instanceof HttpProblem) return { ok: false, detail: error.message };
      throw error;
    }
  }

  return {
    tell(message) {
      const wanting = settings.current().notifications.targets
        .filter(({ enabled, events }) => enabled && events.some((event) => event === message.event));
      for (const { id } of wanting) lineOf(id).add(message);
    },
    test: (target) =>
      deliver(target, {
        event: "test",
        title: "Test from Lathe",
        message: "This is a test message. Nothing was encoded.",
        failed: false,
        at: clock.now().toISOString(),
      }),
    settled: async () => void await Promise.all([...lines.values()].map((line) => line.settled())),
  };
}
