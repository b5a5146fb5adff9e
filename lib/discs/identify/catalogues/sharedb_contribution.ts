import { createJsonClient } from "../../../platform/http_client/json_client.ts";
import { type HttpClient, HttpProblem } from "../../../platform/http_client/model.ts";
import type { Settings } from "../../../platform/settings/schema.ts";
import type { Rip } from "../../rip_schema.ts";
import { CatalogueProblem } from "./catalogue_disc.ts";

/**
 * Data about a disc that is submitted to the shared index: hash, IDs, numbers and lengths. It contains no personal data
 * or paths.
 */
export interface SharedContribution {
  hash: string;
  kind: "movie" | "series";
  tmdbId?: number;
  tvdbId?: number;
  season?: number;
  disc?: number;
  discs?: number;
  titles: {
    sourceFile?: string;
    seconds: number;
    role: "feature" | "episode" | "special" | "extra";
    episodes: number[];
  }[];
}

const TOTAL_MS = 15_000;
/** Matches the names of playlists and title sets. Any other name could be private. */
const SOURCE_FILE = /^(?:\d{5}\.(?:mpls|m2ts)|VTS_\d{2}_\d\.(?:VOB|IFO)|\d{1,3})$/i;

/**
 * Returns the data to submit. Undefined for a disc that was not completely delivered, was not confirmed by the user, or
 * has neither a hash nor an ID. Pure.
 */
export function contributionOf(rip: Rip): SharedContribution | undefined {
  const { media, status, counts, fingerprint: { contentHash }, episodeMapSource } = rip;
  const { kind, externalId, seasonNumber, discNumber, discCount } = media;
  const isDelivered = status === "done" && counts.delivered > 0 && counts.delivered === counts.selected;
  const isConfirmed = media.matchedBy === "user" || episodeMapSource === "user";
  if (!isDelivered || !isConfirmed || contentHash === undefined || externalId === undefined) return undefined;
  if (kind !== "movie" && kind !== "series") return undefined;
  return {
    hash: contentHash.toUpperCase(),
    kind,
    ...(kind === "movie" ? { tmdbId: externalId } : { tvdbId: externalId }),
    ...(kind === "series" && seasonNumber !== undefined ? { season: seasonNumber } : {}),
    ...(discNumber === undefined ? {} : { disc: discNumber }),
    ...(discCount === undefined ? {} : { discs: discCount }),
    titles: rip.titles.filter(({ id }) => rip.selectedTitleIds.includes(id)).map((title) => titleOf(rip, title)),
  };
}

function titleOf(
  { media, titleRoles, episodeMap }: Rip,
  { id, sourceFile, durationSeconds }: Rip["titles"][number],
): SharedContribution["titles"][number] {
  const given = titleRoles[String(id)];
  const numbers = [episodeMap[String(id)] ?? []].flat();
  const role = given?.kind ?? (media.kind === "movie" ? "feature" : "episode");
  return {
    ...(sourceFile !== undefined && SOURCE_FILE.test(sourceFile) ? { sourceFile } : {}),
    seconds: Math.round(durationSeconds),
    role,
    episodes: given?.kind === "special" ? [given.episode] : role === "episode" ? numbers : [],
  };
}

/** Submits a disc to `<indexUrl>/v1/contributions`. Throws `CatalogueProblem`, or the signal's reason. */
export async function sendContribution(
  http: Pick<HttpClient, "send">,
  indexUrl: string,
  contribution: SharedContribution,
  signal: AbortSignal,
): Promise<void> {
  const ask = createJsonClient(http, { class: "configured", baseUrl: indexUrl.replace(/\/+$/, "") });
  const limits = { headersMs: TOTAL_MS, totalMs: TOTAL_MS, redirects: 0, signal };
  const { status } = await ask("/v1/contributions", { method: "POST", json: contribution, ...limits }).catch(
    (error) => {
      throw error instanceof HttpProblem
        ? new CatalogueProblem(`Shared disc index: ${error.message}`, { cause: error })
        : error;
    },
  );
  if (status < 200 || status > 299) throw new CatalogueProblem(`The shared disc index returned status ${status}.`);
}

/** True if the settings contain an index that accepts contributions. */
export const acceptsContributions = ({ enabled, indexUrl, contribute }: Settings["sharedb"]): boolean =>
  enabled && indexUrl !== "" && contribute !== "never";

/** Returns the data to offer for submission, for a disc about which the user has not decided yet. Pure. */
export const contributionToAsk = (rip: Rip, sharedb: Settings["sharedb"]): SharedContribution | undefined =>
  acceptsContributions(sharedb) && rip.shareAnswer === undefined ? contributionOf(rip) : undefined;
