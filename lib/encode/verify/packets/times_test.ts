import { deepStrictEqual as same, match, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { decide } from "../../../../tests/fixtures/plans.ts";
import { sampleProbe } from "../../sampling/sample.ts";
import { median } from "../median.ts";
import { type Alignment, unmatched } from "../video/alignment.ts";
import type { Evidence } from "../model.ts";
import type { PacketTrack } from "./packets.ts";
import {
  checkAudioTimes,
  checkFrameCount,
  checkFrameTimes,
  checkSourceComplete,
  checkStatedLength,
  clock,
  clockShift,
  sourceHoles,
  tolerance,
} from "./times.ts";

const STEP = 0.04;
const times = (count: number, from = 0) => Array.from({ length: count }, (_, i) => from + i * STEP);

const track = (start: number, end: number, more: Partial<PacketTrack> = {}): PacketTrack => ({
  ...{ count: 100, bytes: 1000, start, end, times: [], sizes: [], durations: [], checksums: [], keys: [] },
  ...{ startsWithKey: true, longest: 0.02, holes: [] },
  ...more,
});
const tracks = (...all: PacketTrack[]) => ({ tracks: new Map(all.map((one, i) => [i, one])) });

/** Returns the evidence for a ten-second movie, with changes for a test. */
function evidence(change: {
  alignment?: Partial<Alignment> | null;
  source?: PacketTrack[];
  result?: PacketTrack[];
  probe?: object;
  made?: object;
  variable?: boolean;
  /** Packets of stream 9 of the source. */
  longer?: PacketTrack;
} = {}): Evidence {
  const probe = { ...sampleProbe(), durationSeconds: 10, ...change.probe };
  const plan = decide({}, sampleProbe());
  const both = [track(0, 10), track(0, 10)];
  return {
    ...{ ffmpegPath: "", ffprobePath: "", path: "", mode: "windows", identical: new Set<string>(), probe },
    plan: { ...plan, ...(plan.video ? { video: { ...plan.video, variableFrameRate: change.variable ?? false } } : {}) },
    result: { ...probe, ...change.made },
    pairs: [
      { kind: "picture", name: "picture", position: 0, source: 0, result: 0, copied: false },
      { kind: "sound", name: "audio track 1", position: 0, source: 1, result: 1, copied: false },
    ],
    packets: {
      source: {
        tracks: new Map([
          ...tracks(...change.source ?? both).tracks,
          ...(change.longer ? [[9, change.longer] as const] : []),
        ]),
      },
      result: tracks(...change.result ?? both),
    },
    ...(change.alignment === null ? {} : {
      alignment: {
        shift: 0,
        source: times(250),
        result: times(250),
        ratio: 1,
        countable: true,
        step: STEP,
        ...change.alignment,
      },
    }),
  } as unknown as Evidence;
}

type Case = [
  name: string,
  check: (evidence: Evidence) => { problems: string[] },
  change: Parameters<typeof evidence>[0],
  problem?: RegExp,
];
const without = (from: number, to: number) => times(250).filter((_, i) => i < from || i >= to);

const CASES: Case[] = [
  ["every picture", checkFrameCount, {}],
  ["every picture a second later", checkFrameCount, { alignment: { result: times(250, 1), shift: 1 } }],
  ["two pictures less at the end", checkFrameCount, { alignment: { result: times(248) } }],
  [
    "three pictures less at the end",
    checkFrameCount,
    { alignment: { result: times(247) } },
    /3 of 250 frames are missing, the first at 0:09\.9/,
  ],
  [
    "one picture less in the middle",
    checkFrameCount,
    { alignment: { result: without(100, 101) } },
    /1 of 250 frames are missing, the first at 0:04\.0/,
  ],
  ["one picture less in the middle of an uneven film", checkFrameCount, {
    alignment: { result: without(100, 101) },
    variable: true,
  }],
  ["three pictures more", checkFrameCount, { alignment: { result: times(253) } }, /3 frames are not in the source/],
  ["no pictures", checkFrameCount, { alignment: { result: [] } }, /The video is empty/],
  ["pictures nobody can count", checkFrameCount, { alignment: { result: times(5), countable: false } }],
  ["fields that became pictures", checkFrameCount, { alignment: { result: times(500), ratio: 2 } }],
  [
    "half of the pictures of its fields",
    checkFrameCount,
    { alignment: { result: times(250), ratio: 2 } },
    /has 250 frames instead of 500/,
  ],
  ["telecine undone", checkFrameCount, { alignment: { result: times(200), ratio: 0.8 } }],
  [
    "telecine undone but for a second",
    checkFrameCount,
    { alignment: { result: times(176), ratio: 0.8 } },
    /has 176 frames instead of 200/,
  ],
  ["the start of a broadcast lost", checkFrameCount, {
    alignment: { result: times(200, 2) },
    probe: { format: "mpegts" },
  }],
  ["the same ends", checkFrameTimes, {}],
  ["an end a second earlier", checkFrameTimes, { alignment: { result: times(225) } }, /ends 1\.00 s earlier/],
  ["a start a second later", checkFrameTimes, { alignment: { result: times(225, 1) } }, /starts 1\.00 s later/],
  [
    "a hole of its own",
    checkFrameTimes,
    { alignment: { result: without(100, 120) } },
    /no frames for 0\.8 s at 0:04\.0/,
  ],
  ["the hole of its source", checkFrameTimes, {
    alignment: { source: without(100, 120), result: without(100, 120) },
  }],
  ["a picture beside a longer one", checkFrameTimes, {
    probe: { streams: [...sampleProbe().streams, { ...sampleProbe().streams[0], index: 9 }] },
    longer: track(0, 12, { times: times(300) }),
  }, /lasts 0:10\.0, but stream 9 of the source lasts 0:12\.0/],
  ["a picture beside one that lasts nearly as long", checkFrameTimes, {
    probe: { streams: [...sampleProbe().streams, { ...sampleProbe().streams[0], index: 9 }] },
    longer: track(0, 10.4, { times: times(260) }),
  }],
  ["a picture beside one frame that is shown for long", checkFrameTimes, {
    probe: { streams: [...sampleProbe().streams, { ...sampleProbe().streams[0], index: 9 }] },
    longer: track(0, 90, { count: 1, times: [0] }),
  }],
  ["the same sound", checkAudioTimes, {}],
  ["sound 60 ms late", checkAudioTimes, { result: [track(0, 10), track(0.06, 10)] }],
  ["sound 70 ms late", checkAudioTimes, { result: [track(0, 10), track(0.07, 10)] }, /starts 70 ms later/],
  ["sound late in a broadcast", checkAudioTimes, {
    result: [track(0, 10), track(0.4, 10)],
    probe: { format: "mpegts" },
  }],
  ["sound that ends early", checkAudioTimes, { result: [track(0, 10), track(0, 9.8)] }, /ends 0\.20 s earlier/],
  ["empty sound", checkAudioTimes, { result: [track(0, 10), track(0, 0, { count: 0 })] }, /audio track 1 is empty/],
  ["lost sound", checkAudioTimes, { result: [track(0, 10)] }, /audio track 1 is empty/],
  [
    "sound with a hole",
    checkAudioTimes,
    { result: [track(0, 10), track(0, 10, { holes: [{ at: 4, seconds: 2 }] })] },
    /a gap of 2\.0 s at 0:04\.0/,
  ],
  ["sound with the hole of its source", checkAudioTimes, {
    source: [track(0, 10), track(0, 10, { holes: [{ at: 4.2, seconds: 2.1 }] })],
    result: [track(0, 10), track(0, 10, { holes: [{ at: 4, seconds: 2 }] })],
  }],
  ["sound that moved with the picture", checkAudioTimes, {
    alignment: { shift: 3 },
    result: [track(3, 13), track(3, 13)],
  }],
  ["the length it holds", checkStatedLength, {}],
  ["a length a little longer", checkStatedLength, { made: { durationSeconds: 11.4 } }],
  [
    "a length it does not hold",
    checkStatedLength,
    { made: { durationSeconds: 12 } },
    /declares a duration of 0:12\.0 but contains 0:10\.0/,
  ],
  ["a length without the subtitles after the movie", checkStatedLength, {
    result: [...Array.from({ length: 5 }, () => track(0, 10)), track(0, 14)],
  }],
  [
    "a length without the audio after the movie",
    checkStatedLength,
    { result: [track(0, 10), track(0, 14)] },
    /declares a duration of 0:10\.0 but contains 0:14\.0/,
  ],
  ["a source to its end", checkSourceComplete, {}],
  ["a source a second short", checkSourceComplete, { source: [track(0, 9), track(0, 9)] }],
  [
    "a source that was cut off",
    checkSourceComplete,
    { source: [track(0, 5), track(0, 6)] },
    /truncated: it contains only 6\.0 s of the declared 10\.0 s/,
  ],
  ["a stream without a length of its own", checkSourceComplete, { source: [track(0, 5)], probe: { format: "mpegts" } }],
];

for (const [name, check, change, problem] of CASES) {
  Deno.test(`${check.name}: ${name} ${problem === undefined ? "is right" : "is a fault"}`, () => {
    const { problems } = check(evidence(change));
    is(problems.length, problem === undefined ? 0 : 1, problems.join(" "));
    if (problem !== undefined) match(problems[0] ?? "", problem);
  });
}

Deno.test("no time is reported without packets or frames", () => {
  const bare = { ...evidence({ alignment: null }), packets: undefined } as unknown as Evidence;
  for (const check of [checkFrameCount, checkFrameTimes, checkAudioTimes, checkStatedLength, checkSourceComplete]) {
    same(check(bare).problems, [], check.name);
  }
  same([clockShift(bare), sourceHoles(bare)], [0, []]);
});

Deno.test("gaps of the source are reported if its frame rate is constant", () => {
  const holed = { alignment: { source: without(100, 150) } };
  match(sourceHoles(evidence(holed))[0] ?? "", /no frames for 2\.0 s at 0:04\.0/);
  same(sourceHoles(evidence()), []);
});

Deno.test("frames are paired one by one: exactly the omitted ones are missing, and none is extra", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 49 }), { maxLength: 10 }),
      fc.integer({ min: -5, max: 5 }),
      (left, shift) => {
        const source = times(50);
        const result = source.filter((_, i) => !left.includes(i)).map((time) => time + shift);
        const found = unmatched({ shift, source, result, ratio: 1, countable: true, step: STEP }, "matroska,webm");
        same(found.missing.map((time) => Math.round(time / STEP)), left.toSorted((a, b) => a - b));
        same(found.extra, []);
      },
    ),
  );
});

const CLOCKS: [seconds: number, text: string][] = [
  [0, "0:00.0"],
  [-3, "0:00.0"],
  [5.04, "0:05.0"],
  [59.94, "0:59.9"],
  [59.97, "1:00.0"],
  [245.34, "4:05.3"],
  [599.96, "10:00"],
  [600, "10:00"],
  [3599.4, "59:59"],
  [3599.7, "1:00:00"],
  [3723.2, "1:02:03"],
  [36_000, "10:00:00"],
];

Deno.test("a time is shown like a clock: no minute has sixty seconds", () => {
  for (const [seconds, text] of CLOCKS) is(clock(seconds), text);
  fc.assert(fc.property(fc.double({ min: 0, max: 1e5, noNaN: true }), (seconds) => {
    match(clock(seconds), /^(?:\d+:[0-5]\d:[0-5]\d|[0-5]?\d:[0-5]\d(?:\.\d)?)$/);
  }));
});

Deno.test("long movies may be shorter by 1/200, short ones by a second", () => {
  same([tolerance(0), tolerance(100), tolerance(7200)], [1, 1, 36]);
  same([median([]), median([3]), median([1, 9]), median([5, 1, 3])], [undefined, 3, 9, 3]);
});
