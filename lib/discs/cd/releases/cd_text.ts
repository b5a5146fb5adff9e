import type { CatalogRelease } from "../../../library/metadata/musicbrainz/model.ts";
import type { CdToc } from "../model.ts";
import { numberedTitle } from "./numbered_title.ts";

/** What the disc says of itself as a release to choose; undefined when it names neither itself nor a track. Pure. */
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

/** The one text that all have. */
const sharedBy = ([first, ...others]: (string | undefined)[]): string | undefined =>
  others.every((one) => one === first) ? first : undefined;
