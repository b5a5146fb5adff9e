import { sameLanguage } from "../../../media/languages/languages.ts";
import type { MissingTracks, UnrecognisedTracks } from "../open/extracted.ts";
import type { MuxTrack } from "../mux/identify.ts";
import type { ListedStream } from "./disc_titles.ts";

/** Tracks of a file written by MakeMKV to keep or to remove. */
export interface Keeping {
  /** mkvmerge track IDs in that file. Undefined if everything is kept. */
  keep?: { audio: number[]; subtitles: number[] };
  /** Selected tracks that are missing from the file. */
  missing: MissingTracks;
  unrecognised: UnrecognisedTracks;
}

/** Selected tracks by their indexes among the displayed ones. */
export interface Choice {
  audio: readonly number[];
  subtitles: readonly number[];
}

/**
 * Finds the selected tracks in a file written by MakeMKV. MakeMKV lists more than it writes: derived tracks depend on
 * the settings, and empty ones are dropped. A track that matches no listed stream is kept, because it may be a selected
 * one that MakeMKV has converted. Pure.
 */
export function keptTracks(listed: readonly ListedStream[], found: readonly MuxTrack[], choice: Choice): Keeping {
  const keep = { audio: [] as number[], subtitles: [] as number[] };
  const missing: MissingTracks = { audio: [], subtitles: [] };
  const unrecognised: UnrecognisedTracks = { audio: 0, subtitles: 0 };
  let dropped = 0;
  for (const kind of ["audio", "subtitles"] as const) {
    const tracks = found.filter((track) => track.kind === kind);
    const streams = aligned(listed.filter((stream) => stream.kind === kind), tracks);
    const chosen = choice[kind];
    tracks.forEach(({ id }, i) => {
      const stream = streams[i];
      const isChosen = stream?.index !== undefined && chosen.includes(stream.index);
      if (stream === undefined) unrecognised[kind]++;
      if (isChosen || stream === undefined) keep[kind].push(id);
      else dropped++;
    });
    missing[kind] = chosen.filter((index) => !streams.some((stream) => stream?.index === index));
  }
  return { ...(dropped > 0 ? { keep } : {}), missing, unrecognised };
}

/** Maps each track in the file to its stream. Both lists are in disc order. */
function aligned(listed: readonly ListedStream[], tracks: readonly MuxTrack[]): (ListedStream | undefined)[] {
  const shown = listed.filter(({ index }) => index !== undefined);
  for (const streams of [listed, shown]) {
    if (streams.length === tracks.length && tracks.every((track, i) => isLike(streams[i], track))) return [...streams];
  }
  let next = 0;
  return tracks.map((track) => {
    const at = listed.findIndex((stream, i) => i >= next && isLike(stream, track));
    if (at < 0) return undefined;
    next = at + 1;
    return listed[at];
  });
}

function isLike(stream: ListedStream | undefined, { codecId, language, channels }: MuxTrack): boolean {
  if (stream === undefined || codecId === undefined || familyOf(stream.codecId) !== familyOf(codecId)) return false;
  if (stream.channels !== undefined && channels !== undefined && stream.channels !== channels) return false;
  const isNamed = stream.language !== "und" && language !== undefined && language !== "und";
  return !isNamed || sameLanguage(stream.language, language);
}

/** MakeMKV converts the samples of a disc to those of Matroska. */
const familyOf = (codecId: string): string =>
  codecId === "A_MS/ACM" ? "A_PCM" : codecId.startsWith("S_") ? codecId : codecId.split("/")[0] ?? "";

/** mkvmerge arguments that copy a file with the kept tracks and all non-track content. */
export function keepArgs(
  { input, output, title }: { input: string; output: string; title: string },
  { audio, subtitles }: NonNullable<Keeping["keep"]>,
): string[] {
  return [
    ...["--output", output, "--title", title],
    ...(audio.length > 0 ? ["--audio-tracks", audio.join(",")] : ["--no-audio"]),
    ...(subtitles.length > 0 ? ["--subtitle-tracks", subtitles.join(",")] : ["--no-subtitles"]),
    // The previous default track may have been removed.
    ...audio.flatMap((id, i) => ["--default-track-flag", `${id}:${i === 0 ? 1 : 0}`]),
    input,
  ];
}
