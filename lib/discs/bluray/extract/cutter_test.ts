import { deepStrictEqual as same, ok } from "node:assert/strict";
import fc from "fast-check";
import { concat } from "../../../kit/bytes.ts";
import type { BlurayItem } from "../../model.ts";
import type { ClipInfo } from "../clip_info.ts";
import type { PlaylistItem } from "../playlist.ts";
import { Cutter, type CutTrack } from "./cutter.ts";
import { type Part, partsOf } from "./parts.ts";
import { hasSync, pidAt, startsUnit, unitTimes, writeTime } from "./transport.ts";

const TRACKS: CutTrack[] = [
  { pid: 0x1011, kind: "video", codec: "h264" },
  { pid: 0x1100, kind: "audio", codec: "ac3" },
];

/** A transport packet. With a time (90 kHz), a PES packet starts in it. */
function packet(pid: number, time?: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(192).fill(0xaa);
  bytes.set([0, 0, 0, 0, 0x47, (time === undefined ? 0 : 0x40) | (pid >> 8), pid & 0xff, 0x17]);
  if (time === undefined) return bytes;
  bytes.set([0, 0, 1, 0xe0, 0, 0, 0x80, 0x80, 5, 0x21], 8);
  writeTime(bytes, 17, time);
  return bytes;
}

const part = (change: Partial<Part>): Part => ({
  ...{ clip: "00001", inTime: 100_000, outTime: 145_000, isWhole: false, keyPacket: 0, firstPacket: 0 },
  pids: new Map([[0x1011, 0x1011], [0x1100, 0x1100]]),
  ...change,
});

/** Returns PID, counter and time of each packet that was kept. */
const described = (pieces: Uint8Array[]) => {
  const bytes = concat(pieces);
  return Array.from({ length: bytes.length / 192 }, (_, n) => {
    const at = n * 192;
    const time = startsUnit(bytes, at) ? unitTimes(bytes, at)?.time : undefined;
    return [pidAt(bytes, at), (bytes[at + 7] ?? 0) & 15, ...(time === undefined ? [] : [time - 900_000])];
  });
};

Deno.test("Cutter puts the same stream of another PID in one row, with continuous times and counters", () => {
  const cutter = new Cutter(TRACKS);
  cutter.begin(part({}), 100_000);
  const first = described(cutter.cut(concat([
    ...[
      packet(0, undefined),
      packet(0x1fff),
      packet(0x1100, 150_000),
      packet(0x1100),
      packet(0x1100, 200_000),
      packet(0x1100),
    ],
    ...[packet(0x1400, 210_000), packet(0x1100, 295_000)],
  ])));
  // The first block ends before the part starts. The block with an unknown PID does not belong to the title.
  same(first, [[0, 7], [0x1100, 0, 0], [0x1100, 1]]);
  cutter.begin(
    part({ inTime: 500_000, outTime: 545_000, pids: new Map([[0x1011, 0x1011], [0x1101, 0x1100]]) }),
    500_000,
  );
  const second = described(
    cutter.cut(concat([packet(0), packet(0x1100, 1_000_000), packet(0x1101, 1_000_500), packet(0x1101)])),
  );
  same(second, [[0x1100, 2, 90_500], [0x1100, 3]]);
});

Deno.test("Cutter keeps a frame shown after the end only when one shown before it follows", () => {
  const frames = (...times: number[]) => concat(times.map((time) => packet(0x1011, time)));
  const cutter = new Cutter(TRACKS);
  cutter.begin(part({}), 100_000);
  const kept = described(cutter.cut(frames(200_000, 292_000, 288_000, 300_000, 310_000)));
  same(kept.map(([, counter]) => counter), [0, 1, 2]);
  const times = kept.map(([, , time]) => time ?? NaN);
  same([times[0], times[2]], [0, 88_000]);
  ok((times[1] ?? 0) > 89_800 && (times[1] ?? 0) < 90_000, "it is shown at the very end");
  same(cutter.done, false);
  cutter.cut(frames(480_000));
  same(cutter.done, true);
});

Deno.test("Cutter accepts any bytes: it keeps whole packets only, never more than the input has", () => {
  const cuts = fc.array(
    fc.tuple(fc.constantFrom(0, 0x1011, 0x1100, 0x1200, 0x1fff), fc.option(fc.nat(400_000)), fc.boolean()),
  );
  fc.assert(fc.property(cuts, fc.nat(191), (list, tail) => {
    const cutter = new Cutter(TRACKS);
    cutter.begin(part({}), 100_000);
    const packets = list.map(([pid, time, isGood]) => {
      const bytes = packet(pid, time ?? undefined);
      if (!isGood) bytes[4] = 0;
      return bytes;
    });
    const kept = concat(cutter.cut(concat([...packets, new Uint8Array(tail)])));
    const isWhole = Array.from({ length: kept.length / 192 }, (_, n) => hasSync(kept, n * 192)).every(Boolean);
    return kept.length % 192 === 0 && kept.length <= packets.length * 192 && isWhole;
  }));
});

const item = (clip: string, inTime: number, outTime: number): BlurayItem => ({ clip, inTime, outTime, connection: 1 });

/** An item whose audio streams have the given PIDs, all AC-3. */
const listed = (...pids: number[]): PlaylistItem => ({
  ...{ clips: [], inTime: 0, outTime: 0, connection: 1 },
  streams: {
    ...{ videoPids: [0x1011], subtitles: [], elsewhere: 0 },
    audio: pids.map((streamId) => ({ streamId, codec: "ac3", commentary: false, visuallyImpaired: false })),
  },
});

const info: ClipInfo = {
  ...{ packets: 100_000, start: 45_000, end: 450_000, pids: [] },
  entries: { times: Uint32Array.of(45_000, 90_000, 135_000, 400_000), packets: Uint32Array.of(0, 100, 200, 900) },
};

Deno.test("partsOf() makes one part of contiguous items, and recognises a whole clip", () => {
  const infos = new Map([["00001", info]]);
  const parts = partsOf([item("00001", 45_000, 200_000), item("00001", 200_000, 450_000)], [listed(), listed()], infos);
  same(parts.map(({ inTime, outTime, isWhole, keyPacket }) => [inTime, outTime, isWhole, keyPacket]), [[
    45_000,
    450_000,
    true,
    0,
  ]]);
  const apart = partsOf([item("00001", 45_000, 200_000), item("00001", 201_000, 449_000)], [listed(), listed()], infos);
  same(apart.map(({ isWhole, keyPacket, firstPacket }) => [isWhole, keyPacket, firstPacket]), [
    [false, 0, 0],
    [false, 200, 0],
  ]);
});

Deno.test("partsOf() follows the list of streams if a later clip has other PIDs", () => {
  const items = [item("00001", 0, 10), item("00002", 0, 10)];
  const [, second] = partsOf(items, [listed(0x1100, 0x1101), listed(0x1105, 0x1106)], new Map());
  same([...second?.pids ?? []], [[0x1011, 0x1011], [0x1105, 0x1100], [0x1106, 0x1101]]);
});
