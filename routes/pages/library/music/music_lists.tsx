import type { AudioSummary } from "../../../../lib/library/music_model.ts";
import { type Album, AlbumQuery, type Artist, ArtistQuery } from "../../../../lib/library/music_model.ts";
import { bytes, count } from "../../../../lib/kit/format.ts";
import { Picture } from "../../../../lib/ui/components/picture.tsx";
import type { Services } from "../../../services/services.ts";
import { chipsOf, type ListChip, type ListSource, type ListTitle, sizeField } from "../list/list_source.ts";
import { typeOf } from "./music_parts.tsx";

/** Lists of artists and albums. */

const FILTERS = {
  onDisk: "On disk",
  missing: "Missing tracks",
  inQueue: "In queue",
  encoded: "Encoded here",
  mqa: "MQA",
};
const NARROWED_BY: readonly ListChip[][] = [
  chipsOf("sound", { lossless: "Lossless", hires: "Hi-res", lossy: "Lossy" }),
  chipsOf("format", { flac: "FLAC", alac: "ALAC", wav: "WAV", mp3: "MP3", aac: "AAC", opus: "Opus", vorbis: "Vorbis" }),
];
const COMMON = { square: true, fields: [sizeField("music")] } as const;
const QUALITY = [{ label: "Formats" }, { label: "Quality" }] as const;

/** Lidarr's artists. */
export const artistList = ({ music }: Pick<Services, "music">): ListSource<ArtistQuery> => ({
  ...COMMON,
  schema: ArtistQuery,
  kind: "artists",
  path: "/music",
  title: "Music",
  table: "Artists",
  one: "artist",
  many: "artists",
  searched: "Artist",
  lettered: ["title"],
  chips: [chipsOf("filter", FILTERS), ...NARROWED_BY],
  sorts: [
    { sort: "title", label: "Name", first: "asc" },
    { sort: "size", label: "Size", first: "desc" },
    { sort: "albums", label: "Albums", first: "desc" },
    { sort: "tracks", label: "Tracks", first: "desc" },
    { sort: "added", label: "Added", first: "desc" },
  ],
  columns: [
    { label: "Albums", sort: "albums", num: true },
    { label: "Tracks", sort: "tracks", main: true },
    ...QUALITY,
  ],
  async load(query) {
    const { items, total, state } = await music.artists(query);
    return { titles: items.map(artistTitle), total, state };
  },
  names: (query) => music.artistNames(query),
  letters: (query) => music.artistLetters(query),
});

/** Albums of all artists. */
export const albumList = ({ music }: Pick<Services, "music">): ListSource<AlbumQuery> => ({
  ...COMMON,
  schema: AlbumQuery,
  kind: "albums",
  path: "/music/albums",
  title: "Albums",
  table: "Albums",
  one: "album",
  many: "albums",
  searched: "Title, artist, year",
  lettered: ["title", "artist"],
  chips: [chipsOf("filter", { ...FILTERS, lossless: "All lossless" }), ...NARROWED_BY],
  sorts: [
    { sort: "title", label: "Title", first: "asc" },
    { sort: "artist", label: "Artist", first: "asc" },
    { sort: "year", label: "Year", first: "desc" },
    { sort: "size", label: "Size", first: "desc" },
  ],
  columns: [
    { label: "Artist", sort: "artist", main: true },
    { label: "Tracks", num: true },
    ...QUALITY,
  ],
  async load(query) {
    const { items, total, state } = await music.albums(query);
    return { titles: items.map(albumTitle), total, state };
  },
  names: (query) => music.albumNames(query),
  letters: (query) => music.albumLetters(query),
});

const coverOf = (url: string | undefined, title: string) => (
  <Picture
    url={url}
    title={title}
    width={200}
    height={200}
  />
);

/** Returns the number of tracks on disk and the total number, such as `9/12`. */
const tracksOnDisk = ({ trackFileCount, trackCount }: Artist["statistics"] | Album["statistics"]): string =>
  `${trackFileCount}/${trackCount}`;

const sizeOf = ({ statistics: { trackFileCount, sizeOnDisk } }: Artist | Album): string =>
  trackFileCount === 0 ? "missing" : bytes(sizeOnDisk);

const FEW = 3;
/** Returns the first three names, such as `FLAC, MP3`, and the number of further names. */
const few = (names: readonly string[]): string =>
  names.slice(0, FEW).join(", ") + (names.length > FEW ? ` +${names.length - FEW}` : "");

const QueueMark = ({ queued = false }: { queued?: boolean | undefined }) => (
  <span class="badges">{queued && <span class="badge" data-tone="accent">In queue</span>}</span>
);

const soundCells = ({ formats, qualities }: AudioSummary): string[] => [few(formats), few(qualities)];

function artistTitle(artist: Artist): ListTitle {
  const { id, name, poster, statistics, qualities, inQueue } = artist;
  return {
    ...{
      id,
      title: name,
      path: `/music/artists/${id}`,
      image: coverOf(poster, name),
      sizeBytes: statistics.sizeOnDisk,
    },
    line: `${count(statistics.albumCount, "album")} · ${sizeOf(artist)}`,
    marks: <QueueMark queued={inQueue} />,
    badges: qualities.slice(0, 1),
    cells: [statistics.albumCount, tracksOnDisk(statistics), ...soundCells(artist)],
    canChoose: statistics.trackFileCount > 0,
  };
}

function albumTitle(album: Album): ListTitle {
  const { id, title, artist, year, cover, statistics, qualities, inQueue } = album;
  return {
    ...{ id, title, path: `/music/albums/${id}`, image: coverOf(cover, title), sizeBytes: statistics.sizeOnDisk },
    aside: [year, typeOf(album)].filter((part) => part).join(" · "),
    line: [artist, year, sizeOf(album)].filter((part) => part).join(" · "),
    marks: <QueueMark queued={inQueue} />,
    badges: qualities.slice(0, 1),
    cells: [artist ?? "", tracksOnDisk(statistics), ...soundCells(album)],
    canChoose: statistics.trackFileCount > 0,
  };
}
