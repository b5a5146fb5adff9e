import { bare, cleaned, sortTitle } from "./shared/names.ts";
import type { Fields, QualityModel } from "./shared/types.ts";

export interface TrackFacts {
  title: string;
  /** Track number as printed. It is a text, because vinyl sides have letters. */
  trackNumber: string;
  absoluteTrackNumber: number;
  mediumNumber: number;
  /** In milliseconds. */
  duration: number;
  foreignRecordingId: string;
}

export interface ReleaseFacts {
  foreignReleaseId: string;
  title: string;
  status: string;
  country: string[];
  label: string[];
  format: string;
  tracks: TrackFacts[];
}

export interface AlbumFacts {
  title: string;
  /** Release group ID. */
  foreignAlbumId: string;
  albumType: string;
  secondaryTypes: string[];
  releaseDate: string;
  genres: string[];
  releases: ReleaseFacts[];
}

/** Catalogue data of an artist. */
export interface ArtistFacts {
  artistName: string;
  foreignArtistId: string;
  disambiguation: string;
  genres: string[];
  albums: AlbumFacts[];
}

export interface Artist extends Omit<ArtistFacts, "albums"> {
  id: number;
  path: string;
  qualityProfileId: number;
  metadataProfileId: number;
  monitored: boolean;
  monitorNewItems: string;
  tags: number[];
  added: string;
  /** Albums that a refresh adds. */
  facts: AlbumFacts[];
}

export interface Track extends TrackFacts {
  id: number;
  trackFileId: number;
}

export interface Release extends Omit<ReleaseFacts, "tracks"> {
  id: number;
  monitored: boolean;
  tracks: Track[];
}

export interface Album extends Omit<AlbumFacts, "releases"> {
  id: number;
  artistId: number;
  monitored: boolean;
  anyReleaseOk: boolean;
  releases: Release[];
}

export interface TrackFile {
  id: number;
  artistId: number;
  albumId: number;
  path: string;
  size: number;
  dateAdded: string;
  releaseGroup: string;
  quality: QualityModel;
}

export const artistFolder = ({ artistName }: { artistName: string }): string => cleaned(artistName);

/** Returns `Album (Year)/Artist - Album - 01 - Title.flac`, relative to the artist's folder. */
export function trackPath(
  artistName: string,
  album: { title: string; releaseDate: string },
  track: TrackFacts,
  extension: string,
): string[] {
  const number = String(track.absoluteTrackNumber).padStart(2, "0");
  return [
    `${cleaned(album.title)} (${album.releaseDate.slice(0, 4)})`,
    `${cleaned(`${artistName} - ${album.title} - ${number} - ${track.title}`)}${extension}`,
  ];
}

export interface Counts {
  trackFileCount: number;
  trackCount: number;
  totalTrackCount: number;
  sizeOnDisk: number;
}

const percent = ({ trackFileCount, trackCount }: Counts) => trackCount === 0 ? 0 : trackFileCount * 100 / trackCount;

const images = (kind: string, id: number | undefined, types: string[]) =>
  types.map((coverType) => ({
    ...(id === undefined ? {} : { url: `/MediaCover/${kind}${id}/${coverType}.jpg?lastWrite=638500000000000000` }),
    coverType,
    extension: ".jpg",
    remoteUrl: `https://images.example/${kind}${coverType}.jpg`,
  }));

export const artistResource = (
  artist: Omit<ArtistFacts, "albums"> & Partial<Artist>,
  { root, counts, albumCount = 0 }: { root: string; counts?: Counts; albumCount?: number },
): Fields => ({
  status: "continuing",
  ended: false,
  artistName: artist.artistName,
  foreignArtistId: artist.foreignArtistId,
  tadbId: 0,
  discogsId: 0,
  overview: "",
  artistType: "Group",
  disambiguation: artist.disambiguation,
  links: [],
  images: images("", artist.id, ["poster", "fanart"]),
  ...(artist.id === undefined ? { folder: artistFolder(artist) } : { path: artist.path, rootFolderPath: `${root}/` }),
  qualityProfileId: artist.qualityProfileId ?? 0,
  metadataProfileId: artist.metadataProfileId ?? 0,
  monitored: artist.monitored ?? false,
  monitorNewItems: artist.monitorNewItems ?? "all",
  genres: artist.genres,
  cleanName: bare(artist.artistName),
  sortName: sortTitle(artist.artistName),
  tags: artist.tags ?? [],
  added: artist.added ?? "0001-01-01T00:00:00Z",
  ratings: { votes: 0, value: 0 },
  ...(counts === undefined ? {} : { statistics: { albumCount, ...counts, percentOfTracks: percent(counts) } }),
  id: artist.id,
});

const mediaOf = (format: string, tracks: TrackFacts[]) =>
  [...new Set(tracks.map(({ mediumNumber }) => mediumNumber))].map((mediumNumber) => ({
    mediumNumber,
    mediumName: "",
    mediumFormat: format,
  }));

export function albumResource(
  album: AlbumFacts & Partial<Omit<Album, "releases">>,
  artist: Fields,
  counts?: Counts,
): Fields {
  const releases = album.releases.map((release: ReleaseFacts & Partial<Omit<Release, "tracks">>) => ({
    id: release.id ?? 0,
    albumId: album.id ?? 0,
    foreignReleaseId: release.foreignReleaseId,
    title: release.title,
    status: release.status,
    duration: release.tracks.reduce((sum, { duration }) => sum + duration, 0),
    trackCount: release.tracks.length,
    media: mediaOf(release.format, release.tracks),
    mediumCount: mediaOf(release.format, release.tracks).length,
    disambiguation: "",
    country: release.country,
    label: release.label,
    format: release.format,
    monitored: release.monitored ?? false,
  }));
  const shown = releases.find(({ monitored }) => monitored) ?? releases[0];
  return {
    title: album.title,
    disambiguation: "",
    overview: "",
    artistId: album.artistId ?? 0,
    foreignAlbumId: album.foreignAlbumId,
    monitored: album.monitored ?? false,
    anyReleaseOk: album.anyReleaseOk ?? true,
    profileId: artist.qualityProfileId ?? 0,
    duration: shown?.duration ?? 0,
    albumType: album.albumType,
    secondaryTypes: album.secondaryTypes,
    mediumCount: shown?.mediumCount ?? 1,
    ratings: { votes: 0, value: 0 },
    releaseDate: `${album.releaseDate}T00:00:00Z`,
    releases,
    genres: album.genres,
    media: shown?.media ?? [],
    artist,
    images: images("Albums/", album.id, ["cover"]),
    links: [],
    ...(counts === undefined ? {} : { statistics: { ...counts, percentOfTracks: percent(counts) } }),
    id: album.id,
  };
}
