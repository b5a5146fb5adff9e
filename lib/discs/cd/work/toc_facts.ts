import type { CdInfo } from "../../cd_schema.ts";
import { freedbId, musicBrainzDiscId, musicBrainzTocText } from "../ids/disc_ids.ts";
import type { CdToc } from "../model.ts";

/** Converts a table of contents to the CD record of a rip, before anything else about the disc is known. Pure. */
export const cdInfoOf = (toc: CdToc): CdInfo => ({
  discId: musicBrainzDiscId(toc),
  cddbId: freedbId(toc),
  toc: musicBrainzTocText(toc),
  leadOut: toc.leadOut,
  ...given({
    ...{ catalogNumber: toc.catalogNumber, title: toc.title, performer: toc.performer },
    doubtfulCharset: toc.doubtfulCharset,
  }),
  tracks: toc.tracks.map(({ number, start, sectors, isAudio, preEmphasis, pregap, isrc, title, performer }) => ({
    ...{ number, startSector: start, sectors, isAudio, preEmphasis },
    ...(pregap === undefined ? {} : { pregap }),
    ...given({ isrc, title, performer }),
  })),
  releases: [],
  selected: -1,
  sure: false,
  reads: [],
});

/** Converts the CD record of a rip back to the table of contents. Pure. */
export const tocOf = ({ tracks, leadOut, catalogNumber, title, performer, doubtfulCharset }: CdInfo): CdToc => ({
  tracks: tracks.map(({ startSector, ...track }) => ({ ...track, start: startSector })),
  leadOut,
  ...given({ catalogNumber, title, performer, doubtfulCharset }),
});

/** Returns the texts that are present, truncated to the maximum length of a record. */
function given<K extends string>(texts: Record<K, string | undefined>): { [P in K]?: string } {
  const found = Object.entries<string | undefined>(texts).flatMap(([key, text]) =>
    text ? [[key, text.slice(0, 1000)]] : []
  );
  return Object.fromEntries(found) as { [P in K]?: string };
}
