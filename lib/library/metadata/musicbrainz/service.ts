import * as z from "zod";
import type { MetadataCache } from "../../../../db/library/metadata_cache.ts";
import { Fault } from "../../../kit/fault.ts";
import type { SettingsService } from "../../../platform/settings/service.ts";
import { type CatalogDisc, discRelease } from "./disc_release.ts";
import { createMusicBrainzCache, type MusicBrainzCache } from "./musicbrainz_cache.ts";
import { CatalogFound, type CatalogQuery, type CatalogRelease } from "./model.ts";
import { createMusicBrainz, type MusicBrainzOptions } from "./musicbrainz.ts";
import {
  ArtistAnswer,
  artistOf,
  DiscAnswer,
  OneReleaseAnswer,
  releaseOf,
  type ReleaseRow,
  ReleaseSearchResponse,
} from "./wire.ts";

/** Searches MusicBrainz for releases and artists. */
export interface MusicCatalogue {
  /**
   * Returns the best matches first. Throws `bad_state` while lookups are disabled, `upstream_failed`,
   * `upstream_timeout`, `busy`.
   */
  search(query: CatalogQuery): Promise<CatalogFound[]>;
  /** Aborts requests in progress. */
  close(): Promise<void>;
}

/**
 * Searches for releases of a disc. Each result is reduced to the requested disc. Throws the errors of
 * `MusicCatalogue.search()`.
 */
export interface DiscCatalogue {
  /**
   * Returns releases that contain exactly this disc. If MusicBrainz does not have it, returns those with nearly the
   * same track lengths, marked as inexact.
   */
  discReleases(disc: CatalogDisc, signal?: AbortSignal): Promise<CatalogRelease[]>;
  /**
   * Returns releases with this barcode that contain a disc with the same number of tracks. At most three releases are
   * checked.
   */
  barcodeReleases(barcode: string, disc: CatalogDisc, signal?: AbortSignal): Promise<CatalogRelease[]>;
  /**
   * Returns one release by its ID. Also throws `not_found`, and `bad_state` if none of its discs has the same number of
   * tracks.
   */
  release(releaseId: string, disc: CatalogDisc, signal?: AbortSignal): Promise<CatalogRelease>;
}

/** Services of the MusicBrainz search. `cache` stores the responses. The settings enable lookups. */
export interface MusicCatalogueOptions extends MusicBrainzOptions {
  settings: Pick<SettingsService, "current">;
  cache: MetadataCache;
}

const MAX_FOUND = 25;
/** Maximum number of releases. Each one needs a request, and one request per second is allowed. */
const MAX_WHOLE = 3;
const DISC_PARTS = "artist-credits+recordings+release-groups+labels+media+isrcs";
const RELEASE_PARTS = "artist-credits+labels+recordings+release-groups+media+discids+isrcs";
/** Pattern of MusicBrainz IDs, which are UUIDs. Other values are never sent. */
const RELEASE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const Found = z.array(CatalogFound);

/** Creates the MusicBrainz service. Responses are cached for 30 days. Equal concurrent requests are sent only once. */
export function createMusicCatalogue(options: MusicCatalogueOptions): MusicCatalogue & DiscCatalogue {
  const { settings, cache, clock } = options;
  const kept = createMusicBrainzCache({ ask: createMusicBrainz(options), cache, clock });
  const requireEnabled = (): void => {
    if (settings.current().releasedb.enabled) return;
    throw new Fault("bad_state", "Music release lookup is disabled. Enable it in Settings.");
  };
  return {
    async search(query) {
      requireEnabled();
      return await searched(kept, query);
    },
    async discReleases(disc, signal) {
      requireEnabled();
      return await releasesOfDisc(kept, disc, signal);
    },
    async barcodeReleases(barcode, disc, signal) {
      requireEnabled();
      const found = await searched(kept, { q: barcode, kind: "release" }, signal);
      const releases = found.filter((one) => one.kind === "release").slice(0, MAX_WHOLE);
      const whole: CatalogRelease[] = [];
      for (const { releaseId } of releases) whole.push(...await wholeRelease(kept, releaseId, disc, signal) ?? []);
      return whole;
    },
    async release(releaseId, disc, signal) {
      requireEnabled();
      const found = await wholeRelease(kept, releaseId, disc, signal);
      if (found === undefined) throw new Fault("not_found", "MusicBrainz has no release with this ID.");
      const [release] = found;
      if (release === undefined) {
        throw new Fault("bad_state", "No disc of this release has as many tracks as this one.");
      }
      return release;
    },
    close: kept.close,
  };
}

async function searched(kept: MusicBrainzCache, query: CatalogQuery, signal?: AbortSignal): Promise<CatalogFound[]> {
  const path = `${query.kind}?${new URLSearchParams({
    query: questionOf(query),
    limit: String(MAX_FOUND),
    fmt: "json",
  })}`;
  const found = query.kind === "artist"
    ? await kept.get({ path, wire: ArtistAnswer, kept: Found, make: (sent) => sent.artists.map(artistOf) }, signal)
    : await kept.get(
      { path, wire: ReleaseSearchResponse, kept: Found, make: (sent) => sent.releases.map(releaseOf) },
      signal,
    );
  if (found === undefined) throw new Fault("upstream_failed", "MusicBrainz returned status 404.");
  return found;
}

async function releasesOfDisc(
  kept: MusicBrainzCache,
  disc: CatalogDisc,
  signal?: AbortSignal,
): Promise<CatalogRelease[]> {
  const toc = disc.toc.trim().split(/\s+/).join("+");
  const question = {
    path: `discid/${encodeURIComponent(disc.discId)}?toc=${toc}&inc=${DISC_PARTS}&cdstubs=no&fmt=json`,
    wire: DiscAnswer,
    kept: DiscAnswer,
    make: (sent: z.infer<typeof DiscAnswer>) => sent,
    // An unknown disc may soon be added to MusicBrainz.
    isLasting: ({ id }: z.infer<typeof DiscAnswer>) => Boolean(id),
  };
  const { id, releases } = await kept.get(question, signal) ?? {};
  return (releases ?? []).flatMap((row) => discRelease(row, disc) ?? [])
    .map((release) => id ? release : { ...release, inexact: true });
}

/** Returns an empty list if no disc has the same number of tracks, or undefined if the release does not exist. */
async function wholeRelease(
  kept: MusicBrainzCache,
  releaseId: string,
  disc: CatalogDisc,
  signal?: AbortSignal,
): Promise<CatalogRelease[] | undefined> {
  if (!RELEASE_ID.test(releaseId)) return undefined;
  const row = await kept.get({
    path: `release/${releaseId}?inc=${RELEASE_PARTS}&fmt=json`,
    wire: OneReleaseAnswer,
    kept: OneReleaseAnswer,
    // The complete response is cached, because the requested disc differs between queries.
    make: (sent: ReleaseRow) => sent,
  }, signal);
  return row && [discRelease(row, disc) ?? []].flat();
}

/** Builds a MusicBrainz search query. Each word must occur in the title or the artist. Pure. */
export function questionOf({ q, kind, artist }: CatalogQuery): string {
  const code = q.replace(/[\s-]/g, "");
  if (kind === "release" && /^\d{8,14}$/.test(code)) return barcodes(code).map((one) => `barcode:${one}`).join(" OR ");
  if (kind === "artist") return everyWord(q, ["artist", "alias"]);
  return artist
    ? `${everyWord(q, ["release"])} AND ${everyWord(artist, ["artist"])}`
    : everyWord(q, ["release", "artist"]);
}

/** Returns the UPC and EAN of a product, because either may be in the database. */
function barcodes(code: string): string[] {
  if (code.length === 12) return [code, `0${code}`];
  return code.length === 13 && code.startsWith("0") ? [code, code.slice(1)] : [code];
}

const everyWord = (text: string, fields: string[]): string =>
  text.split(/\s+/).map(escaped)
    .map((word) => `(${fields.map((field) => `${field}:${word}`).join(" OR ")})`).join(" AND ");

/** Escapes a word for the search syntax, including its operators. */
function escaped(word: string): string {
  const plain = word.replace(/[+\-&|!(){}[\]^"~*?:\\/]/g, "\\$&");
  return /^(?:AND|OR|NOT)$/.test(plain) ? plain.toLowerCase() : plain;
}
