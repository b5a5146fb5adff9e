import { count } from "../../../kit/format.ts";
import { prepareBlurayTitle, type PreparedTitle } from "../../bluray/extract/prepare.ts";
import type { DiscFiles } from "../../files/model.ts";
import type { ReadTitle } from "../../model.ts";
import type { TitleCopy } from "../../ripper_model.ts";
import { identify, type MuxTrack } from "../mux/identify.ts";
import type { OutputTrack } from "../mux/mux_args.ts";
import type { Extracted, Extraction } from "./extracted.ts";
import { chosenTracks, trackSettings, withDefaultAudio } from "./track_settings.ts";

/**
 * Prepares a Blu-ray title as one stream, which is written to `folder` unless the title can be read in place. Throws
 * `DiscFault`, `RipProblem`.
 */
export async function extractBluray(
  files: DiscFiles,
  read: ReadTitle,
  copy: TitleCopy,
  { mkvmerge, folder, signal, onProgress, onLog }: Extraction,
): Promise<Extracted> {
  const report = (fraction: number) =>
    onProgress({ step: "Copying from the disc", fraction, bytesDone: Math.round(fraction * read.sizeBytes) });
  const prepared = await prepareBlurayTitle(files, read, folder, report, signal);
  const { input, copiedBytes, damagedPackets, chapters } = prepared;
  if (damagedPackets > 0) onLog(`Skipped ${count(damagedPackets, "packet")} of the title because of damage`);
  const identified = await identify(mkvmerge, input, signal);
  return {
    ...placeTracks(read, copy, { prepared, identified, onLog }),
    ...{ inputs: [input], chapters, readErrors: damagedPackets },
    temporary: copiedBytes > 0 ? [input] : [],
  };
}

/** An extracted title, and the tracks that mkvmerge finds in it. */
export interface Placing {
  prepared: Pick<PreparedTitle, "tracks">;
  identified: MuxTrack[];
  onLog(line: string): void;
}

/** Determines which tracks of the stream are written, in disc order, and which selected tracks are missing. Pure. */
export function placeTracks(
  read: Pick<ReadTitle, "audio" | "subtitles">,
  copy: Pick<TitleCopy, "title" | "audio" | "subtitles">,
  { prepared, identified, onLog }: Placing,
): Pick<Extracted, "tracks" | "missing"> {
  const missing: Extracted["missing"] = { audio: [], subtitles: [] };
  const video = prepared.tracks.filter(({ kind }) => kind === "video").flatMap(({ pid }) =>
    identified.filter(({ kind, streamId }) => kind === "video" && streamId === pid)
  );
  const tracks = video.map(({ id }, i): OutputTrack => ({
    ...{ input: 0, id, kind: "video", language: "und", isDefault: i === 0 },
  }));
  for (const { index, track } of chosenTracks(read.audio, copy.audio)) {
    const found = audioAt(track, identified);
    const settings = trackSettings(copy.title.audioTracks[index], track);
    if (found !== undefined) tracks.push({ input: 0, id: found.id, kind: "audio", ...settings });
    else missing.audio.push(index);
  }
  for (const { index, track } of chosenTracks(read.subtitles, copy.subtitles)) {
    const found = identified.find(({ kind, streamId }) => kind === "subtitles" && streamId === track.streamId);
    const settings = trackSettings(copy.title.subtitleTracks[index], track);
    if (found !== undefined) tracks.push({ input: 0, id: found.id, kind: "subtitles", ...settings });
    else missing.subtitles.push(index);
  }
  for (const index of missing.audio) onLog(`Audio track ${index + 1} was skipped: the disc lists it, but it is empty`);
  for (const index of missing.subtitles) onLog(`Subtitle track ${index + 1} was skipped: it is empty`);
  return { tracks: withDefaultAudio(tracks), missing };
}

/** A PID may contain two tracks: TrueHD, and an embedded AC-3 track for old players. The first is the complete one. */
function audioAt({ streamId, codec }: ReadTitle["audio"][number], identified: MuxTrack[]): MuxTrack | undefined {
  const same = identified.filter((track) => track.kind === "audio" && track.streamId === streamId);
  return codec === "truehd" ? same.find((track) => /truehd/i.test(track.codec)) ?? same[0] : same[0];
}
