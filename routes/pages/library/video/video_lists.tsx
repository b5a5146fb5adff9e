import { LibraryQuery, type Movie, type Series } from "../../../../lib/library/video_model.ts";
import { bytes } from "../../../../lib/kit/format.ts";
import { Picture } from "../../../../lib/ui/components/picture.tsx";
import type { Services } from "../../../services/services.ts";
import {
  chipsOf,
  type ListChip,
  type ListField,
  type ListSort,
  type ListSource,
  type ListTitle,
  sizeField,
} from "../list/list_source.ts";
import { episodesOf, Marks, onDisk, streamsOf } from "./library_parts.tsx";

/** Lists of movies and series. */

const NARROWED_BY: readonly ListChip[][] = [
  chipsOf("resolution", { "2160p": "2160p", "1080p": "1080p", "720p": "720p", sd: "SD" }),
  chipsOf("range", { hdr: "HDR", dv: "Dolby Vision", sdr: "SDR" }),
  chipsOf("codec", { h264: "H.264", hevc: "HEVC", av1: "AV1", vc1: "VC-1", mpeg2: "MPEG-2" }),
];

const filters = (onDisk: string) =>
  chipsOf("filter", {
    remux: "Remux",
    onDisk,
    missing: "Missing",
    inQueue: "In queue",
    encoded: "Encoded here",
    anime: "Anime",
  });

const SORTS: readonly ListSort[] = [
  { sort: "title", label: "Title", first: "asc" },
  { sort: "year", label: "Year", first: "desc" },
  { sort: "size", label: "Size", first: "desc" },
  { sort: "added", label: "Added", first: "desc" },
];
const ROMAJI: ListSort = { sort: "romaji", label: "Romaji", first: "asc" };

/** Anime lists can also be sorted by romaji title. */
const sortsOf = ({ filter, sort }: Record<string, string>): readonly ListSort[] =>
  filter === "anime" || sort === "romaji" ? [...SORTS, ROMAJI] : SORTS;

const COMMON = { schema: LibraryQuery, searched: "Title or year", lettered: ["title"], fields: [sizeField("video")] };

/** Returns the list of Radarr's movies. `asked` is the query of the page. */
export const movieList = (
  { library }: Pick<Services, "library">,
  asked: Record<string, string> = {},
): ListSource<LibraryQuery> => ({
  ...COMMON,
  kind: "movies",
  path: "/movies",
  title: "Movies",
  table: "Movies",
  one: "movie",
  many: "movies",
  chips: [filters("On disk"), ...NARROWED_BY],
  sorts: sortsOf(asked),
  columns: [{ label: "Quality", main: true }, { label: "Streams" }],
  async load(query) {
    const { items, total, state } = await library.movies(query);
    return { titles: items.map(filmTitle), total, state };
  },
  names: (query) => library.names("movie", query),
  letters: (query) => library.letters("movie", query),
});

/** Returns the list of Sonarr's series. `asked` is the query of the page. */
export const seriesList = (
  { library }: Pick<Services, "library">,
  asked: Record<string, string> = {},
): ListSource<LibraryQuery> => ({
  ...COMMON,
  kind: "series",
  path: "/series",
  title: "Series",
  table: "Series",
  one: "series",
  many: "series",
  chips: [filters("Episodes on disk"), ...NARROWED_BY],
  sorts: sortsOf(asked),
  columns: [{ label: "Episodes", main: true }, { label: "Profile" }],
  async load(query) {
    const { items, total, state } = await library.series(query);
    return { titles: items.map(seriesTitle), total, state };
  },
  names: (query) => library.names("series", query),
  letters: (query) => library.letters("series", query),
});

const pictureOf = ({ poster, title }: Movie | Series) => (
  <Picture
    url={poster}
    title={title}
    width={200}
    height={300}
  />
);

const lineOf = (...parts: (string | number | undefined)[]): string => parts.filter((part) => part).join(" · ");

function filmTitle(movie: Movie): ListTitle {
  const { id, title, year, file } = movie;
  const sizeBytes = file?.size ?? 0;
  return {
    ...{ id, title, path: `/movies/${id}`, aside: year, image: pictureOf(movie), sizeBytes },
    line: lineOf(year, sizeBytes > 0 ? bytes(sizeBytes) : "missing"),
    marks: <Marks title={movie} file={file} />,
    // Badges such as `Remux-2160p` and `HDR10` help to distinguish copies of a movie.
    badges: file ? [file.quality, file.hdr].flatMap((word) => word ?? []) : [],
    cells: [file?.quality ?? "missing", file ? streamsOf(file) : movie.qualityProfile ?? ""],
    canChoose: file?.visible === true,
  };
}

function seriesTitle(series: Series): ListTitle {
  const { id, title, year, statistics } = series;
  return {
    ...{ id, title, path: `/series/${id}`, aside: year, image: pictureOf(series), sizeBytes: statistics.sizeOnDisk },
    line: lineOf(year, onDisk(series)),
    marks: <Marks title={series} />,
    badges: [],
    cells: [episodesOf(series), series.qualityProfile ?? ""],
    canChoose: statistics.episodeFileCount > 0,
  };
}

/** Returns a filter for the languages of a library. Empty if none is known. */
export const languageFields = (languages: readonly string[]): ListField[] =>
  languages.length === 0 ? [] : [{
    name: "language",
    label: "Language",
    options: [["", "Any language"], ...languages.map((one) => [one, languageName(one)] as const)],
  }];

const languageName = (word: string): string =>
  word.split("-").map((part) => part.replace(/^\(?./u, (start) => start.toUpperCase())).join(" ");
