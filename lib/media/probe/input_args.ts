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

/** A path as an operand that no tool can take for an option, a protocol or a pattern. */
export const fileOperand = (path: string): string => `file:${path}`;
