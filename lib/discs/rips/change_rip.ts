import type { RipRow } from "../../../db/schema/discs.ts";
import { Fault } from "../../kit/fault.ts";
import { type EpisodeMap, numberEpisodes } from "../choose/episode_numbers.ts";
import { isOrderReason } from "../identify/episode_order.ts";
import { selectTitles } from "../choose/selection.ts";
import type { RipPatch, StoredRip } from "../rip_schema.ts";
import type { RipState } from "../rip_states.ts";
import { existingRip, requireChange } from "./announce.ts";
import { withTrackNames } from "./cd/named_cd.ts";
import type { RipsState } from "./deps.ts";
import { withSeason } from "./scan/scanned_rip.ts";
import { firstEpisode } from "./scan/season_discs.ts";

/** States in which the selection of titles to copy is final. */
const DECIDED = ["ripping", "transcoding", "delivering", "done"] as const;

/** Changes the choices of the user for a rip. Throws `not_found`, `bad_state`, `invalid`, `no_profile`. */
export async function patchRip(state: RipsState, id: string, patch: RipPatch): Promise<RipRow> {
  const { status, record: before } = await existingRip(state, id);
  if (status === "done") refuseRenaming(patch);
  else refuseDecided(status);
  checkCd(before, patch);
  if (patch.profileId !== undefined) await requireProfile(state, patch.profileId);
  const media = patch.media;
  const season = media?.kind === "series"
    ? await state.identifier.season(media, AbortSignal.any([state.ending.signal, AbortSignal.timeout(SEASON_MS)]))
      .catch(() => undefined)
    : undefined;
  const start = await firstEpisode(state, { ...before, media: media ?? before.media });
  return await requireChange(state, id, {
    record: (record) => {
      const changed = patched(record, patch, start);
      return season === undefined ? changed : withSeason(changed, season);
    },
  });
}

/** Throws `bad_state` if the selection of titles to copy is final. */
export function refuseDecided(status: RipState): void {
  if (DECIDED.some((one) => one === status)) {
    throw new Fault("bad_state", `This disc is ${status}, so the selection can no longer be changed.`);
  }
}

/** More titles of a delivered disc may be copied, but titles that have been delivered keep their names. */
function refuseRenaming({ media, trackNames }: RipPatch): void {
  if (media !== undefined || trackNames !== undefined) refuseDecided("done");
}

/** Checks that a CD is an album and that any other disc is not. */
function checkCd({ cd, titles }: StoredRip, { media, trackNames }: RipPatch): void {
  const refuse = (path: string, message: string) => {
    throw new Fault("invalid", message, { fields: [{ path, message }] });
  };
  if (cd !== undefined && media !== undefined && media.kind !== "album") {
    refuse("media.kind", "An audio CD is an album.");
  }
  if (cd === undefined && trackNames !== undefined) refuse("trackNames", "This disc is not an audio CD.");
  for (const id of Object.keys(trackNames ?? {})) {
    if (!titles.some((title) => title.id === Number(id))) refuse(`trackNames.${id}`, `The disc has no track ${id}.`);
  }
}

/** Timeout in milliseconds of a request to a manager while the user saves the form. */
const SEASON_MS = 5_000;

async function requireProfile({ profiles }: RipsState, id: string): Promise<void> {
  await profiles.get(id).catch((error) => {
    if (!(error instanceof Fault) || error.code !== "not_found") throw error;
    throw new Fault("no_profile", "There is no such profile.", {
      fields: [{ path: "profileId", message: "no such profile" }],
    });
  });
}

/**
 * Returns the record with the specified fields changed. An empty `episodeMap` numbers the titles in order, from `start`
 * if no first episode is set. Throws `invalid` for titles and tracks that are not on the disc.
 */
export function patched(stored: StoredRip, patch: RipPatch, start = 1): StoredRip {
  const record = patch.trackNames === undefined ? stored : withTrackNames(stored, patch.trackNames);
  checkTitles(record, patch);
  const { options, media, episodeMap, trackNames: _, ...rest } = patch;
  const isReset = episodeMap !== undefined && Object.keys(episodeMap).length === 0;
  // A form submits all numbers. Numbers that were not changed continue to follow the disc order.
  const isSame = episodeMap === undefined || isSameMap(episodeMap, record.episodeMap);
  const numbers = isReset || isSame ? undefined : episodeMap;
  const changed: StoredRip = {
    ...(isOtherKind(record, patch) ? reselected(record, patch) : record),
    ...rest,
    options: { ...record.options, ...options },
    ...(media === undefined
      ? {}
      : { media: { ...media, matchedBy: "user" as const, confidence: 100 }, batchOffer: undefined }),
    ...(numbers === undefined ? {} : { episodeMap: numbers, episodeMapSource: "user" as const }),
  };
  const isMoved = numbers === undefined && (patch.selectedTitleIds ?? patch.titleRoles ?? patch.media) !== undefined;
  const isByHand = KEPT_SOURCES.some((source) => source === changed.episodeMapSource);
  const isRenumbered = isReset && changed.media.kind === "series" || isMoved && !isByHand;
  const result = isRenumbered
    ? { ...changed, episodeMap: renumbered(changed, start), episodeMapSource: "order" as const }
    : changed;
  return isSameMap(result.episodeMap, record.episodeMap)
    ? result
    : { ...result, warnings: result.warnings.filter((text) => !isOrderReason(text)) };
}

/** Sources of episode numbers that are kept when the selection of titles changes. */
const KEPT_SOURCES = ["user", "discdb", "sharedb"] as const;

/** A change from movie to series requires a different selection of titles, unless the request contains one. */
const isOtherKind = ({ media, episodeMapSource, cd }: StoredRip, patch: RipPatch): boolean =>
  cd === undefined && patch.media !== undefined && patch.media.kind !== media.kind &&
  patch.selectedTitleIds === undefined &&
  patch.titleRoles === undefined && episodeMapSource !== "discdb" && episodeMapSource !== "sharedb";

function reselected(record: StoredRip, { media = record.media }: RipPatch): StoredRip {
  const { selected, roles } = selectTitles(record.titles, media.kind);
  const titleRoles = Object.fromEntries([...roles].map(([id, role]) => [String(id), role]));
  return { ...record, selectedTitleIds: selected, titleRoles, episodeMap: {}, episodeMapSource: "order" };
}

const isSameMap = (a: EpisodeMap, b: EpisodeMap): boolean =>
  Object.keys({ ...a, ...b }).every((id) => [a[id] ?? []].flat().join() === [b[id] ?? []].flat().join());

/** Numbers the episodes in disc order. `start` is used if no first episode was specified. */
const renumbered = (
  { media, titles, selectedTitleIds, titleRoles }: StoredRip,
  start: number,
): StoredRip["episodeMap"] =>
  media.kind === "series"
    ? numberEpisodes(titles, selectedTitleIds, titleRoles, { start: media.episodeStart ?? start })
    : {};

function checkTitles({ titles }: StoredRip, patch: RipPatch): void {
  const known = new Map(titles.map((title) => [title.id, title]));
  const refuse = (path: string, message: string) => {
    throw new Fault("invalid", message, { fields: [{ path, message }] });
  };
  for (const id of patch.selectedTitleIds ?? []) {
    if (!known.has(id)) refuse("selectedTitleIds", `The disc has no title ${id}.`);
  }
  for (const part of ["episodeMap", "titleRoles", "selectedAudio", "selectedSubtitles"] as const) {
    for (const id of Object.keys(patch[part] ?? {})) {
      if (!known.has(Number(id))) refuse(`${part}.${id}`, `The disc has no title ${id}.`);
    }
  }
  const kinds = [["selectedAudio", "audioTracks", "audio"], [
    "selectedSubtitles",
    "subtitleTracks",
    "subtitle",
  ]] as const;
  for (const [part, list, word] of kinds) {
    for (const [id, tracks] of Object.entries(patch[part] ?? {})) {
      const count = known.get(Number(id))?.[list].length ?? 0;
      if (tracks.some((track) => track >= count)) {
        refuse(`${part}.${id}`, `Title ${id} has ${count} ${word} tracks, numbered from 0.`);
      }
    }
  }
}
