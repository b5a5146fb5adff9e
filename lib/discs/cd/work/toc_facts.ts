import type { CdInfo } from "../../cd_schema.ts";
import { freedbId, musicBrainzDiscId, musicBrainzTocText } from "../ids/disc_ids.ts";
import type { CdToc } from "../model.ts";

/** What a rip keeps of a table of contents, before anything else is known of the disc. Pure. */
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

/** The table of contents that a rip has kept. Pure. */
export const tocOf = ({ tracks, leadOut, catalogNumber, title, performer, doubtfulCharset }: CdInfo): CdToc => ({
  tracks: tracks.map(({ startSector, ...track }) => ({ ...track, start: startSector })),
  leadOut,
  ...given({ catalogNumber, title, performer, doubtfulCharset }),
});

/** Texts that are there, none longer than a record takes. */
function given<K extends string>(texts: Record<K, string | undefined>): { [P in K]?: string } {
  const found = Object.entries<string | undefined>(texts).flatMap(([key, text]) =>
    text ? [[key, text.slice(0, 1000)]] : []
  );
  return Object.fromEntries(found) as { [P in K]?: string };
}
