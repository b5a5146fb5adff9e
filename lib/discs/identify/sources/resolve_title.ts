import type { ManagerClient } from "../../../library/managers/client.ts";
import type { Managers } from "../../../library/managers/managers.ts";
import { ManagerProblem } from "../../../library/managers/request.ts";
import { type LookupTitle, lookupTitles } from "../../../library/managers/search/lookup.ts";
import { looseKey } from "../../../library/local/recognition/title_key.ts";
import type { CatalogueDisc } from "../catalogues/catalogue_disc.ts";
import type { CandidateTitle } from "../match/candidate.ts";
import { candidateOfLookup, type LibraryTitles } from "./library_titles.ts";

/** A movie or series named by a catalogue, with data from the managers. */
export interface ResolvedTitle {
  title: CandidateTitle;
  by: "library" | "lookup" | "catalogue";
  log: string[];
}

/** Services for resolving titles. */
export interface ResolveDeps {
  library: LibraryTitles;
  managers: Pick<Managers, "connected">;
}

/**
 * Finds the title of a catalogue entry by its IDs in the library, by its name and year in the library, or by its IDs in
 * the manager's lookup. The lookup converts the TMDB ID of a series to its TheTVDB ID. Undefined for an unknown entry
 * without a name.
 */
export async function resolveTitle(
  { library, managers }: ResolveDeps,
  disc: CatalogueDisc,
  signal: AbortSignal,
): Promise<ResolvedTitle | undefined> {
  const { kind, title, year } = disc;
  const held = await library.byId(kind, disc) ??
    (title === "" ? [] : await library.like(kind, [title])).find((one) =>
      looseKey(one.title) === looseKey(title) && year !== undefined && one.year === year
    );
  if (held !== undefined) return { title: held, by: "library", log: [] };
  const { found, log } = await lookedUp(managers.connected(kind), disc, signal);
  if (found !== undefined) return { title: candidateOfLookup(found), by: "lookup", log };
  return title === "" ? undefined : { title: asCatalogued(disc), by: "catalogue", log };
}

async function lookedUp(
  manager: ManagerClient<"movie" | "series"> | undefined,
  disc: CatalogueDisc,
  signal: AbortSignal,
): Promise<{ found?: LookupTitle; log: string[] }> {
  const log: string[] = [];
  if (manager === undefined) return { log };
  for (const term of termsOf(disc)) {
    try {
      const [found, ...others] = await lookupTitles(manager, term, { signal });
      if (found !== undefined && others.length === 0) return { found, log };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ManagerProblem)) throw error;
      log.push(`${manager.app} lookup for ${term}: ${error.message}`);
    }
  }
  return { log };
}

function termsOf({ kind, tmdbId, tvdbId, imdbId }: CatalogueDisc): string[] {
  return [
    ...(kind === "series" && tvdbId !== undefined ? [`tvdb:${tvdbId}`] : []),
    ...(tmdbId === undefined ? [] : [`tmdb:${tmdbId}`]),
    ...(imdbId === undefined ? [] : [`imdb:${imdbId}`]),
  ];
}

function asCatalogued({ kind, title, year, tmdbId, tvdbId, imdbId }: CatalogueDisc): CandidateTitle {
  const externalId = kind === "movie" ? tmdbId : tvdbId;
  return {
    kind,
    title,
    otherTitles: [],
    seasonTitles: [],
    genres: [],
    ...(year === undefined ? {} : { year }),
    ...(externalId === undefined ? {} : { externalId }),
    ...(imdbId === undefined ? {} : { imdbId }),
  };
}
