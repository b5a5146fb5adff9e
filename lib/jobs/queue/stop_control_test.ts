import { deepStrictEqual as same } from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { makeSmallClip } from "../../../tests/kit/clips.ts";
import { openQueue, type Queue, withFolders } from "../../../tests/fixtures/queue.ts";
import { until } from "../../../tests/kit/until.ts";
import { openMachine } from "../../platform/storage/boot.ts";
import { createEncodeSlots } from "../capacity/encode_slots.ts";
import type { Run, RunnerDeps } from "../attempt/run.ts";
import type { Suspension } from "../attempt/stops.ts";
import { createScheduler } from "./scheduler.ts";
import { createStopControl } from "./stop_control.ts";

type Step = { kind: "pause"; paused: boolean; suspend: boolean } | { kind: "hold"; reason: string | undefined };

const STEP: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("pause" as const), paused: fc.boolean(), suspend: fc.boolean() }),
  fc.record({ kind: fc.constant("hold" as const), reason: fc.constantFrom(undefined, "Alice watches", "Bob watches") }),
);

/**
 * Scheduler of a queue without jobs. Counts the attempts to claim a job, which the scheduler makes only if jobs may
 * start.
 */
function schedulerWithoutJobs() {
  const claims = { count: 0 };
  const settings = {
    concurrency: 1,
    transcoding: { schedule: { enabled: false, from: "0", until: "0", days: [] }, device: "", cards: [] },
  };
  const jobs = {
    claim: () => Promise.resolve(void claims.count++),
    pauseLeftMs: () => Promise.resolve(undefined),
  };
  const runner = {
    deps: { settings: { current: () => settings }, clock: { now: () => new Date(0) } },
    ...{ jobStore: { jobs }, lease: {}, log: () => {}, crashPoint: () => {} },
    encodeSlots: createEncodeSlots({ current: () => settings }),
  };
  return { claims, scheduler: createScheduler(runner as unknown as RunnerDeps) };
}

function recordingRun(id: string) {
  const seen: { last?: Suspension } = {};
  const run = { id, ended: new Promise<void>(() => {}), suspend: (next: Suspension) => void (seen.last = next) };
  return { seen, run: run as unknown as Run };
}

Deno.test("pause and hold are independent in any order: frozen = suspended or held, starts = neither paused nor held", async () => {
  await fc.assert(fc.asyncProperty(fc.array(STEP, { maxLength: 12 }), fc.nat(12), async (steps, startAt) => {
    const { claims, scheduler } = schedulerWithoutJobs();
    const stored = new Map<string, unknown>();
    const control = createStopControl({
      ...{ scheduler, changed: () => {} },
      keyValues: {
        get: (key) => Promise.resolve(stored.get(key)),
        set: (key, value) => Promise.resolve(void stored.set(key, value)),
      },
    });
    const { seen, run } = recordingRun("a");
    (scheduler.runs as Map<string, Run>).set("a", run);
    const user = { paused: false, suspended: false };
    let reason: string | undefined;
    let started = false;
    for (const [at, step] of [...steps, undefined].entries()) {
      if (at === Math.min(startAt, steps.length)) {
        await control.start();
        started = true;
      }
      if (step?.kind === "pause") {
        await control.setPaused(step.paused, step.suspend);
        Object.assign(user, { paused: step.paused, suspended: step.paused && step.suspend });
      }
      if (step?.kind === "hold") {
        reason = step.reason;
        control.hold("playback", reason === undefined ? undefined : { reason });
      }
      const before = claims.count;
      scheduler.pump();
      await scheduler.settled();
      same(claims.count > before, started && !user.paused && reason === undefined);
      same(stored.get("queue.paused") ?? false, user.paused);
      if (started && seen.last) {
        same(seen.last, {
          here: user.suspended || reason !== undefined,
          elsewhere: user.suspended,
          heldBy: reason,
        });
      }
    }
  }));
});

Deno.test("slow: a run that starts in the moment of a hold is suspended, and completes after its release", () =>
  withFolders(async ({ media, configDir }) => {
    const held: { by?: Queue } = {};
    const crashPoint = (point: string) => point === "claimed" && held.by?.jobs.hold("Alice is watching Dune");
    await using queue = held.by = await openQueue({ configDir, crashPoint });
    await makeSmallClip(join(media, "a.mkv"), { seconds: 2 });
    await makeSmallClip(join(media, "b.mkv"), { seconds: 1 });
    const profile = await queue.quickProfile();
    const [a, b] = [
      await queue.create(join(media, "a.mkv"), profile),
      await queue.create(join(media, "b.mkv"), profile),
    ];
    const machine = await openMachine();
    let pids: number[] = [];
    await until(async () => (pids = await machine.children(new Set(), [`.${a.id}.partial`])).length > 0);
    // On a busy processor, the signal suspends the process with a delay.
    await until(async () => (await Promise.all(pids.map(processState))).every((state) => state === "T"));
    same((await queue.jobs.get(a.id)).heldBy, "Alice is watching Dune");
    const { heldBy, paused, queued } = await queue.jobs.queueState();
    same({ heldBy, paused, queued }, { heldBy: "Alice is watching Dune", paused: false, queued: 1 });
    held.by = undefined;
    queue.jobs.release();
    same((await queue.finished(a.id)).status, "done");
    same((await queue.finished(b.id)).status, "done");
    same("heldBy" in await queue.jobs.queueState(), false);
  }));

async function processState(pid: number): Promise<string | undefined> {
  const stat = await Deno.readTextFile(`/proc/${pid}/stat`).catch(() => "");
  return stat.slice(stat.lastIndexOf(")") + 2)[0];
}
