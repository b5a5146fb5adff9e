import { genresOf, studioOf, titleOf } from "./data_words.ts";
import {
  type Episode,
  type EpisodeFile,
  episodeFileName,
  type Series,
  seriesFolder,
  type Show,
  slashOf,
} from "./series_model.ts";
import { mediaInfoOf } from "./shared/media_info.ts";
import { bare } from "./shared/names.ts";
import { qualityNamed } from "./shared/qualities.ts";
import { hash, type Random, seeded } from "./shared/random.ts";
import { ENGLISH, JAPANESE, LANGUAGES } from "./shared/types.ts";

export interface SeriesData {
  series: number;
  /** Total number of episodes of all series. */
  episodes?: number;
  seed?: number;
  root: string;
  remuxShare?: number;
  missingShare?: number;
  animeShare?: number;
}

export interface SeriesLibrary {
  series: Series[];
  episodes: Episode[];
  files: EpisodeFile[];
}

const FIRST_TVDB = 400_000;
const KNOWN = 2000;
const GERMAN = LANGUAGES.find(({ name }) => name === "German") ?? ENGLISH;

const FAMOUS: Show[] = [
  {
    ...showAt(0),
    title: "Dark",
    year: 2017,
    tvdbId: 334824,
    tmdbId: 70523,
    imdbId: "tt5753856",
    seriesType: "standard",
    status: "ended",
    originalLanguage: GERMAN,
    plan: [0, 10, 8, 8],
  },
  {
    ...showAt(0),
    title: "Breaking Bad",
    year: 2008,
    tvdbId: 81189,
    tmdbId: 1396,
    imdbId: "tt0903747",
    seriesType: "standard",
    status: "ended",
    plan: [5, 7, 13, 13, 13, 16],
  },
];

/** Returns the series at an index of the catalogue. `length` is the number of episodes. */
export function showAt(index: number, length?: number, animeShare = 0.12): Show {
  const random = seeded(`show/${index}`);
  const anime = random.chance(animeShare);
  const total = length ?? random.int(6, 60);
  const season = anime ? 12 : random.pick([6, 10, 13, 22]);
  const specials = total > 20 && random.chance(0.4) ? 2 : 0;
  const plan = [specials];
  for (let left = total - specials; left > 0; left -= season) plan.push(Math.min(season, left));
  return {
    title: titleOf(index + 3000, random, anime),
    year: random.int(1990, 2023),
    tvdbId: FIRST_TVDB + index,
    tmdbId: 200_000 + index,
    imdbId: `tt${8_000_000 + index}`,
    seriesType: anime ? "anime" : random.chance(0.03) ? "daily" : "standard",
    status: random.chance(0.6) ? "ended" : "continuing",
    runtime: anime ? 24 : random.pick([25, 45, 60]),
    network: studioOf(random),
    genres: genresOf(random, anime),
    originalLanguage: anime ? JAPANESE : ENGLISH,
    overview: "A series made up for trying things out.",
    plan,
  };
}

let all: Show[] | undefined;
const known = () => all ??= [...FAMOUS, ...Array.from({ length: KNOWN }, (_, index) => showAt(index))];

export function showsLike(term: string): Show[] {
  const id = /^(tvdb|tvdbid|tmdb|imdb|mal):\s*(\S+)$/i.exec(term);
  if (id !== null) {
    const [, kind = "", value = ""] = id;
    const fits = (show: Show) =>
      /^tvdb/i.test(kind)
        ? show.tvdbId === Number(value)
        : kind === "tmdb"
        ? show.tmdbId === Number(value)
        : show.imdbId === value;
    return known().filter(fits);
  }
  const words = bare(term);
  return words === "" ? [] : known().filter(({ title }) => bare(title).includes(words)).slice(0, 20);
}

export const showByTvdb = (tvdbId: number): Show | undefined => known().find((show) => show.tvdbId === tvdbId);

/** Returns all planned episodes of a series, without files. */
export function episodesOf(series: Series, firstId: number): Episode[] {
  let absolute = 0;
  let id = firstId;
  return series.plan.flatMap((length, seasonNumber) =>
    Array.from({ length }, (_, at) => {
      if (seasonNumber > 0) absolute++;
      const aired = Date.UTC(series.year + Math.max(0, seasonNumber - 1), 0, 8) + at * 7 * 86_400_000;
      return {
        id: id++,
        seriesId: series.id,
        seasonNumber,
        episodeNumber: at + 1,
        ...(series.seriesType === "anime" && seasonNumber > 0 ? { absoluteEpisodeNumber: absolute } : {}),
        title: seasonNumber === 0
          ? `Special ${at + 1}`
          : titleOf(hash(`${series.tvdbId}/${absolute}`) % 500, seeded(absolute)),
        airDate: new Date(aired).toISOString().slice(0, 10),
        monitored: series.monitored && seasonNumber > 0,
        episodeFileId: 0,
      };
    })
  );
}

/** Generates a library of series with exactly the given number of episodes, identical for the same seed. */
export function generateSeries(
  { series: count, episodes: total = count * 20, seed = 1, root, remuxShare = 0.15, missingShare = 0.15, animeShare }:
    SeriesData,
): SeriesLibrary {
  const library: SeriesLibrary = { series: [], episodes: [], files: [] };
  const share = Math.floor(total / count);
  for (let index = 0; index < count; index++) {
    const random = seeded(seed * 2_000_003 + index);
    const spread = index === count - 1 && count % 2 === 1 ? 0 : (((index >> 1) * 13) % Math.max(1, share - 4));
    const rest = index === 0 ? total - share * count : 0;
    const show = showAt(index, share + (index % 2 === 0 ? spread : -spread) + rest, animeShare);
    const series: Series = {
      ...show,
      id: index + 1,
      path: `${root}${slashOf(root)}${seriesFolder(show)}`,
      qualityProfileId: random.pick([1, 4, 5, 6]),
      seasonFolder: true,
      monitored: random.chance(0.85),
      monitorNewItems: "all",
      tags: [],
      added: new Date(Date.UTC(2018, 0, 1) + random.int(0, 2500) * 86_400_000).toISOString(),
      monitoredSeasons: show.plan.map((_, season) => season).slice(1),
    };
    const episodes = episodesOf(series, library.episodes.length + 1);
    library.series.push(series);
    for (const episode of episodes) library.episodes.push(episode);
    for (
      const file of filesOf(series, episodes, { random, remuxShare, missingShare, firstId: library.files.length + 1 })
    ) {
      library.files.push(file);
    }
  }
  return library;
}

const QUALITIES = [
  "WEBDL-1080p",
  "WEBDL-1080p",
  "HDTV-720p",
  "Bluray-1080p",
  "WEBDL-2160p",
  "WEBRip-1080p",
  "SDTV",
  "DVD",
];

/** Generates files with one quality and one set of streams per season. Occasionally two episodes share a file. */
function filesOf(
  series: Series,
  episodes: Episode[],
  { random, remuxShare, missingShare, firstId }: {
    random: Random;
    remuxShare: number;
    missingShare: number;
    firstId: number;
  },
): EpisodeFile[] {
  const files: EpisodeFile[] = [];
  const languages = [series.originalLanguage];
  let season = -1;
  let streams = streamsOf(series, random, remuxShare);
  for (let at = 0; at < episodes.length; at++) {
    const [episode, following] = [episodes[at], episodes[at + 1]];
    if (episode === undefined) break;
    if (episode.seasonNumber !== season) {
      season = episode.seasonNumber;
      streams = streamsOf(series, random, remuxShare);
    }
    if (random.chance(missingShare)) continue;
    const double = following !== undefined && following.seasonNumber === season && random.chance(0.01);
    const together = double ? [episode, following] : [episode];
    const { quality, mediaInfo } = streams;
    const { name } = quality.quality;
    const id = firstId + files.length;
    for (const one of together) one.episodeFileId = id;
    files.push({
      id,
      seriesId: series.id,
      seasonNumber: season,
      relativePath: episodeFileName(series, together, name, ".mkv"),
      size: Math.round(
        series.runtime * together.length * (/Remux/.test(name) ? 250e6 : 40e6) * (0.8 + random.next() * 0.4),
      ),
      dateAdded: series.added,
      releaseGroup: "GRP",
      languages,
      quality,
      mediaInfo,
      releaseType: double ? "multiEpisode" : "singleEpisode",
    });
    if (double) at++;
  }
  return files;
}

function streamsOf(series: Series, random: Random, remuxShare: number) {
  const quality = qualityNamed("Sonarr", random.chance(remuxShare) ? "Bluray-1080p Remux" : random.pick(QUALITIES));
  const languages = [series.originalLanguage];
  return { quality, mediaInfo: mediaInfoOf(quality, { random, minutes: series.runtime, languages }) };
}
