import { deepEqual, equal, ok } from "node:assert/strict";
import { packetReader, type PacketTrack } from "./packets.ts";
import { pictureWindows, soundWindows, suspiciousPlaces } from "./places.ts";

Deno.test("windows: short films are one, longer ones have a head, a tail and places between at key pictures", () => {
  deepEqual(pictureWindows(3, []).length, 1);
  const windows = pictureWindows(600, Array.from({ length: 60 }, (_, i) => i * 10));
  equal(windows[0]?.startSeconds, 0);
  ok((windows.at(-1)?.startSeconds ?? 0) > 590);
  ok(windows.length >= 40);
  ok(windows.slice(1, -1).every(({ startSeconds }) => Math.abs(startSeconds % 10 - 0.15) < 1e-6));
});

Deno.test("windows never overlap and stay within the film", () => {
  for (const length of [21, 75, 300, 7200]) {
    const windows = pictureWindows(length, [], [0.2, 10, 10.5, length - 0.1]);
    windows.forEach(({ startSeconds }, i) => {
      const before = windows[i - 1];
      ok(startSeconds >= 0 && startSeconds <= length);
      if (before) ok(before.startSeconds + before.seconds <= startSeconds + 1e-9);
    });
    for (const { startSeconds } of soundWindows(length, [33]) ?? []) ok(startSeconds % 4 === 0);
  }
});

function track(size: (second: number) => number): PacketTrack {
  const reader = packetReader();
  for (let i = 0; i < 24 * 60; i++) {
    reader.add(`0,${(i / 24).toFixed(6)},${(i / 24).toFixed(6)},0.041,${Math.round(size(i / 24))},__,murmur3:1`);
  }
  const found = reader.tracks.get(0);
  if (!found) throw new Error("no track");
  return found;
}

Deno.test("suspicious places: a stretch that takes far fewer bytes than its source is looked at, a steady ratio is not", () => {
  const source = track((second) => 8000 + 4000 * Math.sin(second));
  deepEqual(suspiciousPlaces(source, track((second) => 800 + 400 * Math.sin(second)), 0), []);
  const [place] = suspiciousPlaces(source, track((second) => second > 30 && second < 34 ? 20 : 900), 0);
  ok(place !== undefined && place > 29 && place < 35, String(place));
});
