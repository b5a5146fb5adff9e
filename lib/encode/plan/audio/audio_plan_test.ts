import { deepEqual, equal, match, ok, throws } from "node:assert/strict";
import type { AudioStream, Probe } from "../../../media/probe/model.ts";
import { ProfileInput, type Recipe } from "../../profiles/schema.ts";
import { planAudio } from "./audio_plan.ts";
import { sampleCapabilities, sampleProbe } from "../../sampling/sample.ts";

const sound = (index: number, more: Partial<AudioStream>): AudioStream => ({
  kind: "audio",
  index,
  codec: "aac",
  channels: 2,
  sampleRate: 48_000,
  default: false,
  forced: false,
  lossless: false,
  atmos: false,
  dtsX: false,
  commentary: false,
  visualImpaired: false,
  original: false,
  ...more,
});
const withSound = (...streams: Partial<AudioStream>[]): Probe => ({
  ...sampleProbe(),
  streams: streams.map((stream, i) => sound(i, stream)),
});
const recipe = (audio: Record<string, unknown>, container = "mkv"): Recipe => ({
  ...ProfileInput.parse({ name: "x", container, audio }),
  id: "x",
});
const decide = (probe: Probe, audio: Record<string, unknown> = {}, container = "mkv") =>
  planAudio(probe, recipe(audio, container), sampleCapabilities());
const kept = (probe: Probe, audio: Record<string, unknown>) => decide(probe, audio).audio.map((a) => a.index);

const DUAL = withSound({ language: "jpn" }, { language: "eng" }, { language: "eng", commentary: true }, {
  language: "deu",
});

for (
  const [name, audio, indexes] of [
    ["no languages keep all but commentary", {}, [0, 1, 3]],
    ["languages choose", { languages: ["eng"] }, [1]],
    ["languages match in any form", { languages: ["ger", "ja"] }, [0, 3]],
    ["commentary stays when it may", { dropCommentary: false }, [0, 1, 2, 3]],
    ["one per language", { dropCommentary: false, firstMatchOnly: true }, [0, 1, 3]],
  ] as const
) {
  Deno.test(name, () => deepEqual(kept(DUAL, audio), indexes));
}

Deno.test("the original language is dropped only on request", () => {
  const probe = withSound({ language: "kor", original: true }, { language: "eng" });
  deepEqual(kept(probe, { languages: ["eng"] }), [0, 1]);
  deepEqual(kept(probe, { languages: ["eng"], keepOriginalLanguage: false }), [1]);
});

Deno.test("the first stream is kept with a warning if no language matches", () => {
  const probe = withSound({ language: "fra" }, { language: "kor", original: true });
  const first = decide(withSound({ language: "fra" }, { language: "ita" }), { languages: ["eng"] });
  deepEqual(first.audio.map((a) => a.index), [0]);
  match(first.warnings[0] ?? "", /No audio in English: French is kept/);
  deepEqual(kept(probe, { languages: ["eng"], keepOriginalLanguage: false }), [1]);
});

Deno.test("a language that is requested twice is named once", () => {
  const { warnings } = decide(withSound({ language: "fra" }), { languages: ["ger", "deu"] });
  match(warnings[0] ?? "", /^No audio in German: French is kept/);
});

Deno.test("untagged streams stay until a language matched", () => {
  deepEqual(kept(withSound({}, { language: "fra" }), { languages: ["eng"] }), [0]);
  deepEqual(kept(withSound({}, { language: "eng" }), { languages: ["eng"] }), [1]);
});

Deno.test("a movie with only commentary tracks keeps them", () => {
  deepEqual(kept(withSound({ commentary: true }), {}), [0]);
});

Deno.test("undecodable streams are left out with a reason", () => {
  const { audio, decisions } = decide(withSound({ channels: 0 }, {}));
  deepEqual([audio.length, decisions.find((d) => d.index === 0)?.why], [1, "cannot be decoded"]);
});

for (
  const [name, source, audio, wanted] of [
    ["Opus takes 160 for stereo by default", {}, { encoder: "libopus" }, {
      bitrate: 160,
      channels: 2,
      sampleRate: 48_000,
    }],
    ["E-AC-3 takes 640 by default", { channels: 6 }, { encoder: "eac3" }, { bitrate: 640, channels: 6 }],
    ["AC-3 takes 448 by default", { channels: 6 }, { encoder: "ac3" }, { bitrate: 448 }],
    ["the profile's rate is for 5.1", { channels: 6 }, { encoder: "libopus", bitrate: 448 }, { bitrate: 448 }],
    ["stereo gets its part of the rate for 5.1", {}, { encoder: "libopus", bitrate: 448 }, { bitrate: 248 }],
    ["mono gets its part of the rate for 5.1", { channels: 1 }, { encoder: "libopus", bitrate: 448 }, {
      bitrate: 152,
      channels: 1,
    }],
    ["a part is never less than is usual", {}, { encoder: "libopus", bitrate: 256 }, { bitrate: 160 }],
    ["nor more than the profile's rate", {}, { encoder: "libopus", bitrate: 96 }, { bitrate: 96 }],
    ["7.1 has the rate of the profile too", { channels: 8 }, { encoder: "libopus", bitrate: 256 }, { bitrate: 256 }],
    ["a profile for stereo means stereo", { codec: "ac3" }, { encoder: "aac", channels: 2, bitrate: 224 }, {
      bitrate: 224,
    }],
    ["AC-3 has steps", {}, { encoder: "ac3", bitrate: 500 }, { bitrate: 224 }],
    ["mono Opus is capped at 256", { channels: 1 }, { encoder: "libopus", bitrate: 2000 }, { bitrate: 256 }],
    ["7.1 becomes 5.1 in E-AC-3", { channels: 8 }, { encoder: "eac3" }, { channels: 6 }],
    ["stereo is never blown up to 5.1", { channels: 2 }, { encoder: "eac3", channels: 6 }, { channels: 2 }],
    ["7.1 stays in Opus", { channels: 8 }, { encoder: "libopus" }, { channels: 8 }],
    ["96 kHz becomes 48 kHz in AC-3", { sampleRate: 96_000 }, { encoder: "ac3" }, { sampleRate: 48_000 }],
    ["88.2 kHz stays in its family", { sampleRate: 88_200 }, { encoder: "eac3" }, { sampleRate: 44_100 }],
    ["44.1 kHz becomes 48 in Opus", { sampleRate: 44_100 }, { encoder: "libopus" }, { sampleRate: 48_000 }],
    ["what is lower than all is raised to the next", { sampleRate: 8000 }, { encoder: "ac3" }, { sampleRate: 32_000 }],
    ["an odd rate is raised to the next", { sampleRate: 37_800 }, { encoder: "ac3" }, { sampleRate: 44_100 }],
    ["the profile's limit counts", { sampleRate: 192_000 }, { encoder: "flac", maxSampleRate: 44_100 }, {
      sampleRate: 44_100,
    }],
    ["below the limit nothing is resampled", { sampleRate: 44_100 }, { encoder: "flac", maxSampleRate: 96_000 }, {
      sampleRate: 44_100,
    }],
    ["FLAC keeps 24 bits", { lossless: true, bitDepth: 24 }, { encoder: "flac" }, {
      bitDepth: 24 as const,
      bitrate: 0,
    }],
    ["FLAC keeps 16 bits", { lossless: true, bitDepth: 16 }, { encoder: "flac" }, { bitDepth: 16 as const }],
    ["16 bits are never widened", { lossless: true, bitDepth: 16 }, { encoder: "flac", bitDepth: 24 }, {
      bitDepth: 16 as const,
    }],
    ["24 bits are narrowed when asked", { lossless: true, bitDepth: 24 }, { encoder: "flac", bitDepth: 16 }, {
      bitDepth: 16 as const,
    }],
    ["a variable rate has no bitrate", {}, { encoder: "libmp3lame", vbrQuality: 0 }, { bitrate: 0, vbrQuality: 0 }],
  ] as const
) {
  Deno.test(name, () => {
    const [plan] = decide(withSound(source), audio).audio;
    ok(plan);
    deepEqual(Object.fromEntries(Object.keys(wanted).map((key) => [key, plan[key as keyof typeof plan]])), wanted);
  });
}

Deno.test("a reduced number of channels causes a note", () => {
  match(
    decide(withSound({ channels: 8 }), { encoder: "eac3" }).warnings.join(),
    /7\.1 becomes 5\.1, the most that eac3 supports/,
  );
});

Deno.test("lossless streams are copied if the profile allows it and the container supports them", () => {
  const probe = withSound({ codec: "truehd", lossless: true, channels: 8 }, { codec: "dts", channels: 6 });
  const { audio } = decide(probe, { encoder: "libopus", keepLossless: true });
  deepEqual(audio.map((a) => a.encoder), ["copy", "libopus"]);
  deepEqual(decide(probe, { encoder: "aac", keepLossless: true }, "mp4").audio.map((a) => a.encoder), ["aac", "aac"]);
});

Deno.test("audio that the container does not support is encoded with a warning", () => {
  const dts = withSound({ codec: "dts", channels: 6 }, { codec: "ac3", channels: 6 });
  const mp4 = decide(dts, {}, "mp4");
  deepEqual(mp4.audio.map((a) => [a.encoder, a.bitrate]), [["aac", 384], ["copy", 0]]);
  match(mp4.warnings.join(), /mp4 does not support DTS, so it becomes AAC 5\.1/);
  deepEqual(decide(dts, {}, "webm").audio.map((a) => a.encoder), ["libopus", "libopus"]);
  deepEqual(decide(withSound({ codec: "pcm_bluray", lossless: true, bitDepth: 24 })).audio.map((a) => a.encoder), [
    "flac",
  ]);
});

Deno.test("an extra stereo stream follows the others and is not the default", () => {
  const { audio } = decide(withSound({ codec: "truehd", channels: 8, language: "eng" }), { addStereo: true });
  deepEqual(audio.map((a) => [a.encoder, a.channels, a.default]), [["copy", 8, true], ["aac", 2, false]]);
  equal(decide(withSound({ channels: 2 }), { encoder: "aac", addStereo: true }).audio.length, 1);
});

Deno.test("music files hold one stream", () => {
  const { audio, decisions } = decide(withSound({}, {}), { encoder: "flac" }, "flac");
  deepEqual([audio.length, decisions.at(0)?.why], [1, "flac supports only one stream"]);
});

Deno.test("a music file's rate is for stereo", () => {
  const rate = (channels: number) =>
    decide(withSound({ codec: "pcm_s16le", lossless: true, channels }), { encoder: "libopus", bitrate: 160 }, "opus")
      .audio[0]?.bitrate;
  deepEqual([rate(1), rate(2), rate(6)], [96, 160, 288]);
});

for (
  const [name, source, audio, encoder, container = "mkv"] of [
    ["the wanted codec is copied", { codec: "opus" }, { encoder: "libopus" }, "copy"],
    [
      "the wanted codec is copied at a little more",
      { codec: "opus", bitrateKbps: 250 },
      { encoder: "libopus" },
      "copy",
    ],
    ["the wanted codec at far more is encoded", { codec: "opus", bitrateKbps: 400 }, { encoder: "libopus" }, "libopus"],
    ["another codec at no more is copied", { codec: "aac", bitrateKbps: 128 }, { encoder: "libopus" }, "copy"],
    ["another codec at more is encoded", { codec: "aac", bitrateKbps: 192 }, { encoder: "libopus" }, "libopus"],
    ["another codec at an unknown rate is encoded", { codec: "aac" }, { encoder: "libopus" }, "libopus"],
    [
      "lossy sound never becomes lossless",
      { codec: "ac3", bitrateKbps: 640, channels: 6 },
      { encoder: "flac" },
      "copy",
    ],
    [
      "a receiver that wants E-AC-3 plays AC-3",
      { codec: "ac3", bitrateKbps: 448, channels: 6 },
      { encoder: "eac3" },
      "copy",
    ],
    [
      "a receiver that wants AC-3 plays no E-AC-3",
      { codec: "eac3", bitrateKbps: 192, channels: 6 },
      { encoder: "ac3" },
      "ac3",
    ],
    ["a phone that wants AAC plays no AC-3", { codec: "ac3", bitrateKbps: 96 }, { encoder: "aac" }, "aac", "mp4"],
    ["a container has its say", { codec: "aac", bitrateKbps: 96 }, { encoder: "libopus" }, "libopus", "webm"],
    [
      "a mix that is asked for is made",
      { codec: "aac", channels: 6, bitrateKbps: 96 },
      { encoder: "aac", channels: 2 },
      "aac",
    ],
    ["a rate that is asked for is made", { codec: "mp3", sampleRate: 48_000 }, {
      encoder: "libmp3lame",
      maxSampleRate: 44_100,
    }, "libmp3lame"],
    ["what cannot be copied is encoded", { codec: "aac", skippedSeconds: 1.2 }, {}, "aac"],
    [
      "FLAC without its channel mask is encoded",
      { codec: "flac", lossless: true, channels: 3, layout: "2.1" },
      {},
      "aac",
      "mov",
    ],
    [
      "PCM whose channels Matroska cannot name becomes FLAC",
      { codec: "pcm_s24le", lossless: true, channels: 3, layout: "2.1" },
      {},
      "flac",
    ],
    [
      "PCM with the usual channels is copied",
      { codec: "pcm_s24le", lossless: true, channels: 6, layout: "5.1(side)" },
      {},
      "copy",
    ],
  ] as [string, Partial<AudioStream>, Record<string, unknown>, string, string?][]
) {
  Deno.test(name, () => equal(decide(withSound(source), audio, container).audio[0]?.encoder, encoder));
}

Deno.test("a copy instead of an encode has its reason", () => {
  const why = (source: Partial<AudioStream>) => decide(withSound(source), { encoder: "libopus" }).decisions[0]?.why;
  equal(why({ codec: "opus" }), "already Opus: kept unchanged");
  equal(why({ bitrateKbps: 128 }), "128 kb/s, no more than Opus would use: kept unchanged");
});

Deno.test("a mix describes the treatment of speech and LFE", () => {
  const source = { channels: 6, layout: "5.1", codec: "truehd", lossless: true };
  const [part] = decide(withSound(source), { encoder: "aac", channels: 2 }).decisions;
  equal(part?.why, "becomes AAC 2.0 (downmixed, dialogue at full level, without LFE)");
});

Deno.test("channels without names are assumed with a warning, and too many of them are refused", () => {
  const { warnings, audio } = decide(withSound({ channels: 6 }), { encoder: "libopus" });
  match(warnings.join(), /Audio 0 does not declare the layout of its 6 channels; 5\.1 is assumed/);
  equal(audio[0]?.layout, "5.1");
  throws(
    () => decide(withSound({ channels: 12 }), { encoder: "libopus" }),
    /does not declare the layout of its 12 channels, so it can only be copied/,
  );
});
