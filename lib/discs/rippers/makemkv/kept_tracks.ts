import { sameLanguage } from "../../../media/languages/languages.ts";
import type { MissingTracks, UnrecognisedTracks } from "../open/extracted.ts";
import type { MuxTrack } from "../mux/identify.ts";
import type { ListedStream } from "./disc_titles.ts";

/** Tracks to keep in a file that MakeMKV has written. */
export interface Keeping {
  /** mkvmerge track IDs in that file. Undefined if all tracks are kept. */
  keep?: { audio: number[]; subtitles: number[] };
  /** Selected tracks that are missing from the file. */
  missing: MissingTracks;
  unrecognised: UnrecognisedTracks;
}

/** Selected tracks, by their index among the displayed tracks. */
export interface Choice {
  audio: readonly number[];
  subtitles: readonly number[];
}

/**
 * Finds the selected tracks in a file written by MakeMKV. MakeMKV lists more tracks than it writes, because derived
 * tracks depend on the settings and empty tracks are dropped. A track that matches no listed stream is kept, because it
 * may be a selected track that MakeMKV has converted. Pure.
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

/** Returns the codec family. MakeMKV converts the audio samples of a disc to the format used in Matroska. */
const familyOf = (codecId: string): string =>
  codecId === "A_MS/ACM" ? "A_PCM" : codecId.startsWith("S_") ? codecId : codecId.split("/")[0] ?? "";

/** Returns mkvmerge arguments that copy the kept tracks of a file and everything in it that is not a track. */
export function keepArgs(
  { input, output, title }: { input: string; output: string; title: string },
  { audio, subtitles }: NonNullable<Keeping["keep"]>,
): string[] {
  return [
    ...["--output", output, "--title", title],
    ...(audio.length > 0 ? ["--audio-tracks", audio.join(",")] : ["--no-audio"]),
    ...(subtitles.length > 0 ? ["--subtitle-tracks", subtitles.join(",")] : ["--no-subtitles"]),
    // The default track of the input may be one of the removed tracks.
    ...audio.flatMap((id, i) => ["--default-track-flag", `${id}:${i === 0 ? 1 : 0}`]),
    input,
  ];
}
