import { createHash } from "node:crypto";
import { exactTime } from "../../../kit/format.ts";
import { VERSION } from "../../../kit/version.ts";
import { type Gain, gainText, peakText } from "../../../media/audio/replay_gain.ts";
import type { CdToc } from "../model.ts";
import type { CdAlbum } from "./album.ts";
import { trackFileName } from "./names.ts";
import { oneLine } from "./one_line.ts";

/** Details about how a disc was read. */
export interface ReadingFacts {
  finishedAt: Date;
  /** Vendor, model and firmware of the drive, or the image. */
  drive: string;
  /** Read offset in stereo samples. */
  readOffset: number;
  /** Programs used to read and encode, with their versions. */
  tools: readonly { name: string; version: string }[];
  /** CDDB disc ID, eight hexadecimal digits. */
  cddbId: string;
  tracks: readonly TrackReading[];
}

/** Details about how one track was read. Checksums are unsigned 32-bit numbers. */
export interface TrackReading {
  /** Track number. 0 for a track hidden before the first one. */
  number: number;
  /** CRC32 of the samples from the first of two reads. Absent if one read was sufficient. */
  testCrc?: number;
  /** CRC32 of the samples that were kept. */
  copyCrc: number;
  /**
   * AccurateRip results. Absent if not computed. The confidence is absent if the database was not queried, and 0 if no
   * rip matches.
   */
  accurateRip?: { v1: number; v2: number; confidenceV1?: number; confidenceV2?: number };
  readErrors: number;
  /** Number of positions with missing samples. */
  skips: number;
  /** True if repeated reads never returned the same samples. */
  isDoubtful?: boolean;
}

/** Result of one track. */
export interface TrackResult {
  number: number;
  /** MD5 of the samples. */
  md5: string;
  /** Number of stereo samples. */
  samples: number;
  /** ReplayGain of the track. Undefined if the track is silent. */
  gain?: Gain;
}

/** Contents of the log. `results` are in the order of the album's tracks. */
export interface RipLog {
  album: CdAlbum;
  toc: CdToc;
  reading: ReadingFacts;
  results: readonly TrackResult[];
  albumGain?: Gain;
}

/**
 * Formats the log of a rip for the user. Its last line is the SHA-256 of all preceding text, which detects accidental
 * changes but not deliberate ones. Pure.
 */
export function ripLogText(log: RipLog): string {
  const { album, toc, reading, results } = log;
  const sections = [
    headLines(log),
    tocLines(toc),
    ...album.tracks.map((track) => {
      const read = reading.tracks.find(({ number }) => number === track.number);
      const result = results.find(({ number }) => number === track.number);
      return [
        `Track ${two(track.number)}: ${track.artist} - ${track.title}`,
        `  File: ${trackFileName(track)}`,
        ...pregapLines(toc, track.number),
        ...(track.preEmphasis ? ["  Pre-emphasis: yes"] : []),
        ...(result ? resultLines(result) : []),
        ...(read ? readingLines(read) : ["  Not read"]),
      ];
    }),
    endLines(log),
  ];
  const text = `${sections.map((lines) => lines.join("\n")).join("\n\n")}\n`;
  return `${text}SHA-256: ${createHash("sha256").update(text).digest("hex")}\n`;
}

function headLines({ album, reading }: RipLog): string[] {
  return [
    `Lathe ${VERSION}: audio CD log`,
    `Finished: ${exactTime(reading.finishedAt.toISOString())}`,
    "",
    `${album.artist} - ${album.title}${album.date ? ` (${album.date})` : ""}`,
    ...(album.discCount > 1 ? [`Disc ${album.discNumber} of ${album.discCount}`] : []),
    "",
    `Drive: ${oneLine(reading.drive)}`,
    `Read offset: ${reading.readOffset > 0 ? "+" : ""}${reading.readOffset} samples`,
    ...reading.tools.map(({ name, version }) => `Tool: ${oneLine(`${name} ${version}`)}`),
    `MusicBrainz disc ID: ${album.ids.disc}`,
    `CDDB disc ID: ${reading.cddbId}`,
  ];
}

/** Formats the table of contents. Positions are in sectors from the end of the lead-in. */
function tocLines({ tracks, leadOut }: CdToc): string[] {
  const cell = (value: string | number) => String(value).padStart(9);
  return [
    ["Track", "Start", "Length", "Sector", "Sectors"].map(cell).join(" "),
    ...tracks.map(({ number, start, sectors, isAudio }) =>
      [number, clock(start), clock(sectors), start, sectors].map(cell).join(" ") + (isAudio ? "" : "  data")
    ),
    `Lead-out: ${clock(leadOut)} (sector ${leadOut})`,
  ];
}

function pregapLines({ tracks }: CdToc, number: number): string[] {
  const pregap = tracks.find((track) => track.number === number)?.pregap;
  return pregap === undefined ? [] : [`  Pregap: ${clock(pregap)}`];
}

const resultLines = ({ md5, samples, gain }: TrackResult): string[] => [
  `  Samples: ${samples}`,
  `  MD5 of the samples: ${md5}`,
  ...(gain ? [`  Peak: ${peakText(gain)}`, `  Track gain: ${gainText(gain)}`] : ["  Peak: silence"]),
];

function readingLines({ testCrc, copyCrc, accurateRip, readErrors, skips, isDoubtful }: TrackReading): string[] {
  const state = (confidence: number | undefined): string =>
    confidence === undefined ? "not looked up" : confidence > 0 ? `accurate, confidence ${confidence}` : "no match";
  return [
    ...(testCrc === undefined ? [] : [`  CRC32 test: ${hex(testCrc)}`]),
    `  CRC32 copy: ${hex(copyCrc)}`,
    ...(accurateRip
      ? [
        `  AccurateRip v1: ${hex(accurateRip.v1)}, ${state(accurateRip.confidenceV1)}`,
        `  AccurateRip v2: ${hex(accurateRip.v2)}, ${state(accurateRip.confidenceV2)}`,
      ]
      : []),
    `  Read errors: ${readErrors}`,
    ...(skips > 0 ? [`  Skips: ${skips}`] : []),
    ...(isDoubtful ? ["  Doubtful: repeated reads never returned the same samples"] : []),
  ];
}

function endLines({ album, reading, results, albumGain }: RipLog): string[] {
  const isGood = ({ number }: { number: number }): boolean => {
    const read = reading.tracks.find((one) => one.number === number);
    return read !== undefined && read.skips === 0 && !read.isDoubtful && results.some((one) => one.number === number);
  };
  const troubled = album.tracks.filter((track) => !isGood(track)).map(({ number }) => two(number));
  return [
    ...accurateLines(reading.tracks),
    ...(albumGain ? [`Album peak: ${peakText(albumGain)}`, `Album gain: ${gainText(albumGain)}`] : []),
    troubled.length === 0
      ? "No errors: every track was read and its file verified."
      : `Tracks with errors that could not be corrected: ${troubled.join(", ")}.`,
  ];
}

/** Formats the AccurateRip results. Empty if the database was not queried. */
function accurateLines(tracks: readonly TrackReading[]): string[] {
  const known = tracks.map(({ accurateRip: found }) => Math.max(found?.confidenceV1 ?? -1, found?.confidenceV2 ?? -1));
  if (!known.some((confidence) => confidence >= 0)) return [];
  return [
    `AccurateRip: ${known.filter((confidence) => confidence > 0).length} of ${tracks.length} tracks are accurate.`,
  ];
}

const two = (value: number): string => String(value).padStart(2, "0");
const hex = (value: number): string => (value >>> 0).toString(16).toUpperCase().padStart(8, "0");
/** Formats a position as `mm:ss.ff`, with 75 frames per second. */
const clock = (sectors: number): string =>
  `${two(Math.floor(sectors / 4500))}:${two(Math.floor(sectors / 75) % 60)}.${two(sectors % 75)}`;
