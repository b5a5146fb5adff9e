/**
 * Creates arguments that restrict ffmpeg and ffprobe to a single media file, without following references in it
 * (docs/safety.md, S-PROC-2 and S-PROC-4).
 */

/**
 * Demuxers that read only the given file. Demuxers that open other files or addresses are intentionally excluded:
 * playlists (hls, dash, concat, imf), image sequences, devices, scripts and subtitle pairs (vobsub).
 */
export const MEDIA_DEMUXERS = [
  "matroska",
  "webm",
  "mov",
  "mp4",
  "mpegts",
  "mpeg",
  "mpegvideo",
  "avi",
  "asf",
  "flv",
  "ogg",
  "mxf",
  "gxf",
  "nut",
  "ivf",
  "rm",
  "wtv",
  "dv",
  "obu",
  "h264",
  "hevc",
  "av1",
  "m4v",
  "vc1",
  "wav",
  "w64",
  "flac",
  "mp3",
  "aac",
  "ac3",
  "eac3",
  "dts",
  "dtshd",
  "truehd",
  "mlp",
  "aiff",
  "caf",
  "ape",
  "wv",
  "tta",
  "tak",
  "dsf",
  "iff",
  "mpc",
  "mpc8",
  "amr",
  "au",
] as const;

/** Options that are added before every input. */
export const INPUT_GUARDS = ["-protocol_whitelist", "file", "-format_whitelist", MEDIA_DEMUXERS.join(",")];

/** A media file as an input of ffmpeg. */
export interface MediaInput {
  /** Options that precede `-i` and restrict access to this file. */
  guards: readonly string[];
  operand: string;
}

/** Formats a path so that no tool interprets it as an option, protocol or pattern. */
export const fileOperand = (path: string): string => `file:${path}`;

/** Creates the input for a local file. */
export const fileInput = (path: string): MediaInput => ({ guards: INPUT_GUARDS, operand: fileOperand(path) });

/** Matches the URL of Lathe's local server: an unguessable path on the loopback address. */
const LOOPBACK = /^http:\/\/127\.0\.0\.1:\d{1,5}\/[0-9a-f]{32,64}$/;

/**
 * Creates the input for a file that Lathe serves to its own ffmpeg. Throws for other addresses. ffmpeg may use HTTP for
 * this input, so only the list of demuxers prevents it from opening other addresses. Data references are never
 * followed.
 */
export function loopbackInput(address: string): MediaInput {
  if (!LOOPBACK.test(address)) throw new TypeError("not an address of a file that this program serves");
  const formats = ["-format_whitelist", MEDIA_DEMUXERS.join(",")];
  return { guards: ["-protocol_whitelist", "http,tcp", ...formats, "-seekable", "1"], operand: address };
}
