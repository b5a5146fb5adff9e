import { join } from "node:path";
import type { CdTrackRead } from "../../cd_schema.ts";
import type { FindTool } from "../../rippers/makemkv/find_makemkv.ts";
import { RipProblem, type Watching } from "../../ripper_model.ts";
import type { TrackChecksums } from "../accuraterip/checksums.ts";
import { type KnownTrack, knownTracks, matchTrack } from "../accuraterip/pressings.ts";
import { encodeTrack } from "../files/encode_track.ts";
import type { CdToc } from "../model.ts";
import { isDoubtful, type TrackReading } from "../reading/model.ts";
import { readTrack } from "../reading/read_track.ts";
import type { CopiedTrack, TrackToCopy } from "./model.ts";

/** Programs and settings for reading. */
export interface CopyMeans {
  findTool: FindTool;
  encodertoolPath: string;
  ffmpegPath: string;
  /** In samples. */
  readOffset: number;
  compressionLevel: number;
}

/** Reads one track, several times if there are signs of errors, and creates a verified FLAC file of it. */
export async function copyTrack(
  { source, toc, number, folder, known }: TrackToCopy,
  { findTool, encodertoolPath, ffmpegPath, readOffset, compressionLevel }: CopyMeans,
  watching: Watching,
): Promise<CopiedTrack> {
  const entries = known?.outcome === "known" ? knownTracks(known.pressings, placeAmongAudio(toc, number)) : [];
  const reading = await readTrack({
    ...{ source, toc, folder, findTool, encodertoolPath, ...watching },
    track: number === 0 ? "hidden" : number,
    // Images have no read offset, because offsets are a property of drives.
    offset: source.kind === "image" ? 0 : readOffset,
    ...(entries.length === 0 ? {} : { confirm: (sums: TrackChecksums) => matchTrack(entries, sums) !== undefined }),
  });
  const path = join(folder, "track.flac");
  const seconds = reading.samples / 44_100;
  const encoded = await encodeTrack({
    ...{ ffmpegPath, pcmPath: reading.path, output: path, compressionLevel, signal: watching.signal },
    onProgress: (done) => watching.onProgress({ step: `${nameOf(number)}, encoding`, fraction: done / seconds }),
  });
  if (encoded.md5 !== reading.md5) {
    throw new RipProblem("read_error", "The samples in the rip folder differ from those that were read.");
  }
  return { path, read: trackRead(number, reading, known?.outcome === "known" ? entries : undefined) };
}

const nameOf = (number: number): string => number === 0 ? "Hidden track" : `Track ${number}`;

/**
 * Returns the index of a track among the audio tracks, from 0. -1 for the hidden track, which the database does not
 * contain.
 */
const placeAmongAudio = ({ tracks }: CdToc, number: number): number =>
  tracks.filter(({ isAudio }) => isAudio).findIndex((track) => track.number === number);

const hex = (value: number): string => (value >>> 0).toString(16).toUpperCase().padStart(8, "0");

/** Converts a reading to its stored record. `entries` are the database entries of the track. Pure. */
function trackRead(number: number, reading: TrackReading, entries: readonly KnownTrack[] | undefined): CdTrackRead {
  const { samples, md5, crc32, crcs, checksums: { v1, v2 }, readErrors, skips, reader, offset } = reading;
  const confidence = (crc: number): number =>
    Math.max(0, ...(entries ?? []).filter((one) => one.crc === crc).map((one) => one.confidence));
  const [testCrc] = crcs;
  return {
    number,
    ...{ samples, md5, crc: crc32, readErrors, skips, reader, readOffset: offset, reads: crcs.length },
    ...(crcs.length > 1 && testCrc !== undefined ? { testCrc } : {}),
    accurateRip: {
      ...{ v1: hex(v1), v2: hex(v2) },
      ...(entries === undefined || number === 0 ? {} : { confidenceV1: confidence(v1), confidenceV2: confidence(v2) }),
    },
    doubtful: isDoubtful(reading),
  };
}
