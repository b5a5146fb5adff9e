import { languageName } from "../../media/languages/languages.ts";
import type { DiscAudio, DiscSubtitle, DiscVideo } from "../model.ts";
import type { DiscAudioTrack, DiscSubtitleTrack, DiscTitle } from "../title_schema.ts";

/** Display labels of disc tracks: `English DTS-HD MA 5.1`. Pure. */

const AUDIO_NAMES = {
  ac3: "AC-3",
  eac3: "E-AC-3",
  dts: "DTS",
  dtshd: "DTS-HD",
  dtshdma: "DTS-HD MA",
  truehd: "TrueHD",
  lpcm: "PCM",
  mp2: "MP2",
  mp3: "MP3",
  aac: "AAC",
  unknown: "audio",
} as const satisfies Record<DiscAudio["codec"], string>;

const LOSSLESS: readonly DiscAudio["codec"][] = ["dtshdma", "truehd", "lpcm"];

const SUBTITLE_NAMES = { vobsub: "VobSub", pgs: "PGS", text: "text" } as const;

const VIDEO_NAMES = {
  mpeg1: "MPEG-1",
  mpeg2: "MPEG-2",
  h264: "H.264",
  hevc: "HEVC",
  vc1: "VC-1",
  unknown: "video",
} as const satisfies Record<DiscVideo["codec"], string>;

/** Returns a name such as `H.264` for `h264`. */
export const videoName = (codec: DiscVideo["codec"]): string => VIDEO_NAMES[codec];

/** Returns `5.1` for 6 channels and `2.0` for 2. */
export function channelText(channels: number | undefined): string {
  const layouts: Record<number, string> = { 6: "5.1", 7: "6.1", 8: "7.1" };
  return channels === undefined || channels < 1 ? "" : layouts[channels] ?? `${channels}.0`;
}

/** Converts an audio track to its wire format. `index` is its position in the title. */
export function audioTrack(audio: DiscAudio, index: number): DiscAudioTrack {
  const name = audio.commentary ? "Commentary" : audio.visuallyImpaired ? "Audio description" : undefined;
  return labelledAudio({
    index,
    codec: AUDIO_NAMES[audio.codec],
    language: audio.language ?? "und",
    ...(audio.channels === undefined ? {} : { channels: audio.channels }),
    ...(name === undefined ? {} : { name }),
    lossless: LOSSLESS.includes(audio.codec),
    // Audio description, like a commentary, must not be selected by default.
    commentary: audio.commentary || audio.visuallyImpaired,
  });
}

/** Adds the name of the language, and the label. */
export function labelledAudio(track: Omit<DiscAudioTrack, "label" | "languageName">): DiscAudioTrack {
  const { language, codec, channels, name } = track;
  return {
    ...track,
    ...named(language),
    label: words([spoken(language), codec, channelText(channels), name && `(${name.toLowerCase()})`]),
  };
}

/** Converts a subtitle track to its wire format. `index` is its position in the title. */
export function subtitleTrack(
  { codec, language = "und", forced, hearingImpaired, commentary }: DiscSubtitle,
  index: number,
): DiscSubtitleTrack {
  return labelledSubtitle({ index, codec: SUBTITLE_NAMES[codec], language, forced, hearingImpaired, commentary });
}

/** Adds the name of the language, and the label. */
export function labelledSubtitle(track: Omit<DiscSubtitleTrack, "label" | "languageName">): DiscSubtitleTrack {
  const { language, codec, forced, hearingImpaired, commentary } = track;
  const kinds = [forced && "forced", hearingImpaired && "hearing impaired", commentary && "commentary"].filter(Boolean);
  return {
    ...track,
    ...named(language),
    label: words([spoken(language), codec, kinds.length > 0 && `(${kinds.join(", ")})`]),
  };
}

/** Converts the tracks of a title to wire format. The labels are in a separate list. */
export const trackLists = (
  audioTracks: DiscAudioTrack[],
  subtitleTracks: DiscSubtitleTrack[],
): Pick<DiscTitle, "audio" | "audioTracks" | "subtitles" | "subtitleTracks"> => ({
  audio: audioTracks.map(({ label }) => label),
  audioTracks,
  subtitles: subtitleTracks.map(({ label }) => label),
  subtitleTracks,
});

const words = (parts: (string | false | undefined)[]): string => parts.filter(Boolean).join(" ");

const spoken = (language: string): string => language === "und" ? "Unknown language" : languageName(language);

const named = (language: string): { languageName?: string } =>
  language === "und" ? {} : { languageName: languageName(language) };
