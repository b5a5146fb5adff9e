/** How many machines help: the real scheduler with machines that only sleep, in time of its own. `deno task farm` */
import { cutAtKeys, timesOf } from "../../lib/encode/segments/cuts.ts";
import { stepsOf } from "../../lib/encode/segments/picture_steps.ts";
import type { Part } from "../../lib/jobs/segments/film.ts";
import { VIDEO } from "../fixtures/farm_film.ts";
import { createVirtualTime, type ModelMachine, runModel, type VirtualTime } from "../kit/farm_model.ts";

const PARTS = 10_000;
/** A minute of film. */
const PICTURES = 1440;
/** x265 of 1080p on a machine of eight cores, pictures a millisecond. */
const SPEED = 0.03;
const SOURCE_MBIT_PER_S = 40;
const RESULT_MBIT_PER_S = 5;
const PART_SECONDS = 60;
/** What a line or disk carries; sources go out through the one, and are read from the other with results written. */
const LINKS = { "1 Gbit/s": 1000, "disk of 150 MB/s": 1200, "no limit": Infinity };

/** One line that all parts share, one after the other. */
function createLink(mbitPerS: number) {
  let freeMs = 0;
  let busyMs = 0;
  return {
    busyMs: () => busyMs,
    async send(mbit: number, time: VirtualTime): Promise<void> {
      const tookMs = mbit / mbitPerS * 1000;
      busyMs += tookMs;
      freeMs = Math.max(freeMs, time.nowMs()) + tookMs;
      await time.sleep(freeMs - time.nowMs());
    },
  };
}

async function measure(count: number, [name, mbitPerS]: [string, number]): Promise<string> {
  const time = createVirtualTime();
  const link = createLink(mbitPerS);
  const machines = Array.from({ length: count }, (_, i): ModelMachine => ({
    ...{ id: `m${i}`, slots: 1, speed: SPEED },
    transfer: (_, time) => link.send((SOURCE_MBIT_PER_S + RESULT_MBIT_PER_S) * PART_SECONDS, time),
  }));
  const before = heapBytes();
  const parts = queuedParts();
  const began = performance.now();
  let most = heapBytes() - before;
  let seen = 0;
  const result = await time.run(
    runModel({
      ...{ parts, machines, here: { speed: SPEED, atMost: 1 }, keepLocal: 0 },
      drawn() {
        if (++seen % 1000 === 0) most = Math.max(most, heapBytes() - before);
        return false;
      },
    }, time),
  );
  const wallMs = performance.now() - began;
  const alone = PARTS * PICTURES / SPEED;
  return [
    `${count} machines, ${name}: ${(result.madeMs / 3_600_000).toFixed(2)} h,`,
    `${(alone / result.madeMs).toFixed(1)} x one machine, line busy ${
      (link.busyMs() / result.madeMs * 100).toFixed(0)
    } %,`,
    `${(wallMs / PARTS).toFixed(2)} ms a part, ${(most / 1e6).toFixed(0)} MB, ${
      result.encodes - PARTS
    } encodes too many`,
  ].join(" ");
}

/** Everything that a film's parts hold while they wait, at 23.976 pictures a second. */
function queuedParts(): Part[] {
  const times = Array.from({ length: PARTS * PICTURES }, (_, i) => Math.round(i * 1001 / 24));
  const keys = times.filter((_, i) => i % PICTURES === 0);
  const list = { timeBase: [1, 1000] as const, startMicroseconds: 0, times, keys };
  return cutAtKeys(list, { video: VIDEO, container: "mkv" }, { about: PART_SECONDS, shortest: 0 }).map(
    (segment): Part => {
      const key = String(segment.number).padStart(64, "0");
      const steps = stepsOf(timesOf(segment, list, VIDEO));
      return { segment, pictures: segment.pictures, steps, key, path: `/config/cache/transcodes/segments/${key}.mp4` };
    },
  );
}

/** What is really held. */
function heapBytes(): number {
  (globalThis as { gc?: () => void }).gc?.();
  return Deno.memoryUsage().heapUsed;
}

if (import.meta.main) {
  for (const link of Object.entries(LINKS)) {
    for (const count of [1, 4, 16, 64]) console.log(await measure(count, link));
  }
}
