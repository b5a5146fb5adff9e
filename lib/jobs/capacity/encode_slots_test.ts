import { deepStrictEqual as same, ok, rejects, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { METHODS } from "../../encode/profiles/encoders/methods.ts";
import { type Card, cardsOf, chooseCard } from "./cards.ts";
import { createEncodeSlots, type SlotSettings } from "./encode_slots.ts";
import { sampleCards } from "./sample_cards.ts";

const DEVICES = ["0", "1", "/dev/dri/renderD128", "/dev/dri/renderD129"];
const CARDS: fc.Arbitrary<Card[]> = fc.uniqueArray(
  fc.record({ device: fc.constantFrom(...DEVICES), limit: fc.integer({ min: 1, max: 3 }), enabled: fc.boolean() }),
  { selector: ({ device }) => device },
);
const METHOD = fc.constantFrom(...METHODS);
const JOB = fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h");
const STEP = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("acquire" as const),
      job: JOB,
      method: METHOD,
      avoid: fc.subarray(DEVICES),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("release" as const), job: JOB }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("fault" as const), device: fc.constantFrom(...DEVICES) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("settings" as const), cards: CARDS, concurrency: fc.nat(3) }) },
);

const settingsOf = (cards: Card[], concurrency = 1): SlotSettings => ({
  concurrency,
  transcoding: { device: "", cards },
});

Deno.test("no request exceeds a limit, whatever is requested, released or changed in the settings", () => {
  fc.assert(fc.property(CARDS, fc.array(STEP, { maxLength: 60 }), (cards, steps) => {
    let settings = settingsOf(cards);
    const slots = createEncodeSlots({ current: () => settings });
    const held = new Map<string, string>();
    for (const step of steps) {
      if (step.kind === "settings") settings = settingsOf(step.cards, step.concurrency);
      if (step.kind === "fault") slots.recordFault(step.device);
      if (step.kind === "release") {
        slots.release(step.job);
        held.delete(step.job);
      }
      if (step.kind !== "acquire") continue;
      const before = held.get(step.job);
      const answer = slots.acquire(step.job, step.method, step.avoid);
      const listed = cardsOf(step.method, settings.transcoding.cards);
      const usable = listed.filter(({ device, enabled }) => enabled && !step.avoid.includes(device));
      if (listed.length > 0 && usable.length === 0) is(answer, "none");
      if (answer !== "granted") {
        is(slots.deviceOf(step.job) ?? "cpu", before ?? "cpu");
        continue;
      }
      const now = slots.deviceOf(step.job) ?? "cpu";
      held.set(step.job, now);
      is(now === "cpu", listed.length === 0);
      if (now === before) continue;
      const used = [...held.values()].filter((device) => device === now).length;
      const limit = now === "cpu" ? settings.concurrency : usable.find(({ device }) => device === now)?.limit ?? 0;
      ok(used <= limit, `${used} encodes on ${now} with a limit of ${limit}`);
    }
  }));
});

Deno.test("chooseCard() returns the enabled GPU with the fewest encodes, and one that failed last", () => {
  const cards = DEVICES.slice(0, 2).map((device) => ({ device, limit: 2, enabled: true }));
  const chosen = (used: number[], more = {}) =>
    chooseCard(cards, { used: (device) => used[Number(device)] ?? 0, ...more })?.device;
  is(chosen([1, 0]), "1");
  is(chosen([0, 0]), "0");
  is(chosen([0, 0], { preferred: "1" }), "1");
  is(chosen([1, 0], { faults: (device: string) => Number(device) }), "0");
  is(chosen([2, 0], { faults: (device: string) => Number(device) }), "1", "the failed GPU is better than none");
  is(chosen([0, 2], { avoid: ["0"] }), undefined);
  is(chosen([2, 2]), undefined);
});

Deno.test("a free slot is announced when an encode ends, and when it moves to another GPU", () => {
  const slots = createEncodeSlots({ current: () => settingsOf([{ device: "0", limit: 1, enabled: true }]) });
  let released = 0;
  slots.onRelease(() => released++);
  is(slots.acquire("a", "none"), "granted");
  is(slots.acquire("b", "none"), "busy");
  is(slots.acquire("a", "nvenc"), "granted");
  same([released, slots.free()], [1, { cpu: true, open: [], full: ["nvenc"] }]);
  is(slots.waitReason("nvenc"), "Waiting for a free slot on GPU 0");
  is(slots.waitReason("none"), undefined);
  slots.release("a");
  slots.release("a");
  same([released, slots.free()], [2, { cpu: true, open: ["nvenc"], full: [] }]);
});

Deno.test("methods without a listed GPU use the slots of the CPU", () => {
  const slots = createEncodeSlots({ current: () => settingsOf([]) });
  is(slots.acquire("a", "nvenc"), "granted");
  same([slots.deviceOf("a"), slots.acquire("b", "vaapi"), slots.free()], [undefined, "busy", {
    cpu: false,
    open: [],
    full: [],
  }]);
});

Deno.test("samples of a limited GPU hold one of its slots, and are refused while all are in use", async () => {
  const slots = createEncodeSlots({ current: () => settingsOf([{ device: "0", limit: 1, enabled: true }]) });
  const onCard = sampleCards(slots);
  const inside = await onCard("nvenc", (device) => Promise.resolve([device, slots.free().full]));
  same([inside, slots.free().full], [["0", ["nvenc"]], []]);
  await rejects(onCard("nvenc", () => Promise.reject(new Error("failed"))), /^Error: failed$/);
  slots.acquire("a", "nvenc");
  await rejects(onCard("nvenc", () => Promise.resolve()), /Every GPU of nvenc is in use/);
  is(await onCard("none", () => Promise.resolve(slots.free().cpu)), true, "samples on the CPU use no slot");
});
