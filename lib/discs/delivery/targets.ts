import * as z from "zod";
import type { ManagerClient } from "../../library/managers/client.ts";
import type { ImportTarget } from "../../library/managers/commands/manual_import.ts";
import { RadarrMovie } from "../../library/managers/wire/radarr.ts";
import { SonarrEpisode, SonarrFile } from "../../library/managers/wire/sonarr.ts";
import type { SeasonEpisode } from "../../library/anime/model.ts";
import type { AnimeData } from "../../library/anime/service.ts";
import type { RippedFile, StoredRip } from "../rip_schema.ts";
import { type Presence, unseen } from "./presence.ts";

/** Client of Radarr or Sonarr. */
export type VideoManager = ManagerClient<"movie"> | ManagerClient<"series">;

/** The files of a rip, and the ID of the title in its manager. */
export interface TitleFiles {
  rip: StoredRip;
  files: readonly RippedFile[];
  arrId: number;
}

const Episodes = z.array(SonarrEpisode);
type Episodes = z.infer<typeof Episodes>;

/** Returns the import target of each file by title ID, or a message if the manager has no such episode. */
export async function findTargets(
  manager: VideoManager,
  { rip, files, arrId }: TitleFiles,
  { anime, signal }: { anime?: Pick<AnimeData, "lookup">; signal: AbortSignal },
): Promise<Map<number, ImportTarget | string>> {
  if (manager.kind === "movie") return new Map(files.map(({ titleId }) => [titleId, { movieId: arrId }]));
  const episodes = await manager.get("/episode", Episodes, { query: { seriesId: arrId }, signal });
  const counted = rip.media.absoluteNumbering === true ? await countedThrough(anime, rip) : undefined;
  return new Map(
    files.map(({ titleId }) => [titleId, episodesFor(rip, titleId, { episodes, seriesId: arrId, counted })]),
  );
}

/** Resolves an absolute episode number to seasons. */
type CountedThrough = (episode: number) => SeasonEpisode[] | undefined;

async function countedThrough(
  anime: Pick<AnimeData, "lookup"> | undefined,
  { media: { externalId } }: StoredRip,
): Promise<CountedThrough | undefined> {
  const lookup = await anime?.lookup();
  if (lookup === undefined || externalId === undefined) return undefined;
  return (episode) => lookup.countedThrough({ tvdbId: externalId, episode });
}

function episodesFor(
  rip: StoredRip,
  titleId: number,
  { episodes, seriesId, counted }: { episodes: Episodes; seriesId: number; counted: CountedThrough | undefined },
): ImportTarget | string {
  const { media, titleRoles, episodeMap } = rip;
  const role = titleRoles[String(titleId)];
  const special = role?.kind === "special" ? [role.episode] : undefined;
  const season = special === undefined ? media.seasonNumber ?? 1 : 0;
  const numbers = special ?? [episodeMap[String(titleId)] ?? []].flat();
  if (numbers.length === 0) return "It has no episode number. Enter one.";
  const inSeason = (place: SeasonEpisode) =>
    episodes.filter(({ seasonNumber, episodeNumber }) =>
      seasonNumber === place.season && episodeNumber === place.episode
    );
  const found = numbers.map((number) => {
    if (media.absoluteNumbering !== true || special !== undefined) return inSeason({ season, episode: number });
    const known = episodes.filter(({ absoluteEpisodeNumber }) => absoluteEpisodeNumber === number).slice(0, 1);
    // TheTVDB does not have absolute numbers for every series. Without them, the anime mappings determine the season,
    // and must do so for all episodes of the file.
    if (known.length > 0) return known;
    const places = counted?.(number) ?? [];
    const all = places.flatMap(inSeason);
    return all.length === places.length ? all : [];
  });
  const missing = numbers.filter((_, at) => found[at]?.length === 0);
  if (missing.length > 0) {
    const named = media.absoluteNumbering === true
      ? `episode ${missing.join(", ")}`
      : `S${season} E${missing.join(", E")}`;
    return `Sonarr has no ${named} of ${media.title}.`;
  }
  return { seriesId, episodeIds: found.flat().map(({ id }) => id) };
}

/** A file after the import, with its result. */
type Verified<File> = File & { import: NonNullable<RippedFile["import"]> };

/**
 * Verifies an import. The file must no longer exist in the rip folder, and the movie or all episodes must have a file
 * of its size.
 */
export async function verifyImported<File extends { sizeBytes: number }>(
  manager: VideoManager,
  file: File,
  target: ImportTarget,
  presence: Presence,
): Promise<Verified<File>> {
  const held = await heldFor(manager, target);
  const hasOurs = held.length > 0 && held.every(({ size }) => size === file.sizeBytes);
  const [first] = held;
  if (hasOurs && presence === "gone") {
    return { ...file, import: { state: "imported", ...(first?.path ? { path: first.path } : {}) } };
  }
  const reason = REASONS[presence](manager.app, hasOurs);
  return { ...file, import: { state: presence === "here" ? "rejected" : "missing", reason } };
}

const REASONS: Record<Presence, (app: string, hasOurs: boolean) => string> = {
  here: (app, hasOurs) =>
    hasOurs
      ? `${app} lists a file of the same size, but the file still exists here.`
      : `${app} finished the import without the file; see its log for the reason.`,
  gone: (app) => `The file no longer exists here, but ${app} lists no file of its size for this title.`,
  unknown: unseen,
};

/** Returns the file of the movie, or the file of each episode. A missing file has size 0. */
async function heldFor(manager: VideoManager, target: ImportTarget): Promise<{ size: number; path?: string }[]> {
  if ("movieId" in target) {
    const { movieFile, sizeOnDisk } = await manager.get(`/movie/${target.movieId}`, RadarrMovie);
    return [{ size: movieFile?.size ?? sizeOnDisk ?? 0, ...(movieFile?.path ? { path: movieFile.path } : {}) }];
  }
  const query = { seriesId: target.seriesId };
  const [episodes, files] = await Promise.all([
    manager.get("/episode", Episodes, { query }),
    manager.get("/episodefile", z.array(SonarrFile), { query }),
  ]);
  return target.episodeIds.map((id) => {
    const episode = episodes.find((one) => one.id === id);
    const { size = 0, path } = files.find((one) => one.id === episode?.episodeFileId) ?? {};
    return { size, ...(path ? { path } : {}) };
  });
}
