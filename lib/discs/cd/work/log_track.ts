import type { CdTrackRead } from "../../cd_schema.ts";
import type { TrackReading } from "../files/rip_log.ts";

const number = (hex: string): number => parseInt(hex, 16);

/** Converts a track to its entry in the album's log. Pure. */
export function logTrack({ accurateRip, ...read }: CdTrackRead): TrackReading {
  const { v1, v2, ...confidences } = accurateRip;
  return {
    number: read.number,
    copyCrc: number(read.crc),
    ...(read.testCrc === undefined ? {} : { testCrc: number(read.testCrc) }),
    accurateRip: { v1: number(v1), v2: number(v2), ...confidences },
    readErrors: read.readErrors,
    skips: read.skips,
    ...(read.doubtful ? { isDoubtful: true } : {}),
  };
}
