import type { Container } from "./schema.ts";

/** Codecs and features supported by a container, by ffmpeg's codec names. */
export interface ContainerFacts {
  /** Name of ffmpeg's muxer. */
  muxer: string;
  /** Name of ffmpeg's demuxer, if it differs from the muxer. */
  demuxer?: string;
  extension: string;
  /** Supported video codecs. Undefined for any, empty for none. */
  video?: readonly string[];
  audio?: readonly string[];
  /**
   * Format of text subtitles. Undefined if they are kept as they are (Matroska), `none` if subtitles are unsupported.
   */
  text?: "mov_text" | "webvtt" | "none";
  pictureSubtitles: boolean;
  attachments: boolean;
  /** Cover format of a music file: a still image or an encoded comment. Absent if covers are not supported. */
  cover?: "picture" | "comment";
  /** Cover codecs that the muxer supports. Undefined for any. */
  covers?: readonly string[];
  chapters: boolean;
  /** Encoder for audio that the container does not support. */
  fallbackAudio: "aac" | "libopus" | "none";
}

const STILLS = ["mjpeg", "png", "bmp"];

const album = (
  muxer: string,
  extension: string,
  audio: string[],
  cover?: ContainerFacts["cover"],
  covers?: ContainerFacts["covers"],
  { chapters = false, demuxer = muxer } = {},
): ContainerFacts => ({
  muxer,
  demuxer,
  extension,
  video: [],
  audio,
  text: "none",
  pictureSubtitles: false,
  attachments: false,
  cover,
  covers,
  chapters,
  fallbackAudio: "none",
});

/** One row for each container that profiles may use. Music containers contain a cover but no video stream. */
export const CONTAINER_FACTS = {
  mkv: {
    muxer: "matroska",
    extension: ".mkv",
    pictureSubtitles: true,
    attachments: true,
    chapters: true,
    fallbackAudio: "none",
  },
  mp4: {
    muxer: "mp4",
    extension: ".mp4",
    video: ["h264", "hevc", "av1", "mpeg4"],
    audio: ["aac", "ac3", "eac3", "opus", "flac", "alac", "mp3"],
    text: "mov_text",
    pictureSubtitles: false,
    attachments: false,
    chapters: true,
    fallbackAudio: "aac",
  },
  webm: {
    muxer: "webm",
    extension: ".webm",
    video: ["vp9", "av1", "vp8"],
    audio: ["opus", "vorbis"],
    text: "webvtt",
    pictureSubtitles: false,
    attachments: false,
    chapters: true,
    fallbackAudio: "libopus",
  },
  mov: {
    muxer: "mov",
    extension: ".mov",
    video: ["h264", "hevc", "prores", "av1"],
    audio: ["aac", "ac3", "eac3", "alac", "pcm_s16le", "pcm_s24le", "pcm_s16be", "pcm_s24be", "pcm_s32le", "pcm_f32le"],
    text: "mov_text",
    pictureSubtitles: false,
    attachments: false,
    chapters: true,
    fallbackAudio: "aac",
  },
  flac: album("flac", ".flac", ["flac"], "picture", [...STILLS, "tiff"]),
  mp3: album("mp3", ".mp3", ["mp3"], "picture", undefined, { chapters: true }),
  opus: album("opus", ".opus", ["opus"], undefined, undefined, { chapters: true, demuxer: "ogg" }),
  ogg: album("ogg", ".ogg", ["vorbis", "opus", "flac"], "comment", undefined, { chapters: true }),
  wv: album("wv", ".wv", ["wavpack"]),
  ape: album("ape", ".ape", ["ape"]),
  m4a: album("ipod", ".m4a", ["alac", "aac"], "picture", STILLS, { chapters: true, demuxer: "m4a" }),
} satisfies Record<Container, ContainerFacts>;

/** Returns the row of one container. Fields that some rows omit are optional. */
export const containerFacts = (container: Container): ContainerFacts => CONTAINER_FACTS[container];

/** True if ffprobe's format name matches the container. */
export function isFormatOf(container: Container, format: string): boolean {
  const { muxer, demuxer = muxer } = containerFacts(container);
  return format.split(",").includes(demuxer);
}

/** True for containers of a single track of music without video. */
export const isMusicContainer = (container: Container): boolean => containerFacts(container).text === "none";
