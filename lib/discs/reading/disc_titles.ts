import type { ReadDisc, ReadTitle } from "../model.ts";
import type { ScannedTitle } from "../ripper_model.ts";
import type { DiscTitle } from "../title_schema.ts";
import { audioTrack, subtitleTrack, trackLists, videoName } from "./track_labels.ts";

/**
 * Returns the titles of a disc with at least the given length, numbered in order and with their locations. Pure. A
 * different minimum length changes the numbers.
 */
export const scannedTitles = ({ titles }: Pick<ReadDisc, "titles">, minSeconds: number): ScannedTitle[] =>
  titles.filter(({ durationMs }) => durationMs >= minSeconds * 1000)
    .map((read, id) => ({ title: discTitle(read, id), read }));

/** Converts a title to its wire format. */
export function discTitle(read: ReadTitle, id: number): DiscTitle {
  const { sourceFile, angle, durationMs, sizeBytes, chapters, segmentMap, video, problem, source } = read;
  const name = source.kind === "dvd" ? `Title ${Number(sourceFile)}` : sourceFile;
  const shown = angle === undefined ? name : `${name}, angle ${angle}`;
  return {
    id,
    name: shown,
    durationSeconds: durationMs / 1000,
    sizeBytes,
    chapters: chapters.length,
    fileName: `title_t${String(id).padStart(2, "0")}.mkv`,
    sourceFile,
    // Maximum number of characters in the wire schema. The maps of real discs are far shorter.
    ...(segmentMap.length <= 20_000 ? { segmentMap } : {}),
    ...(angle === undefined ? {} : { angle }),
    ...(video === undefined ? {} : videoFacts(video)),
    ...trackLists(read.audio.map(audioTrack), read.subtitles.map(subtitleTrack)),
    flags: [],
    ...(problem === undefined ? {} : { problem: problem.slice(0, 1000) }),
  };
}

function videoFacts(
  video: NonNullable<ReadTitle["video"]>,
): Pick<DiscTitle, "videoCodec" | "resolution" | "frameRate"> {
  const [frames, seconds] = video.frameRate;
  return {
    videoCodec: videoName(video.codec),
    resolution: `${video.width}x${video.height}`,
    ...(seconds > 0 ? { frameRate: Math.round(frames / seconds * 1000) / 1000 } : {}),
  };
}
