import { createHash } from "node:crypto";
import type { CdToc } from "../model.ts";

/** Number of sectors in the lead-in. Databases count from its start. */
const LEAD_IN = 150;
const SECTORS_PER_SECOND = 75;
const MAX_TRACKS = 99;

/** Table of contents as in MusicBrainz: data tracks after the audio are omitted, and the disc ends with the audio. */
interface MusicBrainzToc {
  first: number;
  last: number;
  leadOut: number;
  offsets: number[];
}

function musicBrainzTracks({ tracks, leadOut }: CdToc): MusicBrainzToc {
  const lastAudio = tracks.findLastIndex(({ isAudio }) => isAudio);
  const counted = lastAudio < 0 ? tracks : tracks.slice(0, lastAudio + 1);
  const end = counted.at(-1);
  const audioEnd = end === undefined || counted.length === tracks.length ? leadOut : end.start + end.sectors;
  return {
    first: counted[0]?.number ?? 0,
    last: end?.number ?? 0,
    leadOut: audioEnd + LEAD_IN,
    offsets: counted.map(({ start }) => start + LEAD_IN),
  };
}

const hex = (value: number, digits: number): string => (value >>> 0).toString(16).toUpperCase().padStart(digits, "0");

/** Computes the MusicBrainz disc ID, 28 characters (https://musicbrainz.org/doc/Disc_ID_Calculation). */
export function musicBrainzDiscId(toc: CdToc): string {
  const { first, last, leadOut, offsets } = musicBrainzTracks(toc);
  const places = new Array<number>(MAX_TRACKS).fill(0);
  for (const [at, offset] of offsets.entries()) places[first - 1 + at] = offset;
  const text = hex(first, 2) + hex(last, 2) + [leadOut, ...places].map((place) => hex(place, 8)).join("");
  const sum = createHash("sha1").update(text).digest("base64");
  return sum.replaceAll("+", ".").replaceAll("/", "_").replaceAll("=", "-");
}

/** Formats the first track, last track, lead-out and track positions as MusicBrainz does: `1 6 95462 150 15363 …`. */
export function musicBrainzTocText(toc: CdToc): string {
  const { first, last, leadOut, offsets } = musicBrainzTracks(toc);
  return [first, last, leadOut, ...offsets].join(" ");
}

/** Computes the CDDB disc ID, 8 hexadecimal digits. Different discs can have the same ID. Data tracks are included. */
export function freedbId({ tracks, leadOut }: CdToc): string {
  const seconds = tracks.map(({ start }) => Math.floor((start + LEAD_IN) / SECTORS_PER_SECOND));
  const digits = seconds.flatMap((one) => [...String(one)]).reduce((sum, digit) => sum + Number(digit), 0);
  const length = discSeconds({ leadOut }) - (seconds[0] ?? 0);
  return hex(((digits % 255) * 2 ** 24) + length * 2 ** 8 + tracks.length, 8).toLowerCase();
}

/** Returns the length of the disc as defined by CDDB: whole seconds up to the lead-out, including the lead-in. */
export const discSeconds = ({ leadOut }: Pick<CdToc, "leadOut">): number =>
  Math.floor((leadOut + LEAD_IN) / SECTORS_PER_SECOND);
