import { Fault } from "../../../kit/fault.ts";
import type { CatalogRelease } from "../../../library/metadata/musicbrainz/model.ts";
import type { DiscCatalogue } from "../../../library/metadata/musicbrainz/service.ts";
import type { NameCharset } from "../../../media/cue_sheet/charsets.ts";
import type { Settings } from "../../../platform/settings/schema.ts";
import type { CdToc } from "../model.ts";
import type { FindInCddb } from "./cddb.ts";
import { hasBarcode, rankReleases } from "./rank.ts";
import { numberedTitle } from "./numbered_title.ts";

/** The disc in the drive and its IDs in online databases. */
export interface DiscIdentity {
  toc: CdToc;
  /** MusicBrainz disc ID, 28 characters. */
  discId: string;
  /** CDDB disc ID, 8 hexadecimal digits. */
  cddbId: string;
  /**
   * Table of contents as used by MusicBrainz, `first last leadout offset1 …`: without a data track at the end, and
   * including the lead-in.
   */
  tocText: string;
}

/** Sources of releases. The settings control which are enabled. */
export interface FindOptions {
  catalogue: Pick<DiscCatalogue, "discReleases" | "barcodeReleases">;
  cddb: FindInCddb;
  settings: Pick<Settings, "releasedb" | "cddb" | "disc">;
  /** Two-letter code of the country whose releases are preferred. */
  country?: string;
  /** Character set of CDDB entries, if set by the user. */
  charset?: NameCharset;
  signal?: AbortSignal;
}

/** The releases found, best match first. */
export interface FoundReleases {
  releases: CatalogRelease[];
  /**
   * Index of the preselected release. With -1, no release is preselected: the user chooses one, or tracks are named by
   * number.
   */
  selected: number;
  /** True if the user need not confirm the selection. */
  sure: boolean;
  /** Messages for the disc's log. */
  log: string[];
}

/**
 * Queries MusicBrainz by disc ID, then by the catalogue number on the disc, then CDDB. CD-Text is used last. A failing
 * service only adds a line to the log. CDDB entries may be notices instead of titles, so they are never selected.
 * Throws the reason of `signal`, `shutting_down`.
 */
export async function findReleases(disc: DiscIdentity, options: FindOptions): Promise<FoundReleases> {
  if (!disc.toc.tracks.some(({ isAudio }) => isAudio)) {
    return { releases: [], selected: -1, sure: false, log: ["The disc has no audio tracks."] };
  }
  const { settings, cddb, charset, signal } = options;
  const { catalogNumber } = disc.toc;
  const log: string[] = [];
  const known = rankReleases(await fromMusicBrainz(disc, options, log), { catalogNumber, country: options.country });
  const isKnown = known.some(({ inexact }) => !inexact);
  if (!isKnown && settings.cddb.enabled) {
    const found = await cddb({ toc: disc.toc, cddbId: disc.cddbId, server: settings.cddb.server, charset }, signal);
    log.push(...found.log);
    if (found.releases.length > 0) log.push(`CDDB suggests ${listed(found.releases)}.`);
    known.push(...found.releases);
  }
  const own = cdTextRelease(disc.toc);
  if (own !== undefined) log.push("The disc contains its own track names (CD-Text).");
  const releases = [...known, ...(own ? [own] : [])];
  if (releases.length === 0) log.push("No release was found for this disc, so its tracks are named by number.");
  const { selected, sure } = selectedOf(releases, catalogNumber);
  const isDoubtful = disc.toc.doubtfulCharset !== undefined && releases[selected] === own;
  return { releases, selected, sure: sure && !isDoubtful, log };
}

/** Returns the releases from MusicBrainz in their original order. */
async function fromMusicBrainz(
  { toc, discId, tocText }: DiscIdentity,
  { catalogue, settings, signal }: FindOptions,
  log: string[],
): Promise<CatalogRelease[]> {
  if (!settings.releasedb.enabled || !settings.disc.cd.releasedb) return [];
  const disc = { discId, toc: tocText };
  try {
    const found = await catalogue.discReleases(disc, signal);
    if (found.some(({ inexact }) => !inexact)) {
      log.push(`MusicBrainz lists this disc as ${listed(found)}.`);
      return found;
    }
    log.push(
      found.length === 0
        ? `MusicBrainz has no entry for this disc (${discId}).`
        : `MusicBrainz has no entry for this disc (${discId}), but lists similar discs: ${listed(found)}.`,
    );
    if (!/[1-9]/.test(toc.catalogNumber ?? "")) return found;
    const numbered = await catalogue.barcodeReleases(toc.catalogNumber ?? "", disc, signal);
    if (numbered.length > 0) log.push(`MusicBrainz lists the catalogue number of the disc: ${listed(numbered)}.`);
    return [...numbered, ...found.filter((one) => !numbered.some(({ releaseId }) => releaseId === one.releaseId))];
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof Fault) || error.code === "shutting_down") throw error;
    log.push(error.message);
    return [];
  }
}

/** Selects the best MusicBrainz release, or otherwise the CD-Text of the disc. */
function selectedOf(
  releases: readonly CatalogRelease[],
  catalogNumber: string | undefined,
): Pick<FoundReleases, "selected" | "sure"> {
  const isSame = (release: CatalogRelease): boolean => hasBarcode(release, catalogNumber);
  const trusted = releases.filter((one) => one.source === "releasedb" && (!one.inexact || isSame(one)));
  const [best] = trusted;
  if (best !== undefined) return { selected: releases.indexOf(best), sure: trusted.length === 1 || isSame(best) };
  const selected = releases.findIndex(({ source }) => source === "cdtext");
  return { selected, sure: selected >= 0 && releases.length === 1 };
}

const MAX_LISTED = 3;

/** Formats a list as `The Tests - Quiet Rooms (2001), … and 4 more`. */
function listed(releases: readonly CatalogRelease[]): string {
  const names = releases.slice(0, MAX_LISTED)
    .map(({ artist, title, date }) => `${artist} - ${title}${date ? ` (${date.slice(0, 4)})` : ""}`);
  const more = releases.length - names.length;
  return names.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** Converts the CD-Text to a selectable release. Undefined if it has names for neither the disc nor a track. Pure. */
function cdTextRelease(toc: CdToc): CatalogRelease | undefined {
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

/** Returns the common value if all values are equal. */
const sharedBy = ([first, ...others]: (string | undefined)[]): string | undefined =>
  others.every((one) => one === first) ? first : undefined;
