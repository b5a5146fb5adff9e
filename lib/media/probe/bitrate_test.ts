import { equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { sampleProbe } from "../../encode/sampling/sample.ts";
import { streamBytes, videoBytes, videoKbps } from "./bitrate.ts";
import type { AudioStream, Probe, Stream, SubtitleStream, VideoStream } from "./model.ts";

const [PICTURE, SOUND] = sampleProbe().streams as [VideoStream, AudioStream];
const TEXT = sampleProbe().streams.find((stream): stream is SubtitleStream => stream.kind === "subtitle");

const picture = (more: Partial<VideoStream>): VideoStream => ({ ...PICTURE, bitrateKbps: undefined, ...more });
const sound = (more: Partial<AudioStream>): AudioStream => ({ ...SOUND, bitrateKbps: undefined, ...more });
const file = (streams: Stream[], more: Partial<Probe> = {}): Probe => ({ ...sampleProbe(), streams, ...more });

for (
  const [name, stream, wanted] of [
    ["a stated rate counts before what is typical", sound({ bitrateKbps: 640, lossless: true }), 640 * 125 * 100],
    ["PCM is what its samples take", {
      ...sound({ codec: "pcm_s16le", lossless: true, channels: 2, sampleRate: 48_000, bitDepth: 16 }),
    }, 48_000 * 2 * 2 * 100],
    [
      "other lossless sound takes six tenths of its samples",
      sound({ codec: "flac", lossless: true, channels: 2, sampleRate: 44_100, bitDepth: 24 }),
      44_100 * 2 * 3 * 0.6 * 100,
    ],
    [
      "lossless sound of an unknown depth counts as 16 bits",
      sound({ codec: "flac", lossless: true, channels: 1, sampleRate: 48_000, bitDepth: undefined }),
      48_000 * 2 * 0.6 * 100,
    ],
    ["DTS has the rate of discs", sound({ codec: "dts", lossless: false, channels: 6 }), 1509 * 125 * 100],
    ["lossy sound takes 80 kbit/s for a channel", sound({ codec: "aac", lossless: false, channels: 6 }), 480 * 12_500],
    ["sound of no channels counts as one", sound({ codec: "aac", lossless: false, channels: 0 }), 80 * 12_500],
    ["a stream's own length counts before the file's", sound({ bitrateKbps: 8, durationSeconds: 10 }), 10_000],
    ["a font or a cover has the size that is typical", {
      ...{ kind: "attachment", index: 9, codec: "ttf", default: false, forced: false, use: "font", asVideo: false },
    } as Stream, 150_000],
    ["data is never copied and takes nothing", {
      ...{ kind: "data", index: 9, codec: "bin_data", default: false, forced: false },
    } as Stream, 0],
  ] as const
) Deno.test(`streamBytes(): ${name}`, () => equal(Math.round(streamBytes(stream, 100)), Math.round(wanted)));

Deno.test("streamBytes(): bitmap subtitles take far more than text", () => {
  ok(TEXT);
  const plain = { ...TEXT, bitrateKbps: undefined };
  ok(streamBytes({ ...plain, form: "picture" }, 100) > 100 * streamBytes({ ...plain, form: "text" }, 100));
});

Deno.test("videoBytes(): without a rate the video is the file minus everything else", () => {
  const rest = sound({ bitrateKbps: 640 });
  const probe = file([picture({}), rest], { durationSeconds: 1000, sizeBytes: 1_000_000_000 });
  equal(Math.round(videoBytes(probe)), 997_000_000 - 640 * 125 * 1000);
});

Deno.test("videoBytes(): other images of the file are not subtracted", () => {
  const small = picture({ index: 5, width: 64, height: 64, bitrateKbps: 5000 });
  const probe = file([small, picture({})], { durationSeconds: 10, sizeBytes: 1_000_000 });
  equal(videoBytes(probe), 997_000);
});

Deno.test("videoBytes(): audio larger than the file leaves zero, not less", () => {
  const probe = file([picture({}), sound({ bitrateKbps: 100_000 })], { durationSeconds: 100, sizeBytes: 1000 });
  equal(videoBytes(probe), 0);
  equal(videoKbps(probe), undefined);
});

Deno.test("videoBytes() and videoKbps(): a file without video has no video rate", () => {
  const probe = file([sound({})]);
  equal(videoBytes(probe), 0);
  equal(videoKbps(probe), undefined);
});

Deno.test("videoKbps(): a file without a length has no rate, unless its video has a length of its own", () => {
  equal(videoKbps(file([picture({})], { durationSeconds: 0 })), undefined);
  equal(videoKbps(file([picture({ durationSeconds: 8, bitrateKbps: 900 })], { durationSeconds: 0 })), 900);
});

Deno.test("videoKbps() returns a stated rate, whatever the lengths", () => {
  fc.assert(fc.property(
    fc.integer({ min: 1, max: 400_000 }),
    fc.integer({ min: 1, max: 1_000_000 }),
    fc.option(fc.integer({ min: 1, max: 1_000_000 }), { nil: undefined }),
    (bitrateKbps, durationSeconds, own) => {
      equal(videoKbps(file([picture({ bitrateKbps, durationSeconds: own })], { durationSeconds })), bitrateKbps);
    },
  ));
});

Deno.test("videoBytes() is never more than the file where the file does not state a rate", () => {
  const length = fc.nat({ max: 100_000 });
  fc.assert(fc.property(fc.nat(), length, fc.array(fc.nat({ max: 10_000 })), (sizeBytes, durationSeconds, rates) => {
    const sounds = rates.map((bitrateKbps) => sound({ bitrateKbps }));
    const bytes = videoBytes(file([picture({}), ...sounds], { sizeBytes, durationSeconds }));
    ok(bytes >= 0 && bytes <= sizeBytes, String(bytes));
  }));
});
