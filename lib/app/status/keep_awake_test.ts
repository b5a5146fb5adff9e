import { deepStrictEqual as same } from "node:assert/strict";
import { createBus } from "../../kit/bus.ts";
import { Settings } from "../../platform/settings/schema.ts";
import type { InstanceBusEvents } from "../instance_events.ts";
import { keepAwake } from "./keep_awake.ts";

function watched(preventSleep: boolean) {
  const bus = createBus<InstanceBusEvents>((error) => {
    throw error;
  });
  const kept: (string | undefined)[] = [];
  const settings = { current: () => (Settings.parse({ preventSleep })) };
  const stop = keepAwake({ bus, settings, sleep: { keep: (reason) => void kept.push(reason) } });
  return { bus, kept, stop };
}
const queue = (running: number) => ({ running }) as InstanceBusEvents["queue"];

Deno.test("the machine is kept awake during encodes and disc work, with the reason", () => {
  const { bus, kept, stop } = watched(true);
  bus.publish("queue", queue(2));
  bus.publish("rips-working", { count: 1 });
  bus.publish("queue", queue(0));
  bus.publish("rips-working", { count: 2 });
  bus.publish("rips-working", { count: 0 });
  stop();
  bus.publish("rips-working", { count: 1 });
  same(kept, [
    "2 encodes running",
    "2 encodes running, 1 disc in progress",
    "1 disc in progress",
    "2 discs in progress",
    undefined,
  ]);
});

Deno.test("the machine may sleep where the settings let it", () => {
  const { bus, kept } = watched(false);
  bus.publish("rips-working", { count: 1 });
  same(kept, [undefined]);
});
