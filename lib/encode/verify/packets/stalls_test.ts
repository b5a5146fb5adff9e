import { deepEqual, equal } from "node:assert/strict";
import { packetReader, type PacketTrack } from "./packets.ts";
import { stalls } from "./stalls.ts";

/** Returns a track with frames of these sizes at 25 fps. The first is a keyframe. */
function track(sizes: number[]): PacketTrack {
  const reader = packetReader();
  sizes.forEach((bytes, i) => reader.add(`0,${i / 25},${i / 25},0.04,${bytes},${i === 0 ? "K_" : "__"},`));
  const [only] = reader.tracks.values();
  if (!only) throw new Error("no track");
  return only;
}

const frames = (seconds: number, bytes: number): number[] => Array.from({ length: seconds * 25 }, () => bytes);

Deno.test("stalls() finds where a result stands although its source moves, in a scene of few bytes too", () => {
  const source = track([...frames(10, 2000), ...frames(10, 20), ...frames(10, 1500), ...frames(70, 9000)]);
  const good = track([...frames(10, 400), ...frames(10, 24), ...frames(10, 150), ...frames(70, 3000)]);
  deepEqual(stalls(source, good, 0), []);
  const standing = [...frames(10, 400), ...frames(10, 24), ...frames(4, 150), ...frames(2, 25), ...frames(4, 150)];
  const [place, ...others] = stalls(source, track([...standing, ...frames(70, 3000)]), 0);
  deepEqual(others, []);
  equal(Math.abs((place?.at ?? 0) - 25) < 0.3, true, JSON.stringify(place));
});

Deno.test("stalls() finds nothing where both stand, and nothing in half a second", () => {
  const source = track([...frames(10, 2000), ...frames(10, 20), ...frames(10, 2000)]);
  deepEqual(stalls(source, track([...frames(10, 400), ...frames(10, 24), ...frames(10, 400)]), 0), []);
  const short = [...frames(5, 400), ...frames(0.48, 24), ...frames(4.52, 400), ...frames(10, 24), ...frames(10, 400)];
  deepEqual(stalls(source, track(short), 0), []);
});

Deno.test("stalls() compares both on the clock of the result", () => {
  const source = track([...frames(10, 20), ...frames(30, 2000)]);
  const result = track([...frames(10, 24), ...frames(10, 400), ...frames(3, 24), ...frames(17, 400)]);
  const moved = { ...source, times: source.times.map((time) => time - 5), start: -5 };
  deepEqual(stalls(moved, result, 5), stalls(source, result, 0));
  equal(stalls(source, result, 0).length, 1);
});
