import { deepEqual, equal, match, ok } from "node:assert/strict";
import fc from "fast-check";
import { decide, fails, film, type Parts, preset } from "../../../tests/fixtures/plans.ts";
import { JobFailure } from "../../kit/fault.ts";
import type { AudioStream, Probe, Stream, SubtitleStream, VideoStream } from "../../media/probe/model.ts";
import { allPresets } from "../profiles/presets.ts";
import { CONTAINERS } from "../profiles/schema.ts";
import type { Plan } from "./model.ts";
import { plan } from "./plan.ts";
import { sampleCapabilities, sampleProbe } from "../sampling/sample.ts";
import { codecName } from "./words.ts";

const capabilities = sampleCapabilities();
const actions = (decided: Plan) => decided.streams.map((s) => s.action).join(" ");

Deno.test("every stream has an action and a reason, in the source's order", () => {
  const decided = decide(preset("builtin-movie-1080p"));
  deepEqual(decided.streams.map((s) => s.index), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
  equal(actions(decided), "encode encode copy encode drop copy copy copy copy");
  ok(decided.streams.every((s) => s.why.length > 3));
  equal(decided.streams[4]?.why, "commentary");
});

Deno.test("the plan is described in words", () => {
  const { summary } = decide(preset("builtin-movie-4k-hdr"));
  equal(summary[0], "HEVC 10-bit at CRF 18, 3840x2160 HDR10 kept.");
  ok(summary.includes("Keeps English TrueHD Atmos 7.1."), summary.join("\n"));
  ok(summary.includes("Removes English AC-3 audio: commentary."));
  ok(summary.includes("Keeps 24 chapters."));
});

Deno.test("steps on the video are described, and an odd size that becomes even is not called bars", () => {
  const crop = { width: 3840, height: 1600, x: 0, y: 280 };
  const cut = decide({ video: { crop: "auto", maxHeight: 1080, hdrToSdr: "hable" } }, sampleProbe(), { crop });
  equal(cut.summary[1], "Video: black bars cropped, scaled down from 3840x2160, tone mapped from HDR10 to SDR.");
  ok(!decide({}, film({ width: 641, height: 361 })).summary.join().includes("bars"));
});

Deno.test("a plan of the same input is the same plan, and the input is not changed", () => {
  for (const each of allPresets().filter((p) => p.mediaType !== "music")) {
    const probe = sampleProbe();
    const before = JSON.stringify([probe, each]);
    deepEqual(decide(each, probe), decide(each, probe));
    equal(JSON.stringify([probe, each]), before);
  }
});

Deno.test("missing encoders fail with their name before anything starts", () => {
  const can = { ...capabilities, videoEncoders: ["libx264"] };
  fails("encoder_missing", /libx265/, () => decide({}, sampleProbe(), {}, can));
  const deaf = { ...capabilities, audioEncoders: ["aac"] };
  fails("encoder_missing", /libopus/, () => decide(preset("builtin-remux-audio-only"), sampleProbe(), {}, deaf));
});

Deno.test("a codec the container cannot hold is refused when it would be copied", () => {
  const copy = { container: "mp4", video: { encoder: "copy" } } as const;
  fails("invalid_plan", /mp4 does not support VC-1/, () => decide(copy, film({ codec: "vc1" })));
  equal(decide(copy).video?.codec, "hevc");
  fails("invalid_plan", /Extra arguments/, () => decide({ video: { extraArgs: "-i x" } }));
});

Deno.test("audio only copies the video, converts the audio and keeps the rest according to the profile", () => {
  const decided = decide(preset("builtin-anime-x265"), sampleProbe(), { audioOnly: true });
  deepEqual([decided.video?.encoder, decided.video?.hdr], ["copy", "hdr10"]);
  equal(decided.audio.every((a) => a.encoder === "libopus"), true);
  fails(
    "nothing_to_do",
    /copies audio/,
    () => decide(preset("builtin-movie-4k-hdr"), sampleProbe(), { audioOnly: true }),
  );
});

Deno.test("a copy of everything into the same container is nothing to do; any change is something", () => {
  const keep = { video: { encoder: "copy" }, audio: { dropCommentary: false } } as const;
  const same = decide(keep);
  deepEqual([same.nothingToDo, same.summary.length], [true, 1]);
  equal(decide({ ...keep, container: "mov", subtitles: { mode: "none" } }).nothingToDo, false);
  equal(decide({ video: { encoder: "copy" } }).nothingToDo, false, "a commentary is dropped");
  const renamed = { ...sampleProbe(), path: "/m/film.mp4" };
  equal(decide(keep, renamed).nothingToDo, false, "Matroska under a wrong name");
});

Deno.test("a file without video and audio has no plan; audio alone has one", () => {
  const silent = { ...sampleProbe(), streams: sampleProbe().streams.filter((s) => s.kind === "subtitle") };
  fails("invalid_plan", /Neither video nor audio would remain/, () => decide({}, silent));
  const heard = { ...sampleProbe(), streams: sampleProbe().streams.filter((s) => s.kind === "audio") };
  equal(decide({}, heard).video, undefined);
});

Deno.test("audio alone does not replace a movie with unsupported video", () => {
  const heard = sampleProbe().streams.filter((stream) => stream.kind === "audio");
  const unread = {
    kind: "data",
    index: 7,
    codec: "h264",
    default: false,
    forced: false,
    unreadableVideo: true,
  } as const;
  const odd = { ...sampleProbe(), streams: [...heard, unread] };
  fails("invalid_plan", /The video \(stream 7, h264\) cannot be read/, () => decide({}, odd));
  equal(decide({ container: "flac", audio: { encoder: "flac" } }, odd).video, undefined);
});

Deno.test("a cover that the file cannot contain is left out, and the music is encoded", () => {
  const cover = (codec: string) => ({
    ...{ kind: "attachment", index: 1, codec, use: "cover", asVideo: true, default: false, forced: false } as const,
  });
  const heard = sampleProbe().streams.filter((stream) => stream.kind === "audio").slice(0, 1);
  const kept = (container: "flac" | "m4a", codec: string) =>
    decide({ container, audio: { encoder: container === "flac" ? "flac" : "aac", embedCover: true } }, {
      ...sampleProbe(),
      streams: [...heard, cover(codec)],
    }).attachments.length;
  deepEqual(["mjpeg", "png", "gif", "tiff"].map((codec) => kept("m4a", codec)), [1, 1, 0, 0]);
  deepEqual(["mjpeg", "gif", "tiff"].map((codec) => kept("flac", codec)), [1, 0, 1]);
});

Deno.test("a music profile that copies selects a suitable file type for each codec, and skips music files", () => {
  const keep = allPresets().find(({ id }) => id === "builtin-music-keep");
  ok(keep);
  const [heard] = sampleProbe().streams.filter((stream) => stream.kind === "audio");
  ok(heard);
  const kept = (codec: string, format: string, path: string, container = keep.container, streams: Stream[] = []) => {
    const probe = { ...sampleProbe(), path, format, streams: [...streams, { ...heard, index: 9, codec }] };
    const { container: chosen, audio, nothingToDo, summary } = plan(
      probe,
      { ...keep, container },
      sampleCapabilities(),
    );
    return nothingToDo ? summary[0] : [chosen, audio[0]?.encoder];
  };
  for (
    const [codec, container] of [
      ["flac", "flac"],
      ["aac", "m4a"],
      ["alac", "m4a"],
      ["mp3", "mp3"],
      ["opus", "opus"],
      ["vorbis", "ogg"],
      ["wavpack", "wv"],
      ["ape", "ape"],
    ] as const
  ) {
    deepEqual(kept(codec, "matroska,webm", "/m/a.mka"), [container, "copy"], codec);
    // The profile's own container takes precedence.
    deepEqual(kept(codec, "matroska,webm", "/m/a.mka", container), [container, "copy"], codec);
  }
  deepEqual(kept("flac", "matroska,webm", "/m/a.mka", "ogg"), ["ogg", "copy"]);
  for (
    const [codec, format, path] of [
      ["flac", "flac", "/m/a.flac"],
      ["aac", "mov,mp4,m4a,3gp,3g2,mj2", "/m/a.m4a"],
      ["aac", "mov,mp4,m4a,3gp,3g2,mj2", "/m/book.m4b"],
      ["opus", "ogg", "/m/a.opus"],
      ["opus", "ogg", "/m/a.ogg"],
      ["mp3", "mp3", "/m/a.mp3"],
    ] as const
  ) match(String(kept(codec, format, path)), /^Nothing to do: .* is already in a music file/, path);
  match(String(kept("wmav2", "asf", "/m/a.wma")), /^Nothing to do: no music container supports WMAV2/);
  match(String(kept("pcm_s16le", "wav", "/m/a.wav")), /^Nothing to do: no music container supports PCM/);
  // The audio of a video clip is extracted.
  const clip = sampleProbe().streams.filter((stream) => stream.kind === "video");
  deepEqual(kept("aac", "mov,mp4,m4a,3gp,3g2,mj2", "/m/clip.mp4", "m4a", clip), ["m4a", "copy"]);
});

Deno.test("music that is copied into its own container changes nothing", () => {
  const [heard] = sampleProbe().streams.filter((stream) => stream.kind === "audio");
  ok(heard);
  for (
    const [codec, format, path, container, encoder] of [
      ["opus", "ogg", "/m/a.opus", "opus", "libopus"],
      ["aac", "mov,mp4,m4a,3gp,3g2,mj2", "/m/a.m4a", "m4a", "aac"],
    ] as const
  ) {
    const lossy: AudioStream = {
      ...heard,
      index: 0,
      codec,
      lossless: false,
      channels: 2,
      layout: "stereo",
      bitrateKbps: 96,
    };
    const probe: Probe = { ...sampleProbe(), path, format, streams: [lossy] };
    equal(decide({ container, audio: { encoder, bitrate: 160 } }, probe).nothingToDo, true, path);
  }
});

Deno.test("kinds of samples have one name", () => {
  deepEqual(["pcm_s24le", "dsd_lsbf_planar", "arib_caption"].map(codecName), ["PCM", "DSD", "ARIB CAPTION"]);
});

Deno.test("the largest of equal video tracks is the movie; others are left out with a warning, and data without", () => {
  const probe = sampleProbe();
  const [main] = probe.streams as [VideoStream];
  probe.streams.push({ ...main, index: 20, width: 640, height: 360 });
  probe.streams.push({ kind: "data", index: 21, codec: "bin_data", default: false, forced: false });
  const decided = decide({}, probe);
  equal(decided.video?.index, 0);
  deepEqual(decided.streams.slice(-2).map((s) => [s.index, s.action]), [[20, "drop"], [21, "drop"]]);
  const others = (warnings: string[]) => warnings.filter((text) => /^The (video track|still image)/.test(text));
  deepEqual(others(decided.warnings), [
    "The video track in stream 20 (HEVC, 640x360) is removed: the output has one video track.",
  ]);
  probe.streams.push({ ...main, index: 22, codec: "png", width: 9000, height: 9000, still: true });
  deepEqual(others(decide({}, probe).warnings).slice(1), [
    "The still image in stream 22 (PNG, 9000x9000) is removed: only covers are kept.",
  ]);
  deepEqual(others(decide({ container: "flac", audio: { encoder: "flac" } }, probe).warnings), []);
});

Deno.test("clean metadata names every track and the file; off keeps the existing names", () => {
  const clean = decide(preset("builtin-movie-1080p"));
  equal(clean.metadata?.title, "The Long Night (2011)");
  match(clean.metadata?.comment ?? "", /libx265 at CRF 20/);
  deepEqual(clean.audio.map((a) => [a.title, a.default]), [
    ["English E-AC-3 5.1", true],
    ["English AC-3 5.1", false],
    ["German E-AC-3 5.1", false],
  ]);
  deepEqual(clean.subtitles.map((s) => s.title), ["English", "German Forced", "English SDH"]);
  const kept = decide({ output: { cleanMetadata: false } });
  equal(kept.metadata, undefined);
  deepEqual(kept.audio.map((a) => a.title), [undefined, "Compatibility", undefined]);
});

Deno.test("clean metadata distinguishes variants of a language, and gives no two named tracks one name", () => {
  const probe = sampleProbe();
  const subtitle = probe.streams.find(({ kind }) => kind === "subtitle") as SubtitleStream;
  const audio = probe.streams.find(({ kind }) => kind === "audio") as AudioStream;
  const plain = { forced: false, hearingImpaired: false, commentary: false, form: "text", codec: "subrip" } as const;
  const track = (index: number, more: Partial<SubtitleStream>): SubtitleStream => ({
    ...subtitle,
    ...plain,
    index,
    ...more,
  });
  probe.streams = [
    ...probe.streams.filter(({ kind }) => kind === "video"),
    { ...audio, index: 2, commentary: true, language: "eng", title: "Director" },
    { ...audio, index: 3, commentary: true, language: "eng", title: "Cast and crew" },
    track(4, { language: "spa", region: "Latin America", title: "Latin American" }),
    track(5, { language: "spa", region: "Spain", title: "European" }),
    track(6, { language: "eng", title: "By A" }),
    track(7, { language: "eng", title: "By B" }),
    track(8, { language: "fra", title: undefined }),
    track(9, { language: "fra", title: undefined }),
  ];
  const clean = decide({ output: { cleanMetadata: true } }, probe);
  deepEqual(clean.subtitles.map((s) => s.title), [
    "Spanish (Latin America)",
    "Spanish (Spain)",
    "English (By A)",
    "English (By B)",
    "French",
    "French",
  ]);
  deepEqual(clean.audio.map((a) => /\((?:Director|Cast and crew)\)$/.test(a.title ?? "")), [true, true]);
});

Deno.test("omitted attachments are named", () => {
  const probe = sampleProbe();
  const attachment = { kind: "attachment", codec: "unknown", default: false, forced: false, asVideo: false } as const;
  probe.streams = [
    ...probe.streams.filter(({ kind }) => kind !== "attachment"),
    { ...attachment, index: 30, use: "font", fileName: "a.ttf" },
    { ...attachment, index: 31, use: "other", fileName: "notes.pdf" },
    { ...attachment, index: 32, use: "cover" },
  ];
  const named = (parts: Parts) => decide(parts, probe).warnings.filter((text) => text.includes("attachment"));
  deepEqual(named({}), ["1 attachment removed: notes.pdf."]);
  deepEqual(named({ subtitles: { keepFonts: false } }), ["1 attachment removed: notes.pdf."]);
  deepEqual(named({ container: "mp4", audio: { encoder: "aac" } }), [
    "3 attachments removed: a.ttf, notes.pdf, cover.",
  ]);
});

Deno.test("fonts and covers stay in Matroska only, and fonts only when wanted", () => {
  const probe = sampleProbe();
  const font = { codec: "ttf", default: false, forced: false, fileName: "a.ttf", mimeType: "font/ttf", asVideo: false };
  probe.streams.push({ kind: "attachment", index: 9, use: "font", ...font });
  probe.streams.push({ kind: "attachment", index: 10, use: "other", ...font, fileName: "readme.txt" });
  deepEqual(decide({}, probe).attachments, [8, 9]);
  deepEqual(decide({ subtitles: { keepFonts: false } }, probe).attachments, [8]);
  deepEqual(decide(preset("builtin-web-mp4"), probe).attachments, []);
});

Deno.test("a plan either fails with a sentence or fits its container, whatever the profile", () => {
  const parts = fc.record({
    container: fc.constantFrom(...CONTAINERS),
    video: fc.record({
      encoder: fc.constantFrom("copy", "libx264", "libx265", "libsvtav1", "libvpx-vp9", "hevc_vaapi"),
      pixelFormat: fc.constantFrom("auto", "yuv420p", "yuv420p10le"),
      hdrPassthrough: fc.boolean(),
      preset: fc.constant("4"),
    }),
    audio: fc.record({
      encoder: fc.constantFrom("copy", "aac", "libopus", "eac3", "flac"),
      languages: fc.subarray(["eng", "deu", "jpn"]),
      firstMatchOnly: fc.boolean(),
      addStereo: fc.boolean(),
      channels: fc.constantFrom(0, 2, 6),
    }),
    subtitles: fc.record({
      mode: fc.constantFrom("copy", "copy-text", "burn", "none"),
      burnForcedOnly: fc.boolean(),
      languages: fc.subarray(["eng", "deu", "jpn"]),
    }),
  });
  fc.assert(fc.property(parts, fc.boolean(), (each, audioOnly) => {
    let decided: Plan;
    try {
      decided = decide(each as Parts, sampleProbe(), { audioOnly });
    } catch (error) {
      ok(error instanceof JobFailure && /[.!]$/.test(error.message), String(error));
      return;
    }
    deepEqual(decided.streams.map((s) => s.index), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    ok(decided.audio.length > 0, "a film never loses all its sound");
    equal(decided.audio.filter((a) => a.default).length, 1);
    ok(decided.summary.length > 0);
    const kept = decided.streams.filter((s) => s.type === "audio" && s.action !== "drop").length;
    ok(decided.audio.length >= kept);
  }));
});
