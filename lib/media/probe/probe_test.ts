import { deepEqual, equal, ok, throws } from "node:assert/strict";
import rich from "../../../tests/fixtures/remux_2160p_hdr.json" with { type: "json" };
import type { DataStream, Stream } from "./model.ts";
import { bitDepthOf } from "./pixel_format.ts";
import { mainVideo, probeFromJson } from "./probe.ts";

const one = (stream: Record<string, unknown>, frames?: unknown): Stream => {
  const json = { format: { format_name: "matroska,webm" }, streams: [{ index: 0, ...stream }] };
  const [found] = probeFromJson("/f.mkv", 1, json, frames).streams;
  if (!found) throw new Error("no stream");
  return found;
};
const video = (more: Record<string, unknown>, frames?: unknown) => {
  const found = one({ codec_type: "video", codec_name: "hevc", width: 1920, height: 1080, ...more }, frames);
  if (found.kind !== "video") throw new Error(`not a picture: ${found.kind}`);
  return found;
};
const audio = (more: Record<string, unknown>) => {
  const found = one({ codec_type: "audio", channels: 6, sample_rate: "48000", ...more });
  if (found.kind !== "audio") throw new Error("not sound");
  return found;
};

Deno.test("a recorded UHD remux has video, four audio tracks, three subtitles, a cover, a font and chapters", () => {
  const probe = probeFromJson("/m/f.mkv", 1000, rich.probe, rich.frames);
  deepEqual(probe.streams.map((s) => [s.kind, s.language]), [
    ["video", "eng"],
    ["audio", "eng"],
    ["audio", "deu"],
    ["audio", "eng"],
    ["audio", "eng"],
    ["subtitle", "deu"],
    ["subtitle", "eng"],
    ["subtitle", "deu"],
    ["attachment", undefined],
    ["attachment", undefined],
  ]);
  const picture = mainVideo(probe);
  equal(picture?.hdr, "hdr10");
  deepEqual(picture?.contentLight, { maxCll: 1000, maxFall: 400 });
  equal(Math.round((picture?.masteringDisplay?.minLuminance ?? 0) * 10_000), 50);
  deepEqual(probe.chapters.map((c) => c.title), ["Part 1", "Part 2", "Part 3"]);
  const [, surround, , , commentary, forced, sdh] = probe.streams;
  ok(surround?.kind === "audio" && surround.lossless && surround.channels === 8);
  ok(commentary?.kind === "audio" && commentary.commentary);
  ok(forced?.kind === "subtitle" && forced.forced && forced.form === "picture");
  ok(sdh?.kind === "subtitle" && sdh.hearingImpaired && sdh.form === "text");
});

Deno.test("HDR facts that only the frames contain count as much as the container's", () => {
  const frames = {
    frames: [{
      color_transfer: "smpte2084",
      side_data_list: [{ side_data_type: "Content light level metadata", max_content: 800, max_average: 200 }],
    }],
  };
  const found = video({}, frames);
  equal(found.hdr, "hdr10");
  deepEqual(found.contentLight, { maxCll: 800, maxFall: 200 });
});

Deno.test("HDR10+ and Dolby Vision are seen in side data", () => {
  const found = video({
    color_transfer: "smpte2084",
    side_data_list: [
      { side_data_type: "HDR Dynamic Metadata SMPTE2094-40 (HDR10+)" },
      {
        side_data_type: "DOVI configuration record",
        dv_profile: 7,
        dv_level: 6,
        el_present_flag: 1,
        dv_bl_signal_compatibility_id: 6,
      },
    ],
  });
  equal(found.hdr10Plus, true);
  deepEqual(found.dolbyVision, { profile: 7, level: 6, baseCompatible: 6, hasEnhancementLayer: true });
});

/**
 * Builds video streams from `[width, seconds, default, frames]`, with seconds and frames as stated by the container.
 */
const videosOf = (...videos: [width: number, seconds?: number, isDefault?: boolean, frames?: number][]) =>
  probeFromJson("/f.mkv", 1, {
    format: { format_name: "matroska,webm", duration: "90" },
    streams: videos.map(([width, seconds, isDefault = false, frames], index) => ({
      index,
      codec_type: "video",
      codec_name: "h264",
      width,
      height: 100,
      duration: seconds?.toString(),
      nb_frames: frames?.toString(),
      disposition: { default: Number(isDefault) },
    })),
  });

for (
  const [name, main, videos] of [
    ["the only one", 0, [[100]]],
    ["the larger of two that last as long", 1, [[100, 90, true], [200, 90, true]]],
    ["the first of two that are alike", 0, [[100, 90], [100, 90]]],
    ["the default one, if smaller", 1, [[200, 90], [100, 90, true]]],
    ["the longer one, if smaller and not the default", 1, [[4000, 3, true], [100, 90]]],
    ["one that lasts nearly as long and is the default", 0, [[100, 88, true], [200, 90]]],
    ["the movie, not a larger still picture of one frame", 0, [[100, 90], [4000, 90, true, 1]]],
    ["the movie, not a larger still picture of a moment", 1, [[4000, 0.04, true], [100, 90, false, 2000]]],
    ["the movie of unknown length, not a still picture", 1, [[4000, 0.04, true, 1], [100]]],
    ["the only one, if it is a still picture", 0, [[100, 90, false, 1]]],
    ["the default one of still pictures", 1, [[200, 90, false, 1], [100, 90, true, 1]]],
  ] as [string, number, [number, number?, boolean?, number?][]][]
) {
  Deno.test(`mainVideo() returns ${name}`, () => equal(mainVideo(videosOf(...videos))?.index, main));
}

Deno.test("mainVideo() ignores covers", () => {
  const cover = { codec_type: "video", width: 9, height: 9, disposition: { attached_pic: 1 } };
  const json = { format: { format_name: "mp3" }, streams: [{ index: 0, ...cover }] };
  equal(mainVideo(probeFromJson("/f.mp3", 1, json)), undefined);
});

for (const [transfer, hdr] of [["smpte2084", "hdr10"], ["arib-std-b67", "hlg"], ["bt709", "sdr"], [undefined, "sdr"]]) {
  Deno.test(`the transfer ${transfer} means ${hdr}`, () => equal(video({ color_transfer: transfer }).hdr, hdr));
}

Deno.test("half-filled mastering data is no mastering data", () => {
  const found = video({ side_data_list: [{ side_data_type: "Mastering display metadata", red_x: "1/2" }] });
  equal(found.masteringDisplay, undefined);
});

for (
  const [codec, profile, title, facts] of [
    ["truehd", "Dolby TrueHD + Dolby Atmos", undefined, { lossless: true, atmos: true, dtsX: false }],
    ["truehd", undefined, "TrueHD Atmos 7.1", { lossless: true, atmos: true, dtsX: false }],
    ["eac3", "Dolby Digital Plus + Dolby Atmos", undefined, { lossless: false, atmos: true, dtsX: false }],
    ["dts", "DTS-HD MA", undefined, { lossless: true, atmos: false, dtsX: false }],
    ["dts", "DTS-HD MA + DTS:X", undefined, { lossless: true, atmos: false, dtsX: true }],
    ["dts", "DTS-HD HRA", undefined, { lossless: false, atmos: false, dtsX: false }],
    ["dts", "DTS", "DTS-X 7.1", { lossless: false, atmos: false, dtsX: true }],
    ["pcm_s24le", undefined, undefined, { lossless: true, atmos: false, dtsX: false }],
    ["aac", "LC", "Atmos", { lossless: false, atmos: false, dtsX: false }],
    ["opus", undefined, undefined, { lossless: false, atmos: false, dtsX: false }],
  ] as const
) {
  Deno.test(`${codec} ${profile ?? ""} ${title ?? ""} is ${JSON.stringify(facts)}`, () => {
    const { lossless, atmos, dtsX } = audio({ codec_name: codec, profile, tags: title ? { title } : {} });
    deepEqual({ lossless, atmos, dtsX }, facts);
  });
}

for (
  const title of [
    "Director's Commentary",
    "Audiokommentar",
    "Comentario del director",
    "Commentaire audio",
    "Commento del regista",
    "Comentários",
    "Комментарии",
    "オーディオコメンタリー",
    "评论音轨",
  ]
) Deno.test(`"${title}" is commentary`, () => equal(audio({ codec_name: "aac", tags: { title } }).commentary, true));

Deno.test("the comment disposition is commentary, an ordinary title is not", () => {
  equal(audio({ codec_name: "aac", disposition: { comment: 1 } }).commentary, true);
  equal(audio({ codec_name: "aac", tags: { title: "Surround 5.1" } }).commentary, false);
});

Deno.test("forced and SDH are read from flags and from titles", () => {
  const text = (more: Record<string, unknown>) => one({ codec_type: "subtitle", codec_name: "subrip", ...more });
  const facts = (s: Stream) => s.kind === "subtitle" ? [s.forced, s.hearingImpaired] : undefined;
  deepEqual(facts(text({ tags: { title: "English (SDH)" } })), [false, true]);
  deepEqual(facts(text({ tags: { title: "Forced" } })), [true, false]);
  deepEqual(facts(text({ disposition: { forced: 1, hearing_impaired: 1 } })), [true, true]);
  deepEqual(facts(text({ tags: { title: "Reinforced steel" } })), [false, false]);
});

Deno.test("covers and fonts are attachments, never video or audio", () => {
  const use = (more: Record<string, unknown>) => {
    const found = one(more);
    return found.kind === "attachment" ? [found.use, found.asVideo] : found.kind;
  };
  const cover = { codec_type: "video", codec_name: "mjpeg", width: 600, height: 900, disposition: { attached_pic: 1 } };
  deepEqual(use(cover), ["cover", true]);
  deepEqual(use({ codec_type: "attachment", tags: { filename: "A.TTF" } }), ["font", false]);
  deepEqual(use({ codec_type: "attachment", tags: { mimetype: "application/vnd.ms-opentype" } }), ["font", false]);
  deepEqual(use({ codec_type: "attachment", tags: { filename: "notes.txt", mimetype: "text/plain" } }), [
    "other",
    false,
  ]);
  deepEqual(use({ codec_type: "data", codec_name: "bin_data" }), "data");
});

Deno.test("channels are named as every ffmpeg reads them", () => {
  const named = ["5.1(side)", "5.1.2", "7.1.4"].map((channel_layout) => audio({ channel_layout }).layout);
  deepEqual(named, [
    "5.1(side)",
    "8 channels (FL+FR+FC+LFE+BL+BR+TFL+TFR)",
    "12 channels (FL+FR+FC+LFE+BL+BR+SL+SR+TFL+TFR+TBL+TBR)",
  ]);
});

Deno.test("DSD is lossless, and its depth is not the bits of a byte", () => {
  const found = audio({ codec_name: "dsd_lsbf_planar", sample_rate: "352800", bits_per_sample: 8, sample_fmt: "fltp" });
  deepEqual([found.lossless, found.bitDepth, found.float], [true, 32, true]);
});

Deno.test("video without a frame size is a data stream marked as unreadable video", () => {
  const found = (raw: Record<string, unknown>) => {
    const { kind, ...stream } = one(raw) as DataStream;
    return [kind, stream.unreadableVideo];
  };
  deepEqual(found({ codec_type: "video", codec_name: "h264", width: 0, height: 0 }), ["data", true]);
  deepEqual(found({ codec_type: "data", codec_name: "bin_data" }), ["data", undefined]);
});

Deno.test("field order, or a single field-coded frame, makes a stream interlaced", () => {
  equal(video({ field_order: "tb" }).interlaced, true);
  equal(video({ field_order: "progressive" }).interlaced, false);
  equal(video({ field_order: "progressive" }, { frames: [{ interlaced_frame: 1 }] }).interlaced, true);
});

Deno.test("a declared field rate of twice the frame rate is no variable rate, other differences are", () => {
  equal(video({ r_frame_rate: "50/1", avg_frame_rate: "25/1" }).variableFrameRate, false);
  equal(video({ r_frame_rate: "60/1", avg_frame_rate: "24000/1001" }).variableFrameRate, true);
  deepEqual(video({ r_frame_rate: "60/1", avg_frame_rate: "0/0" }).frameRate, [60, 1]);
});

Deno.test("rotation is counted clockwise in either notation of the file", () => {
  equal(video({ side_data_list: [{ side_data_type: "Display Matrix", rotation: -90 }] }).rotation, 90);
  equal(video({ side_data_list: [{ side_data_type: "Display Matrix", rotation: 90 }] }).rotation, 270);
  equal(video({ tags: { rotate: "180" } }).rotation, 180);
  equal(video({}).rotation, 0);
});

Deno.test("pixel formats determine the depth", () => {
  for (
    const [format, bits] of [["yuv420p", 8], ["yuv420p10le", 10], ["p010le", 10], ["gray12le", 12], [
      "nv12",
      8,
    ]] as const
  ) {
    equal(bitDepthOf(format), bits, format);
  }
});

Deno.test("duration and bitrate come from Matroska's tags if the stream has none", () => {
  const found = audio({ codec_name: "flac", tags: { "BPS-eng": "1500000", DURATION: "01:00:00.500000000" } });
  deepEqual([found.bitrateKbps, found.durationSeconds], [1500, 3600.5]);
});

Deno.test("invalid output is refused", () => {
  throws(() => probeFromJson("/f.mkv", 1, { error: "no" }));
  throws(() => probeFromJson("/f.mkv", 1, null));
});
