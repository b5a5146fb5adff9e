import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { makeSmallClip } from "../../../tests/kit/clips.ts";
import { createVirtualTime } from "../../../tests/kit/farm_model.ts";
import { openQueue, withFolders } from "../../../tests/fixtures/queue.ts";
import { until } from "../../../tests/kit/until.ts";
import { openMachine } from "../../platform/storage/boot.ts";
import { Settings } from "../../platform/settings/schema.ts";
import { createConditionControl } from "./condition_control.ts";
import { READ_MS } from "./condition_watch.ts";
import type { ConditionHold, MachineReadings } from "./machine_conditions.ts";
import { readConditions } from "./read_conditions.ts";

const never = new AbortController().signal;

/** A control with settings and readings that a test changes, in virtual time. */
function world(initial: object) {
  const time = createVirtualTime();
  let settings = Settings.parse({ transcoding: { conditions: initial } });
  const listeners = new Set<(keys: string[]) => void>();
  const holds: (string | undefined)[] = [];
  const facts = { reads: 0, answer: (): Promise<MachineReadings> => Promise.resolve({}) };
  const control = createConditionControl({
    settings: {
      current: () => settings,
      onChange: (listener) => (listeners.add(listener), () => listeners.delete(listener)),
    },
    hold: (hold: ConditionHold | undefined) => void holds.push(hold?.until),
    log: () => {},
    read: () => (facts.reads++, facts.answer()),
    time,
  });
  const change = (conditions: object) => {
    settings = Settings.parse({ transcoding: { conditions } });
    for (const listener of listeners) listener(["transcoding.conditions.maxTemperature"]);
  };
  return { time, control, facts, holds, change, listeners };
}

const hot = (temperature: number) => () => Promise.resolve({ temperature });

Deno.test("nothing is read without a limit", async () => {
  const { time, control, facts, holds, listeners } = world({});
  await time.run((async () => {
    await control.start();
    await time.sleep(600_000, never);
    await control.stop();
  })());
  same([facts.reads, holds.filter((hold) => hold !== undefined), listeners.size], [0, [], 0]);
});

Deno.test("a hot machine holds the queue before the start returns, and a cool one releases it", async () => {
  const { time, control, facts, holds } = world({ maxTemperature: 85 });
  await time.run((async () => {
    facts.answer = hot(88);
    await control.start();
    same(holds, ["the processor is below 75 °C (now 88 °C)"]);
    facts.answer = hot(80);
    await time.sleep(READ_MS + 1, never);
    is(holds.at(-1), "the processor is below 75 °C (now 80 °C)");
    facts.answer = hot(74);
    await time.sleep(READ_MS + 1, never);
    is(holds.at(-1), undefined);
    await control.stop();
    const { reads } = facts;
    await time.sleep(60_000, never);
    is(facts.reads, reads);
  })());
});

Deno.test("a removed limit releases the queue without another reading, also if the last one blocks", async () => {
  const { time, control, facts, holds, change } = world({ maxTemperature: 85 });
  await time.run((async () => {
    facts.answer = hot(88);
    await control.start();
    const blocked = Promise.withResolvers<MachineReadings>();
    facts.answer = () => blocked.promise;
    await time.sleep(READ_MS + 100, never);
    const { reads } = facts;
    const changedAtMs = time.nowMs();
    change({});
    await time.sleep(1, never);
    same([facts.reads, holds.at(-1), time.nowMs() - changedAtMs], [reads, undefined, 1]);
    blocked.resolve({ temperature: 99 });
    await time.sleep(60_000, never);
    is(holds.at(-1), undefined);
    await control.stop();
  })());
});

Deno.test("readings that fail or block release the queue after a minute, and at most one blocks", async () => {
  for (const answer of [() => Promise.reject(new Error("gone")), () => new Promise<MachineReadings>(() => {})]) {
    const { time, control, facts, holds } = world({ maxTemperature: 85 });
    await time.run((async () => {
      facts.answer = hot(88);
      await control.start();
      facts.answer = answer;
      await time.sleep(50_000, never);
      is(holds.length, 1);
      await time.sleep(30_000, never);
      is(holds.at(-1), undefined);
      await control.stop();
    })());
  }
});

Deno.test("the queue of a machine on battery starts nothing, says until when, and is released with the setting", () =>
  withFolders(async ({ media, configDir }) => {
    await using queue = await openQueue({
      configDir,
      settings: { transcoding: { conditions: { onBattery: "wait" } } },
      readConditions: () => Promise.resolve({ power: { onBattery: true, percent: 50 } }),
    });
    await Deno.writeTextFile(join(media, "a.mkv"), "a");
    const { id } = await queue.create(join(media, "a.mkv"), await queue.quickProfile());
    const { heldBy, heldUntil, running, queued } = await queue.jobs.queueState();
    same([heldBy, heldUntil], ["this machine runs on battery (50 %)", "this machine is plugged in"]);
    same([running, queued], [0, 1]);
    queue.jobs.hold("Alice is watching Dune");
    const both = await queue.jobs.queueState();
    same([both.heldBy, both.heldUntil], [
      "Alice is watching Dune, and this machine runs on battery (50 %)",
      undefined,
    ]);
    queue.jobs.release();
    is((await queue.jobs.queueState()).heldUntil, "this machine is plugged in");
    await queue.settings.update({ transcoding: { conditions: { onBattery: "continue" } } });
    await queue.finished(id);
    is((await queue.jobs.queueState()).heldBy, undefined);
  }));

Deno.test("slow: a running ffmpeg is suspended when the sensor becomes hot, and completes when it has cooled down", () =>
  withFolders(async ({ media, configDir }) => {
    const chip = join(configDir, "sys/class/hwmon/hwmon0");
    await Deno.mkdir(chip, { recursive: true });
    await Deno.writeTextFile(join(chip, "name"), "coretemp\n");
    const setTemperature = (text: string) => Deno.writeTextFile(join(chip, "temp1_input"), text);
    await setTemperature("50000\n");
    await using queue = await openQueue({
      configDir,
      settings: { transcoding: { conditions: { maxTemperature: 85 } } },
      readConditions: () => readConditions({ os: "linux", sysFolder: join(configDir, "sys") }),
    });
    await makeSmallClip(join(media, "a.mkv"), { seconds: 10 });
    const profile = await queue.quickProfile({ video: { encoder: "libx265", preset: "veryslow" } });
    const { id } = await queue.create(join(media, "a.mkv"), profile);
    const machine = await openMachine();
    let pids: number[] = [];
    await until(async () => (pids = await machine.children(new Set(), [`.${id}.partial`])).length > 0);
    await setTemperature("91000\n");
    await until(async () => (await Promise.all(pids.map(processState))).every((state) => state === "T"));
    is((await queue.jobs.get(id)).heldBy, "the processor is at 91 °C");
    is((await queue.jobs.queueState()).heldUntil, "the processor is below 75 °C (now 91 °C)");
    await setTemperature("60000\n");
    is((await queue.finished(id)).status, "done");
  }));

async function processState(pid: number): Promise<string | undefined> {
  const stat = await Deno.readTextFile(`/proc/${pid}/stat`).catch(() => "");
  return stat.slice(stat.lastIndexOf(")") + 2)[0];
}
