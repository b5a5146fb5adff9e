import { createHash } from "node:crypto";
import type { PeerAnswer, PeerFile } from "../managers/wire/soulseek_search.ts";
import { musicCategory, type UnscoredRelease } from "./release_facts.ts";

/** Converts the responses of Soulseek peers to albums. Each folder of a peer is one album. Pure. */

const AUDIO = /^(?:flac|alac|m4a|wav|ape|wv|mp3|aac|ogg|opus|wma|aiff?|dsf|dff)$/;
/** Matches files other than tracks that belong to an album. */
const BESIDE = /^(?:cue|log|jpe?g|png|m3u8?)$/;
const LOSSLESS = /^(?:flac|alac|wav|ape|wv|aiff?|dsf|dff)$/;
const DISC_FOLDER = /^(?:cd|disc|disk)\s*\d{1,2}$/i;
const CD_RATE = 48_000;
const MAX_FILES = 10_000;
const LONGEST_NAME = 4_096;

/** Limits for peers, and the album to which their folders are assigned. */
export interface AlbumOptions {
  /**
   * Maximum length of a peer's queue. Peers with a longer queue are skipped here too, because older versions of slskd
   * do not do this.
   */
  maxQueueLength: number;
  /** ID of the requested album in Lidarr. */
  albumId?: number | undefined;
}

/** Converts responses to albums. Folders without audio files are skipped. Sizes are in bytes. */
export function albumsOf(answers: readonly PeerAnswer[], { maxQueueLength, albumId }: AlbumOptions): UnscoredRelease[] {
  return answers
    .filter(({ queueLength }) => (queueLength ?? 0) <= maxQueueLength)
    .flatMap((peer) =>
      [...Map.groupBy((peer.files ?? []).filter(isOurs), ({ filename }) => folderOf(filename))]
        .flatMap(([directory, files]) => albumOf(peer, directory, files, albumId) ?? [])
    );
}

function albumOf(
  peer: PeerAnswer,
  directory: string,
  files: PeerFile[],
  albumId: number | undefined,
): UnscoredRelease | undefined {
  const tracks = files.filter(({ filename }) => AUDIO.test(extensionOf(filename)));
  const [first] = tracks;
  if (first === undefined || files.length > MAX_FILES) return undefined;
  const format = mostFrequent(tracks.map(({ filename }) => extensionOf(filename))) ?? extensionOf(first.filename);
  const { bitDepth, sampleRate, bitRate } = facts(tracks);
  const title = titleOf(directory);
  const isLossless = LOSSLESS.test(format);
  const high = (bitDepth ?? 16) > 16 || (sampleRate ?? 0) > CD_RATE;
  const quality = isLossless ? `${format.toUpperCase()}${high ? " 24bit" : ""}` : format.toUpperCase();
  return {
    // The peer and the folder are hashed, because folder names may have any length.
    guid: `soulseek:${createHash("sha256").update(`${peer.username}\0${directory}`).digest("base64url")}`,
    indexerId: 0,
    indexer: "Soulseek",
    source: "soulseek",
    title,
    size: files.reduce((sum, { size }) => sum + Math.max(0, Math.round(size)), 0),
    quality: isLossless || bitRate === undefined ? quality : `${quality} ${bitRate} kb/s`,
    resolution: "",
    category: isLossless && high ? "hires" : musicCategory(isLossless ? "FLAC" : quality, title),
    isRemux: false,
    tags: [],
    seeders: null,
    leechers: null,
    ageDays: 0,
    languages: [],
    approved: true,
    rejections: [],
    ...(albumId === undefined ? {} : { albumIds: [albumId] }),
    music: {
      format: format.toUpperCase(),
      ...(bitDepth === undefined ? {} : { bitDepth }),
      ...(sampleRate === undefined ? {} : { sampleRate }),
      ...(bitRate === undefined ? {} : { bitrate: bitRate }),
      trackCount: tracks.length,
      ...(files.some(({ filename }) => extensionOf(filename) === "cue") ? { cue: true } : {}),
      username: peer.username,
      directory,
      freeSlot: peer.hasFreeUploadSlot ?? false,
      queueLength: Math.round(peer.queueLength ?? 0),
      uploadSpeed: peer.uploadSpeed ?? 0,
      files: files.map(({ filename, size }) => ({ filename, size: Math.max(0, Math.round(size)) })),
    },
  };
}

const isOurs = ({ filename, isLocked }: PeerFile): boolean => {
  const extension = extensionOf(filename);
  return !isLocked && filename.length <= LONGEST_NAME && (AUDIO.test(extension) || BESIDE.test(extension));
};

/** Returns the values of most tracks. A single track that differs is a bonus track. */
function facts(tracks: PeerFile[]) {
  const of = (value: (file: PeerFile) => number | null | undefined) =>
    mostFrequent(
      tracks.map(value).filter((one) => typeof one === "number" && one > 0).map((one) => Math.round(one ?? 0)),
    );
  return {
    bitDepth: of(({ bitDepth }) => bitDepth),
    sampleRate: of(({ sampleRate }) => sampleRate),
    bitRate: of(({ bitRate }) => bitRate),
  };
}

function mostFrequent<T>(values: T[]): T | undefined {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** Splits a full path on a peer. Most peers use backslashes, some use slashes. */
const segmentsOf = (path: string): string[] => path.split(/[\\/]/).filter((segment) => segment !== "");
const folderOf = (filename: string): string =>
  filename.slice(0, Math.max(0, filename.lastIndexOf("\\"), filename.lastIndexOf("/")));

function extensionOf(filename: string): string {
  const name = segmentsOf(filename).at(-1) ?? "";
  return name.includes(".") ? name.slice(name.lastIndexOf(".") + 1).toLowerCase() : "";
}

function titleOf(directory: string): string {
  const segments = segmentsOf(directory);
  const last = segments.at(-1) ?? "";
  const title = DISC_FOLDER.test(last) && segments.length > 1 ? `${segments.at(-2)} ${last}` : last;
  return title.slice(0, 1000) || "Unnamed folder";
}
