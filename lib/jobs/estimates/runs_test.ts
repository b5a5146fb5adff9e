import { equal, ok, rejects, throws } from "node:assert/strict";
import { createMeasurementRuns, createRunTurns, type RunControl } from "./runs.ts";
import type { EstimateRun, Estimates } from "../estimate_schema.ts";

const NOTHING: Estimates = { estimates: [], probed: 0, files: 0, errors: [] };
const clock = { now: () => new Date(0), monotonicMs: () => 0 };

function runsOf(limits?: { open: number; kept: number }) {
  const seen: EstimateRun[] = [];
  const runs = createMeasurementRuns<Estimates>({ clock, changed: (run) => seen.push(run), limits });
  const ended = async (id: string): Promise<EstimateRun> => {
    const run = runs.get(id);
    if (run.status !== "running") return run;
    await Promise.resolve();
    return await ended(id);
  };
  return { runs, seen, ended };
}

/** Work that ends on request or when cancelled. */
function heldWork() {
  const released = Promise.withResolvers<Estimates>();
  let control: RunControl | undefined;
  return {
    finish: () => released.resolve(NOTHING),
    control: () => control,
    work: (given: RunControl) => {
      control = given;
      given.signal.addEventListener("abort", () => released.reject(given.signal.reason));
      return released.promise;
    },
  };
}

Deno.test("one measurement runs at a time; the next begins when it ends", async () => {
  const { runs, ended } = runsOf();
  const [first, second] = [heldWork(), heldWork()];
  const a = runs.start(first.work);
  const b = runs.start(second.work);
  ok(first.control() && !second.control());
  first.finish();
  equal((await ended(a.id)).status, "done");
  await Promise.resolve();
  second.finish();
  equal((await ended(b.id)).status, "done");
  ok(second.control());
});

Deno.test("progress of a measurement never decreases, never reaches 1 before the end, and stops with a cancel", async () => {
  const { runs, seen } = runsOf();
  const held = heldWork();
  const { id } = runs.start(held.work);
  for (const part of [0.5, 0.2, 7]) held.control()?.report(part, "Encoding.");
  equal(seen.map(({ progress }) => progress).join(), "0.5,0.5,0.99");
  await runs.cancel(id);
  held.control()?.report(0.1, "Too late.");
  equal(runs.get(id).status, "cancelled");
  equal(runs.get(id).message, "Cancelled.");
});

Deno.test("a failed measurement has the code of its failure; an unexpected one shows no details", async () => {
  const { runs, ended } = runsOf();
  const { id } = runs.start(() => Promise.reject(new Error("secret path")));
  const { status, error } = await ended(id);
  equal(status, "failed");
  equal(error?.code, "internal");
  ok(!error?.message.includes("secret"));
});

Deno.test("finished ones are forgotten oldest first, unfinished ones never; too many are refused", async () => {
  const { runs, ended } = runsOf({ open: 2, kept: 3 });
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) {
    const { id } = runs.start(() => Promise.resolve(NOTHING));
    await ended(id);
    ids.push(id);
  }
  throws(() => runs.get(ids[1] ?? ""), { code: "not_found" });
  equal(runs.get(ids[2] ?? "").status, "done");
  runs.start(heldWork().work);
  const waits = runs.start(heldWork().work);
  throws(() => runs.start(heldWork().work), { code: "busy" });
  await runs.cancel(waits.id);
  equal(runs.start(heldWork().work).status, "running");
  await runs.stop();
  throws(() => runs.start(heldWork().work), { code: "shutting_down" });
  await rejects(runs.cancel("nothing"), { code: "not_found" });
});

Deno.test("stopping cancels running and waiting work", async () => {
  const { runs } = runsOf();
  const ids = [1, 2, 3].map(() => runs.start(heldWork().work).id);
  await runs.stop();
  for (const id of ids) equal(runs.get(id).status, "cancelled");
});

Deno.test("measurements of two kinds that share their turns run one at a time, and each begins the other's next", async () => {
  const turns = createRunTurns();
  const sizes = createMeasurementRuns<Estimates>({ clock, turns });
  const pictures = createMeasurementRuns<string>({ clock, turns });
  const held = heldWork();
  const { id } = sizes.start(held.work);
  const whole = Promise.withResolvers<string>();
  let begun = false;
  const waits = pictures.start((control) => {
    begun = true;
    control.report(0.5, "Half.", "half");
    return whole.promise;
  });
  ok(!begun && waits.message.startsWith("Waiting"));
  await sizes.cancel(id);
  await Promise.resolve();
  equal(begun, true);
  equal(pictures.get(waits.id).result, "half", "what is known so far is shown before the end");
  whole.resolve("whole");
  await pictures.stop();
  equal(sizes.start(() => Promise.resolve(NOTHING)).status, "running", "a stop of one kind is no stop of the other");
  await sizes.stop();
});
