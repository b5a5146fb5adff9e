import type { CatalogRelease } from "../../../library/metadata/musicbrainz/model.ts";
import type { CdInfo, CdTrackRead } from "../../cd_schema.ts";
import type { Watching } from "../../rippers/model.ts";
import type { AccurateRipAnswer } from "../accuraterip/look_up.ts";
import type { CdAlbum } from "../files/album.ts";
import type { WrittenAlbum } from "../files/write_album.ts";
import type { CdSource, CdToc } from "../model.ts";
import type { FoundCover } from "../releases/cover.ts";
import type { OffsetQuestion } from "./find_read_offset.ts";
import type { FoundReleases } from "../releases/find_releases.ts";

/** Everything that is done with an audio CD, without a memory of it. */
export interface Cds {
  /** Throws `RipProblem`. */
  readToc(source: CdSource, signal: AbortSignal): Promise<CdToc>;
  /** What the disc may be. Throws `shutting_down` and the signal's reason only. */
  find(toc: CdToc, signal: AbortSignal): Promise<FoundReleases>;
  /** One release by its id. Throws `not_found`, `bad_state`, `upstream_failed`, `upstream_timeout`, `busy`. */
  release(releaseId: string, toc: CdToc, signal: AbortSignal): Promise<CatalogRelease>;
  /** What AccurateRip knows of the disc; undefined while the settings do not allow to ask. Throws the signal's reason. */
  accurateRip(toc: CdToc, signal: AbortSignal): Promise<AccurateRipAnswer | undefined>;
  /** The read offset of the drive with which the disc is as AccurateRip knows it. Throws `RipProblem`. */
  findReadOffset(question: OffsetQuestion, watching: Watching): Promise<number | undefined>;
  /** Reads, checks, encodes and verifies one track. Throws `RipProblem`, `JobFailure`. */
  copy(track: TrackToCopy, watching: Watching): Promise<CopiedTrack>;
  /** Throws the signal's reason. */
  cover(release: CatalogRelease, signal: AbortSignal): Promise<FoundCover>;
  /** Writes tagged tracks, cue sheet, playlist and log. Throws `JobFailure`. */
  write(album: AlbumFiles): Promise<WrittenAlbum>;
}

/** One track that is copied into a folder of its own. */
export interface TrackToCopy {
  source: CdSource;
  toc: CdToc;
  /** 0 = hidden before the first. */
  number: number;
  /** Empty; belongs to this copy. */
  folder: string;
  known: AccurateRipAnswer | undefined;
  /** Name of the drive, for its read offset. */
  drive: string | undefined;
}

/** The FLAC of a track without tags, and how it was read. */
export interface CopiedTrack {
  path: string;
  read: CdTrackRead;
}

/** An album whose tracks are copied. */
export interface AlbumFiles {
  /** Belongs to the rip; the album's folders are made in it. */
  root: string;
  album: CdAlbum;
  cd: CdInfo;
  /** By their numbers. */
  tracks: { number: number; path: string }[];
  cover?: Uint8Array<ArrayBuffer>;
  /** What read it, for its log. */
  drive: string;
  signal: AbortSignal;
  onProgress(done: number, of: number): void;
}
