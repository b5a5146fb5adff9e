import { join } from "node:path";
import { mapConcurrent } from "../../../kit/async.ts";
import { writeFileAtomic } from "../../../kit/atomic_file.ts";
import { Fault, JobFailure } from "../../../kit/fault.ts";
import { asJpeg, imageFormat } from "../../../library/artwork/image_data.ts";
import { measureLoudness } from "../../../media/audio/loudness.ts";
import { type AlbumGain, replayGain } from "../../../media/audio/replay_gain.ts";
import { musicTags, type Tag } from "../../../media/audio/tags.ts";
import type { CdToc } from "../model.ts";
import type { CdAlbum, CdAlbumTrack } from "./album.ts";
import { type AlbumMqa, albumMqa, type TrackMqa, trackMqa } from "./album_mqa.ts";
import { type AlbumCue, albumCue } from "./cue.ts";
import type { EncodedAudio } from "./encode_track.ts";
import { albumFileName, albumFolders, trackFileName } from "./names.ts";
import { type ReadingFacts, ripLogText } from "./rip_log.ts";
import { type CoverFile, tagTrack } from "./tag_track.ts";

/** The FLAC file of one track, from `encodeTrack()`. */
export interface TrackAudio extends EncodedAudio {
  number: number;
  /** Absolute path. */
  path: string;
}

/** Tracks without tags, and all information about them. */
export interface AlbumToWrite {
  ffmpegPath: string;
  /** Folder of the rip, in which the folders of the album are created. Files with the same names are replaced. */
  root: string;
  album: CdAlbum;
  toc: CdToc;
  /** One FLAC file for each track of the album. */
  audioFiles: readonly TrackAudio[];
  /** Front cover, a JPEG or PNG image. */
  cover?: Uint8Array<ArrayBuffer>;
  detectMqa: boolean;
  reading: ReadingFacts;
  writeCueSheet(sheet: AlbumCue): string;
  signal?: AbortSignal;
  /**
   * Called with the progress. `done` counts measured tracks and written tracks, so `of` is twice the number of tracks.
   */
  onProgress?(done: number, of: number): void;
}

/** Locations of the written files. Paths are absolute. */
export interface WrittenAlbum {
  folder: string;
  tracks: { number: number; path: string }[];
  cue: string;
  playlist: string;
  log: string;
  /** True if the tracks contain the cover. A damaged or oversized cover is omitted. */
  hasCover: boolean;
  /** Result of the MQA detection. Absent if it was disabled. */
  mqa?: AlbumMqa;
}

/** Number of tracks processed concurrently. A higher number would slow down running encodes. */
const CONCURRENT = 2;
/** Maximum size of a cover in bytes. The length field of a FLAC metadata block is 24 bits long. */
const MAX_COVER_BYTES = 15 << 20;
const SAMPLES_PER_SECOND = 44_100;
const FILE_MODE = 0o644;

/** A track with its measured loudness. */
interface MeasuredTrack {
  track: CdAlbumTrack;
  audio: TrackAudio;
  blocks: number[];
  samplePeak: number;
  mqa?: TrackMqa;
}

/**
 * Measures the album, writes tagged and verified tracks, then the cue sheet, playlist and log. Throws `JobFailure`
 * `source_missing` if a track has no audio, and the errors of `encodeTrack()` and `measureLoudness()`.
 */
export async function writeAlbum(options: AlbumToWrite): Promise<WrittenAlbum> {
  const { root, album, onProgress } = options;
  const folder = join(root, ...albumFolders(album));
  await Deno.mkdir(folder, { recursive: true });
  let done = 0;
  const count = () => onProgress?.(++done, album.tracks.length * 2);
  const measured = await mapConcurrent(album.tracks, CONCURRENT, async (track) => {
    const one = await measureTrack(track, options);
    count();
    return one;
  });
  const gains = replayGain(measured);
  const written = await withCoverFile(options, async (cover) => {
    const tracks = await mapConcurrent(measured, CONCURRENT, async (one, i) => {
      const path = join(folder, trackFileName(one.track));
      await writeTrack(one, path, { ...options, cover, gains, place: i });
      count();
      return { number: one.track.number, path };
    });
    return { tracks, hasCover: cover !== undefined };
  });
  const texts = await writeTexts(folder, measured, gains, options);
  const listened = measured.flatMap(({ mqa }) => mqa ?? []);
  return { folder, ...written, ...texts, ...(options.detectMqa ? { mqa: albumMqa(listened) } : {}) };
}

async function measureTrack(
  track: CdAlbumTrack,
  { ffmpegPath, audioFiles, detectMqa, signal }: AlbumToWrite,
): Promise<MeasuredTrack> {
  const audio = audioFiles.find(({ number }) => number === track.number);
  if (audio === undefined) throw new JobFailure("source_missing", `Track ${track.number} was not read.`);
  const { blocks, samplePeak } = await measureLoudness({ ffmpegPath, path: audio.path, streamIndex: 0, signal });
  const mqa = detectMqa ? await trackMqa({ ffmpegPath, path: audio.path, signal }) : undefined;
  return { track, audio, blocks, samplePeak, ...(mqa ? { mqa } : {}) };
}

/**
 * Writes the image to a file for ffmpeg while `work` runs. Passes undefined if the image cannot be decoded, because a
 * bad cover must not stop a rip.
 */
async function withCoverFile<T>(
  { ffmpegPath, root, cover, signal }: AlbumToWrite,
  work: (cover: CoverFile | undefined) => Promise<T>,
): Promise<T> {
  const form = cover && imageFormat(cover);
  const isShown = (form === "jpeg" || form === "png") && cover !== undefined && cover.length <= MAX_COVER_BYTES &&
    await asJpeg(cover, { ffmpegPath, folder: root, signal }).then(() => true, (error) => {
      if (error instanceof Fault) return false;
      throw error;
    });
  if (!isShown) return await work(undefined);
  const path = await Deno.makeTempFile({ dir: root, prefix: "cover-" });
  try {
    await Deno.writeFile(path, cover);
    return await work({ path, form });
  } finally {
    await Deno.remove(path).catch(() => {});
  }
}

async function writeTrack(
  { track, audio, mqa }: MeasuredTrack,
  output: string,
  { ffmpegPath, album, cover, gains, place, signal }: Omit<AlbumToWrite, "cover"> & {
    cover: CoverFile | undefined;
    gains: AlbumGain;
    place: number;
  },
): Promise<void> {
  const measured = musicTags({ container: "flac", track: gains.tracks[place], album: gains.album, mqa });
  await tagTrack({
    ffmpegPath,
    path: audio.path,
    output,
    tags: [...trackTags(album, track), ...measured],
    cover,
    md5: audio.md5,
    signal,
  });
}

async function writeTexts(
  folder: string,
  measured: readonly MeasuredTrack[],
  gains: AlbumGain,
  { album, toc, reading, writeCueSheet }: AlbumToWrite,
): Promise<Pick<WrittenAlbum, "cue" | "playlist" | "log">> {
  const results = measured.map(({ track: { number }, audio: { md5, samples } }, i) => {
    const gain = gains.tracks[i];
    return { number, md5, samples, ...(gain ? { gain } : {}) };
  });
  const at = (extension: string) => join(folder, albumFileName(album, extension));
  const [cue, playlist, log] = [at(".cue"), at(".m3u8"), at(".log")];
  const seconds = measured.map(({ audio }) => audio.samples / SAMPLES_PER_SECOND);
  const mode = FILE_MODE;
  await writeFileAtomic(cue, writeCueSheet(albumCue(album, toc, reading.cddbId)), { mode });
  await writeFileAtomic(playlist, albumPlaylist(album, seconds), { mode });
  const albumGain = gains.album;
  await writeFileAtomic(log, ripLogText({ album, toc, reading, results, ...(albumGain ? { albumGain } : {}) }), {
    mode,
  });
  return { cue, playlist, log };
}

/**
 * Creates a playlist of the files in the same folder, in UTF-8. `seconds` contains the durations of the tracks. Pure.
 */
export function albumPlaylist(album: CdAlbum, seconds: readonly number[]): string {
  const lines = album.tracks.flatMap((track, i) => [
    `#EXTINF:${Math.round(seconds[i] ?? -1)},${track.artist} - ${track.title}`,
    trackFileName(track),
  ]);
  return ["#EXTM3U", ...lines, ""].join("\n");
}

/** Returns the Vorbis comments of one track, with the field names that music players support. Pure. */
export function trackTags(album: CdAlbum, track: CdAlbumTrack): Tag[] {
  const fields: [key: string, value: string | number | undefined][] = [
    ["TITLE", track.title],
    ["ARTIST", track.artist],
    ["ALBUM", album.title],
    ["ALBUMARTIST", album.artist],
    ["TRACKNUMBER", track.number],
    ["TRACKTOTAL", album.trackTotal],
    ["DISCNUMBER", album.discNumber],
    ["DISCTOTAL", album.discCount],
    ["DISCSUBTITLE", album.discTitle],
    ["DATE", album.date],
    ["GENRE", album.genre],
    ["LABEL", album.label],
    ["CATALOGNUMBER", album.catalogNumber],
    ["BARCODE", album.barcode],
    ["ISRC", track.isrc],
    ["MEDIA", "CD"],
    ["PRE_EMPHASIS", track.preEmphasis ? 1 : undefined],
    ["MUSICBRAINZ_DISCID", album.ids.disc],
    ["MUSICBRAINZ_ALBUMID", album.ids.release],
    ["MUSICBRAINZ_RELEASEGROUPID", album.ids.releaseGroup],
    ["MUSICBRAINZ_ALBUMARTISTID", album.ids.artist],
    ["MUSICBRAINZ_ARTISTID", track.ids.artist],
    // In file tags, MusicBrainz calls the recording a track, and the track a release track.
    ["MUSICBRAINZ_TRACKID", track.ids.recording],
    ["MUSICBRAINZ_RELEASETRACKID", track.ids.track],
  ];
  return fields.flatMap(([key, value]): Tag[] => value === undefined ? [] : [[key, String(value)]]);
}
