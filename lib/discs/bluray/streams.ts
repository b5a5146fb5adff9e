import { normaliseLanguage } from "../../media/languages/languages.ts";
import type { DiscAudio, DiscSubtitle, DiscVideo } from "../model.ts";
import { type BigEndian, malformed } from "./big_endian.ts";

/**
 * The streams that can be selected in a playlist. Layout and codes follow libbluray's `mpls_parse.c` and `bluray.h`.
 */
export interface StreamTable {
  /** PIDs of the video streams: the base layer, then a Dolby Vision enhancement layer. */
  videoPids: number[];
  video?: DiscVideo;
  audio: DiscAudio[];
  subtitles: DiscSubtitle[];
  /** Number of streams in other clips (sub paths), which are not included in the lists of streams. */
  elsewhere: number;
}

/**
 * Maximum number of streams. Players must support one video, 32 audio and 255 subtitle streams. A larger table is
 * invalid.
 */
const MAX_STREAMS = 400;

interface Entry {
  /** PID of the stream. Undefined if the stream is in another clip. */
  pid?: number;
  coding: number;
  /** Offsets of the start and end of the attributes that follow the coding. */
  at: number;
  end: number;
}

/** Reads the table whose length field is at `start`. */
export function parseStreamTable(bytes: BigEndian, start: number, what: string): StreamTable {
  const count = (n: number) => bytes.u8(start + 4 + n);
  const [videos, audios, graphics, menus] = [count(0), count(1), count(2), count(3)];
  const [secondAudios, secondVideos, pipSubtitles, enhancements] = [count(4), count(5), count(6), count(7)];
  if (videos + audios + graphics > MAX_STREAMS) throw malformed(what, "it lists more streams than a disc can have");
  let at = start + 16;
  const readEntries = (count: number) =>
    Array.from({ length: count }, () => {
      const entry = parseEntry(bytes, at);
      at = entry.end;
      return entry;
    });
  const table = { video: readEntries(videos), audio: readEntries(audios), subtitles: readEntries(graphics) };
  const enhanced = () => {
    readEntries(pipSubtitles + menus);
    for (let i = 0; i < secondAudios; i++) at = afterReferences(bytes, readEntries(1)[0]?.end ?? at, 1);
    for (let i = 0; i < secondVideos; i++) at = afterReferences(bytes, readEntries(1)[0]?.end ?? at, 2);
    return readEntries(enhancements);
  };
  const layers = enhancements > 0 ? enhanced() : [];
  const all = [...table.video, ...table.audio, ...table.subtitles];
  const [main] = table.video;
  return {
    videoPids: [...table.video, ...layers].flatMap(({ pid }) => pid ?? []),
    ...(main ? { video: videoOf(bytes, main, layers.length > 0) } : {}),
    audio: table.audio.flatMap((entry) => audioOf(bytes, entry) ?? []),
    subtitles: table.subtitles.flatMap((entry) => subtitleOf(bytes, entry) ?? []),
    elsewhere: all.filter(({ pid }) => pid === undefined).length,
  };
}

function parseEntry(bytes: BigEndian, at: number): Entry {
  const attributes = at + 1 + bytes.u8(at);
  const end = attributes + 1 + bytes.u8(attributes);
  const isInClip = bytes.u8(at + 1) === 1;
  const entry = { coding: bytes.u8(attributes + 1), at: attributes + 2, end };
  return isInClip ? { pid: bytes.u16(at + 2), ...entry } : entry;
}

/**
 * Secondary streams are followed by lists of the streams that they can be combined with: the count, a zero byte, and
 * the numbers, padded to an even length.
 */
function afterReferences(bytes: BigEndian, at: number, lists: number): number {
  for (let i = 0; i < lists; i++) {
    const count = bytes.u8(at);
    at += 2 + count + (count & 1);
  }
  return at;
}

const VIDEO_CODECS: Record<number, DiscVideo["codec"]> = {
  0x01: "mpeg1",
  0x02: "mpeg2",
  0x1b: "h264",
  0x20: "h264",
  0x24: "hevc",
  0xea: "vc1",
};

/** Width, height and interlacing by format code. */
const FORMATS: Record<number, [number, number, boolean]> = {
  1: [720, 480, true],
  2: [720, 576, true],
  3: [720, 480, false],
  4: [1920, 1080, true],
  5: [1280, 720, false],
  6: [1920, 1080, false],
  7: [720, 576, false],
  8: [3840, 2160, false],
};

const RATES: Record<number, [number, number]> = {
  1: [24000, 1001],
  2: [24, 1],
  3: [25, 1],
  4: [30000, 1001],
  6: [50, 1],
  7: [60000, 1001],
};

function videoOf(bytes: BigEndian, { coding, at }: Entry, enhanced: boolean): DiscVideo {
  const codec = VIDEO_CODECS[coding] ?? "unknown";
  const format = bytes.u8(at);
  const [width, height, interlaced] = FORMATS[format >> 4] ?? [0, 0, false];
  const range = codec === "hevc" ? bytes.u8(at + 1) >> 4 : 0;
  const hdr = enhanced || range === 2 ? "dolbyvision" : range === 1 ? "hdr10" : undefined;
  const frameRate = RATES[format & 15] ?? [0, 1];
  return { codec, width, height, frameRate: [...frameRate], interlaced, ...(hdr ? { hdr } : {}) };
}

const AUDIO_CODECS: Record<number, DiscAudio["codec"]> = {
  0x03: "mp2",
  0x04: "mp2",
  0x80: "lpcm",
  0x81: "ac3",
  0x82: "dts",
  0x83: "truehd",
  0x84: "eac3",
  0x85: "dtshd",
  0x86: "dtshdma",
  0xa1: "eac3",
  0xa2: "dtshd",
};

/** Number of channels by layout code. Layout 6 is "multi-channel", without a number of channels. */
const CHANNELS: Record<number, number> = { 1: 1, 3: 2 };
/** Sample rates by code. Codes 12 and 14 combine two rates in one stream. The higher rate is played. */
const SAMPLE_RATES: Record<number, number> = { 1: 48_000, 4: 96_000, 5: 192_000, 12: 192_000, 14: 96_000 };

function audioOf(bytes: BigEndian, { pid, coding, at }: Entry): DiscAudio | undefined {
  if (pid === undefined) return undefined;
  const format = bytes.u8(at);
  const channels = CHANNELS[format >> 4];
  const sampleRate = SAMPLE_RATES[format & 15];
  return {
    ...{ streamId: pid, codec: AUDIO_CODECS[coding] ?? "unknown", ...languageAt(bytes, at + 1) },
    ...(channels ? { channels } : {}),
    ...(sampleRate ? { sampleRate } : {}),
    ...{ commentary: false, visuallyImpaired: false },
  };
}

const TEXT = 0x92;

function subtitleOf(bytes: BigEndian, { pid, coding, at }: Entry): DiscSubtitle | undefined {
  if (pid === undefined) return undefined;
  const isText = coding === TEXT;
  return {
    ...{ streamId: pid, codec: isText ? "text" : "pgs", ...languageAt(bytes, isText ? at + 1 : at) },
    ...{ forced: false, hearingImpaired: false, commentary: false },
  };
}

function languageAt(bytes: BigEndian, at: number): { language?: string } {
  const language = normaliseLanguage(bytes.ascii(at, 3));
  return language ? { language } : {};
}

/** Converts the aspect ratio code of a clip information file. */
export const aspectOf = (code: number): DiscVideo["aspect"] => code === 2 ? "4:3" : code === 3 ? "16:9" : undefined;
