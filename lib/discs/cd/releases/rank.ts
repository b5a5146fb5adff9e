import type { CatalogRelease } from "../../../library/metadata/musicbrainz/model.ts";

/** Which of several releases of one disc lies in the drive. Pure. */

/** What the disc and its owner say. */
export interface RankHints {
  /** The number that the disc carries; UPC and EAN of one product are the same. */
  catalogNumber?: string;
  /** Two letters, as MusicBrainz writes countries. */
  country?: string;
}

/** Releases of MusicBrainz, the likeliest first: number on the disc, this very disc, official, own country, earliest. */
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

/** Whether the number below the release's barcode is the one that the disc carries. */
export function hasBarcode({ barcode }: Pick<CatalogRelease, "barcode">, catalogNumber: string | undefined): boolean {
  const [ours, theirs] = [digits(catalogNumber), digits(barcode)];
  return ours !== "" && ours === theirs;
}

/** A UPC is an EAN with a zero before it; discs without a number may carry zeros. */
const digits = (code: string | undefined): string => (code ?? "").replace(/\D/g, "").replace(/^0+/, "");

/** Earliest first, unknown last. */
function compareDates(a: string | undefined, b: string | undefined): number {
  if (!a || !b) return Number(!a) - Number(!b);
  return a < b ? -1 : Number(a > b);
}
