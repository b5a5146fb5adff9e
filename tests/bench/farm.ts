/**
 * Measures how throughput scales with the number of machines: the real scheduler with simulated machines in virtual
 * time. `deno task farm`
 */
import { cutAtKeys, timesOf } from "../../lib/encode/segments/cuts.ts";
import { stepsOf } from "../../lib/encode/segments/frame_steps.ts";
import type { Part } from "../../lib/jobs/segments/segmented_encode.ts";
import { VIDEO } from "../fixtures/farm_film.ts";
import { createVirtualTime, type ModelMachine, runModel, type VirtualTime } from "../kit/farm_model.ts";

const PARTS = 10_000;
/** Frames in one minute. */
const PICTURES = 1440;
/** Speed of x265 at 1080p on an eight-core machine, in frames per millisecond. */
const SPEED = 0.03;
const SOURCE_MBIT_PER_S = 40;
const RESULT_MBIT_PER_S = 5;
const PART_SECONDS = 60;
/** Throughput in Mbit/s. The network carries the sources. The disk reads the sources and writes the results. */
const LINKS = { "1 Gbit/s": 1000, "disk of 150 MB/s": 1200, "no limit": Infinity };

/** A shared link that transfers all segments one after the other. */
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
      ...{ parts, machines, here: { speed: SPEED, maxSlots: 1 }, keepLocal: 0 },
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

/** Returns queued segments of a movie at 23.976 fps, with all fields of a waiting segment. */
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

/** Returns the memory in use after garbage collection. */
function heapBytes(): number {
  (globalThis as { gc?: () => void }).gc?.();
  return Deno.memoryUsage().heapUsed;
}

if (import.meta.main) {
  for (const link of Object.entries(LINKS)) {
    for (const count of [1, 4, 16, 64]) console.log(await measure(count, link));
  }
}
