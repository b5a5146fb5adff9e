import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { firstDifference, packetReader, sortedTimes } from "./packets.ts";

const read = (...lines: string[]) => {
  const reader = packetReader();
  for (const line of lines) reader.add(line);
  return reader.tracks;
};

Deno.test("packets: times, sizes, keys and checksums are read off ffprobe's lines", () => {
  const track = read(
    "0,0.000000,0.000000,0.040000,900,K_,murmur3:1e993ef4",
    "1,0.010000,0.010000,0.020000,100,K_,murmur3:00000001",
    "0,0.120000,0.040000,0.040000,300,__,murmur3:20337ebb",
    "0,0.040000,0.080000,0.040000,200,__,murmur3:00000002",
  ).get(0);
  deepEqual(track?.times, [0, 0.12, 0.04]);
  deepEqual(track?.sizes, [900, 300, 200]);
  deepEqual(track?.keys, [0]);
  equal(track?.bytes, 1400);
  equal(track?.end, 0.16);
  deepEqual(track && sortedTimes(track), [0, 0.04, 0.12]);
});

Deno.test("packets: a packet with side data has its checksum on a line of its own", () => {
  const track = read("1,5.014000,5.014000,0.020000,314,K_,", ",murmur3:5c67fb77").get(1);
  deepEqual(track?.checksums, [0x5c67fb77]);
});

Deno.test("packets: those hidden by an edit list do not count, and a missing time is the decoding time", () => {
  const track = read("0,-0.040000,-0.080000,0.040000,5,KD,murmur3:1", "0,N/A,0.500000,N/A,7,K_,murmur3:2").get(0);
  deepEqual(track?.times, [0.5]);
});

Deno.test("packets: holes are found between the end of one packet and the start of the next", () => {
  const track = read("1,0,0,0.02,1,K_,murmur3:1", "1,0.02,0.02,0.02,1,K_,murmur3:1", "1,2.04,2.04,0.02,1,K_,murmur3:1")
    .get(
      1,
    );
  equal(track?.holes.length, 1);
  ok(Math.abs((track?.holes[0]?.seconds ?? 0) - 2) < 1e-9);
});

Deno.test("packets: the first payload that differs is named, also one that is missing at the end", () => {
  const line = (crc: string, time: number) => `0,${time},${time},0.04,10,K_,murmur3:${crc}`;
  const whole = read(line("a", 0), line("b", 0.04), line("c", 0.08)).get(0);
  const other = read(line("a", 0), line("d", 0.04), line("c", 0.08)).get(0);
  const short = read(line("a", 0), line("b", 0.04)).get(0);
  if (!whole || !other || !short) throw new Error("not read");
  equal(firstDifference(whole, whole), undefined);
  equal(firstDifference(whole, other), 1);
  equal(firstDifference(whole, short), 2);
  equal(firstDifference(short, whole), 2);
});

Deno.test("packets: any text is parsed without an error, and no time is invented", () => {
  fc.assert(fc.property(fc.array(fc.string({ maxLength: 60 }), { maxLength: 30 }), (lines) => {
    for (const track of read(...lines).values()) ok(track.times.every(Number.isFinite));
  }));
});
