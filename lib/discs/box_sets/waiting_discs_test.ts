import { strictEqual as is } from "node:assert/strict";
import { createBus } from "../../kit/bus.ts";
import type { BoxSet, BoxSetSlot } from "../box_set_schema.ts";
import type { BoxSetBusEvents } from "./model.ts";
import type { Rip } from "../rip_schema.ts";
import { RIP_STATES } from "../rip_states.ts";
import type { RipBusEvents } from "../rip_bus_events.ts";
import { boxSetWaits, createWaitingDiscs, ripWaits } from "./waiting_discs.ts";

const set = (states: BoxSetSlot["state"][], more: Partial<BoxSet> = {}): BoxSet => ({
  id: "s1",
  name: "Show, Season 1",
  arr: "series",
  title: "Show",
  seasonNumber: 1,
  discCount: null,
  slots: states.map((state, at) => ({ disc: at + 1, state })),
  nextDisc: 1,
  state: "open",
  paused: false,
  createdAt: "2026-01-01T00:00:00.000Z",
  ...more,
});

Deno.test("a disc needs attention when it cannot continue without a decision of the user", () => {
  is(RIP_STATES.filter((status) => ripWaits({ status })).join(), "ready,failed,interrupted");
});

for (
  const [name, batch, wanted] of [
    ["its next disc", set(["done", "missing"]), true],
    ["the disc its drive was swapped for", set(["copied", "expected"]), true],
    ["nothing while a disc is read", set(["reading", "missing"]), false],
    ["nothing while a disc waits for its start", set(["ready", "missing"]), false],
    ["nothing while a disc that failed is there", set(["stopped", "missing"]), false],
    ["nothing when all that is known is there", set(["done", "copied"]), false],
    ["nothing when it is complete", set(["done", "done"], { state: "complete" }), false],
    ["nothing after a day", set(["done", "missing"], { paused: true }), false],
  ] as const
) Deno.test(`a box set waits for ${name}`, () => is(boxSetWaits(batch), wanted));

Deno.test("waiting discs are read once, then followed until the watch is closed", async () => {
  const bus = createBus<RipBusEvents & BoxSetBusEvents>(() => {});
  const rip = (id: string, status: Rip["status"]) => ({ id, status }) as Rip;
  const waiting = createWaitingDiscs({
    rips: { list: () => Promise.resolve([rip("a", "ready"), rip("b", "ripping")]) },
    boxSets: { list: () => Promise.resolve([set(["done", "missing"])]) },
    bus,
  });
  is(waiting.count(), 0);
  await waiting.start();
  is(waiting.count(), 2);
  bus.publish("rip", { rip: rip("b", "failed") });
  is(waiting.count(), 3);
  bus.publish("rip", { rip: rip("a", "ripping") });
  bus.publish("batch-removed", { id: "s1" });
  is(waiting.count(), 1);
  bus.publish("rip-removed", { id: "b" });
  bus.publish("batch", { batch: set(["missing"]) });
  is(waiting.count(), 1);
  waiting.close();
  bus.publish("rip", { rip: rip("c", "ready") });
  is(waiting.count(), 1);
});
