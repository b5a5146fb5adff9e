import { normaliseLanguage } from "../../../media/languages/languages.ts";
import type { DiscAudio, DiscSubtitle, DiscVideo } from "../../model.ts";
import type { IfoBytes } from "./ifo_bytes.ts";
import { NTSC_RATE } from "./playback_time.ts";

/** Stream attributes of a title set. The program chain determines which streams a title has. */

/** Audio attributes without the stream number. `firstId` is the ID of stream 0 with that codec. */
export type AudioAttributes = Omit<DiscAudio, "streamId"> & { firstId: number };

/** Subtitle attributes without the stream number. */
export type SubtitleAttributes = Omit<DiscSubtitle, "streamId">;

const HEIGHTS = { pal: [576, 576, 576, 288], ntsc: [480, 480, 480, 240] };
const WIDTHS = [720, 704, 352, 352];

/** Reads the two bytes of video attributes. */
export function readVideo(ifo: IfoBytes, at: number): DiscVideo {
  const [first, second] = [ifo.u8(at), ifo.u8(at + 1)];
  const pal = (first >> 4 & 3) === 1;
  const size = second >> 2 & 3;
  const aspect = first >> 2 & 3;
  return {
    codec: first >> 6 === 0 ? "mpeg1" : "mpeg2",
    width: WIDTHS[size] ?? 720,
    height: HEIGHTS[pal ? "pal" : "ntsc"][size] ?? 576,
    frameRate: pal ? [25, 1] : [...NTSC_RATE],
    interlaced: (second & 1) === 0,
    ...(aspect === 0 ? { aspect: "4:3" } : aspect === 3 ? { aspect: "16:9" } : {}),
  };
}

/** Codec and ID of its first stream, by the three bits of the coding mode. */
const AUDIO_CODECS: Record<number, [DiscAudio["codec"], number]> = {
  0: ["ac3", 0x80],
  2: ["mp2", 0xc0],
  3: ["mp2", 0xc0],
  4: ["lpcm", 0xa0],
  6: ["dts", 0x88],
};

/** Reads the eight bytes of attributes of an audio stream. */
export function readAudio(ifo: IfoBytes, at: number): AudioAttributes {
  const [codec, firstId] = AUDIO_CODECS[ifo.u8(at) >> 5] ?? ["unknown", 0x80];
  const format = ifo.u8(at + 1);
  const content = ifo.u8(at + 5);
  return {
    codec,
    firstId,
    ...language(ifo, at + 2),
    channels: (format & 7) + 1,
    sampleRate: (format >> 4 & 3) === 1 ? 96_000 : 48_000,
    commentary: content === 3 || content === 4,
    visuallyImpaired: content === 2,
  };
}

/** Reads the six bytes of attributes of a subtitle stream. */
export function readSubtitle(ifo: IfoBytes, at: number): SubtitleAttributes {
  const content = ifo.u8(at + 5);
  return {
    codec: "vobsub",
    ...language(ifo, at + 2),
    forced: content === 9,
    hearingImpaired: content >= 5 && content <= 7,
    commentary: content >= 13 && content <= 15,
  };
}

function language(ifo: IfoBytes, at: number): { language?: string } {
  const code = ifo.text(at, 2);
  const normal = /^[a-z]{2}$/i.test(code) ? normaliseLanguage(code) : undefined;
  return normal === undefined ? {} : { language: normal };
}
