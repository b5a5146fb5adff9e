import { deepEqual, equal } from "node:assert/strict";
import type { Stream } from "../model.ts";
import { type PacketTime, trackJump } from "./track_clocks.ts";

const STREAMS = (["video", "audio", "subtitle", "data"] as const).map((kind, index) => ({ index, kind }) as Stream);

/** Returns packets of one stream with these times, in file order. */
const packets = (stream: number, ...times: number[]): PacketTime[] =>
  times.map((seconds, i) => ({ stream, seconds, position: 100 * i, key: true }));

for (
  const [name, stream, times, by] of [
    ["video restarts", 0, [0, 10, 20, 0], -20],
    ["audio restarts", 1, [0, 1, 2, 0.1], -1.9],
    ["audio steps back by a rounded frame", 1, [0, 0.021, 0.042, 0.041], undefined],
    ["audio pauses", 1, [0, 1, 300], undefined],
    ["cues restart", 2, [1, 4, 8, 1], -7],
    ["a cue begins before the one before it", 2, [1, 4, 3.7], -0.3],
    ["two cues begin at one time", 2, [1, 4, 4, 5], undefined],
    ["timed data goes back", 3, [9, 1], undefined],
  ] as const
) {
  Deno.test(`B9: trackJump() finds ${by === undefined ? "nothing" : `a step of ${by} s`} where ${name}`, () => {
    const jump = trackJump(packets(stream, ...times), STREAMS);
    equal(jump?.bySeconds.toFixed(2), by?.toFixed(2));
    if (jump) equal(jump.stream, stream);
  });
}

Deno.test("B9: trackJump() compares tracks with themselves only, and states the time since their own start", () => {
  const all = [packets(0, 100, 200, 300), packets(1, 90, 190, 290), packets(2, 80, 180, 100)];
  const mixed = [0, 1, 2].flatMap((i) =>
    all.flatMap((track, n) => ({ ...track[i], position: i * 10 + n } as PacketTime))
  );
  deepEqual(trackJump(mixed, STREAMS), { afterSeconds: 100, bySeconds: -80, stream: 2 });
});

Deno.test("B9: trackJump() compares keyframes only, because slides may be stored seconds out of order", () => {
  const slides = packets(0, 0, 4, 2, 3, 8, 6).map((packet, i) => ({ ...packet, key: i === 0 || i === 4 }));
  equal(trackJump(slides, STREAMS), undefined);
});

Deno.test("B9: trackJump() compares nothing across a seek that ends before the previous position", () => {
  const again = packets(1, 0, 1, 2).map((packet) => ({ ...packet, position: packet.position + 10 }));
  equal(trackJump([...packets(1, 0, 1, 2, 3), ...again], STREAMS), undefined);
});
