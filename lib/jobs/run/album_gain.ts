import { dirname, extname, join } from "node:path";
import type { FindingRepository } from "../../../db/library/findings.ts";
import type { Probe } from "../../media/probe/model.ts";
import { sourceIdentity } from "../../media/probe/source.ts";
import type { Loudness } from "../../media/audio/loudness.ts";
import { type AlbumGain, replayGain } from "../../media/audio/replay_gain.ts";
import { MUSIC_FILE } from "../intake/album.ts";
import { identityKey } from "../intake/source_file.ts";

/** How loud a track is and the album it belongs to. An album is the files of one folder with the same album tag. */

/** What gains are measured with. */
export interface GainDeps {
  findings: FindingRepository;
  /** Reads a file's facts. Throws for one that may not be read: a track may be a link that leads anywhere. */
  probe(path: string): Promise<Probe>;
  /** Measures the loudness of a whole stream. */
  measure(path: string, streamIndex: number): Promise<Loudness>;
  now(): Date;
}

/** A folder with more is no album but a collection. */
const MAX_TRACKS = 100;

/** Gains of the track and of its album; every track of an album is measured once. */
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

/** The other tracks of the album. Files that cannot be read are left out. */
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
  // A track and its own encode in another format are not two tracks of the album.
  const extension = extname(probe.path).toLowerCase();
  for (const path of names.sort().filter((name) => extname(name).toLowerCase() === extension)) {
    const other = await read(path).catch(() => undefined);
    if (other && albumOf(other) === album) others.push(other);
  }
  return others;
}

/** Album and artist by the tags; undefined without an album tag. */
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
  // Rounded to a hundredth: nobody hears less, and the blocks of a whole file stay small.
  const rounded = { ...result, blocks: result.blocks.map((block) => Math.round(block * 100) / 100) };
  await findings.save({ kind: "loudness", key, path, result: rounded, foundAt: now().getTime() });
  return rounded;
}
