import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { findJump } from "./clock_jumps.ts";
import { programStamps, type Stamp, stampStep, transportStamps } from "./stream_stamps.ts";

const RANGE = 2 ** 33 / 90_000;
const wrapped = (seconds: number): number => (seconds % RANGE + RANGE) % RANGE;

/** Encodes a timestamp in five bytes. */
function stampBytes(seconds: number, kind = 0x21): number[] {
  const units = Math.round(wrapped(seconds) * 90_000);
  const [top, middle, low] = [Math.floor(units / 2 ** 30), units >>> 15 & 0x7fff, units & 0x7fff];
  return [kind | top << 1, middle >> 7, (middle & 0x7f) << 1 | 1, low >> 7, (low & 0x7f) << 1 | 1];
}

/** Builds a video or audio packet with a decoding time, in MPEG-2 or MPEG-1 format. */
const pes = (id: number, seconds: number, { old = false, payload = [0xff], presented = seconds } = {}): number[] => {
  const stamps = presented === seconds
    ? stampBytes(seconds)
    : [...stampBytes(presented, 0x31), ...stampBytes(seconds, 0x11)];
  const header = old
    ? [0xff, 0x40, 0x20, ...stamps]
    : [0x80, presented === seconds ? 0x80 : 0xc0, stamps.length, ...stamps];
  const length = header.length + payload.length;
  return [0, 0, 1, id, length >> 8, length & 255, ...header, ...payload];
};

/** Builds a transport packet that starts a stream's packet. */
function transportPacket(pid: number, content: number[], lead = 0): number[] {
  const packet = [0x47, 0x40 | pid >> 8, pid & 255, 0x10, ...content];
  return [...Array(lead).fill(0), ...packet, ...Array(188 - packet.length).fill(0xff)];
}

for (const [name, lead] of [["plain", 0], ["Blu-ray", 4]] as const) {
  Deno.test(`transportStamps() reads the times of video and audio in ${name} packets`, () => {
    const packets = [
      transportPacket(256, pes(0xe0, 1.5), lead),
      transportPacket(257, pes(0xc0, 26 * 3600), lead),
      transportPacket(258, pes(0xbd, 7), lead),
      transportPacket(259, [0, 1, 2, 3], lead),
      transportPacket(256, pes(0xfd, 1.54, { presented: 1.66 }), lead),
      transportPacket(256, pes(0xe0, 1.58), lead),
    ];
    const stamps = transportStamps(Uint8Array.from([1, 2, 3, ...packets.flat()]), 1000);
    deepEqual(stamps.map(({ stream, seconds }) => [stream, Number(seconds.toFixed(3))]), [
      [256, 1.5],
      [257, 93_600],
      [256, 1.54],
      [256, 1.58],
    ]);
    equal(stamps[0]?.at, 1003 + lead);
  });
}

Deno.test("transportStamps() skips damaged and scrambled packets", () => {
  const good = transportPacket(256, pes(0xe0, 1));
  const [damaged, scrambled] = [[...good], [...good]];
  damaged[1] = (damaged[1] ?? 0) | 0x80;
  scrambled[3] = (scrambled[3] ?? 0) | 0x80;
  equal(transportStamps(Uint8Array.from([good, damaged, scrambled, good, good].flat()), 0).length, 3);
  equal(transportStamps(new Uint8Array(4096), 0).length, 0);
});

Deno.test("programStamps() reads packets of MPEG-1 and MPEG-2, and audio of DVDs", () => {
  const bytes = [
    ...pes(0xe0, 2),
    ...pes(0xc0, 3, { old: true }),
    ...pes(0xe0, 3.5, { old: true, presented: 3.7 }),
    ...pes(0xbd, 4, { payload: [0x80, 1] }),
    // A subtitle.
    ...pes(0xbd, 5, { payload: [0x20, 1] }),
    // These bytes look like a header, but no other header follows them.
    ...pes(0xe0, 900).slice(0, 14),
    ...Array(300).fill(7),
    ...pes(0xe0, 6),
    ...Array(40).fill(0xff),
  ];
  const stamps = programStamps(Uint8Array.from(bytes), 0);
  deepEqual(stamps.map(({ seconds }) => Number(seconds.toFixed(3))), [2, 3, 3.5, 4]);
});

Deno.test("stamps do not throw on any bytes", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 1200 }), (data) => {
    for (const stamp of [...transportStamps(data, 0), ...programStamps(data, 0)]) ok(stamp.seconds >= 0);
  }));
});

Deno.test("stampStep() is the distance between two timestamps, also across a wrap", () => {
  fc.assert(fc.property(
    fc.double({ min: 0, max: RANGE, noNaN: true }),
    fc.double({ min: -40_000, max: 40_000, noNaN: true }),
    (from, step) => ok(Math.abs(stampStep(wrapped(from), wrapped(from + step)) - step) < 0.001),
  ));
});

/** A recording. `start` is its first timestamp, `seconds` its duration. */
interface Recording {
  start: number;
  seconds: number;
}

/** Creates a reader of consecutive recordings at 25 fps with `bytes` per frame. */
function recordingsOf(parts: Recording[], bytes: number) {
  const all: Stamp[] = [];
  for (const { start, seconds } of parts) {
    for (let i = 0; i < seconds * 25; i++) {
      all.push({ stream: 1, at: all.length * bytes, seconds: wrapped(start + i / 25) });
    }
  }
  const read = (at: number) => Promise.resolve(all.filter((one) => one.at >= at && one.at < at + 256 * 1024));
  return { size: all.length * bytes, read };
}

Deno.test("findJump() finds no jump in one recording, wherever its clock starts", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.double({ min: 0, max: RANGE, noNaN: true }),
      fc.integer({ min: 1, max: 900 }),
      fc.integer({ min: 100, max: 60_000 }),
      async (start, seconds, bytes) => {
        const { size, read } = recordingsOf([{ start, seconds }], bytes);
        equal(await findJump(size, read), undefined);
      },
    ),
    { numRuns: 6 },
  );
});

for (
  const [bytes, starts] of [
    // A file of this size is read completely, so a short step back is detected.
    [300, [-600, -40_600, 3600, 61, -2, -0.3]],
    // Only one sample every 15 seconds is read.
    [20_000, [-600, -40_600, 3600, 130, -40]],
    [200_000, [-600, -40_600, 3600]],
  ] as const
) {
  for (const by of starts) {
    Deno.test(`findJump() finds a recording that begins ${by} s later by its clock, by ${bytes} bytes a frame`, async () => {
      const first = { start: 90_000, seconds: 600 };
      const { size, read } = recordingsOf([first, { start: 90_600 + by, seconds: 400 }], bytes);
      const jump = await findJump(size, read);
      ok(jump && Math.abs(jump.bySeconds - by) < 0.3, JSON.stringify(jump));
      ok(Math.abs(jump.afterSeconds - 600) < 0.3, JSON.stringify(jump));
    });
  }
}

Deno.test("findJump() does not mistake an interruption of half a minute for another recording", async () => {
  const { size, read } = recordingsOf([{ start: 5, seconds: 60 }, { start: 95, seconds: 60 }], 300);
  equal(await findJump(size, read), undefined);
});

Deno.test("findJump() does not take one damaged time stamp for a jump", async () => {
  const { size, read } = recordingsOf([{ start: 5, seconds: 60 }], 5000);
  const damaged = (stamps: Stamp[]) => stamps.map((one) => one.at === 100_000 ? { ...one, seconds: 9000 } : one);
  equal(await findJump(size, async (at) => damaged(await read(at))), undefined);
});

Deno.test("findJump() does not take a passage of few bytes for a jump", async () => {
  const frames = (from: number, count: number, at: number, bytes: number): Stamp[] =>
    Array.from({ length: count }, (_, i) => ({ stream: 1, at: at + i * bytes, seconds: from + i / 25 }));
  // Ten minutes of a still image within a movie.
  const all = [
    ...frames(0, 9000, 0, 20_000),
    ...frames(360, 15_000, 180_000_000, 200),
    ...frames(960, 9000, 183_000_000, 20_000),
  ];
  const read = (at: number) => Promise.resolve(all.filter((one) => one.at >= at && one.at < at + 256 * 1024));
  equal(await findJump(363_000_000, read), undefined);
});
