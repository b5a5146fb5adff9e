import { pathIn } from "../../../../db/library/local/local_rows.ts";
import type {
  EpisodeFacts,
  FileColumns,
  LocalFacts,
  PolicyFileRepository,
  TitleFacts,
} from "../../../../db/library/policies/policy_files.ts";
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
  /** Returns a number that increases with every change to a part of the data. */
  revision(part: "catalogue" | "local"): number;
  catalogue: { tagNames(arr: "movie" | "series"): Promise<Record<number, string>> };
}

/** Returns the facts of all files, in an array that the caller may change until the next call. */
export type FactReader = () => Promise<FileFacts[]>;

/**
 * Creates a reader that reuses the facts until the libraries or the settings change, so that each change of a rule can
 * be planned quickly. They are released when memory is needed.
 */
export function createFactReader(deps: FactDeps): FactReader {
  let kept: { key: string; files: WeakRef<FileFacts[]> } | undefined;
  return async () => {
    const key = await stateKey(deps);
    const known = kept?.key === key ? kept.files.deref() : undefined;
    if (known !== undefined) return known;
    const files = await readFileFacts(deps);
    kept = { key, files: new WeakRef(files) };
    return files;
  };
}

/** Returns a text that changes with everything from which the facts are read. */
async function stateKey({ settings, catalogue, revision }: FactDeps): Promise<string> {
  const { connections: { movie, series }, localMedia, pathMappings } = settings.current();
  const tags = [await catalogue.tagNames("movie"), await catalogue.tagNames("series")];
  const enabled = [movie.enabled, series.enabled, localMedia.enabled];
  return JSON.stringify([revision("catalogue"), revision("local"), enabled, pathMappings, tags]);
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
    if (file !== undefined) found.push(file);
  });
}

async function readEpisodeFiles(deps: FactDeps, found: FileFacts[]): Promise<void> {
  const context = await managerContext(deps, "series");
  const series = new Map<number, TitlePart>();
  const facets = facetReader();
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
    addPlace(file, episodes);
    file.facets = facets(first[5]);
    found.push(file);
  }
}

/** Adds the episodes of a file in the order of their numbers. */
function addPlace(file: FileFacts, episodes: EpisodeFacts[]): void {
  const ordered = episodes.length === 1 ? episodes : episodes.toSorted((a, b) => a[2] - b[2] || a[3] - b[3]);
  file.episodeIds = ordered.map(([id]) => id);
  file.seasonNumber = ordered[0]?.[2] ?? 0;
  file.subtitle = episodeLabel(
    ordered.map(([, , seasonNumber, episodeNumber, title]) => ({ seasonNumber, episodeNumber, title: title ?? "" })),
  );
}

interface ManagerContext {
  tags: Record<number, string>;
  toLocal: (path: string) => string;
  /** Returns the only copy of an equal text. Most titles share their root folder and their genres. */
  shared: (text: string) => string;
}

async function managerContext({ settings, catalogue }: FactDeps, kind: "movie" | "series"): Promise<ManagerContext> {
  const toLocal = createPathTranslation(kind, settings.current().pathMappings);
  return { tags: await catalogue.tagNames(kind), toLocal, shared: createShared() };
}

function createShared(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const found = known.get(text);
    if (found === undefined) known.set(text, text);
    return found ?? text;
  };
}

function titlePart(row: TitleFacts, { tags, toLocal, shared }: ManagerContext, plain: "movie" | "tv"): TitlePart {
  const [arrId, title, year, facets, addedAt, anime, path, genres, tagIds, poster] = row;
  return {
    arrId,
    title: plain === "movie" && year > 0 ? `${title} (${year})` : title,
    root: shared(parentOf(toLocal(path ?? ""))),
    tags: (tagIds ?? []).flatMap((id) => tags[id]?.toLowerCase() ?? []),
    genres: (genres ?? []).map((genre) => shared(genre.toLowerCase())),
    mediaType: anime ? "anime" : plain,
    ...(poster === null ? {} : { poster }),
    facets: shared(facets),
    addedAt,
  };
}

/** Returns the facts of a manager's file. Undefined for an incomplete record. */
function fileOf(
  source: "movie" | "series",
  [fileId, path, size, quality, isRemux, fileAddedAt]: FileColumns,
  title: TitlePart,
  { toLocal, shared }: ManagerContext,
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
    quality: shared(quality ?? ""),
    isRemux: isRemux === true,
    addedAt: Date.parse(fileAddedAt ?? "") || title.addedAt,
  };
}

/** Returns a function that creates the facets of a file. Most files share the same few combinations. */
function facetReader(): (file: FileColumns) => string {
  const known = new Map<string, string>();
  return ([, , , quality, , , codec, resolution, hdr]) => {
    const key = `${quality}\n${codec}\n${resolution}\n${hdr}`;
    let facets = known.get(key);
    if (facets === undefined) {
      facets = facetsOf([{
        languages: [],
        quality: quality ?? "",
        videoCodec: codec ?? undefined,
        resolution: resolution ?? undefined,
        hdr: hdr ?? undefined,
      }]);
      known.set(key, facets);
    }
    return facets;
  };
}

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
