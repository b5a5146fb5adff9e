import * as z from "zod";
import type { ReleaseAnswerRepository } from "../../../../db/library/release_answers.ts";
import { Fault } from "../../../kit/fault.ts";
import type { SettingsService } from "../../../platform/settings/service.ts";
import { type CatalogDisc, discRelease } from "./disc_release.ts";
import { createKeptAnswers, type KeptAnswers } from "./kept_answers.ts";
import { CatalogFound, type CatalogQuery, type CatalogRelease } from "./model.ts";
import { createMusicBrainz, type MusicBrainzOptions } from "./musicbrainz.ts";
import { questionOf } from "./question.ts";
import {
  ArtistAnswer,
  artistOf,
  DiscAnswer,
  OneReleaseAnswer,
  ReleaseAnswer,
  releaseOf,
  type ReleaseRow,
} from "./wire.ts";

/** Finds releases and artists in MusicBrainz. */
export interface MusicCatalogue {
  /** Best first. Throws `bad_state` while it is switched off, `upstream_failed`, `upstream_timeout`, `busy`. */
  search(query: CatalogQuery): Promise<CatalogFound[]>;
  /** Gives up what is being asked. */
  close(): Promise<void>;
}

/** Finds releases by a disc, each as the disc of it that was asked about. Throws as `MusicCatalogue.search()`. */
export interface DiscCatalogue {
  /**
   * Releases that hold this very disc; when MusicBrainz does not know it, those with a disc of nearly the same lengths,
   * marked as inexact.
   */
  discReleases(disc: CatalogDisc, signal?: AbortSignal): Promise<CatalogRelease[]>;
  /** Releases with this number below the barcode, that have a disc with as many tracks. At most three are looked at. */
  barcodeReleases(barcode: string, disc: CatalogDisc, signal?: AbortSignal): Promise<CatalogRelease[]>;
  /** One release whole, by its id. Also throws `not_found`, and `bad_state` when no disc of it has as many tracks. */
  release(releaseId: string, disc: CatalogDisc, signal?: AbortSignal): Promise<CatalogRelease>;
}

/** `answers` keeps what was answered; switched on and off by the settings. */
export interface MusicCatalogueOptions extends MusicBrainzOptions {
  settings: Pick<SettingsService, "current">;
  answers: ReleaseAnswerRepository;
}

const MAX_FOUND = 25;
/** Each costs a request, and there is one a second. */
const MAX_WHOLE = 3;
const DISC_PARTS = "artist-credits+recordings+release-groups+labels+media+isrcs";
const RELEASE_PARTS = "artist-credits+labels+recordings+release-groups+media+discids+isrcs";
/** Every id of MusicBrainz is a UUID; nothing else is asked for. */
const RELEASE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const Found = z.array(CatalogFound);

/** An answer is used for 30 days; the same question asked by several at once is sent once. */
export function createMusicCatalogue(options: MusicCatalogueOptions): MusicCatalogue & DiscCatalogue {
  const { settings, answers, clock } = options;
  const kept = createKeptAnswers({ ask: createMusicBrainz(options), answers, clock });
  const requireEnabled = (): void => {
    if (settings.current().releasedb.enabled) return;
    throw new Fault("bad_state", "Looking up music releases is switched off. Switch it on in Settings.");
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
      if (found === undefined) throw new Fault("not_found", "MusicBrainz has no release with this id.");
      const [release] = found;
      if (release === undefined) {
        throw new Fault("bad_state", "No disc of this release has as many tracks as this one.");
      }
      return release;
    },
    close: kept.close,
  };
}

async function searched(kept: KeptAnswers, query: CatalogQuery, signal?: AbortSignal): Promise<CatalogFound[]> {
  const path = `${query.kind}?${new URLSearchParams({
    query: questionOf(query),
    limit: String(MAX_FOUND),
    fmt: "json",
  })}`;
  const found = query.kind === "artist"
    ? await kept.get({ path, wire: ArtistAnswer, kept: Found, make: (sent) => sent.artists.map(artistOf) }, signal)
    : await kept.get({ path, wire: ReleaseAnswer, kept: Found, make: (sent) => sent.releases.map(releaseOf) }, signal);
  if (found === undefined) throw new Fault("upstream_failed", "MusicBrainz answers 404.");
  return found;
}

async function releasesOfDisc(kept: KeptAnswers, disc: CatalogDisc, signal?: AbortSignal): Promise<CatalogRelease[]> {
  const toc = disc.toc.trim().split(/\s+/).join("+");
  const question = {
    path: `discid/${encodeURIComponent(disc.discId)}?toc=${toc}&inc=${DISC_PARTS}&cdstubs=no&fmt=json`,
    wire: DiscAnswer,
    kept: DiscAnswer,
    make: (sent: z.infer<typeof DiscAnswer>) => sent,
    // A disc that is not known today may be entered tomorrow.
    isLasting: ({ id }: z.infer<typeof DiscAnswer>) => Boolean(id),
  };
  const { id, releases } = await kept.get(question, signal) ?? {};
  return (releases ?? []).flatMap((row) => discRelease(row, disc) ?? [])
    .map((release) => id ? release : { ...release, inexact: true });
}

/** Empty when no disc of the release has as many tracks; undefined when there is no such release. */
async function wholeRelease(
  kept: KeptAnswers,
  releaseId: string,
  disc: CatalogDisc,
  signal?: AbortSignal,
): Promise<CatalogRelease[] | undefined> {
  if (!RELEASE_ID.test(releaseId)) return undefined;
  const row = await kept.get({
    path: `release/${releaseId}?inc=${RELEASE_PARTS}&fmt=json`,
    wire: OneReleaseAnswer,
    kept: OneReleaseAnswer,
    // Which disc of it is meant differs from one question to the next: the row is kept whole.
    make: (sent: ReleaseRow) => sent,
  }, signal);
  return row && [discRelease(row, disc) ?? []].flat();
}
