import { deepEqual, equal, ok } from "node:assert/strict";
import { film } from "../../../../tests/fixtures/plans.ts";
import type { AudioStream, Probe, SubtitleStream } from "../../../media/probe/model.ts";
import { sampleProbe } from "../../sampling/sample.ts";
import { audioFacts, fileFacts, type KnownFacts, ratePerMegapixel, subtitleFacts } from "./facts.ts";

const withoutPicture = (): Probe => ({ ...sampleProbe(), streams: sampleProbe().streams.slice(1) });
const at = (path: string): Probe => ({ ...sampleProbe(), path });

Deno.test("fileFacts() describes the content of the file", () => {
  const facts = fileFacts(sampleProbe());
  deepEqual([facts.videoCodec, facts.width, facts.height, facts.bitDepth, facts.hdr], [
    "hevc",
    3840,
    2160,
    10,
    "hdr10",
  ]);
  deepEqual(facts.audioLanguages, ["eng", "eng", "deu", "eng"]);
  deepEqual(facts.subtitleKinds, ["picture", "text"]);
  deepEqual([facts.originalLanguage, facts.sourceKind, facts.year], ["eng", "remux", 2011]);
});

Deno.test("fileFacts() omits unknown facts, so that no rule matches on them", () => {
  const facts = fileFacts({ ...withoutPicture(), path: "/x.mka", durationSeconds: 0 });
  for (
    const name of ["mediaType", "genre", "year", "videoCodec", "height", "fps", "hdr", "dolbyVision", "grain"] as const
  ) equal(name in facts, false, name);
  for (const name of ["videoKbps", "videoKbpsPerMegapixel", "durationSeconds", "arr", "tags", "animated"] as const) {
    equal(name in facts, false, name);
  }
});

Deno.test("fileFacts() leaves out a rate of frames that divides by zero", () => {
  equal("fps" in fileFacts(film({ frameRate: [25, 0] })), false);
  equal(fileFacts(film({ frameRate: [25, 1] })).fps, 25);
});

for (
  const [name, path, known, wanted] of [
    ["a folder that says so", "/media/Anime/Film.mkv", {}, [true, true]],
    ["a folder among whose words it is", "/media/TV - anime (subbed)/a.mkv", {}, [true, true]],
    ["a folder of Windows", "D:\\Anime\\Film.mkv", {}, [true, true]],
    ["only the file's own name", "/media/Films/Anime.mkv", {}, [false, undefined]],
    ["a part of a longer word", "/media/Animenia/a.mkv", {}, [false, undefined]],
    ["a person who says that it is none", "/media/Anime/a.mkv", { anime: false }, [false, undefined]],
    ["a catalogue that says so", "/a.mkv", { anime: true }, [true, true]],
    ["the kind of library", "/a.mkv", { mediaType: "anime" }, [true, true]],
    ["a genre", "/a.mkv", { genre: ["Comedy", "animation"] }, [false, true]],
    ["a genre of another word", "/a.mkv", { genre: ["Animation Studies"] }, [false, undefined]],
    ["a person who says that it is not drawn", "/anime/a.mkv", { animated: false }, [true, false]],
  ] as [string, string, KnownFacts, [boolean, boolean | undefined]][]
) {
  Deno.test(`fileFacts(): ${name} decides whether a movie is anime or animation`, () => {
    const { anime, animated } = fileFacts(at(path), known);
    deepEqual([anime, animated], wanted);
  });
}

Deno.test("fileFacts(): known facts take precedence over the file's name", () => {
  equal(fileFacts(at("/media/Film (1999) Remux-1080p.mkv"), { year: 2005 }).year, 2005);
  equal(fileFacts(at("/media/Film (1999) Remux-1080p.mkv")).year, 1999);
  equal(fileFacts(at("C:\\media\\Film (1999) WEBDL-1080p.mkv")).sourceKind, "web");
});

for (
  const [name, more, wanted] of [
    ["a megapixel at 24 frames per second", { width: 1000, height: 1000, frameRate: [24, 1] }, 8000],
    ["twice the pixels have half of it", { width: 2000, height: 1000, frameRate: [24, 1] }, 4000],
    ["twice the frames have half of it", { width: 1000, height: 1000, frameRate: [48, 1] }, 4000],
    ["a rate that is not known counts as 24", { width: 1000, height: 1000, frameRate: [0, 0] }, 8000],
    ["a slide show counts as one a second", { width: 1000, height: 1000, frameRate: [1, 10] }, 192_000],
  ] as const
) {
  Deno.test(`ratePerMegapixel(): ${name}`, () => {
    equal(ratePerMegapixel(film({ ...more, frameRate: [...more.frameRate], bitrateKbps: 8000 })), wanted);
  });
}

Deno.test("ratePerMegapixel() is unknown without video", () => equal(ratePerMegapixel(withoutPicture()), undefined));

const sounds = sampleProbe().streams.filter((stream): stream is AudioStream => stream.kind === "audio");
const sound = (more: Partial<AudioStream>): AudioStream => {
  const [first] = sounds;
  ok(first);
  return { ...first, ...more };
};

Deno.test("audioFacts() leaves out a codec, channels and a rate that are not known", () => {
  const facts = audioFacts(sound({ codec: "unknown", channels: 0, bitrateKbps: undefined, language: undefined }), []);
  deepEqual(facts, {
    lossless: true,
    original: false,
    commentary: false,
    atmos: true,
    dtsx: false,
    index: 1,
  });
});

Deno.test("audioFacts() marks the original language among the other tracks", () => {
  deepEqual(sounds.map((one) => audioFacts(one, sounds).original), [true, true, false, true]);
  const unflagged = sounds.map((one) => ({ ...one, original: false, default: false }));
  deepEqual(unflagged.map((one) => audioFacts(one, unflagged, { originalLanguage: "German" }).original), [
    false,
    false,
    true,
    false,
  ]);
});

Deno.test("subtitleFacts() returns kind and purposes", () => {
  const texts = sampleProbe().streams.filter((stream): stream is SubtitleStream => stream.kind === "subtitle");
  deepEqual(texts.map(subtitleFacts), [
    { kind: "picture", language: "eng", forced: false, sdh: false, commentary: false },
    { kind: "picture", language: "deu", forced: true, sdh: false, commentary: false },
    { kind: "text", language: "eng", forced: false, sdh: true, commentary: false },
  ]);
});
