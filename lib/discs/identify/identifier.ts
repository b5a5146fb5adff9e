import type { CatalogueRepository } from "../../../db/library/catalogue.ts";
import type { ExpectedDiscRepository } from "../../../db/library/barcodes/expected_discs.ts";
import type { TitleRepository } from "../../../db/library/titles.ts";
import type { Clock } from "../../kit/clock.ts";
import { defectText } from "../../kit/fault.ts";
import type { Log } from "../../kit/log.ts";
import type { AnimeData } from "../../library/anime/service.ts";
import type { Managers } from "../../library/managers/managers.ts";
import type { Omdb } from "../../library/metadata/omdb.ts";
import { ManagerProblem } from "../../library/managers/request.ts";
import type { HttpClient } from "../../platform/http_client/model.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import type { RipMedia } from "../rip_schema.ts";
import { CatalogueProblem } from "./catalogues/catalogue_disc.ts";
import type { DiscDb } from "./catalogues/discdb.ts";
import { findShared } from "./catalogues/sharedb.ts";
import { readDiscLabel } from "./label/disc_label.ts";
import { discShape } from "./match/disc_shape.ts";
import { expectedMatch, withExpected } from "./match/expected.ts";
import { isSameTitle, ranked } from "./match/score.ts";
import { type DiscFacts, type Identified, type Identifier, type KnownTitles, MIN_CONFIDENCE } from "./model.ts";
import { seasonFacts } from "./season_facts.ts";
import { animeSource } from "./sources/anime_source.ts";
import { catalogueSource } from "./sources/catalogue_source.ts";
import { createLibraryTitles } from "./sources/library_titles.ts";
import { EXPECTED_DISCS, expectedSource } from "./sources/expected_source.ts";
import { librarySource } from "./sources/library_source.ts";
import { lookupSource } from "./sources/lookup_source.ts";
import { omdbSource } from "./sources/omdb_source.ts";
import type { MatchQuery, MatchResult, MatchSource } from "./sources/source.ts";

/** Services and options for identifying discs. */
export interface IdentifierDeps {
  settings: Pick<SettingsService, "current">;
  http: Pick<HttpClient, "send">;
  managers: Pick<Managers, "connected">;
  /** Finds anime by any of their names, if enabled. */
  anime?: Pick<AnimeData, "find">;
  titles: Pick<TitleRepository, "catalogue" | "records" | "idsOf">;
  catalogue: Pick<CatalogueRepository, "episodes">;
  discdb: Pick<DiscDb, "find">;
  omdb: Omdb;
  /** Expected discs, whose barcodes were scanned. */
  expected: Pick<ExpectedDiscRepository, "list">;
  clock: Clock;
  log: Log;
}

const MAX_CANDIDATES = 20;
/** Creates an identifier. No service is queried until a disc is identified. */
export function createIdentifier(deps: IdentifierDeps): Identifier {
  const sources = sourcesOf(deps);
  return {
    identify: (facts, signal) => identify(sources, deps.log, facts, signal),
    season: (media, signal) => seasonFacts(deps, media, signal),
  };
}

/**
 * Returns the sources in the order in which they are queried. Sources that identify the disc precede those that
 * identify its title.
 */
function sourcesOf(deps: IdentifierDeps): MatchSource[] {
  const { settings, http, managers, anime, titles, clock, discdb, expected, omdb } = deps;
  const library = createLibraryTitles(titles, clock);
  const resolve = { library, managers };
  return [
    catalogueSource({
      id: "discdb",
      isEnabled: () => settings.current().discdb.enabled,
      find: async (fingerprint, signal) => ({ discs: await discdb.find(fingerprint, signal), disputed: false }),
    }, resolve),
    catalogueSource({
      id: "sharedb",
      isEnabled: () => settings.current().sharedb.enabled && settings.current().sharedb.indexUrl !== "",
      find: async ({ contentHash }, signal) =>
        contentHash === undefined
          ? { discs: [], disputed: false }
          : await findShared(http, settings.current().sharedb.indexUrl, contentHash, signal),
    }, resolve),
    expectedSource({ settings, expected, library }),
    ...(anime === undefined ? [] : [animeSource(anime, resolve)]),
    librarySource(library),
    lookupSource(managers),
    omdbSource(omdb),
  ];
}

async function identify(
  sources: readonly MatchSource[],
  log: Log,
  facts: DiscFacts,
  signal: AbortSignal,
): Promise<Identified> {
  const query = queryOf(facts);
  const expected = facts.expected && expectedMatch(facts.expected, query);
  const matches: RipMedia[] = expected === undefined ? [] : [expected];
  const lines = [labelText(query)];
  let named: { source: string; known: KnownTitles; media: RipMedia } | undefined;
  for (const source of sources) {
    signal.throwIfAborted();
    // A movie in the user's library may have the same name as an anime, so the library is queried even after an anime
    // match.
    const others = source.name === "Your libraries" ? matches.filter((one) => one.matchedBy !== "animedb") : matches;
    // Catalogues also identify individual titles on a disc whose movie or series is already known.
    const isTitled = titlesOf(query) > 0 || source.name === EXPECTED_DISCS;
    if (source.isCatalogue ? named !== undefined : isSure(others) || !isTitled) continue;
    const result = await querySource(source, query, log, signal);
    lines.push(...result.log);
    matches.push(...result.matches);
    const [media] = result.matches;
    if (result.known !== undefined && media !== undefined) named = { source: source.name, known: result.known, media };
  }
  const [best = unknownMedia(query), ...candidates] = ranked(matches);
  const media = withExpected(best, expected, facts.expected);
  const isNamed = named !== undefined && isSameTitle(named.media, media) &&
    named.media.seasonNumber === media.seasonNumber;
  if (named !== undefined && !isNamed) {
    lines.push(`The title data from ${named.source} belongs to another match.`);
  }
  return {
    media,
    candidates: candidates.filter((one) => !isSameTitle(one, media)).slice(0, MAX_CANDIDATES),
    ...(isNamed ? { known: named?.known } : {}),
    log: lines,
  };
}

/**
 * Returns the result if nothing matches. It keeps the season and disc number from the label, for when the user chooses
 * a title.
 */
function unknownMedia({ labels }: MatchQuery): RipMedia {
  const season = labels.find((label) => label.season !== undefined)?.season;
  const disc = labels.find((label) => label.disc !== undefined)?.disc;
  const discs = labels.find((label) => label.discs !== undefined)?.discs;
  return {
    ...{ kind: "unknown", title: "", genres: [], confidence: 0 },
    ...(season === undefined ? {} : { seasonNumber: season }),
    ...(disc === undefined ? {} : { discNumber: disc }),
    ...(discs === undefined ? {} : { discCount: discs }),
  };
}

/** Queries a source. If this fails, the source has no match. */
async function querySource(
  source: MatchSource,
  query: MatchQuery,
  log: Log,
  signal: AbortSignal,
): Promise<MatchResult> {
  try {
    return await source.find(query, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof CatalogueProblem || error instanceof ManagerProblem) {
      return { matches: [], log: [`${source.name} could not be reached: ${error.message}`] };
    }
    log("error", "A disc match source failed.", { source: source.name, error: String(error) });
    return { matches: [], log: [`${source.name}: ${defectText(error)}`] };
  }
}

function queryOf(facts: DiscFacts): MatchQuery {
  const texts = [facts.discName, facts.volumeName, facts.label].filter((text) => text !== undefined && text !== "");
  return {
    facts,
    labels: [...new Set(texts)].map((text) => readDiscLabel(text ?? "")),
    shape: discShape(facts.titles),
  };
}

const titlesOf = ({ labels }: MatchQuery): number => labels.flatMap(({ readings }) => readings).length;

const isSure = (matches: readonly RipMedia[]): boolean => (ranked(matches)[0]?.confidence ?? 0) >= MIN_CONFIDENCE;

function labelText(query: MatchQuery): string {
  const { labels, facts } = query;
  const named = labels.find(({ title }) => title !== "");
  if (named === undefined) return `The label “${facts.label}” contains no title.`;
  const { title, year, season, disc } = named;
  const parts = [
    `“${title}”`,
    ...(year === undefined ? [] : [String(year)]),
    ...(season === undefined ? [] : [`season ${season}`]),
    ...(disc === undefined ? [] : [`disc ${disc}`]),
  ];
  return `The label is read as ${parts.join(", ")}.`;
}
