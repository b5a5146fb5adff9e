import type { FormatSize } from "../../../../lib/library/video/disk_usage.ts";
import type { TitleResolution } from "../../../../lib/library/video/disk_usage.ts";
import type { LibrarySize } from "../../../../lib/library/video/service.ts";
import type { TileColour } from "../../../../lib/ui/components/plots/treemap.tsx";

/** Names, colours and pages of libraries and formats for the disk usage maps. */

type Arr = LibrarySize["arr"];

/** Pages of the libraries, with the singular and plural noun for a title. */
export const LIBRARIES: Record<Arr, { name: string; path: string; titles: string; one: string; many: string }> = {
  movie: { name: "Movies", path: "/movies", titles: "/movies", one: "movie", many: "movies" },
  series: { name: "Series", path: "/series", titles: "/series", one: "series", many: "series" },
  music: { name: "Music", path: "/music", titles: "/music/artists", one: "artist", many: "artists" },
};

/** Name and colour of a format or resolution. */
export interface Shown {
  name: string;
  colour: TileColour;
}

/** Similar formats have the same colour: the oldest, common and newest codecs, lossless and lossy audio. */
export const FORMATS: Record<FormatSize["format"], Shown> = {
  remux: { name: "Remuxes", colour: "strong" },
  mpeg2: { name: "MPEG-2", colour: 2 },
  vc1: { name: "VC-1", colour: 2 },
  mpeg4: { name: "MPEG-4", colour: 1 },
  h264: { name: "H.264", colour: 4 },
  hevc: { name: "HEVC", colour: 6 },
  vp9: { name: "VP9", colour: 7 },
  av1: { name: "AV1", colour: 7 },
  flac: { name: "FLAC", colour: 3 },
  alac: { name: "ALAC", colour: 3 },
  wav: { name: "WAV", colour: 3 },
  ape: { name: "APE", colour: 3 },
  wavpack: { name: "WavPack", colour: 3 },
  dsd: { name: "DSD", colour: 3 },
  mp3: { name: "MP3", colour: 5 },
  aac: { name: "AAC", colour: 5 },
  opus: { name: "Opus", colour: 5 },
  vorbis: { name: "Vorbis", colour: 5 },
  wma: { name: "WMA", colour: 5 },
  several: { name: "Several formats", colour: 0 },
  unknown: { name: "Unknown format", colour: 0 },
};

export const RESOLUTION_NAMES: Record<TitleResolution, Shown> = {
  "2160p": { name: "2160p", colour: 3 },
  "1080p": { name: "1080p", colour: 4 },
  "720p": { name: "720p", colour: 6 },
  sd: { name: "SD", colour: 1 },
  several: { name: "Several resolutions", colour: 0 },
  unknown: { name: "Unknown resolution", colour: 0 },
};
