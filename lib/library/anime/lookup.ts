import type { AnimeFile } from "../../../db/library/anime/anime_file.ts";
import type { AnimeRow } from "../../../db/library/anime/anime_rows.ts";
import { placesOf } from "./episode_places.ts";
import type { AnimeLookup, AnimeMovie, AnimeSeries } from "./model.ts";

/**
 * Creates functions that determine by ID which manager titles are anime. `file` is called for each lookup, because the
 * file may have been replaced.
 */
export const animeLookup = (file: () => AnimeFile | undefined): AnimeLookup => ({
  movie({ tmdbId, imdbId }) {
    const open = file();
    const [found] = [...open?.byId("tmdbMovie", tmdbId) ?? [], ...imdbId ? open?.byId("imdbMovie", imdbId) ?? [] : []];
    return found && movieOf(found);
  },
  series({ tvdbId }) {
    const rows = file()?.byId("tvdb", tvdbId) ?? [];
    return rows.length === 0 ? undefined : seriesOf(rows);
  },
  countedThrough({ tvdbId, episode }) {
    // Only the first anime of a series starts with absolute episode 1, and only the episodes in its list certainly
    // belong to it.
    const [first] = file()?.byId("tvdb", tvdbId) ?? [];
    const isFirst = first !== undefined && (first.tvdbSeason ?? 1) === 1 && first.tvdbOffset === 0;
    return isFirst ? placesOf({ ...first, tvdbSeason: null }, episode) : undefined;
  },
});

const movieOf = ({ aid, romaji, kanji }: AnimeRow): AnimeMovie => ({
  animedbId: aid,
  ...(romaji === null ? {} : { titleRomaji: romaji }),
  ...(kanji === null ? {} : { titleKanji: kanji }),
});

/** Creates the series details. `rows` are sorted by season. The first one has the name of the series. */
function seriesOf(rows: readonly AnimeRow[]): AnimeSeries {
  const [first] = rows;
  return {
    animedbIds: rows.map(({ aid }) => aid),
    ...(first?.romaji ? { titleRomaji: first.romaji } : {}),
    ...(first?.kanji ? { titleKanji: first.kanji } : {}),
    seasonTitles: rows.flatMap(({ title, english, kanji, tvdbSeason }) =>
      tvdbSeason === null || tvdbSeason < 2
        ? []
        : [...new Set([title, english, kanji])].flatMap((name) =>
          name === null ? [] : [{ title: name, seasonNumber: tvdbSeason }]
        )
    ),
  };
}
