import type { Managers } from "../../../library/managers/managers.ts";
import { ManagerProblem } from "../../../library/managers/request.ts";
import { type LookupTitle, lookupTitles } from "../../../library/managers/search/lookup.ts";
import { matchTitle } from "../match/score.ts";
import { MIN_CONFIDENCE } from "../model.ts";
import { countOf } from "./library_source.ts";
import { candidateOfLookup } from "./library_titles.ts";
import { type MatchQuery, type MatchResult, type MatchSource, titlesOfLabels } from "./source.ts";

/** Maximum number of search terms. Each term causes a slow request to the manager's online service. */
const MAX_TERMS = 2;

/** Creates a source that uses the online lookup of Radarr and Sonarr. */
export const lookupSource = (managers: Pick<Managers, "connected">): MatchSource => ({
  name: "Manager lookup",
  async find(query, signal) {
    const isSeries = query.labels.some(({ season }) => season !== undefined);
    const kinds = isSeries ? ["series" as const] : ["movie" as const, "series" as const];
    const answers = await Promise.all(kinds.map((kind) => lookUp(managers, kind, query, signal)));
    return { matches: answers.flatMap(({ matches }) => matches), log: answers.flatMap(({ log }) => log) };
  },
});

async function lookUp(
  managers: Pick<Managers, "connected">,
  kind: "movie" | "series",
  { labels, shape }: MatchQuery,
  signal: AbortSignal,
): Promise<MatchResult> {
  const manager = managers.connected(kind);
  const answer: MatchResult = { matches: [], log: [] };
  if (manager === undefined) return answer;
  const year = labels.find((label) => label.year !== undefined)?.year;
  for (const title of titlesOfLabels(labels).slice(0, MAX_TERMS)) {
    const term = kind === "movie" && year !== undefined ? `${title} ${year}` : title;
    try {
      const found: LookupTitle[] = await lookupTitles(manager, term, { signal });
      for (const one of found) {
        const match = matchTitle(candidateOfLookup(one), labels, shape);
        if (match !== undefined) answer.matches.push({ ...match, matchedBy: "lookup" });
      }
      answer.log.push(`${manager.app} lookup for “${term}”: ${countOf(found.length)}.`);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ManagerProblem)) throw error;
      answer.log.push(`${manager.app} lookup for “${term}”: ${error.message}`);
      break;
    }
    if (answer.matches.some(({ confidence }) => confidence >= MIN_CONFIDENCE)) break;
  }
  return answer;
}
