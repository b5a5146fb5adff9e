import { count } from "../../kit/format.ts";
import type { Message } from "./message.ts";

/** Message queue of one target. Messages are sent one after another, and those above the limit are merged. */
export interface Line {
  add(message: Message): void;
  /** Resolves when no message is queued or being sent. */
  settled(): Promise<void>;
}

/** Maximum number of queued messages. Further messages are merged into one that contains only their number. */
export const MAX_WAITING = 50;

/** Creates a queue. `send` never throws. */
export function createLine(send: (message: Message) => Promise<void>): Line {
  const waiting: Message[] = [];
  let more: MergedMessages | undefined;
  let working: Promise<void> | undefined;

  const nextMessage = (): Message | undefined => {
    const next = waiting.shift();
    if (next !== undefined || more === undefined) return next;
    const merged = summary(more);
    more = undefined;
    return merged;
  };
  const work = async (): Promise<void> => {
    for (let next = nextMessage(); next !== undefined; next = nextMessage()) await send(next);
    // Reset synchronously, so that the next message starts a new run.
    working = undefined;
  };

  return {
    add(message) {
      if (waiting.length < MAX_WAITING && more === undefined) waiting.push(message);
      else {
        more = {
          failed: (more?.failed ?? 0) + (message.failed ? 1 : 0),
          others: (more?.others ?? 0) + (message.failed ? 0 : 1),
          // If one of the merged messages reports a failure, the merged message has its event, for targets that
          // subscribe only to failures.
          event: more?.failed ? more.event : message.event,
          at: message.at,
        };
      }
      working ??= work();
    },
    settled: async () => await working,
  };
}

/** Counts of the messages that were merged. */
interface MergedMessages extends Pick<Message, "event" | "at"> {
  failed: number;
  others: number;
}

const summary = ({ failed, others, event, at }: MergedMessages): Message => ({
  event,
  title: count(failed + others, "more message"),
  message: `While earlier messages were being sent: ${count(failed, "failure")}, ${
    count(others, "other message")
  }. See the history for all of them.`,
  failed: failed > 0,
  at,
});
