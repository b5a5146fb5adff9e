import { bare, cleaned, slug, sortTitle } from "./shared/names.ts";
import type { Fields, Language, MediaFile } from "./shared/types.ts";

/** Catalogue data of a series. */
export interface Show {
  title: string;
  year: number;
  tvdbId: number;
  tmdbId: number;
  imdbId: string;
  seriesType: "standard" | "daily" | "anime";
  status: "continuing" | "ended" | "upcoming";
  runtime: number;
  network: string;
  genres: string[];
  originalLanguage: Language;
  overview: string;
  /** Number of episodes per season. The first entry is the specials. */
  plan: number[];
}

/** A series in the library. */
export interface Series extends Show {
  id: number;
  path: string;
  qualityProfileId: number;
  seasonFolder: boolean;
  monitored: boolean;
  monitorNewItems: string;
  tags: number[];
  added: string;
  /** Monitored seasons. */
  monitoredSeasons: number[];
}

export interface Episode {
  id: number;
  seriesId: number;
  seasonNumber: number;
  episodeNumber: number;
  absoluteEpisodeNumber?: number;
  title: string;
  airDate: string;
  monitored: boolean;
  /** 0 if the episode has no file. */
  episodeFileId: number;
}

export interface EpisodeFile extends MediaFile {
  seriesId: number;
  seasonNumber: number;
  releaseType: "unknown" | "singleEpisode" | "multiEpisode" | "seasonPack";
}

export const seriesFolder = ({ title, year }: Show): string => `${cleaned(title.replace(/ \(\d{4}\)$/, ""))} (${year})`;

export const slashOf = (path: string): string => path.includes("\\") ? "\\" : "/";

export const episodePath = (series: Series, file: EpisodeFile): string =>
  series.path + slashOf(series.path) + file.relativePath.replaceAll("/", slashOf(series.path));

/** Returns `Title - S01E01-E02 - Name Quality.mkv`. Anime names also have the absolute number. */
export function episodeFileName(series: Series, episodes: Episode[], quality: string, extension: string): string {
  const two = (value: number | undefined) => String(value ?? 0).padStart(2, "0");
  const [first, last] = [episodes[0], episodes.at(-1)];
  const range = `S${two(first?.seasonNumber)}E${two(first?.episodeNumber)}${
    first === last ? "" : `-E${two(last?.episodeNumber)}`
  }`;
  const absolute = series.seriesType === "anime" && first?.absoluteEpisodeNumber !== undefined
    ? ` - ${String(first.absoluteEpisodeNumber).padStart(3, "0")}`
    : "";
  const numbers = series.seriesType === "daily" ? first?.airDate ?? "" : range + absolute;
  const name = `${cleaned(series.title)} - ${numbers} - ${
    cleaned(episodes.map(({ title }) => title).join(" + "))
  } ${quality}`;
  return `${series.seasonFolder ? seasonFolder(first?.seasonNumber ?? 0) : ""}${name}${extension}`;
}

const seasonFolder = (season: number) => season === 0 ? "Specials/" : `Season ${String(season).padStart(2, "0")}/`;

export interface Counted {
  episodeFileCount: number;
  episodeCount: number;
  totalEpisodeCount: number;
  sizeOnDisk: number;
}

export function seriesResource(
  series: Show & Partial<Series>,
  { root, counts, total }: { root: string; counts: (season: number) => Counted; total: Counted },
): Fields {
  const { id } = series;
  const percent = ({ episodeFileCount, episodeCount }: Counted) =>
    episodeCount === 0 ? 0 : episodeFileCount * 100 / episodeCount;
  const image = (coverType: string) => ({
    coverType,
    ...(id === undefined ? {} : { url: `/MediaCover/${id}/${coverType}.jpg?lastWrite=638500000000000000` }),
    remoteUrl: `https://artworks.example/${coverType}-${series.tvdbId}.jpg`,
  });
  const seasons = series.plan.flatMap((length, seasonNumber) =>
    length === 0 ? [] : [{
      seasonNumber,
      monitored: series.monitoredSeasons?.includes(seasonNumber) ?? seasonNumber > 0,
      ...(id === undefined ? {} : {
        statistics: { ...counts(seasonNumber), releaseGroups: [], percentOfEpisodes: percent(counts(seasonNumber)) },
      }),
    }]
  );
  return {
    title: series.title,
    alternateTitles: series.seriesType === "anime" ? [{ title: `${series.title} TV`, seasonNumber: -1 }] : [],
    sortTitle: sortTitle(series.title),
    status: series.status,
    ended: series.status === "ended",
    overview: series.overview,
    network: series.network,
    airTime: "21:00",
    images: [image("poster"), image("fanart"), image("banner")],
    originalLanguage: series.originalLanguage,
    ...(id === undefined ? { remotePoster: `https://artworks.example/poster-${series.tvdbId}.jpg` } : {}),
    seasons,
    year: series.year,
    ...(id === undefined
      ? { folder: seriesFolder(series) }
      : { path: series.path, rootFolderPath: root + slashOf(root) }),
    qualityProfileId: series.qualityProfileId ?? 0,
    seasonFolder: series.seasonFolder ?? true,
    monitored: series.monitored ?? true,
    monitorNewItems: series.monitorNewItems ?? "all",
    useSceneNumbering: false,
    runtime: series.runtime,
    tvdbId: series.tvdbId,
    tvRageId: 0,
    tvMazeId: 0,
    tmdbId: series.tmdbId,
    firstAired: `${series.year}-01-08T00:00:00Z`,
    seriesType: series.seriesType,
    cleanTitle: bare(series.title),
    imdbId: series.imdbId,
    titleSlug: slug(series.title),
    certification: "TV-14",
    genres: series.genres,
    tags: series.tags ?? [],
    added: series.added ?? "0001-01-01T00:00:00Z",
    ratings: { votes: 100, value: 7.5 },
    ...(id === undefined ? {} : {
      statistics: {
        seasonCount: seasons.filter(({ seasonNumber }) => seasonNumber > 0).length,
        ...total,
        releaseGroups: [],
        percentOfEpisodes: percent(total),
      },
    }),
    languageProfileId: 1,
    id,
  };
}

export const episodeFileResource = (series: Series, file: EpisodeFile, qualityCutoffNotMet: boolean): Fields => {
  const { originalFilePath: _, edition: __, ...rest } = file;
  return {
    ...rest,
    path: episodePath(series, file),
    customFormats: [],
    customFormatScore: 0,
    indexerFlags: 0,
    qualityCutoffNotMet,
  };
};

export const episodeResource = (series: Series, episode: Episode): Fields => ({
  ...episode,
  tvdbId: series.tvdbId * 1000 + episode.seasonNumber * 100 + episode.episodeNumber,
  airDateUtc: `${episode.airDate}T21:00:00Z`,
  runtime: series.runtime,
  overview: `${episode.title}.`,
  hasFile: episode.episodeFileId > 0,
  unverifiedSceneNumbering: false,
  ...(episode.seasonNumber > 0 && episode.episodeNumber === series.plan[episode.seasonNumber] &&
      series.status === "ended"
    ? { finaleType: episode.seasonNumber === series.plan.length - 1 ? "series" : "season" }
    : {}),
});
