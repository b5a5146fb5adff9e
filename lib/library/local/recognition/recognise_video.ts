import { type MediaEntry, type MediaSource, type NamedVideo, sharedFacts } from "../reading/listing.ts";
import type { FoundFile, FoundTitle } from "../../local_title_model.ts";
import { knownQuality, type NameHint, type ParsedName, videoNameFacets } from "./parsed_name.ts";
import type { Place } from "../reading/place.ts";
import { isOfDisc, moviesOf } from "./movies.ts";
import { type Counted, leadingNumbers } from "./leading_numbers.ts";
import { showOf } from "./shows.ts";

/** Recognises movies and shows among the videos, images and discs of one folder. Pure. */
export function recogniseVideos(
  media: MediaEntry[],
  { root, place, parse }: MediaSource,
): { titles: FoundTitle[]; files: FoundFile[] } {
  const titles = new Map<string, FoundTitle>();
  const files: FoundFile[] = [];
  const movies: NamedVideo[] = [];
  const shows = new Map<string, FoundTitle>();
  const numberOf = leadingNumbers(media.filter(({ type }) => type !== "disc").map(({ name }) => name), place);
  for (const entry of media) {
    // The name of the disc folder is BDMV, so the title is taken from its parent folder.
    const read = parse(isOfDisc(entry) ? place.name : entry.name, hintFor(entry.name, place));
    const parsed = counted(inSeason(read, entry, { root, place, parse }), numberOf(entry.name));
    if (!isEpisode(entry, parsed, place)) {
      movies.push({ entry, parsed });
      continue;
    }
    // Shows are cached by name, because most folders contain one show, and finding it is the slowest step.
    const named = `${parsed.title}\0${parsed.year ?? ""}\0${parsed.absolute.length > 0}`;
    const title = shows.get(named) ?? showOf(parsed, { root, place, parse });
    shows.set(named, title);
    if (!titles.has(title.id)) titles.set(title.id, title);
    files.push(episodeFile({ entry, parsed }, title.id, place));
  }
  for (const { title, videos } of moviesOf(movies, { root, place, parse })) {
    titles.set(title.id, title);
    for (const { entry, parsed, disc } of videos) {
      files.push({ ...plain(entry, parsed), itemId: title.id, ...(disc === undefined ? {} : { disc }) });
    }
  }
  return { titles: [...titles.values()], files };
}

const STATES_SEASON =
  /(?<![a-z0-9])(?:s\d{1,4}[ ._-]{0,3}x?e|\d{1,4}x\d|(?:season|staffel|saison|temporada)[ ._-]?\d)/i;

/** Reads `Season 02/Episode 3` and `Season 02/204 - Title` with the season number of the folder. */
function inSeason(parsed: ParsedName, entry: MediaEntry, { place, parse }: MediaSource): ParsedName {
  const { name } = entry;
  if (place.season === undefined || isOfDisc(entry) || STATES_SEASON.test(name) || parsed.airDate !== undefined) {
    return parsed;
  }
  const show = place.name.replaceAll(/[\\/]/g, " ");
  const { season, seasons, episodes } = parse(
    `/${show}/Season ${place.season}/${name}`,
    place.anime ? "anime" : "series",
  );
  if (season !== place.season || episodes.length === 0) return parsed;
  return { ...parsed, season, seasons, episodes, absolute: [] };
}

/** Numbers an episode by the leading number of its file name, if the name contains no other number. */
function counted(parsed: ParsedName, number: Counted | undefined): ParsedName {
  const { episodes, absolute, airDate, special } = parsed;
  if (number === undefined || episodes.length > 0 || airDate !== undefined || special) return parsed;
  if ("absolute" in number) return absolute.length > 0 ? parsed : { ...parsed, absolute: [number.absolute] };
  const { season, episode } = number;
  const numbered = { ...parsed, absolute: [], episodes: [episode] };
  return season === undefined ? numbered : { ...numbered, season, seasons: [season] };
}

const NUMBERED = /(?<![a-z0-9])(?:s\d{1,3}[ ._-]?e\d{1,4}|\d{1,2}x\d{2,3})(?![a-z0-9])/i;

function hintFor(name: string, { kind, anime, forced }: Place): NameHint | undefined {
  if (kind === "music" || (kind === "movie" && !forced && NUMBERED.test(name))) return undefined;
  return kind === "series" && anime ? "anime" : kind;
}

/** True if a video is an episode of a show, not a movie. */
function isEpisode({ name, type }: MediaEntry, parsed: ParsedName, place: Place): boolean {
  const numbered = parsed.season !== undefined || parsed.episodes.length > 0 || parsed.airDate !== undefined;
  if (place.kind === "movie") return !place.forced && parsed.season !== undefined && parsed.episodes.length > 0;
  if (place.kind === "series") {
    // Anime folders also contain movies. The name of a movie has a year and no episode number.
    const movie = place.anime && !place.forced && place.season === undefined && !numbered &&
      parsed.absolute.length === 0 && !parsed.special && parsed.year !== undefined;
    return !movie;
  }
  if (place.season !== undefined || numbered) return true;
  return parsed.absolute.length > 0 && type !== "disc" && (name.startsWith("[") || place.anime);
}

function episodeFile({ entry, parsed }: NamedVideo, itemId: string, place: Place): FoundFile {
  const file: FoundFile = { ...plain(entry, parsed), itemId };
  // OVAs and recaps have their own numbers, so a folder for season 1 does not make them regular episodes.
  if (parsed.special && parsed.episodes.length === 0) return { ...file, season: 0 };
  const season = parsed.season ?? place.season;
  if (season !== undefined) file.season = season;
  const [episode] = parsed.episodes;
  if (episode !== undefined) file.episode = episode;
  const [absolute] = parsed.absolute;
  if (absolute !== undefined) file.absolute = absolute;
  const [first, last] = [episode ?? absolute, (episode === undefined ? parsed.absolute : parsed.episodes).at(-1)];
  if (last !== undefined && last !== first) file.lastEpisode = last;
  if (parsed.airDate !== undefined) file.airDate = parsed.airDate;
  if (place.disc !== undefined) file.disc = place.disc;
  return file;
}

function plain({ name, size, mtime, identity, link }: MediaEntry, parsed: ParsedName): Omit<FoundFile, "itemId"> {
  const quality = knownQuality(parsed);
  return {
    name,
    size,
    mtime,
    ...sharedFacts({ identity, link }),
    ...(parsed.resolution === undefined ? {} : { resolution: parsed.resolution }),
    ...(parsed.remux ? { isRemux: true } : {}),
    ...(quality === undefined ? {} : { quality }),
    facets: videoNameFacets(parsed),
  };
}
