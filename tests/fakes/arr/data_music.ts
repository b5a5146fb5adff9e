import { genresOf, personOf, studioOf, titleOf } from "./data_words.ts";
import type { AlbumFacts, ArtistFacts, ReleaseFacts } from "./music_model.ts";
import { bare } from "./shared/names.ts";
import { type Random, seeded, uuidOf } from "./shared/random.ts";

const KNOWN = 1000;

/** Returns the artist at an index of the catalogue, which is the same for every call. */
export function artistAt(index: number): ArtistFacts {
  const random = seeded(`artist/${index}`);
  const band = random.chance(0.4);
  const artistName = band ? `The ${titleOf(index + 9000, random)}s`.replace("The The", "The") : personOf(index);
  return {
    artistName,
    foreignArtistId: uuidOf(`artist/${index}`),
    disambiguation: band ? "band" : "",
    genres: genresOf(random, false),
    albums: Array.from({ length: random.int(2, 4) }, (_, nth) => albumAt(artistName, index, nth, random)),
  };
}

function albumAt(artist: string, index: number, nth: number, random: Random): AlbumFacts {
  const title = titleOf(index * 7 + nth, random);
  const length = random.int(7, 13);
  const name = `${artist}/${nth}`;
  const tracks = (edition: string, count: number): ReleaseFacts["tracks"] =>
    Array.from({ length: count }, (_, at) => ({
      title: titleOf(index * 50 + nth * 15 + at + 4000, seeded(`${name}/${at}`)),
      trackNumber: edition === "Vinyl"
        ? `${at < count / 2 ? "A" : "B"}${at % Math.ceil(count / 2) + 1}`
        : String(at + 1),
      absoluteTrackNumber: at + 1,
      mediumNumber: 1,
      duration: 150_000 + (at * 7919 + index * 131) % 180_000,
      foreignRecordingId: uuidOf(`recording/${name}/${at}`),
    }));
  const release = (edition: string, country: string, count: number): ReleaseFacts => ({
    foreignReleaseId: uuidOf(`release/${name}/${edition}/${country}`),
    title,
    status: "Official",
    country: [country],
    label: [studioOf(random)],
    format: edition,
    tracks: tracks(edition, count),
  });
  return {
    title,
    foreignAlbumId: uuidOf(`album/${name}`),
    albumType: random.chance(0.85) ? "Album" : "EP",
    secondaryTypes: [],
    releaseDate: `${1970 + index % 30 + nth * 3}-05-12`,
    genres: genresOf(random, false),
    releases: [
      release("CD", "Europe", length),
      release("Vinyl", "United States", length),
      release("CD", "Japan", length + 2),
    ],
  };
}

let all: ArtistFacts[] | undefined;
const known = () => all ??= generateArtists(KNOWN);

export function artistsLike(term: string): ArtistFacts[] {
  const id = /^(lidarr|lidarrid|mbid):\s*(\S+)$/i.exec(term)?.[2];
  if (id !== undefined) return known().filter(({ foreignArtistId }) => foreignArtistId === id);
  const words = bare(term);
  return words === "" ? [] : known().filter(({ artistName }) => bare(artistName).includes(words)).slice(0, 20);
}

/** Finds albums by title, by artist and title, or by the ID of their release group. */
export function albumsLike(term: string): { artist: ArtistFacts; album: AlbumFacts }[] {
  const id = /^(lidarr|lidarrid|mbid):\s*(\S+)$/i.exec(term)?.[2];
  const words = bare(term);
  if (words === "") return [];
  return known().flatMap((artist) => artist.albums.map((album) => ({ artist, album }))).filter(({ artist, album }) =>
    id === undefined
      ? bare(album.title).includes(words) || bare(`${artist.artistName} ${album.title}`).includes(words)
      : album.foreignAlbumId === id
  ).slice(0, 20);
}

export const generateArtists = (count: number): ArtistFacts[] =>
  Array.from({ length: count }, (_, index) => artistAt(index));
