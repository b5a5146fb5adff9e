import { numberEpisodes } from "../../choose/episode_numbers.ts";
import { type Selection, selectTitles } from "../../choose/selection.ts";
import { markTitles } from "../../choose/title_marks.ts";
import { plainLabel } from "../../reading/media_facts.ts";
import { type EpisodeOrder, orderEpisodes } from "../../identify/episode_order.ts";
import type { Identified, SeasonFacts } from "../../identify/model.ts";
import type { RipMedia, StoredRip, TitleRole } from "../../rip_schema.ts";
import type { Scan } from "../../ripper_model.ts";
import type { DiscTitle } from "../../title_schema.ts";

/** Applies the results of a scan and of the identification to a rip. Pure. */

/** Returns the record after its titles were read: with flags, but not identified yet. */
export function withTitles(record: StoredRip, scan: Scan & { reason: string }, minSeconds: number): StoredRip {
  const found = scan.titles.map(({ title }) => title);
  const { playAll, duplicateOf, obfuscated } = markTitles(found);
  const titles = found.map((title): DiscTitle => ({
    ...title,
    ...(title.durationSeconds < minSeconds ? { short: true } : {}),
    flags: [
      ...(playAll.includes(title.id) ? ["playAll" as const] : []),
      ...(duplicateOf.has(title.id) ? ["duplicate" as const] : []),
      ...(obfuscated.includes(title.id) ? ["obfuscated" as const] : []),
    ],
  }));
  const { scanNote: _, error: __, placed: ___, ...rest } = record;
  return {
    ...rest,
    discType: scan.type,
    ...(scan.volumeName === undefined ? {} : { volumeName: plainLabel(scan.volumeName) }),
    ...(scan.discName === undefined ? {} : { discName: plainLabel(scan.discName) }),
    fingerprint: { ...scan.fingerprint },
    ripper: { name: scan.ripper, reason: scan.reason },
    ...(scan.note === undefined ? {} : { scanNote: scan.note }),
    titles,
    playAllTitleIds: playAll,
    duplicateOf: Object.fromEntries([...duplicateOf].map(([id, first]) => [String(id), first])),
    // Title numbers may have changed, so earlier selections and copies by number are no longer valid.
    selectedTitleIds: [],
    titleRoles: {},
    episodeMap: {},
    selectedAudio: {},
    selectedSubtitles: {},
    files: [],
    warnings: [...scan.warnings, ...obfuscatedWarning(obfuscated.length)],
  };
}

const obfuscatedWarning = (count: number): string[] =>
  count === 0 ? [] : [
    `This disc has ${count} long titles of nearly the same length, most of them out of order. ` +
    "Nothing was selected. Choose the playlist that a catalogue or another source specifies.",
  ];

/** Applies a match, which resets the selection, roles and episode numbers. */
export function withMatch(record: StoredRip, { media, candidates, known }: Identified, start: number): StoredRip {
  const own = selectTitles(record.titles, media.kind);
  const { selected, roles } = withKnown(own, known, record.titles);
  const titleRoles = Object.fromEntries([...roles].map(([id, role]) => [String(id), role]));
  const numbered = media.kind === "series" || media.kind === "unknown" && selected.length > 1
    ? numberEpisodes(record.titles, selected, titleRoles, { start })
    : {};
  return {
    ...record,
    media,
    candidates,
    selectedTitleIds: selected,
    titleRoles,
    episodeMap: known === undefined ? numbered : { ...numbered, ...known.episodes },
    episodeMapSource: known?.source ?? "order",
  };
}

/**
 * Applies the catalogue entry of the disc, which determines the titles to copy, even if the disc hides them among other
 * playlists.
 */
function withKnown(own: Selection, known: Identified["known"], titles: readonly DiscTitle[]): Selection {
  if (known === undefined) return own;
  const named = new Set(
    titles.map(({ id }) => id).filter((id) =>
      id === known.feature || known.episodes[String(id)] !== undefined || known.roles[String(id)]?.kind === "special"
    ),
  );
  if (named.size === 0) return own;
  const roles = new Map<number, TitleRole>(own.roles);
  for (const id of named) roles.delete(id);
  for (const { id } of titles) if (!named.has(id) && !roles.has(id)) roles.set(id, { kind: "extra", type: "none" });
  for (const [id, role] of Object.entries(known.roles)) roles.set(Number(id), role);
  return { selected: [...named], roles };
}

/** Information for ordering episodes, in addition to the titles. */
export interface OrderFacts {
  season: SeasonFacts | undefined;
  start: number;
  /** Episodes that are on other discs of the season. */
  held: readonly number[];
}

/**
 * Orders the episodes of a disc that is not in any catalogue, based on the season. Without `order`, the record is
 * unchanged.
 */
export function withOrder(
  record: StoredRip,
  { media, known }: Identified,
  { season, start, held }: OrderFacts,
): { record: StoredRip; order?: EpisodeOrder } {
  if (media.kind !== "series" || known !== undefined) return { record };
  const episodes = record.titles.filter(({ id }) =>
    record.selectedTitleIds.includes(id) && (record.titleRoles[String(id)]?.kind ?? "episode") === "episode"
  );
  if (episodes.length === 0) return { record };
  const order = orderEpisodes(episodes, season, start, { held });
  const warnings = order.confidence < UNDISPUTED ? [...record.warnings, order.reason] : record.warnings;
  const episodeMapSource = order.byLength ? "lengths" as const : record.episodeMapSource;
  return { record: { ...record, episodeMap: order.map, episodeMapSource, warnings }, order };
}

/** Minimum confidence at which the user need not check the order of the episodes. */
const UNDISPUTED = 60;

/** Adds a flag to selected episodes whose number is higher than the last episode of the season. */
export function withSeason(record: StoredRip, season: SeasonFacts | undefined): StoredRip {
  const last = Math.max(0, ...(season?.episodes ?? []).map(({ number }) => number));
  const titles = record.titles.map((title): DiscTitle => {
    const flags = title.flags.filter((flag) => flag !== "specialOrExtra");
    const numbers = [record.episodeMap[String(title.id)] ?? []].flat();
    const isBeyond = last > 0 && numbers.some((number) => number > last);
    return { ...title, flags: isBeyond ? [...flags, "specialOrExtra"] : flags };
  });
  return { ...record, titles };
}

/**
 * True if a rip may start without confirmation: the match is certain, at least one title is selected, and the movie is
 * not hidden.
 */
export const mayStartAlone = (
  { media, selectedTitleIds, titles }: Pick<StoredRip, "media" | "selectedTitleIds" | "titles">,
  minConfidence: number,
): boolean => isSure(media, minConfidence) && selectedTitleIds.length > 0 && !isHidden(titles, selectedTitleIds);

const isSure = ({ kind, confidence }: RipMedia, minConfidence: number): boolean =>
  kind !== "unknown" && confidence >= minConfidence;

/** True for a disc that hides the movie among many titles, unless a catalogue identifies the right one. */
const isHidden = (titles: readonly DiscTitle[], selected: readonly number[]): boolean =>
  titles.some(({ id, flags }) => flags.includes("specialOrExtra") && selected.includes(id));
