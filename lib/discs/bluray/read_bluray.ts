import { createHash } from "node:crypto";
import { type DiscEntry, DiscFault, type DiscFiles } from "../files/model.ts";
import { contentHash } from "../fingerprint.ts";
import type { ReadDisc } from "../model.ts";
import { parseClipInfo } from "./clip_info.ts";
import { numberedFiles, readWhole, readWithBackup } from "./disc_files.ts";
import { MAX_CLIP_INFO_BYTES, MAX_PLAYLIST_BYTES } from "./limits.ts";
import { parsePlaylist, type Playlist } from "./playlist.ts";
import { findProtection } from "./protection.ts";
import { type Clip, clipFault, isLoop, titlesOf } from "./title.ts";
import { bigEndian, malformed } from "./big_endian.ts";

/** Maximum number of playlists. The format allows at most 2,000 playlists and 4,000 clips per disc. */
const MAX_PLAYLISTS = 2000;
const MAX_CLIPS = 4000;
/** Maximum number of keyframes that are kept for all clips, at 8 bytes each. A disc has roughly ten thousand. */
const MAX_KEPT_ENTRIES = 500_000;
const MAX_INDEX_BYTES = 1 << 20;
const MAX_METADATA_BYTES = 64 << 10;
const MAX_METADATA_FILES = 50;
/** Maximum number of items across all playlists, counted once per angle. */
const MAX_ITEMS = 50_000;
const MAX_WARNINGS = 100;

/**
 * Reads a Blu-ray or UHD Blu-ray: its playlists as titles, its names and its protection. Damaged files are skipped and
 * reported in `warnings`. Throws `DiscFault` if no playlist can be read.
 */
export async function readBluray(files: DiscFiles, signal?: AbortSignal): Promise<ReadDisc> {
  const warnings = createWarnings();
  const streams = await numberedFiles(files, "STREAM", "m2ts");
  const playlists = await readPlaylists(files, warnings.add, signal);
  const clips = await readClips(files, playlists, streams, warnings.add, signal);
  for (const [clip, found] of clips) {
    const fault = clipFault(clip, found);
    if (fault) warnings.add(fault);
  }
  const version = await readWithBackup(files, "index.bdmv", MAX_INDEX_BYTES, indexVersion, warnings.add) ??
    [...playlists.values()].map((playlist) => playlist.version).sort().at(-1) ?? "";
  const discName = await readDiscName(files);
  const protection = await findProtection(files, [...streams.values()], signal);
  return {
    type: version >= "0300" ? "uhd" : "bluray",
    ...(files.volumeName ? { volumeName: files.volumeName } : {}),
    ...(discName ? { discName } : {}),
    ...(protection ? { protection } : {}),
    fingerprint: await fingerprintOf(files),
    titles: [...playlists].flatMap(([name, playlist]) => titlesOf(`${name}.mpls`, playlist, clips)),
    warnings: warnings.all(),
  };
}

/** Collects unique warnings. Warnings beyond the limit are only counted. */
function createWarnings() {
  const sentences = new Set<string>();
  let more = 0;
  return {
    add: (sentence: string) => {
      if (sentences.size < MAX_WARNINGS) sentences.add(sentence);
      else if (!sentences.has(sentence)) more++;
    },
    all: () => more > 0 ? [...sentences, `${more} more warnings like these.`] : [...sentences],
  };
}

async function readPlaylists(
  files: DiscFiles,
  warn: (sentence: string) => void,
  signal?: AbortSignal,
): Promise<Map<string, Playlist>> {
  const own = await numberedFiles(files, "PLAYLIST", "mpls");
  const names = [...new Set([...own, ...await numberedFiles(files, "BACKUP/PLAYLIST", "mpls")].map(([name]) => name))];
  if (names.length === 0) {
    throw new DiscFault("missing_file", "The BDMV/PLAYLIST folder of the disc contains no playlists.");
  }
  if (names.length > MAX_PLAYLISTS) {
    warn(`The disc has ${names.length} playlists; only the first ${MAX_PLAYLISTS} are read.`);
  }
  const playlists = new Map<string, Playlist>();
  let items = 0;
  let readable = 0;
  for (const name of names.sort().slice(0, MAX_PLAYLISTS)) {
    signal?.throwIfAborted();
    const file = `${name}.mpls`;
    const parse = (bytes: Uint8Array) => parsePlaylist(bytes, `PLAYLIST/${file}`);
    const playlist = await readWithBackup(files, `PLAYLIST/${file}`, MAX_PLAYLIST_BYTES, parse, warn);
    if (!playlist) continue;
    readable++;
    if (isLoop(playlist)) {
      warn(`${file} is skipped: it plays the same section ${playlist.items.length} times, like a menu background.`);
      continue;
    }
    items += playlist.items.length * Math.max(...playlist.items.map(({ clips }) => clips.length));
    if (items > MAX_ITEMS) {
      warn(`${file} and all later playlists are skipped: the playlists of the disc play more than ${MAX_ITEMS} items.`);
      break;
    }
    if (playlist.items.some(({ streams }) => streams.elsewhere > 0)) {
      warn(`${file} plays streams alongside its clips (sub paths); they are skipped.`);
    }
    playlists.set(name, withoutLaterStreams(playlist));
  }
  if (readable === 0) {
    throw new DiscFault("malformed", `None of the disc's ${names.length} playlists can be read.`);
  }
  return playlists;
}

/**
 * Only the streams of the first item are reported, so those of all other items are dropped to save memory for up to a
 * thousand playlists.
 */
function withoutLaterStreams(playlist: Playlist): Playlist {
  const none = { videoPids: [], audio: [], subtitles: [], elsewhere: 0 };
  return { ...playlist, items: playlist.items.map((item, i) => i === 0 ? item : { ...item, streams: none }) };
}

/** Reads the information of each clip that the playlists refer to. */
async function readClips(
  files: DiscFiles,
  playlists: Map<string, Playlist>,
  streams: Map<string, DiscEntry>,
  warn: (sentence: string) => void,
  signal?: AbortSignal,
): Promise<Map<string, Clip>> {
  const clips = new Map<string, Clip>();
  let room = MAX_KEPT_ENTRIES;
  const played = new Set([...playlists.values()].flatMap(({ items }) => items.flatMap((item) => item.clips)));
  for (const clip of played) {
    signal?.throwIfAborted();
    const size = streams.get(clip)?.size;
    const found: Clip = size === undefined ? {} : { size };
    clips.set(clip, found);
    if (clips.size > MAX_CLIPS) continue;
    const path = `CLIPINF/${clip}.clpi`;
    const parse = (bytes: Uint8Array) => parseClipInfo(bytes, path, room);
    const info = await readWithBackup(files, path, MAX_CLIP_INFO_BYTES, parse, warn);
    if (!info) continue;
    room -= info.entries.times.length;
    found.info = info;
  }
  return clips;
}

/** Reads the disc name in English, or else in the first language found. A missing or damaged name is not an error. */
async function readDiscName(files: DiscFiles): Promise<string | undefined> {
  const names = (await files.list("BDMV/META/DL")).map(({ name }) => name).filter((name) =>
    /^bdmt_\w+\.xml$/i.test(name)
  );
  const english = names.filter((name) => /^bdmt_eng\.xml$/i.test(name));
  for (const name of [...english, ...names].slice(0, MAX_METADATA_FILES)) {
    const bytes = await readWhole(files, `BDMV/META/DL/${name}`, MAX_METADATA_BYTES).catch((error) => {
      if (!(error instanceof DiscFault)) throw error;
    });
    const found = bytes && discNameIn(new TextDecoder().decode(bytes));
    if (found) return found;
  }
}

async function fingerprintOf(files: DiscFiles): Promise<ReadDisc["fingerprint"]> {
  const discId = await readDiscId(files);
  return {
    contentHash: await blurayContentHash(files),
    ...(discId ? { discId } : {}),
  };
}

/** Content hash that online catalogues use to identify a Blu-ray. Undefined for a disc without clips. */
export async function blurayContentHash(files: DiscFiles): Promise<string | undefined> {
  const clips = (await files.list("BDMV/STREAM")).filter((entry) => !entry.directory && /\.m2ts$/i.test(entry.name));
  const key = (name: string) => name.toUpperCase();
  clips.sort((a, b) => (key(a.name) < key(b.name) ? -1 : 1));
  return contentHash(clips.map(({ size }) => size));
}

/** Returns the SHA-1 hash of the title key file, which key databases use as the disc ID. */
async function readDiscId(files: DiscFiles): Promise<string | undefined> {
  for (const path of ["AACS/Unit_Key_RO.inf", "AACS/DUPLICATE/Unit_Key_RO.inf"]) {
    const bytes = await readWhole(files, path, MAX_INDEX_BYTES).catch((error) => {
      if (!(error instanceof DiscFault)) throw error;
    });
    if (bytes && bytes.length > 0) return createHash("sha1").update(bytes).digest("hex").toUpperCase();
  }
}

/** Returns the version of `index.bdmv`: `0100`, `0200`, or `0300` on UHD discs. Throws `DiscFault` `malformed`. */
export function indexVersion(content: Uint8Array): string {
  const bytes = bigEndian(content, "index.bdmv");
  const version = bytes.ascii(4, 4);
  if (bytes.ascii(0, 4) !== "INDX" || !/^0[1-3]\d\d$/.test(version)) {
    throw malformed("index.bdmv", "it has no index header");
  }
  return version;
}

/** Maximum length of a disc name from `META/DL/bdmt_<language>.xml`. */

const MAX_NAME = 200;
const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/**
 * Returns the text of the first `name` element. Undefined if there is none. Supports only the XML features that these
 * files need: the five predefined entities and numeric character references.
 */
export function discNameIn(xml: string): string | undefined {
  const [, text = ""] = /<(?:\w+:)?name>([^<]{1,2000})<\//.exec(xml) ?? [];
  const name = text
    .replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|amp|lt|gt|quot|apos);/gi, (_, entity: string) => NAMED[entity] ?? sign(entity))
    .replace(/\p{Cf}/gu, "").replace(/[\p{Cc}\s]+/gu, " ").trim();
  return [...name].slice(0, MAX_NAME).join("").toWellFormed() || undefined;
}

function sign(entity: string): string {
  const code = /^#x/i.test(entity) ? parseInt(entity.slice(2), 16) : Number(entity.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
}
