import { segmentsOf } from "../../choose/segments.ts";
import type { EpisodeMap } from "../../choose/episode_numbers.ts";
import type { TitleRole } from "../../rip_schema.ts";
import type { DiscTitle } from "../../title_schema.ts";
import type { KnownTitles } from "../model.ts";
import type { CatalogueDisc, CatalogueItem, CatalogueTitle } from "./catalogue_disc.ts";

/** Tolerance in seconds between two scans of the same disc. */
const SAME_SECONDS = 2;
const MAX_NAME = 200;

/** The titles in the catalogue that were found on the disc, and the number of titles that were not found. */
export interface JoinedTitles {
  known: KnownTitles;
  joined: number;
  missing: number;
}

/**
 * Assigns catalogue entries for this disc to its titles: by playlist name first, then by length and segments. Entries
 * that match several titles, or that contradict each other, are not applied. Pure.
 */
export function joinTitles(
  titles: readonly DiscTitle[],
  entries: readonly CatalogueDisc[],
  source: KnownTitles["source"],
  season: number | undefined,
): JoinedTitles {
  const own = titles.filter(({ angle }) => (angle ?? 1) === 1);
  const itemsById = new Map<number, CatalogueItem[]>();
  let missing = 0;
  for (const { titles: theirs } of entries) {
    const found = new Map<number, CatalogueItem[]>();
    for (const title of theirs) {
      const id = placeOf(title, own);
      if (id === undefined) missing++;
      else found.set(id, [...(found.get(id) ?? []), title.item]);
    }
    for (const [id, items] of found) itemsById.set(id, [...(itemsById.get(id) ?? []), ...items]);
  }
  const known: KnownTitles = { source, roles: {}, episodes: {} };
  let joined = 0;
  for (const [id, [item, ...others]] of itemsById) {
    if (item === undefined || others.some((other) => !isSameItem(item, other))) continue;
    apply(known, id, item, season);
    joined++;
  }
  return { known, joined, missing };
}

const isSameItem = (a: CatalogueItem, b: CatalogueItem): boolean =>
  a.kind === b.kind && a.season === b.season && a.episodes.join() === b.episodes.join();

/**
 * Finds the matching title. Undefined if there is none or more than one. By playlist name, even a duplicate is matched,
 * because on discs that hide the movie all titles are duplicates.
 */
function placeOf(title: CatalogueTitle, titles: readonly DiscTitle[]): number | undefined {
  const named = titles.filter((one) => isSameFile(one.sourceFile, title.sourceFile) && confirms(one, title));
  if (named.length === 1) return named[0]?.id;
  const alike = titles.filter((one) => !one.flags.includes("duplicate") && lengthFits(one, title) === true);
  const exact = alike.length === 1 ? alike : alike.filter((one) => segmentsFit(one, title) === true);
  return exact.length === 1 ? exact[0]?.id : undefined;
}

const isSameFile = (ours: string | undefined, theirs: string | undefined): boolean =>
  ours !== undefined && theirs !== undefined && ours.toLowerCase() === theirs.toLowerCase();

/** A match by name must be confirmed by the length or segments, if they are known. */
function confirms(ours: DiscTitle, theirs: CatalogueTitle): boolean {
  const isAsLong = lengthFits(ours, theirs);
  const areSame = segmentsFit(ours, theirs);
  return isAsLong === undefined && areSame === undefined || isAsLong === true || areSame === true;
}

const lengthFits = ({ durationSeconds }: DiscTitle, { seconds }: CatalogueTitle): boolean | undefined =>
  seconds === undefined ? undefined : Math.abs(durationSeconds - seconds) <= SAME_SECONDS;

function segmentsFit(ours: DiscTitle, theirs: CatalogueTitle): boolean | undefined {
  const [own, other] = [segmentsOf(ours.segmentMap), segmentsOf(theirs.segmentMap)];
  if (own.length === 0 || other.length === 0) return undefined;
  return own.map(bare).join() === other.map(bare).join();
}

/** Some sources write clip numbers with leading zeros. */
const bare = (segment: string): string => segment.replace(/^0+(?=\d)/, "");

function apply(known: KnownTitles, id: number, item: CatalogueItem, season: number | undefined): void {
  if (item.kind === "feature") {
    known.roles[String(id)] = { kind: "feature" };
    known.feature ??= id;
    return;
  }
  const [first] = item.episodes;
  if (item.kind === "episode" && first !== undefined) {
    if (item.season === 0 && season !== 0) known.roles[String(id)] = { kind: "special", episode: first };
    // Episode numbers are ambiguous across seasons, so an episode of another season is treated as an extra.
    else if (season === undefined || item.season === undefined || item.season === season) {
      known.roles[String(id)] = { kind: "episode" };
      known.episodes[String(id)] = numbersOf(item.episodes, first);
    } else known.roles[String(id)] = extra(`S${item.season}E${item.episodes.join("-")} ${item.name ?? ""}`);
    return;
  }
  known.roles[String(id)] = extra(item.name ?? "");
}

const numbersOf = (episodes: number[], first: number): EpisodeMap[string] => episodes.length === 1 ? first : episodes;

function extra(name: string): TitleRole {
  const cut = [...name.trim()].slice(0, MAX_NAME / 2).join("").trim();
  return cut === "" ? { kind: "extra", type: "extra" } : { kind: "extra", type: "custom", name: cut };
}
