import type { CatalogRelease } from "../../../library/metadata/musicbrainz/model.ts";

/** Determines which release of a disc is in the drive. Pure. */

/** Hints from the disc and the user. */
export interface RankHints {
  /** Catalogue number on the disc. The UPC and EAN of a product are considered equal. */
  catalogNumber?: string;
  /** Two-letter country code, as used by MusicBrainz. */
  country?: string;
}

/**
 * Sorts MusicBrainz releases, best match first: catalogue number on the disc, exact disc ID, official, preferred
 * country, earliest.
 */
export function rankReleases(releases: readonly CatalogRelease[], hints: RankHints): CatalogRelease[] {
  const weight = (release: CatalogRelease): number =>
    [
      hasBarcode(release, hints.catalogNumber),
      !release.inexact,
      release.status === "Official",
      hints.country !== undefined && release.country === hints.country,
    ].reduce((sum, holds) => sum * 2 + Number(holds), 0);
  return releases.toSorted((a, b) => weight(b) - weight(a) || compareDates(a.date, b.date));
}

/** True if the barcode of the release matches the catalogue number on the disc. */
export function hasBarcode({ barcode }: Pick<CatalogRelease, "barcode">, catalogNumber: string | undefined): boolean {
  const [ours, theirs] = [digits(catalogNumber), digits(barcode)];
  return ours !== "" && ours === theirs;
}

/**
 * Returns the digits without leading zeros. A UPC is an EAN without its leading zero. Discs without a catalogue number
 * may store zeros.
 */
const digits = (code: string | undefined): string => (code ?? "").replace(/\D/g, "").replace(/^0+/, "");

/** Sorts the earliest date first and unknown dates last. */
function compareDates(a: string | undefined, b: string | undefined): number {
  if (!a || !b) return Number(!a) - Number(!b);
  return a < b ? -1 : Number(a > b);
}
