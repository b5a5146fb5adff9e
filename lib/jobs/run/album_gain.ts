import { dirname, extname, join } from "node:path";
import type { FindingRepository } from "../../../db/library/findings.ts";
import type { Probe } from "../../media/probe/model.ts";
import { identityKey, sourceIdentity } from "../../media/probe/source.ts";
import type { Loudness } from "../../media/audio/loudness.ts";
import { type AlbumGain, replayGain } from "../../media/audio/replay_gain.ts";
import { MUSIC_FILE } from "../intake/album.ts";

/**
 * Measures the loudness of a track and of its album. An album consists of the files in one folder that have the same
 * album tag.
 */

/** Services for measuring gains. */
export interface GainDeps {
  findings: FindingRepository;
  /** Probes a file. Throws if it may not be read, because a track may be a link to any file. */
  probe(path: string): Promise<Probe>;
  /** Measures the loudness of an entire stream. */
  measure(path: string, streamIndex: number): Promise<Loudness>;
  now(): Date;
}

/** Maximum number of tracks in an album. A folder with more tracks is a collection. */
const MAX_TRACKS = 100;

/** Returns the gains of a track and its album. Each track of an album is measured only once. */
export async function measureGains(probe: Probe, streamIndex: number, deps: GainDeps): Promise<AlbumGain> {
  const others = await otherTracks(probe, deps.probe);
  const measured = [await loudnessOf(probe.path, streamIndex, deps)];
  for (const other of others) {
    const stream = other.streams.find((one) => one.kind === "audio");
    if (stream) measured.push(await loudnessOf(other.path, stream.index, deps));
  }
  const { tracks, album } = replayGain(measured);
  return { tracks: tracks.slice(0, 1), album };
}

/** Returns the other tracks of the album, without files that cannot be read. */
async function otherTracks(probe: Probe, read: GainDeps["probe"]): Promise<Probe[]> {
  const album = albumOf(probe);
  if (album === undefined) return [];
  const folder = dirname(probe.path);
  const names: string[] = [];
  for await (const { name, isFile, isSymlink } of Deno.readDir(folder)) {
    const path = join(folder, name);
    if ((isFile || isSymlink) && path !== probe.path && MUSIC_FILE.test(extname(name))) names.push(path);
  }
  if (names.length >= MAX_TRACKS) return [];
  const others: Probe[] = [];
  // A track and its encode in another format are not two tracks of the album.
  const extension = extname(probe.path).toLowerCase();
  for (const path of names.sort().filter((name) => extname(name).toLowerCase() === extension)) {
    const other = await read(path).catch(() => undefined);
    if (other && albumOf(other) === album) others.push(other);
  }
  return others;
}

/** Returns album and artist from the tags, or undefined without an album tag. */
function albumOf({ tags }: Probe): string | undefined {
  const tag = (name: string) => Object.entries(tags).find(([key]) => key.toLowerCase() === name)?.[1]?.trim();
  const album = tag("album");
  return album && [album, tag("album_artist") ?? tag("albumartist") ?? ""].join("\n").toLowerCase();
}

async function loudnessOf(path: string, streamIndex: number, { findings, measure, now }: GainDeps): Promise<Loudness> {
  const key = `${identityKey(await sourceIdentity(path))}:${streamIndex}`;
  const known = await findings.get("loudness", key);
  if (known) return known.result as Loudness;
  const result = await measure(path, streamIndex);
  // Values are rounded to 0.01. Smaller differences are inaudible, and the stored data for a whole file stays small.
  const rounded = { ...result, blocks: result.blocks.map((block) => Math.round(block * 100) / 100) };
  await findings.save({ kind: "loudness", key, path, result: rounded, foundAt: now().getTime() });
  return rounded;
}
