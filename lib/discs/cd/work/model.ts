import type { NameCharset } from "../../../media/cue_sheet/charsets.ts";
import type { CatalogRelease } from "../../../library/metadata/musicbrainz/model.ts";
import type { CdInfo, CdTrackRead } from "../../cd_schema.ts";
import type { Watching } from "../../ripper_model.ts";
import type { AccurateRipAnswer } from "../accuraterip/look_up.ts";
import type { CdAlbum } from "../files/album.ts";
import type { WrittenAlbum } from "../files/write_album.ts";
import type { CdSource, CdToc } from "../model.ts";
import type { FoundCover } from "../releases/cover.ts";
import type { ReadOffsetQuery } from "./find_read_offset.ts";
import type { FoundReleases } from "../releases/find_releases.ts";

/** Stateless operations on audio CDs. */
export interface Cds {
  /** Reads the table of contents. Throws `RipProblem`. */
  readToc(source: CdSource, signal: AbortSignal): Promise<CdToc>;
  /**
   * Finds possible releases of the disc. `charset` is the character set of CDDB entries, if set by the user. Throws
   * only `shutting_down` and the signal's reason.
   */
  find(toc: CdToc, signal: AbortSignal, charset?: NameCharset): Promise<FoundReleases>;
  /** Returns a release by its ID. Throws `not_found`, `bad_state`, `upstream_failed`, `upstream_timeout`, `busy`. */
  release(releaseId: string, toc: CdToc, signal: AbortSignal): Promise<CatalogRelease>;
  /** Looks up the disc in AccurateRip. Undefined if the settings do not allow it. Throws the signal's reason. */
  accurateRip(toc: CdToc, signal: AbortSignal): Promise<AccurateRipAnswer | undefined>;
  /** Finds the read offset of the drive at which the disc matches AccurateRip. Throws `RipProblem`. */
  findReadOffset(query: ReadOffsetQuery, watching: Watching): Promise<number | undefined>;
  /** Reads, checks, encodes and verifies one track. Throws `RipProblem`, `JobFailure`. */
  copy(track: TrackToCopy, watching: Watching): Promise<CopiedTrack>;
  /** Finds the front cover. Throws the signal's reason. */
  cover(release: CatalogRelease, signal: AbortSignal): Promise<FoundCover>;
  /** Writes tagged tracks, cue sheet, playlist and log. Throws `JobFailure`. */
  write(album: AlbumFiles): Promise<WrittenAlbum>;
}

/** A track to copy into its own folder. */
export interface TrackToCopy {
  source: CdSource;
  toc: CdToc;
  /** Track number. 0 for a track hidden before the first one. */
  number: number;
  /** An empty folder owned by this copy. */
  folder: string;
  known: AccurateRipAnswer | undefined;
  /** Name of the drive, which determines its read offset. */
  drive: string | undefined;
}

/** The FLAC file of a track without tags, and details about how it was read. */
export interface CopiedTrack {
  path: string;
  read: CdTrackRead;
}

/** An album whose tracks have been copied. */
export interface AlbumFiles {
  /** Folder owned by the rip. The folders of the album are created in it. */
  root: string;
  album: CdAlbum;
  cd: CdInfo;
  /** FLAC files of the copied tracks. */
  tracks: { number: number; path: string }[];
  cover?: Uint8Array<ArrayBuffer>;
  /** Name of the drive that read the disc, for the log. */
  drive: string;
  signal: AbortSignal;
  onProgress(done: number, of: number): void;
}
