import type { DiscAudio, DiscSubtitle } from "../../model.ts";
import type { DiscAudioTrack, DiscSubtitleTrack } from "../../title_schema.ts";
import type { OutputTrack } from "../mux/mux_args.ts";

/** The tracks at the chosen places, in the order of the disc. Places that are none are passed over. */
export const chosenTracks = <T>(tracks: readonly T[], chosen: readonly number[]): { index: number; track: T }[] =>
  tracks.map((track, index) => ({ index, track })).filter(({ index }) => chosen.includes(index));

/** What a written track is marked with. */
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

/** Marks the first sound that is no commentary as the one to be played. */
export function withDefaultAudio(tracks: OutputTrack[]): OutputTrack[] {
  const audio = tracks.filter(({ kind }) => kind === "audio");
  const first = audio.find(({ commentary, visuallyImpaired }) => !commentary && !visuallyImpaired) ?? audio[0];
  return tracks.map((track) => track === first ? { ...track, isDefault: true } : track);
}
