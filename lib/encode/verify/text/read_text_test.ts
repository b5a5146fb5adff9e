import { deepEqual, match } from "node:assert/strict";
import type { PacketTrack } from "../packets/packets.ts";
import { compareForced, compareRead } from "./read_text.ts";

/** Packets at these times, each of the given size and duration. */
function track(times: number[], bytes: number, seconds = 0): PacketTrack {
  return {
    count: times.length,
    bytes: bytes * times.length,
    start: times[0] ?? 0,
    end: (times.at(-1) ?? 0) + seconds,
    times,
    sizes: times.map(() => bytes),
    durations: times.map(() => seconds),
    checksums: [],
    keys: [],
    startsWithKey: true,
    longest: seconds,
    holes: [],
  };
}

const every4 = (count: number): number[] => Array.from({ length: count }, (_, i) => 10 + i * 4);
const pictures = track(every4(30), 3000);
const judge = (times: number[], seconds = 2): string =>
  compareRead("track", pictures, track(times, 20, seconds), 0).join();

Deno.test("text from bitmaps: one cue for each of them is accepted, on a later clock too", () => {
  deepEqual(judge(every4(30)), "");
  deepEqual(compareRead("track", pictures, track(every4(30).map((at) => at + 7), 20, 2), 7), []);
});

Deno.test("text from bitmaps: one cue in place of thirty is refused", () => {
  match(judge([38]), /1 cues for 30 bitmaps; 29 have none, the first at/);
});

Deno.test("text from bitmaps: one in five without text is accepted, every second one is not", () => {
  deepEqual(judge(every4(30).filter((_, i) => i % 5 !== 0)), "");
  match(judge(every4(30).filter((_, i) => i % 2 !== 0)), /15 cues for 30 bitmaps/);
});

Deno.test("text from bitmaps: text that stops after half of them is refused", () => {
  match(judge(every4(15)), /15 have none/);
});

Deno.test("text from bitmaps: a fade of many packets needs one cue, and a clear command none", () => {
  const faded = track(every4(5).flatMap((at) => [at, at + 0.04, at + 0.08, at + 1.9, at + 1.95]), 1300);
  deepEqual(compareRead("track", faded, track(every4(5), 20, 2), 0), []);
  const cleared = track(every4(5).flatMap((at) => [at, at + 3.5]), 3000);
  cleared.sizes = cleared.sizes.map((size, i) => i % 2 === 0 ? size : 60);
  deepEqual(compareRead("track", cleared, track(every4(5), 20, 2), 0), []);
});

Deno.test("text from bitmaps: cues before the first or after the last bitmap are refused, and none at all", () => {
  match(judge([2, ...every4(30)]), /starts 8\.0 s before/);
  match(judge([...every4(30), 140]), /continues for 14\.0 s/);
  match(judge([]), /contains no converted text/);
});

Deno.test("forced text: a few cues are accepted, none and cues without a bitmap are refused", () => {
  const forced = (times: number[]) => compareForced("track", pictures, track(times, 20, 2), 0).join();
  deepEqual(forced([14, 30]), "");
  match(forced([]), /contains no converted text/);
  match(forced([14, 16.5]), /there is no bitmap/);
});
