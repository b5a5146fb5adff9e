import { count } from "../../kit/format.ts";
import type { Message } from "./message.ts";

/** The messages to one target: sent one after another, and no more of them in line than somebody would read. */
export interface Line {
  add(message: Message): void;
  /** Resolves when nothing is in line or on its way any more. */
  settled(): Promise<void>;
}

/** So many wait as they are; of those that come while they do, only the number is told. */
export const MAX_WAITING = 50;

/** `send` never throws. */
export function createLine(send: (message: Message) => Promise<void>): Line {
  const waiting: Message[] = [];
  let more: Crowd | undefined;
  let working: Promise<void> | undefined;

  const take = (): Message | undefined => {
    const next = waiting.shift();
    if (next !== undefined || more === undefined) return next;
    const told = summary(more);
    more = undefined;
    return told;
  };
  const work = async (): Promise<void> => {
    for (let next = take(); next !== undefined; next = take()) await send(next);
    // At once: what joins from here on begins anew.
    working = undefined;
  };

  return {
    add(message) {
      if (waiting.length < MAX_WAITING && more === undefined) waiting.push(message);
      else {
        more = {
          failed: (more?.failed ?? 0) + (message.failed ? 1 : 0),
          others: (more?.others ?? 0) + (message.failed ? 0 : 1),
          // A target that wants to hear of failures hears of one.
          event: more?.failed ? more.event : message.event,
          at: message.at,
        };
      }
      working ??= work();
    },
    settled: async () => await working,
  };
}

/** Messages of which only the number is told. */
interface Crowd extends Pick<Message, "event" | "at"> {
  failed: number;
  others: number;
}

const summary = ({ failed, others, event, at }: Crowd): Message => ({
  event,
  title: count(failed + others, "more message"),
  message: `While earlier ones were on their way: ${
    count(failed, "failure")
  }, ${others} other. The history has them all.`,
  failed: failed > 0,
  at,
});
