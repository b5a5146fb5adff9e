import { join } from "node:path";
import { concat } from "../../../kit/bytes.ts";
import { DiscFault, type DiscFiles, type RandomAccess } from "../../files/model.ts";
import type { ReadTitle } from "../../model.ts";
import { type ClipInfo, PACKET_BYTES, parseClipInfo } from "../clip_info.ts";
import { readWithBackup } from "../disc_files.ts";
import { MAX_CLIP_INFO_BYTES, MAX_PLAYLIST_BYTES } from "../limits.ts";
import { parsePlaylist, type Playlist } from "../playlist.ts";
import { CLOCK } from "../title.ts";
import { Cutter } from "./cutter.ts";
import { type Part, partsOf } from "./parts.ts";
import { hasSync, paddingAfter, pidAt, unitTimes } from "./transport.ts";

/** Input for mkvmerge, with the information that mkvmerge cannot determine. */
export interface PreparedTitle {
  /** A clip that is read directly from the disc, or a file in the work folder. */
  input: string;
  /** Bytes written to the work folder. 0 if the clip is read in place. */
  copiedBytes: number;
  /** Number of unreadable packets that were dropped. */
  damagedPackets: number;
  durationMs: number;
  /** Chapter starts in `input`. The first is 0. */
  chapters: number[];
  /** Tracks of the title, in disc order. */
  tracks: PreparedTrack[];
}

/** One track of a prepared title. */
export interface PreparedTrack {
  /** PID in `input`. */
  pid: number;
  kind: "video" | "audio" | "subtitles";
  codec: string;
  language?: string;
}

/** Size of a read in bytes. A multiple of the packet size. */
const CHUNK_BYTES = PACKET_BYTES * 16_384;

/**
 * Prepares a Blu-ray title as one stream for mkvmerge. A title that consists of one complete clip in a folder is read
 * in place. Other titles are copied to `folder` in one pass, cut to the played ranges, with continuous timestamps. If
 * mkvmerge joined the parts, it would lose audio at the end of each part and delay everything after it. `onProgress`
 * receives the completed fraction, 0 to 1. Throws `DiscFault` if a clip is missing, encrypted or unreadable.
 */
export async function prepareBlurayTitle(
  files: DiscFiles,
  title: ReadTitle,
  folder: string,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<PreparedTitle> {
  if (title.source.kind !== "bluray") throw new DiscFault("malformed", `${title.sourceFile} is not a Blu-ray title.`);
  const { items, playlist: name } = title.source;
  const playlist = await readAgain(files, name);
  const infos = await readInfos(files, new Set(items.map(({ clip }) => clip)));
  const parts = partsOf(items, playlist.items, infos);
  const [only, ...others] = parts;
  if (!only) throw new DiscFault("malformed", `${name} contains nothing to play.`);
  const tracks = tracksOf(title, playlist);
  const inPlace = only.isWhole && others.length === 0 ? await placeOf(files, only.clip, tracks) : undefined;
  if (inPlace) {
    onProgress(1);
    const { durationMs, chapters } = title;
    return { input: inPlace, copiedBytes: 0, damagedPackets: 0, durationMs, chapters, tracks };
  }
  const input = join(folder, "title.m2ts");
  const copied = await copyParts(files, parts, tracks, input, {
    onProgress,
    signal,
  });
  return { input, ...copied, ...timesIn(title, parts, copied.leads), tracks };
}

async function readAgain(files: DiscFiles, name: string): Promise<Playlist> {
  const parse = (bytes: Uint8Array) => parsePlaylist(bytes, name);
  const playlist = await readWithBackup(files, `PLAYLIST/${name}`, MAX_PLAYLIST_BYTES, parse, () => {});
  if (!playlist) throw new DiscFault("missing_file", `The playlist ${name} can no longer be read.`);
  return playlist;
}

async function readInfos(files: DiscFiles, clips: Set<string>): Promise<Map<string, ClipInfo>> {
  const infos = new Map<string, ClipInfo>();
  for (const clip of clips) {
    const path = `CLIPINF/${clip}.clpi`;
    const parse = (bytes: Uint8Array) => parseClipInfo(bytes, path);
    const info = await readWithBackup(files, path, MAX_CLIP_INFO_BYTES, parse, () => {});
    if (info) infos.set(clip, info);
  }
  return infos;
}

/**
 * Returns the path of the clip file, or undefined if other programs cannot read it in place. Also returns undefined for
 * a file whose last packet belongs to one of the title's streams, because mkvmerge drops an audio frame at the end of a
 * file.
 */
async function placeOf(files: DiscFiles, clip: string, tracks: readonly PreparedTrack[]): Promise<string | undefined> {
  if (files.path === undefined) return undefined;
  const place = join(files.path, "BDMV", "STREAM", `${clip}.m2ts`);
  if (!await Deno.stat(place).then((found) => found.isFile, () => false)) return undefined;
  const file = await openClip(files, clip);
  try {
    const last = await file.read(Math.floor(file.size / PACKET_BYTES - 1) * PACKET_BYTES, PACKET_BYTES);
    const endsInTrack = last.length < PACKET_BYTES || tracks.some(({ pid }) => pid === pidAt(last, 0));
    return endsInTrack ? undefined : place;
  } finally {
    await file.close();
  }
}

function tracksOf({ audio, subtitles }: ReadTitle, { items }: Playlist): PreparedTrack[] {
  const { video, videoPids = [] } = items[0]?.streams ?? {};
  const own =
    (kind: "audio" | "subtitles") => ({ streamId, codec, language }: (typeof audio | typeof subtitles)[number]) => ({
      ...{ pid: streamId, kind, codec },
      ...(language ? { language } : {}),
    });
  return [
    ...videoPids.map((pid) => ({ pid, kind: "video" as const, codec: video?.codec ?? "unknown" })),
    ...audio.map(own("audio")),
    ...subtitles.map(own("subtitles")),
  ];
}

interface CopyOptions {
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Writes the parts as one stream. `leads` contains the time by which each part starts too early, in 45 kHz ticks. */
async function copyParts(
  files: DiscFiles,
  parts: Part[],
  tracks: readonly PreparedTrack[],
  output: string,
  { onProgress, signal }: CopyOptions,
): Promise<{ copiedBytes: number; damagedPackets: number; leads: number[] }> {
  const cutter = new Cutter(tracks);
  const total = parts.reduce((sum, { inTime, outTime }) => sum + outTime - inTime, 0);
  const leads: number[] = [];
  let played = 0;
  let copiedBytes = 0;
  using file = await Deno.open(output, { write: true, create: true, truncate: true });
  for (const part of parts) {
    const clip = await openClip(files, part.clip);
    try {
      const start = await videoStart(clip, part);
      leads.push(part.inTime - start);
      cutter.begin(part, start);
      const length = part.outTime - part.inTime;
      const report = (share: number) => onProgress((played + length * share) / total);
      copiedBytes += await copyPart(clip, part, cutter, file, { onProgress: report, signal });
      copiedBytes += await writeAll(file, cutter.end());
      played += length;
    } finally {
      await clip.close();
    }
  }
  copiedBytes += await writeAll(file, [paddingAfter(copiedBytes)]);
  return { copiedBytes, damagedPackets: cutter.damaged, leads };
}

async function openClip(files: DiscFiles, clip: string): Promise<RandomAccess> {
  const file = await files.open(`BDMV/STREAM/${clip}.m2ts`);
  if (!file) throw new DiscFault("missing_file", `Clip ${clip}.m2ts is missing from the disc.`);
  return file;
}

/**
 * Returns the start of the video of a part (45 kHz), at the keyframe before it, because the following frames depend on
 * that keyframe.
 */
async function videoStart(clip: RandomAccess, { inTime, keyPacket }: Part): Promise<number> {
  if (keyPacket === 0) return inTime;
  const packet = await clip.read(keyPacket * PACKET_BYTES, PACKET_BYTES);
  const times = packet.length === PACKET_BYTES ? unitTimes(packet, 0) : undefined;
  return times ? Math.min(inTime, Math.floor(times.time / 2)) : inTime;
}

/** Reads ahead while writing, so that the drive does not have to wait for the output disk. */
async function copyPart(
  clip: RandomAccess,
  part: Part,
  cutter: Cutter,
  file: Deno.FsFile,
  { onProgress, signal }: CopyOptions,
): Promise<number> {
  let copied = 0;
  let at = part.firstPacket * PACKET_BYTES;
  const first = at;
  // Two alternating buffers: one is written while the other one is filled.
  const buffers = [new Uint8Array(CHUNK_BYTES), new Uint8Array(CHUNK_BYTES)];
  let turn = 0;
  const readNext = () => clip.read(at, CHUNK_BYTES, buffers[turn ^= 1]);
  let next = readNext();
  while (true) {
    const chunk = await next;
    signal.throwIfAborted();
    if (at === first) refuseEncrypted(chunk, part.clip);
    at += chunk.length;
    const isLast = chunk.length < CHUNK_BYTES || at >= clip.size;
    const kept = cutter.cut(chunk);
    if (!isLast && !cutter.done) next = readNext();
    copied += await writeAll(file, kept);
    onProgress(Math.min(1, (at - first) / Math.max(1, clip.size - first)));
    if (isLast || cutter.done) return copied;
  }
}

function refuseEncrypted(chunk: Uint8Array, clip: string): void {
  const packets = Math.floor(chunk.length / PACKET_BYTES);
  let lost = 0;
  for (let packet = 0; packet < packets; packet++) if (!hasSync(chunk, packet * PACKET_BYTES)) lost++;
  if (lost > packets / 2) {
    throw new DiscFault("protected", `Clip ${clip}.m2ts is encrypted or damaged: its packets cannot be read.`);
  }
}

async function writeAll(file: Deno.FsFile, pieces: Uint8Array[]): Promise<number> {
  const bytes = pieces.length === 1 ? pieces[0] ?? new Uint8Array() : concat(pieces);
  for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
  return bytes.length;
}

/** Calculates chapters and duration, taking into account the earlier starts of the parts. */
function timesIn(
  { chapters, durationMs }: ReadTitle,
  parts: Part[],
  leads: number[],
): Pick<PreparedTitle, "chapters" | "durationMs"> {
  const ms = (ticks: number) => ticks * 1000 / CLOCK;
  let at = 0;
  const starts = parts.map(({ inTime, outTime }, i) => {
    const start = { ms: ms(at), lead: ms(leads.slice(0, i + 1).reduce((a, b) => a + b, 0)) };
    at += outTime - inTime;
    return start;
  });
  const leadAt = (time: number) => starts.findLast((start) => start.ms <= time + 0.5)?.lead ?? 0;
  return {
    chapters: chapters.map((time) => time === 0 ? 0 : Math.round(time + leadAt(time))),
    durationMs: Math.round(durationMs + ms(leads.reduce((a, b) => a + b, 0))),
  };
}
