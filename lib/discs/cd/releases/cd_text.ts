import type { CatalogRelease } from "../../../library/metadata/musicbrainz/model.ts";
import type { CdToc } from "../model.ts";
import { numberedTitle } from "./numbered_title.ts";

/** Converts the CD-Text to a selectable release. Undefined if it names neither the disc nor a track. Pure. */
export function cdTextRelease(toc: CdToc): CatalogRelease | undefined {
  const audio = toc.tracks.filter(({ isAudio }) => isAudio);
  if (!toc.title && !audio.some(({ title }) => title)) return undefined;
  const artist = toc.performer ?? sharedBy(audio.map(({ performer }) => performer)) ?? "";
  return {
    kind: "release",
    releaseId: "cdtext",
    title: toc.title ?? "",
    artist,
    ...(toc.catalogNumber ? { barcode: toc.catalogNumber } : {}),
    discNumber: 1,
    discCount: 1,
    trackCount: audio.length,
    tracks: audio.map(({ number, title, performer, sectors, isrc }) => ({
      number,
      title: title || numberedTitle(number),
      ...(performer && performer !== artist ? { artist: performer } : {}),
      lengthMs: Math.round(sectors * 1000 / 75),
      ...(isrc ? { isrc } : {}),
    })),
    source: "cdtext",
  };
}

/** The text if it is the same for all. */
const sharedBy = ([first, ...others]: (string | undefined)[]): string | undefined =>
  others.every((one) => one === first) ? first : undefined;
