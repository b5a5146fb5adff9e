import { pathIn } from "../../../../db/library/local/local_rows.ts";
import type {
  EpisodeFacts,
  FileColumns,
  LocalFacts,
  PolicyFileRepository,
  TitleFacts,
} from "../../../../db/library/policy_files.ts";
import type { SettingsService } from "../../../platform/settings/service.ts";
import { isDisc } from "../../local/chosen_local.ts";
import { createPathTranslation } from "../../managers/paths/path_mapping.ts";
import { episodeLabel } from "../../video/episode_label.ts";
import { facetsOf } from "../../video/rows.ts";
import type { FileFacts } from "../file_facts.ts";
import { separatorOf } from "../match.ts";

/** Services from which facts are read. */
export interface FactDeps {
  settings: Pick<SettingsService, "current">;
  files: PolicyFileRepository;
  catalogue: { tagNames(arr: "movie" | "series"): Promise<Record<number, string>> };
}

/**
 * Reads the facts of all files: movies, every episode file once, and local media without a manager. Files of a manager
 * that is not connected are omitted. Accesses only the store.
 */
export async function readFileFacts(deps: FactDeps): Promise<FileFacts[]> {
  const { connections, localMedia } = deps.settings.current();
  const found: FileFacts[] = [];
  if (connections.movie.enabled) await readMovieFiles(deps, found);
  if (connections.series.enabled) await readEpisodeFiles(deps, found);
  if (localMedia.enabled) await readLocalFiles(deps, found);
  return found;
}

/** Facts that all files of a title share. */
type TitlePart = Pick<FileFacts, "root" | "arrId" | "title" | "poster" | "tags" | "genres" | "mediaType"> & {
  facets: string;
  addedAt: number;
};

async function readMovieFiles(deps: FactDeps, found: FileFacts[]): Promise<void> {
  const context = await managerContext(deps, "movie");
  await deps.files.titles("movie", (row) => {
    const title = titlePart(row, context, "movie");
    const file = fileOf("movie", row[10], title, context);
    // The facets of a movie are those of its only file.
    if (file !== undefined) found.push({ ...file, facets: title.facets });
  });
}

async function readEpisodeFiles(deps: FactDeps, found: FileFacts[]): Promise<void> {
  const context = await managerContext(deps, "series");
  const series = new Map<number, TitlePart>();
  await deps.files.titles("series", (row) => series.set(row[0], titlePart(row, context, "tv")));
  const shared = new Map<number, EpisodeFacts[]>();
  await deps.files.episodes((row) => {
    const [fileId] = row[5];
    if (fileId === null) return;
    const others = shared.get(fileId);
    if (others === undefined) shared.set(fileId, [row]);
    else others.push(row);
  });
  for (const episodes of shared.values()) {
    const [first] = episodes;
    const title = first && series.get(first[1]);
    const file = title && fileOf("series", first[5], title, context);
    if (file === undefined || first === undefined) continue;
    found.push({ ...file, ...placeOf(episodes), facets: facetsOfFile(first[5]) });
  }
}

/** Returns the episodes of a file in the order of their numbers. */
function placeOf(episodes: EpisodeFacts[]): Pick<FileFacts, "episodeIds" | "seasonNumber" | "subtitle"> {
  const ordered = episodes.length === 1 ? episodes : episodes.toSorted((a, b) => a[2] - b[2] || a[3] - b[3]);
  const named = ordered.map(([, , seasonNumber, episodeNumber, title]) => ({
    ...{ seasonNumber, episodeNumber, title: title ?? "" },
  }));
  return { episodeIds: ordered.map(([id]) => id), seasonNumber: ordered[0]?.[2] ?? 0, subtitle: episodeLabel(named) };
}

interface ManagerContext {
  tags: Record<number, string>;
  toLocal: (path: string) => string;
}

async function managerContext({ settings, catalogue }: FactDeps, kind: "movie" | "series"): Promise<ManagerContext> {
  const toLocal = createPathTranslation(kind, settings.current().pathMappings);
  return { tags: await catalogue.tagNames(kind), toLocal };
}

function titlePart(row: TitleFacts, { tags, toLocal }: ManagerContext, plain: "movie" | "tv"): TitlePart {
  const [arrId, title, year, facets, addedAt, anime, path, genres, tagIds, poster] = row;
  return {
    arrId,
    title: plain === "movie" && year > 0 ? `${title} (${year})` : title,
    root: parentOf(toLocal(path ?? "")),
    tags: (tagIds ?? []).flatMap((id) => tags[id]?.toLowerCase() ?? []),
    genres: (genres ?? []).map((genre) => genre.toLowerCase()),
    mediaType: anime ? "anime" : plain,
    ...(poster === null ? {} : { poster }),
    facets,
    addedAt,
  };
}

/** Returns the facts of a manager's file. Undefined for an incomplete record. */
function fileOf(
  source: "movie" | "series",
  [fileId, path, size, quality, isRemux, fileAddedAt]: FileColumns,
  title: TitlePart,
  { toLocal }: ManagerContext,
): FileFacts | undefined {
  if (fileId === null || path === null || size === null) return undefined;
  return {
    ...title,
    key: `${source} ${fileId}`,
    source,
    fileId,
    path,
    localPath: toLocal(path),
    sizeBytes: size,
    quality: quality ?? "",
    isRemux: isRemux === 1,
    addedAt: Date.parse(fileAddedAt ?? "") || title.addedAt,
  };
}

const facetsOfFile = ([, , , quality, , , codec, resolution, hdr]: FileColumns): string =>
  facetsOf([{
    languages: [],
    quality: quality ?? "",
    videoCodec: codec ?? undefined,
    resolution: resolution ?? undefined,
    hdr: hdr ?? undefined,
  }]);

async function readLocalFiles({ files }: FactDeps, found: FileFacts[]): Promise<void> {
  const ofManagers = new Set(found.map(({ localPath }) => localPath));
  await files.local((row) => {
    const file = localFileOf(row);
    if (!isDisc(file.localPath) && !ofManagers.has(file.localPath)) found.push(file);
  });
}

function localFileOf(row: LocalFacts): FileFacts {
  const [folder, name, size, mtime, season, episode, lastEpisode, facets, isRemux, quality] = row;
  const [, , , , , , , , , , title, year, anime, kind, root, genres] = row;
  const path = pathIn(folder, name);
  return {
    key: `local ${path}`,
    source: "local",
    path,
    localPath: path,
    root,
    title: kind === "movie" && year !== null ? `${title} (${year})` : title,
    ...(episode === null ? {} : { subtitle: placeText(season ?? 1, episode, lastEpisode) }),
    ...(season === null ? {} : { seasonNumber: season }),
    sizeBytes: size,
    addedAt: mtime,
    tags: [],
    genres: (genres ?? []).map((genre) => genre.toLowerCase()),
    facets,
    isRemux: isRemux === 1,
    quality: quality ?? "",
    mediaType: anime ? "anime" : kind === "movie" ? "movie" : "tv",
  };
}

const placeText = (seasonNumber: number, first: number, last: number | null): string =>
  episodeLabel(
    Array.from({ length: Math.min(Math.max(1, (last ?? first) - first + 1), 100) }, (_, i) => ({
      ...{ seasonNumber, episodeNumber: first + i, title: "" },
    })),
  );

function parentOf(path: string): string {
  const separator = separatorOf(path);
  const plain = path.endsWith(separator) ? path.slice(0, -1) : path;
  return plain.slice(0, Math.max(plain.lastIndexOf(separator), 0)) || separator;
}
