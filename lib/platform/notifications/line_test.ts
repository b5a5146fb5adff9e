import { deepStrictEqual as same, match } from "node:assert/strict";
import { createLine, MAX_WAITING } from "./line.ts";
import type { Message } from "./message.ts";

const message = (n: number, failed = false): Message => ({
  event: failed ? "encode.failed" : "encode.done",
  title: `message ${n}`,
  message: "text",
  failed,
  at: `2026-11-20T12:00:00.${String(n % 1000).padStart(3, "0")}Z`,
});

/** Creates a queue whose deliveries finish when the test resolves them. */
function slowLine() {
  const sent: Message[] = [];
  const open: (() => void)[] = [];
  let most = 0;
  const line = createLine(async (message) => {
    sent.push(message);
    await new Promise<void>((resolve) => {
      open.push(resolve);
      most = Math.max(most, open.length);
    });
  });
  /** Finishes deliveries until none is left. */
  const drain = async (): Promise<void> => {
    let over = false;
    const settled = line.settled().then(() => over = true);
    while (!over) {
      open.shift()?.();
      await Promise.resolve();
    }
    await settled;
  };
  return { line, sent, drain, most: () => most };
}

Deno.test("few messages come as they are, in order, one at a time", async () => {
  const { line, sent, drain, most } = slowLine();
  const messages = Array.from({ length: MAX_WAITING }, (_, i) => message(i));
  for (const one of messages) line.add(one);
  await drain();
  same([sent, most()], [messages, 1]);
});

Deno.test("the first of ten thousand simultaneous failures are sent as they are, and the rest as a number", async () => {
  const { line, sent, drain, most } = slowLine();
  for (let i = 0; i < 10_000; i++) line.add(message(i, i !== 100));
  await drain();
  // One message was being delivered while the queue filled.
  same([sent.length, most()], [MAX_WAITING + 2, 1]);
  same(sent.slice(0, -1).map(({ title }) => title), Array.from({ length: MAX_WAITING + 1 }, (_, i) => `message ${i}`));
  const last = sent.at(-1);
  same([last?.title, last?.failed, last?.event], ["9949 more messages", true, "encode.failed"]);
  match(last?.message ?? "", /9948 failures, 1 other/);

  line.add(message(5));
  await drain();
  same(sent.at(-1)?.title, "message 5", "afterwards it is a line like any other");
});
