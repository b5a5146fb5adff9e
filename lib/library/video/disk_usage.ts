import type { FacetSize } from "../../../db/library/catalogue_lists.ts";
import { AUDIO_FORMATS, CODECS, RESOLUTIONS } from "../../../db/library/title_facets.ts";

/** Codec or audio format of all files of a title, or `several` if they differ. */
export type TitleFormat = (typeof CODECS | typeof AUDIO_FORMATS)[number] | "several" | "unknown";

/** Resolution of all files of a title, or `several` if they differ. */
export type TitleResolution = (typeof RESOLUTIONS)[number] | "several" | "unknown";

/** Size on disk of the titles of a library with the same format, in bytes. */
export interface FormatSize extends Pick<FacetSize, "arr" | "titles" | "bytes"> {
  /** `remux` for movies that are remuxes and series that contain one, whatever their codec. */
  format: TitleFormat | "remux";
}

/** Returns the format of a title. Pure. */
export const formatOf = ({ facets }: Pick<FacetSize, "facets">, arr: FacetSize["arr"]): TitleFormat =>
  onlyOne(facets, arr === "music" ? AUDIO_FORMATS : CODECS);

/** Returns the resolution of a title. Pure. */
export const resolutionOf = ({ facets }: Pick<FacetSize, "facets">): TitleResolution => onlyOne(facets, RESOLUTIONS);

/** Adds up the sizes by library and format, largest first. Pure. */
export function sizesByFormat(sizes: readonly FacetSize[]): FormatSize[] {
  const sums = new Map<string, FormatSize>();
  for (const size of sizes) {
    const { arr, remux, titles, bytes } = size;
    const format = remux ? "remux" : formatOf(size, arr);
    const key = `${arr} ${format}`;
    const sum = sums.get(key) ?? { arr, format, titles: 0, bytes: 0 };
    sums.set(key, { ...sum, titles: sum.titles + titles, bytes: sum.bytes + bytes });
  }
  return [...sums.values()].sort((a, b) => b.bytes - a.bytes);
}

function onlyOne<T extends string>(facets: string, words: readonly T[]): T | "several" | "unknown" {
  const [first, ...others] = words.filter((word) => facets.includes(` ${word} `));
  return first === undefined ? "unknown" : others.length > 0 ? "several" : first;
}
