import type { RipMedia } from "../../rip_schema.ts";
import { type CatalogueDisc, seasonOf } from "../catalogues/catalogue_disc.ts";
import { joinTitles } from "../catalogues/known_titles.ts";
import { mediaOfTitle } from "../match/candidate.ts";
import { isSameTitle } from "../match/score.ts";
import type { DiscFacts, KnownTitles } from "../model.ts";
import { type ResolveDeps, resolveTitle } from "./resolve_title.ts";
import type { MatchResult, MatchSource } from "./source.ts";

/** Response of a disc catalogue for a fingerprint. */
export interface CatalogueAnswer {
  discs: CatalogueDisc[];
  /** True if contributors disagree. The entry is then offered, but not applied automatically. */
  disputed: boolean;
}

type CatalogueId = KnownTitles["source"] & ("discdb" | "sharedb");

/** Display names of the catalogues. */
const CATALOGUE_NAMES: Readonly<Record<CatalogueId, string>> = {
  discdb: "TheDiscDb",
  sharedb: "Shared disc index",
};

/** A catalogue that identifies discs by their fingerprint. */
export interface Catalogue {
  id: CatalogueId;
  isEnabled: () => boolean;
  find(fingerprint: DiscFacts["fingerprint"], signal: AbortSignal): Promise<CatalogueAnswer>;
}

/**
 * Confidence of a match. A fingerprint identifies the disc itself: only pressings with different menus can have the
 * same fingerprint.
 */
const MATCH_CONFIDENCE = 97;
/** Confidence if no title in the catalogue matches a title on the disc. */
const NO_TITLE_CONFIDENCE = 85;
const DISPUTED_CONFIDENCE = 60;

/**
 * Creates a source for a catalogue. Entries for the same movie or series are combined into one match. If a disc has
 * entries for several movies or series, the user must decide.
 */
export const catalogueSource = (catalogue: Catalogue, deps: ResolveDeps): MatchSource => ({
  name: CATALOGUE_NAMES[catalogue.id],
  isCatalogue: true,
  async find({ facts }, signal) {
    const { id } = catalogue;
    const name = CATALOGUE_NAMES[id];
    const { fingerprint } = facts;
    if (!catalogue.isEnabled() || (fingerprint.contentHash ?? fingerprint.discId) === undefined) {
      return { matches: [], log: [] };
    }
    const { discs, disputed } = await catalogue.find(fingerprint, signal);
    if (discs.length === 0) return { matches: [], log: [`${name} has no entry for this disc.`] };
    const log: string[] = [];
    const groups: { media: RipMedia; discs: CatalogueDisc[] }[] = [];
    for (const disc of discs) {
      const resolved = await resolveTitle(deps, disc, signal);
      log.push(...(resolved?.log ?? [`${name} lists an unknown ${disc.kind}.`]));
      if (resolved === undefined) continue;
      const media = mediaOf(
        disc,
        resolved.title,
        id === "discdb" || resolved.by === "catalogue" ? "discdb" : resolved.by,
      );
      const same = groups.find((one) => isSameTitle(one.media, media));
      if (same === undefined) groups.push({ media, discs: [disc] });
      else same.discs.push(disc);
    }
    const [first, ...others] = groups;
    if (first === undefined) return { matches: [], log };
    if (others.length > 0 || disputed) {
      const reason = `${name} has no clear match for this disc.`;
      const matches = groups.map(({ media }) => ({ ...media, confidence: DISPUTED_CONFIDENCE, reason }));
      return { matches, log: [...log, `${reason} It lists ${groups.map(({ media }) => media.title).join(", ")}.`] };
    }
    return applied(first.media, first.discs, facts, id, log);
  },
});

function applied(
  media: RipMedia,
  discs: readonly CatalogueDisc[],
  { titles }: DiscFacts,
  id: CatalogueId,
  log: string[],
): MatchResult {
  const name = CATALOGUE_NAMES[id];
  const { known, joined, missing } = joinTitles(titles, discs, id, media.seasonNumber);
  const starts = Object.values(known.episodes).flat();
  const text = `${name} identifies this disc: ${media.title}, ${joined} of ${titles.length} titles identified` +
    (missing === 0 ? "." : `, ${missing} of its entries match no title here.`);
  const match: RipMedia = {
    ...media,
    confidence: joined > 0 ? MATCH_CONFIDENCE : NO_TITLE_CONFIDENCE,
    reason: `${name} identifies this disc by its fingerprint.`,
    ...(starts.length === 0 ? {} : { episodeStart: Math.min(...starts) }),
  };
  return { matches: [match], ...(joined > 0 ? { known } : {}), log: [...log, text] };
}

function mediaOf(
  disc: CatalogueDisc,
  title: Parameters<typeof mediaOfTitle>[0],
  matchedBy: NonNullable<RipMedia["matchedBy"]>,
): RipMedia {
  const season = disc.kind === "series" ? disc.season ?? seasonOf(disc.titles) : undefined;
  return {
    ...mediaOfTitle(title),
    matchedBy,
    ...(season === undefined ? {} : { seasonNumber: season }),
    ...(inRange(disc.disc) ? { discNumber: disc.disc } : {}),
    ...(inRange(disc.discs) ? { discCount: disc.discs } : {}),
  };
}

const inRange = (count: number | undefined): count is number => count !== undefined && count >= 1 && count <= 1000;
