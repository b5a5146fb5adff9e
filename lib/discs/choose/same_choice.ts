import type { DiscAudioTrack, DiscSubtitleTrack } from "../title_schema.ts";
import { byQuality } from "./audio_choice.ts";

/** The properties of a track that are used to find matching tracks in other titles. */
export type ComparedTrack =
  & Pick<DiscAudioTrack, "index" | "language" | "codec" | "commentary">
  & Partial<
    & Pick<DiscAudioTrack, "channels" | "bitrateKbps" | "lossless">
    & Pick<DiscSubtitleTrack, "forced" | "hearingImpaired">
  >;

/**
 * Applies the track selection of one title to another title, by language and kind of track, because the order of tracks
 * may differ between titles. Pure.
 */
export function sameChoice(
  from: readonly ComparedTrack[],
  chosen: readonly number[],
  to: readonly ComparedTrack[],
): number[] {
  const left = [...to];
  const found: number[] = [];
  for (const track of from.filter(({ index }) => chosen.includes(index))) {
    const like = left.filter((other) => isLike(track, other));
    const exact = like.find(({ codec, channels }) => codec === track.codec && channels === track.channels);
    const match = exact ?? like.toSorted(byQuality)[0];
    if (match === undefined) continue;
    found.push(match.index);
    left.splice(left.indexOf(match), 1);
  }
  return found.sort((a, b) => a - b);
}

const isLike = (a: ComparedTrack, b: ComparedTrack): boolean =>
  a.language === b.language && a.commentary === b.commentary && a.forced === b.forced &&
  a.hearingImpaired === b.hearingImpaired;
