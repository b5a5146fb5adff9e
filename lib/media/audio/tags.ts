import type { MqaFinding } from "./mqa.ts";
import { type Gain, gainText, peakText, r128Text } from "./replay_gain.ts";

/** Which analysis tags a finished music file gets, and how ffmpeg is told. Pure. */

export type MusicContainer = "flac" | "ogg" | "wv" | "ape" | "mp3" | "opus" | "m4a";

/** A metadata key and its value; an empty value takes the key away, as in ffmpeg. */
export type Tag = [key: string, value: string];

/** What was measured of one track, and what its source says; decides which tags are set and which are removed. */
export interface MusicTagFacts {
  container: MusicContainer;
  /** Undefined when the track was not measured or is silent. */
  track?: Gain;
  album?: Gain;
  mqa?: Pick<MqaFinding, "isMqa" | "studio" | "originalRate">;
  /** Tags of the source, which ffmpeg would carry over. */
  sourceTags?: Record<string, string>;
}

const LOSSLESS: MusicContainer[] = ["flac", "wv", "ape"];
const GAIN_KEYS = [
  ...["REPLAYGAIN_TRACK_GAIN", "REPLAYGAIN_TRACK_PEAK", "REPLAYGAIN_ALBUM_GAIN", "REPLAYGAIN_ALBUM_PEAK"],
  ...["R128_TRACK_GAIN", "R128_ALBUM_GAIN"],
];
const MQA_KEYS = ["MQA", "MQAENCODER", "ORIGINALSAMPLERATE"];

/**
 * The tags to write: gains, and for a lossless copy of an MQA file the words that say so. What the source claims and no longer
 * holds (gains of another encode, MQA of a lossy one) is taken away.
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

/** A lossy encode destroys the signal, so a lossy file never says that it has it. */
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
 * Spells tags for ffmpeg. Ogg keeps them with the stream, where a key from the source would win over one of the file; the others
 * keep them with the file, MP3 in the user-defined text frames of ID3.
 */
export function tagArgs(container: MusicContainer, tags: Tag[]): string[] {
  const option = container === "ogg" || container === "opus" ? "-metadata:s:a:0" : "-metadata";
  return tags.flatMap(([key, value]) => [option, `${key}=${value}`]);
}
