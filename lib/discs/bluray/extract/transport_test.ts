import { deepStrictEqual as same } from "node:assert/strict";
import fc from "fast-check";
import { paddingAfter, readTime, unitTimes, writeTime } from "./transport.ts";

Deno.test("writeTime() writes what readTime() reads, keeps the upper bits and sets the markers", () => {
  fc.assert(fc.property(fc.nat(2 ** 31 - 1), fc.nat(3), fc.nat(255), (low, high, first) => {
    const bytes = new Uint8Array(5).fill(0);
    bytes[0] = first;
    const time = high * 2 ** 31 + low;
    writeTime(bytes, 0, time);
    const markers = [0, 2, 4].every((at) => ((bytes[at] ?? 0) & 1) === 1);
    return readTime(bytes, 0) === time && markers && ((bytes[0] ?? 0) & 0xf0) === (first & 0xf0);
  }));
  const bytes = new Uint8Array(5);
  writeTime(bytes, 0, -1);
  same(readTime(bytes, 0), 2 ** 33 - 1);
});

Deno.test("unitTimes() reads no time beyond its packet", () => {
  fc.assert(fc.property(fc.uint8Array({ minLength: 192, maxLength: 192 }), fc.nat(183), (bytes, adaptation) => {
    bytes[7] = 0x30;
    bytes[8] = adaptation;
    bytes.set([0, 0, 1], Math.min(189, 9 + adaptation));
    const times = unitTimes(bytes, 0);
    return times === undefined || (times.timeAt + 5 <= 192 && times.decodeAt + 5 <= 192);
  }));
});

Deno.test("paddingAfter() fills a unit of 6,144 bytes with empty packets, and is never empty", () => {
  for (const packets of [0, 1, 31, 32, 33]) {
    const padding = paddingAfter(packets * 192);
    same((packets * 192 + padding.length) % 6144, 0);
    same([...padding.subarray(-192, -184)], [0, 0, 0, 0, 0x47, 0x1f, 0xff, 0x10]);
  }
});
