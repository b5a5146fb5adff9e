import type { MqaFinding } from "./mqa.ts";
import { type Gain, gainText, peakText, r128Text } from "./replay_gain.ts";

/** Determines the gain and MQA tags of a music file, and formats them for ffmpeg. Pure. */

export type MusicContainer = "flac" | "ogg" | "wv" | "ape" | "mp3" | "opus" | "m4a";

/** A metadata key and its value. An empty value removes the key, as in ffmpeg. */
export type Tag = [key: string, value: string];

/** Measurements of a track and tags of its source, which determine the tags that are set and removed. */
export interface MusicTagFacts {
  container: MusicContainer;
  /** Gain of the track. Undefined if the track was not measured or is silent. */
  track?: Gain;
  album?: Gain;
  mqa?: Pick<MqaFinding, "isMqa" | "studio" | "originalRate">;
  /** Tags of the source file, which ffmpeg would otherwise copy. */
  sourceTags?: Record<string, string>;
}

const LOSSLESS: MusicContainer[] = ["flac", "wv", "ape"];
const GAIN_KEYS = [
  ...["REPLAYGAIN_TRACK_GAIN", "REPLAYGAIN_TRACK_PEAK", "REPLAYGAIN_ALBUM_GAIN", "REPLAYGAIN_ALBUM_PEAK"],
  ...["R128_TRACK_GAIN", "R128_ALBUM_GAIN"],
];
const MQA_KEYS = ["MQA", "MQAENCODER", "ORIGINALSAMPLERATE"];

/**
 * Returns the tags to write: gains and, for a lossless copy of an MQA file, the MQA tags. Tags of the source that no
 * longer apply are removed, such as gains of another encode, or MQA tags in a lossy encode.
 */
export function musicTags(facts: MusicTagFacts): Tag[] {
  const written = [...gainTags(facts), ...mqaTags(facts)];
  const judged = [...(facts.track ? GAIN_KEYS : []), ...(facts.mqa || !isLossless(facts) ? MQA_KEYS : [])];
  const stale = Object.keys(facts.sourceTags ?? {})
    .map((key) => key.toUpperCase())
    .filter((key) => judged.includes(key) && !written.some(([name]) => name === key));
  return [...written, ...stale.map((key): Tag => [key, ""])];
}

const isLossless = ({ container }: MusicTagFacts): boolean => LOSSLESS.includes(container);

function gainTags({ container, track, album }: MusicTagFacts): Tag[] {
  if (container === "opus") {
    return [
      ...(track ? [["R128_TRACK_GAIN", r128Text(track)] satisfies Tag] : []),
      ...(album ? [["R128_ALBUM_GAIN", r128Text(album)] satisfies Tag] : []),
    ];
  }
  return [...replayGainTags("TRACK", track), ...replayGainTags("ALBUM", album)];
}

const replayGainTags = (of: "TRACK" | "ALBUM", gain: Gain | undefined): Tag[] =>
  gain ? [[`REPLAYGAIN_${of}_GAIN`, gainText(gain)], [`REPLAYGAIN_${of}_PEAK`, peakText(gain)]] : [];

/** Returns the MQA tags to write. Lossy encoding destroys the signal, so a lossy file gets none. */
function mqaTags(facts: MusicTagFacts): Tag[] {
  const { mqa, sourceTags = {} } = facts;
  if (!mqa?.isMqa || !isLossless(facts)) return [];
  const kept = (wanted: string): string | undefined =>
    Object.entries(sourceTags).find(([key]) => key.toUpperCase() === wanted)?.[1];
  const encoder = kept("MQAENCODER");
  const rate = kept("ORIGINALSAMPLERATE") ?? mqa.originalRate?.toString();
  return [
    ["MQA", mqa.studio ? "MQA Studio" : "MQA"],
    ...(encoder ? [["MQAENCODER", encoder] satisfies Tag] : []),
    ...(rate ? [["ORIGINALSAMPLERATE", rate] satisfies Tag] : []),
  ];
}

/**
 * Formats tags for ffmpeg. In Ogg they are set on the stream, because keys of the source's stream would take precedence
 * over those of the file. In other formats they are set on the file, in MP3 as user-defined ID3 text frames.
 */
export function tagArgs(container: MusicContainer, tags: Tag[]): string[] {
  const option = container === "ogg" || container === "opus" ? "-metadata:s:a:0" : "-metadata";
  return tags.flatMap(([key, value]) => [option, `${key}=${value}`]);
}
