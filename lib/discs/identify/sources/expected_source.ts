import type { ExpectedDiscRepository } from "../../../../db/library/barcodes/expected_discs.ts";
import type { ExpectedDisc } from "../../../library/barcodes/model.ts";
import type { SettingsService } from "../../../platform/settings/service.ts";
import type { RipMedia } from "../../rip_schema.ts";
import { type CandidateTitle, mediaOfTitle } from "../match/candidate.ts";
import { matchTitle } from "../match/score.ts";
import type { LibraryTitles } from "./library_titles.ts";
import { countOf } from "./library_source.ts";
import type { MatchQuery, MatchSource } from "./source.ts";

/** Display name of the source. */
export const EXPECTED_DISCS = "Expected discs";

/** Bonus for a title whose disc barcode the user has scanned. */
const EXPECTED_POINTS = 14;
const MAX_CONFIDENCE = 97;
/** Confidence if the label contains no title, so that the user must check it. */
const ONLY_ONE = 60;

/** Services for this source: the list of expected discs, and the libraries for additional title information. */
export interface ExpectedSourceDeps {
  settings: Pick<SettingsService, "current">;
  expected: Pick<ExpectedDiscRepository, "list">;
  library: Pick<LibraryTitles, "byId">;
}

/** Creates a source that matches scanned movies and series whose disc has not been identified yet. */
export const expectedSource = ({ settings, expected, library }: ExpectedSourceDeps): MatchSource => ({
  name: EXPECTED_DISCS,
  async find(query) {
    if (!settings.current().experiments.barcode) return { matches: [], log: [] };
    const waited = (await expected.list()).filter(({ seenAt }) => seenAt === undefined);
    const titles = await Promise.all(waited.map(async (disc) => ({ disc, title: await candidateOf(library, disc) })));
    const matches = titles.flatMap(({ disc, title }) => title === undefined ? [] : matchOf(disc, title, query) ?? []);
    const [only, ...others] = titles;
    const isUnnamed = query.labels.every(({ readings }) => readings.length === 0);
    if (isUnnamed && others.length === 0 && only?.title !== undefined) {
      matches.push(...onlyOne(only.disc, only.title, query));
    }
    return {
      matches,
      log: waited.length === 0 ? [] : [`Expected discs: ${countOf(matches.length)} similar to this disc.`],
    };
  },
});

/** Returns the title of an expected disc. Undefined for albums, which are identified by their table of contents. */
async function candidateOf(
  library: Pick<LibraryTitles, "byId">,
  { kind, title, year, arrId, externalId }: ExpectedDisc,
): Promise<CandidateTitle | undefined> {
  if (kind === "album") return undefined;
  const ids = idsOfText(externalId);
  const held = await library.byId(kind, ids);
  const number = kind === "movie" ? ids.tmdbId : ids.tvdbId;
  return held ?? {
    kind,
    title,
    otherTitles: [],
    seasonTitles: [],
    genres: [],
    ...(year === undefined ? {} : { year }),
    ...(arrId === undefined ? {} : { arrId }),
    ...(number === undefined ? {} : { externalId: number }),
    ...(ids.imdbId === undefined ? {} : { imdbId: ids.imdbId }),
  };
}

/** Parses `tmdb:1`, `tvdb:1` or `imdb:tt1`. */
export function idsOfText(text = ""): { tmdbId?: number; tvdbId?: number; imdbId?: string } {
  const [, database, id = ""] = /^(tmdb|tvdb|imdb):(\w+)$/.exec(text) ?? [];
  if (database === "tmdb") return { tmdbId: Number(id) };
  if (database === "tvdb") return { tvdbId: Number(id) };
  return database === "imdb" ? { imdbId: id } : {};
}

function matchOf(disc: ExpectedDisc, title: CandidateTitle, { labels, shape }: MatchQuery): RipMedia | undefined {
  const match = matchTitle(title, labels, shape);
  if (match === undefined) return undefined;
  const season = disc.seasonNumber ?? match.seasonNumber;
  if (match.seasonNumber !== undefined && season !== match.seasonNumber) return undefined;
  return {
    ...match,
    ...(match.kind === "series" && season !== undefined ? { seasonNumber: season } : {}),
    matchedBy: "expected",
    confidence: Math.min(MAX_CONFIDENCE, match.confidence + EXPECTED_POINTS),
    reason: `${match.reason ?? ""} Its barcode was scanned.`.trim(),
  };
}

function onlyOne({ seasonNumber }: ExpectedDisc, title: CandidateTitle, { shape }: MatchQuery): RipMedia[] {
  if (shape.kind !== undefined && shape.kind !== title.kind) return [];
  return [{
    ...mediaOfTitle(title),
    ...(title.kind === "series" && seasonNumber !== undefined ? { seasonNumber } : {}),
    matchedBy: "expected",
    confidence: ONLY_ONE,
    reason: "The label contains no title, and no other disc is expected.",
  }];
}
