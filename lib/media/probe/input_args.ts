/** How every media file is handed to ffmpeg and ffprobe: one file, nothing it could point to (safety.md, S-PROC-2 and 4). */

/**
 * Demuxers that read exactly the file they are given. Left out on purpose: playlists (hls, dash, concat, imf), lists of
 * pictures, devices, scripts and subtitle pairs (vobsub), because those open other files or addresses.
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

/** Options that stand before an input of ours. */
export const INPUT_GUARDS = ["-protocol_whitelist", "file", "-format_whitelist", MEDIA_DEMUXERS.join(",")];

/** One media file as an input of ffmpeg. */
export interface MediaInput {
  /** Options before `-i`. */
  guards: readonly string[];
  operand: string;
}

/** A path as an operand that no tool can take for an option, a protocol or a pattern. */
export const fileOperand = (path: string): string => `file:${path}`;

/** A file of this machine as an input. */
export const fileInput = (path: string): MediaInput => ({ guards: INPUT_GUARDS, operand: fileOperand(path) });

/** What a server of ours on this machine serves: a path that cannot be guessed, and no other address. */
const LOOPBACK = /^http:\/\/127\.0\.0\.1:\d{1,5}\/[0-9a-f]{32,64}$/;

/**
 * A file that this program serves to its own ffmpeg. Throws for any other address. ffmpeg may speak HTTP for it, so that
 * demuxers which open other addresses by default stay out by the list above, and data references are never followed.
 */
export function loopbackInput(address: string): MediaInput {
  if (!LOOPBACK.test(address)) throw new TypeError("not an address of a file that this program serves");
  const formats = ["-format_whitelist", MEDIA_DEMUXERS.join(",")];
  return { guards: ["-protocol_whitelist", "http,tcp", ...formats, "-seekable", "1"], operand: address };
}
