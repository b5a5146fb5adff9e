import type { AudioStream, Probe, Stream } from "./model.ts";
import { mainVideo } from "./probe.ts";

/** Calculates the sizes of a file's streams. They are estimated if the file does not contain them. */

/**
 * Returns the size of the video in bytes, from its bitrate, or otherwise the size of the file minus all other streams.
 * 0 without video.
 */
export function videoBytes(probe: Probe): number {
  const video = mainVideo(probe);
  if (!video) return 0;
  const seconds = probe.durationSeconds;
  if (video.bitrateKbps) return (video.bitrateKbps * 1000 * (video.durationSeconds ?? seconds)) / 8;
  const rest = probe.streams.filter((stream) => stream.kind !== "video")
    .reduce((sum, stream) => sum + streamBytes(stream, seconds), 0);
  return Math.max(0, probe.sizeBytes * 0.997 - rest);
}

/** Returns the video bitrate in kbit/s. Undefined without video or a duration. */
export function videoKbps(probe: Probe): number | undefined {
  const seconds = mainVideo(probe)?.durationSeconds ?? probe.durationSeconds;
  const bytes = videoBytes(probe);
  return bytes > 0 && seconds > 0 ? Math.round((bytes * 8) / seconds / 1000) : undefined;
}

/**
 * Returns the size of a stream in bytes, based on a typical bitrate if the file contains none. `seconds` is the
 * duration of the file.
 */
export function streamBytes(stream: Stream, seconds: number): number {
  // A stray cue at ten hours would make a subtitle track longer than its movie.
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
