import { join } from "node:path";
import { count } from "../../../kit/format.ts";
import { copyDvdTitle, type DvdCopy } from "../../dvd/extract/copy_title.ts";
import type { DiscFiles } from "../../files/model.ts";
import type { ReadTitle } from "../../model.ts";
import { RipProblem, type TitleCopy } from "../../ripper_model.ts";
import { identify, type MuxTrack } from "../mux/identify.ts";
import type { OutputTrack } from "../mux/mux_args.ts";
import type { Extracted, Extraction } from "./extracted.ts";
import { chosenTracks, trackSettings, withDefaultAudio } from "./track_settings.ts";

/** Copies the packs of a DVD title to `folder`. Throws `DiscFault` and `RipProblem`. */
export async function extractDvd(
  files: DiscFiles,
  read: ReadTitle,
  copy: TitleCopy,
  { mkvmerge, folder, signal, onProgress, onLog }: Extraction,
): Promise<Extracted> {
  const vob = join(folder, "title.vob");
  const report = (done: number, total: number) =>
    onProgress({ step: "Copying from the disc", fraction: total > 0 ? done / total : 0, bytesDone: done });
  const copied = await copyDvdTitle(files, read, { vob, subtitles: folder }, report, signal);
  const lost = copied.lost.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  if (lost > 0) {
    onLog(
      `Could not read ${count(lost, "sector")} of the title; the first missing one is ${copied.lost[0]?.first}`,
    );
  }
  const joins = joinsOf(read);
  if (joins >= MANY_JOINS) {
    onLog(
      `The title was joined from ${joins + 1} parts: its audio may lag by up to ${joins * FRAME_MS} ms at the end`,
    );
  }
  const written = copied.subtitles.flatMap(({ idx, sub }) => [idx, sub]);
  const { tracks, inputs, missing } = placeTracks(read, copy, {
    copied,
    vob,
    identified: await identify(mkvmerge, vob, signal),
    onLog,
  });
  return { inputs, tracks, chapters: read.chapters, temporary: [vob, ...written], readErrors: lost, missing };
}

/**
 * Tolerance in milliseconds per join. mkvmerge joins parts by the length of their audio, which is up to one audio frame
 * longer than their video.
 */
const FRAME_MS = 32;
const MANY_JOINS = 2;

/** Returns the number of times that the clock of the stream restarts after the beginning. */
const joinsOf = ({ source }: ReadTitle): number =>
  source.kind === "dvd" ? source.cells.slice(1).filter(({ newClock }) => newClock).length : 0;

interface Placing {
  copied: DvdCopy;
  vob: string;
  identified: MuxTrack[];
  onLog(line: string): void;
}

function placeTracks(
  read: ReadTitle,
  copy: TitleCopy,
  { copied, vob, identified, onLog }: Placing,
): Pick<Extracted, "inputs" | "tracks" | "missing"> {
  const inputs = [vob];
  const missing: Extracted["missing"] = { audio: [], subtitles: [] };
  const tracks = identified.filter(({ kind }) => kind === "video").slice(0, 1)
    .map(({ id }): OutputTrack => ({ input: 0, id, kind: "video", language: "und", isDefault: true }));
  for (const { index, track } of chosenTracks(read.audio, copy.audio)) {
    const found = identified.find(({ kind, streamId }) => kind === "audio" && streamId === track.streamId);
    if (found !== undefined) {
      tracks.push({ input: 0, id: found.id, kind: "audio", ...trackSettings(copy.title.audioTracks[index], track) });
      continue;
    }
    if (copied.streams.includes(track.streamId)) {
      throw new RipProblem(
        "failed",
        `mkvmerge did not find audio track ${index + 1} of the title, although it exists.`,
      );
    }
    missing.audio.push(index);
    onLog(`Audio track ${index + 1} was skipped: the disc lists it, but has no audio for it`);
  }
  for (const { index, track } of chosenTracks(read.subtitles, copy.subtitles)) {
    const found = copied.subtitles.find(({ streamId }) => streamId === track.streamId);
    if (found === undefined || found.subpictures === 0) {
      missing.subtitles.push(index);
      onLog(`Subtitle track ${index + 1} was skipped: it is empty`);
      continue;
    }
    const settings = trackSettings(copy.title.subtitleTracks[index], track);
    // Discs rarely have a flag for forced tracks, but the subtitle subpictures themselves have one.
    const forced = settings.forced || found.forced === found.subpictures;
    tracks.push({ input: inputs.length, id: 0, kind: "subtitles", ...settings, forced });
    inputs.push(found.idx);
  }
  return { inputs, tracks: withDefaultAudio(tracks), missing };
}
