import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { discTitle } from "../../../../tests/fixtures/discs/rips_world.ts";
import type { VideoStream } from "../../../media/probe/model.ts";
import type { DiscAudio, DiscSubtitle } from "../../model.ts";
import { audioTrack, subtitleTrack, videoName } from "../../reading/track_labels.ts";
import type { DiscAudioTrack, DiscSubtitleTrack, DiscTitle } from "../../title_schema.ts";
import type { StoredRip } from "../../rip_schema.ts";
import { titleProbe } from "./title_probe.ts";

type DiscType = StoredRip["discType"];

const audio = (index: number, codec: string, more: Partial<DiscAudioTrack> = {}): DiscAudioTrack => ({
  ...{ index, codec, language: "eng", lossless: false, commentary: false, label: "English" },
  ...more,
});
const subtitle = (index: number, codec: string, more: Partial<DiscSubtitleTrack> = {}): DiscSubtitleTrack => ({
  ...{ index, codec, language: "eng", forced: false, hearingImpaired: false, commentary: false, label: "English" },
  ...more,
});
const streamsOf = (title: Partial<DiscTitle>, discType: DiscType = "bluray") =>
  titleProbe(discTitle(0, title), { discType }).streams;
const videoOf = (title: Partial<DiscTitle>, discType: DiscType): VideoStream =>
  streamsOf(title, discType)[0] as VideoStream;

Deno.test("a title is one video, then its audio, then its subtitles, counted through as in the copy", () => {
  const streams = streamsOf({
    audioTracks: [audio(0, "ac3"), audio(1, "ac3"), audio(2, "ac3")],
    subtitleTracks: [subtitle(0, "pgs"), subtitle(1, "pgs")],
  });
  same(streams.map(({ index, kind }) => [index, kind]), [
    [0, "video"],
    ...[1, 2, 3].map((index) => [index, "audio"]),
    ...[4, 5].map((index) => [index, "subtitle"]),
  ]);
  same(streams.map((one) => one.default), [true, true, false, false, false, false]);
});

Deno.test("codecs of a disc have ffmpeg's names, whatever their names in the scan", () => {
  const audioCases = [
    ["ac3", "ac3"],
    ["eac3", "eac3"],
    ["dts", "dts"],
    ["dtshd", "dts"],
    ["dtshdma", "dts"],
    ["truehd", "truehd"],
    ["lpcm", "pcm_s24le"],
    ["mp2", "mp2"],
    ["mp3", "mp3"],
    ["aac", "aac"],
  ] as const;
  for (const [codec, wanted] of audioCases) {
    const track = audioTrack({ codec, commentary: false, visuallyImpaired: false } as DiscAudio, 0);
    is(streamsOf({ audioTracks: [track] })[1]?.codec, wanted, track.codec);
  }
  for (
    const [codec, wanted] of [["Dolby Digital Plus", "eac3"], ["Dolby Digital", "ac3"], ["DTS-HD Master Audio", "dts"]]
  ) {
    is(streamsOf({ audioTracks: [audio(0, codec ?? "")] })[1]?.codec, wanted);
  }
  for (const [codec, wanted] of [["vobsub", "dvd_subtitle"], ["pgs", "hdmv_pgs_subtitle"]] as const) {
    const track = subtitleTrack({ codec, forced: false, hearingImpaired: false, commentary: false } as DiscSubtitle, 0);
    is(streamsOf({ audioTracks: [], subtitleTracks: [track] })[1]?.codec, wanted, track.codec);
  }
  const videoCases = [
    ["mpeg1", "mpeg1video"],
    ["mpeg2", "mpeg2video"],
    ["h264", "h264"],
    ["hevc", "hevc"],
    ["vc1", "vc1"],
  ] as const;
  for (const [codec, wanted] of videoCases) is(videoOf({ videoCodec: videoName(codec) }, "bluray").codec, wanted);
});

Deno.test("a language is left out if the disc names none, and flags of tracks are kept", () => {
  const [, first, second, third] = streamsOf({
    audioTracks: [audio(0, "ac3", { language: "und" }), audio(1, "ac3", { language: "deu", commentary: true })],
    subtitleTracks: [subtitle(0, "pgs", { language: "und", forced: true, hearingImpaired: true })],
  });
  same([first?.language, second?.language, third?.language], [undefined, "deu", undefined]);
  same([first, second].map((one) => one?.kind === "audio" && one.commentary), [false, true]);
  same(third?.kind === "subtitle" && [third.forced, third.hearingImpaired, third.form], [true, true, "picture"]);
});

Deno.test("video that the scan does not describe has the usual properties of its disc type", () => {
  const facts = (title: Partial<DiscTitle>, discType: DiscType) => {
    const { codec, width, height, frameRate, interlaced, bitDepth, hdr } = videoOf(title, discType);
    return [codec, `${width}x${height}`, frameRate.join("/"), interlaced, bitDepth, hdr];
  };
  same(facts({}, "dvd"), ["mpeg2video", "720x576", "25/1", true, 8, "sdr"]);
  same(facts({}, "bluray"), ["h264", "1920x1080", "24000/1001", false, 8, "sdr"]);
  same(facts({ videoCodec: "hevc", resolution: "3840x2160", frameRate: 23.976 }, "uhd"), [
    ...["hevc", "3840x2160", "24000/1001", false, 10, "hdr10"],
  ]);
  same(facts({ resolution: "720x480", frameRate: 29.97 }, "dvd"), [
    "mpeg2video",
    "720x480",
    "30000/1001",
    true,
    8,
    "sdr",
  ]);
  for (const resolution of ["", "x", "0x0", "720x", "wide"]) is(facts({ resolution }, "dvd")[1], "720x576", resolution);
});
