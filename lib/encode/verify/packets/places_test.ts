import { deepEqual, equal, ok } from "node:assert/strict";
import { splicePlaces } from "./splices.ts";
import { packetReader, type PacketTrack } from "./packets.ts";
import { suspiciousPlaces, videoWindows } from "./places.ts";

/** Returns a generator of numbers from 0 up to 1 that are identical in every run. */
function draws(): () => number {
  let state = 7;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

const every = (seconds: number, length: number): number[] =>
  Array.from({ length: Math.ceil(length / seconds) }, (_, i) => i * seconds);

Deno.test("windows: short movies are one, longer ones have a head, a tail and random places between", () => {
  deepEqual(videoWindows(3, { source: [], result: [] }).length, 1);
  const keys = { source: every(1, 600), result: every(10, 600) };
  const windows = videoWindows(600, keys, [], draws());
  equal(windows[0]?.startSeconds, 0);
  ok((windows.at(-1)?.startSeconds ?? 0) > 590);
  ok(windows.length >= 25);
  ok(JSON.stringify(windows) !== JSON.stringify(videoWindows(600, keys)));
});

Deno.test("windows: random places near keyframes are used", () => {
  const keys = every(10, 3600);
  const late = (windows: { startSeconds: number }[]) =>
    windows.slice(1, -1).reduce((sum, { startSeconds }) => sum + startSeconds % 10, 0) / (windows.length - 2);
  ok(late(videoWindows(3600, { source: keys, result: keys }, [], draws())) < 4);
});

Deno.test("windows between the same keyframes become one, because decoding on costs less than a start at a keyframe", () => {
  const random = () => 0.5;
  const places = [101, 104, 107, 113];
  const covers = (keys: number[], from: number, to: number) =>
    videoWindows(600, { source: keys, result: keys }, places, random).some(({ startSeconds, seconds }) =>
      startSeconds <= from && startSeconds + seconds >= to
    );
  ok(covers(every(20, 600), 101, 113));
  // With a keyframe every second, nothing is decoded in vain.
  ok(covers(every(1, 600), 101, 107));
  ok(!covers(every(1, 600), 107, 113));
});

Deno.test("windows never overlap and stay within the movie", () => {
  for (const length of [21, 75, 300, 7200]) {
    const windows = videoWindows(length, { source: [], result: [] }, [0.2, 10, 10.5, length - 0.1], draws());
    windows.forEach(({ startSeconds }, i) => {
      const before = windows[i - 1];
      ok(startSeconds >= 0 && startSeconds <= length);
      if (before) ok(before.startSeconds + before.seconds <= startSeconds + 1e-9);
    });
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

const varied = (second: number): number => 8000 + 4000 * Math.sin(second);

Deno.test("suspicious places: a section that suddenly has far fewer bytes than its source, not a steady ratio", () => {
  const source = track(varied);
  deepEqual(suspiciousPlaces(source, track((second) => varied(second) / 10), 0), []);
  const found = suspiciousPlaces(source, track((second) => second > 30 && second < 33 ? 20 : varied(second) / 10), 0);
  ok(found.length > 0 && found.every(({ at }) => at > 29 && at < 34), JSON.stringify(found));
});

Deno.test("suspicious places: a scene that needs few bytes in both files is not suspicious", () => {
  const still = (bytes: number) => track((second) => second > 30 && second < 40 ? 30 : bytes * varied(second));
  deepEqual(suspiciousPlaces(still(1), still(0.1), 0), []);
});

Deno.test("splices: large frames that the source does not have, and keyframes before their time", () => {
  const [source, result] = [track(varied), track((second) => varied(second) / 10)];
  deepEqual(splicePlaces(source, result, 0, () => undefined), []);
  const cut = (from: number) => (second: number) => Math.abs(second - from) < 0.02 ? 30_000 : varied(second) / 10;
  const [place] = splicePlaces(source, track(cut(20.5)), 0, () => undefined);
  ok(place && Math.abs(place.at - 20.5) < 0.3, JSON.stringify(place));
  // A position at which the source changes too, according to its packets or its keyframes, is no splice or scores
  // lower.
  deepEqual(splicePlaces(track((s) => cut(20.5)(s) * 10), track(cut(20.5)), 0, () => undefined), []);
  const [known] = splicePlaces(source, track(cut(20.5)), 0, () => true);
  ok((known?.score ?? 0) < (place?.score ?? 0));
  // A scene starts in the source but not in the result, which may be frozen.
  const lost = splicePlaces(track((s) => cut(20.5)(s) * 10), result, 0, () => undefined);
  deepEqual(lost.map(({ at }) => Math.abs(at - 20.5) < 0.6), lost.map(() => true));
  deepEqual(lost.length > 0, true);
  result.keys.push(...[0, 20, 27, 47]);
  source.keys.push(...[0, 20, 40]);
  const keys = splicePlaces(source, result, 0, () => undefined).map(({ at }) => at);
  deepEqual(keys.map(Math.floor), [27]);
  deepEqual(splicePlaces(source, result, 0, () => false), []);
});

Deno.test("splices: a key picture of the result where a source of keyframes goes on, and none where it has a cut", () => {
  const result = track((second) => varied(second) / 10);
  result.keys.push(0, 20, 27, 47);
  const found = (size: (second: number) => number) => splicePlaces(track(size), result, 0, () => true);
  deepEqual(found(varied), [{ at: 27, score: 3 }]);
  const ofCut = found((second) => Math.abs(second - 27) < 0.3 ? 60_000 : varied(second));
  deepEqual(ofCut.filter(({ at }) => at === 27), []);
});
