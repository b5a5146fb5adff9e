import { deepStrictEqual as same, match, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { decide, type Parts } from "../../../tests/fixtures/plans.ts";
import type { AudioStream, Probe, Stream, SubtitleStream, VideoStream } from "../../media/probe/model.ts";
import { sampleProbe } from "../sampling/sample.ts";
import type { Evidence } from "./model.ts";
import { pairsOf } from "./packets/stream_pairs.ts";
import { checkChapters, checkContainer, checkLabels, checkStreams, plainLayout } from "./structure.ts";
import { checkTags } from "./text/tags.ts";

/** Returns the evidence for a result that matches its plan. `change` introduces a fault. */
function evidence(parts: Parts, change: (result: Probe) => void = () => {}): Evidence {
  const probe = sampleProbe();
  const plan = decide(parts, probe);
  const origin = <S extends Stream>(index: number) =>
    structuredClone(probe.streams.find((one) => one.index === index)) as S;
  const streams: Stream[] = [];
  if (plan.video) {
    const { codec, width, height, bitDepth, pixelFormat } = plan.video;
    streams.push({ ...origin<VideoStream>(plan.video.index), codec, width, height, bitDepth, pixelFormat });
  }
  for (
    const { index, codec, channels, layout, language, title, default: isDefault, forced, commentary } of plan.audio
  ) {
    streams.push({
      ...origin<AudioStream>(index),
      codec,
      channels,
      layout,
      language,
      title,
      default: isDefault,
      forced,
      commentary,
    });
  }
  for (
    const { index, codec, language, title, default: isDefault, forced, commentary, hearingImpaired } of plan.subtitles
  ) {
    const marks = { default: isDefault, forced, commentary, hearingImpaired };
    streams.push({ ...origin<SubtitleStream>(index), codec, language, title, ...marks });
  }
  const result: Probe = {
    ...structuredClone(probe),
    path: "/out.mkv",
    format: plan.container === "mp4"
      ? "mov,mp4,m4a,3gp,3g2,mj2"
      : plan.container === "mkv"
      ? "matroska,webm"
      : plan.container,
    title: plan.metadata?.title,
    sizeBytes: 5000,
    streams: streams.map((stream, index) => ({ ...stream, index })),
  };
  change(result);
  return {
    ...{ ffmpegPath: "ffmpeg", ffprobePath: "ffprobe", path: "/out.mkv", mode: "off", identical: new Set<string>() },
    ...{ probe, plan, result, pairs: pairsOf(plan, result), headers: () => Promise.resolve(undefined) },
  };
}

/** Returns the first stream of a kind. */
const first = <K extends Stream["kind"]>(result: Probe, kind: K) =>
  result.streams.find((stream): stream is Extract<Stream, { kind: K }> => stream.kind === kind) ??
    (() => {
      throw new Error(`There is no ${kind}.`);
    })();

const RECIPES: [name: string, parts: Parts][] = [
  ["the defaults", {}],
  ["MP4", { container: "mp4", audio: { encoder: "aac" }, subtitles: { mode: "copy-text" } }],
  ["a copy of the picture", { video: { encoder: "copy" } }],
  ["a smaller picture", { video: { maxHeight: 1080 } }],
  ["stereo", { audio: { encoder: "libopus", channels: 2 } }],
];

Deno.test("a result that follows the plan has no faults in its headers, for any profile", () => {
  for (const [name, parts] of RECIPES) {
    const all = evidence(parts);
    for (const check of [checkContainer, checkStreams, checkLabels, checkChapters]) same(check(all).problems, [], name);
  }
});

const SPOILED: [
  name: string,
  check: (evidence: Evidence) => { problems: string[] },
  change: (result: Probe) => void,
  problem: RegExp,
][] = [
  ["another container", checkContainer, (r) => r.format = "avi", /The container is avi; expected: mkv\./],
  ["an empty file", checkContainer, (r) => r.sizeBytes = 199, /is only 199 bytes long/],
  ["no picture", checkStreams, (r) => r.streams = r.streams.slice(1), /The video is missing/],
  ["two pictures", checkStreams, (r) => r.streams.push(first(r, "video")), /The file has 2 video streams/],
  ["another codec", checkStreams, (r) => first(r, "video").codec = "h264", /The video's codec is H\.264/i],
  ["another size", checkStreams, (r) => first(r, "video").height = 2158, /size is 3840x2158; expected: 3840x2160/],
  ["another depth", checkStreams, (r) => first(r, "video").bitDepth = 8, /depth is 8 bits; expected: 10 bits/],
  [
    "other colours",
    checkStreams,
    (r) => first(r, "video").pixelFormat = "yuv422p10le",
    /chroma is 4:2:2; expected: 4:2:0/,
  ],
  [
    "a lost track",
    checkStreams,
    (r) => r.streams = r.streams.filter((s) => s !== first(r, "audio")),
    /audio streams; expected:/,
  ],
  [
    "lost subtitles",
    checkStreams,
    (r) => r.streams = r.streams.filter(({ kind }) => kind !== "subtitle"),
    /There are 0 subtitle streams/,
  ],
  ["other sound", checkStreams, (r) => first(r, "audio").codec = "mp3", /The audio stream 1 is MP3, not TrueHD/i],
  ["fewer channels", checkStreams, (r) => first(r, "audio").channels = 6, /The audio stream 1 has 5\.1, not 7\.1/],
  ["other subtitles", checkStreams, (r) => first(r, "subtitle").codec = "ass", /^Subtitle stream 1 is/],
  [
    "another language",
    checkLabels,
    (r) => first(r, "audio").language = "fra",
    /language of the audio stream 1 is fra; expected: eng/,
  ],
  [
    "a lost language",
    checkLabels,
    (r) => first(r, "subtitle").language = undefined,
    /language of the subtitle stream 1 is missing/,
  ],
  [
    "a lost mark",
    checkLabels,
    (r) => first(r, "audio").default = false,
    /The default flag of the audio stream 1 is missing/,
  ],
  [
    "a wrong mark",
    checkLabels,
    (r) => first(r, "subtitle").hearingImpaired = true,
    /hearing impaired flag of the subtitle stream 1 is set/,
  ],
  ["another title", checkLabels, (r) => r.title = "x", /The title of the file is "x"/],
  ["no chapters", checkChapters, (r) => r.chapters = [], /The chapters are missing/],
  ["fewer chapters", checkChapters, (r) => r.chapters.pop(), /There are 23 chapters; expected: 24/],
  [
    "a chapter that moved",
    checkChapters,
    (r) => (r.chapters[3] ?? { startSeconds: 0 }).startSeconds += 0.3,
    /Chapter 4 starts 0\.3 s later/,
  ],
  [
    "a first chapter that moved far",
    checkChapters,
    (r) => (r.chapters[0] ?? { startSeconds: 0 }).startSeconds += 0.6,
    /Chapter 1 starts 0\.6 s later/,
  ],
  [
    "a chapter without its title",
    checkChapters,
    (r) => (r.chapters[5] ?? { title: "" }).title = "",
    /title of chapter 6 is missing/,
  ],
];

for (const [name, check, change, problem] of SPOILED) {
  Deno.test(`a result with ${name} is refused for just that`, () => {
    const { problems } = check(evidence({}, change));
    is(problems.length, 1, problems.join(" "));
    match(problems[0] ?? "", problem);
  });
}

const BORNE: [name: string, check: (evidence: Evidence) => { problems: string[] }, change: (result: Probe) => void][] =
  [
    [
      "a layout under its other name",
      checkStreams,
      (r) => first(r, "audio").layout = `${first(r, "audio").layout ?? ""}(side)`,
    ],
    [
      "chapters that moved by a rounding",
      checkChapters,
      (r) => r.chapters.forEach((chapter) => chapter.startSeconds += 0.19),
    ],
    ["chapters that moved with the film", checkChapters, (r) => {
      r.startSeconds += 5;
      for (const chapter of r.chapters) chapter.startSeconds += 5;
    }],
    [
      "a first chapter that begins a little later",
      checkChapters,
      (r) => (r.chapters[0] ?? { startSeconds: 0 }).startSeconds += 0.45,
    ],
  ];

for (const [name, check, change] of BORNE) {
  Deno.test(`a result with ${name} is as planned`, () => same(check(evidence({}, change)).problems, []));
}

Deno.test("names and flags are compared in Matroska only; a language that MOV does not support is a warning", () => {
  const mp4 = { container: "mp4", audio: { encoder: "aac" }, subtitles: { mode: "none" } } as Parts;
  same(
    checkLabels(evidence(mp4, (r) => (first(r, "audio").title = "x", first(r, "audio").default = false))).problems,
    [],
  );
  same(checkLabels(evidence(mp4, (r) => first(r, "audio").language = undefined)).problems.length, 1);
  const mov = { ...mp4, container: "mov" } as Parts;
  const found = checkLabels(evidence(mov, (r) => first(r, "audio").language = undefined));
  same([found.problems.length, found.warnings?.length], [0, 1]);
  same([plainLayout("5.1(side)"), plainLayout("7.1"), plainLayout("5.1(side)") === plainLayout("5.1")], [
    "5.1",
    "7.1",
    true,
  ]);
});

const tagged = (source: Record<string, string>, result: Record<string, string>) => {
  const all = evidence({});
  return checkTags({ ...all, probe: { ...all.probe, tags: source }, result: { ...all.result, tags: result } }).problems;
};

Deno.test("music keeps the names that players show, in any case and composition", () => {
  same(tagged({ TITLE: "Ame\u0301lie ", artist: "A" }, { title: "Amélie", ARTIST: "A", comment: "x" }), []);
  same(tagged({ album: "", genre: "Rock" }, {}), []);
  same(tagged({ title: "A", album: "B" }, { title: "a" }), [
    'The tag title is "a", but "A" in the source.',
    "The tag album is missing.",
  ]);
});

Deno.test("planned streams are paired with the result's in their order, and missing ones have no pair", () => {
  const all = evidence({});
  same(all.pairs.map(({ name, source, result, copied }) => [name, source, result, copied]).slice(0, 3), [
    ["video", 0, 0, false],
    ["audio track 1", 1, 1, true],
    ["audio track 2", 2, 2, true],
  ]);
  fc.assert(fc.property(fc.subarray(all.result.streams), (streams) => {
    const pairs = pairsOf(all.plan, { ...all.result, streams });
    same(pairs.every(({ result }) => streams.some(({ index }) => index === result)), true);
    same(pairs.length <= 1 + all.plan.audio.length + all.plan.subtitles.length, true);
    same(new Set(pairs.map(({ name }) => name)).size, pairs.length);
  }));
});
