import { createHash } from "node:crypto";
import type { CdToc } from "../model.ts";

/** Sectors of the lead-in: databases count from its start. */
const LEAD_IN = 150;
const SECTORS_PER_SECOND = 75;
const MAX_TRACKS = 99;

/** What MusicBrainz counts of a disc: data after the sound is left out, and the disc ends where the sound does. */
interface MusicBrainzToc {
  first: number;
  last: number;
  leadOut: number;
  offsets: number[];
}

function musicBrainzTracks({ tracks, leadOut }: CdToc): MusicBrainzToc {
  const lastSound = tracks.findLastIndex(({ isAudio }) => isAudio);
  const counted = lastSound < 0 ? tracks : tracks.slice(0, lastSound + 1);
  const end = counted.at(-1);
  const soundEnd = end === undefined || counted.length === tracks.length ? leadOut : end.start + end.sectors;
  return {
    first: counted[0]?.number ?? 0,
    last: end?.number ?? 0,
    leadOut: soundEnd + LEAD_IN,
    offsets: counted.map(({ start }) => start + LEAD_IN),
  };
}

const hex = (value: number, digits: number): string => (value >>> 0).toString(16).toUpperCase().padStart(digits, "0");

/** The disc id of MusicBrainz, 28 characters (https://musicbrainz.org/doc/Disc_ID_Calculation). */
export function musicBrainzDiscId(toc: CdToc): string {
  const { first, last, leadOut, offsets } = musicBrainzTracks(toc);
  const places = new Array<number>(MAX_TRACKS).fill(0);
  for (const [at, offset] of offsets.entries()) places[first - 1 + at] = offset;
  const text = hex(first, 2) + hex(last, 2) + [leadOut, ...places].map((place) => hex(place, 8)).join("");
  const sum = createHash("sha1").update(text).digest("base64");
  return sum.replaceAll("+", ".").replaceAll("/", "_").replaceAll("=", "-");
}

/** First track, last track, lead-out and the tracks' places as MusicBrainz takes them: `1 6 95462 150 15363 …`. */
export function musicBrainzTocText(toc: CdToc): string {
  const { first, last, leadOut, offsets } = musicBrainzTracks(toc);
  return [first, last, leadOut, ...offsets].join(" ");
}

/** The id that CDDB servers know a disc by, 8 hexadecimal digits; many discs share one. Data tracks count. */
export function freedbId({ tracks, leadOut }: CdToc): string {
  const seconds = tracks.map(({ start }) => Math.floor((start + LEAD_IN) / SECTORS_PER_SECOND));
  const digits = seconds.flatMap((one) => [...String(one)]).reduce((sum, digit) => sum + Number(digit), 0);
  const length = discSeconds({ leadOut }) - (seconds[0] ?? 0);
  return hex(((digits % 255) * 2 ** 24) + length * 2 ** 8 + tracks.length, 8).toLowerCase();
}

/** The disc's length as CDDB counts it: whole seconds up to the lead-out, with those of the lead-in. */
export const discSeconds = ({ leadOut }: Pick<CdToc, "leadOut">): number =>
  Math.floor((leadOut + LEAD_IN) / SECTORS_PER_SECOND);
