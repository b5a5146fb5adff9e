import type { DiscAudio, DiscSubtitle } from "../../model.ts";
import type { DiscAudioTrack, DiscSubtitleTrack } from "../../title_schema.ts";
import type { OutputTrack } from "../mux/mux_args.ts";

/** Returns the tracks at the selected indexes, in disc order. Invalid indexes are ignored. */
export const chosenTracks = <T>(tracks: readonly T[], chosen: readonly number[]): { index: number; track: T }[] =>
  tracks.map((track, index) => ({ index, track })).filter(({ index }) => chosen.includes(index));

/** Returns the flags of a written track. */
export function trackSettings(
  shown: DiscAudioTrack | DiscSubtitleTrack | undefined,
  track: DiscAudio | DiscSubtitle,
): Omit<OutputTrack, "input" | "id" | "kind"> {
  const { language = "und", commentary } = track;
  const name = shown !== undefined && "name" in shown ? shown.name : undefined;
  return {
    ...{ language, commentary, isDefault: false },
    ...(name === undefined ? {} : { name }),
    ...("visuallyImpaired" in track
      ? { visuallyImpaired: track.visuallyImpaired }
      : { forced: track.forced, hearingImpaired: track.hearingImpaired }),
  };
}

/** Marks the first non-commentary audio track as the default. */
export function withDefaultAudio(tracks: OutputTrack[]): OutputTrack[] {
  const audio = tracks.filter(({ kind }) => kind === "audio");
  const first = audio.find(({ commentary, visuallyImpaired }) => !commentary && !visuallyImpaired) ?? audio[0];
  return tracks.map((track) => track === first ? { ...track, isDefault: true } : track);
}
