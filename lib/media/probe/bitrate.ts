import type { AudioStream, Probe, Stream } from "./model.ts";
import { mainVideo } from "./probe.ts";

/** What the streams of a file take, also where the file does not say. */

/** What the picture takes in the file, in bytes: its own bitrate, else the file minus everything else; 0 without one. */
export function videoBytes(probe: Probe): number {
  const video = mainVideo(probe);
  if (!video) return 0;
  const seconds = probe.durationSeconds;
  if (video.bitrateKbps) return (video.bitrateKbps * 1000 * (video.durationSeconds ?? seconds)) / 8;
  const rest = probe.streams.filter((stream) => stream.kind !== "video")
    .reduce((sum, stream) => sum + streamBytes(stream, seconds), 0);
  return Math.max(0, probe.sizeBytes * 0.997 - rest);
}

/** The picture's rate in kbit/s; undefined without a picture or a length. */
export function videoKbps(probe: Probe): number | undefined {
  const seconds = mainVideo(probe)?.durationSeconds ?? probe.durationSeconds;
  const bytes = videoBytes(probe);
  return bytes > 0 && seconds > 0 ? Math.round((bytes * 8) / seconds / 1000) : undefined;
}

/** What one stream takes in bytes; typical bitrates where the file does not say. `seconds` is the length of the file. */
export function streamBytes(stream: Stream, seconds: number): number {
  // A stray cue at ten hours makes a subtitle track longer than its movie.
  const length = Math.min(stream.durationSeconds ?? seconds, seconds);
  if (stream.bitrateKbps) return (stream.bitrateKbps * 1000 * length) / 8;
  if (stream.kind === "audio") return (audioKbps(stream) * 1000 * length) / 8;
  if (stream.kind === "subtitle") return ((stream.form === "picture" ? 30 : 0.1) * 1000 * length) / 8;
  return stream.kind === "attachment" ? 150_000 : 0;
}

function audioKbps({ lossless, channels, sampleRate, bitDepth = 16, codec }: AudioStream): number {
  if (lossless) return (sampleRate * channels * bitDepth * (codec.startsWith("pcm_") ? 1 : 0.6)) / 1000;
  return codec === "dts" ? 1509 : 80 * Math.max(1, channels);
}
