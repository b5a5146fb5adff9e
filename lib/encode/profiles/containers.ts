import type { Container } from "./schema.ts";

/** What a container can hold, by ffmpeg's codec names. */
export interface ContainerFacts {
  /** ffmpeg's muxer. */
  muxer: string;
  /** ffmpeg's demuxer of such files, where it has another name. */
  demuxer?: string;
  extension: string;
  /** Undefined = anything; empty = none. */
  video?: readonly string[];
  audio?: readonly string[];
  /** Form that text subtitles take; undefined = as they are (Matroska); `none` = no subtitles. */
  text?: "mov_text" | "webvtt" | "none";
  pictureSubtitles: boolean;
  attachments: boolean;
  /** How a music file carries its cover: as a still picture, as a coded comment, or not at all. */
  cover?: "picture" | "comment";
  /** Codecs of covers that the muxer takes; undefined = any. */
  covers?: readonly string[];
  chapters: boolean;
  /** Audio that cannot be held is encoded with this one. */
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

/** One row per container a profile may name; music containers hold no video stream but a cover. */
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

/** The row of one container, with the fields that some rows leave out as optional. */
export const containerFacts = (container: Container): ContainerFacts => CONTAINER_FACTS[container];

/** Whether ffprobe's name of a format is that of a container. */
export function isFormatOf(container: Container, format: string): boolean {
  const { muxer, demuxer = muxer } = containerFacts(container);
  return format.split(",").includes(demuxer);
}

/** Containers that hold one piece of music and no picture. */
export const isMusicContainer = (container: Container): boolean => containerFacts(container).text === "none";
